"""What is wrong with settings or a ``meteor.toml``: a sentence, and the key that it is about."""

from dataclasses import dataclass

from meteor_core.text.toml_places import KeyPath


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong.

    Attributes:
        origin: the place as a person calls it: "meteor.toml, pairs 2, references".
        message: what is wrong there, and what to do.
        path: of the value; empty where the mistake is in the file as a whole.
        of_key: whether it is the key that is wrong, and not the value.
        offset: character of the text that is wrong, where the text is no TOML.
    """

    origin: str
    message: str
    path: KeyPath = ()
    of_key: bool = False
    offset: int | None = None

    def __str__(self) -> str:
        """All in one sentence, for who does not see the place."""
        return f"{self.origin}: {self.message}"
