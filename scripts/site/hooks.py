"""What MkDocs is told of this repository: see mkdocs.yml.

Documents link to each other, and to files, as they lie in the repository. Here those links become
the site's: pages lead to pages, and a file that is linked is copied beside them. Pages of the
reference are made from their sources. A page that would load something from another host fails.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.site import api
from scripts.site.commands import commands
from scripts.site.settings import settings

ROOT: Final = Path(__file__).parents[2]

PAGES: Final = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
    "changelog.md": "CHANGELOG.md",
}
"""Pages that do not lie in ``docs``, and where they do."""
ICON: Final = "editors/vscode/media/icon.png"

_LINK: Final = re.compile(r"(?<=\]\()([^)\s#:]+)")
_PICTURE: Final = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\.png\)")
_FENCE: Final = re.compile(r"^(```\w+) .+$", re.MULTILINE)
"""A block of code whose language is followed by words for tests."""
_LOADED: Final = {"img": "src", "script": "src", "iframe": "src", "source": "src", "link": "href"}
"""What a browser loads by itself, and the attribute that says from where."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that are elsewhere in the repository or nowhere."""
    for name, path in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / path).read_text("utf-8")))
    made = {"reference/commands.md": commands(), "reference/settings.md": settings()}
    for name, text in (*made.items(), *api.pages()):
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "icon.png", abs_src_path=str(ROOT / ICON)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links of the repository into the site's, and give pictures their dark twins."""
    here = page.file.src_uri
    folder = posixpath.dirname(PAGES.get(here, f"docs/{here}"))

    def led(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        if not (ROOT / path).is_file():
            return link[1]  # MkDocs says that it leads nowhere
        target = _target(path)
        if files.get_file_from_path(target) is None:
            files.append(File.generated(config, target, abs_src_path=str(ROOT / path)))
        return posixpath.relpath(target, posixpath.dirname(here) or ".")

    def twins(picture: re.Match[str]) -> str:
        text, path = picture.groups()
        if not (ROOT / folder / f"{path}-dark.png").is_file():
            return picture[0]
        return f"![{text}]({path}.png#only-light)![{text}]({path}-dark.png#only-dark)"

    return _LINK.sub(led, _PICTURE.sub(twins, _FENCE.sub(r"\1", markdown)))


def _target(path: str) -> str:
    """Where the site has what lies there in the repository."""
    for name, source in PAGES.items():
        if source == path:
            return name
    return path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path.lstrip('.')}"


def on_post_build(*, config: MkDocsConfig) -> None:
    """Look through the pages and style sheets for what comes from another host.

    Raises:
        PluginError: there is some.
    """
    foreign = [
        f"{file.relative_to(config.site_dir)}: {address}"
        for file in sorted(Path(config.site_dir).rglob("*"))
        for address in _loaded_by(file)
        if urlsplit(address).netloc
    ]
    if foreign:
        raise PluginError("loaded from other hosts: " + ", ".join(foreign))


def _loaded_by(file: Path) -> Iterator[str]:
    if file.suffix == ".css":
        yield from re.findall(r"url\(['\"]?(?!data:)([^'\")]+)", file.read_text("utf-8"))
    elif file.suffix == ".html":
        reader = _Loads()
        reader.feed(file.read_text("utf-8"))
        yield from reader.addresses


class _Loads(HTMLParser):
    """Reads addresses of what a browser loads with a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the address, but not that of a page that a link only names."""
        values: Mapping[str, str | None] = dict(attrs)
        named = values.get("rel") in ("canonical", "next", "prev")
        if tag in _LOADED and not named:
            self.addresses.append(values.get(_LOADED[tag]) or "")
