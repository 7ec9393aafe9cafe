# make demo      what Meteorscope does, on the pairs in examples/
# make lab       the tour of the notebook views, in JupyterLab
# make test      lint, types and all tests that need nothing but Python; those of the front end
#                where npm is
# make quick     lint, types and the tests nearest to what changed, in a minute: since the last commit,
#                since another (SINCE=main), or of an area (AREA=server; AREA=? lists them)
# make browser   tests in JupyterLab and Notebook 7, in Chromium
# make editors   tests in VS Code, Neovim, Emacs and Vim, of which it gets copies of its own (1.2 GB)
# make slow      long tests, on real data where it is there, and those that try at random, more often
# make sanitize  the kernel under sanitizers: random inputs, threads, its tests; takes minutes
# make kernel    compiles what changed in core/kernel; the other targets do it too, and go on in
#                Python where there is no compiler (METEOR_BUILD=auto, compiled or pure)
# make bench     the table of docs/performance.md
# make frontend  builds the notebook front end from its TypeScript, with npm; the result is
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

# What the choice of implementation can change: the core, and where faces score in batches.
DEPENDENT := tests/core tests/meteor15 tests/scale tests/command_line/test_score_streams.py \
  tests/lsp/test_scores.py tests/lsp/test_alignments.py tests/widget/test_scored_corpus.py
# Among these, tests that name an implementation do the same whichever is chosen.
BY_NAME := $(addprefix --ignore=tests/,core/test_compiled_text.py core/test_compiled_measures.py \
  meteor15/test_normalizer.py) -k 'not [python and not -python'
UNIT := -n auto -m 'not slow and not editor and not browser'

.PHONY: demo lab test quick lint types unit unit-python browser editors slow sanitize kernel fresh-kernel bench
.PHONY: frontend frontend-check vscode no-npm clean
.DEFAULT_GOAL := demo

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Meteorscope needs Python 3.11 or later; set PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(TOOLS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check hatchling pybind11 setuptools
	@touch $@

# Always asked, never long: it knows which files changed, and what METEOR_BUILD says this time.
fresh-kernel: | $(TOOLS)
	@$(BIN)/python core/hatch_build.py

$(USABLE): pyproject.toml | fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lsp]'
	@touch $@

# METEOR 1.5's files come in the package pycocoevalcap, of which nothing else is used.
$(READY): pyproject.toml | fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'pycocoevalcap>=1.2' || \
	  echo "pycocoevalcap could not be installed; tests that need METEOR 1.5's files are skipped"
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

test: lint types $(if $(shell command -v npm),frontend-check,no-npm) unit

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

quick: $(READY)
	@$(BIN)/python scripts/quick.py $(if $(AREA),--area '$(AREA)') $(if $(SINCE),--since '$(SINCE)')

unit: $(READY)
	$(BIN)/pytest $(UNIT)

unit-python: $(READY)
	METEOR_IMPLEMENTATION=python $(BIN)/pytest $(UNIT) $(BY_NAME) $(DEPENDENT)

browser: $(READY)
	$(BIN)/pytest -n 2 -m browser

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
	  { echo "meteor_widget/static is not what its source gives: make frontend"; exit 1; }

vscode: $(MODULES)
	npm run --silent package -w editors/vscode

no-npm:
	@echo "There is no npm here: the checks of the front end's TypeScript are skipped"

clean:
	rm -rf $(VENV) .editors .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	rm -f core/meteor_core/_kernel.*.so core/meteor_core/_kernel.*.pyd
	rm -rf node_modules $(FRONTEND)/build editors/vscode/dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
