"""Variants: published definitions of METEOR, pinned."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .errors import unknown_name
from .words.function_words import DEFAULT_LIST

METEOR_1_5: Final = "meteor-1.5"

VariantName: TypeAlias = Literal[
    "classic",
    "banerjee-lavie-2005",
    "lavie-agarwal-2007",
    "linear-penalty",
    "nltk",
    "meteor-1.5",
]
"""Names of all variants, for type checkers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A definition of METEOR. Every field can be overridden; the signature then shows it.

    Attributes:
        name: its name in signatures and on the command line.
        summary: one line for people.
        source: the publication or program that defines it.
        tokenizer: name of a tokenizer.
        folding: "full" (Unicode case folding) or "lower" (``str.lower``).
        stages: names of stages in the order in which they count.
        stemmer: "snowball" (by language), "porter" (English, NLTK's), or "meteor-1.5", the
            program's own.
        synonyms: "wordnet" (English), "wordnet-nltk", WordNet as NLTK looks it up, or
            "meteor-1.5", the program's table.
        align: name of a search.
        program: name of a program whose data and whose parameters for each language and task it
            takes; its numbers below are those for English. Empty for other variants.
        alpha, beta, gamma, delta: see ``Parameters``.
        waive_perfect, stepwise: see ``Parameters``.
        function_words: name of a list, which separates function words from content words.
        any_language: whether its stages are applied to every language as they are; otherwise
            a stage that a language has no data for is left out.
    """

    name: VariantName
    summary: str
    source: str
    tokenizer: str = "words"
    folding: str = "full"
    stages: tuple[str, ...] = ("exact", "stem", "synonym")
    stemmer: str = "porter"
    synonyms: str = "wordnet"
    align: str = "staged"
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    delta: float | None = None
    waive_perfect: bool = False
    stepwise: bool = False
    function_words: str = DEFAULT_LIST
    any_language: bool = False
    program: str = ""


VARIANTS: Final[dict[str, Variant]] = {
    variant.name: variant
    for variant in (
        Variant(
            name="classic",
            summary="the textbook definition, aligned optimally; a perfect segment scores 1",
            source="Banerjee and Lavie 2005, formula and constants",
            stemmer="snowball",
            align="optimal",
            waive_perfect=True,
        ),
        Variant(
            name="banerjee-lavie-2005",
            summary="the first paper: stage after stage, each with the fewest crossings",
            source="Banerjee and Lavie 2005 (W05-0909), section 2",
        ),
        Variant(
            name="lavie-agarwal-2007",
            summary="the same alignment, parameters tuned to human judgements of English",
            source="Lavie and Agarwal 2007 (W07-0734), section 3",
            alpha=0.81,
            beta=0.83,
            gamma=0.28,
        ),
        Variant(
            name="linear-penalty",
            summary="the simplified form of many guides: exact words, penalty 0.5 chunks / matches",
            source="teaching material; not a publication of the authors",
            tokenizer="words-no-punctuation",
            stages=("exact",),
            stemmer="snowball",
            align="optimal",
            beta=1.0,
        ),
        Variant(
            name="nltk",
            summary="equal to nltk.translate.meteor_score on words split at white space",
            source="NLTK 3.10, nltk/translate/meteor_score.py",
            tokenizer="whitespace",
            folding="lower",
            synonyms="wordnet-nltk",
            align="greedy",
            stepwise=True,
            any_language=True,
        ),
        Variant(
            name=METEOR_1_5,
            summary="equal to the Java program METEOR 1.5; parameters by language and task",
            source="Denkowski and Lavie 2014 (W14-3348); METEOR 1.5, edu.cmu.meteor",
            tokenizer="meteor-1.5",
            folding="lower",
            stages=("exact", "stem", "synonym", "paraphrase"),
            stemmer=METEOR_1_5,
            synonyms=METEOR_1_5,
            align="beam",
            alpha=0.85,
            beta=0.2,
            gamma=0.6,
            delta=0.75,
            waive_perfect=True,
            function_words=METEOR_1_5,
            program=METEOR_1_5,
        ),
    )
}
"""Every variant by name, the default first."""

DEFAULT_VARIANT: Final = "classic"


def get_variant(name: object) -> Variant:
    """Return the variant of that name.

    Raises:
        ParameterError: the name is unknown.
    """
    if not isinstance(name, str) or name not in VARIANTS:
        raise unknown_name("variant", name, VARIANTS)
    return VARIANTS[name]
