"""Map each format's review states to one vocabulary.

Formats have states of their own, and tools use them in their own ways. A vocabulary has, for each
format, the meaning of the file's states, and how each of ours is written. If a format lacks a
state, the nearest is written, and the intended state is kept beside the file; it is valid as long
as the file has the nearest (``state_of``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .units import Facts

State: TypeAlias = Literal["to-do", "in-work", "reviewed", "approved", "rejected"]

STATES: Final[tuple[State, ...]] = ("to-do", "in-work", "reviewed", "approved", "rejected")

UNREVIEWED: Final[frozenset[State]] = frozenset({"to-do", "in-work"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The states of one format.

    Attributes:
        name: of the format or the program, for display.
        means: our state for each state of the file; others mean nothing.
        written: the file's state for each of ours.
        silent: the file's states that do not prove a review.
    """

    name: str
    means: Mapping[str, State]
    written: Mapping[State, str]
    silent: frozenset[str] = frozenset()

    def nearest(self, state: State) -> State:
        """Return the meaning of the file's nearest equivalent of a state."""
        return self.means[self.written[state]]


XLIFF_STATES: Final = Vocabulary(
    name="XLIFF 1.2",
    means={
        "new": "to-do",
        "needs-translation": "to-do",
        "needs-adaptation": "to-do",
        "needs-l10n": "to-do",
        "needs-review-translation": "to-do",
        "needs-review-adaptation": "to-do",
        "needs-review-l10n": "to-do",
        "translated": "to-do",
        "x-in-work": "in-work",
        "signed-off": "reviewed",
        "final": "approved",
        "x-rejected": "rejected",
    },
    written={
        "to-do": "needs-review-translation",
        "in-work": "x-in-work",
        "reviewed": "signed-off",
        "approved": "final",
        "rejected": "x-rejected",
    },
)
SDL_STATES: Final = Vocabulary(
    name="SDLXLIFF",
    means={
        "Unspecified": "to-do",
        "Translated": "to-do",
        "Draft": "in-work",
        "ApprovedTranslation": "reviewed",
        "ApprovedSignOff": "approved",
        "RejectedTranslation": "rejected",
        "RejectedSignOff": "rejected",
    },
    written={
        "to-do": "Translated",
        "in-work": "Draft",
        "reviewed": "ApprovedTranslation",
        "approved": "ApprovedSignOff",
        "rejected": "RejectedTranslation",
    },
)
XLIFF_2_STATES: Final = Vocabulary(
    name="XLIFF 2",
    means={
        "initial": "to-do",
        "translated": "to-do",
        "translated meteorscope:in-work": "in-work",
        "reviewed": "reviewed",
        "final": "approved",
        "translated meteorscope:rejected": "rejected",
    },
    written={
        "to-do": "translated",
        "in-work": "translated meteorscope:in-work",
        "reviewed": "reviewed",
        "approved": "final",
        "rejected": "translated meteorscope:rejected",
    },
)
"""A state, followed by a space and a ``subState`` if a program has added one."""

PO_STATES: Final = Vocabulary(
    name="PO",
    means={"fuzzy": "to-do", "untranslated": "to-do", "translated": "reviewed"},
    written={
        "to-do": "fuzzy",
        "in-work": "fuzzy",
        "reviewed": "translated",
        "approved": "translated",
        "rejected": "fuzzy",
    },
    silent=frozenset({"translated"}),
)

_VOCABULARIES: Final[Mapping[str, tuple[Vocabulary, ...]]] = {
    "XLIFF 1.2": (XLIFF_STATES, SDL_STATES),
    "XLIFF 2": (XLIFF_2_STATES,),
    "PO": (PO_STATES,),
}


def vocabulary_of(format_name: str | None, said: str | None) -> Vocabulary | None:
    """Return the vocabulary of a file by the state of a unit; None if it keeps no states.

    Args:
        format_name: of the file; None for lines and tables.
        said: the unit's state in the file; None if it has none.
    """
    known = _VOCABULARIES.get(format_name or "", ())
    if said is None:
        return known[0] if known else None
    return next((each for each in known if _word(each, said) in each.means), None)


def state_of(format_name: str | None, facts: Facts, beside: State | None) -> State:
    """Return the review state of a segment."""
    known = vocabulary_of(format_name, facts.state)
    if known is None or facts.state is None:
        return beside or ("approved" if facts.is_final else "to-do")
    here = known.means[_word(known, facts.state)]
    if here == "to-do" and facts.is_final:  # XLIFF 1.2 has a separate attribute
        here = "approved"
    return beside if beside is not None and known.nearest(beside) == here else here


def is_reviewed(format_name: str | None, facts: Facts, beside: State | None) -> bool:
    """Return whether a reviewer has set the state of a segment.

    A translated entry of a PO file counts as reviewed, although that does not prove a review.
    """
    known = vocabulary_of(format_name, facts.state)
    is_silent = known is not None and facts.state in known.silent
    return not is_silent or beside is not None


def _word(vocabulary: Vocabulary, said: str) -> str:
    """Return the file's state without a suffix that other programs add."""
    return said if said in vocabulary.means else said.partition(" ")[0]
