"""What is still to do about a segment, in one vocabulary for all formats.

Formats have states of their own, and tools use them in their own ways. Here stands, for each
format, what a state of a file means, and how a state is written there. Where a format has no word
for a state, the nearest is written, and what was meant has to be kept beside the file; it counts as
long as the file still says the nearest (``state_of``).
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
        name: of the format or the program, as people write it.
        means: what a state of the file means; what is not here means nothing.
        written: how each state is written.
        silent: of its words, those that files have whether or not somebody has reviewed them.
    """

    name: str
    means: Mapping[str, State]
    written: Mapping[State, str]
    silent: frozenset[str] = frozenset()

    def nearest(self, state: State) -> State:
        """Return what the file says where a state was written into it."""
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
"""A state, and behind a space a ``subState``, which XLIFF 2 has for what programs add."""

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
    """Return the states of a file in which a unit says that; None where it keeps none.

    Args:
        format_name: of the file; None for lines and tables.
        said: the unit's state, in the file's words; None where it has none.
    """
    known = _VOCABULARIES.get(format_name or "", ())
    if said is None:
        return known[0] if known else None
    return next((each for each in known if _word(each, said) in each.means), None)


def state_of(format_name: str | None, facts: Facts, beside: State | None) -> State:
    """Return what is to do about a segment.

    Args:
        format_name: of the file; None for lines and tables.
        facts: what the file says.
        beside: what was noted beside the file, if something was.
    """
    known = vocabulary_of(format_name, facts.state)
    if known is None or facts.state is None:
        return beside or ("approved" if facts.is_final else "to-do")
    here = known.means[_word(known, facts.state)]
    if here == "to-do" and facts.is_final:  # XLIFF 1.2 has another attribute for this
        here = "approved"
    return beside if beside is not None and known.nearest(beside) == here else here


def is_said(format_name: str | None, facts: Facts, beside: State | None) -> bool:
    """Return whether somebody has said the state of a segment.

    A translated entry of a PO file counts as reviewed, but nobody need have looked at it.
    """
    known = vocabulary_of(format_name, facts.state)
    is_silent = known is not None and facts.state in known.silent
    return not is_silent or beside is not None


def _word(vocabulary: Vocabulary, said: str) -> str:
    """What a file says, without a part that other programs put behind it."""
    return said if said in vocabulary.means else said.partition(" ")[0]
