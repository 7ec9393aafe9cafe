"""How well a review tells what was edited, and how often it is wrong on clean texts.

    python -m benchmarks.review [--data FOLDER] [--seed N]

Real outputs of machine translation get edits of known kinds at known places, as post-editors make
them; real references get mistakes of known kinds. Printed, in Markdown: precision and recall of
each kind of edit and of each diagnostic, false alarms on references as they are, and the time of
20,000 segments and of a shifted file of 100,000 lines.

An edit is found if one of its kind overlaps its place, and right if an edit of its kind was made
where it lies. A diagnostic is found, and right, by segment. The texts are WMT's; the edits are made
up, so recall is that of plain cases.
"""

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, repeat
from pathlib import Path
from typing import Final

from benchmarks.corpora import REAL_DATA
from benchmarks.tables import table
from meteor_core import Meteor
from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.diagnostic import CHECKS, DEFAULT_CODES
from meteor_core.review.diagnostics.find import Checking, find_diagnostics
from meteor_core.review.diagnostics.glossary import Glossary
from meteor_core.review.edits import REVIEW_KINDS, ReviewEdit
from meteor_core.review.review import review
from meteor_core.review.segments import review_segment
from meteor_core.review.shifted_lines import align_lines
from meteor_core.review.texts import ReviewTexts, with_neighbours

SEGMENTS: Final = 1000
OUTPUTS: Final = (("cs-en/hyp.CUNI-DocTransformer.en", "en"), ("en-de/hyp.Online-A.de", "de"))
PAIRS: Final = (
    ("cs-en/src.cs", "cs-en/hyp.Online-A.en", "cs-en/ref.A.en", "cs", "en"),
    ("cs-en/src.cs", "cs-en/ref.A.en", "cs-en/ref.B.en", "cs", "en"),
    (None, "cs-en/ref.A.en", "cs-en/ref.B.en", None, "en"),
    ("en-de/src.en", "en-de/hyp.Online-A.de", "en-de/ref.A.de", "en", "de"),
    ("en-de/src.en", "en-de/hyp.Online-A.de", "en-de/ref.C.de", "en", "de"),
    (None, "en-de/ref.A.de", "en-de/ref.C.de", None, "de"),
)
HELD_OUT: Final = (
    ("en-de/src.en", "en-de/hyp.UEdin.de", "en-de/ref.D.de", "en", "de"),
    (None, "en-ru/hyp.Online-B.ru", "en-ru/ref.A.ru", None, "ru"),
    (None, "en-zh/hyp.Online-A.zh", "en-zh/ref.A.zh", None, "zh"),
    (None, "en-ja/hyp.Online-A.ja", "en-ja/ref.A.ja", None, "ja"),
    (None, "de-fr/hyp.Online-A.fr", "de-fr/ref.A.fr", None, "fr"),
    (None, "../mqm21/zh-en/hyp.Online-W.en", "../mqm21/zh-en/ref.A.en", None, "en"),
)
"""On which no rule was made; what was wrong in general was mended.

These were codes in Chinese, and speeches in which each segment begins with a quotation mark.
"""

FALSE: Final = {
    ("cs-en/src.cs", "cs-en/ref.A.en"): {86, 746, 807, 931},
    ("cs-en/src.cs", "cs-en/ref.B.en"): {161, 337, 732, 841},
    ("en-de/src.en", "en-de/ref.A.de"): {181, 385, 386, 438, 500, 801, 897, 898},
    ("en-de/src.en", "en-de/ref.C.de"): {438, 500},
    (None, "en-de/ref.C.de"): {588, 725, 747, 976, 981},
    ("en-de/src.en", "en-de/ref.D.de"): {158, 191, 307, 438},
    (None, "en-ru/ref.A.ru"): {27, 468, 570, 578, 743, 972, 976},
    (None, "en-zh/ref.A.zh"): {27, 235},
    (None, "en-ja/ref.A.ja"): {209},
    (None, "de-fr/ref.A.fr"): {287},
}
"""Segments, from 1, whose references a person who read them found right, by source and reference.

Where there is no source to look at, a quotation that may go on in the next segment counts as right.
"""

WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_PAIRS_OF_SYNONYMS: Final = """
big/large begin/start car/automobile buy/purchase help/assist fast/quick city/town show/demonstrate
answer/reply choose/select doctor/physician error/mistake film/movie get/obtain happen/occur
house/home job/task kill/murder problem/trouble said/stated road/route shop/store work/labor
"""
SYNONYMS: Final = dict(pair.split("/") for pair in _PAIRS_OF_SYNONYMS.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """An edit that was made: where it lies in either text, as ranges of code points."""

    kind: str
    mt: tuple[int, int]
    post_edit: tuple[int, int]


class Text:
    """Words of a text with the white space and marks between them, to be edited one by one."""

    def __init__(self, text: str, dice: random.Random, words: Sequence[str]) -> None:
        """Cut a text."""
        self.parts = [
            [part, part, ""] for part in re.findall(r"\s+|[^\W\d_]+|\d+(?:[.,]\d+)*|.", text)
        ]
        self.dice = dice
        self.words = words

    def places(self, fits: Callable[[str], bool]) -> list[int]:
        """Return parts that nobody has edited, and that are not beside an edited one."""
        return [
            place
            for place, (old, new, kind) in enumerate(self.parts)
            if fits(old) and not any(part[2] for part in self.parts[max(0, place - 6) : place + 7])
        ]

    def edit(self, kind: str) -> bool:
        """Make one edit of a kind, if there is a place for it."""
        fits: Callable[[str], bool] = _FITS.get(kind, _is_word)
        places = self.places(fits)
        if not places:
            return False
        place = self.dice.choice(places)
        old = self.parts[place][0]
        if kind == "moved":
            return self._move(place)
        if kind == "dropped":
            self.parts[place][1:] = ["", kind]
        elif kind == "added":
            self.parts[place : place + 1] = [
                ["", self.dice.choice(self.words), kind],
                ["", " ", kind],
                [old, old, ""],
            ]
        else:
            self.parts[place][1:] = [_CHANGES[kind](old, self.dice, self.words), kind]
        return True

    def _move(self, place: int) -> bool:
        words = [at for at in range(len(self.parts)) if _is_word(self.parts[at][0])]
        at = words.index(place)
        if at + 8 >= len(words) or any(part[2] for part in self.parts[place : words[at + 8]]):
            return False
        phrase = self.parts[place : words[at + 2]]
        target = words[at + 5]
        for part in phrase:
            part[1:] = ["", "moved"]
        self.parts[target:target] = [["", old, "moved"] for old, _, _ in phrase]
        return True

    def result(self) -> tuple[str, str, list[Made]]:
        """Return the text before and after, and the edits."""
        before = after = ""
        made = []
        for old, new, kind in self.parts:
            if kind:
                mt, here = (len(before), len(before + old)), (len(after), len(after + new))
                made.append(Made(kind=kind, mt=mt, post_edit=here))
            before, after = before + old, after + new
        return before, after, list(_whole(made, before, after))


def _whole(made: Sequence[Made], before: str, after: str) -> Iterator[Made]:
    """Yield edits that are more than space; a move as all between its two places.

    Whether a phrase was moved forward or what it passed was moved back is one thing to see.
    """
    for kind, group in groupby(made, key=lambda one: one.kind):
        if kind == "moved":
            parts = list(group)
            mt = parts[0].mt[0], parts[-1].mt[1]
            yield Made(kind=kind, mt=mt, post_edit=(parts[0].post_edit[0], parts[-1].post_edit[1]))
            continue
        for one in group:
            if before[slice(*one.mt)].strip() or after[slice(*one.post_edit)].strip():
                yield one


def _is_word(text: str) -> bool:
    return text.isalpha() and len(text) > 3 and text.islower()


def _inflected(word: str, dice: random.Random, words: Sequence[str]) -> str:
    return (
        word[:-1]
        if word.endswith("s")
        else word + dice.choice(["s", "s", "n"] if word[-1] == "e" else ["s"])
    )


def _other_word(word: str, dice: random.Random, words: Sequence[str]) -> str:
    other = dice.choice(words)
    return other if other[:2] != word[:2] else "nevertheless"


def _other_number(number: str, dice: random.Random, words: Sequence[str]) -> str:
    digits = list(number)
    at = dice.choice([at for at, digit in enumerate(digits) if digit.isdigit()])
    digits[at] = str((int(digits[at]) + dice.randint(1, 8)) % 10)
    return "".join(digits)


def _other_mark(mark: str, dice: random.Random, words: Sequence[str]) -> str:
    return {",": ";", ".": "!", ":": ",", ";": ","}[mark]


_FITS: Final[dict[str, Callable[[str], bool]]] = {
    "synonym": lambda text: text in SYNONYMS,
    "number-or-code": lambda text: text[:1].isdigit(),
    "punctuation": lambda text: text in set(",.:;"),
}
_CHANGES: Final[dict[str, Callable[[str, random.Random, Sequence[str]], str]]] = {
    "form": _inflected,
    "synonym": lambda word, _dice, _words: SYNONYMS[word],
    "replaced": _other_word,
    "number-or-code": _other_number,
    "punctuation": _other_mark,
}
MADE_KINDS: Final = [kind for kind in REVIEW_KINDS if kind != "kept"]


def edited(texts: Sequence[str], dice: random.Random) -> Iterator[tuple[str, str, list[Made]]]:
    """Yield texts before and after up to three edits."""
    words = sorted({word for text in texts for word in WORD.findall(text) if _is_word(word)})
    for text in texts:
        parts = Text(text, dice, words)
        for _ in range(dice.choice([0, 1, 1, 2, 3])):
            parts.edit(dice.choice(MADE_KINDS))
        yield parts.result()


def overlaps(made: Made, edit: ReviewEdit) -> bool:
    """Whether an edit lies where one was made, in one of the texts."""
    return _meet(made.mt, edit.mt) or _meet(made.post_edit, edit.post_edit)


def _meet(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def edits_table(data: Path, seed: int) -> str:
    """Return precision and recall of each kind of edit."""
    made, found, told, right = (Counter[str]() for _ in range(4))
    for name, language in OUTPUTS:
        meteor = Meteor(language=language)
        for before, after, edits in edited(lines_of(data / name), random.Random(seed)):
            done = review_segment(ReviewTexts(mt=before, post_edit=after), meteor).edits
            for one in edits:
                made[one.kind] += 1
                found[one.kind] += any(
                    edit.kind == one.kind and overlaps(one, edit) for edit in done
                )
            for edit in done:
                told[edit.kind] += 1
                right[edit.kind] += any(
                    edit.kind == one.kind and overlaps(one, edit) for one in edits
                )
    rows = [
        (
            kind,
            f"{made[kind]:,}",
            share(found[kind], made[kind]),
            f"{told[kind]:,}",
            share(right[kind], told[kind]),
        )
        for kind in MADE_KINDS
    ]
    return table(("edit", "made", "recall", "told", "precision"), rows)


def share(part: int, whole: int) -> str:
    """Return a share in percent."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


def lines_of(path: Path) -> list[str]:
    """Return the first segments of a file."""
    with path.open(encoding="utf-8") as file:
        return [line.rstrip("\n") for line in islice(file, SEGMENTS)]


def texts_of(data: Path, source: str | None, mt: str, post_edit: str) -> list[ReviewTexts]:
    """Return the first segments of files, each with what those around it leave open."""
    translations, finals = lines_of(data / mt), lines_of(data / post_edit)
    sources: Iterable[str | None] = lines_of(data / source) if source else repeat(None)
    rows = zip(translations, finals, sources, strict=False)
    return list(
        with_neighbours(
            ReviewTexts(mt=before, post_edit=after, source=original, number=number)
            for number, (before, after, original) in enumerate(rows, 1)
        )
    )


_ALONE: Final = re.compile(r"(?<![\w.,:/-])\d\d+(?![\w:/-]|[.,]\d)")
"""A number of two digits or more that is not a part of another one, or of a code."""

Mistake = Callable[[ReviewTexts, random.Random], ReviewTexts | None]


def _with(texts: ReviewTexts, post_edit: str, *, also: str = "") -> ReviewTexts:
    """Return texts with another post-edit, and with something at the end of the other two."""
    source, mt = f"{texts.source}{also}", f"{texts.mt}{also}"
    return replace(texts, source=source, mt=mt, post_edit=post_edit)


def _number(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    match = _ALONE.search(texts.post_edit)
    if not match or match[0] not in _ALONE.findall(texts.source or ""):
        return None
    other = _other_number(match[0], dice, ())
    return _with(texts, texts.post_edit[: match.start()] + other + texts.post_edit[match.end() :])


def _number_left_out(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    match = _ALONE.search(texts.post_edit)
    others = (texts.source or "", texts.mt)
    if not match or not all(match[0] in _ALONE.findall(other) for other in others):
        return None
    before, behind = texts.post_edit[: match.start()], texts.post_edit[match.end() :]
    return _with(texts, before.removesuffix(" ") + behind)


def _appended(right: str, wrong: str) -> Mistake:
    return lambda texts, _dice: _with(texts, texts.post_edit + wrong, also=right)


def _double(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    words = [match for match in WORD.finditer(texts.post_edit) if match[0].islower()]
    if not words:
        return None
    match = dice.choice(words)
    return _with(texts, f"{texts.post_edit[: match.end()]} {texts.post_edit[match.start() :]}")


def _without(marks: str) -> Mistake:
    def mistake(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
        places = [place for place, mark in enumerate(texts.post_edit) if mark in marks]
        if not places:
            return None
        place = dice.choice(places)
        return _with(texts, texts.post_edit[:place] + texts.post_edit[place + 1 :])

    return mistake


def _source_left(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    source, target = (texts.source or "").split(), texts.post_edit.split()
    if len(source) < 12 or len(target) < 12:
        return None
    start = dice.randrange(len(source) - 6)
    changed = " ".join([*target[4:8], *source[start : start + 6]])
    if re.search(r"""[\d()\[\]"“”„]""", changed):
        return None  # a number or a mark that goes or comes with the words is another mistake
    return _with(texts, " ".join([*target[:4], *source[start : start + 6], *target[8:]]))


def _negation_left_out(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    match = re.search(r" (?:not|nicht)\b", texts.post_edit)
    if match is None or not re.search(r"\b(?:not|nicht)\b", texts.mt):
        return None
    return _with(texts, texts.post_edit[: match.start()] + texts.post_edit[match.end() :])


def _name_left_out(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    for match in re.finditer(r"(?<=[a-z] )[A-Z][a-z]{4,} ", texts.post_edit):
        others = (texts.source or "", texts.mt)
        is_there = all(re.search(rf"[a-z] {match[0]}", text) for text in others)
        if is_there and texts.post_edit.count(match[0].strip()) == 1:
            return _with(texts, texts.post_edit.replace(match[0], ""))
    return None


def _final(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    return replace(texts, mt=texts.post_edit, facts=Facts(id="", is_final=True))


GLOSSARY: Final = Glossary(
    [("řekl", "stated"), ("said", "erklärte"), ("according to", "laut"), ("vláda", "cabinet")]
)


def _term(texts: ReviewTexts, dice: random.Random) -> ReviewTexts | None:
    source = (texts.source or "").casefold()
    wrong = re.search(r"\b(?:řekl|said|according to|vláda)\b", source)
    used = any(
        word in texts.post_edit.casefold() for word in ("stated", "erklärte", "laut", "cabinet")
    )
    return texts if wrong and not used else None


MISTAKES: Final[dict[str, Mistake]] = {
    "number-differs": _number,
    "number-missing": _number_left_out,
    "date-differs": _appended(" (12.05.2021)", " (21.05.2021)"),
    "unit-differs": _appended(" (37 km)", " (37 kg)"),
    "url-differs": _appended(" (https://example.org/a?b=1)", " (https://example.org/a?b=2)"),
    "placeholder-differs": _appended(" {name}: %s", " {nome}: %s"),
    "code-differs": _appended(" (XK-2000)", " (XK-200)"),
    "negation-missing": _negation_left_out,
    "name-missing": _name_left_out,
    "doubled-word": _double,
    "open-bracket": _without("()"),
    "open-quote": _without('"“”„'),
    "source-language": _source_left,
    "untouched-final": _final,
    "term-missing": _term,
}


def diagnostics_table(data: Path, seed: int) -> str:
    """Return recall of each diagnostic on mistakes of its kind, and its precision on all."""
    made, found, told, right = (Counter[str]() for _ in range(4))
    for source, mt, post_edit, *languages in PAIRS:
        if source is None or "ref" in mt:
            continue
        checking = Checking(
            codes=frozenset(CHECKS),
            source_language=languages[0],
            language=languages[1],
            glossary=GLOSSARY,
        )
        dice = random.Random(seed)
        rows = texts_of(data, source, mt, post_edit)
        for code, mistake in MISTAKES.items():
            without = Checking(
                codes=checking.codes - {"term-missing"},
                source_language=languages[0],
                language=languages[1],
            )
            for before in rows:
                wrong = mistake(before, dice)
                if wrong is None:
                    continue
                asked = checking if code == "term-missing" else without
                codes = {one.code for one in find_diagnostics(wrong, asked)}
                # What the reference has without the mistake is counted as an alarm, elsewhere.
                codes -= {one.code for one in find_diagnostics(before, without)} - {code}
                made[code] += 1
                found[code] += code in codes
                for one in codes:
                    told[one] += 1
                    right[one] += one == code
    rows_ = [
        (
            code,
            "on" if CHECKS[code].on else "off",
            f"{made[code]:,}",
            share(found[code], made[code]),
            f"{told[code]:,}",
            share(right[code], told[code]),
        )
        for code in MISTAKES
    ]
    return table(("diagnostic", "by default", "made", "recall", "told", "precision"), rows_)


def alarms_table(data: Path) -> str:
    """Return the share of clean segments with a diagnostic, for each pair of texts."""
    rows = []
    for source, mt, post_edit, source_language, language in (*PAIRS, *HELD_OUT):
        counts: Counter[str] = Counter()
        segments = wrong = 0
        right = FALSE.get((source, post_edit), set())
        segments_of_texts = texts_of(data, source, mt, post_edit)
        for given in segments_of_texts:
            checking = Checking(source_language=source_language, language=language)
            codes = {one.code for one in find_diagnostics(given, checking)}
            counts.update(codes)
            segments += bool(codes)
            wrong += bool(codes) and given.number in right
        total = len(segments_of_texts)
        told = ", ".join(f"{code} {number}" for code, number in counts.most_common())
        shares = share(segments, total), share(wrong, total)
        rows.append((source or "–", mt, post_edit, *shares, told))
    return table(("source", "MT", "post-edit", "segments", "false", "of which"), rows)


def times_in_words(data: Path, seed: int) -> str:
    """Return how long a review of 20,000 segments takes, and a shifted file of 100,000 lines."""
    dice = random.Random(seed)
    texts = lines_of(data / OUTPUTS[0][0])
    pairs = [pair for _ in range(20) for pair in edited(texts, dice)]
    meteor = Meteor(language="en")
    start = time.process_time()
    review((ReviewTexts(mt=mt, post_edit=final) for mt, final, _ in pairs), meteor)
    reviewed = time.process_time() - start
    mt = [f"{pair[0]} {number}" for number, pair in enumerate(pairs * 5)]
    post_edit = ["A new line", *(f"{pair[1]} {number}" for number, pair in enumerate(pairs * 5))]
    start = time.process_time()
    shifts = align_lines(mt, post_edit).shifts
    aligned = time.process_time() - start
    return (
        f"A review of {len(pairs):,} segments takes {reviewed:.1f} s of processor time. In a "
        f"file of {len(mt):,} lines with one inserted at the top, {len(shifts)} shift is found "
        f"within {aligned:.2f} s."
    )


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=REAL_DATA / "wmt21", help="WMT 2021's texts")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    print("## Kinds of edits\n", edits_table(asked.data, asked.seed), sep="\n")
    print("\n## Diagnostics\n", diagnostics_table(asked.data, asked.seed), sep="\n")
    print(f"\nOn by default: {', '.join(code for code in CHECKS if code in DEFAULT_CODES)}")
    print("\n## Alarms on references as they are\n", alarms_table(asked.data), sep="\n")
    print("\n## Time\n", times_in_words(asked.data, asked.seed), sep="\n")


if __name__ == "__main__":
    main()
