"""Locate METEOR 1.5's own files, and read them.

The program is one jar with its word lists, stemmers and synonyms; tables of paraphrases are in a
folder ``data`` beside it. Nothing is unpacked to disk: requested files are read from the jar and
cached in memory.
"""

import gzip
import io
import os
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ..errors import ParameterError, ResourceError, is_installed
from .java_strings import JAVA_WHITESPACE, java_hash
from .languages import meteor_language
from .synonyms import SynonymTable

ENVIRONMENT_VARIABLE: Final = "METEOR_HOME"
RELEASE: Final = "the METEOR 1.5 release, https://www.cs.cmu.edu/~alavie/METEOR"

_REMEDY: Final = (
    "install it with pip install 'meteorscope[meteor-1-5]', or name the folder of the METEOR 1.5 "
    f"release with --meteor-home or {ENVIRONMENT_VARIABLE}"
)
_SPACES: Final = re.compile(f"[{JAVA_WHITESPACE}]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class MeteorHome:
    """METEOR 1.5's files. Use ``find_home`` to get one.

    Attributes:
        jar: the program.
        size: of the jar, in bytes.
        modified: when the jar was, in nanoseconds.
    """

    jar: Path
    size: int
    modified: int

    @property
    def identity(self) -> str:
        """The jar in eight characters, for signatures: the beginning of its SHA-256."""
        return _identity(self)

    def function_words(self, language: str) -> frozenset[str]:
        """Return the jar's function words of a language; many of its lists are empty.

        The program itself takes the English list for every language unless ``-s`` names another.

        Raises:
            ParameterError: METEOR 1.5 has no such language.
            ResourceError: the jar cannot be read.
        """
        name = meteor_language(language).name
        return frozenset(_lines(self._read(f"function/{name}.words")))

    def nonbreaking_prefixes(self, language: str) -> Mapping[str, bool]:
        """Return words whose full stop does not end a sentence, such as "Mr".

        The value is true for one that is such a word only before a number, such as "No".

        Raises:
            ParameterError: METEOR 1.5 has no such language.
            ResourceError: the jar cannot be read or has no such list, as is so for most languages.
        """
        name = meteor_language(language).name
        return _prefixes(self._read(f"nonbreaking/{name}.prefixes"))

    def stemmer_class(self, name: str) -> bytes:
        """Return a class file of the stemmers: "englishStemmer", "SnowballProgram" or "Among".

        Raises:
            ResourceError: the jar cannot be read or has no such class.
        """
        folder = "ext/" if name.endswith("Stemmer") and name != "SnowballStemmer" else ""
        return self._read(f"org/tartarus/snowball/{folder}{name}.class")

    def synonym_table(self) -> SynonymTable:
        """Return the English synonyms, read at the first call; other languages have none.

        Raises:
            ResourceError: the jar cannot be read or has no such table.
        """
        return _synonym_table(self)

    def stem_table(self, language: str) -> Mapping[int, str]:
        """Return Arabic stems by the word's Java hash code; the last line of a word wins.

        Raises:
            ParameterError: METEOR 1.5 has no such language.
            ResourceError: the jar cannot be read or has no such table.
        """
        return _stem_table(self, f"stem/{meteor_language(language).name}.gz")

    def paraphrase_file(self, language: str) -> Path:
        """Return the file of a language's table of paraphrases.

        Raises:
            ParameterError: METEOR 1.5 has no such language.
            ResourceError: the table is not there.
        """
        short_name = meteor_language(language).short_name
        file = self.jar.parent / "data" / f"paraphrase-{short_name}.gz"
        if not file.is_file():
            raise ResourceError(
                f"there is no paraphrase table {file}; it comes with {RELEASE} (the package "
                "pycocoevalcap has the English one only); or leave out the stage "
                "paraphrase: name the others with --stages, or -m"
            )
        return file

    def _read(self, member: str) -> bytes:
        return _read_once(self, member)


def find_home(path: "str | os.PathLike[str] | MeteorHome | None" = None) -> MeteorHome:
    """Find METEOR 1.5's files: in ``path``, else in METEOR_HOME, else in pycocoevalcap.

    Args:
        path: a jar, or a folder that holds one, such as that of the release; or a home, as it is.

    Raises:
        ParameterError: ``path`` is something else.
        ResourceError: they are not there.
    """
    if isinstance(path, MeteorHome):
        return path
    if not isinstance(path, str | os.PathLike | None):
        raise ParameterError(f"the home of METEOR 1.5 is {path!r}, but must be a path")
    named = path or os.environ.get(ENVIRONMENT_VARIABLE)
    jar = _named_jar(Path(named).expanduser()) if named else _installed_jar()
    try:
        jar = jar.resolve()
        status = jar.stat()
    except OSError as error:
        raise _unreadable(jar, error) from error
    return _opened(MeteorHome(jar=jar, size=status.st_size, modified=status.st_mtime_ns))


def _named_jar(path: Path) -> Path:
    if not path.exists():
        raise ResourceError(f"METEOR 1.5 is not at {path}, which does not exist; {_REMEDY}")
    return _newest_jar(path) if path.is_dir() else path


def _installed_jar() -> Path:
    # Finds it without running any of it.
    package = find_spec("pycocoevalcap") if is_installed("pycocoevalcap") else None
    for folder in (package.submodule_search_locations or ()) if package else ():
        if Path(folder, "meteor").is_dir():
            return _newest_jar(Path(folder, "meteor"))
    raise ResourceError(f"METEOR 1.5 is not here; {_REMEDY}")


def _newest_jar(folder: Path) -> Path:
    jars = [file for file in folder.glob("meteor-*.jar") if file.is_file()]
    if not jars:
        raise ResourceError(f"METEOR 1.5 is not in {folder}, which has no meteor-*.jar; {_REMEDY}")
    return max(jars, key=_version)


def _version(jar: Path) -> tuple[list[int], str]:
    return [int(number) for number in re.findall("[0-9]+", jar.stem)], jar.name


@lru_cache(maxsize=8)
def _opened(home: MeteorHome) -> MeteorHome:
    """Return the home with its jar checked; equal files share one home."""
    if not zipfile.is_zipfile(home.jar):
        raise ResourceError(f"{home.jar} is not a jar; {_REMEDY}")
    return home


@lru_cache(maxsize=256)
def _read_once(home: MeteorHome, member: str) -> bytes:
    return _read(home, member)


def _read(home: MeteorHome, member: str) -> bytes:
    try:
        with zipfile.ZipFile(home.jar) as jar:
            return jar.read(member)
    except KeyError:
        raise ResourceError(
            f"{home.jar} has no {member}, so it is not METEOR 1.5 or has no such language; "
            f"{_REMEDY}"
        ) from None
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise _unreadable(home.jar, error) from error


@lru_cache(maxsize=8)
def _identity(home: MeteorHome) -> str:
    try:
        return sha256(home.jar.read_bytes()).hexdigest()[:8]
    except OSError as error:
        raise _unreadable(home.jar, error) from error


@lru_cache(maxsize=2)
def _synonym_table(home: MeteorHome) -> SynonymTable:
    return SynonymTable(
        _read(home, "synonym/english.synsets"), _read(home, "synonym/english.exceptions")
    )


@lru_cache(maxsize=2)
def _stem_table(home: MeteorHome, member: str) -> Mapping[int, str]:
    try:
        lines = _lines(gzip.decompress(_read(home, member)))
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(home.jar, error) from error
    rows = (_words(line) for line in lines)
    return MappingProxyType({java_hash(row[0]): row[2] for row in rows if len(row) > 2})


def _prefixes(content: bytes) -> Mapping[str, bool]:
    rows = (_words(line) for line in _lines(content))
    return MappingProxyType(
        {
            row[0]: row[1:2] == ["#NUMERIC_ONLY#"]
            for row in rows
            if row and not row[0].startswith("#")
        }
    )


def _words(line: str) -> list[str]:
    stripped = line.strip(JAVA_WHITESPACE)
    return _SPACES.split(stripped) if stripped else []


def _lines(content: bytes) -> list[str]:
    """Return the lines of a UTF-8 file as Java's ``readLine`` has them."""
    text = io.StringIO(content.decode("utf-8", "replace"), newline=None).read()
    return text.removesuffix("\n").split("\n") if text else []


def _unreadable(jar: Path, error: Exception) -> ResourceError:
    return ResourceError(f"{jar} cannot be read: {error}; {_REMEDY}")
