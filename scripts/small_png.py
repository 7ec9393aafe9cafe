"""Make PNG pictures of windows small: 256 colours of their own, and the tightest packing of rows.

    python -m scripts.small_png FILE ...

A window has few colours and many shades between them at the edges of letters; nobody sees that the
shades are fewer. What is transparent stays as it is, and so does a file that would not shrink.
"""

import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

_HEAD: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = 256

Pixels = NDArray[np.uint8]


def main() -> None:
    """Make files small."""
    for name in sys.argv[1:]:
        shrink(Path(name))


def shrink(path: Path) -> None:
    """Write a picture again with fewer colours, where it is then smaller."""
    given = path.read_bytes()
    pixels = _pixels(given)
    if pixels is None:
        return
    colours, places = _few(pixels)
    small = _packed(colours, places.reshape(pixels.shape[:2]))
    if len(small) < len(given):
        path.write_bytes(small)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_HEAD)
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, data[at + 8 : at + 8 + length]
        at += length + 12


def _pixels(data: bytes) -> Pixels | None:
    """Return rows of red, green and blue; None of what is not opaque with 8 bits each."""
    parts = list(_chunks(data))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    if depth != 8 or kind not in (2, 6) or interlaced:
        return None
    size = 3 if kind == 2 else 4
    packed = zlib.decompress(b"".join(part for name, part in parts if name == b"IDAT"))
    rows = np.frombuffer(packed, np.uint8).reshape(height, 1 + width * size)
    whole = np.zeros((height, width, size), np.uint8)
    above = np.zeros((width, size), np.uint8)
    for number, row in enumerate(rows):
        above = whole[number] = _unfiltered(int(row[0]), row[1:].reshape(width, size), above)
    if size == 4 and whole[..., 3].min() < 255:
        return None
    return np.ascontiguousarray(whole[..., :3])


def _unfiltered(way: int, row: Pixels, above: Pixels) -> Pixels:
    """Return a row without what PNG's filter took off it, which goes from left to right."""
    if way == 0:
        return row.copy()
    if way == 1:
        left: Pixels = np.cumsum(row, axis=0, dtype=np.uint8)
        return left
    if way == 2:
        return row + above
    done = np.zeros_like(row)
    before, corner = np.zeros(row.shape[1], int), np.zeros(row.shape[1], int)
    for place, (given, upper) in enumerate(zip(row.astype(int), above.astype(int), strict=True)):
        guess = (before + upper) // 2 if way == 3 else _paeth(before, upper, corner)
        before, corner = (given + guess) % 256, upper
        done[place] = before
    return done


def _paeth(left: NDArray[np.int_], above: NDArray[np.int_], corner: NDArray[np.int_]) -> Pixels:
    guess = left + above - corner
    far = [abs(guess - one) for one in (left, above, corner)]
    best = np.where((far[0] <= far[1]) & (far[0] <= far[2]), left, corner)
    chosen: Pixels = np.where((far[0] > far[1]) & (far[1] <= far[2]), above, best)
    return chosen


def _few(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """Return at most 256 colours, and which of them each pixel has: Heckbert's median cut."""
    flat = pixels.reshape(-1, 3).astype(np.uint32)
    codes, places, counts = np.unique(
        flat[:, 0] << 16 | flat[:, 1] << 8 | flat[:, 2], return_inverse=True, return_counts=True
    )
    colours = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(float)
    boxes = [np.arange(len(codes))]
    spreads = [_spread(colours, counts, boxes[0])]
    while len(boxes) < min(_COLOURS, len(codes)):
        number = max(range(len(boxes)), key=spreads.__getitem__)
        box = boxes.pop(number)
        spreads.pop(number)
        channel = int(np.ptp(colours[box], axis=0).argmax())
        box = box[colours[box, channel].argsort()]
        weights = counts[box].cumsum()
        cut = int(np.searchsorted(weights, weights[-1] / 2)) + 1
        cut = min(max(cut, 1), len(box) - 1)
        for part in (box[:cut], box[cut:]):
            boxes.append(part)
            spreads.append(_spread(colours, counts, part))
    chosen = np.zeros(len(codes), np.uint8)
    for number, box in enumerate(boxes):
        chosen[box] = number
    means = [  # of the pixels, not of the shades
        np.average(colours[box], axis=0, weights=counts[box]).round() for box in boxes
    ]
    return np.array(means, np.uint8), chosen[places]


def _spread(colours: NDArray[np.float64], counts: NDArray[np.int_], box: NDArray[np.int_]) -> float:
    """How much is lost by giving a box one colour; a wide one matters though few pixels have it."""
    width, pixels = np.ptp(colours[box], axis=0).max(), counts[box].sum()
    return float(width * pixels**0.25)


def _packed(colours: Pixels, places: Pixels) -> bytes:
    height, width = places.shape
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = places
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), 9)
    parts = ((b"IHDR", head), (b"PLTE", colours.tobytes()), (b"IDAT", data), (b"IEND", b""))
    return _HEAD + b"".join(
        struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
        for name, part in parts
    )


if __name__ == "__main__":
    main()
