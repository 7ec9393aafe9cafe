"""Makes an environment with the language server, from wheels that the extension carries.

    python -I install_server.py WHEELS FOLDER

WHEELS is a tar.xz archive of wheels for one platform and several versions of Python. FOLDER must
not exist; it becomes a virtual environment of the Python that runs this, which needs neither a
network nor pip nor ensurepip (Debian packages them apart). Of the wheels' files only packages are
installed: the server starts as ``python -I -m meteor_lsp``, also when the folder was moved.

Each line on standard output reports a step. On failure, the last line on standard error
says why, and the status is not 0.
"""

import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path
from typing import Final

_TIME: Final = 120
"""Seconds that the server has to tell its version."""


def main(wheels: Path, folder: Path) -> None:
    """Make the environment, and have the server in it tell its version."""
    print("making an environment", flush=True)
    venv.create(folder, with_pip=False, symlinks=sys.platform != "win32")
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    paths = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    with tempfile.TemporaryDirectory(dir=folder) as unpacked:
        print("unpacking", flush=True)
        extract(wheels, Path(unpacked))
        for wheel in chosen(sorted(Path(unpacked).glob("*.whl"))):
            print(f"installing {wheel.name.partition('-')[0]}", flush=True)
            unpack(wheel, Path(paths["purelib"]))
    print("starting it for the first time", flush=True)
    subprocess.run(
        [python, "-I", "-m", "meteor_lsp", "--version"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        timeout=_TIME,
        check=True,
    )


def extract(wheels: Path, folder: Path) -> None:
    """Put the wheels of the archive into a folder; Python 3.11.2 has no filter that does it."""
    with tarfile.open(wheels, "r:xz") as archive:
        for member in archive:
            content = archive.extractfile(member)
            if content is not None:
                (folder / Path(member.name).name).write_bytes(content.read())


def chosen(wheels: list[Path]) -> list[Path]:
    """The wheel of each package for this Python: one for its very version before one for any.

    Raises:
        SystemExit: a package has none.
    """
    found: dict[str, tuple[int, Path]] = {}
    for wheel in wheels:
        name = wheel.name.partition("-")[0]
        found[name] = max(found.get(name, (0, wheel)), (fitness(wheel.stem), wheel))
    missing = [name for name, (fits, _) in found.items() if not fits]
    if missing:
        version = ".".join(map(str, sys.version_info[:2]))
        raise SystemExit(f"there is no wheel of {', '.join(missing)} for Python {version}")
    return [wheel for _, wheel in found.values()]


def fitness(stem: str) -> int:
    """How well a wheel of that name fits this Python; 0 if it does not.

    The tags are at the end of its name: Python, ABI, platform. All are of this platform.
    """
    pythons, abi, _ = stem.split("-")[-3:]
    major, minor = sys.version_info[:2]
    is_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    if abi == f"cp{major}{minor}{'t' if is_threaded else ''}":
        return 3
    for python in pythons.split("."):
        if abi == "abi3" and not is_threaded and int(python.removeprefix("cp3")) <= minor:
            return 2
        if abi == "none" and python in {f"py{major}", f"py{major}{minor}"}:
            return 1
    return 0


def unpack(wheel: Path, packages: Path) -> None:
    """Put a wheel's packages where they are imported from; its scripts and data are left out."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.partition("/")[0].endswith(".data"):
                archive.extract(name, packages)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
