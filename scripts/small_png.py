"""Make PNG pictures of windows small: 256 colours of their own, packed tightly.

    python -m scripts.small_png FILE ...

A window has few colours and many shades between them at the edges of letters; nobody sees that the
shades are fewer. Transparent pictures stay unchanged, as do files that would not shrink.
"""

import io
import sys
from pathlib import Path
from typing import Final

from PIL import Image

_MAX_COLOURS: Final = 256


def main() -> None:
    """Shrink the files that are named."""
    for name in sys.argv[1:]:
        shrink(Path(name))


def shrink(path: Path) -> None:
    """Write a picture again with fewer colours if the file is then smaller."""
    with Image.open(path) as picture:
        is_transparent = picture.mode == "RGBA" and picture.getchannel("A").getextrema()[0] != 255
        if is_transparent or picture.mode not in {"RGB", "RGBA"}:
            return
        few = picture.convert("RGB").quantize(
            _MAX_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
        )
    packed = io.BytesIO()
    few.save(packed, "PNG", optimize=True)
    if packed.tell() < path.stat().st_size:
        path.write_bytes(packed.getvalue())


if __name__ == "__main__":
    main()
