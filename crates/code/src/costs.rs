//! What a query costs at each operation: the same everywhere, or what it has cost in this run.

use braid_analysis::Magnitude;
use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use crate::code::Pc;

/// How much a query weighs at each operation.
pub trait Costs {
    /// Changes whenever weights are to be taken anew.
    fn version(&self) -> u32;
    /// The weight of a query of an operation.
    fn weight(&self, func: FuncId, pc: Pc) -> Magnitude;
}

/// Every operation that may ask weighs one query.
pub struct Even;

impl Costs for Even {
    fn version(&self) -> u32 {
        0
    }
    fn weight(&self, _: FuncId, _: Pc) -> Magnitude {
        Magnitude::ONE
    }
}

/// So many queries of cost 1 are presumed for an operation, so that the first ones that are measured do not decide alone.
const PRESUMED: u64 = 4;

/// The queries of one operation.
#[derive(Clone, Copy, Debug, Default)]
struct Site {
    queries: u64,
    conflicts: u64,
}

/// What queries have cost so far at each operation: one for each, and one for each of its conflicts. It is counted and not timed, so that
/// equal runs count the same. An operation that was visited and asked nothing, because its operands were known, says nothing about what it will cost when
/// a join has made them symbolic: only queries count.
#[derive(Debug, Default)]
pub struct Measured {
    sites: FxHashMap<(FuncId, Pc), Site>,
    total: u64,
}

impl Measured {
    /// A query was asked at an operation, and took so many conflicts.
    pub fn add(&mut self, func: FuncId, pc: Pc, conflicts: u64) {
        let site = self.sites.entry((func, pc)).or_default();
        site.queries += 1;
        site.conflicts = site.conflicts.saturating_add(conflicts);
        self.total = self.total.saturating_add(conflicts).saturating_add(1);
    }
    /// Changes when all costs together have doubled.
    pub fn version(&self) -> u32 {
        u64::BITS - self.total.leading_zeros()
    }
    /// The mean cost of a query of an operation.
    pub fn weight(&self, func: FuncId, pc: Pc) -> Magnitude {
        let Site { queries, conflicts } = self.sites.get(&(func, pc)).copied().unwrap_or_default();
        let queries = queries.saturating_add(PRESUMED);
        Magnitude::new(queries.saturating_add(conflicts) as f64 / queries as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_start_from_one_and_follow_what_is_measured() {
        let (func, mut costs) = (FuncId::numbered(0), Measured::default());
        let weight = |costs: &Measured, pc: Pc| costs.weight(func, pc).to_f64();
        assert!((weight(&costs, 1) - 1.0).abs() < 1e-9, "nothing is known yet");
        (0..100).for_each(|_| costs.add(func, 1, 9));
        assert!((weight(&costs, 1) - 1004.0 / 104.0).abs() < 1e-9, "ten for each of a hundred queries");
        assert!((weight(&costs, 2) - 1.0).abs() < 1e-9, "never asked");
    }

    #[test]
    fn weights_are_taken_anew_as_often_as_the_costs_double() {
        let mut costs = Measured::default();
        let mut versions: Vec<u32> = Vec::new();
        for _ in 0..1024 {
            costs.add(FuncId::numbered(0), 0, 0);
            versions.push(costs.version());
        }
        versions.dedup();
        assert_eq!(versions.len(), 11);
    }
}
