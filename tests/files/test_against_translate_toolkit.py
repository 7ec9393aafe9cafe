"""XLIFF, TMX and PO, compared with the translate toolkit.

It leaves out inline codes and changes white space, so that texts are compared without.
"""

from typing import Any

from hypothesis import given, settings
from translate.storage import po, tmx, xliff

from meteor_core.files.formats import PO
from meteor_core.files.units import MT, SOURCE, TARGET
from meteor_core.files.xml.formats import TMX, XLIFF
from tests.thoroughness import more_when_thorough, tries

from .generated import po_files, tmx_files, xliff_files


def squeezed(text: Any) -> str:
    return "".join(str(text or "").split())


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(xliff_files(names=("x", "g")))
def test_xliff(content: str) -> None:
    expected = []
    for unit in xliff.xlifffile.parsestring(content.encode()).units:
        (alternative,) = unit.getalttrans()
        texts = (unit.source, alternative.target, unit.target)
        expected.append((unit.xmlelement.get("id"), *map(squeezed, texts)))
    found = [
        (unit.facts.id, *(squeezed(unit.texts.get(field)) for field in (SOURCE, MT, TARGET)))
        for unit in XLIFF.read(content.split("\n")).units
    ]
    assert found == expected


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(tmx_files())
def test_tmx(content: str) -> None:
    """The toolkit's target is the first of the other language."""
    expected = [
        (unit.getid(), squeezed(unit.source), squeezed(unit.target))
        for unit in tmx.tmxfile.parsestring(content.encode()).units
    ]
    found = [
        (unit.facts.id, squeezed(unit.texts["en"]), squeezed(unit.texts["de"]))
        for unit in TMX.read(content.split("\n")).units
    ]
    assert [each[1:] for each in found] == [each[1:] for each in expected]


@more_when_thorough
@settings(max_examples=tries(40, thorough=400))
@given(po_files())
def test_po(content: str) -> None:
    expected = []
    for unit in po.pofile.parsestring(content.encode()).units:
        if unit.isobsolete() or unit.isheader():
            continue
        for form, target in enumerate(unit.target.strings if unit.hasplural() else [unit.target]):
            source = unit.source.strings[min(form, 1)] if unit.hasplural() else unit.source
            expected.append((str(source), str(target), unit.isfuzzy()))
    found = [
        (unit.texts[SOURCE], unit.texts[TARGET], unit.facts.state == "fuzzy")
        for unit in PO.read(content.split("\n")).units
    ]
    assert found == expected
