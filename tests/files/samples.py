"""Files made by hand, like those that tools write."""

SDLXLIFF = """\
<?xml version="1.0" encoding="utf-8"?><xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0"
 xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" sdl:version="1.0">
<file original="a.docx" source-language="en-US" target-language="de-DE"><body>
<trans-unit id="abc">
<source>One. <g id="3">Two</g>.</source>
<seg-source><mrk mtype="seg" mid="1">One.</mrk>
<mrk mtype="seg" mid="2"><g id="3">Two</g>.</mrk></seg-source>
<target><mrk mtype="seg" mid="1">Eins.</mrk>
<mrk mtype="seg" mid="2"><g id="3">Zwei</g>.</mrk></target>
<sdl:seg-defs>
<sdl:seg id="1" conf="Translated" origin="interactive"><sdl:prev-origin origin="nmt"/></sdl:seg>
<sdl:seg id="2" conf="ApprovedSignOff" origin="nmt"/></sdl:seg-defs></trans-unit>
</body></file></xliff>"""

MXLIFF = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"
 xmlns:m="http://www.memsource.com/mxlf/2.0" version="1.2">
<file original="a" source-language="en" target-language="de"><body><group id="0">
<trans-unit id="j:0" m:confirmed="1" m:trans-origin="mt">
<source>The house</source><target>Das Haus</target>
<alt-trans origin="memsource-tm"><target>Ein Haus</target></alt-trans>
<alt-trans origin="machine-trans"><target>Das Gebäude</target></alt-trans>
<m:editing-stats><m:thinking-time>500</m:thinking-time>
<m:editing-time>2500</m:editing-time></m:editing-stats>
</trans-unit></group></body></file></xliff>"""

XLIFF_2 = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0"
 xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"
 version="2.1" srcLang="en" trgLang="fr"><file id="f"><unit id="u1">
<mtc:matches><mtc:match ref="#s2" type="tm"><source>B</source><target>tm</target></mtc:match>
<mtc:match ref="#s2" type="mt"><source>B</source><target>machine <ph id="1"/>!</target></mtc:match>
<mtc:match ref="#u=u1/s1" type="mt"><source>A</source><target>un</target></mtc:match></mtc:matches>
<notes><note>Look.</note></notes>
<segment id="s1" state="final">
<source>A <mrk id="m1" type="term">x</mrk></source><target>Un</target></segment>
<ignorable><source> </source></ignorable>
<segment id="s2"><source>B <pc id="2">y</pc></source><target>Deux <ph id="1"/>!</target></segment>
</unit></file></xliff>"""

TMX = """\
<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body><tu tuid="7" creationid="MT!"><note>n</note>
<tuv xml:lang="en"><seg>A <bpt i="1">&lt;b&gt;</bpt>bold<ept
 i="1">&lt;/b&gt;</ept> one&nbsp;</seg></tuv>
<tuv xml:lang="de"><seg>Ein fettes</seg></tuv>
<tuv xml:lang="de"><seg>Ein <hi>dickes</hi></seg></tuv></tu>
</body></tmx>"""

WMT = """\
<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="g"><doc origlang="en" id="d1">
<src lang="en"><p><seg id="1">One</seg></p><p><seg id="2">Two</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Eins</seg></p><p><seg id="2">Zwei</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="2">Paar</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">eins &amp; mehr</seg><seg id="2">zwei</seg></p></hyp>
</doc></collection></dataset>"""

SGML = """\
<tstset setid="t" srclang="English" trglang="German">
<DOC docid="d" sysid="S1">
<seg id="1"> AT&T &lt; x </seg>
<seg id=2>two
lines
<seg id=3>three</seg>
</DOC></tstset>"""

MATECAT = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="letter.docx" source-language="en-GB" target-language="it-IT" datatype="docx">
<body><trans-unit id="NFDBB2FA9-tu1" xml:space="preserve">
<source xml:lang="en-GB">Dear all. Best <g id="1">wishes</g>.</source>
<seg-source><mrk mid="0" mtype="seg">Dear all.</mrk>
<mrk mid="1" mtype="seg"> Best <g id="1">wishes</g>.</mrk></seg-source>
<target xml:lang="it-IT"><mrk mid="0" mtype="seg">Cari tutti.</mrk>
<mrk mid="1" mtype="seg"> Cordiali <g id="1">saluti</g>.</mrk></target>
<alt-trans mid="1" match-quality="85" origin="MT"><source>Best wishes.</source>
<target xml:lang="it-IT"> Migliori <g id="1">auguri</g>.</target></alt-trans>
<alt-trans mid="0" match-quality="100" origin="MyMemory"><target>Cari,</target></alt-trans>
</trans-unit></body></file></xliff>"""

OKAPI = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:okp="okapi-framework">
<file original="a.html" source-language="en" target-language="fr"><body><group translate="no">
<trans-unit id="0" translate="yes"><source>Yes</source><target>Oui</target></trans-unit>
<trans-unit id="1"><source>Code</source><target>Code</target></trans-unit></group>
<trans-unit id="2" approved="yes"><source>One <x id="1"/>two</source>
<seg-source><mrk mid="0" mtype="seg">One <x id="1"/>two</mrk></seg-source>
<target state="final"><mrk mid="0" mtype="seg">Un <x id="1"/>deux</mrk></target>
<alt-trans origin="Google"><target xml:lang="es">Uno dos</target></alt-trans>
<alt-trans alttranstype="reference" origin="MT"><target>Autre chose</target></alt-trans>
<alt-trans alttranstype="previous-version"><target>Avant</target></alt-trans>
<alt-trans okp:matchType="FUZZY" origin="tm.tmx"><target>Un deux</target></alt-trans>
<alt-trans alttranstype="accepted" origin="tm2"><target>Un et deux</target></alt-trans>
<note>Short.</note></trans-unit>
<trans-unit id="2"><source>No target</source></trans-unit>
</body></file></xliff>"""

PO = """\
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# by hand
#. of the program
#: main.c:1
msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

#, fuzzy, c-format
#| msgid "%d old file"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] ""
"%d "
"Dateien\\n"

#~ msgid "Gone"
#~ msgstr "Weg"
"""

ALL = (
    ("a.xlf", MATECAT),
    ("c.xlf", OKAPI),
    ("a.po", PO),
    ("a.sdlxliff", SDLXLIFF),
    ("a.mxliff", MXLIFF),
    ("b.xlf", XLIFF_2),
    ("a.tmx", TMX),
    ("a.xml", WMT),
    ("a.sgm", SGML),
)
