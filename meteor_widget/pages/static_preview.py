"""A static picture of a view, and the same as lines of text."""

import base64
from dataclasses import dataclass
from html import escape
from string import Template
from typing import Final

from ..portable_json import well_formed
from ..static_picture.texts import visible

_BESIDE_A_WIDGET: Final = Template("""\
<div data-mtr-still="$key">$markup</div>
<style>
/* The picture gives way to the widget where that lives. Only the output that holds it may: the
   outputs of an Output widget, as of interact, are within another output. */
:root:has([data-mtr-live="$key"]) [data-mtr-still="$key"],
:root:has([data-mtr-live="$key"]) .jp-OutputArea-child:has(> * > [data-mtr-still="$key"]),
.jp-OutputArea-child:has(> .lm-Panel:not(.jupyter-widgets))
  + .jp-OutputArea-child:has(> * > [data-mtr-still="$key"]) { display: none; }
/* It takes the place of the line with which Jupyter says that there is no widget. */
.jp-OutputArea-child:has(> .lm-Panel.jupyter-widgets):has(
  + .jp-OutputArea-child > * > [data-mtr-still="$key"]) { display: none; }
/* A picture is light or dark as its surroundings are. */
[data-jp-theme-light="true"] [data-mtr-still] img { color-scheme: light; }
[data-jp-theme-light="false"] [data-mtr-still] img { color-scheme: dark; }
</style>""")


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticPreview:
    """A picture for nbconvert, GitHub, papers, and browsers that run no scripts.

    A notebook shows it like any other output, and saves it where a widget saves nothing.

    Attributes:
        text: lines of text, without control characters.
        svg: a whole SVG document, or None.
        alternative: a description of the drawing, for those who cannot see it.
        html: tables with drawings, in place of the drawing alone; or None.
    """

    text: str
    svg: str | None = None
    alternative: str = ""
    html: str | None = None

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def markup(self) -> str:
        """Return HTML for a page: tables or the drawing, else the text."""
        markup: str = well_formed(self.html or self.svg or _preformatted(self.text))
        return markup

    def mime_data(self) -> dict[str, str]:
        """Return each form of the picture by its MIME type."""
        markup = self.html or (image(self.svg, self.alternative) if self.svg else None)
        forms = {"text/plain": self.text, "text/html": markup, "image/svg+xml": self.svg}
        data: dict[str, str] = well_formed({kind: form for kind, form in forms.items() if form})
        return data

    def beside_widget(self, key: str) -> dict[str, str]:
        """Return the forms for an output below a widget's own, shown where the widget cannot be.

        Args:
            key: the value of ``data-mtr-live`` in views of the widget.
        """
        data = self.mime_data()
        markup = data.get("text/html") or _preformatted(data["text/plain"])
        return {**data, "text/html": _BESIDE_A_WIDGET.substitute(key=key, markup=markup)}

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.mime_data()


def image(svg: str, alternative: str, style: str = "max-width: 100%") -> str:
    """Return an HTML element that contains a drawing.

    As an image it can run nothing and no style of the page changes it. Hosts that clean foreign
    HTML remove inline SVG, but keep images.

    Args:
        svg: a whole SVG document.
        alternative: a description of the drawing.
        style: style of the element.
    """
    data = base64.b64encode(well_formed(svg).encode()).decode()
    words = escape(visible(alternative))
    return f'<img alt="{words}" style="{style}" src="data:image/svg+xml;base64,{data}">'


def _preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"
