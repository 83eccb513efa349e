# Kozyr. `make club` to play, `make test` to check, `make help` for the rest.
# Everything made lives in .venv/, build/, ui/node_modules/ and src/kozyr/web/; `make clean` removes it.
# A finished step leaves a stamp, so a second run does only what a change asks for.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
DB ?= kozyr.db

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What Python compiles is kept: tests and checks start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE
# One generator for good: a Ninja installed later must not meet a build folder made without it.
export CMAKE_GENERATOR := Unix Makefiles
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)

# One more than there are cores: a test of the page waits for its page a third of the time.
workers ?= $(shell expr $(CMAKE_BUILD_PARALLEL_LEVEL) + 1)

bin := .venv/bin
stamps := .venv/stamps
pip := $(bin)/python -m pip --quiet
# CMake comes from PyPI, so that a compiler is all a machine must have.
build_tools := scikit-build-core nanobind cmake

native_sources := CMakeLists.txt $(shell find native -type f -not -name '.*')
python_dirs := $(wildcard src tests scripts bench examples)

# ------------------------------------------------------------------ the commands

# What `make mutants` spoils, and what must notice.
FILE ?=
TESTS ?=

.PHONY: help club test test-all bench mutants wheel release lint docs site wire stub constraints clean

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r n t; do printf '  make %-12s %s\n' "$$n" "$$t"; done

club: $(stamps)/native ui ## set up, build and run the club: HOST= PORT= DB= change where
	@exec $(bin)/kozyr club --host '$(HOST)' --port '$(PORT)' --db '$(DB)'

# Everything is built one after another, then the checks run beside each other; the tests have the machine to themselves.
test: $(stamps)/dev $(stamps)/site $(stamps)/tool ui ## every check and test, the browser's too; random checks at a tenth
	@+$(MAKE) -j$(CMAKE_BUILD_PARALLEL_LEVEL) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) lint test-native test-ui
	@+$(MAKE) test-python

test-all: export KOZYR_LONG := 1
test-all: test test-sanitize test-wheel ## the same with the random checks in full, the core under sanitizers, the wheel in an empty place

bench: $(stamps)/bench ## measure, beside a peer
	$(bin)/python -m bench

lint: lint-style lint-native lint-types lint-stub lint-layers lint-docs lint-wire lint-site lint-ui ## style, types, layers, documents

mutants: $(stamps)/dev ## spoil FILE=src/kozyr/... in every small way, and name what TESTS=tests/test_x.py do not notice
	$(bin)/python -m scripts.mutants '$(FILE)' $(TESTS)

wheel: $(stamps)/wheels ui ## the source archive and the wheel, in dist/
	rm -rf dist
	$(bin)/python scripts/wheel.py dist

release: $(stamps)/wheels ui ## cut a version: VERSION=0.3.0 sets it, dates the changelog, builds dist/, and says what to push
	$(bin)/python -m scripts.release '$(VERSION)'
	rm -rf dist
	$(bin)/python scripts/wheel.py dist

docs: $(stamps)/dev ## make docs/rules.md, docs/conventions.md and docs/movements.md anew, and the figures of the books of rules
	$(bin)/python -m scripts.rules_table
	$(bin)/python -m scripts.options_table
	$(bin)/python -m scripts.movements_table
	$(bin)/python -m scripts.figures

site: lint-site ## the documentation site, in build/site; a warning or a broken link is an error

wire: $(stamps)/dev ## make ui/src/wire.gen.ts anew, after a change of the wire or of a game
	$(bin)/python -m scripts.wire

stub: $(stamps)/dev ## make src/kozyr/_native.pyi anew, after a change in native/bindings.cpp
	$(bin)/python -m nanobind.stubgen -q -m kozyr._native -o src/kozyr/_native.pyi

constraints: ## look for newer versions of everything and pin them
	PYTHON=$(PYTHON) scripts/pin.sh

clean: ## remove everything made (a club's database stays)
	rm -rf .venv build dist ui/node_modules src/kozyr/web .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

# ------------------------------------------------------------------ checks

.PHONY: lint-style lint-native lint-types lint-stub lint-layers lint-docs lint-wire lint-site lint-ui test-native test-sanitize test-python test-ui test-wheel chromium services

lint-style: $(stamps)/dev
	$(bin)/ruff check $(python_dirs)
	$(bin)/ruff format --check $(python_dirs)

lint-native: $(stamps)/dev $(stamps)/tidy
	$(bin)/clang-format --dry-run --Werror $(filter %.cpp %.hpp,$(native_sources))

$(stamps)/tidy: $(native_sources) .clang-tidy | $(stamps)/dev
	scripts/tidy.sh $(bin)/python
	@touch $@

lint-types: $(stamps)/dev
	$(bin)/mypy $(python_dirs)

lint-stub: $(stamps)/dev
	@scripts/check_stub.sh $(bin)/python

lint-layers: $(stamps)/dev
	$(bin)/lint-imports --no-logo --cache-dir build/import-linter

lint-docs: $(stamps)/dev
	$(bin)/python -m scripts.rules_table --check
	$(bin)/python -m scripts.options_table --check
	$(bin)/python -m scripts.movements_table --check
	$(bin)/python -m scripts.figures --check

lint-wire: $(stamps)/dev
	$(bin)/python -m scripts.wire --check

# Its notice about a version of MkDocs that does not exist yet is none of ours.
lint-site: $(stamps)/site
	NO_MKDOCS_2_WARNING=1 $(bin)/python -m mkdocs build >build/site.log 2>&1 || { cat build/site.log; exit 1; }

test-native: $(stamps)/tool
	$(bin)/ctest --test-dir build/native --parallel $(CMAKE_BUILD_PARALLEL_LEVEL) --output-on-failure

# The core's tests and fuzzers where a wrong access to memory or undefined behaviour ends the program.
test-sanitize: $(stamps)/venv
	$(bin)/cmake -S . -B build/sanitize -DKOZYR_WERROR=ON -DKOZYR_SANITIZE=ON >build/sanitize.log || { cat build/sanitize.log; exit 1; }
	$(bin)/cmake --build build/sanitize
	KOZYR_LONG= $(bin)/ctest --test-dir build/sanitize --parallel $(CMAKE_BUILD_PARALLEL_LEVEL) --output-on-failure

test-python: $(stamps)/dev ui chromium services
	scripts/tests.sh $(bin)/python -n $(workers) --dist worksteal

# Installed where there is neither a compiler nor Node, it must serve a deal.
test-wheel: wheel
	scripts/try_wheel.sh '$(PYTHON)'

chromium:
	@scripts/chromium.sh

services:
	@scripts/services.sh

# ------------------------------------------------------------------ the Python side

$(stamps)/venv: constraints.txt
	@scripts/require.sh python '$(PYTHON)'
	@scripts/require.sh compiler '$(CXX)'
	'$(PYTHON)' -m venv .venv
	$(pip) install -c constraints.txt $(build_tools)
	@mkdir -p $(@D) build && touch $@

# The package itself, editable: a change within a .py file needs nothing; one in native/ comes through here.
install := $(pip) install --no-build-isolation -c constraints.txt -Ccmake.define.KOZYR_WERROR=ON --editable

# The editable install keeps a list of the modules: one that is new, moved or gone wants it made anew.
$(stamps)/modules: FORCE | $(stamps)/venv
	@find src -name '*.py' | LC_ALL=C sort | cmp -s - $@ || find src -name '*.py' | LC_ALL=C sort >$@

.PHONY: FORCE
FORCE:

$(stamps)/native: $(stamps)/venv $(stamps)/modules pyproject.toml src/kozyr/__init__.py $(native_sources)
	$(install) '.[club]'
	@touch $@

$(stamps)/dev: $(stamps)/venv pyproject.toml | $(stamps)/native
	$(install) '.[test,dev]'
	@touch $@

$(stamps)/site: $(stamps)/venv pyproject.toml | $(stamps)/native
	$(install) '.[site]'
	@touch $@

$(stamps)/wheels: $(stamps)/venv pyproject.toml | $(stamps)/native
	$(install) '.[wheels]'
	@touch $@

$(stamps)/bench: $(stamps)/venv pyproject.toml | $(stamps)/native
	$(install) '.[bench]'
	@touch $@

# The same library without Python: its command-line tool and its own tests.
$(stamps)/tool: $(stamps)/venv $(native_sources)
	$(bin)/cmake -S . -B build/native -DKOZYR_WERROR=ON >build/native.log || { cat build/native.log; exit 1; }
	$(bin)/cmake --build build/native
	@touch $@

# ------------------------------------------------------------------ the client
# Without ui/ there is nothing to do. Without Node everything else goes on, and the club serves a plain page.

.PHONY: ui
ifeq ($(wildcard ui/package.json),)
ui lint-ui test-ui: ;
else ifneq ($(shell scripts/require.sh node 2>/dev/null && echo ok),ok)
lint-ui test-ui: ui ;
ui:
	@scripts/require.sh node || [ "$${CI:-}" != true ]
else
modules := ui/node_modules/.package-lock.json
page := src/kozyr/web/index.html

ui: $(page)

$(modules): ui/package-lock.json ui/package.json
	cd ui && npm ci --no-audit --no-fund
	@mkdir -p $(@D) && touch $@

$(page): $(modules) docs/bot-protocol.md examples/bot.py $(shell find ui -type f -not -path '*/node_modules/*' -not -path '*/test-results/*' -not -path '*/dist/*' -not -path '*/.*' \
  -not -name '*.md' -not -name '*.tsbuildinfo')
	cd ui && npm run build
	@touch $@

lint-ui: $(modules)
	cd ui && npm run check

test-ui: $(modules)
	cd ui && npm test
endif
