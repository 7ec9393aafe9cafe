"""METEOR, the machine translation metric: the API of ``meteor_core``, under the installed name.

>>> from meteorscope import Meteor
>>> Meteor().score("the cat sat on the mat", ["the cat sat on the mat"]).score
1.0

Begin at ``Meteor``: ``score`` gives one segment with its alignment, ``batch`` many as columns of
numbers, ``corpus`` a system's score, ``signature`` what makes it reproducible. Scores are from 0
to 1.

    help(meteorscope.Meteor)          the scorer
    help(meteorscope.SegmentResult)   what ``score`` returns
    help(meteorscope.ScoredBatch)     what ``batch`` returns
    help(meteorscope.CorpusResult)    what ``corpus`` returns
    meteorscope.VARIANTS              the published definitions, with their sources
    meteorscope.OPTIONS               what a scorer can be asked for
    meteorscope.read                  bilingual files, as units with texts
    meteorscope.arrow                 tables in Arrow's format
    meteorscope.adapters              in place of NLTK's METEOR, evaluate's and others'

All errors are ``MeteorError``; their messages say what is wrong, where, and what to do.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meteor_core import *  # noqa: F403 - the whole API, as it is at run time
else:
    import meteor_core

    __all__ = meteor_core.__all__

    def __getattr__(name: str) -> object:
        """Look a name up when it is asked for: some depend on the environment."""
        if name in __all__:
            return getattr(meteor_core, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """List the API too, which is looked up when it is asked for."""
        return sorted({*globals(), *__all__})
