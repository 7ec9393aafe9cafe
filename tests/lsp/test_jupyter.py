"""What jupyter-lsp is told about the server, and the texts that JupyterLab's editor sends."""

import subprocess
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest
from lsprotocol import types

from meteor_core.version import VERSION
from meteor_lsp.documents.line_document import LineWorkspace, PaddedDocument
from meteor_lsp.jupyter import language_server

ROOT = Path(__file__).parents[2]
GROUP = "jupyter_lsp_spec_v1"


def test_the_entry_point_is_the_finder() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert list(map(resolve_name, project["entry-points"][GROUP].values())) == [language_server]


def test_the_spec_is_one_that_jupyter_lsp_takes() -> None:
    schema = pytest.importorskip("jupyter_lsp.schema", reason="jupyter-lsp is not installed")
    assert not list(schema.LANGUAGE_SERVER_SPEC_MAP.iter_errors(language_server(None)))


def test_the_server_that_it_names_starts() -> None:
    (spec,) = language_server(None).values()
    assert language_server.is_installed(None)
    run = subprocess.run([*spec["argv"], "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"meteor-lsp {VERSION}\n"


def test_without_the_extra_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meteor_lsp.jupyter.is_installed", lambda name: False)
    (spec,) = language_server(None).values()
    assert not language_server.is_installed(None)
    assert spec["argv"] == []


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("", []),
        ("one", ["one"]),
        ("one\n", ["one"]),
        ("one\ntwo\n", ["one", "two"]),
        ("one\n\n", ["one", ""]),
    ],
)
def test_line_end_added_by_jupyterlab_is_not_a_segment(text: str, segments: list[str]) -> None:
    workspace = LineWorkspace(None)
    workspace.document_class = PaddedDocument
    item = types.TextDocumentItem("file:///demo.hyp.en", "plain", 1, text + "\n")
    workspace.put_text_document(item)
    document = workspace.get_text_document(item.uri)
    assert isinstance(document, PaddedDocument)
    assert document.segments == segments
    document.apply_change(types.TextDocumentContentChangeWholeDocument("other\n" + text + "\n"))
    assert document.segments == ["other", *segments]
