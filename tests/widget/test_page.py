"""Self-contained pages: one file, no network, and texts that stay texts."""

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from meteor_widget import AlignmentView
from meteor_widget.pages.page import PageContent, self_contained_page
from meteor_widget.pages.static_preview import StaticPreview
from tests.widget.page_reader import PageReader

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "-->",
    "</style><style>*{display:none}</style>",
    "</title>",
    "</pre></svg></noscript></div>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "\"'`&amp;&#60;",
    "${alert(1)} $title",
    "\u2028\u2029\x85",
    "\x00\x1b\x7f",
    "\ud800 \udc00",
    "\ufffe\uffff",
]


def page_of(texts: list[str], title: str = "A title") -> str:
    view = AlignmentView(" ".join(texts), [" ".join(reversed(texts))], tokenizer="whitespace")
    return view.to_html(title=title)


PLAIN = page_of(["plain"])
TAGS = [tag for tag in PageReader(PLAIN).tags if tag not in ("text", "path", "g", "rect")]


@pytest.mark.parametrize("text", [*HOSTILE, " ".join(HOSTILE)])
def test_no_text_adds_an_element(text: str) -> None:
    page = page_of([text], title=text)
    read = PageReader(page)
    assert [tag for tag in read.tags if tag not in ("text", "path", "g", "rect")] == TAGS
    assert not [name for _, name, _ in read.attributes if name.startswith("on")]
    assert not {"\x00", "\x1b"} & set(page)
    page.encode("utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_arrive_as_they_are(text: str) -> None:
    state = {"text": text, text: [text]}
    content = PageContent(kind="alignment", state=state, data=[text], buffers=[b"\x00\xff"])
    page = self_contained_page(content, title="t", preview=StaticPreview(text="s"))
    read: Any = PageReader(page).content
    assert read == {"state": state, "data": [text], "buffers": ["AP8="]}


def test_the_policy_permits_our_script_and_nothing_else() -> None:
    read = PageReader(PLAIN)
    (policy,) = [value or "" for _, name, value in read.attributes if name == "content"][:1]
    (script,) = re.findall(r"<script>(.*?)</script>", PLAIN, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{digest}' blob:"
    assert {rules[name] for name in ("base-uri", "form-action")} == {"'none'"}
    assert not {"connect-src", "font-src", "frame-src", "object-src"} & set(rules)


def test_nothing_on_the_page_is_loaded() -> None:
    loaders = {"src", "href", "action", "data", "poster", "srcset", "xlink:href"}
    loaded = [value for _, name, value in PageReader(PLAIN).attributes if name in loaders]
    assert loaded == ["data:,"]  # no icon is asked for
    assert "@import" not in PLAIN
    assert not re.search(r"url\((?!#)", PLAIN)


def test_the_title_is_heading_and_window_title() -> None:
    page = page_of(["plain"], title="<b>newstest</b> & more")
    assert "\n<title>&lt;b&gt;newstest&lt;/b&gt; &amp; more</title>\n" in page
    assert PageReader(page).texts["h1"] == "<b>newstest</b> & more"


def test_where_no_script_runs_there_is_the_static_preview() -> None:
    assert ">plain</text>" in PLAIN.partition('id="still"')[2]
    long = " ".join(["long"] * 400)
    page = AlignmentView(long, [long]).to_html()
    assert "<pre>━━━ exact" in page.partition('id="still"')[2]


def test_the_page_is_written_as_utf_8(tmp_path: Path) -> None:
    view = AlignmentView("naïve 今日 \ud800", ["naïve"])
    view.save_html(tmp_path / "page.html", title="今日")
    written = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert written == view.to_html(title="今日")
    assert "<title>今日</title>" in written


def test_a_number_that_json_has_no_way_to_write_is_refused() -> None:
    content = PageContent(kind="alignment", state={"score": float("nan")})
    with pytest.raises(ValueError, match="not JSON compliant"):
        self_contained_page(content, title="t", preview=StaticPreview(text=""))
