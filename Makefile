# Every target works from a fresh clone with nothing but Python 3.11 or newer on the machine.

VENV := .venv
STAMP := $(VENV)/.installed
RUN := $(VENV)/bin
# Twice the usual limit of quick machines, so that a slow network does not end a setup.
PIP := $(RUN)/python -m pip --disable-pip-version-check --timeout 120
UV_VERSION := 0.13.9
TEST_OPTIONS ?=

.DEFAULT_GOAL := help
.PHONY: help setup serve test bench soak lint format types imports schema lock clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup: $(STAMP) ## Make .venv with everything the service and its tests need

# The stamp is newer than the lock only after a complete install, so an interrupted one is done again.
# An existing environment is updated in place: whoever is using it at the moment keeps it.
$(STAMP): requirements.lock
	@python=$$(sh tools/find-python.sh) || exit 1; \
	echo "== making $(VENV) with $$python"; \
	$(RUN)/python -c '' 2>/dev/null || rm -rf $(VENV); \
	"$$python" -m venv $(VENV) || { \
	    echo "The venv module of $$python does not work. On Debian or Ubuntu: apt-get install python3-venv" >&2; \
	    exit 1; }
	@echo "== installing the locked packages (about a minute)"
	@$(PIP) install --progress-bar on --require-hashes --no-deps -r requirements.lock
	@echo "== installing Umpire itself"
	@$(PIP) install --quiet --no-deps --no-build-isolation --no-index -e .
	@touch $@
	@echo "== ready: $(RUN)/umpire serve"

serve: setup ## Start the service with a database of its own
	$(RUN)/umpire serve

test: setup ## Run the tests
	$(RUN)/python -m pytest -m "not soak" -n auto $(TEST_OPTIONS)

bench: setup ## Measure throughput of this machine
	$(RUN)/python -m tests.load.bench

soak: setup ## Run the long tests, with many more random examples
	HYPOTHESIS_PROFILE=soak $(RUN)/python -m pytest -n auto $(TEST_OPTIONS)

lint: setup ## Check style and formatting
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .

format: setup ## Repair style and formatting
	$(RUN)/ruff check --fix .
	$(RUN)/ruff format .

types: setup ## Check types
	$(RUN)/mypy --strict app tests

imports: setup ## Check that imports point downwards
	$(RUN)/lint-imports --no-cache

schema: setup ## Check that openapi/openapi.json is what the code serves
	$(RUN)/umpire openapi --check

lock: ## Resolve the dependencies again and write the lock files
	UV_VERSION=$(UV_VERSION) sh tools/lock.sh

clean: ## Remove .venv and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
