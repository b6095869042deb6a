//! Certificates: what a merger has shown, as queries in SMT-LIB that have no model.
//!
//! One file for each list of terms, of which none has a model: the query is that one of them has.

use braid_expr::{ExprId, smt};

use crate::exploration::Explorer;

impl Explorer<'_> {
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
