"""METEOR 1.5's files: where they are found, what is read from them, what is said if they lack."""

import gzip
import os
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from meteor_core.errors import MeteorError, ParameterError, ResourceError
from meteor_core.meteor15 import home as module
from meteor_core.meteor15.home import find_home
from meteor_core.meteor15.java_strings import java_hash
from meteor_core.meteor15.languages import METEOR_LANGUAGES, code_of_meteor_name
from tests.meteor15.program import installed_home

MEMBERS = {
    "function/english.words": "a\r\nof\n\nthe\r,\n",
    "function/other.words": "",
    "nonbreaking/english.prefixes": "# people\nMr\n\n \t\nNo #NUMERIC_ONLY# # like this\nDr #x\n",
    "synonym/english.synsets": "auto\n00000001\ncar\n00000001 00000002\n",
    "synonym/english.exceptions": "car\ncarses\n",
    "org/tartarus/snowball/ext/englishStemmer.class": "stems",
    "org/tartarus/snowball/Among.class": "among",
    "org/tartarus/snowball/SnowballStemmer.class": "abstract",
}
STEMS = "ktb 3 kitab\nnothing\nktb 1 katab\nqlm 2\tqalam more\n"


def write_jar(path: Path, members: Mapping[str, str | bytes] = MEMBERS) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, content in members.items():
            jar.writestr(name, content)
    return path


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    stems = {"stem/arabic-buckwalter-reduced.gz": gzip.compress(STEMS.encode())}
    return write_jar(tmp_path / "meteor-1.5.jar", {**MEMBERS, **stems})


def test_word_lists_are_read_as_the_program_reads_them(jar: Path) -> None:
    assert find_home(str(jar)).function_words("en") == {"a", "of", "", "the", ","}
    assert find_home(str(jar)).function_words("other") == frozenset()


def test_nonbreaking_prefixes_and_numeric_ones(jar: Path) -> None:
    prefixes = find_home(str(jar)).nonbreaking_prefixes("en")
    assert prefixes == {"Mr": False, "No": True, "Dr": False}


def test_the_last_line_of_a_word_in_the_stem_table_counts(jar: Path) -> None:
    table = find_home(str(jar)).stem_table("ar")
    assert table == {java_hash("ktb"): "katab", java_hash("qlm"): "qalam"}


@pytest.mark.parametrize(
    ("name", "content"),
    [("englishStemmer", b"stems"), ("Among", b"among"), ("SnowballStemmer", b"abstract")],
)
def test_classes(jar: Path, name: str, content: bytes) -> None:
    assert find_home(str(jar)).stemmer_class(name) == content


def test_synonyms(jar: Path) -> None:
    table = find_home(str(jar)).synonym_table()
    assert table.synsets("carses") == {1, 2}
    assert find_home(str(jar)).synonym_table() is table


def test_folder_resolves_to_its_newest_jar(jar: Path) -> None:
    write_jar(jar.parent / "meteor-1.10.jar")
    write_jar(jar.parent / "meteor-1.9.jar")
    write_jar(jar.parent / "other-2.0.jar")
    assert find_home(str(jar.parent)).jar.name == "meteor-1.10.jar"


def test_the_argument_comes_before_the_variable(jar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = write_jar(jar.parent / "other.jar")
    monkeypatch.setenv("METEOR_HOME", str(other))
    assert find_home(str(jar)).jar == jar.resolve()
    assert find_home().jar == other.resolve()


def test_the_same_file_gives_the_same_home_and_a_changed_one_another(jar: Path) -> None:
    first = find_home(str(jar))
    words, identity = first.function_words("en"), first.identity
    assert find_home(str(jar.parent)) is first
    assert pickle.loads(pickle.dumps(first)) == first
    write_jar(jar, {**MEMBERS, "function/english.words": "an\n"})
    os.utime(jar, ns=(1, 1))
    changed = find_home(str(jar))
    assert changed.function_words("en") == {"an"} != words
    assert changed.identity != identity


def test_the_paraphrase_table_lies_beside_the_jar(jar: Path) -> None:
    (jar.parent / "data").mkdir()
    table = jar.parent / "data/paraphrase-cz.gz"
    table.write_bytes(b"")
    assert find_home(str(jar)).paraphrase_file("cs") == table.resolve()


def test_a_missing_paraphrase_table_is_named_with_the_remedies(jar: Path) -> None:
    with pytest.raises(ResourceError) as caught:
        find_home(str(jar)).paraphrase_file("sv")
    message = str(caught.value)
    assert "\n" not in message
    for part in (str(jar.parent / "data/paraphrase-se.gz"), "METEOR 1.5 release", "--stages"):
        assert part in message


@pytest.mark.parametrize("name", ["nowhere", "empty", "text.jar", "folder.jar"])
def test_invalid_home_is_named_with_the_remedy(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder.jar").mkdir()
    (tmp_path / "text.jar").write_text("text")
    with pytest.raises(ResourceError) as caught:
        find_home(str(tmp_path / name))
    message = str(caught.value)
    assert "\n" not in message
    for part in (str(tmp_path / name), "meteorscope[meteor-1-5]", "METEOR_HOME", "--meteor-home"):
        assert part in message


def test_a_jar_that_lacks_a_member(jar: Path) -> None:
    write_jar(jar, {"function/other.words": ""})
    home = find_home(str(jar))
    for read in (
        lambda: home.function_words("de"),
        lambda: home.nonbreaking_prefixes("en"),
        lambda: home.stemmer_class("klingonStemmer"),
        lambda: home.stem_table("ar"),
        home.synonym_table,
    ):
        with pytest.raises(ResourceError, match=r"meteor-1\.5\.jar has no "):
            read()


def test_a_jar_that_is_cut_or_gone(jar: Path) -> None:
    home = find_home(str(jar))
    content = jar.read_bytes()
    middle = content.index(b"function/english.words") + len("function/english.words")
    jar.write_bytes(content[:middle] + b"\xff" * 8 + content[middle + 8 :])
    with pytest.raises(ResourceError, match="cannot be read"):
        home.function_words("en")
    jar.unlink()
    with pytest.raises(ResourceError, match="cannot be read"):
        home.nonbreaking_prefixes("en")


def test_a_language_that_the_program_does_not_know(jar: Path) -> None:
    with pytest.raises(ParameterError, match=r"unknown language of METEOR 1\.5 'zh'"):
        find_home(str(jar)).function_words("zh")


def test_names_of_languages() -> None:
    names = {"cz": "cs", "Czech": "cs", "se": "sv", "sv": "sv", "xx": "other", "AR-BW-RED": "ar"}
    assert {name: code_of_meteor_name(name) for name in names} == names
    with pytest.raises(ParameterError, match="did you mean 'czech'"):
        code_of_meteor_name("czeck")


def test_missing_package_is_reported_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("METEOR_HOME", raising=False)
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(MeteorError, match=r"meteorscope\[meteor-1-5\]"):
        find_home()


def test_content_of_the_real_jar() -> None:
    home = installed_home()
    counts = {code: len(home.function_words(code)) for code in METEOR_LANGUAGES}
    listed = {"en": 93, "cs": 68, "fr": 85, "de": 92, "es": 66, "ru": 62}
    assert counts == {**dict.fromkeys(METEOR_LANGUAGES, 0), **listed}
    prefixes = home.nonbreaking_prefixes("en")
    assert {prefix for prefix, only in prefixes.items() if only} == {"No", "Art", "pp"}
    assert home.stemmer_class("englishStemmer")[:4] == b"\xca\xfe\xba\xbe"
    assert home.paraphrase_file("en").name == "paraphrase-en.gz"
    assert len(home.identity) == 8


@pytest.mark.skipif(find_spec("pycocoevalcap") is None, reason="METEOR 1.5 is not installed")
def test_the_package_is_found_without_running_it() -> None:
    code = (
        "import sys; from meteor_core.meteor15.home import find_home; find_home(); "
        "sys.exit('pycocoevalcap' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
