"""Bugs of METEOR 1.5 that can be fixed on request; signatures list the corrections.

- ``function-words``: the asked-for language's list of function words. The program takes the
  English one for every language.
- ``part-of-speech``: synonym sets of different parts of speech are kept apart. The program
  compares numbers that WordNet gives once to a noun's, a verb's and an adjective's set each.
- ``exact-words``: words are compared as they are. The program compares their hash codes.
"""

from typing import Final

CORRECTIONS: Final = ("function-words", "part-of-speech", "exact-words")
