"""``meteorscope meteor-1.5``: the command line of the Java program METEOR 1.5."""

import argparse
import sys
from typing import Final

NAME: Final = "meteor-1.5"

_ASK_FOR_HELP: Final = frozenset({"--help", "-help", "-h"})

_HELP: Final = """\
usage: meteorscope meteor-1.5 TEST REFERENCE [options]

The command line of METEOR 1.5, without Java: in place of
  java -Xmx2G -jar meteor-1.5.jar TEST REFERENCE [options]
write
  meteorscope meteor-1.5 TEST REFERENCE [options]
What it prints and the files it writes are the program's, byte for byte. It needs the program's
files: pip install 'meteorscope[meteor-1-5]', or --meteor-home or METEOR_HOME.

options of METEOR 1.5:
  -l LANGUAGE           en cz de es fr ru with parameters of their own; da fi hu it nl no pt ro
                        se tr ar-bw-red without; other for the rest (default en)
  -t TASK               rank adq hter util li tune universal (default rank, or li); for other
                        languages than English, adq hter util score 0
  -p 'A B G D'          alpha, beta, gamma and delta. Without -w, weights then become those of the
                        task adq, which are 0 for other languages than English
  -m 'NAMES'            exact stem synonym paraphrase, in order
  -w 'WEIGHTS'          one for each module, by place
  -norm                 cut into tokens, normalise, lower-case: for text as people write it
  -lower                lower-case only, for text that is cut into tokens
  -noPunct              with -norm: leave punctuation out
  -ch                   precision and recall count characters
  -r N                  N references for each hypothesis, on N lines one after the other
  -x N                  beam (default 40)
  -s FILE               function words, one a line (default the English ones for every language)
  -d FOLDER             synonyms: english.synsets and english.exceptions
  -a FILE               paraphrases: a table such as paraphrase-en.gz
  -new FOLDER           another language: function.words and paraphrase.gz of that folder, task
                        universal, -lower; but for -x nothing else counts
  -vOut                 precision, recall, penalty and score of each segment
  -ssOut                23 statistics of each segment in place of scores
  -q                    segment scores to standard error, the final score to standard output
  -writeAlignments      write PREFIX-align.out
  -f PREFIX             what names of written files begin with (default meteor)
  -sgml                 SGML files; writes PREFIX-seg.scr, PREFIX-doc.scr and PREFIX-sys.scr
  -stdio                answer lines of standard input (files - and -):
                          SCORE ||| reference ||| ... ||| hypothesis    statistics
                          EVAL ||| statistics ||| ...                   scores, and that of the sum
                          SING ||| statistics                           one score

and of this one:
  --meteor-home PATH    folder or jar of METEOR 1.5 (default: METEOR_HOME, else the package
                        pycocoevalcap)
  --align SEARCH        beam, as the program (default), or optimal, which is proved
  --correct NAMES       what it shall not get wrong: function-words (those of the language),
                        part-of-speech (synonyms of the same one), exact-words (not hash codes)

where it differs on purpose:
  Files of unequal length print the program's error and end with status 2; the program's is 0.
  A mistake is one line and status 2, never a stack trace. With -stdio a line that would end the
  program is answered with a line that begins with Error:.
  Java's powers differ in their last bit from processor to processor. Here a power is the nearest
  float, on every machine; a penalty or score may differ from the program's in its last digits.
  The signature of a score, for papers, is printed by: meteorscope score --variant meteor-1.5

examples:
  meteorscope meteor-1.5 mt.hyp.en mt.ref.en -l en -norm
  meteorscope meteor-1.5 mt.hyp.de mt.ref.de -l de -norm -m 'exact stem' -vOut
  meteorscope meteor-1.5 test.sgm ref.sgm -l en -norm -sgml -f results/mt
  meteorscope meteor-1.5 - - -stdio -l en -norm

exit status:
  0 done, 2 bad use or bad input, 130 interrupted
"""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``meteor-1.5`` to the subcommands.

    All words after it are handed on: no option of the program is one for argparse, which would
    take ``-vOut`` for ``-v``.
    """
    parser = commands.add_parser(
        NAME,
        help="the command line of the Java program METEOR 1.5",
        add_help=False,
        prefix_chars="\0",
    )
    parser.add_argument("words", nargs=argparse.REMAINDER)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the program with the words that follow the command."""
    words: list[str] = arguments.words
    if not _ASK_FOR_HELP.isdisjoint(words):
        sys.stdout.write(_HELP)
        return 0
    if not words:
        sys.stderr.write(_HELP)
        return 2
    from .options import parse_options  # the other commands do without
    from .run import run_program

    run_program(parse_options(words))
    return 0
