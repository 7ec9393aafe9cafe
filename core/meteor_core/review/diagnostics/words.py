"""Check for repeated words, missing names and negations, and untranslated words."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from ...text.folding import full_folding
from ...words.function_words import DEFAULT_LIST, function_words
from ..literals import literals
from ..texts import ReviewTexts
from .diagnostic import Diagnostic
from .text_words import Word, is_whole_word, words_of

_REPEATABLE: Final = {
    "de": "der die das sie ihr ihnen den dem ja so sehr was wo nein blah bla",
    "en": "had that is no very really so bye blah her do you it ha bla many far never",
    "fr": "nous vous de très oui non bla",
    "es": "no sí muy bla",
    "it": "così molto piano quasi bla",
    "nl": "die dat zijn het heel bla",
}
"""Words that may be repeated in good sentences."""

_NEGATIONS: Final = {
    "cs": "ne není nejsou nebyl nebyla nebylo nebyli nikdy nikdo nic žádný žádná bez nemá nelze",
    "de": "nicht nichts kein keine keinen keinem keiner keines nie niemals niemand ohne weder",
    "en": "not no never nobody nothing none neither nor without cannot nowhere",
    "es": "no nunca nadie nada ningún ninguna ninguno sin ni jamás tampoco",
    "fr": "ne n pas jamais rien personne aucun aucune sans ni non",
    "it": "non no mai nessuno nessuna niente nulla senza né",
    "nl": "niet geen nooit niemand niets zonder noch",
    "pl": "nie nigdy nikt nic żaden żadna żadne bez ani",
    "pt": "não nunca ninguém nada nenhum nenhuma sem nem jamais",
    "ru": "не нет никогда никто ничего ни без нельзя",
}

_QUOTES: Final = "\"'„“”‟«»‹›‚‘’「」『』"

_BINDS_BEFORE: Final = re.compile(r"[-'’@#$%&/\\.:+~^=_]$")
_BINDS: Final = re.compile(r"[-'’@#$%&/\\+~^=_({]|[.:]\w")
"""Characters that bind to an adjacent word."""

_MIN_RUN_WORDS: Final = 4
"""Shortest run of words that source and post-edit do not share by chance."""


def find_words(
    texts: ReviewTexts,
    codes: Collection[str],
    *,
    language: str | None,
    source_language: str | None,
) -> Iterator[Diagnostic]:
    """Yield words of the post-edit with problems.

    Args:
        texts: of the segment.
        codes: of the checks; names and negations take most of the time.
        language: of the post-edit, as ISO 639-1 code; None if unknown.
        source_language: of the source.
    """
    words = words_of(texts.post_edit)
    yield from _repeated_words(texts, words, language)
    if texts.source is not None:
        yield from _untranslated(texts.source, texts.post_edit, words, language, source_language)
        if "name-missing" in codes:
            yield from _names(texts, source_language)
    if "negation-missing" in codes:
        yield from _negation(texts, language, source_language)


def _repeated_words(
    texts: ReviewTexts, words: Sequence[Word], language: str | None
) -> Iterator[Diagnostic]:
    other = texts.mt if texts.source is None else texts.source
    good = _REPEATABLE.get(language or "", "").split()
    for first, second in pairwise(words):
        word = first.text
        if word.casefold() != second.text.casefold() or word.casefold() in good:
            continue
        between = texts.post_edit[first.end : second.start]
        if not between.isspace() or (word[0].isupper() and second.text[0].isupper()):
            continue  # names such as Pago Pago
        if _has_repetition(other) or _is_part(texts.post_edit, first.start, second.end):
            continue
        yield Diagnostic(
            code="doubled-word",
            message=f"The word {second.text} stands twice.",
            post_edit=second.span,
            # In other places the language may repeat words for emphasis.
            replacement="" if language in _REPEATABLE else None,
            replaced=(first.end, second.end),
        )


def _has_repetition(text: str) -> bool:
    return any(
        first.text.casefold() == second.text.casefold()
        for first, second in pairwise(words_of(text))
    )


def _is_part(text: str, start: int, end: int) -> bool:
    """Return whether the first or the last of two words continues: "%s s", "do do.it"."""
    is_alone = is_whole_word(text, start, end)
    return not is_alone or bool(_BINDS_BEFORE.search(text[:start]) or _BINDS.match(text, end))


def _untranslated(
    source: str,
    post_edit: str,
    words: Sequence[Word],
    language: str | None,
    source_language: str | None,
) -> Iterator[Diagnostic]:
    """Yield the longest run of words that the source has too, except names and titles."""
    theirs = [(match.text.casefold(), match) for match in words_of(source)]
    ours = [(match.text.casefold(), match) for match in words]
    known = {word for word, _ in theirs}
    if sum(word in known for word, _ in ours) < _MIN_RUN_WORDS:
        return
    best = _longest_run([word for word, _ in theirs], [word for word, _ in ours])
    there, here, length = best
    run = [match for _, match in ours[here : here + length]]
    exact = [literal.span for literal in literals(post_edit)]
    lower = [
        match
        for match in run
        if match.text[0].islower() and not any(first <= match.start < end for first, end in exact)
    ]
    if (
        length < _MIN_RUN_WORDS
        or len(lower) < 3
        or _is_quoted(post_edit, run[0].start, run[-1].end)
        or not _is_foreign(lower, language, source_language)
    ):
        return
    yield Diagnostic(
        code="source-language",
        message="These words are left in the language of the source.",
        post_edit=(run[0].start, run[-1].end),
        source=(theirs[there][1].start, theirs[there + length - 1][1].end),
    )


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Return whether words are in quotation marks, like untranslated slogans and titles."""
    before, behind = text[:start].rstrip()[-1:], text[end:].lstrip(" .,!?…")[:1]
    return before != "" and behind != "" and before in _QUOTES and behind in _QUOTES


def _is_foreign(words: Sequence[Word], language: str | None, source_language: str | None) -> bool:
    """Return whether words have more function words of the source language than of the other."""
    if language is None or source_language is None or language == source_language:
        return language is None or source_language is None
    ours, theirs = _grammar(language), _grammar(source_language)
    if not ours or not theirs:
        return True
    folded = [match.text.casefold() for match in words]
    return sum(word in theirs for word in folded) > sum(word in ours for word in folded)


@cache
def _grammar(language: str) -> frozenset[str]:
    return function_words(DEFAULT_LIST, language, full_folding(language))


def _longest_run(theirs: Sequence[str], ours: Sequence[str]) -> tuple[int, int, int]:
    """Return start in theirs, start in ours and length of the longest common run."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(theirs):
        places.setdefault(word, []).append(place)
    best = (0, 0, 0)
    lengths: dict[int, int] = {}
    for here, word in enumerate(ours):
        now: dict[int, int] = {}
        for there in places.get(word, ())[:_MAX_PLACES]:
            now[there] = length = lengths.get(there - 1, 0) + 1
            if length > best[2]:
                best = (there - length + 1, here - length + 1, length)
        lengths = now
    return best


_MAX_PLACES: Final = 50


def _names(texts: ReviewTexts, source_language: str | None) -> Iterator[Diagnostic]:
    """Yield names of source and machine translation that are missing in the post-edit."""
    source = texts.source or ""
    post_edit = texts.post_edit.casefold()
    mt_words = {match.text for match in words_of(texts.mt)}
    before = ""
    seen = set()
    for match in words_of(source):
        word = match.text
        begins = not before or source[: match.start].rstrip()[-1:] in '.!?:"“„«(–-'
        before = word
        if begins or len(word) < 4 or not word[0].isupper() or word in seen:
            continue
        seen.add(word)
        if word in mt_words and word[: max(4, len(word) - 2)].casefold() not in post_edit:
            end = len(texts.post_edit)
            found = texts.mt.find(word)
            yield Diagnostic(
                code="name-missing",
                message=f"The name {word} of the source and the MT is missing.",
                post_edit=(end, end),
                source=match.span,
                mt=(found, found + len(word)),
            )


def _negation(
    texts: ReviewTexts, language: str | None, source_language: str | None
) -> Iterator[Diagnostic]:
    """Yield a negation of only one side; source and MT have to agree."""
    words = frozenset(_NEGATIONS.get(language or "", "").split())
    if not words or texts.mt == texts.post_edit:
        return
    before, after = _negations(texts.mt, words), _negations(texts.post_edit, words)
    if bool(before) == bool(after):
        return
    given = "" if texts.source is None else source_language or ""
    theirs = frozenset(_NEGATIONS.get(given, "").split())
    if theirs and bool(_negations(texts.source or "", theirs)) != bool(before):
        return
    if before:
        end = len(texts.post_edit)
        yield Diagnostic(
            code="negation-missing",
            message=f"The negation {before[0].text} of the MT is missing.",
            post_edit=(end, end),
            mt=before[0].span,
        )
    else:
        yield Diagnostic(
            code="negation-missing",
            message=f"The MT lacks the negation {after[0].text}.",
            post_edit=after[0].span,
        )


def _negations(text: str, words: frozenset[str]) -> list[Word]:
    return [
        match
        for match in words_of(text)
        if (word := match.text.casefold()) in words
        or word.endswith(("n't", "n’t"))
        or word.partition("'")[0].partition("’")[0] in words
    ]
