"""Whether the kernel compiles for other systems: by Clang, which PyPI's ziglang brings along.

    python scripts/portable.py

Nothing is linked: types are checked, and that is where other systems differ (their ``long``, their
headers, what their compilers lack). Zig's own driver would first compile a library of C++ for each
system, for minutes; so its Clang is called as it is, with the headers that Zig has for that
system. Python's headers are those of the Python that runs this; for Windows, a few definitions
stand in for its ``pyconfig.h``. Takes some 30 seconds of a processor.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import nanobind
import ziglang

ROOT: Final = Path(__file__).resolve().parents[1]
KERNEL: Final = ROOT / "core" / "kernel"
BINDINGS: Final = KERNEL / "python"
ZIG: Final = Path(ziglang.__file__).parent
TARGETS: Final = {
    "x86_64-windows-gnu": ("any-windows-any",),
    "arm64-apple-macos11": ("any-darwin-any",),
    "aarch64-linux-musl": ("aarch64-linux-musl", "generic-musl"),
}
"""Names as Clang has them, and the folders of Zig's headers for each."""

FLAGS: Final = (
    "-std=c++17",
    "-fsyntax-only",
    "-nostdinc",
    "-nostdinc++",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
)
# What Zig says to its libc++.
LIBRARY: Final = (
    "-D_LIBCPP_ABI_VERSION=1",
    "-D_LIBCPP_ABI_NAMESPACE=__1",
    "-D_LIBCPP_HAS_THREADS=1",
    "-D_LIBCPP_HAS_MONOTONIC_CLOCK",
    "-D_LIBCPP_HAS_FILESYSTEM=1",
    "-D_LIBCPP_HAS_RANDOM_DEVICE",
    "-D_LIBCPP_HAS_LOCALIZATION",
    "-D_LIBCPP_HAS_UNICODE",
    "-D_LIBCPP_HAS_WIDE_CHARACTERS",
    "-D_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0",
    "-D_LIBCPP_PSTL_BACKEND_SERIAL",
    "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE",
    "-D_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE",
)
WINDOWS_PYTHON: Final = """
#define Py_PYCONFIG_H
#define MS_WIN32
#define MS_WIN64
#define MS_WINDOWS
#define NT_THREADS
#define WITH_THREAD
#define HAVE_STDDEF_H
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_TIME_T 8
#define SIZEOF_OFF_T 4
#define SIZEOF_FPOS_T 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_HKEY 8
#define ALIGNOF_LONG 4
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_PY_SSIZE_T
#define PY_SSIZE_T_MAX 0x7fffffffffffffffLL
typedef long long Py_ssize_t;
#define Py_ENABLE_SHARED
#define HAVE_DECLSPEC_DLL
"""


def main() -> int:
    """Compile for each system; return how many of the attempts failed."""
    failed = 0
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "windows_python.h").write_text(WINDOWS_PYTHON, encoding="utf-8")
        kernel = together(folder / "kernel.cpp", bindings=False)
        bindings = together(folder / "bindings.cpp", bindings=True)
        for target in TARGETS:
            for source, forms in (
                (kernel, ()),
                (kernel, ("-DMETEORSCOPE_PORTABLE",)),
                (bindings, python_headers(folder, target)),
            ):
                command = [*compiler(target), *forms, str(source)]
                worked = subprocess.run(command, check=False).returncode == 0
                what = f"{source.stem}{', portable forms' if forms and source == kernel else ''}"
                print(f"{target}: {what}: {'compiles' if worked else 'DOES NOT COMPILE'}")
                failed += not worked
    return failed


def together(file: Path, *, bindings: bool) -> Path:
    """Write a file that includes all sources of the kernel, or all of its bindings."""
    sources = [
        source
        for source in sorted(KERNEL.rglob("*.cpp"))
        if (source.parent == BINDINGS) == bindings and source != BINDINGS / "library.cpp"
    ]
    file.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
    return file


def compiler(target: str) -> list[str]:
    """Return Clang's command for a system."""
    library = ZIG / "lib"
    folders = [library / "libcxx/include", library / "libcxxabi/include", library / "include"]
    folders += [library / "libc/include" / name for name in TARGETS[target]]
    musl = ["-D_LIBCPP_HAS_MUSL_LIBC=1"] if target.endswith("musl") else []
    return [
        *(str(ZIG / "zig"), "clang", "-x", "c++", f"--target={target}", *FLAGS, *LIBRARY, *musl),
        *(word for folder in folders for word in ("-isystem", str(folder))),
    ]


def python_headers(folder: Path, target: str) -> tuple[str, ...]:
    """Return the options by which bindings find Python and nanobind."""
    python = {sysconfig.get_path(name) for name in ("include", "platinclude")}
    found = [*python, nanobind.include_dir()]
    windows = ("-include", str(folder / "windows_python.h")) if "windows" in target else ()
    return (
        '-DMETEORSCOPE_VERSION="0"',
        *windows,
        *(word for path in found for word in ("-isystem", str(path))),
    )


if __name__ == "__main__":
    sys.exit(main())
