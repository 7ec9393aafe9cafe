"""The texts of a segment that is reviewed."""

from dataclasses import dataclass, field

from ..files.units import Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTexts:
    """The texts of one segment, and what its file says of it.

    Attributes:
        mt: what the machine wrote.
        post_edit: the final text.
        source: what was translated; None where it is not known.
        facts: what the file says.
        number: of the segment, from 1.
    """

    mt: str
    post_edit: str
    source: str | None = None
    facts: Facts = field(default_factory=lambda: Facts(id=""))
    number: int = 1
