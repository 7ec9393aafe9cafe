"""One HTML file that shows a view without a kernel and without a network.

Everything but our own script is data: the content security policy names that script by its hash,
lets nothing else run and nothing be loaded, and no text of a segment can end the element that
holds it. A static preview is shown until the script runs, and again if it fails.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from string import Template
from typing import Any, Final

from ..frontend_files import script_of, styles_of
from ..portable_json import well_formed
from ..static_picture.texts import visible
from .static_preview import StaticPreview

_LOADER: Final = """
"use strict";
{
  const part = (id) => document.getElementById(id);
  const read = (id) => JSON.parse(part(id).textContent);
  const start = async () => {
    const source = new Blob([read("script")], { type: "text/javascript" });
    const { mount } = await import(URL.createObjectURL(source));
    mount(part("view"), read("content"));
  };
  // Paper is white, whatever the screen is.
  const { dataset } = part("view");
  let theme;
  addEventListener("beforeprint", () => {
    theme = dataset.mtrTheme;
    dataset.mtrTheme = "light";
  });
  addEventListener("afterprint", () => {
    dataset.mtrTheme = theme;
  });
  part("still").hidden = true;
  start().catch((error) => {
    part("view").replaceChildren();
    part("problem").append(`The interactive view could not be drawn: ${error}`);
    part("problem").hidden = false;
    part("still").hidden = false;
  });
}
"""


def _policy(script: str) -> str:
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    # The loader imports the bundle as a blob, which only a script that runs can make. Inline
    # styles can load nothing where default-src is 'none'.
    return (
        f"default-src 'none'; script-src 'sha256-{digest}' blob:; style-src 'unsafe-inline'; "
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
<link rel="icon" href="data:,">
<title>$title</title>
<style>
$styles
body {
  margin: 1.5rem auto;
  max-width: 76rem;
  padding: 0 1rem;
  background: Canvas;
  color: CanvasText;
  font: 1rem / 1.4 system-ui, sans-serif;
}
h1 { font-size: 1.125rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
#still, #below { overflow-x: auto; }
#below table { border-collapse: collapse; margin: 1.5rem 0 0.5rem; }
#below caption { font-weight: 600; text-align: start; }
#below :is(th, td) { padding: 0.125rem 0.5rem; vertical-align: top; }
#below tr { border-bottom: 1px solid #8884; }
#still svg { max-width: 100%; height: auto; }
#problem { border-left: 4px solid #b04a00; padding: 0.25rem 0.75rem; }
@media print {
  :root { color-scheme: light; }
  body { margin: 0; max-width: none; padding: 0; }
}
</style>
</head>
<body>
<h1>$title</h1>
<main>
<div id="view"></div>
<p id="problem" role="alert" hidden></p>
<noscript><p>JavaScript, which the interactive view needs, is off. A still picture:</p></noscript>
<div id="still">$still</div>
$below
</main>
<script type="application/json" id="content">$content</script>
<script type="application/json" id="script">$script</script>
<script>$loader</script>
</body>
</html>
""")

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """The content of a page.

    Attributes:
        kind: kind of the view; one of ``frontend_files.KINDS``.
        state: the widget's traits, as JSON values.
        data: a JSON value that the view's requests are answered from.
        buffers: long data, as bytes.
    """

    kind: str
    state: Mapping[str, Any]
    data: Any = None
    buffers: Sequence[bytes] = ()


def self_contained_page(
    content: PageContent, *, title: str, preview: StaticPreview, below: str = ""
) -> str:
    """Return the page as HTML.

    Args:
        content: content of the page.
        title: title of the window and heading, as plain text.
        preview: HTML to show where scripts do not run.
        below: HTML to show below it, or below the view.
    """
    return _PAGE.substitute(
        policy=escape(_policy(_LOADER)),
        title=escape(visible(title)),
        styles=styles_of(content.kind).read_text(encoding="utf-8"),
        still=preview.markup(),
        below=f'<div id="below">{well_formed(below)}</div>' if below else "",
        loader=_LOADER,
        script=_data(script_of(content.kind).read_text(encoding="utf-8")),
        content=_data(
            {
                "state": content.state,
                "data": content.data,
                "buffers": [base64.b64encode(buffer).decode() for buffer in content.buffers],
            }
        ),
    )


def _data(value: Any) -> str:
    """Return JSON in which nothing looks like markup, and that UTF-8 can hold."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
