//! What happened, as one table of counters.

braid_entity::counters! {
    /// Counters of all layers.
    pub Stats {
        /// Queries asked of the whole chain.
        queries;
        /// Answered sat.
        sat;
        /// Answered unsat.
        unsat;
        /// Not answered.
        unknown;
        /// Answered by constants and syntax alone.
        syntactic_hits;
        /// Answered because a recent model satisfies the query.
        recent_model_hits;
        /// Path conditions taken up again, whose model was remembered.
        path_model_hits;
        /// Models of paths that the engine handed over and that evaluation confirmed.
        models_given;
        /// Models that the engine handed over for a path they do not satisfy.
        models_refused;
        /// Independent slices asked of the layers below.
        slices;
        /// Slices answered from the cache because the same set was asked before.
        cache_exact_hits;
        /// Slices answered unsat because a known core is a subset.
        cache_core_hits;
        /// Slices answered sat because a known sat set is a superset.
        cache_superset_hits;
        /// Slices over one byte answered by its set of values.
        value_set_hits;
        /// Slices answered unsat by known bits and bounds.
        refute_hits;
        /// Slices answered unsat by bounds of sums and differences of joined counters.
        linear_hits;
        /// Slices answered by decision diagrams.
        diagram_hits;
        /// Slices answered unsat because a quantifier and the bounds say the opposite of a conjunct.
        quantifier_fact_hits;
        /// Slices with quantifiers.
        quantified;
        /// Quantified slices decided by stripping alone.
        strip_hits;
        /// Quantified slices whose model was found by duplication.
        duplicate_hits;
        /// Quantified slices that were answered after repair.
        repair_hits;
        /// Quantified slices that took lazy instantiation.
        instantiation_hits;
        /// Quantifiers written out because a conjunct fixes their repetitions to a small number.
        expanded;
        /// Lemmas made from negated terms.
        negated_term_lemmas;
        /// Instances of quantifiers added because a model violated them.
        instances;
        /// Queries asked of the back end.
        back_end_queries;
        /// Back-end answers that were sat.
        back_end_sat;
        /// Back-end answers that were unsat.
        back_end_unsat;
        /// Back-end answers that were found by a search over the conjuncts that a near model breaks.
        models_repaired;
        /// Conflicts of the SAT search.
        conflicts;
        /// Propagations of the SAT search.
        propagations;
        /// Terms turned into circuits.
        terms_encoded;
        /// Contexts thrown away because they held too much garbage.
        contexts_rebuilt;
        /// Contexts thrown away because a symbol turned out wider than it was encoded.
        contexts_widened;
        /// Lemmas that made two reads of one cell agree.
        congruence_lemmas;
        /// Lemmas that made a read see a write.
        write_lemmas;
        /// Floating-point operations that got their circuits because a model broke them.
        operations_defined;
        /// Results of remainders beyond their circuits that were told one by one.
        operation_values;
        /// Pairs of floating-point operations that were told to be monotone because a model broke their order.
        orders_told;
        /// Models that guessed results of floating-point operations and held when these were computed.
        guesses_kept;
        /// Answers compared by a validating layer.
        validated;
        /// Answers that the validating layer's referee could not check.
        not_validated;
        /// Answers that the validating layer's referee contradicted.
        disagreements;
        /// Queries over budget that were asked of a second solver.
        second_tries;
        /// Queries over budget that the second solver answered.
        second_try_hits;
        /// Queries written to files.
        dumped;
        /// Queries that could not be written to a file.
        dump_failures;
    }
}
