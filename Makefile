# Each target makes and fills .venv by itself; all it asks of a machine is Python 3.11 with venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt
.PHONY: demo test lint bench docs examples schemas clean

demo: .venv/demo
	@$(BIN)/sonde demo

test: .venv/dev
	@$(BIN)/pytest $(ARGS)

lint: .venv/dev .venv/bench
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: .venv/rivals
	@$(BIN)/python -m benchmarks $(ARGS)

docs: .venv/docs
	@$(BIN)/mkdocs build --strict --quiet

# What commands print now, written under them in README and docs: read the difference.
examples: .venv/dev
	@$(BIN)/pytest -q --rewrite-examples README.md docs tests/test_readme.py

# The published JSON Schemas, from the models that write the JSON.
schemas: .venv/demo
	@for name in measure measures inspect lattice check compare assess attack attacks utility; do $(BIN)/sonde schema $$name > docs/schemas/$$name.json; done

clean:
	rm -rf .venv site dist

.venv/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Sonde needs Python 3.11 or later, and $(PYTHON) is " + sys.version.split()[0] + ": name another with make PYTHON=...")'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/demo: .venv/python pyproject.toml constraints.txt
	@echo "Installing Sonde into .venv ..."
	@$(PIP) -e .
	@touch $@

# pycanon pins everything that it uses, so it comes without: it is timed on the same libraries.
.venv/rivals: .venv/bench
	@$(PIP) --no-deps 'pycanon>=1.3'
	@touch $@

.venv/dev .venv/docs .venv/bench: .venv/%: .venv/python pyproject.toml constraints.txt
	@echo "Installing Sonde and its $* tools into .venv ..."
	@$(PIP) -e '.[$*]'
	@touch $@
