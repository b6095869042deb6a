//! What a run found, as plain data, and its formats: test files, coverage, statistics, summaries.
