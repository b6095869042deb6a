//! Certificates: what a merger has shown, as queries in SMT-LIB that have no model.
//!
//! One file for each list of terms, of which none has a model: the query is that one of them has.

use braid_code::SourcePlace;
use braid_expr::{ExprId, smt};
use braid_report::LoopInvariant;

use crate::error::EngineError;
use crate::exploration::Explorer;

impl Explorer<'_> {
    /// What holds at the heads of loops, if somebody asked for it.
    pub(crate) fn invariants(&mut self) -> Result<Vec<LoopInvariant>, EngineError> {
        let found = self.tell_merger(|merger, host| Ok(merger.invariants(host)))?.unwrap_or_default();
        let row = |(place, invariant): (SourcePlace, String)| LoopInvariant {
            file: place.file,
            line: place.line,
            function: place.function,
            invariant,
        };
        Ok(found.into_iter().map(row).collect())
    }

    /// The certificates of a run, by the names of their files.
    pub(crate) fn certificates(&mut self) -> Vec<(String, String)> {
        let certificates = self.run.merger.as_ref().map(|merger| merger.certificates()).unwrap_or_default();
        let pool = &mut self.subject.exec.pool;
        let text = |(name, terms): (String, Vec<ExprId>)| {
            let any = pool.any(terms);
            (format!("certificate-{name}.smt2"), smt::print::script(pool, &[any]).to_string())
        };
        certificates.into_iter().map(text).collect()
    }
}
