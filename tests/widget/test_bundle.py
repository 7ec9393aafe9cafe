"""The front end as it is shipped, from the repository and from the wheel."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from meteor_widget.frontend_files import KINDS, carried_script, script_of, styles_of

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "meteor_widget" / "frontend"

MAX_SCRIPT_BYTES = 50_500
"""Of a script as every widget of a notebook carries it: half of those that it unpacks."""

_LOAD = """
const unpacked = [];
URL.createObjectURL = (blob) => {
  unpacked.push(blob.text());
  return "data:text/javascript,export default {}";
};
URL.revokeObjectURL = () => {};
for (const kind of process.argv.slice(2)) {
  await (await import(`./${kind}.mjs`)).default();
}
console.log(JSON.stringify(await Promise.all(unpacked)));
"""

FILES = sorted([*map(script_of, KINDS), *map(styles_of, KINDS)])


def test_the_bundle_is_what_its_source_makes(tmp_path: Path) -> None:
    if shutil.which("node") is None or not (ROOT / "node_modules" / "esbuild").exists():
        pytest.skip("needs node and the front end's packages: npm ci")
    build = ["node", "build.mjs", "--out", str(tmp_path)]
    subprocess.run(build, cwd=FRONTEND, check=True, capture_output=True, timeout=60)
    for shipped in FILES:
        made = tmp_path / shipped.name
        assert made.read_bytes() == shipped.read_bytes(), "run: npm run build"
    assert sorted(path.name for path in tmp_path.iterdir()) == [path.name for path in FILES]


@pytest.mark.parametrize("kind", KINDS)
def test_the_scripts_are_small(kind: str) -> None:
    assert len(carried_script(kind)) < MAX_SCRIPT_BYTES


def test_a_widget_carries_its_script(tmp_path: Path) -> None:
    """And unpacks it as anywidget asks; node loads no blobs, so files stand for them."""
    if shutil.which("node") is None:
        pytest.skip("needs node")
    for kind in KINDS:
        (tmp_path / f"{kind}.mjs").write_text(carried_script(kind), encoding="utf-8")
    (tmp_path / "load.mjs").write_text(_LOAD, encoding="utf-8")
    loaded = subprocess.run(
        ["node", "load.mjs", *KINDS], cwd=tmp_path, check=True, capture_output=True, timeout=60
    )
    unpacked = json.loads(loaded.stdout)
    assert unpacked == [script_of(kind).read_text(encoding="utf-8") for kind in KINDS]


@pytest.mark.parametrize("kind", KINDS)
def test_the_bundles_load_nothing(kind: str) -> None:
    script = script_of(kind).read_text(encoding="utf-8")
    styles = styles_of(kind).read_text(encoding="utf-8")
    named = set(re.findall(r"\w+://[^\s\"'`]*", script + styles))
    # Names of kinds of elements: browsers know them and load nothing from there.
    kinds = {"2000/svg", "1998/Math/MathML", "1999/xhtml"}
    assert named <= {f"http://www.w3.org/{kind}" for kind in kinds}
    assert not re.search(r"@import|url\((?!#)", styles)
    calls = r"\b(?:import\(|fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)"
    assert not re.search(calls, script)


@pytest.mark.parametrize("kind", KINDS)
def test_the_scripts_make_no_code_and_no_markup_of_text(kind: str) -> None:
    script = script_of(kind).read_text(encoding="utf-8")
    makers = r"\beval\b|\bnew Function\b|innerHTML|outerHTML|insertAdjacentHTML|document\.write"
    assert not re.search(makers, script)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was made from it."""
    pytest.importorskip("hatchling", reason="needs hatchling: pip install -e .[dev]")
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    pure = {**os.environ, "METEOR_BUILD": "pure"}  # the kernel has tests of its own
    subprocess.run(build, check=True, capture_output=True, timeout=120, env=pure)
    return folder


def test_the_wheel_has_the_bundle_and_not_its_source(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        for file in FILES:
            assert archive.read(f"meteor_widget/static/{file.name}") == file.read_bytes()
    assert "meteor_widget/py.typed" in names
    assert not [name for name in names if "frontend/" in name or name.startswith("tests/")]


def test_the_source_distribution_has_what_the_bundle_is_made_of(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"meteor_widget/static/corpus.js", "package-lock.json"} <= names
    sources = [FRONTEND / "build.mjs", *(FRONTEND / "src").rglob("*.ts")]
    assert {path.relative_to(ROOT).as_posix() for path in sources} <= names
    assert not [name for name in names if "node_modules/" in name]


def test_the_wheel_works(built: Path, tmp_path: Path) -> None:
    """In an environment of its own, which borrows only the packages that it depends on."""
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=False, symlinks=True)
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    target = ["--target", str(packages)]
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, *target, str(wheel)], check=True, timeout=120)
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    (tmp_path / "h").write_text("We danced with glee\n", encoding="utf-8")
    (tmp_path / "r").write_text("We danced with joy\n", encoding="utf-8")

    # The wheel is pure: the kernel cannot be demanded of it.
    environment = {k: v for k, v in os.environ.items() if k != "METEOR_IMPLEMENTATION"}

    def run(*arguments: str) -> str:
        command = [str(tmp_path / "venv" / "bin" / "python"), *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, check=True, capture_output=True, timeout=120, env=environment
        )
        return done.stdout.decode()

    home = run("-c", "import meteor_core, meteor_widget; print(meteor_widget.__file__)")
    assert Path(home.strip()).parent == packages / "meteor_widget"
    for name in ("x.html", "x.svg"):
        run("-m", "meteorscope", "align", "h", "r", "-o", name)
        assert "danced" in (tmp_path / name).read_text(encoding="utf-8")
    show = "from meteor_widget import AlignmentView as V; print(len(V('a', ['a']).to_html()))"
    assert int(run("-c", show)) > script_of("alignment").stat().st_size
