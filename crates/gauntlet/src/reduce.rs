//! Makes a failing program small: statements are left out, blocks replaced by what is in them, expressions by their parts, as
//! long as the same disagreement stays (Zeller and Hildebrandt's delta debugging, one step at a time over the tree).

use crate::batch::{Case, again};
use crate::explore::{Braid, Way};
use crate::judge::Disagreement;
use crate::program::{Expr, Program, each_body, each_expr};

/// Attempts at most: each is a native build and a run.
const MAX_ATTEMPTS: usize = 400;

/// A smaller case with the same disagreement, and what it is then.
pub fn reduce(braid: &Braid, case: &Case, way: Way, what: &Disagreement) -> (Case, Disagreement) {
    let (mut case, mut what) = (case.clone(), what.clone());
    let mut attempts = 0;
    loop {
        let mut progress = false;
        let mut at = 0;
        while let Some(program) = smaller(&case.program, at) {
            attempts += 1;
            if attempts > MAX_ATTEMPTS {
                return (case, what);
            }
            let candidate = Case { program, ..case.clone() };
            match again(braid, &candidate, way, &what) {
                Some(still) => (case, what, progress) = (candidate, still, true),
                None => at += 1,
            }
        }
        if !progress {
            return (case, what);
        }
    }
}

/// The program with one thing less, the thing of this number; none if there are not so many.
pub fn smaller(program: &Program, at: usize) -> Option<Program> {
    let mut left = at;
    for step in STEPS {
        let mut candidate = program.clone();
        let sites = step(&mut candidate, left);
        if left < sites {
            return Some(candidate);
        }
        left -= sites;
    }
    None
}

/// The ways to make a program smaller: each changes the site of a number and returns how many sites there are.
const STEPS: &[fn(&mut Program, usize) -> usize] =
    &[drop_statement, unwrap_block, drop_result, drop_input, drop_global, simplify_expression];

fn drop_statement(program: &mut Program, site: usize) -> usize {
    let mut seen = 0;
    each_body(&mut program.body, &mut |body| {
        body.retain(|_| {
            seen += 1;
            seen - 1 != site
        });
    });
    seen
}

/// Replaces a statement by the statements inside of it.
fn unwrap_block(program: &mut Program, site: usize) -> usize {
    let mut seen = 0;
    each_body(&mut program.body, &mut |body| {
        let mut at = 0;
        while at < body.len() {
            if !body[at].bodies_mut().is_empty() {
                seen += 1;
                if seen - 1 == site {
                    let inside: Vec<_> = body[at].bodies_mut().into_iter().flat_map(std::mem::take).collect();
                    body.splice(at..=at, inside);
                    return;
                }
            }
            at += 1;
        }
    });
    seen
}

fn drop_result(program: &mut Program, site: usize) -> usize {
    let sites = program.results.len();
    if site < sites {
        program.results.remove(site);
    }
    sites
}

fn drop_input(program: &mut Program, site: usize) -> usize {
    let sites = program.inputs.len();
    if site < sites {
        program.inputs.remove(site);
    }
    sites
}

fn drop_global(program: &mut Program, site: usize) -> usize {
    let sites = program.globals.len();
    if site < sites {
        program.globals.remove(site);
    }
    sites
}

/// Replaces an expression by one of its parts, or by a constant.
fn simplify_expression(program: &mut Program, site: usize) -> usize {
    let mut seen = 0;
    each_expr(&mut program.body, &mut |expr| {
        if matches!(expr, Expr::Const(_) | Expr::Index { .. }) {
            return;
        }
        let mut candidates: Vec<Expr> = expr.parts_mut().into_iter().map(|part| part.clone()).collect();
        candidates.push(Expr::Const(1));
        for candidate in candidates {
            seen += 1;
            if seen - 1 == site {
                *expr = candidate;
            }
        }
    });
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::correct;

    #[test]
    fn every_step_makes_another_program_and_there_is_an_end() {
        let program = correct(3);
        let count = (0..).take_while(|at| smaller(&program, *at).is_some()).count();
        assert!(count > 20, "{count}");
        let distinct = (0..count).filter(|at| smaller(&program, *at).as_ref() != Some(&program)).count();
        assert!(distinct + 5 > count, "{distinct} of {count}");
    }
}
