"""METEOR, the machine translation metric, made live: scores, alignments, and why.

>>> from meteorscope import Meteor
>>> meteor = Meteor(variant="classic", language="en")
>>> result = meteor.score("We danced with glee", ["We danced with joy", "Glee made us dance"])
>>> round(result.score, 4), result.matches, result.chunks
(0.7361, 3, 1)
>>> [(match.stage, match.hypothesis) for match in result.alignment.matches]
[('exact', (0, 1)), ('exact', (1, 2)), ('exact', (2, 3))]

A system is scored as a whole, or segment by segment as columns of numbers. References are lists
beside the hypotheses, one for each set, as in sacrebleu.

>>> hypotheses, references = ["a cat sat", "it rained"], [["the cat sat", "it was raining"]]
>>> round(meteor.corpus(hypotheses, references).score, 4)
0.535
>>> batch = meteor.batch(hypotheses, references)
>>> [round(score, 4) for score in batch.score], list(batch.chunks)
([0.625, 0.3448], [1, 2])
>>> str(batch.signature)
'METEOR|nrefs:1|variant:classic|lang:en|...'

Scores are from 0 to 1. Segments, tokens and references are counted from 0; places in a text are
half-open ranges of code points of the text that was given. Results are values: they can be
compared, hashed, pickled, and used in threads. Print the signature beside a number: only numbers
with the same signature can be compared.

``help(meteorscope.Meteor)`` continues here, and so does the help of each name below.

Score:
    Meteor                 scores segments, batches and corpora by one definition of METEOR
    MeteorOptions          what a scorer can be asked for, as a value
    OPTIONS                the same as a table: names, values, bounds, help
    PreparedReferences     references that are analysed once, for many systems

Results:
    SegmentResult          what ``Meteor.score`` returns: measures, counts, alignment
    ScoredBatch            what ``Meteor.batch`` returns: a column for each number
    CorpusResult           what ``Meteor.corpus`` returns
    Measures               score, precision, recall, F-mean, fragmentation, penalty
    Statistics             the counts that all measures follow from; they add up
    measure                the formula: measures from statistics and parameters
    Signature              says how a number was computed, and makes it reproducible

Alignments:
    Alignment              which words match, and in which chunks
    Match                  tokens of both sides that a stage joins
    Chunk                  a longest run of matches that are adjacent and in order
    TokenRow               the tokens of a text, and their places in it

Definitions:
    VARIANTS               the published definitions, with their sources
    DEFAULT_VARIANT        the name of the one that is used where none is given
    Variant                one of them
    VariantName            their names, for type checkers
    VariantChoice          a name, a tuned variant or its file, for type checkers
    get_variant            a variant by its name
    TunedVariant           what ``meteorscope tune`` found
    read_tuned             a tuned variant from its file
    tuned_text             the file of a tuned variant
    Configuration          a variant, a language and what was changed in it
    configure              makes a configuration, and checks it
    Parameters             alpha, beta, gamma, delta and the weights of stages
    SearchName             the searches for an alignment, for type checkers
    Tokenizer              what cuts a text into tokens
    TokenizerName          the tokenizers' names, for type checkers
    TOKENIZER_NAMES        the names that any variant can have
    get_tokenizer          a tokenizer by its name

Files:
    read                   bilingual files (XLIFF, TMX, PO and others), as units with texts

Errors, whose messages say what is wrong, where, and what to do:
    MeteorError            all of them
    InputError             a text or a file is not as it has to be; a ValueError
    InputTypeError         an argument is of a wrong type; a TypeError
    ParameterError         an option is out of its bounds or unknown; a ValueError
    ResourceError          a file or a program that is needed is not there
    SegmentError           one segment cannot be scored; an InputError

What computes:
    IMPLEMENTATION         "compiled" or "python"; the results are the same
    IMPLEMENTATION_REASON  why it is that one
    __version__            of Meteorscope

Modules:
    meteorscope.comparison  systems compared, and where their differences come from
    meteorscope.adapters    METEOR as NLTK, evaluate, pycocoevalcap, sacrebleu, torchmetrics have it
    meteorscope.arrow       tables in Arrow's format
    meteor_widget           views for notebooks
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meteor_core import *  # noqa: F403 - the whole API, as it is at run time
else:
    import meteor_core

    # Without ``__all__``, help() shows the page above and no more: each class has its own.
    globals().update(
        {name: value for name, value in vars(meteor_core).items() if name in meteor_core.__all__}
    )

    def __getattr__(name: str) -> object:
        """Look a name up when it is asked for: some depend on the environment."""
        if name in meteor_core.__all__:
            return getattr(meteor_core, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """List the API too, which is looked up when it is asked for."""
        return sorted({*globals(), *meteor_core.__all__})
