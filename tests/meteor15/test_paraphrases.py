"""Compiled paraphrase tables: what they match, how they are made, and what may go wrong."""

import gzip
import itertools
import os
import pickle
import random
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import errors
from meteor_core.meteor15.paraphrases import cache
from meteor_core.meteor15.paraphrases.compile import build_index, compile_in_kernel, compile_rows
from meteor_core.meteor15.paraphrases.index import ParaphraseIndex, PhraseMatch
from meteor_core.meteor15.paraphrases.layout import Parts
from meteor_core.meteor15.paraphrases.stage import PhrasesOnDemand
from meteor_core.meteor15.paraphrases.table import UnfinishedRowError
from meteor_core.runtime.cache_folder import ENVIRONMENT_VARIABLE, cache_folder
from meteor_core.search.spans.links import MOST_CANDIDATES
from tests.core.implementations import KERNEL_IS_THERE, needs_the_kernel

Row = tuple[list[str], list[str]]


class Table(Protocol):
    def matches(self, sources: Sequence[int], targets: Sequence[int]) -> list[PhraseMatch]: ...


class Opener(Protocol):
    def __call__(self, path: Path) -> Table: ...


OPENERS: Final[dict[str, Opener]] = {"python": ParaphraseIndex}
if KERNEL_IS_THERE:
    from meteor_core import _kernel

    OPENERS["compiled"] = _kernel.PhraseTable

ROWS: Final[list[Row]] = [
    (["the", "house"], ["the", "building"]),
    (["the"], ["this"]),
    (["house"], ["home"]),
    (["house"], ["building"]),
    (["the", "house"], ["it"]),
    (["the", "house", "of", "cards"], ["a", "house", "of", "cards"]),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_open", {})
    return tmp_path


@pytest.fixture
def source(folder: Path) -> Path:
    return write_table(folder / "paraphrase-xx.gz", ROWS)


@pytest.fixture(params=OPENERS)
def opener(request: pytest.FixtureRequest) -> Opener:
    return OPENERS[request.param]


def write_table(path: Path, rows: list[Row]) -> Path:
    lines = [f"0.5\n{' '.join(phrase)}\n{' '.join(paraphrase)}\n" for phrase, paraphrase in rows]
    path.write_bytes(gzip.compress("".join(lines).encode()))
    return path


def textbook(rows: list[Row], sources: list[str], targets: list[str]) -> list[PhraseMatch]:
    """Each phrase at each place against each row of the table, and its paraphrase everywhere."""
    return [
        (start, length, place, len(paraphrase))
        for start in range(len(sources))
        for length in range(1, len(sources) - start + 1)
        for phrase, paraphrase in rows
        if phrase == sources[start : start + length]
        for place in range(len(targets))
        if paraphrase == targets[place : place + len(paraphrase)]
    ]


def found(table: Table, index: ParaphraseIndex, sources: str, targets: str) -> list[PhraseMatch]:
    return table.matches(
        [index.word_number(word) for word in sources.split()],
        [index.word_number(word) for word in targets.split()],
    )


WORDS: Final = st.sampled_from(["a", "b", "ab", "é", "\U0001f600", "\x0b"])
PHRASES: Final = st.lists(WORDS, max_size=4)
TEXTS: Final = st.lists(st.one_of(WORDS, st.just("unknown")), max_size=9)


@given(
    rows=st.lists(st.tuples(PHRASES, PHRASES), max_size=25),
    texts=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5),
)
@settings(max_examples=150)
def test_the_matches_are_those_of_a_textbook(
    rows: list[Row],
    texts: list[tuple[list[str], list[str]]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("table")
    rows = rows + rows[::3]  # some stand there twice
    source = write_table(folder / "paraphrase-xx.gz", rows)
    with (folder / "index").open("wb") as file:
        build_index(source, file, identity="", progress=lambda done, total: None)
    with ParaphraseIndex(folder / "index") as index:
        for opener in OPENERS.values():
            table = opener(folder / "index")
            for sources, targets in texts:
                numbers = [[index.word_number(word) for word in row] for row in (sources, targets)]
                assert table.matches(*numbers) == textbook(rows, sources, targets)


def test_phrases_with_many_words_behind_them_and_many_paraphrases(
    folder: Path, opener: Opener
) -> None:
    chance = random.Random(5)
    words = [f"w{number}" for number in range(60)]
    rows: list[Row] = [(["w0"], [f"v{number}"]) for number in range(3000)]
    for _ in range(600):
        length = chance.randrange(1, 5)
        phrase = [words[int(60 * chance.random() ** 3)] for _ in range(length)]
        rows.append((phrase, [chance.choice(words) for _ in range(length)]))
    index = cache.open_paraphrases(write_table(folder / "paraphrase-xx.gz", rows))
    table = opener(index.path)
    for size in (1, 8, 30):
        sources, targets = (
            [words[int(60 * chance.random() ** 3)] for _ in range(size)] for _ in range(2)
        )
        targets += ["v7", "v2999"]
        expected = textbook(rows, sources, targets)
        assert found(table, index, " ".join(sources), " ".join(targets)) == expected
    assert len(expected) > 50


PIECES: Final = st.sampled_from(
    [
        *(b"a", b"b", b" ", b"\t", b"\v", b"\f"),
        *(b"\n", b"\n", b"\r", b"\r\n", b"\xc3\xa9", b"\xff", b"\xc3"),
    ]
)


@needs_the_kernel
@given(pieces=st.lists(PIECES, max_size=60), cuts=st.lists(st.integers(0, 90), max_size=6))
@settings(max_examples=500)
def test_both_compilers_make_the_same_bytes(pieces: list[bytes], cuts: list[int]) -> None:
    text = b"".join(pieces)
    ends = [0, *sorted(cuts), len(text)]
    blocks = [text[start:end] for start, end in itertools.pairwise(ends)]
    assert compiled(compile_in_kernel, blocks) == compiled(compile_rows, blocks)


def compiled(compiler: Callable[[list[bytes]], Parts], blocks: list[bytes]) -> list[bytes] | int:
    try:
        return list(map(bytes, compiler(blocks)))
    except UnfinishedRowError as unfinished:
        return unfinished.row


def test_matches_come_by_place_then_length_then_row(source: Path, opener: Opener) -> None:
    index = cache.open_paraphrases(source)
    table = opener(index.path)
    assert found(table, index, "the house", "it this building the building") == [
        (0, 1, 1, 1),
        (0, 2, 3, 2),
        (0, 2, 0, 1),
        (1, 1, 2, 1),
        (1, 1, 4, 1),
    ]


def test_prefix_of_a_phrase_does_not_match(source: Path, opener: Opener) -> None:
    index = cache.open_paraphrases(source)
    assert found(opener(index.path), index, "the house of", "a house of cards") == []
    assert found(opener(index.path), index, "", "a house") == []


def test_invalid_word_numbers_match_nothing(source: Path, opener: Opener) -> None:
    table = opener(cache.open_paraphrases(source).path)
    assert table.matches([-1, -7, 10**6, 2**31 - 1], [-1, 10**6]) == []


def test_matches_are_limited_to_what_a_search_accepts(source: Path, opener: Opener) -> None:
    index = cache.open_paraphrases(source)
    matches = found(opener(index.path), index, "house " * 20_000, "home " * 1000)
    assert MOST_CANDIDATES < len(matches) <= MOST_CANDIDATES + 1000


def test_unknown_words_have_no_numbers(source: Path) -> None:
    index = cache.open_paraphrases(source)
    words = ["a", "building", "cards", "home", "house", "it", "of", "the", "this"]
    others = ["", "b", "thes", "zz", "\ud800", "the house", "\U0001f600"]
    numbers = [*range(9), *[-1] * len(others)]
    assert [index.word_number(word) for word in words + others] == numbers
    if KERNEL_IS_THERE:
        assert _kernel.PhraseTable(index.path).word_numbers(words + others) == numbers


def test_another_process_can_be_given_one(source: Path) -> None:
    index = cache.open_paraphrases(source)
    given_away = pickle.loads(pickle.dumps(index))
    assert given_away.path == index.path
    assert found(given_away, index, "house", "home") == [(0, 1, 0, 1)]


def test_lines_and_words_end_where_java_ends_them(folder: Path) -> None:
    source = folder / "paraphrase-xx.gz"
    content = b"1\r\n a\tb\x0cc \rq\n2\rx\x0by\n z\xff\n"
    source.write_bytes(gzip.compress(content))
    index = cache.open_paraphrases(source)
    assert found(index, index, "a b c", "b q q") == [(0, 3, 1, 1), (0, 3, 2, 1)]
    assert index.word_number("x") == -1  # a vertical tab is part of a word there
    phrase, paraphrase = index.word_number("x\x0by"), index.word_number("z\ufffd")
    assert index.matches([phrase], [paraphrase]) == [(0, 1, 0, 1)]


@pytest.mark.parametrize("lines", [1, 2])
def test_table_with_an_unfinished_row_is_rejected(folder: Path, lines: int) -> None:
    source = folder / "paraphrase-xx.gz"
    source.write_bytes(gzip.compress(b"0.5\na\nb\n" * 4 + b"0.5\nc\n"[: 4 if lines == 1 else 6]))
    with pytest.raises(errors.InputError, match=r"paraphrase-xx\.gz ends in the middle of row 5"):
        cache.open_paraphrases(source)
    assert list(cache_folder().iterdir()) == []


@pytest.mark.parametrize("defect", ["text", "cut", "flipped", "missing"])
def test_invalid_table_is_rejected(source: Path, defect: str) -> None:
    content = gzip.compress(random.Random(1).randbytes(5000))
    match defect:
        case "text":
            source.write_bytes(b"0.5\na\nb\n")
        case "cut":
            source.write_bytes(content[:-2000])
        case "flipped":
            source.write_bytes(content[:1000] + b"????" + content[1004:])
        case _:
            source.unlink()
    with pytest.raises(errors.ResourceError, match=r"paraphrase-xx\.gz cannot be read"):
        cache.open_paraphrases(source)


@pytest.mark.parametrize("defect", ["missing", "empty", "foreign", "version", "cut", "longer"])
def test_invalid_index_is_rejected(source: Path, opener: Opener, defect: str) -> None:
    path = cache.open_paraphrases(source).path
    content = path.read_bytes()
    contents = {
        "empty": b"",
        "foreign": b"x" * 1000,
        "version": content[:8] + struct.pack("=i", 99) + content[12:],
        "cut": content[:-4],
        "longer": content + b"\0",
    }
    other = path.with_name("other")
    if defect in contents:
        other.write_bytes(contents[defect])
    with pytest.raises(errors.ResourceError, match=r"other cannot be used: .*paraphrases remove"):
        opener(other)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=300)
def test_damage_never_ends_the_process(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("damage")
    source = write_table(folder / "paraphrase-xx.gz", ROWS)
    path = folder / "index"
    with path.open("wb") as file:
        build_index(source, file, identity="", progress=lambda done, total: None)
    content, chance = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(chance.randrange(1, 9)):
        place = chance.randrange(len(content) // 4) * 4
        number = chance.choice([-1, 0, 1, 5, 2**20, 2**31 - 1, -(2**31)])
        content[place : place + 4] = struct.pack("=i", number)
    path.write_bytes(content)
    rows = [[chance.randrange(-1, 9) for _ in range(12)] for _ in range(2)]
    outcomes = {name: outcome(opener, path, rows) for name, opener in OPENERS.items()}
    assert all(result is None or isinstance(result, list) for result in outcomes.values())


def outcome(opener: Opener, path: Path, rows: list[list[int]]) -> list[PhraseMatch] | None:
    try:
        return opener(path).matches(*rows)
    except errors.ResourceError:
        return None


def test_a_table_is_compiled_once(source: Path) -> None:
    told: list[tuple[int, int]] = []
    index = cache.open_paraphrases(source, progress=lambda *done: told.append(done))
    assert told
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)
    told.clear()
    assert cache.open_paraphrases(source, progress=lambda *done: told.append(done)) is index
    cache._open.clear()  # as in another process
    assert cache.open_paraphrases(source, progress=lambda *done: told.append(done)) is not index
    assert told == []


def test_the_same_table_elsewhere_is_not_compiled_again(source: Path, folder: Path) -> None:
    copy = folder / "copy" / source.name
    copy.parent.mkdir()
    copy.write_bytes(source.read_bytes())
    assert cache.open_paraphrases(copy) is cache.open_paraphrases(source)


def test_open_table_is_not_looked_up_again(source: Path) -> None:
    phrases = PhrasesOnDemand(source)
    numbers = phrases.word_numbers(["the", "this", "new"])
    assert phrases.is_compiled
    source.unlink()
    assert phrases.word_numbers(["the", "this", "new"]) == numbers
    assert phrases.is_compiled
    assert pickle.loads(pickle.dumps(phrases)) == phrases != PhrasesOnDemand(source.parent)


def test_a_table_that_changes_is_compiled_anew(source: Path) -> None:
    before = cache.open_paraphrases(source)
    write_table(source, [*ROWS, (["new"], ["fresh"])])
    after = cache.open_paraphrases(source)
    assert (before.rows, after.rows) == (6, 7)
    assert [index.path for index in cache.cached_indexes()] == [after.path]
    assert found(before, before, "the", "this") == [(0, 1, 0, 1)]  # it was in use, and still is


def test_a_damaged_file_in_the_cache_is_made_anew(source: Path) -> None:
    path = cache.index_path(source)
    path.parent.mkdir()
    path.write_bytes(b"METEORPH")
    assert [index.source for index in cache.cached_indexes()] == [""]
    assert cache.open_paraphrases(source).rows == 6
    assert [index.source for index in cache.cached_indexes()] == [str(source)]


def test_threads_share_one(source: Path) -> None:
    opened: list[ParaphraseIndex] = []
    threads = [
        threading.Thread(target=lambda: opened.append(cache.open_paraphrases(source)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 8
    assert len(set(map(id, opened))) == 1


def test_removing_leaves_nothing_and_it_is_made_again(source: Path) -> None:
    first = cache.open_paraphrases(source)
    (removed,) = cache.remove_indexes()
    assert (removed.path, removed.rows, removed.source) == (first.path, 6, str(source))
    assert list(cache_folder().iterdir()) == []
    assert cache.cached_indexes() == ()
    assert cache.open_paraphrases(source).path.exists()


def test_unwritable_cache_is_reported_with_the_remedy(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(source / "cache"))  # below a file
    with pytest.raises(errors.ResourceError, match="set METEORSCOPE_CACHE to a folder"):
        cache.open_paraphrases(source)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="they have other places")
def test_the_cache_is_where_the_system_keeps_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ENVIRONMENT_VARIABLE)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == folder / ".cache/meteorscope"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "elsewhere"))
    assert cache_folder() == folder / "elsewhere/meteorscope"


BUILDER: Final = """
import sys, time
from pathlib import Path
from meteor_core.meteor15.paraphrases.cache import open_paraphrases

def slowly(done, total):
    print("building", flush=True)
    time.sleep(float(sys.argv[2]))

print("opened", open_paraphrases(Path(sys.argv[1]), progress=slowly).rows)
"""


def start_builder(source: Path, seconds: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BUILDER, str(source), str(seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )


def first_line(builder: subprocess.Popen[str]) -> str:
    assert builder.stdout is not None
    return builder.stdout.readline()


def test_second_process_reuses_the_index_of_the_first(source: Path) -> None:
    builders = [start_builder(source, 1.5) for _ in range(2)]
    printed = [builder.communicate(timeout=60)[0] for builder in builders]
    assert [text.splitlines()[-1] for text in printed] == ["opened 6"] * 2
    assert sum("building" in text for text in printed) == 1
    assert [path.suffix for path in cache_folder().iterdir()] == [".phrases"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
def test_interrupted_builder_blocks_no_other(source: Path, name: str) -> None:
    with start_builder(source, 60) as builder:
        assert first_line(builder) == "building\n"
        builder.send_signal(signal.Signals[name])
        builder.communicate(timeout=60)
    left = list(cache_folder().iterdir())
    assert (name == "SIGKILL") == bool(left)  # Ctrl-C leaves nothing behind
    assert cache.open_paraphrases(source).rows == 6
    assert [path.suffix for path in cache_folder().iterdir()] == [".phrases"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_one_that_waits_goes_on_when_the_builder_is_killed(source: Path) -> None:
    with start_builder(source, 60) as builder:
        assert first_line(builder) == "building\n"
        with start_builder(source, 0) as second:
            time.sleep(1)
            assert second.poll() is None
            builder.kill()
            assert second.communicate(timeout=60)[0].endswith("opened 6\n")
        builder.communicate(timeout=60)
