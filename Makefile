# make demo      shows what Meteorscope does, on the texts in examples/
# make lab       opens the tour of the notebook views in JupyterLab
# make test      runs lint, type checks and all tests that need only Python; and those of the front
#                ends, if npm is installed
# make quick     runs lint, type checks and the tests nearest to what changed, within a minute: since the last
#                commit, since another one (SINCE=main), or of one area (AREA=server; AREA=? lists them)
# make browser   runs the tests in JupyterLab and Notebook 7, in Chromium
# make editors   runs the tests in VS Code, Neovim, Emacs and Vim, of which it installs copies (1.2 GB)
# make slow      runs long tests, on real data if it is available, and tries at random more often
# make sanitize  runs the kernel under sanitizers: random inputs, threads, its tests; takes minutes
# make kernel    compiles what changed in core/kernel. Other targets do it too, and continue in
#                Python if there is no compiler (METEOR_BUILD=auto, compiled or pure)
# make public-types  tells whether a type checker of users knows every type of the public API (pyright)
# make bench     prints the table of docs/performance.md
# make frontend  builds the notebook front end from its TypeScript, with npm. The result is
#                committed, so that nobody else needs Node
# make vscode    packages the extension for VS Code, with npm: editors/vscode/dist/meteorscope.vsix
# make clean     removes the private environment and everything generated

PYTHON ?= $(or $(shell command -v python3.11),python3)
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.ready-tools
READY := $(VENV)/.ready-dev
USABLE := $(VENV)/.ready
LAB := $(VENV)/.ready-lab
MODULES := node_modules/.package-lock.json
FRONTEND := meteor_widget/frontend

# Tests whose result can depend on the implementation: the core, and faces that score in batches.
DEPENDENT := tests/core tests/meteor15 tests/scale tests/command_line/test_score_streams.py \
  tests/lsp/test_scores.py tests/lsp/test_alignments.py tests/widget/test_scored_corpus.py
# Among these, tests that name an implementation do the same whichever is chosen.
BY_NAME := $(addprefix --ignore=tests/,core/test_compiled_text.py core/test_compiled_measures.py \
  meteor15/test_normalizer.py) -k 'not [python and not -python'
# How many browsers run at a time.
BROWSERS ?= 2
UNIT := -n auto -m 'not slow and not editor and not browser'

.PHONY: demo lab test check quick lint types public-types unit unit-python browser editors slow sanitize kernel fresh-kernel bench
.PHONY: frontend frontend-check vscode no-npm clean
.DEFAULT_GOAL := demo

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Meteorscope needs Python 3.11 or later; set PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(TOOLS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check hatchling nanobind
	@touch $@

# Runs each time and takes no time if nothing changed: it compares files and METEOR_BUILD.
fresh-kernel: | $(TOOLS)
	@$(BIN)/python core/hatch_build.py

$(USABLE): pyproject.toml | fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lsp]'
	@touch $@

# The package pycocoevalcap has METEOR 1.5's files; nothing else of it is used.
$(READY): pyproject.toml | fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'pycocoevalcap>=1.2' || \
	  echo "pycocoevalcap could not be installed; tests that need the files of METEOR 1.5 are skipped"
	@touch $@ $(USABLE) $(LAB)

$(LAB): pyproject.toml | fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[widget]' 'jupyterlab>=4.4'
	@touch $@

$(MODULES): package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

demo: $(USABLE)
	@$(BIN)/python scripts/demo.py

lab: $(LAB)
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) $(LABFLAGS) examples/tour.ipynb

test: check unit

check: lint types $(if $(shell command -v npm),frontend-check,no-npm)

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

public-types: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pyright[nodejs]==1.1.414'
	$(BIN)/python scripts/public_types.py

quick: $(READY)
	@$(BIN)/python scripts/quick.py $(if $(AREA),--area '$(AREA)') $(if $(SINCE),--since '$(SINCE)')

unit: $(READY)
	$(BIN)/pytest $(UNIT)

unit-python: $(READY)
	METEOR_IMPLEMENTATION=python $(BIN)/pytest $(UNIT) $(BY_NAME) $(DEPENDENT)

browser: $(READY)
	$(BIN)/pytest -n $(BROWSERS) -m browser

editors: $(READY)
	sh tests/editors/install.sh
	$(BIN)/pytest -m editor

slow: $(READY)
	METEORSCOPE_THOROUGH=1 $(BIN)/pytest -m "slow or thorough"

sanitize: $(READY)
	@PYTHON=$(CURDIR)/$(BIN)/python tests/kernel/sanitize.sh

kernel: | $(TOOLS)
	METEOR_BUILD=$(or $(METEOR_BUILD),compiled) $(BIN)/python core/hatch_build.py

bench: $(READY)
	$(BIN)/python benchmarks/compare.py

frontend: $(MODULES)
	cd $(FRONTEND) && npm run build

frontend-check: $(MODULES)
	rm -rf $(FRONTEND)/build
	npm run --silent check -w editors/vscode
	npm run --silent test -w editors/vscode
	cd $(FRONTEND) && npm run check && npm test && node build.mjs --out build/shipped
	@diff -rq $(FRONTEND)/build/shipped meteor_widget/static || \
	  { echo "meteor_widget/static differs from its source; run make frontend"; exit 1; }

vscode: $(MODULES)
	npm run --silent package -w editors/vscode

no-npm:
	@echo "npm is not installed; the checks of the TypeScript are skipped"

clean:
	rm -rf $(VENV) .editors .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	rm -f core/meteor_core/_kernel.*.so core/meteor_core/_kernel.*.pyd
	rm -rf node_modules $(FRONTEND)/build editors/vscode/dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
