"""A text that was split into lines as it was read, and never was one string.

A bilingual file of 50,000 units is a string of 20 MB in a message, and of 80 MB in Python as soon
as it has one emoji. The kernel makes lines of the message itself.
"""


class SplitText(str):
    """Lines with their ends. The protocol's types want a string; as such it is empty.

    Attributes:
        lines: without their ends.
        ends: of each line; empty where the last has none.
        size: bytes of the whole text in UTF-8.
    """

    __slots__ = ("ends", "lines", "size")

    lines: list[str]
    ends: list[str]
    size: int

    @classmethod
    def of(cls, lines: list[str], ends: list[str], size: int) -> "SplitText":
        """Make a text of these."""
        made = cls()
        made.lines, made.ends, made.size = lines, ends, size
        return made

    @property
    def whole(self) -> str:
        """The text as one string."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
