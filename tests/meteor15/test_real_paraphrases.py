"""The English table as METEOR 1.5 matches it: the program itself is asked, where it is."""

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from meteor_core.meteor15.home import find_home
from meteor_core.meteor15.paraphrases import cache
from meteor_core.meteor15.paraphrases.index import PhraseMatch
from meteor_core.runtime.cache_folder import ENVIRONMENT_VARIABLE
from tests.meteor15.test_paraphrases import OPENERS, Table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pycocoevalcap") is None, reason="METEOR 1.5 is not installed"),
    pytest.mark.skipif(shutil.which("javac") is None, reason="there is no Java compiler"),
]

DRIVER: Final = """
package edu.cmu.meteor.aligner;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/** Prints what the paraphrase module matches: for each pair of lines its matches in order. */
public class ParaphraseDriver {
    public static void main(String[] arguments) throws Exception {
        var table = new ParaphraseTransducer(new File(arguments[0]).toURI().toURL());
        List<String> hypotheses = Files.readAllLines(Paths.get(arguments[1]));
        List<String> references = Files.readAllLines(Paths.get(arguments[2]));
        var out = new PrintStream(System.out, false, "UTF-8");
        for (int line = 0; line < hypotheses.size(); line++) {
            var alignment = new Alignment(hypotheses.get(line), references.get(line));
            var stage = new Stage(alignment.words1, alignment.words2);
            ParaphraseMatcher.match(0, alignment, stage, table);
            for (ArrayList<Match> matches : stage.matches)
                for (Match match : matches)
                    out.print(match.start + " " + match.length + " " + match.matchStart + " "
                            + match.matchLength + ";");
            out.println();
        }
        out.flush();
    }
}
"""

SENTENCES: Final = [
    (
        "the government has decided to reduce the number of people who are out of work .",
        "it was decided by the government to cut the number of unemployed persons .",
    ),
    (
        "in my opinion , we should take these problems into account as soon as possible",
        "i think that we must consider those issues without delay",
    ),
    (
        "at the moment a great many children do not go to school because of the war",
        "a lot of kids are currently out of school as a result of the war",
    ),
    ("", "nothing here"),
    ("?? ??? of it", "??? it is of"),
]


def sentences() -> list[tuple[str, str]]:
    """Those above, and a thousand real ones where they are."""
    folder = Path(__file__).parents[2].parent / "shared/data/wmt21/cs-en"
    if not folder.is_dir():
        return SENTENCES
    columns = [
        [
            " ".join(line.lower().split())
            for line in (folder / name).read_text(encoding="utf-8").split("\n")[:-1]
        ]
        for name in ("hyp.Online-A.en", "ref.A.en")
    ]
    return SENTENCES + list(zip(*columns, strict=True))


def test_the_matches_are_those_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))
    home = find_home()
    source = home.paraphrase_file("en")
    pairs = sentences()
    expected = ask_the_program(tmp_path, home.jar, source, pairs)
    index = cache.open_paraphrases(source)
    numbers = [
        [[index.word_number(word) for word in row.split()] for row in pair] for pair in pairs
    ]
    for opener in OPENERS.values():
        table = opener(index.path)
        matched = [in_the_programs_order(table, *rows) for rows in numbers]
        assert matched == expected


def in_the_programs_order(
    table: Table, hypothesis: list[int], reference: list[int]
) -> list[PhraseMatch]:
    """By start in the reference: its phrases' paraphrases first, then those of the hypothesis."""
    forward = table.matches(reference, hypothesis)
    backward = [(*match[2:], *match[:2]) for match in table.matches(hypothesis, reference)]
    both = [*forward, *backward]
    return [match for start in range(len(reference)) for match in both if match[0] == start]


def ask_the_program(
    folder: Path, jar: Path, table: Path, pairs: list[tuple[str, str]]
) -> list[list[PhraseMatch]]:
    driver = folder / "edu/cmu/meteor/aligner/ParaphraseDriver.java"
    driver.parent.mkdir(parents=True)
    driver.write_text(DRIVER)
    subprocess.run(["javac", "-cp", jar, "-d", folder / "classes", driver], check=True)
    for name, column in zip(("hypotheses", "references"), zip(*pairs, strict=True), strict=True):
        (folder / name).write_text("".join(f"{line}\n" for line in column), encoding="utf-8")
    program = ["java", "-Xmx3G", "-cp", f"{folder / 'classes'}:{jar}"]
    files = [table, folder / "hypotheses", folder / "references"]
    done = subprocess.run(
        [*program, "edu.cmu.meteor.aligner.ParaphraseDriver", *files],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return [
        [four(match) for match in line.split(";") if match] for line in done.stdout.splitlines()
    ]


def four(match: str) -> PhraseMatch:
    first, second, third, fourth = map(int, match.split(" "))
    return first, second, third, fourth
