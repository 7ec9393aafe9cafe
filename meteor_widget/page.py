"""One HTML file that shows a view without a kernel and without a network.

Everything is data but our own script: a strict content security policy lets nothing else run,
and no text of a segment can end the element it stands in.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from string import Template
from typing import Any, Final

from .frontend_files import SCRIPT, STYLES

_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)

_PAGE: Final = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
$styles
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: Canvas; }
</style>
</head>
<body>
<main id="view"></main>
<script type="application/json" id="content">$content</script>
<script type="text/plain" id="script">$script</script>
<script>
const text = (id) => document.getElementById(id).textContent;
const source = new Blob([JSON.parse(text("script"))], { type: "text/javascript" });
import(URL.createObjectURL(source)).then(({ mount }) =>
  mount(document.getElementById("view"), JSON.parse(text("content"))));
</script>
</body>
</html>
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """What a page shows.

    Attributes:
        kind: of the view, as the front end names it.
        state: the widget's traits, as JSON values.
        data: what the view's requests are answered from, as a JSON value.
        buffers: what is long.
    """

    kind: str
    state: Mapping[str, Any]
    data: Any = None
    buffers: Sequence[bytes] = ()


def self_contained_page(content: PageContent, *, title: str) -> str:
    """The page as HTML.

    Args:
        content: what it shows.
        title: of the window, as plain text.
    """
    return _PAGE.substitute(
        policy=escape(_POLICY),
        title=escape(_without_surrogates(title)),
        styles=STYLES.read_text(encoding="utf-8"),
        script=_data(SCRIPT.read_text(encoding="utf-8")),
        content=_data(
            {
                "kind": content.kind,
                "state": content.state,
                "data": content.data,
                "buffers": [base64.b64encode(buffer).decode() for buffer in content.buffers],
            }
        ),
    )


def _data(value: Any) -> str:
    """A JSON value in which nothing looks like markup; only ASCII, lone surrogates included."""
    text = json.dumps(value, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
