"""The notebooks in examples/ run, from the first cell to the last, and show what they promise."""

import json
import re
import shutil
from pathlib import Path
from typing import Any, Final

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
NOTEBOOKS: Final = sorted(EXAMPLES.glob("*.ipynb"))
WIDGETS: Final = {
    "tour": ["alignment", "corpus", "compare", "review"],
    "alignment": ["alignment", "alignment"],
    "corpus": ["corpus"],
    "compare": ["compare", "compare"],
    "review": ["review"],
    "course": ["alignment", "alignment", "alignment", "alignment", "compare"],
    "agreement": ["agreement"],
}
"""The kinds of the views that each notebook shows, in their order."""

STATE: Final = "application/vnd.jupyter.widget-state+json"
VIEW: Final = "application/vnd.jupyter.widget-view+json"

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Jupyter's own


def executed(notebook: Path, folder: Path) -> Any:
    """The notebook after a run in a copy of the examples."""
    shutil.copytree(EXAMPLES, folder / "examples")
    read: Any = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        read,
        timeout=120,
        kernel_name="python3",
        store_widget_state=True,
        resources={"metadata": {"path": str(folder / "examples")}},
    )
    client.execute()
    return read


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def test_every_notebook_is_known() -> None:
    assert {path.stem for path in NOTEBOOKS} == set(WIDGETS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_shows_its_views(path: Path, tmp_path: Path) -> None:
    notebook = executed(path, tmp_path)
    kept = outputs(notebook)
    assert not [each for each in kept if each.output_type == "error"]
    assert not [each for each in kept if each.get("name") == "stderr"]
    models = notebook.metadata.widgets[STATE]["state"]
    shown = [each.data[VIEW]["model_id"] for each in kept if VIEW in each.get("data", {})]
    classes = [models[model]["state"]["_anywidget_id"] for model in shown]
    assert classes == [
        f"meteor_widget.{kind}.view.{kind.title()}View" for kind in WIDGETS[path.stem]
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_it_links_to_is_there(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (EXAMPLES / target).exists(), target
