"""The built front end in the package: a script and a style sheet for each kind of view."""

import base64
import zlib
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

_FOLDER: Final = Path(__file__).parent / "static"

KINDS: Final = ("agreement", "alignment", "alignments", "compare", "corpus", "review")
"""Kinds of views; ``alignments`` exists only as a page."""

_UNPACKS: Final = Template("""\
const packed = Uint8Array.from(atob("$packed"), (each) => each.charCodeAt(0));
export default async () => {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const script = [await new Response(stream).blob()];
  const place = URL.createObjectURL(new Blob(script, { type: "text/javascript" }));
  const view = await import(place);
  URL.revokeObjectURL(place);
  return view.default;
};
""")


def script_of(kind: str) -> Path:
    """Return an ES module: anywidget's interface, and ``mount`` for pages without a kernel."""
    return _FOLDER / f"{kind}.js"


def styles_of(kind: str) -> Path:
    """Return the style sheet that the script of that kind needs."""
    return _FOLDER / f"{kind}.css"


@cache
def carried_script(kind: str) -> str:
    """Return the script as a widget carries it: an ES module that unpacks it.

    Every widget of a notebook carries its own, to the browser and into files that keep the state
    of widgets; packed it is half as long.
    """
    packed = zlib.compress(script_of(kind).read_bytes(), 9)
    return _UNPACKS.substitute(packed=base64.b64encode(packed).decode("ascii"))
