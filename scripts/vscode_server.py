"""Packs the language server for the extension of VS Code: wheels for one platform.

    python scripts/vscode_server.py [TARGET] [--python 3.12]... [--wheels FOLDER] [--output FOLDER]

TARGET is one of VS Code's names of platforms (linux-x64, alpine-arm64, darwin-arm64, win32-x64 and
so on), by default this machine's. Meteorscope's own wheels are those of ``dist``: the pure one, and
the compiled ones of that platform that are there. The others come from the package index, for each
of the versions of Python that the extension serves.

The result is server.tar.xz, by default in build/vscode-server, with server.json beside it, which
names the versions. In the archive the wheels' files are not compressed by themselves: what those
for several versions have in common is then stored once.
"""

import argparse
import hashlib
import io
import json
import lzma
import platform
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build" / "vscode-server"

PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")

_MANYLINUX: Final = (
    "manylinux_2_28",
    "manylinux_2_17",
    "manylinux2014",
    "manylinux_2_5",
    "manylinux1",
)
_MUSL: Final = ("musllinux_1_2", "musllinux_1_1")
PLATFORMS: Final = {
    "linux-x64": [f"{kind}_x86_64" for kind in _MANYLINUX],
    "linux-arm64": [f"{kind}_aarch64" for kind in _MANYLINUX],
    "alpine-x64": [f"{kind}_x86_64" for kind in _MUSL],
    "alpine-arm64": [f"{kind}_aarch64" for kind in _MUSL],
    "darwin-x64": ["macosx_11_0_x86_64", "macosx_11_0_universal2"],
    "darwin-arm64": ["macosx_11_0_arm64", "macosx_11_0_universal2"],
    "win32-x64": ["win_amd64"],
    "win32-arm64": ["win_arm64"],
}
"""The tags of wheels that run on a platform, by VS Code's name of it."""

LEFT_OUT: Final = (
    "numpy",  # 17 MB for each version; only comparisons of hypotheses need it, and they say so
    "rich",  # colours on terminals
    "pygments",
    "markdown_it_py",
    "mdurl",
    "websockets",  # another way to reach the server
)
"""What a server on standard input and output does without, and what only that needs."""


def main() -> None:
    """Pack it."""
    parser = argparse.ArgumentParser(description="Packs the language server for VS Code.")
    parser.add_argument("target", nargs="?", default=this_machine(), choices=PLATFORMS)
    parser.add_argument("--python", action="append", dest="pythons", metavar="VERSION")
    parser.add_argument("--wheels", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--output", type=Path, default=BUILD, metavar="FOLDER")
    parser.add_argument("--name", action="store_true", help="print the target and do nothing")
    given = parser.parse_args()
    if given.name:
        print(given.target)
        return
    pythons = given.pythons or PYTHONS
    wheels = own_wheels(given.wheels, given.target)
    with tempfile.TemporaryDirectory() as folder:
        for python in pythons:
            download(python, given.target, wheels[0], Path(folder))
        wheels += [
            wheel
            for wheel in sorted(Path(folder).glob("*.whl"))
            if wheel.name.partition("-")[0].lower() not in (*LEFT_OUT, "meteorscope")
        ]
        content = packed(wheels)
    given.output.mkdir(parents=True, exist_ok=True)
    (given.output / "server.tar.xz").write_bytes(content)
    told = {
        "key": hashlib.sha256(content).hexdigest()[:16],
        "pythons": pythons,
        "wheels": [wheel.name for wheel in wheels],
    }
    text = json.dumps(told, indent=2) + "\n"
    (given.output / "server.json").write_text(text, encoding="utf-8")
    print(f"{given.output / 'server.tar.xz'}: {len(content) / 1e6:.1f} MB, {given.target}")


def this_machine() -> str:
    """VS Code's name of this platform."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}[sys.platform]
    if system == "linux" and platform.libc_ver()[0] != "glibc":
        system = "alpine"
    is_arm = platform.machine().lower() in {"arm64", "aarch64"}
    return f"{system}-{'arm64' if is_arm else 'x64'}"


def own_wheels(folder: Path, target: str) -> list[Path]:
    """Meteorscope's wheels: the pure one first, then those with a kernel for the target.

    Raises:
        SystemExit: the pure one is not there.
    """
    pure = sorted(folder.glob("meteorscope-*-py3-none-any.whl"))
    if len(pure) != 1:
        raise SystemExit(
            f"{folder} needs one wheel meteorscope-VERSION-py3-none-any.whl and has {len(pure)}; "
            "run: make wheel"
        )
    version = pure[0].name.split("-")[1]
    tags = {*PLATFORMS[target]}
    if target == this_machine():
        tags.add(f"linux_{platform.machine()}")  # built here and not repaired
    return [
        *pure,
        *(
            wheel
            for wheel in sorted(folder.glob(f"meteorscope-{version}-cp*.whl"))
            if tags & {*wheel.stem.split("-")[-1].split(".")}
        ),
    ]


def download(python: str, target: str, wheel: Path, folder: Path) -> None:
    """Have pip fetch the wheels of all that the server depends on, for one version of Python."""
    platforms = [word for tag in PLATFORMS[target] for word in ("--platform", tag)]
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
            *("--only-binary=:all:", "--implementation=cp", f"--python-version={python}"),
            *platforms,
            *("--dest", folder, f"{wheel}[lsp]"),
        ],
        check=True,
    )


def packed(wheels: list[Path]) -> bytes:
    """An archive of wheels whose own files are stored as they are; the same each time."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        for wheel in sorted(wheels, key=lambda wheel: (wheel.name.partition("-")[0], wheel.name)):
            content = stored(wheel)
            entry = tarfile.TarInfo(wheel.name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return lzma.compress(whole.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def stored(wheel: Path) -> bytes:
    """A wheel that is not compressed."""
    result = io.BytesIO()
    with zipfile.ZipFile(wheel) as given, zipfile.ZipFile(result, "w") as made:
        for name in sorted(given.namelist()):
            if not name.endswith("/"):
                made.writestr(zipfile.ZipInfo(name), given.read(name))
    return result.getvalue()


if __name__ == "__main__":
    main()
