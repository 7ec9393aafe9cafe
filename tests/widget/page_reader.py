"""Reads a page as a browser that runs no scripts does."""

import json
from html.parser import HTMLParser
from typing import Any


class PageReader(HTMLParser):
    """The elements of a page, and the text right inside of each by id or name.

    Attributes:
        tags: names of elements in order.
        attributes: element, name and value of each attribute in order.
        texts: by the element's id, else by its name.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: dict[str, str] = {}
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self._open = dict(attrs).get("id") or tag

    def handle_data(self, data: str) -> None:
        self.texts[self._open] = self.texts.get(self._open, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    @property
    def content(self) -> Any:
        """What the view is given."""
        return json.loads(self.texts["content"])
