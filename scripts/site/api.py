"""The reference of the API: names from the packages, texts from their docstrings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import meteorscope

ROOT: Final = Path(__file__).parents[2]

MODULES: Final = {
    "comparison": ("meteorscope.comparison",),
    "adapters": tuple(
        f"meteorscope.adapters.{name}"
        for name in ("nltk", "evaluate", "pycocoevalcap", "sacrebleu", "torchmetrics")
    ),
    "arrow": ("meteorscope.arrow",),
    "meteor_widget": ("meteor_widget",),
}
"""The modules of the API that have pages of their own."""

_GROUP: Final = re.compile(r"^(\w[^\n]*):\n((?:    .*\n)+)", re.MULTILINE)
_ROW: Final = re.compile(r"^    ([\w.]+) +(.*)$", re.MULTILINE)


def pages() -> Iterator[tuple[str, str]]:
    """The pages, by their places in the site."""
    yield from _package()
    for name, modules in MODULES.items():
        title = modules[0] if len(modules) == 1 else f"meteorscope.{name}"
        yield f"reference/{name}.md", _modules(title, modules)


def _package() -> Iterator[tuple[str, str]]:
    """``meteorscope``, whose docstring lists its names in groups: a page for each group."""
    introduction, *_ = _GROUP.split(meteorscope.__doc__ or "", maxsplit=1)
    overview = ["# meteorscope\n", fenced(introduction)]
    for title, rows in _GROUP.findall(meteorscope.__doc__ or ""):
        names = _ROW.findall(rows)
        documented = [name for name, _ in names if callable(getattr(meteorscope, name, None))]
        overview += [f"## {title}\n", "| | |\n|---|---|"]
        overview += [f"| {_linked(name)} | {told} |" for name, told in names]
        overview.append("")
        if documented:
            place = f"reference/meteorscope/{title.split(',')[0].lower()}.md"
            entries = [f"::: {_path(name)}\n" for name in documented]
            yield place, "\n".join([f"# {title.split(',')[0]}\n", *entries])
    yield "reference/meteorscope/index.md", "\n".join(overview)


def _linked(name: str) -> str:
    value = getattr(meteorscope, name, None)
    if name in MODULES or name.startswith("meteorscope."):
        return f"[`{name}`](../{name.rpartition('.')[2]}.md)"
    return f"[`{name}`][{_path(name)}]" if callable(value) else f"`{name}`"


def _path(name: str) -> str:
    """Where Griffe finds what the package exports: what is looked up late, where it is made."""
    value = getattr(meteorscope, name)
    return f"meteorscope.{name}" if name in vars(meteorscope) else f"{value.__module__}.{name}"


def _modules(title: str, names: tuple[str, ...]) -> str:
    """A page of modules with what they export: functions first, where one begins."""
    parts = [f"# {title}\n"]
    for name in names:
        module = ast.parse(_source(name))
        exported = next(
            ast.literal_eval(node.value)
            for node in module.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        )
        parts += [f"## {name}\n"] if len(names) > 1 else []
        parts.append(f"{fenced(ast.get_docstring(module) or '')}\n")
        level = "\n    options:\n      heading_level: 3\n" if len(names) > 1 else "\n"
        ordered = sorted(exported, key=lambda each: (not each[0].islower(), exported.index(each)))
        parts += [f"::: {name}.{each}{level}" for each in ordered]
    return "\n".join(parts)


def _source(module: str) -> str:
    """The text of a module, which may need what is not installed."""
    path = module.replace(".", "/")
    places = (f"core/{path}.py", f"core/{path}/__init__.py", f"{path}/__init__.py")
    return next(ROOT / place for place in places if (ROOT / place).is_file()).read_text("utf-8")


def fenced(text: str) -> str:
    """A docstring as Markdown: examples are blocks of code."""
    return re.sub(r"^>>> (?:.+\n?)+", r"```pycon\n\g<0>\n```\n", text, flags=re.MULTILINE)
