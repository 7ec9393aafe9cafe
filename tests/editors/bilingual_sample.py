"""Bilingual files for real editors, in several formats, and what has to be shown of them.

Expected scores come from meteor_core directly, by a path that passes neither the server nor the
readers of files: the texts are written down here as they are meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape

from tests.editors.vscode.segments import Coloured, colours, signed_hint

CODE: Final = "¤"
"""An inline code in the texts below; to METEOR it is a space."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A unit: what the machine wrote and what became of it."""

    mt: str
    target: str

    @property
    def hint(self) -> str:
        """The score as it is drawn."""
        return signed_hint(plain(self.mt), plain(self.target))

    def colours(self, side: str) -> list[Coloured]:
        """The runs of one colour: of ``hypothesis``, which is the MT, or of ``reference``."""
        return merged(colours(plain(self.mt), plain(self.target), side))


UNITS: Final = (
    Sample("The cat sat on the mat", "On the mat sat the cat"),
    Sample(
        "👩‍🚀 Astronauts & engineers land on the moon", "The 👩‍🚀 astronauts & 𠮷 land on a moon"
    ),
    Sample(
        f"Press {CODE}the{CODE} red button at once", f"Press {CODE}the{CODE} round button at once"
    ),
    Sample("Nothing here agrees with it 🙈", "Quite another sentence stood at this place"),
)
AMPERSAND, CODES, LOW = 1, 2, 3


def plain(text: str) -> str:
    """A text as it is scored."""
    return text.replace(CODE, " ")


def merged(runs: Sequence[Coloured]) -> list[Coloured]:
    """Runs with those joined that follow each other in one colour, as around an inline code."""
    return [
        Coloured("".join(run.text for run in same), colour)
        for colour, same in groupby(runs, key=lambda run: run.colour)
    ]


def in_xml(text: str) -> str:
    """A text as XLIFF has it."""
    opened = escape(text).replace(CODE, '<g id="1">', 1)
    return opened.replace(CODE, "</g>", 1)


def target_line(sample: Sample) -> str:
    """The line of an XLIFF file with the final translation."""
    return f"<target>{in_xml(sample.target)}</target>"


def xliff(units: Sequence[Sample] = UNITS) -> list[str]:
    """The lines of an XLIFF 1.2 file."""
    return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
        '<file original="a" source-language="de" target-language="en" datatype="x"><body>',
        *(
            line
            for number, sample in enumerate(units, 1)
            for line in (
                f'<trans-unit id="{number}">',
                f"<source>Quelle {number}</source>",
                target_line(sample),
                f'<alt-trans origin="MT"><target>{in_xml(sample.mt)}</target></alt-trans>',
                "</trans-unit>",
            )
        ),
        "</body></file></xliff>",
    ]


def sdlxliff(units: Sequence[Sample] = UNITS) -> list[str]:
    """The lines of an SDLXLIFF file: one unit with all segments, on one line."""

    def marked(texts: Sequence[str]) -> str:
        return " ".join(
            f'<mrk mtype="seg" mid="{number}">{in_xml(text)}</mrk>'
            for number, text in enumerate(texts, 1)
        )

    sources = marked([f"Quelle {number}" for number, _ in enumerate(units, 1)])
    definitions = "".join(
        f'<sdl:seg id="{number}" conf="Translated" origin="interactive"/>'
        for number, _ in enumerate(units, 1)
    )
    return [
        '<?xml version="1.0" encoding="utf-8"?>',
        (
            '<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" version="1.2"'
            ' xmlns="urn:oasis:names:tc:xliff:document:1.2" sdl:version="1.0">'
        ),
        '<file original="a" source-language="de" target-language="en" datatype="x"><body>',
        (
            f'<trans-unit id="a"><source>Quelle</source><seg-source>{sources}</seg-source>'
            f"<target>{marked([sample.target for sample in units])}</target>"
            f'<alt-trans origin="nmt"><target>{marked([sample.mt for sample in units])}</target>'
            f"</alt-trans><sdl:seg-defs>{definitions}</sdl:seg-defs></trans-unit>"
        ),
        "</body></file></xliff>",
    ]


def tmx(units: Sequence[Sample] = UNITS) -> list[str]:
    """The lines of a TMX file, with two variants of one language."""
    return [
        '<?xml version="1.0"?>',
        '<tmx version="1.4"><header srclang="de"/><body>',
        *(
            line
            for number, sample in enumerate(units, 1)
            for line in (
                f'<tu><tuv xml:lang="de"><seg>Quelle {number}</seg></tuv>',
                f'<tuv xml:lang="en"><seg>{_in_tmx(sample.mt)}</seg></tuv>',
                f'<tuv xml:lang="en"><seg>{_in_tmx(sample.target)}</seg></tuv></tu>',
            )
        ),
        "</body></tmx>",
    ]


def po(units: Sequence[Sample] = UNITS, *, side: str = "target") -> list[str]:
    """The lines of a PO file; one with the MT has the same entries."""
    return [
        'msgid ""',
        'msgstr "Language: en\\n"',
        *(
            line
            for number, sample in enumerate(units, 1)
            for line in (
                "",
                f'msgid "Quelle {number}"',
                f'msgstr "{plain(getattr(sample, side))}"',
            )
        ),
    ]


def _in_tmx(text: str) -> str:
    return escape(text).replace(CODE, '<ph x="1"/>')
