"""Completion in bash itself, the other shells' scripts, the manual page, and ``check``."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from meteor_core.command_line.main import main

pytest.importorskip("shtab")
pytest.importorskip("argparse_manpage")


def printed(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("meteorscope sc", {"score"}),
        ("meteorscope score --var", {"--variant"}),
        ("meteorscope score -v lavie", {"lavie-agarwal-2007"}),
        ("meteorscope align --align b", {"beam"}),
        ("meteorscope completion ", {"bash", "zsh", "fish", "man"}),
        ("meteorscope score mt.hy", {"mt.hyp.en"}),
        ("meteorscope score mt.hyp.en mt.r", {"mt.ref.en"}),
    ],
)
def test_bash_completes(
    words: str, expected: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("mt.hyp.en", "mt.ref.en"):
        (tmp_path / name).touch()
    given = " ".join(f"'{word}'" for word in words.split(" "))
    script = f"""{printed("bash", capsys)}
COMP_WORDS=({given}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_shtab_meteorscope meteorscope "${{COMP_WORDS[COMP_CWORD]}}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert {word.strip() for word in done.stdout.split()} == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_accept_their_scripts(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    script = printed(shell, capsys)
    assert "lavie-agarwal-2007" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_the_manual_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed("man", capsys)
    assert '"Meteorscope' in page.splitlines()[0]
    for command in ("score", "align", "review", "agree", "variants", "completion"):
        assert re.search(rf"COMMAND .*meteorscope {command}\W", page)
    if shutil.which("man"):
        shown = subprocess.run(
            ["man", "-l", "-"], input=page, capture_output=True, text=True, check=True
        )
        assert "SYNOPSIS" in shown.stdout


def test_check_is_the_servers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for side in ("hyp", "ref"):
        (tmp_path / f"x.{side}.en").write_text("the cat sat\n", encoding="utf-8")
    assert main(["check", str(tmp_path / "x.hyp.en"), "--fail-under", "1.0"]) == 0
    assert "METEOR 1.0000, 1 segment" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["check"])
    assert ended.value.code == 2
    assert "meteor-lsp check: error: the following arguments" in capsys.readouterr().err
