"""Bilingual files for tests, made of rows of texts; expected places are found by looking."""

from collections.abc import Sequence
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

Row: TypeAlias = tuple[str, str | None, str | None]
"""Source, MT and target of a unit; None for one that is not there."""

ROWS: Final[Sequence[Row]] = [
    ("Press the button.", "Drücke den Knopf.", "Drücken Sie den Knopf."),
    ("Fish & chips 👍", "Fisch & Chips 👍 gut", "Fisch & Chips 👍 sind gut"),
    ("No machine here.", None, "Keine Maschine hier."),
    ("Not translated.", "Nicht übersetzt.", None),
    ("Entirely other.", "Ganz andere Worte stehen hier nun", "Das hat damit gar nichts gemein"),
]

_HEAD: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.txt" source-language="en-GB" target-language="de-DE" datatype="plaintext"><body>
"""
_FOOT: Final = "</body></file></xliff>\n"


def xliff(rows: Sequence[Row] = ROWS) -> str:
    """XLIFF 1.2 as MateCat lays it out."""
    return _HEAD + "".join(_unit(number, row) for number, row in enumerate(rows, 1)) + _FOOT


def _unit(number: int, row: Row) -> str:
    source, mt, target = (None if text is None else escape(text) for text in row)
    lines = [f'  <trans-unit id="u{number}">', f"    <source>{source}</source>"]
    if target is not None:
        lines.append(f'    <target state="translated">{target}</target>')
    if mt is not None:
        lines.append(f'    <alt-trans origin="MT"><target>{mt}</target></alt-trans>')
    return "\n".join([*lines, "  </trans-unit>", ""])


XLIFF_2: Final = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"
 xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" version="2.1" srcLang="en" trgLang="fr">
<file id="f"><unit id="u1"><mtc:matches>
<mtc:match ref="#s2" type="tm"><source>B</source><target>tm</target></mtc:match>
<mtc:match ref="#s2" type="mt"><source>B</source><target>machine <ph id="1"/>!</target></mtc:match>
<mtc:match ref="#u=u1/s1" type="mt"><source>A</source><target>un</target></mtc:match></mtc:matches>
<segment id="s1" state="final"><source>A x</source><target>Un</target></segment>
<segment id="s2"><source>B <pc id="2">y</pc></source><target>Deux <ph id="1"/>!</target></segment>
</unit><unit id="u2"><mtc:matches><mtc:match ref="#s1" type="mt"><source>A</source><target>un
 chat 👍</target></mtc:match></mtc:matches><segment id="s1"><source>A</source><target>Le
 chat</target></segment></unit>
<unit id="u3"><segment><source>Bare</source></segment></unit>
</file></xliff>
"""

TMX: Final = """\
<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body>
<tu tuid="7"><tuv xml:lang="en"><seg>A bold one</seg></tuv>
<tuv xml:lang="de"><seg>Ein fettes &lt;Wort&gt;</seg></tuv>
<tuv xml:lang="de"><seg>Ein <hi>dickes</hi> &#87;ort</seg></tuv></tu>
<tu tuid="8"><tuv xml:lang="en"><seg>B</seg></tuv><tuv xml:lang="de"><seg>ein <bpt
 i="1">b</bpt>B<ept i="1"/></seg></tuv><tuv xml:lang="de"><seg><![CDATA[ein B]]></seg></tuv></tu>
<tu tuid="9"><tuv xml:lang="de"><seg>nur eines</seg></tuv></tu>
</body></tmx>
"""

WMT: Final = """\
<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="g"><doc origlang="en" id="d1">
<src lang="en"><p><seg id="1">One</seg></p><p><seg id="2">Two</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Eins</seg></p><p><seg id="2">Zwei</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="2">Paar</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">eins &amp; mehr</seg><seg id="2">zwei</seg></p></hyp>
</doc><doc id="d2"><src lang="en"><p><seg id="1">Three</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Drei</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">drei</seg></p></hyp>
</doc><doc id="d3"><hyp system="X"><p><seg id="1">x</seg></p></hyp></doc></collection></dataset>
"""

PO: Final = """\
msgid ""
msgstr ""
"Language: de\\n"

# a note
#, fuzzy
msgctxt "menu"
msgid "Open"
msgstr "Öff"
"nen \\"jetzt\\"\\n"

msgid "file"
msgid_plural "files"
msgstr[0] "Datei"
msgstr[1] ""
"Dateien 👍"
msgid "last"
msgstr "letztes"

#~ msgid "gone"
#~ msgstr "weg"

msgid "really last"
msgstr "wirklich"
"""

SGML: Final = """\
<tstset setid="t" srclang="English" trglang="German">
<DOC docid="d" sysid="S1">
<seg id="1"> AT&T &lt; x </seg>
<seg id=2>two
lines
<seg id=3>three</seg> <seg id=4> 4 </seg>
</DOC><DOC docid="d" sysid="S2"><seg id=1>one more</seg></DOC></tstset>
"""

FILES: Final = {
    "a.xlf": xliff(),
    "b.xlf": XLIFF_2,
    "c.tmx": TMX,
    "d.xml": WMT,
    "e.po": PO,
    "f.sgm": SGML,
}
"""A small file in each format, by a name."""
