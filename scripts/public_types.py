"""Whether a type checker of users knows every type of the public API: pyright's verdict.

    python scripts/public_types.py

What ``meteorscope`` exports, and all of ours that it leads to, has to have known types. Classes of
other packages that adapters inherit from are theirs. pyright has to be installed for the Python
that runs this, and the packages beside it; without one of those its types count as unknown.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
INHERITING: Final = ("evaluate", "sacrebleu", "torchmetrics")
"""Adapters that are classes of a package's own kind, and as well known as that is."""


def main() -> int:
    """Print what is not known; return 1 if there is something."""
    with TemporaryDirectory() as folder:
        found = verdict(Path(folder))
    ours = [
        one for one in found["symbols"] if one["name"].startswith(("meteor_core", "meteorscope"))
    ]
    unknown = [symbol for symbol in ours if not symbol["isTypeKnown"]]
    for symbol in unknown:
        for diagnostic in symbol["diagnostics"] or [{"message": "its type is not known"}]:
            print(f"{symbol['name']}: {diagnostic['message']}")
    known = len(ours) - len(unknown)
    print(f"{known} of {len(ours)} symbols of the public API have known types")
    return int(bool(unknown) or not ours)


def verdict(folder: Path) -> Any:
    """What pyright finds where the packages are installed, as it wants them, in that folder."""
    site = folder / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    site.mkdir(parents=True)
    (folder / "bin").mkdir()
    for package in ("meteor_core", "meteorscope"):
        (site / package).symlink_to(ROOT / "core" / package)
    paths = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join(paths), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--verifytypes", "meteorscope", "--outputjson"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    try:
        return json.loads(done.stdout)["typeCompleteness"]
    except (ValueError, KeyError):
        sys.exit(f"pyright gave no verdict: {done.stderr or done.stdout}")


def inherits(name: str) -> bool:
    """Whether a symbol belongs to an adapter that is a class of another package's kind."""
    package, adapters, tool, *_ = [*name.split("."), "", ""]
    return adapters == "adapters" and tool in INHERITING and package.startswith("meteor")


if __name__ == "__main__":
    sys.exit(main())
