"""Which files pre-commit gives to the hook."""

import re
from pathlib import Path

import pytest

from meteor_lsp.pairing.conventions import has_role

HOOKS = Path(__file__).parents[1] / ".pre-commit-hooks.yaml"

CHECKED = [
    "meteor.toml",
    "sub/meteor.toml",
    "news.hyp.en",
    "news.ref.en",
    "news.ref2.en",
    "a/news.mt.de",
    "a/news.pe.de",
    "hyp.en",
    "a/ref.de",
    "pe.txt",
    "set.hyp.Online-A.cs",
    "set.ref.A.cs",
    "news.hyp.pt-BR",
    "news.ref.zh_Hans",
    "flores.hyp.deu_Latn",
    "x.mt.ceb",
    "x.hyp.tsv",
    "x.ref.jsonl",
    "x.hyp.en.gz",
    "x.ref.en.zst",
    "locale/de.po",
    "job.xlf",
    "job.xliff",
    "job.sdlxliff",
    "job.mxliff",
    "job.mqxliff",
    "memory.tmx",
    "player.mt.po",
    "job.xlf.gz",
]

LEFT = [
    "src/ref.py",
    "lib/mt.js",
    "pe.c",
    "hyp.h",
    "ref.ts",
    "mt.min.js",
    "x.ref.json",
    "x.ref.yml",
    "ref.md",
    "mt.go",
    "app.pe.exe",
    "ref.rs",
    "href.en",
    "xhyp.en",
    "ref",
    "notes.txt",
    "readme.de",
    "pyproject.toml",
    "my-meteor.toml",
    "po.py",
    "xlf.cpp",
    "tmx",
    "x.mt.xlf.review.jsonl",
    "job.xlf.review.jsonl",
    "messages.mo",
    "template.pot",
    "docs/mt.html",
]


def pattern() -> re.Pattern[str]:
    """Return what stands under ``files``, as YAML takes it."""
    told = HOOKS.read_text(encoding="utf-8").partition("  files: |-\n")[2]
    lines = re.match(r"(?:    .*\n)+", told)
    assert lines is not None
    return re.compile("\n".join(line[4:] for line in lines[0].splitlines()))


@pytest.mark.parametrize("name", CHECKED)
def test_translations_are_checked(name: str) -> None:
    assert pattern().search(name)


@pytest.mark.parametrize("name", LEFT)
def test_programs_and_other_texts_are_left(name: str) -> None:
    assert not pattern().search(name)


def test_what_is_checked_by_its_role_has_one_for_the_server() -> None:
    plain = [name for name in CHECKED if re.search(r"[./]?(hyp|ref\d*|mt|pe)\.", name)]
    assert len(plain) > 15
    assert all(has_role(Path(name).name) for name in plain)
