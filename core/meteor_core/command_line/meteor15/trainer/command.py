"""``meteorscope meteor-1.5-trainer``: METEOR 1.5's Trainer."""

import argparse
import sys
from typing import Final

from ....errors import require_extra

NAME: Final = "meteor-1.5-trainer"

_ASK_FOR_HELP: Final = frozenset({"--help", "-help", "-h"})

_HELP: Final = """\
usage: meteorscope meteor-1.5-trainer TASK FOLDER [options]

METEOR 1.5's Trainer, without Java: scores the segments of a folder by every setting of a grid and
prints how well each agrees with what people said of them. In place of
  java -Xmx2G -cp meteor-1.5.jar Trainer TASK FOLDER [options]
write
  meteorscope meteor-1.5-trainer TASK FOLDER [options]
What it prints is the program's, byte for byte: a line for each setting with the agreement, alpha,
beta, gamma, delta and four weights. It needs the program's files, as meteorscope meteor-1.5 does.

tasks, and what is in the folder:
  segcor                Pearson's correlation with ratings of segments, each segment as heavy as
                        its reference is long; for each set
                          NAME.tst  NAME.ref    SGML
                          NAME.ter              a line for each: document, segment, rating
  spearman              Spearman's rank correlation with ratings; the same files
  rank                  judgements kept less judgements broken, of all; a tie is broken
                          PAIR.SYSTEM.sgm  PAIR.ref.sgm     SGML; PAIR is for example fr-en
                          ANY.rank              segment, pair and better system, pair and worse
                                                system, with tabs between

options of the Trainer:
  -i 'A B G D W W W W'  first value of each parameter (default '0 0 0 1 1 0 0 0')
  -f 'A B G D W W W W'  last value (default '1 2 1 1 1 1 1 1')
  -s 'A B G D W W W W'  step (default .05 each): 167,448,141 settings by default
  -e EPSILON            rank: the better score must be above the worse by more (default 0)
  -l LANGUAGE           as for meteorscope meteor-1.5 (default en)
  -a FILE               paraphrases: a table such as paraphrase-en.gz
  -ch                   precision and recall count characters
  -noNorm               texts are cut into tokens and normalised already
  -multi                the same as -noNorm

and of this command:
  --highest             print the best line only:  | sort -gr | head -n 1
  --lowest              print the lowest line only:  | sort -g | head -n 1
                        the best one where ratings are of errors, as HTER
  --jobs N              cores to use, 0 for all of them (default 1); results are the same
  --meteor-home PATH    folder or jar of METEOR 1.5

what to know of the program:
  Texts are aligned once, with weights of 1 and .5 and parameters of .5, whatever the grid.
  For the task rank it takes no notice of -l, -a, -ch, -noNorm and -multi: it lower-cases, it
  matches by the stages exact and paraphrase, so that W3 and W4 change nothing, and it takes the
  language from the name of the pair and the table of paraphrases from its own data.
  It knows no sign: the highest number is not the best where ratings are of errors.
  The best of so many settings looks better than it is. The Trainer holds nothing out to see that.
  Sums run over files in the order in which the file system lists them; another order may change
  the last digit of a correlation. Java's powers may, too: see meteorscope meteor-1.5 --help.

where it differs on purpose:
  No files are written. A mistake is one line and status 2: a folder without ratings or judgements,
  where the program prints 0.0 or NaN for every setting, too; and a step of 0, with which it never
  ends.

examples:
  meteorscope meteor-1.5-trainer rank my-train-dir > train.out
  meteorscope meteor-1.5-trainer rank my-train-dir --highest --jobs 0
  meteorscope meteor-1.5-trainer segcor post-edits --lowest -s '.05 .1 .05 .05 1 .2 .2 .2'
  meteorscope meteor-1.5-trainer rank my-train-dir -i '.85 0 0 .75 1 .6 0 0' -f '.85 2 1 .75 1 .6'

exit status:
  0 done, 2 bad use or bad input, 130 interrupted
"""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``meteor-1.5-trainer`` to the subcommands; all words after it are handed on."""
    parser = commands.add_parser(
        NAME,
        help="METEOR 1.5's Trainer: which parameters agree best with people",
        add_help=False,
        prefix_chars="\0",
    )
    parser.add_argument("words", nargs=argparse.REMAINDER)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the Trainer with the words that follow the command."""
    words: list[str] = arguments.words
    if not _ASK_FOR_HELP.isdisjoint(words):
        sys.stdout.write(_HELP)
        return 0
    if not words:
        sys.stderr.write(_HELP)
        return 2
    require_extra("METEOR 1.5's Trainer needs", "widget", ["numpy"])
    from .options import parse_options  # the other commands do without
    from .run import run_trainer

    run_trainer(parse_options(words))
    return 0
