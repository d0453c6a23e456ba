# make demo   compress real captured output and bring back what was left out
# make test   everything that must hold: lint, types, all tests
# make help   the rest

PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV ?= uv
PREFIX ?= /usr/local
VENV = .venv
BIN = $(VENV)/bin
READY = $(VENV)/ready
SHARE = $(DESTDIR)$(PREFIX)/share

.PHONY: help demo test check lint types tests e2e e2e-agents bench trust fuzz docs lock install uninstall clean

help:
	@echo 'make demo                   compress the captured output in fixtures/ and retrieve what was left out'
	@echo 'make test                   lint, types and all tests, as CI runs them'
	@echo 'make e2e                    the extension in the real Pi, which npm brings; skipped where it cannot'
	@echo 'make e2e-agents             Claude Code, Codex, Gemini CLI and OpenCode themselves with what setup writes'
	@echo 'make check                  lint, types and the fast tests'
	@echo 'make bench                  the figures that README quotes'
	@echo 'make trust                  attempts to break the promises, and a table of them'
	@echo 'make fuzz                   a million generated inputs against the promises: half an hour of one core'
	@echo 'make docs                   write man/ and completions/ anew from the commands'
	@echo 'make lock                   write requirements-dev.lock anew (needs uv)'
	@echo 'make install PREFIX=/usr    man pages and completions; the program: uv tool install knapsack-cli'

# pip comes first from the lock: an old pip writes a slower start-up script for the command.
$(READY): requirements-dev.lock pyproject.toml
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ...' >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(READY)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh .ci/demo.sh fixtures

# A million inputs, in a hundred runs of a seed each: outputs through compress, and eight times as many small
# documents through all that reads one. Fewer: make fuzz FUZZ_COUNT=10000. Stopped, it goes on where it was.
FUZZ_COUNT = 1000000
FUZZ_RUNS = 100

test: lint types tests

check: lint types
	$(BIN)/python -m pytest -n 2 --hypothesis-profile=ci -m 'not slow'

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/python -m pytest -n 2 --hypothesis-profile=ci

e2e: $(READY)
	@sh .ci/e2e.sh $(BIN)/python

e2e-agents: $(READY)
	@sh .ci/e2e.sh $(BIN)/python agents

bench: $(READY)
	@for file in tests/bench/bench_*.py; do \
	  test ! -e "$$file" || { echo "== $$file"; $(BIN)/python "$$file"; } || exit 1; \
	done

trust: $(READY)
	$(BIN)/python tests/trust/run.py

fuzz: $(READY)
	@mkdir -p build; seed=0; while [ $$seed -lt $(FUZZ_RUNS) ]; do seed=$$((seed + 1)); \
	  grep -qx "$$seed" build/fuzzed 2>/dev/null && continue; \
	  $(BIN)/python tests/trust/any_bytes.py $$(( $(FUZZ_COUNT) / $(FUZZ_RUNS) / 9 )) $$seed build/finds || exit 1; \
	  $(BIN)/python tests/trust/any_format.py $$(( $(FUZZ_COUNT) / $(FUZZ_RUNS) * 8 / 9 + 1 )) $$seed build/finds || exit 1; \
	  echo "$$seed" >> build/fuzzed; \
	done; rm -f build/fuzzed

docs: $(READY)
	$(BIN)/python .ci/write_documents.py

lock:
	UV_CUSTOM_COMPILE_COMMAND='make lock' $(UV) pip compile --quiet --universal --generate-hashes \
	  --python-version 3.11 --group dev pyproject.toml --output-file requirements-dev.lock

install:
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	  $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 644 man/*.1 $(SHARE)/man/man1/
	install -m 644 completions/knapsack.bash $(SHARE)/bash-completion/completions/knapsack
	install -m 644 completions/_knapsack $(SHARE)/zsh/site-functions/_knapsack
	install -m 644 completions/knapsack.fish $(SHARE)/fish/vendor_completions.d/knapsack.fish

uninstall:
	for page in man/*.1; do rm -f "$(SHARE)/man/man1/$${page##*/}"; done
	rm -f $(SHARE)/bash-completion/completions/knapsack $(SHARE)/zsh/site-functions/_knapsack \
	  $(SHARE)/fish/vendor_completions.d/knapsack.fish

clean:
	rm -rf $(VENV) .e2e .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
