# Braid. `make` alone lists the targets.
#
#   NO_INSTALL=1 make …   installs nothing; says what is missing

SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help demo test bench soak gauntlet fuzz fmt lint doc runtime subjects install-deps

# Versioned compilers that lie outside PATH on some systems are linked here by tools/install-deps.
export PATH := $(CURDIR)/.tools/bin:$(PATH)

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Build Braid and show what it does
	@tools/install-deps build demo
	@cargo build --release --quiet --package braid-cli
	@tools/demo

test: ## Everything that CI runs: format, lints, documentation, walls, tidiness, all tests
	@tools/install-deps build test
	@cargo xtask test

bench: ## Measure against other tools and print tables; minutes (BENCH=reader, solver, engine, search, merge, pattern, qce, fork, lattice, summary or float for one part)
	@tools/install-deps build test bench
	@cargo build --release --quiet --package braid-cli --package braid-bench
	@python3 tools/bench $(BENCH)

soak: ## The tests in their long versions, optimised, also on real programs (downloaded); hours
	@tools/install-deps build test
	@tools/subjects || echo "going on without real programs"
	@cargo xtask soak

gauntlet: ## Random programs against sanitizers, Csmith and limits; GAUNTLET_MINUTES (120 unless told), goes on where it stopped
	@tools/install-deps build test gauntlet
	@cargo build --release --quiet --package braid-cli --package braid-gauntlet
	@target/release/braid-gauntlet target/release/braid gauntlet-out --minutes $${GAUNTLET_MINUTES:-120}

fuzz: ## Fuzz the readers; FUZZ_SECONDS each (300 unless told)
	@for target in reader text; do fuzz/run $$target -max_total_time=$${FUZZ_SECONDS:-300}; done

fmt: ## Format the source
	cargo fmt --all

lint: ## Format check, clippy, dependency walls, tidiness
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo xtask walls
	cargo xtask unused
	cargo xtask tidy

doc: ## Build the documentation into target/doc, private items included
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

runtime: ## Compile runtime/ to the bitcode that is embedded (needs clang-14)
	for part in runtime files mathematics fenv cplusplus streams libc wides further; do runtime/build $$part runtime/prebuilt/$$part.bc || exit; done
	for part in runtime files mathematics fenv cplusplus libc wides further; do runtime/build $$part runtime/prebuilt/$$part-i386.bc i386 || exit; done

subjects: ## Download real programs (Debian's sources) and compile them to bitcode in subjects/; SUBJECTS=coreutils for one
	@tools/install-deps subjects
	@tools/subjects $(or $(SUBJECTS),coreutils busybox libtasn1 jsonc libpng libosip apr cjson libyaml expat lua tinyexpr)

install-deps: ## Install what building, testing and measuring need
	@tools/install-deps build test bench
