"""Pair files of one folder by their names, and columns of a table by theirs.

    X.hyp.EXT           X.ref.EXT, X.ref1.EXT, X.ref2.EXT ...     hypothesis, references
    X.mt.EXT            X.pe.EXT                                  MT output, its post-edit
    SET.hyp.SYSTEM.LANG SET.ref.A.LANG, SET.ref.B.LANG ...        as WMT names its files
    X.src.EXT                                                     the source of all of these
    X.mt.EXT            X.EXT, a bilingual file that keeps no MT  its MT, as the final translation

Test sets with one file per side have other names: mteval's SGML is paired by the name of the set in
its content, and a directory in the layout of mt-metrics-eval by its folders,
``system-outputs/de-en/SYSTEM.txt`` and ``references/de-en.refA.txt``.

X or SET may be missing (``hyp.Online-A.en``). An EXT that is a language code is the language of the
text.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core.words.languages import LANGUAGE_CODES

WATCHED: Final = (
    "**/*.{hyp,ref,mt,pe,src}.*",
    "**/*.ref[0-9].*",
    "**/*.ref[0-9][0-9].*",
    "**/{hyp,ref,mt,pe,src}.*",
    "**/ref[0-9].*",
    "**/*.{tsv,tbx,jsonl,ndjson}",
    "**/*.{xlf,xliff,sdlxliff,mxliff,mqxliff,tmx,po,pot,sgm,sgml}",
    "**/system-outputs/*/*.txt",
    "**/references/*.txt",
    "**/sources/*.txt",
    "**/*.toml",
)
"""Globs of all files that matter.

Braces contain no ranges: Emacs 30 rejects these, and then watches nothing at all.
"""

_NAME: Final = re.compile(
    r"(?!.*\.review\.jsonl\Z)"  # remarks on a file with a role
    r"(?:(?P<stem>.+)\.)?(?P<role>hyp|ref[0-9]{0,9}|mt|pe|src)\.(?:(?P<label>[^/]+)\.)?(?P<extension>[^./]+)",
    re.DOTALL,
)
_LANGUAGE_TAG: Final = re.compile(r"([A-Za-z]{2})(?:[-_][A-Za-z]{2,4})?")
_LANGUAGES: Final = re.compile(r"[A-Za-z]{2}-([A-Za-z]{2})")
_NUMBERED: Final = re.compile(r"(?:reference|ref)([0-9]{1,9})")

HELP: Final = (
    "Name the files X.hyp.EXT and X.ref.EXT (or X.mt.EXT and X.pe.EXT) in one folder, "
    "pair them by a [[pairs]] table in meteor.toml or with the command meteor.pair, or use a TSV "
    "or JSON Lines file with the columns hypothesis and reference, or mt and pe"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Names of files in one folder that belong together.

    Attributes:
        hypotheses: each is scored against all references.
        references: in order.
        sources: the first is used.
        post_editing: whether the reference is a post-edit.
        extension: of hypotheses and references.
    """

    hypotheses: tuple[str, ...]
    references: tuple[str, ...]
    sources: tuple[str, ...]
    post_editing: bool
    extension: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Names of the columns of a table that hold the texts of a pairing."""

    hypothesis: str
    references: tuple[str, ...]
    source: str | None
    post_editing: bool


def names_around(name: str) -> tuple[str, str]:
    """Return the names of a bilingual file and of its MT file, given one of them."""
    stem, _, extension = name.rpartition(".")
    plain = stem.removesuffix(".mt")
    return f"{plain}.{extension}", f"{plain}.mt.{extension}"


def has_role(name: str) -> bool:
    """Whether a file name contains a role."""
    return _NAME.fullmatch(name) is not None


def by_stems(names: Iterable[str]) -> dict[str | None, list[str]]:
    """Group names with a role by their stem, which the files of a pairing share."""
    found: dict[str | None, list[str]] = {}
    for name in names:
        parts = _NAME.fullmatch(name)
        if parts is not None:
            found.setdefault(parts["stem"], []).append(name)
    return found


def stem_of(name: str) -> str | None:
    """Return the stem of a name, or None without stem or role."""
    parts = _NAME.fullmatch(name)
    return parts["stem"] if parts else None


def is_hypothesis(name: str) -> bool:
    """Whether a file name is that of a hypothesis."""
    return _role(name) in ("hyp", "mt")


def expected_partner(name: str) -> str | None:
    """Return the name that a file's partner would have, or None without a role."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    partner = {"mt": "pe", "pe": "mt", "hyp": "ref"}.get(parts["role"], "hyp")
    start, end = parts.span("role")
    if parts["role"] == "src":  # in another language
        return f"{name[:start]}{partner}.*"
    rest = f".*.{parts['extension']}" if parts["label"] else name[end:]
    return name[:start] + partner + rest


def family(name: str, names: Collection[str]) -> Family | None:
    """Return the files of a folder that belong to a file, or None without a role."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    same = {
        other: found
        for other in {*names, name}
        if (found := _NAME.fullmatch(other)) and found["stem"] == parts["stem"]
    }
    extension = parts["extension"]
    post_editing = parts["role"] in ("mt", "pe")
    if parts["role"] == "src":
        scored = [found for found in same.values() if found["role"] in ("hyp", "mt")]
        if not scored:
            return None
        chosen = min(scored, key=lambda found: found.string)
        extension, post_editing = chosen["extension"], chosen["role"] == "mt"
    of_language = {o: f for o, f in same.items() if f["extension"] == extension}
    first, second = ("mt", "pe") if post_editing else ("hyp", "ref")
    labelled = bool(parts["label"])
    return Family(
        hypotheses=_members(of_language, first, labelled=labelled),
        references=_members(of_language, second, labelled=labelled),
        sources=tuple(sorted(other for other, found in same.items() if found["role"] == "src")),
        post_editing=post_editing,
        extension=extension,
    )


def columns(fields: Iterable[str]) -> Columns | None:
    """Return the columns of a table that belong together by name, or None."""
    known = {field.lower(): field for field in reversed(list(fields))}
    source = known.get("source") or known.get("src")
    hypothesis = known.get("hypothesis") or known.get("hyp")
    references = _reference_columns(known)
    if hypothesis and references:
        return Columns(
            hypothesis=hypothesis, references=references, source=source, post_editing=False
        )
    if "mt" in known and "pe" in known:
        return Columns(
            hypothesis=known["mt"], references=(known["pe"],), source=source, post_editing=True
        )
    return None


def language_in(name: str) -> str | None:
    """Return the language in a file name: the extension, or the part before it.

    Examples: ``news.hyp.de``, ``news.pt-BR`` and ``news.en-de.tsv`` (from English to German).
    """
    for part in reversed(name.split(".")[1:][-2:]):
        pair = _LANGUAGES.fullmatch(part)
        if pair and part[:2].islower() and part[3:].islower() and pair[1] in LANGUAGE_CODES:
            return pair[1]
        tag = _LANGUAGE_TAG.fullmatch(part)
        if tag and tag[1].lower() in LANGUAGE_CODES:
            return tag[1].lower()
        if has_role(name):
            return None  # the part before the extension is a role or a system
    return None


def _role(name: str) -> str | None:
    parts = _NAME.fullmatch(name)
    return parts["role"] if parts else None


def _members(names: dict[str, re.Match[str]], role: str, *, labelled: bool) -> tuple[str, ...]:
    """Return the names with a role, preferably with (or without) a label."""
    members = [name for name, found in names.items() if found["role"].rstrip("0123456789") == role]
    alike = [name for name in members if bool(names[name]["label"]) == labelled]
    return tuple(sorted(alike or members, key=lambda name: _order(names[name])))


def _order(found: re.Match[str]) -> tuple[int, str]:
    number = found["role"].lstrip("abcdefghijklmnopqrstuvwxyz")
    return (int(number) if number else -1, found.string)


def _reference_columns(known: dict[str, str]) -> tuple[str, ...]:
    plain = [known[name] for name in ("reference", "ref") if name in known][:1]
    numbered = sorted(
        (int(found[1]), field)
        for name, field in known.items()
        if (found := _NUMBERED.fullmatch(name))
    )
    return (*plain, *(field for _, field in numbered))


def joined(names: Sequence[str]) -> str:
    """Join names in a sentence."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
