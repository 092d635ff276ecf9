# Two commands from a fresh clone:
#   make demo   set up, then run the main job on a copy of examples/life
#   make test   set up, then pass the tests
# The rest is for people who change memctl.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

# Without .pyc files every start pays for compiling; some environments switch them off.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test lint types docs bench wheel-check clean

help:                 ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*##/\t/' | expand -t 16

setup: $(READY)       ## a virtual environment with memctl and what its tests need

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

demo: setup           ## extraction, supersession, summaries and recall on a small life
	$(BIN)/memctl demo

test: setup           ## style, types and every test
	$(BIN)/ruff check memctl tests benchmarks
	$(BIN)/ruff format --check memctl tests benchmarks
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

lint: setup           ## ruff, with what it can mend mended
	$(BIN)/ruff check --fix memctl tests benchmarks
	$(BIN)/ruff format memctl tests benchmarks

types: setup          ## mypy, strict
	$(BIN)/mypy

docs: setup           ## rewrite what is generated: schemas/, docs/cli.md, transcripts
	$(BIN)/python -m memctl.schema schemas
	$(BIN)/python -m pytest -q -p no:randomly --rewrite tests/test_docs.py tests/cli tests/transcripts

bench: setup          ## whole stories, quality of extraction, start-up; see benchmarks/RESULTS.md
	$(BIN)/python benchmarks/quality.py
	$(BIN)/python benchmarks/stories.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/agents.py

wheel-check: setup    ## build the wheel, install it from the package index, run it elsewhere
	$(BIN)/python tests/wheel_check.py --from-index

clean:                ## forget the environment and everything built
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
