"""Check terms of a glossary, from TSV or TBX.

A term also matches inflected: unless its words are short, their endings may differ by up to three
letters.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.parsers import expat

from ...errors import InputError
from ...files.text_bytes import decoded, split_lines, uncompressed
from ...text.tokenizers import Span
from ..texts import ReviewTexts
from .diagnostic import Diagnostic

_WORD: Final = re.compile(r"\w+")
_NO_SPACES: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
)
_HEADS: Final = frozenset({"source", "source term", "term", "src"})
_CONCEPTS: Final = frozenset({"termEntry", "conceptEntry"})
_LANGUAGE_PARTS: Final = frozenset({"langSet", "langSec"})
_MAX_BYTES: Final = 1 << 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A source term and its translations.

    Attributes:
        source: as the glossary spells it.
        targets: permitted translations.
    """

    source: str
    targets: tuple[str, ...]


class Glossary:
    """Terms, indexed by their first words."""

    def __init__(self, terms: Iterable[tuple[str, str]]) -> None:
        """Create a glossary from pairs of a source term and a target term, in order."""
        targets: dict[str, list[str]] = defaultdict(list)
        for source, target in terms:
            if source.strip() and target.strip() and target.strip() not in targets[source.strip()]:
                targets[source.strip()].append(target.strip())
        self.terms: Final = tuple(
            Term(source=source, targets=tuple(found)) for source, found in targets.items() if found
        )
        self._by_stem: Final[Mapping[str, list[Term]]] = _by_stem(self.terms)

    def __len__(self) -> int:
        """Return the number of source terms."""
        return len(self.terms)

    def find(self, texts: ReviewTexts) -> Iterator[Diagnostic]:
        """Yield terms of the source without a translation in the post-edit.

        Of nested terms, only the longest counts.
        """
        if texts.source is None:
            return
        for span, term in _longest(self._in_source(texts.source)):
            if any(_place(texts.post_edit, target) for target in term.targets):
                continue
            end = len(texts.post_edit)
            wanted = " or ".join(term.targets)
            yield Diagnostic(
                code="term-missing",
                message=f"The glossary asks for {wanted}, for {term.source}.",
                post_edit=(end, end),
                source=span,
                mt=next((at for one in term.targets if (at := _place(texts.mt, one))), None),
            )

    def _in_source(self, source: str) -> Iterator[tuple[Span, Term]]:
        seen = set()
        stems = {_stem(match[0]) for match in _WORD.finditer(source)}
        for stem in (*stems, ""):
            for term in self._by_stem.get(stem, ()):
                if term.source not in seen and (span := _place(source, term.source)):
                    seen.add(term.source)
                    yield span, term


def read_glossary(name: str, *, source_language: str | None, language: str | None) -> Glossary:
    """Read a glossary from disk: TBX, or a table whose first two columns are source and target.

    Args:
        name: of the file.
        source_language: ISO 639-1 code; required for TBX with more than two languages.
        language: ISO 639-1 code of the target.

    Raises:
        InputError: the file is unreadable, faulty or empty.
    """
    try:
        if Path(name).stat().st_size > _MAX_BYTES:
            raise InputError(f"{name} has more than {_MAX_BYTES >> 20} MB, which no glossary has")
        content = Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from None
    text = decoded(name, uncompressed(name, content))
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        glossary = Glossary(_tbx(name, text, source_language, language))
    else:
        glossary = Glossary(_tsv(name, split_lines(text)))
    if not glossary:
        raise InputError(f"{name} has no term with a source and a target")
    return glossary


def _tsv(name: str, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) < 2:
            raise InputError(
                f"{name}:{number}: a term has a source, a tab and a target; there is no tab"
            )
        if number == 1 and cells[0].strip().casefold() in _HEADS:
            continue
        yield cells[0], cells[1]


def _tbx(
    name: str, text: str, source_language: str | None, language: str | None
) -> Iterator[tuple[str, str]]:
    for line, concept in _concepts(name, text):
        codes = list(concept)
        source = _code(codes, source_language) or (codes[0] if len(codes) == 2 else None)
        target = _code(codes, language) or (codes[-1] if len(codes) == 2 else None)
        if source is None or target is None or source == target:
            if len(codes) > 2 and (source_language is None or language is None):
                raise InputError(
                    f"{name}:{line}: a concept has terms in {', '.join(codes)}; say which "
                    "languages the texts have"
                )
            continue
        for one in concept[source]:
            yield from ((one, other) for other in concept[target])


def _code(codes: Sequence[str], wanted: str | None) -> str | None:
    if wanted is None:
        return None
    return next((code for code in codes if _primary(code) == _primary(wanted)), None)


def _primary(code: str) -> str:
    return code.replace("_", "-").partition("-")[0].lower()


def _concepts(name: str, text: str) -> list[tuple[int, dict[str, list[str]]]]:
    """Return the terms of each concept by language, with the line on which it ends."""
    reader = _TbxReader(name)
    try:
        reader.parser.Parse(text.encode("utf-8", "surrogatepass"), True)  # noqa: FBT003  # expat's own
    except expat.ExpatError as error:
        raise InputError(
            f"{name}:{error.lineno}:{error.offset + 1}: this is no XML: "
            f"{expat.ErrorString(error.code)}; correct the file there, or export it again"
        ) from None
    return reader.concepts


class _TbxReader:
    """Collects the terms of a TBX of any dialect."""

    def __init__(self, name: str) -> None:
        self.concepts: Final[list[tuple[int, dict[str, list[str]]]]] = []
        self.parser: Final = expat.ParserCreate("utf-8")
        self._name = name
        self._concept: dict[str, list[str]] = {}
        self._language = ""
        self._term: list[str] | None = None
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._add_text
        self.parser.EntityDeclHandler = self._reject_entity

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _CONCEPTS:
            self._concept = {}
        elif tag in _LANGUAGE_PARTS:
            self._language = attributes.get("xml:lang") or attributes.get("lang") or ""
        elif tag == "term":
            self._term = []

    def _end(self, tag: str) -> None:
        if tag == "term" and self._term is not None:
            term = " ".join("".join(self._term).split())
            self._concept.setdefault(self._language, []).append(term)
            self._term = None
        elif tag in _CONCEPTS:
            self.concepts.append((self.parser.CurrentLineNumber, self._concept))

    def _add_text(self, data: str) -> None:
        if self._term is not None:
            self._term.append(data)

    def _reject_entity(self, *_: object) -> None:
        raise InputError(
            f"{self._name}:{self.parser.CurrentLineNumber}: a glossary cannot declare entities; "
            "remove the declarations"
        )


def _by_stem(terms: Iterable[Term]) -> dict[str, list[Term]]:
    """Group terms by the stem of their first word, or under "" if written without spaces."""
    found: dict[str, list[Term]] = defaultdict(list)
    for term in terms:
        first = None if _NO_SPACES.search(term.source) else _WORD.search(term.source)
        found[_stem(first[0]) if first else ""].append(term)
    return found


def _stem(word: str) -> str:
    return word.casefold()[:3]


def _place(text: str, term: str) -> Span | None:
    """Locate the first occurrence of a term in a text, inflected or not."""
    start = text.casefold().find(term.casefold()) if _NO_SPACES.search(term) else -1
    if start >= 0:
        return start, start + len(term)
    wanted = _WORD.findall(term)
    if not wanted:
        start = text.find(term)
        return (start, start + len(term)) if start >= 0 else None
    words = list(_WORD.finditer(text))
    for first in range(len(words) - len(wanted) + 1):
        here = words[first : first + len(wanted)]
        if all(_is_form(match[0], word) for match, word in zip(here, wanted, strict=True)):
            return here[0].start(), here[-1].end()
    return None


def _is_form(word: str, term: str) -> bool:
    """Return whether a word is a term's word up to its ending; capitals of abbreviations count."""
    if term.isupper() and len(term) > 1:
        return word == term or word.rstrip("s") == term
    word, term = word.casefold(), term.casefold()
    if word == term:
        return True
    if len(term) < 4 or abs(len(word) - len(term)) > 3:
        return False
    same = 0
    for one, other in zip(word, term, strict=False):
        if one != other:
            break
        same += 1
    return same >= max(3, len(term) - 2)


def _longest(found: Iterable[tuple[Span, Term]]) -> list[tuple[Span, Term]]:
    """Return terms in order, without those nested in another."""
    terms = sorted(found, key=lambda pair: (pair[0][0], -pair[0][1]))
    kept: list[tuple[Span, Term]] = []
    for span, term in terms:
        if not kept or span[1] > kept[-1][0][1]:
            kept.append((span, term))
    return kept
