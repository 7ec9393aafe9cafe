"""The search of the METEOR of 2005 and 2007: stage after stage, with the fewest crossings.

Each stage maps the words that the stages before it left over. Of the mappings with the most
matches it takes one with the fewest crossings (Banerjee and Lavie 2005, section 2.1), and a
later stage does not touch it again. Two matches cross when their order differs on the two
sides; a stage's crossings are counted among its own matches and with those of the stages
before. The paper leaves ties open. Here the least sum of distances decides, and then the partners
of the hypothesis' tokens from left to right, the first of which is best (and none best of all): so
there is one best mapping, which does not depend on how it is found.

``blocks.py`` takes the tokens of a stage apart, ``exchange.py`` removes what cannot be in the best
mapping, ``frontier.py`` searches the rest, ``costs.py`` settles a block by itself.
"""

from .search import search_stage_after_stage

__all__ = ["search_stage_after_stage"]
