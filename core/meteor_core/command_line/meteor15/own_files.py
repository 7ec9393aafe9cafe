"""Replace files of METEOR 1.5: function words, synonyms, paraphrases."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ...errors import InputError
from ...meteor15.home import MeteorHome
from ...meteor15.languages import meteor_language
from ...meteor15.synonyms import SynonymTable
from .lines import file_lines
from .options import ProgramOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeWithOwnFiles(MeteorHome):
    """METEOR 1.5's files, with some of them replaced.

    Attributes:
        word_list: file of function words, one a line; for every language.
        synonym_folder: with ``english.synsets`` and ``english.exceptions``, as in the jar.
        paraphrases: table like the program's; for every language.
    """

    word_list: Path | None = None
    synonym_folder: Path | None = None
    paraphrases: Path | None = None

    @property
    def identity(self) -> str:
        """The jar and the files in place of its own, for signatures."""
        parts = [MeteorHome.identity.__get__(self), *(_fingerprint(file) for file in self._own())]
        return "+".join(parts)

    def function_words(self, language: str) -> frozenset[str]:
        """Return the words of the list, else the jar's.

        Raises:
            InputError: the list cannot be read.
        """
        if self.word_list is None:
            return MeteorHome.function_words(self, language)
        return frozenset(file_lines(str(self.word_list)))

    def synonym_table(self) -> SynonymTable:
        """Return the table of the folder, else the jar's.

        Raises:
            InputError: a file of the folder cannot be read.
        """
        if self.synonym_folder is None:
            return MeteorHome.synonym_table(self)
        synsets, exceptions = (_content(file) for file in self._synonym_files())
        return SynonymTable(synsets, exceptions)

    def paraphrase_file(self, language: str) -> Path:
        """Return the named table, else the program's."""
        return self.paraphrases or MeteorHome.paraphrase_file(self, language)

    def _synonym_files(self) -> Iterator[Path]:
        if self.synonym_folder is not None:
            name = meteor_language("en").name
            yield self.synonym_folder / f"{name}.synsets"
            yield self.synonym_folder / f"{name}.exceptions"

    def _own(self) -> Iterator[Path]:
        yield from (file for file in (self.word_list, self.paraphrases) if file is not None)
        yield from self._synonym_files()


def with_own_files(home: MeteorHome, options: ProgramOptions) -> MeteorHome:
    """Return the program's files, with those of ``-s``, ``-d``, ``-a`` or ``-new``.

    Raises:
        InputError: one of them is not there.
    """
    own = _named(options)
    for path in own:
        if path is not None and not path.exists():
            raise InputError(f"{path} does not exist")
    if not any(own):
        return home
    word_list, synonym_folder, paraphrases = own
    return HomeWithOwnFiles(
        jar=home.jar,
        size=home.size,
        modified=home.modified,
        word_list=word_list,
        synonym_folder=synonym_folder,
        paraphrases=paraphrases,
    )


def _named(options: ProgramOptions) -> tuple[Path | None, Path | None, Path | None]:
    """Return word list, synonyms and paraphrases; ``-new`` overrides the others."""
    folder = options.new_language
    if folder is not None:
        return Path(folder, "function.words"), None, Path(folder, "paraphrase.gz")
    return (
        _path(options.word_list),
        _path(options.synonym_folder),
        _path(options.paraphrase_file),
    )


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None


def _fingerprint(file: Path) -> str:
    return sha256(_content(file)).hexdigest()[:8]
