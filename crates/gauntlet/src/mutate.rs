//! Mutations of a correct program, as rows of one table: each makes the kind of mistake that people make.
//!
//! A mutator finds its sites in the program and changes one of them. Whether the mutant goes wrong, and on which inputs, is for
//! the sanitizers to say.

use braid_testing::Random;

use crate::program::{Expr, Op, Program, Relation, Stmt, each_body, each_expr, each_stmt};

/// A kind of mutation.
pub struct Mutator {
    /// Its name.
    pub name: &'static str,
    /// Changes the site of this number, counted from 0; returns how many sites there are. With a number beyond the last
    /// site nothing is changed.
    apply: fn(&mut Program, usize) -> usize,
}

/// Every kind of mutation.
pub const MUTATORS: &[Mutator] = &[
    Mutator { name: "drop-guard", apply: drop_guard },
    Mutator { name: "drop-initialiser", apply: drop_initialiser },
    Mutator { name: "drop-statement", apply: drop_statement },
    Mutator { name: "drop-free", apply: drop_free },
    Mutator { name: "double-free", apply: double_free },
    Mutator { name: "early-free", apply: early_free },
    Mutator { name: "off-by-one", apply: off_by_one },
    Mutator { name: "swap-condition", apply: swap_condition },
    Mutator { name: "wrong-size", apply: wrong_size },
    Mutator { name: "wrong-constant", apply: wrong_constant },
    Mutator { name: "drop-zeroing", apply: drop_zeroing },
];

/// Draws a mutation; none if the program has no site for the kinds that were tried.
pub fn mutate(program: &Program, seed: u64) -> Option<(&'static str, Program)> {
    let mut random = Random::new(seed);
    for _ in 0..MUTATORS.len() {
        let mutator = &MUTATORS[random.index(MUTATORS.len())];
        let mut mutant = program.clone();
        let sites = (mutator.apply)(&mut mutant, usize::MAX);
        if sites > 0 {
            (mutator.apply)(&mut mutant, random.index(sites));
            return Some((mutator.name, mutant));
        }
    }
    None
}

/// Counts sites, and tells which one is meant.
struct Sites {
    seen: usize,
    meant: usize,
}

impl Sites {
    fn new(meant: usize) -> Sites {
        Sites { seen: 0, meant }
    }

    /// Returns true if this site is the one that is meant.
    fn is_meant(&mut self) -> bool {
        self.seen += 1;
        self.seen - 1 == self.meant
    }
}

fn drop_guard(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_expr(&mut program.body, &mut |expr| {
        if let Expr::Binary { guarded, .. } | Expr::Index { guarded, .. } | Expr::AtMost { guarded, .. } = expr
            && *guarded
            && sites.is_meant()
        {
            *guarded = false;
        }
    });
    sites.seen
}

fn drop_initialiser(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_stmt(&mut program.body, &mut |statement| match statement {
        Stmt::Scalar { init, .. } if init.is_some() && sites.is_meant() => *init = None,
        Stmt::Declare { init, .. } if init.is_some() && sites.is_meant() => *init = None,
        _ => {}
    });
    sites.seen
}

fn drop_zeroing(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_stmt(&mut program.body, &mut |statement| {
        if let Stmt::Allocate { zeroed, .. } = statement
            && *zeroed
            && sites.is_meant()
        {
            *zeroed = false;
        }
    });
    sites.seen
}

fn is_free(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Free(_))
}

fn drop_statement(program: &mut Program, site: usize) -> usize {
    remove(program, site, |statement| !statement.declares())
}

fn drop_free(program: &mut Program, site: usize) -> usize {
    remove(program, site, is_free)
}

fn remove(program: &mut Program, site: usize, which: fn(&Stmt) -> bool) -> usize {
    let mut sites = Sites::new(site);
    each_body(&mut program.body, &mut |body| body.retain(|statement| !(which(statement) && sites.is_meant())));
    sites.seen
}

fn double_free(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_body(&mut program.body, &mut |body| {
        for at in (0..body.len()).rev().filter(|at| is_free(&body[*at])).collect::<Vec<_>>() {
            if sites.is_meant() {
                body.insert(at, body[at].clone());
            }
        }
    });
    sites.seen
}

/// Frees an object one or more statements too early, but not before it is allocated.
fn early_free(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_body(&mut program.body, &mut |body| {
        for at in (0..body.len()).rev().filter(|at| is_free(&body[*at])).collect::<Vec<_>>() {
            let Stmt::Free(freed) = &body[at] else { continue };
            let made = body[..at].iter().rposition(|statement| declares_name(statement, freed));
            let earliest = made.map_or(0, |made| made + 1);
            for to in earliest..at {
                if sites.is_meant() {
                    let moved = body.remove(at);
                    body.insert(to, moved);
                    return;
                }
            }
        }
    });
    sites.seen
}

fn declares_name(statement: &Stmt, wanted: &str) -> bool {
    match statement {
        Stmt::Allocate { name, .. } | Stmt::Scalar { name, .. } => name == wanted,
        Stmt::Declare { head, .. } => head.ends_with(&format!("*{wanted}")),
        _ => false,
    }
}

/// Takes a bound that is met for one that is not, or the other way round.
fn off_by_one(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_stmt(&mut program.body, &mut |statement| {
        if let Stmt::For { relation, .. } = statement
            && let Some(other) = relation.off_by_one()
            && sites.is_meant()
        {
            *relation = other;
        }
    });
    each_expr(&mut program.body, &mut |expr| match expr {
        Expr::Compare(relation, ..) => {
            if let Some(other) = relation.off_by_one()
                && sites.is_meant()
            {
                *relation = other;
            }
        }
        Expr::Index { bound, guarded: true, .. } if sites.is_meant() => *bound = format!("{bound} + 1"),
        Expr::AtMost { bound, guarded: true, .. } if sites.is_meant() => *bound = format!("{bound} + 1"),
        _ => {}
    });
    sites.seen
}

fn swap_condition(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_expr(&mut program.body, &mut |expr| {
        if let Expr::Compare(relation, ..) = expr
            && sites.is_meant()
        {
            *relation = relation.negated();
        }
    });
    each_stmt(&mut program.body, &mut |statement| {
        if let Stmt::For { relation, .. } = statement
            && sites.is_meant()
        {
            *relation = if *relation == Relation::Less { Relation::Unequal } else { Relation::Less };
        }
    });
    sites.seen
}

/// Allocates one element too few.
fn wrong_size(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_stmt(&mut program.body, &mut |statement| {
        if let Stmt::Allocate { count, .. } = statement
            && sites.is_meant()
        {
            let (left, right) = (Box::new(count.clone()), Box::new(Expr::Const(1)));
            *count = Expr::Binary { op: Op::Sub, left, right, guarded: false };
        }
    });
    sites.seen
}

fn wrong_constant(program: &mut Program, site: usize) -> usize {
    let mut sites = Sites::new(site);
    each_expr(&mut program.body, &mut |expr| {
        if let Expr::Const(value) = expr
            && sites.is_meant()
        {
            *value = if *value == 0 { 1 } else { *value - 1 };
        }
    });
    sites.seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::correct;

    #[test]
    fn every_mutator_finds_sites_and_changes_one() {
        for mutator in MUTATORS {
            let changed = (0..60).filter(|seed| {
                let program = correct(*seed);
                let mut mutant = program.clone();
                let sites = (mutator.apply)(&mut mutant, usize::MAX);
                assert_eq!(mutant, program, "{} changes without a site", mutator.name);
                (mutator.apply)(&mut mutant, 0);
                sites > 0 && mutant != program
            });
            assert!(changed.count() > 3, "{} is hardly ever possible", mutator.name);
        }
    }
}
