"""METEOR, the machine translation metric: tokens, alignments, scores.

>>> from meteor_core import Meteor
>>> meteor = Meteor(variant="classic", language="en")
>>> meteor.score("the cat sat on the mat", ["the cat sat on the mat"]).score
1.0
"""

from typing import TYPE_CHECKING, Any, Literal

from .batch.batch import PreparedReferences, ScoredBatch
from .configuration import Configuration, configure
from .errors import (
    InputError,
    InputTypeError,
    MeteorError,
    ParameterError,
    ResourceError,
    SegmentError,
)
from .meteor import Meteor
from .options import OPTIONS, MeteorOptions
from .runtime.implementation import chosen_implementation
from .score.alignment import Alignment, Chunk, Match, TokenRow
from .score.measures import Measures, measure
from .score.parameters import Parameters
from .score.results import CorpusResult, SegmentResult
from .score.signature import Signature
from .score.statistics import Statistics
from .search import SearchName
from .text.tokenizers import TOKENIZER_NAMES, Tokenizer, TokenizerName, get_tokenizer
from .tuned import TunedVariant, VariantChoice, read_tuned, tuned_text
from .variants import DEFAULT_VARIANT, VARIANTS, Variant, VariantName, get_variant
from .version import VERSION

__version__ = VERSION

IMPLEMENTATION: Literal["compiled", "python"]  # what computes
IMPLEMENTATION_REASON: str  # why it is this one, in a sentence

if TYPE_CHECKING:  # type checkers do not see lazy imports
    from .files.before import read
else:

    def __getattr__(name: str) -> Any:
        """Look up at its first use what depends on the environment, or few need."""
        if name == "read":
            from .files.before import read

            return read
        if name == "IMPLEMENTATION":
            return chosen_implementation().name
        if name == "IMPLEMENTATION_REASON":
            return chosen_implementation().reason
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")

    def __dir__() -> list[str]:
        """List the names that are looked up at their first use, too."""
        return sorted({*globals(), *__all__})


__all__ = [
    "DEFAULT_VARIANT",
    "IMPLEMENTATION",
    "IMPLEMENTATION_REASON",
    "OPTIONS",
    "TOKENIZER_NAMES",
    "VARIANTS",
    "Alignment",
    "Chunk",
    "Configuration",
    "CorpusResult",
    "InputError",
    "InputTypeError",
    "Match",
    "Measures",
    "Meteor",
    "MeteorError",
    "MeteorOptions",
    "ParameterError",
    "Parameters",
    "PreparedReferences",
    "ResourceError",
    "ScoredBatch",
    "SearchName",
    "SegmentError",
    "SegmentResult",
    "Signature",
    "Statistics",
    "TokenRow",
    "Tokenizer",
    "TokenizerName",
    "TunedVariant",
    "Variant",
    "VariantChoice",
    "VariantName",
    "__version__",
    "configure",
    "get_tokenizer",
    "get_variant",
    "measure",
    "read",
    "read_tuned",
    "tuned_text",
]
