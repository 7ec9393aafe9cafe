"""Read files from git revisions without running anything that a repository configures.

A repository's configuration can name programs: filters, hooks, a pager, helpers of protocols. Only
git's plumbing is called, which applies no filters and no textconv and writes nothing; programs that
it might still start are switched off by options and variables, which override the configuration of
a repository and of the files that it includes. Missing objects are not fetched. The user's own
configuration stays in effect, above all safe.directory: repositories of other users are refused.
"""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..errors import InputError, ParameterError, ResourceError

LARGEST: Final = 1 << 30
"""Maximum size in bytes of a file."""

_GIT_TIMEOUT_SECONDS: Final = 20.0
"""Each call takes milliseconds."""

_REVISION: Final = re.compile(r"(?!-)(?:(?!\^\{/)[^\s:])+")
"""Names of revisions: branches, tags, hashes, HEAD~3, main@{1}; but neither options, nor paths
after a colon, nor searches through the history."""

_OPTIONS: Final = (
    "--no-pager",
    "--no-optional-locks",
    "--no-replace-objects",
    "--literal-pathspecs",
    *("-c", "safe.bareRepository=explicit"),  # no bare repository within a checkout
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.pager=cat"),
    *("-c", "core.sshCommand=false"),
    *("-c", "core.gitProxy=false"),
    *("-c", "core.askPass=false"),
    *("-c", "core.alternateRefsCommand=false"),
    *("-c", "credential.helper="),
    *("-c", "protocol.allow=never"),
    *("-c", "gc.auto=0"),
    *("-c", "maintenance.auto=false"),
)

_VARIABLES: Final = {
    "GIT_ALLOW_PROTOCOL": "none",  # unlike protocol.allow, it cannot be lifted for one protocol
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ATTR_NOSYSTEM": "1",
    "LC_ALL": "C",
}


def commit_at(name: str, revision: str) -> str:
    """Return the hash of the commit that a revision names now, in the repository of a file.

    Raises:
        ParameterError: the revision's name is invalid.
        InputError: the repository or revision is missing, or git refuses to read it.
        ResourceError: git is not installed.
    """
    if not revision.isprintable() or not _REVISION.fullmatch(revision):
        raise ParameterError(
            f"'{_printable(revision)}' is not the name of a revision; give one such as HEAD~1, a "
            "branch, a tag or a hash"
        )
    git = _Git(Path(os.path.realpath(name)).parent, name)
    git.run_command("rev-parse", "--show-prefix")  # fails with git's reason for refusing
    found = git.run_command(
        "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", missing=revision
    )
    return found.strip().decode("ascii", "replace")


def at_revision(
    name: str, revision: str, largest: int = LARGEST, *, commit: str | None = None
) -> bytes:
    """Return the content of a file at a revision of its git repository.

    Args:
        name: of the file, by its path in the working tree.
        revision: its name: HEAD~1, a tag, a branch, a hash.
        largest: maximum size in bytes.
        commit: the hash that the revision was resolved to earlier; None resolves it now.

    Raises:
        ParameterError: the revision's name is invalid.
        InputError: the repository, revision or file is missing, or git refuses to read it.
        ResourceError: git is not installed.
    """
    commit = commit or commit_at(name, revision)
    path = Path(os.path.realpath(name))
    git = _Git(path.parent, name)
    prefix = os.fsdecode(git.run_command("rev-parse", "--show-prefix").removesuffix(b"\n"))
    where = f"{commit}:{prefix}{path.name}"
    missing = f"{path.name} at {revision}"
    if git.run_command("cat-file", "-t", where, missing=missing).strip() != b"blob":
        raise InputError(f"{missing} is not a file in the repository of {name}")
    if int(git.run_command("cat-file", "-s", where, missing=missing)) > largest:
        raise InputError(f"{missing} has more than {largest / 1_000_000:,.0f} MB")
    return git.run_command("cat-file", "blob", where, missing=missing)


class _Git:
    """Runs git in a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        """Find git."""
        self._command = [_find_git(), *_OPTIONS, "-C", str(folder)]
        self._name = name

    def run_command(self, *arguments: str, missing: str | None = None) -> bytes:
        """Return the output of a command.

        Args:
            arguments: the command and its arguments.
            missing: message if the command fails; by default git's own.

        Raises:
            InputError: the command fails or times out.
        """
        with subprocess.Popen(  # noqa: S603  # the program of a path that the user chose
            [*self._command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            start_new_session=True,
        ) as process:
            try:
                answer, complaint = process.communicate(timeout=_GIT_TIMEOUT_SECONDS)
            except BaseException as error:
                _kill_group(process)
                if isinstance(error, subprocess.TimeoutExpired):
                    raise InputError(
                        f"git did not answer about {self._name} within {_GIT_TIMEOUT_SECONDS:.0f} s"
                    ) from None
                raise
        if process.returncode == 0:
            return answer
        said = _printable(complaint.decode("utf-8", "replace").partition("\n")[0]).strip()
        if missing is not None and "lazy" not in said and "promisor" not in said:
            raise InputError(f"the git repository of {self._name} has no {missing}")
        raise InputError(f"git does not read {self._name}: {said or 'it does not say why'}")


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process group, whose members might hold the output open."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """Return the environment without variables that redirect git or make it run programs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **_VARIABLES}


def _find_git() -> str:
    """Return the path of git; never in the current folder, which may be a repository's.

    Raises:
        ResourceError: git is not installed.
    """
    name = "git.exe" if sys.platform == "win32" else "git"
    for folder in os.get_exec_path():
        place = Path(folder, name)
        if place.is_absolute() and os.access(place, os.X_OK) and place.is_file():
            return str(place)
    raise ResourceError("a revision is read with git, which is not installed")


def _printable(text: str) -> str:
    """Replace control characters by question marks."""
    return "".join(character if character.isprintable() else "?" for character in text)
