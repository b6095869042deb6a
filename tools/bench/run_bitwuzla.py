"""Runs an SMT-LIB file through bitwuzla's own parser and prints its answers: the module has no command of its own."""
import sys

import bitwuzla

options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
parser.parse(sys.argv[1])
