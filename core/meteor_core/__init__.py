"""METEOR, the machine translation metric: tokens, alignments, scores.

>>> from meteor_core import Meteor
>>> meteor = Meteor(variant="classic", language="en")
>>> meteor.score("the cat sat on the mat", ["the cat sat on the mat"]).score
1.0
"""

from .alignment import Alignment, Chunk, Match, TokenRow
from .configuration import Configuration, configure
from .errors import InputError, InputTypeError, MeteorError, ParameterError, ResourceError
from .meteor import Meteor
from .parameters import Parameters
from .results import CorpusResult, SegmentResult
from .scoring import Measures, measure
from .statistics import Statistics
from .tokenizers import TOKENIZER_NAMES, Tokenizer, get_tokenizer
from .variants import DEFAULT_VARIANT, VARIANTS, Variant, get_variant
from .version import VERSION

__version__ = VERSION

__all__ = [
    "DEFAULT_VARIANT",
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
    "ParameterError",
    "Parameters",
    "ResourceError",
    "SegmentResult",
    "Statistics",
    "TokenRow",
    "Tokenizer",
    "Variant",
    "__version__",
    "configure",
    "get_tokenizer",
    "get_variant",
    "measure",
]
