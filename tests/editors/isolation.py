"""Takes from this process, and from all that it starts, what a bare machine does not have.

Linux's namespaces do it, where the system allows a process its own: nothing outside changes.
"""

import ctypes
import fcntl
import os
import re
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

# Linux's <sched.h>, <sys/mount.h>, <linux/sockios.h> and <net/if.h>.
_CLONE_NEWNS, _CLONE_NEWUSER, _CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1

_COMPILERS_AND_JAVA: Final = re.compile(
    r"(.+-)?(cc|c\+\+|c[89]9|gcc|g\+\+|clang(\+\+)?|javac?)(-\d+)?"
)


def be_alone() -> bool:
    """Get namespaces of networks and mounts of one's own; whether that is allowed.

    The network then has the machine itself in it, and nothing else.
    """
    flags = _CLONE_NEWNET | _CLONE_NEWNS | (0 if os.geteuid() == 0 else _CLONE_NEWUSER)
    library = ctypes.CDLL(None)
    if library.unshare(flags) != 0:
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:  # raises the loopback
        request = struct.pack("16sh14x", b"lo", 0)
        (now,) = struct.unpack_from("h", fcntl.ioctl(any_socket, _SIOCGIFFLAGS, request), 16)
        request = struct.pack("16sh14x", b"lo", now | _IFF_UP)
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, request)
    return bool(library.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None) == 0)


def hide_compilers_and_java() -> list[str]:
    """Make programs that compile C or C++, or run Java, such that they cannot be run.

    Call it when ``be_alone`` was allowed.

    Returns:
        The paths of those that were found.

    Raises:
        OSError: one of them cannot be hidden.
    """
    library = ctypes.CDLL(None, use_errno=True)
    found = sorted({os.path.realpath(program) for program in _compilers_and_java()})
    for program in found:
        if library.mount(b"/dev/null", os.fsencode(program), None, _MS_BIND, None) != 0:
            raise OSError(ctypes.get_errno(), "it cannot be hidden", program)
    return found


def _compilers_and_java() -> Iterator[Path]:
    folders = {*os.get_exec_path(), "/bin", "/usr/bin", "/usr/local/bin"}
    for folder in folders:
        if os.access(folder, os.R_OK | os.X_OK):
            for program in Path(folder).iterdir():
                if _COMPILERS_AND_JAVA.fullmatch(program.name) and program.is_file():
                    yield program
