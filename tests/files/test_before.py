"""The text before: from a file beside it, or from a revision in git which runs nothing."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from meteor_core.errors import InputError, ParameterError, ResourceError
from meteor_core.files import revisions
from meteor_core.files.before import sibling_name, with_baseline, with_revision, with_sibling
from meteor_core.files.reading import parsed, read
from meteor_core.files.revisions import at_revision
from meteor_core.files.units import MT, TARGET, UnitFile

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def po(*entries: tuple[str, str]) -> str:
    return HEADER + "".join(f'\nmsgid "{name}"\nmsgstr "{text}"\n' for name, text in entries)


def texts(file: UnitFile) -> list[tuple[str | None, str | None]]:
    return [(unit.texts.get(MT), unit.texts.get(TARGET)) for unit in file.units]


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    command = ["git", "-C", str(folder), *who, *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


pytestmark = pytest.mark.usefixtures("without_git_settings")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository in which a file in a folder was edited after a commit and a tag."""
    folder = tmp_path / "repository"
    (folder / "po é").mkdir(parents=True)
    git(tmp_path, "init", "--quiet", "--initial-branch=main", str(folder))
    (folder / "po é/de.po").write_text(po(("a", "machine"), ("b", "same")), encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    git(folder, "tag", "v1")
    (folder / "po é/de.po").write_text(po(("a", "human"), ("b", "same")), encoding="utf-8")
    git(folder, "commit", "--quiet", "-am", "two")
    return folder


def test_units_belong_together_by_id_and_by_order_where_ids_repeat() -> None:
    now = parsed(
        "x.po", po(("b", "B"), ("a", "A1"), ("a", "A2"), ("new", "N"), ("c", "C")).encode()
    )
    then = parsed(
        "x.po", po(("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b"), ("c", " ")).encode()
    )
    found = with_baseline(now, then)
    assert texts(found) == [("b", "B"), ("a1", "A1"), ("a2", "A2"), (None, "N"), (None, "C")]
    assert found.fields == ("source", MT, TARGET)


@pytest.mark.parametrize(
    ("name", "sibling"),
    [
        ("job.xlf", "job.mt.xlf"),
        ("a/de.po", "a/de.mt.po"),
        ("x.sdlxliff.gz", "x.mt.sdlxliff.gz"),
        ("x.y.PO", "x.y.mt.PO"),
    ],
)
def test_the_name_of_the_file_beside_another(name: str, sibling: str) -> None:
    assert sibling_name(name) == sibling


def test_sibling_is_read_unless_the_file_has_a_baseline(tmp_path: Path) -> None:
    name = str(tmp_path / "de.po")
    Path(name).write_text(po(("a", "human")), encoding="utf-8")
    assert with_sibling(name, read(name)) is None
    (tmp_path / "de.mt.po").write_text(po(("a", "machine")), encoding="utf-8")
    found = with_sibling(name, read(name))
    assert found is not None
    assert (texts(found.file), found.origin) == ([("machine", "human")], "de.mt.po")
    assert with_sibling(name, found.file) is None


@pytest.mark.parametrize("revision", ["HEAD~1", "v1", "main~", "main@{0}^", "HEAD^1"])
def test_a_revision_has_the_text_before(repository: Path, revision: str) -> None:
    name = str(repository / "po é/de.po")
    found = with_revision(name, read(name), revision)
    assert texts(found.file) == [("machine", "human"), ("same", "same")]
    assert found.origin == f"{name} at {revision}"


def test_a_link_is_followed_and_another_folder_does_not_matter(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link.po").symlink_to(repository / "po é/de.po")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "nonsense")
    assert b"machine" in at_revision("link.po", "v1")


@pytest.mark.parametrize(
    "revision",
    ["", "-h", "--git-dir=x", "HEAD:x", ":/one", "HEAD^{/one}", "HEAD HEAD", "a\nb", "\x1b[31m"],
)
def test_invalid_revision_is_rejected_before_git_runs(
    repository: Path, monkeypatch: pytest.MonkeyPatch, revision: str
) -> None:
    monkeypatch.setenv("PATH", "")  # else a ResourceError: there would be no git
    with pytest.raises(ParameterError, match="is not the name of a revision") as caught:
        at_revision(str(repository / "po é/de.po"), revision)
    assert "\x1b" not in str(caught.value)


def test_mistakes_are_reported(repository: Path, tmp_path: Path) -> None:
    name = str(repository / "po é/de.po")
    with pytest.raises(InputError, match=r"the git repository of .*de\.po has no v2"):
        at_revision(name, "v2")
    with pytest.raises(InputError, match=r"has no new\.po at HEAD"):
        at_revision(str(repository / "new.po"), "HEAD")
    with pytest.raises(InputError, match="is not a file in the repository"):
        at_revision(str(repository / "po é"), "HEAD")
    (tmp_path / "x.po").write_text(po(), encoding="utf-8")
    with pytest.raises(InputError, match=r"git does not read .*x\.po: .*not a git repository"):
        at_revision(str(tmp_path / "x.po"), "HEAD")


def test_missing_git_is_reported(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / "git").write_text("#!/bin/sh\nexit 0\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "relative"]))
    with pytest.raises(ResourceError, match="git, which is not installed"):
        at_revision("po é/de.po", "v1")


def hostile(repository: Path) -> Path:
    """Have a repository name a program wherever it can; return the file that it would make."""
    made = repository.parent / "made"
    program = repository / "program.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $*" >> "{made}"\n')
    program.chmod(0o755)
    settings = {
        **dict.fromkeys(
            (
                *("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand"),
                *("core.gitProxy", "core.askPass", "core.alternateRefsCommand", "diff.external"),
                *("pager.cat-file", "pager.rev-parse", "gpg.program", "credential.helper"),
                *("diff.x.textconv", "diff.x.command", "filter.x.smudge", "filter.x.process"),
                *("filter.x.clean", "uploadpack.packObjectsHook", "remote.origin.uploadpack"),
                *("trace2.eventTarget", "sequence.editor", "interactive.diffFilter"),
            ),
            str(program),
        ),
        "alias.cat-file": f"!{program}",
        "alias.rev-parse": f"!{program}",
        "core.hooksPath": str(repository / "hooks"),
        "remote.origin.url": f"ext::{program} %S",
        "remote.origin.promisor": "true",
        "remote.origin.partialclonefilter": "blob:none",
        "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*",
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
    }
    included = repository / "included"
    for name, value in settings.items():
        git(repository, "config", "--file", str(included), name, value)
        if not name.startswith(("alias.", "core.hooksPath")):
            git(repository, "config", "--file", str(repository / ".git/config"), name, value)
    git(
        repository,
        "config",
        "--file",
        str(repository / ".git/config"),
        "include.path",
        str(included),
    )
    (repository / ".git/info/attributes").write_text("* diff=x filter=x\n")
    (repository / "hooks").mkdir()
    for hook in ("post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc"):
        (repository / f"hooks/{hook}").symlink_to(program)
        (repository / f".git/hooks/{hook}").symlink_to(program)
    return made


def remove_blob(repository: Path) -> None:
    command = ["git", "-C", str(repository), "rev-parse", "v1:po é/de.po"]
    name = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    (repository / ".git/objects" / name[:2] / name[2:]).unlink()


def test_a_repository_has_nothing_run(repository: Path) -> None:
    made = hostile(repository)
    assert b"machine" in at_revision(str(repository / "po é/de.po"), "v1")
    assert not made.exists()


def test_a_missing_object_is_not_fetched(repository: Path) -> None:
    remove_blob(repository)
    made = hostile(repository)
    with pytest.raises(InputError, match=r"de\.po"):
        at_revision(str(repository / "po é/de.po"), "v1")
    assert not made.exists()
    # The same repository does run its program where nothing forbids it:
    command = ["git", "-C", str(repository), "cat-file", "blob", "v1:po é/de.po"]
    subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert made.exists()


def run_with(options: Sequence[str], repository: Path, *arguments: str) -> bytes:
    """Run git with options alone, and return what it says."""
    command = ["git", *options, "-C", str(repository), *arguments]
    environment = revisions._environment()
    environment.pop("GIT_ALLOW_PROTOCOL", None)  # which covers what an option does
    done = subprocess.run(command, check=False, capture_output=True, timeout=60, env=environment)
    return done.stdout + done.stderr


def test_no_program_is_asked_what_has_changed(repository: Path) -> None:
    """By ``git status``, which asks one; what is called does not, and may one day."""
    made, program = repository.parent / "made", repository / "program.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $*" >> "{made}"\n')
    program.chmod(0o755)
    git(repository, "config", "core.fsmonitor", str(program))
    run_with(revisions._OPTIONS, repository, "status")
    assert not made.exists()
    run_with((), repository, "status")
    assert made.exists()


def test_no_protocol_is_allowed_by_the_option_alone_or_by_the_variable(repository: Path) -> None:
    asked = ("ls-remote", repository.as_uri())
    assert b"refs/tags/v1" in run_with((), repository, *asked)
    assert b"transport 'file' not allowed" in run_with(revisions._OPTIONS, repository, *asked)
    command = ["git", "-C", str(repository), *asked]
    done = subprocess.run(
        command, check=False, capture_output=True, timeout=60, env=revisions._environment()
    )
    assert b"transport 'file' not allowed" in done.stderr


def test_repository_of_another_user_is_rejected(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(revisions._VARIABLES, "GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(InputError, match="dubious ownership"):
        at_revision(str(repository / "po é/de.po"), "v1")
    git(repository, "config", "--global", "safe.directory", str(repository))
    assert b"machine" in at_revision(str(repository / "po é/de.po"), "v1")


def test_a_repository_without_a_working_tree_inside_another_is_not_used(repository: Path) -> None:
    inner = repository / "inner"
    git(repository, "clone", "--quiet", "--bare", str(repository), str(inner))
    (inner / "x.po").write_text(po(), encoding="utf-8")
    with pytest.raises(InputError, match="bare repository"):
        at_revision(str(inner / "x.po"), "HEAD")


def test_git_that_does_not_answer_is_ended(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(repository / "pipe")
    git(repository, "config", "include.path", str(repository / "pipe"))
    monkeypatch.setattr(revisions, "_GIT_TIMEOUT_SECONDS", 0.3)
    with pytest.raises(InputError, match="git did not answer about"):
        at_revision(str(repository / "po é/de.po"), "v1")
