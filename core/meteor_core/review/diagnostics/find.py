"""Run the requested checks on a segment."""

from dataclasses import dataclass

from ..texts import ReviewTexts
from .diagnostic import DEFAULT_CODES, Diagnostic
from .glossary import Glossary
from .literals_differ import find_literals
from .marks import find_open_marks
from .words import find_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Checking:
    """Which diagnostics to find.

    Attributes:
        codes: of the enabled checks.
        language: of the post-edit, as ISO 639-1 code; None if unknown.
        source_language: of the source.
        glossary: required terms, if any.
    """

    codes: frozenset[str] = DEFAULT_CODES
    language: str | None = None
    source_language: str | None = None
    glossary: Glossary | None = None


def find_diagnostics(texts: ReviewTexts, checking: Checking) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a segment, in the order of the post-edit.

    An empty post-edit is not translated yet, and has no diagnostics.
    """
    if not texts.post_edit.strip():
        return ()
    found = [
        *find_literals(texts),
        *find_open_marks(texts),
        *find_words(
            texts,
            checking.codes,
            language=checking.language,
            source_language=checking.source_language,
        ),
        *(checking.glossary.find(texts) if checking.glossary else ()),
    ]
    if texts.facts.is_final and texts.mt == texts.post_edit:
        found.append(
            Diagnostic(
                code="untouched-final",
                message="This segment is marked as finished, and is the MT as it was.",
                post_edit=(0, len(texts.post_edit)),
            )
        )
    reported = (one for one in found if one.code in checking.codes)
    return tuple(sorted(reported, key=lambda one: (one.post_edit, one.code)))
