"""What ``:Meteor`` does."""

import tomllib

import pytest

from meteor_core import Meteor
from meteor_core.variants import VARIANTS
from tests.editors.neovim.session import (
    EMOJI,
    HYPOTHESES,
    REFERENCES,
    Session,
    Starter,
    becomes,
    drawn_scores,
    expected_scores,
    results_of,
    shown_score,
    shows_picture_of,
    write_lines,
)

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]


@pytest.mark.every_version
def test_the_worst_segments_are_a_quickfix_list(session: Session) -> None:
    results = results_of(HYPOTHESES, REFERENCES)
    ranked = sorted(range(len(results)), key=lambda row: results[row].score)
    session.neovim.command("Meteor worst 3")
    assert session.shows(lambda screen: "[Quickfix List]" in "".join(screen.lines()))
    items = session.neovim.lua("return vim.fn.getqflist()")
    assert [(item["lnum"], item["col"], item["text"]) for item in items] == [
        (row + 1, 1, quickfix_text(row)) for row in ranked[:3]
    ]
    session.neovim.command("cc 2")
    assert session.neovim.lua(
        "return { vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.fn.line('.') }"
    ) == ["x.hyp.en", ranked[1] + 1]


def quickfix_text(row: int) -> str:
    result = results_of(HYPOTHESES, REFERENCES)[row]
    return f"{result.score:.3f}  {result.shortfall:5.1f} words  {HYPOTHESES[row]}"


def test_the_worst_are_those_with_the_greatest_shortfalls_where_that_is_set(start: Starter) -> None:
    session = start(settings="require('meteorscope').setup({ settings = { worst = 'shortfall' } })")
    becomes(lambda: drawn_scores(session, "x.hyp.en"), expected_scores(), session)
    shortfalls = [result.shortfall for result in results_of(HYPOTHESES, REFERENCES)]
    ranked = sorted(range(len(shortfalls)), key=lambda row: -shortfalls[row])
    assert [row + 1 for row in ranked] != _ranked()
    session.neovim.command(f"call cursor({ranked[2] + 1}, 1)")
    for row in (ranked[1], ranked[0]):
        session.neovim.type("]w")
        becomes(session.line, row + 1, session)
    session.neovim.command("Meteor worst 3")
    assert session.shows(lambda screen: "[Quickfix List]" in "".join(screen.lines()))
    items = session.neovim.lua("return vim.fn.getqflist()")
    assert [item["text"] for item in items] == [quickfix_text(row) for row in ranked[:3]]


@pytest.mark.every_version
def test_columns_of_the_worst_segments_of_a_table_are_bytes(start: Starter) -> None:
    write_lines(start.folder / "x.tsv", ["id\tref\thyp", "🚀面\t東京 の\ta b", "2\tc d\tc d"])
    session = start("x.tsv")
    assert session.shows(lambda screen: any(line.endswith("1.000") for line in screen.lines()))
    session.neovim.command("Meteor worst")
    assert session.shows(lambda screen: "[Quickfix List]" in "".join(screen.lines()))
    item = session.neovim.lua("return vim.fn.getqflist()[1]")
    assert (item["lnum"], item["col"]) == (2, len("🚀面\t東京 の\t".encode()) + 1)


def _ranked() -> list[int]:
    """The lines, from 1, worst first."""
    results = results_of(HYPOTHESES, REFERENCES)
    return sorted(range(1, len(results) + 1), key=lambda line: results[line - 1].score)


@pytest.mark.every_version
def test_segments_are_gone_to_by_number_and_by_score(session: Session) -> None:
    session.neovim.command("Meteor segment 4")
    becomes(session.line, 4, session)
    ranked = _ranked()
    session.neovim.command(f"call cursor({ranked[2]}, 1)")
    for keys, place in (
        ("]w", 1),
        ("3[w", 4),
        ("2]w", 2),
        (":Meteor worse 2<CR>", 0),
        (":Meteor better<CR>", 1),
        ("``", 0),
    ):
        session.neovim.type(keys)
        becomes(session.line, ranked[place], session)
    told = f"segment {ranked[1]}, {2} of {len(ranked)} from the worst"
    session.neovim.type("[w")
    assert session.tells(told)


def test_from_the_worst_segment_on_it_goes_on_from_the_best(session: Session) -> None:
    ranked = _ranked()
    session.neovim.command(f"call cursor({ranked[0]}, 1)")
    session.neovim.type("]w")
    becomes(session.line, ranked[-1], session)
    assert session.tells("worst reached, continuing from the best")
    session.neovim.type("2[w")
    becomes(session.line, ranked[1], session)
    session.neovim.command("set nowrapscan")
    session.neovim.type("5]w")
    becomes(session.line, ranked[0], session)
    session.neovim.type("]w")
    assert session.tells("this is the worst segment")
    assert session.line() == ranked[0]


def test_who_mends_the_worst_segment_goes_on_from_where_it_was(session: Session) -> None:
    worst, second, third, *_ = _ranked()
    session.neovim.command(f"call cursor({second}, 1)")
    session.neovim.type("]w")
    becomes(session.line, worst, session)
    session.neovim.lua("vim.api.nvim_set_current_line(...)", REFERENCES[worst - 1])
    session.neovim.type("[w")
    becomes(session.line, second, session)
    session.neovim.type("[w")
    becomes(session.line, third, session)


def test_keys_that_have_a_meaning_keep_it(start: Starter) -> None:
    def meaning(key: str) -> str:
        found: str = session.neovim.request("nvim_eval", f"maparg('{key}', 'n')")
        return found

    setup = "require('meteorscope').setup()"
    session = start(settings=f"vim.keymap.set('n', ']w', 'gg') {setup}")
    becomes(lambda: meaning("[w"), "<Plug>(MeteorBetter)", session)
    assert meaning("]w") == "gg"
    # A motion that has a key elsewhere needs no other.
    session.neovim.command("nmap gn <Plug>(MeteorBetter)")
    session.neovim.command("edit x.ref.en")
    becomes(lambda: drawn_scores(session, "x.ref.en"), expected_scores(), session)
    assert meaning("[w") == ""


@pytest.mark.every_version
def test_the_definition_of_a_word_is_the_aligned_word_in_the_other_file(
    session: Session,
) -> None:
    session.neovim.command(f"call cursor({EMOJI + 1}, 1) | call search('moon')")
    session.neovim.type("<C-]>")
    becomes(
        lambda: session.neovim.lua(
            "return { vim.fs.basename(vim.api.nvim_buf_get_name(0)),"
            " unpack(vim.api.nvim_win_get_cursor(0)) }"
        ),
        ["x.ref.en", EMOJI + 1, len(REFERENCES[EMOJI].partition("moon")[0].encode())],
        session,
    )


def test_commands_are_completed_and_unknown_ones_rejected(session: Session) -> None:
    def completed(typed: str) -> list[str]:
        found: list[str] = session.neovim.lua("return vim.fn.getcompletion(..., 'cmdline')", typed)
        return found

    assert {"alignment", "worst", "report", "variant"} <= set(completed("Meteor "))
    assert completed("Meteor wors") == ["worse", "worst"]
    assert completed("Meteor variant ") == list(VARIANTS)
    assert completed("Meteor variant nl") == ["nltk"]
    assert completed("Meteor compare x.h") == ["x.hyp.en"]
    assert completed("Meteor worst ") == []
    for command, message in (
        ("nonsense", 'unknown command "nonsense"; the commands are'),
        ("compare", "compare needs another hypothesis"),
    ):
        session.neovim.lua("notified = nil vim.notify = function(text) notified = text end")
        session.neovim.command(f"Meteor {command}")
        assert message in session.neovim.lua("return notified")


def test_a_chosen_variant_changes_the_scores(session: Session) -> None:
    meteor = Meteor(language="en", variant="nltk")
    session.neovim.command("Meteor variant nltk")
    expected = [
        (row, shown_score(meteor.score(hypothesis, [reference]).score))
        for row, (hypothesis, reference) in enumerate(zip(HYPOTHESES, REFERENCES, strict=True))
    ]
    assert expected != expected_scores()
    becomes(lambda: drawn_scores(session), expected, session)


def test_a_file_of_any_name_is_compared(session: Session) -> None:
    other = session.folder / "#2 %[a] $x.hyp.en"
    write_lines(other, REFERENCES)
    for name in (other.name, str(other)):
        session.neovim.lua("vim.cmd.Meteor({ args = { 'compare', ... } })", name)
        becomes(lambda: session.neovim.lua(_HEADING), f"x.hyp.en and {other.name}", session)
        session.neovim.type("q")
        becomes(lambda: session.neovim.lua("return vim.bo.filetype"), "meteor", session)


_HEADING = "return vim.bo.filetype == 'meteorreport' and vim.fn.getline(1) or ''"


@pytest.mark.every_version
def test_a_report_leads_to_segments_and_is_written_in_any_form(session: Session) -> None:
    session.neovim.command("Meteor report")
    becomes(lambda: session.neovim.lua(_HEADING), "x.hyp.en", session)
    session.neovim.type(":write<CR>")
    assert session.tells("name a file, such as report.html")
    for name, begin in (
        ("r.html", "<!doctype"),
        ("r.md", "# x.hyp.en\n"),
        ("r.txt", "x.hyp.en\n="),
    ):
        session.neovim.lua(
            "vim.cmd.write({ args = { ... }, magic = { file = false } })",
            str(session.folder / name),
        )
        becomes(
            lambda name=name, begin=begin: (  # type: ignore[misc]  # of the loop
                (path := session.folder / name).exists() and path.read_text().startswith(begin)
            ),
            True,  # noqa: FBT003
            session,
        )
    assert (session.folder / "r.txt").read_text() == session.neovim.lua(
        "return table.concat(vim.fn.getline(1, '$'), '\\n') .. '\\n'"
    )
    assert not session.neovim.lua("return vim.bo.modified")
    worst = _ranked()[0]
    session.neovim.type(f"/^segment {worst} <CR>j<CR>")
    becomes(
        lambda: session.neovim.lua("return { vim.bo.filetype, vim.fn.line('.') }"),
        ["meteor", worst],
        session,
    )


def test_another_file_is_named_from_the_folder_of_this_one(start: Starter) -> None:
    folder = start.folder / "of texts"
    folder.mkdir()
    write_lines(folder / "mine.hyp.en", HYPOTHESES)
    write_lines(folder / "my news.en", REFERENCES)
    (folder / "old").mkdir()
    session = start(file="of texts/mine.hyp.en")
    assert session.neovim.lua("return vim.fn.getcompletion('Meteor pair ', 'cmdline')") == [
        "mine.hyp.en",
        "my news.en",
        "old/",
    ]
    # Of a name with blanks Neovim wants what comes after the last.
    completed = "return vim.fn.getcompletion('Meteor pair my ne', 'cmdline')"
    assert session.neovim.lua(completed) == ["news.en"]
    becomes(lambda: _servers_here(session), 1, session)
    session.neovim.command("Meteor pair my news.en")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    session.neovim.type(":Meteor pair nowhere.en<CR>")
    assert session.tells("there is no file nowhere.en in ")
    assert not session.is_waiting


def test_a_file_without_a_partner_says_why_it_has_no_picture(start: Starter) -> None:
    write_lines(start.folder / "alone.hyp.en", HYPOTHESES)
    session = start(file="alone.hyp.en")
    session.neovim.command("Meteor alignment")  # before the server is there, or after
    told = "METEOR: There is no alone.ref.en beside alone.hyp.en."
    assert session.tells(told)
    assert not session.is_waiting


def _servers_here(session: Session) -> int:
    number: int = session.neovim.lua("return #vim.lsp.get_clients({ bufnr = 0 })")
    return number


def test_a_partner_is_named_or_chosen(start: Starter) -> None:
    for name in ("one.hyp.en", "two.hyp.en"):
        write_lines(start.folder / name, HYPOTHESES)
    write_lines(start.folder / "fair copy.txt", REFERENCES)
    (start.folder / "x.hyp.en").unlink()
    (start.folder / "x.ref.en").unlink()
    session = start(file="one.hyp.en")
    completed = "return vim.fn.getcompletion('Meteor partner fair', 'cmdline')"
    assert session.neovim.lua(completed) == ["fair copy.txt"]
    becomes(lambda: _servers_here(session), 1, session)
    session.neovim.command("Meteor partner fair copy.txt")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    session.neovim.command("edit two.hyp.en")
    becomes(lambda: _servers_here(session), 1, session)
    session.neovim.type(":Meteor partner<CR>")
    assert session.shows(lambda screen: "Which file is the reference" in "".join(screen.lines()))
    session.neovim.type("1<CR>")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    pairs = tomllib.loads((start.folder / "meteor.toml").read_text(encoding="utf-8"))["pairs"]
    assert pairs == [
        {"hypothesis": name, "references": ["fair copy.txt"]}
        for name in ("one.hyp.en", "two.hyp.en")
    ]


def test_segments_of_files_that_are_not_open_are_found(start: Starter) -> None:
    (start.folder / "more").mkdir()
    write_lines(start.folder / "more" / "y.hyp.en", ["quite unopened"])
    write_lines(start.folder / "more" / "y.ref.en", ["quite unopened, too"])
    session = start()
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    session.neovim.command("lua vim.lsp.buf.workspace_symbol('unopened')")
    assert session.shows(lambda screen: "[Quickfix List]" in "".join(screen.lines()))
    (found,) = session.neovim.lua("return vim.fn.getqflist()")
    assert "segment 1  quite unopened" in found["text"]
    session.neovim.command("cc 1")
    becomes(lambda: _servers_here(session), 1, session)
    assert session.neovim.lua("return #vim.lsp.get_clients()") == 1


def test_a_line_without_a_segment_says_that_it_has_no_picture(start: Starter) -> None:
    write_lines(start.folder / "x.tsv", ["hypothesis\treference", "a b\ta b"])
    session = start("x.tsv")
    assert session.shows(lambda screen: "1.000" in screen.lines()[1])
    session.neovim.command("Meteor alignment")
    told = "METEOR: There is no alignment here: 1 segment has a partner on the other side."
    assert session.tells(told)
    session.neovim.type("j")
    assert session.shows(shows_picture_of(1))
