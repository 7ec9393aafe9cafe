"""Declare the options of a scorer, in one table.

``MeteorOptions`` has their names, types and defaults; ``OPTIONS`` says what each can be, and a line
of help. The command line's flags, the server's settings and the checks of single values are made
from it; keyword arguments, traits and JSON schemas, which type checkers and editors read as they
are declared, are checked against it by ``tests/test_options.py``.

An option has one name: as an argument, a trait and, in camel case, a setting. On the command line
two are verbs, as in sacrebleu: ``--tokenize`` and ``--correct``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypedDict, cast, get_args

from .errors import unknown_name
from .ingredients import STAGE_NAMES
from .meteor15.corrections import CORRECTIONS
from .meteor15.tasks import TASKS
from .search import DEFAULT_BEAM_WIDTH, DEFAULT_BUDGET, SearchName
from .text.streams import require_stream
from .text.tokenizers import TokenizerName
from .tuned import VariantChoice, is_tuned_file, read_tuned
from .variants import DEFAULT_VARIANT, VARIANTS

if TYPE_CHECKING:  # only one variant needs it
    from .meteor15.home import MeteorHome


class Kind(Enum):
    """The kind of an option's value."""

    NAME = "a name"
    NAMES = "names"
    NUMBER = "a number"
    NUMBERS = "numbers"
    COUNT = "a whole number"
    LANGUAGE = "a code of a language"
    PATH = "a path"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeteorOptions:
    """The options of a scorer and their defaults; ``None`` is the variant's value.

    ``OPTIONS`` says what each can be.

    The file of a tuned variant is replaced by its content.

    Raises:
        InputError: the file of a tuned variant cannot be read.
        InputTypeError: a value is a string instead of a list.
        ParameterError: the file of a tuned variant has a mistake.
    """

    variant: VariantChoice = DEFAULT_VARIANT
    language: str = "en"
    tokenizer: TokenizerName | None = None
    stages: Sequence[str] | None = None
    weights: Sequence[float] | None = None
    align: SearchName | None = None
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None
    budget: int = DEFAULT_BUDGET
    beam_width: int = DEFAULT_BEAM_WIDTH
    task: str | None = None
    corrections: Sequence[str] = ()
    meteor_home: "str | MeteorHome | None" = None

    def __post_init__(self) -> None:
        """Keep lists as tuples, and the content of a file."""
        for option in _LISTS:
            value = getattr(self, option.name)
            if value is not None:
                of = "numbers" if option.kind is Kind.NUMBERS else "strings"
                require_stream(option.name, value, of=of)
                object.__setattr__(self, option.name, tuple(value))
        object.__setattr__(self, "corrections", self.corrections or ())
        if is_tuned_file(self.variant):
            object.__setattr__(self, "variant", read_tuned(self.variant))

    def arguments(self) -> "MeteorArguments":
        """Return the options as keyword arguments."""
        return cast("MeteorArguments", {name: getattr(self, name) for name in OPTIONS})


class MeteorArguments(TypedDict, total=False):
    """Keyword arguments of a scorer, for type checkers."""

    variant: VariantChoice
    language: str
    tokenizer: TokenizerName | None
    stages: Sequence[str] | None
    weights: Sequence[float] | None
    align: SearchName | None
    alpha: float | None
    beta: float | None
    gamma: float | None
    delta: float | None
    budget: int
    beam_width: int
    task: str | None
    corrections: Sequence[str]
    meteor_home: "str | MeteorHome | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """The permitted values of an option, and its description for users.

    Attributes:
        name: of the argument and the trait; in camel case, of the setting.
        kind: of its value.
        help: what it is for, in a sentence.
        names: permitted names of it, or of each item of a list; empty for other types.
        one: the noun for such a name in messages.
        least, most: bounds of a number, both included; None if unbounded.
        by_default: the default where it is None, in a sentence.
        flag: on the command line; empty where neither that nor an editor can set it.
        letter: of the short flag.
        metavar: the placeholder of its value in the command line's help.
        of_program: whether only METEOR 1.5 has it.
    """

    name: str
    kind: Kind
    help: str
    names: tuple[str, ...] = ()
    one: str = ""
    least: float | None = None
    most: float | None = None
    by_default: str = "By default as the variant says."
    flag: str = ""
    letter: str = ""
    metavar: str
    of_program: bool = False

    @property
    def default(self) -> Any:
        """Return the default; None if ``by_default`` describes it."""
        return next(own.default for own in fields(MeteorOptions) if own.name == self.name)

    @property
    def setting(self) -> str:
        """Return the key in ``meteor.toml`` and in editors."""
        first, *rest = self.name.split("_")
        return first + "".join(map(str.capitalize, rest))

    @property
    def is_list(self) -> bool:
        """Return whether the value is several names or numbers."""
        return self.kind in (Kind.NAMES, Kind.NUMBERS)

    def check_name(self, value: object) -> None:
        """Check one name.

        Raises:
            ParameterError: there is no such name.
        """
        if value not in self.names:
            raise unknown_name(self.one or self.name, value, self.names)


OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option(
                name="variant",
                kind=Kind.NAME,
                help="The definition of METEOR: a name, or a file that meteorscope tune wrote and "
                "that ends in .toml.",
                names=tuple(VARIANTS),
                flag="--variant",
                letter="v",
                metavar="VARIANT",
            ),
            Option(
                name="language",
                kind=Kind.LANGUAGE,
                help="Language of the text: an ISO 639-1 code such as en, de or pt-BR.",
                flag="--language",
                letter="l",
                metavar="LANG",
            ),
            Option(
                name="tokenizer",
                kind=Kind.NAME,
                help="How texts are cut into words; the names that begin with meteor-1.5 are for "
                "that variant.",
                names=get_args(TokenizerName),
                flag="--tokenize",
                metavar="NAME",
            ),
            Option(
                name="stages",
                kind=Kind.NAMES,
                help="Stages of matching, in order of precedence; paraphrase is for the variant "
                "meteor-1.5.",
                names=STAGE_NAMES,
                one="stage",
                flag="--stages",
                metavar="NAMES",
            ),
            Option(
                name="weights",
                kind=Kind.NUMBERS,
                help="What a match of each stage counts, from 0 to 1, one number for each stage.",
                least=0,
                most=1,
                flag="--weights",
                metavar="NUMBERS",
            ),
            Option(
                name="align",
                kind=Kind.NAME,
                help="The search for the alignment: optimal (fewest chunks, proved), staged "
                "(stage after stage, fewest crossings), greedy (as NLTK) or beam (as METEOR 1.5).",
                names=get_args(SearchName),
                one="search",
                flag="--align",
                metavar="SEARCH",
            ),
            Option(
                name="alpha",
                kind=Kind.NUMBER,
                help="Weight of recall against precision, from 0 to 1.",
                least=0,
                most=1,
                flag="--alpha",
                metavar="A",
            ),
            Option(
                name="beta",
                kind=Kind.NUMBER,
                help="Exponent of the penalty, 0 or more.",
                least=0,
                flag="--beta",
                metavar="B",
            ),
            Option(
                name="gamma",
                kind=Kind.NUMBER,
                help="The largest penalty, from 0 to 1.",
                least=0,
                most=1,
                flag="--gamma",
                metavar="G",
            ),
            Option(
                name="delta",
                kind=Kind.NUMBER,
                help="Weight of content words against function words, from 0 to 1; 0.5 counts "
                "both alike.",
                least=0,
                most=1,
                flag="--delta",
                metavar="D",
            ),
            Option(
                name="budget",
                kind=Kind.COUNT,
                help="The most steps that the search may take on a segment.",
                least=1,
                metavar="N",
            ),
            Option(
                name="beam_width",
                kind=Kind.COUNT,
                help="How many alignments the search beam keeps at each step.",
                least=1,
                flag="--beam-width",
                metavar="N",
            ),
            Option(
                name="task",
                kind=Kind.NAME,
                help="The task that METEOR 1.5 is tuned for: ranking, adequacy, HTER, translator "
                "utility, or none in particular. Only for the variant meteor-1.5.",
                names=TASKS,
                one="task of METEOR 1.5",
                by_default="By default rank for the languages that have parameters for it, "
                "else li.",
                flag="--task",
                metavar="TASK",
                of_program=True,
            ),
            Option(
                name="corrections",
                kind=Kind.NAMES,
                help="METEOR 1.5 bugs to fix: function-words (use the language's own list, not the "
                "English one), part-of-speech (keep synonyms of different parts of speech apart), "
                "exact-words (compare words, not their hash codes). Only for the variant "
                "meteor-1.5.",
                names=CORRECTIONS,
                one="correction",
                flag="--correct",
                metavar="NAMES",
                of_program=True,
            ),
            Option(
                name="meteor_home",
                kind=Kind.PATH,
                help="The folder or the jar of METEOR 1.5.",
                by_default="By default the one that the environment variable METEOR_HOME names, "
                "else that of the package pycocoevalcap.",
                flag="--meteor-home",
                metavar="PATH",
                of_program=True,
            ),
        )
    }
)
"""Every option by name."""

_LISTS: Final = tuple(option for option in OPTIONS.values() if option.is_list)

SETTABLE: Final = tuple(option for option in OPTIONS.values() if option.flag)
"""Options that the command line, editors and views offer; the others are for Python only."""
