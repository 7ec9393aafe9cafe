"""What is left of a view where nothing runs: text, and a drawing where it has one."""

from dataclasses import dataclass
from html import escape

from ..well_formed import well_formed


@dataclass(frozen=True, slots=True, kw_only=True)
class StillPicture:
    """A picture for nbconvert, GitHub, papers, and browsers that run no scripts.

    A notebook shows it like any other output, and saves it where a widget saves nothing.

    Attributes:
        text: lines of text, without control characters.
        svg: a whole SVG document, or None.
    """

    text: str
    svg: str | None = None

    def __str__(self) -> str:
        """The text."""
        return self.text

    def markup(self) -> str:
        """HTML for a page: the drawing, else the text."""
        markup: str = well_formed(self.svg or f"<pre>{escape(self.text)}</pre>")
        return markup

    def mime_data(self) -> dict[str, str]:
        """Each form of the picture by its MIME type."""
        drawing = {} if self.svg is None else {"image/svg+xml": self.svg}
        data: dict[str, str] = well_formed({"text/plain": self.text, **drawing})
        return data

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.mime_data()
