"""Names and longer codes of languages, loaded only to suggest the ISO 639-1 code that is meant."""

from typing import Final

_NAMES: Final = """\
aa aar Afar
ab abk Abkhaz/Abkhazian
ae ave Avestan
af afr Afrikaans
ak aka Akan
am amh Amharic
an arg Aragonese
ar ara Arabic
as asm Assamese
av ava Avar/Avaric
ay aym Aymara
az aze Azerbaijani/Azeri
ba bak Bashkir
be bel Belarusian
bg bul Bulgarian
bh bih Bihari
bi bis Bislama
bm bam Bambara
bn ben Bengali/Bangla
bo bod/tib Tibetan
br bre Breton
bs bos Bosnian
ca cat Catalan/Valencian
ce che Chechen
ch cha Chamorro
co cos Corsican
cr cre Cree
cs ces/cze Czech
cu chu Church Slavonic/Old Church Slavonic
cv chv Chuvash
cy cym/wel Welsh
da dan Danish
de deu/ger German/Deutsch
dv div Divehi/Maldivian
dz dzo Dzongkha
ee ewe Ewe
el ell/gre Greek
en eng English
eo epo Esperanto
es spa Spanish/Castilian
et est/ekk Estonian
eu eus/baq Basque
fa fas/per/pes Persian/Farsi
ff ful Fula/Fulah
fi fin Finnish
fj fij Fijian
fo fao Faroese
fr fra/fre French
fy fry Frisian/West Frisian
ga gle Irish
gd gla Gaelic/Scottish Gaelic
gl glg Galician
gn grn Guarani
gu guj Gujarati
gv glv Manx
ha hau Hausa
he heb Hebrew
hi hin Hindi
ho hmo Hiri Motu
hr hrv Croatian
ht hat Haitian Creole/Haitian
hu hun Hungarian
hy hye/arm Armenian
hz her Herero
ia ina Interlingua
id ind Indonesian
ie ile Interlingue
ig ibo Igbo
ii iii Nuosu/Sichuan Yi
ik ipk Inupiaq
io ido Ido
is isl/ice Icelandic
it ita Italian
iu iku Inuktitut
ja jpn Japanese
jv jav Javanese
ka kat/geo Georgian
kg kon Kongo
ki kik Kikuyu
kj kua Kwanyama
kk kaz Kazakh
kl kal Greenlandic/Kalaallisut
km khm Khmer/Cambodian
kn kan Kannada
ko kor Korean
kr kau Kanuri
ks kas Kashmiri
ku kur/kmr Kurdish
kv kom Komi
kw cor Cornish
ky kir Kyrgyz/Kirghiz
la lat Latin
lb ltz Luxembourgish
lg lug Ganda/Luganda
li lim Limburgish
ln lin Lingala
lo lao Lao
lt lit Lithuanian
lu lub Luba-Katanga
lv lav/lvs Latvian
mg mlg Malagasy
mh mah Marshallese
mi mri/mao Maori
mk mkd/mac Macedonian
ml mal Malayalam
mn mon Mongolian
mr mar Marathi
ms msa/may/zsm Malay
mt mlt Maltese
my mya/bur Burmese
na nau Nauruan
nb nob Bokmål/Norwegian Bokmål/Bokmal/Norwegian Bokmal
nd nde Northern Ndebele/North Ndebele
ne nep/npi Nepali
ng ndo Ndonga
nl nld/dut Dutch/Flemish
nn nno Nynorsk/Norwegian Nynorsk
no nor Norwegian
nr nbl Southern Ndebele/South Ndebele
nv nav Navajo
ny nya Chichewa/Chewa/Nyanja
oc oci Occitan
oj oji Ojibwe/Ojibwa
om orm Oromo
or ori/ory Odia/Oriya
os oss Ossetian/Ossetic
pa pan Punjabi/Panjabi
pi pli Pali
pl pol Polish
ps pus Pashto
pt por Portuguese
qu que Quechua
rm roh Romansh
rn run Kirundi/Rundi
ro ron/rum Romanian/Moldovan
ru rus Russian
rw kin Kinyarwanda
sa san Sanskrit
sc srd Sardinian
sd snd Sindhi
se sme Northern Sami
sg sag Sango
si sin Sinhala/Sinhalese
sk slk/slo Slovak
sl slv Slovene/Slovenian
sm smo Samoan
sn sna Shona
so som Somali
sq sqi/alb Albanian
sr srp Serbian
ss ssw Swati/Swazi
st sot Sesotho/Southern Sotho
su sun Sundanese
sv swe Swedish
sw swa/swh Swahili
ta tam Tamil
te tel Telugu
tg tgk Tajik
th tha Thai
ti tir Tigrinya
tk tuk Turkmen
tl tgl/fil Tagalog/Filipino
tn tsn Tswana
to ton Tongan
tr tur Turkish
ts tso Tsonga
tt tat Tatar
tw twi Twi
ty tah Tahitian
ug uig Uyghur/Uighur
uk ukr Ukrainian
ur urd Urdu
uz uzb/uzn Uzbek
ve ven Venda
vi vie Vietnamese
vo vol Volapük/Volapuk
wa wln Walloon
wo wol Wolof
xh xho Xhosa
yi yid Yiddish
yo yor Yoruba
za zha Zhuang
zh zho/chi/cmn Chinese/Mandarin
zu zul Zulu"""
"""Code, the codes of ISO 639-2 and 639-3, and English names."""


def codes_by_name() -> dict[str, str]:
    """Return the ISO 639-1 code of each longer code and each English name, in lower case."""
    codes: dict[str, str] = {}
    for line in _NAMES.splitlines():
        code, longer, names = line.split(" ", 2)
        codes |= dict.fromkeys((*longer.split("/"), *names.lower().split("/")), code)
    return codes
