//! Runs a state to its successors: instructions over words and terms, faults, case splits.
