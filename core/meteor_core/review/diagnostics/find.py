"""All diagnostics of a segment that are asked for."""

from dataclasses import dataclass

from ..texts import ReviewTexts
from .diagnostic import DEFAULT_CODES, Diagnostic
from .glossary import Glossary
from .literals_differ import find_literals
from .marks import find_open_marks
from .words import find_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Checking:
    """What to look for.

    Attributes:
        codes: of the checks that report.
        language: of the post-edit, as ISO 639-1 code; None where it is not known.
        source_language: of the source.
        glossary: terms to use; None without one.
    """

    codes: frozenset[str] = DEFAULT_CODES
    language: str | None = None
    source_language: str | None = None
    glossary: Glossary | None = None


def find_diagnostics(texts: ReviewTexts, checking: Checking) -> tuple[Diagnostic, ...]:
    """Return what stands out in a segment, in the order of the post-edit.

    An empty post-edit is a segment that nobody has translated yet, and has no diagnostics.
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
