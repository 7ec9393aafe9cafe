# make demo    what Meteorscope does, on the pairs in examples/
# make test    lint, types and all tests that need nothing but Python
# make slow    long tests, on real data where it is there
# make bench   the table of docs/performance.md
# make clean   removes the private environment and everything generated

PYTHON ?= $(or $(shell command -v python3.11),python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready-dev
USABLE := $(VENV)/.ready

.PHONY: demo test lint types unit slow bench clean
.DEFAULT_GOAL := demo

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Meteorscope needs Python 3.11 or later; set PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(USABLE): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lsp]'
	@touch $@

$(READY): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(USABLE)

demo: $(USABLE)
	@$(BIN)/python scripts/demo.py

test: lint types unit

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/pytest -n auto -m 'not slow and not editor'

slow: $(READY)
	$(BIN)/pytest -m slow

bench: $(READY)
	$(BIN)/python benchmarks/compare.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
