//! Hash-consed bit-vector and array terms, their simplifier, evaluator and printers.
