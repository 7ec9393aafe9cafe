"""A diagnostic on words of a post-edit, and the table of all checks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...errors import unknown_name
from ...text.tokenizers import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding in a segment.

    Attributes:
        code: of the check that found it; one of ``CHECKS``.
        message: a sentence.
        post_edit: half-open range of code points of the post-edit, from 0; if anything is missing,
            an empty range at the likeliest place.
        source: range of the source that it is compared with, if any.
        mt: range of the machine translation that it is compared with, if any.
        replacement: proposed text, if known.
        replaced: range of the post-edit to replace; None for ``post_edit``.
    """

    code: str
    message: str
    post_edit: Span
    source: Span | None = None
    mt: Span | None = None
    replacement: str | None = None
    replaced: Span | None = None

    @property
    def fix(self) -> tuple[Span, str] | None:
        """Return the range to replace and its replacement; None if unknown.

        The proposal may be wrong: checks know neither the format of a placeholder nor whether a
        language doubles a word.
        """
        if self.replacement is None:
            return None
        return self.replaced or self.post_edit, self.replacement


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A kind of diagnostic.

    Attributes:
        code: its name.
        on: whether it is reported by default: only checks that are seldom wrong are.
        finds: description of its findings.
    """

    code: str
    on: bool
    finds: str


CHECKS: Final = {
    check.code: check
    for check in (
        Check(
            code="number-differs",
            on=True,
            finds="A number of the source (of the MT, without a source) is another one here.",
        ),
        Check(
            code="number-missing",
            on=True,
            finds="A number that source and MT have is missing.",
        ),
        Check(code="date-differs", on=True, finds="A date in figures is another one here."),
        Check(
            code="unit-differs",
            on=True,
            finds="A number has another unit or currency.",
        ),
        Check(
            code="url-differs",
            on=True,
            finds="An address of the web or of mail is missing or another one.",
        ),
        Check(
            code="placeholder-differs",
            on=True,
            finds="A placeholder or tag is missing, added or another one.",
        ),
        Check(
            code="code-differs",
            on=True,
            finds="A code of letters and figures that source and MT have is missing.",
        ),
        Check(
            code="negation-missing",
            on=False,
            finds="The MT is negated and the post-edit is not, or the other way round.",
        ),
        Check(
            code="name-missing",
            on=False,
            finds="A name that source and MT have is missing.",
        ),
        Check(code="doubled-word", on=True, finds="A word stands twice."),
        Check(
            code="open-bracket",
            on=True,
            finds="A bracket is opened and not closed, or closed and not opened.",
        ),
        Check(code="open-quote", on=True, finds="A quotation is opened and not closed."),
        Check(
            code="source-language",
            on=True,
            finds="Words are left in the language of the source.",
        ),
        Check(
            code="untouched-final",
            on=True,
            finds="The file says that the segment is finished, and it is the MT as it was.",
        ),
        Check(
            code="term-missing",
            on=True,
            finds="The glossary has a term for words of the source, and it is not there.",
        ),
    )
}
"""All checks by code, in display order."""

DEFAULT_CODES: Final = frozenset(code for code, check in CHECKS.items() if check.on)


def codes_of(names: Iterable[str]) -> frozenset[str]:
    """Validate the names of codes.

    Raises:
        ParameterError: a code is unknown.
    """
    codes = frozenset(names)
    for name in sorted(codes):
        if name not in CHECKS:
            raise unknown_name("diagnostic", name, CHECKS)
    return codes
