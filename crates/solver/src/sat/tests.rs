//! The two solvers against each other and against brute force, on random clauses asked again and again.

use super::{Cdcl, Lit, MiniSat, Outcome, Sat, VarKind};
use braid_testing::Random;

fn lit(random: &mut Random, variables: u32) -> Lit {
    Lit::new(1 + random.below(variables.into()) as u32, random.below(2) == 0)
}

fn holds(lit: Lit, bits: u32) -> bool {
    (bits >> lit.variable() & 1 == 1) != lit.is_negated()
}

/// Whether some assignment satisfies all clauses and assumptions; bit 0 is the constant.
fn brute_force(clauses: &[Vec<Lit>], assumptions: &[Lit], variables: u32) -> bool {
    (0..1u32 << variables).map(|bits| bits << 1 | 1).any(|bits| {
        assumptions.iter().all(|&a| holds(a, bits)) && clauses.iter().all(|c| c.iter().any(|&l| holds(l, bits)))
    })
}

fn check_stream(solver: &mut dyn Sat, random: &mut Random, variables: u32) {
    let inputs: Vec<Lit> = (0..variables).map(|_| solver.new_var(VarKind::Input)).collect();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _step in 0..30 {
        for _ in 0..random.below(4) {
            let clause: Vec<Lit> = (0..1 + random.below(4)).map(|_| lit(random, variables)).collect();
            if clause.len() > 1 || random.below(4) == 0 {
                solver.add_clause(&clause);
                clauses.push(clause);
            }
        }
        let assumptions: Vec<Lit> = (0..random.below(6)).map(|_| lit(random, variables)).collect();
        let expected = brute_force(&clauses, &assumptions, variables);
        match solver.solve(&assumptions, &inputs, u64::MAX.into()) {
            Outcome::Sat => {
                assert!(expected);
                let value = |lit: Lit| solver.value(lit) == Some(true);
                assert!(clauses.iter().all(|c| c.iter().any(|&l| value(l))));
                assert!(assumptions.iter().all(|&a| value(a)));
            }
            Outcome::Unsat => {
                assert!(!expected);
                let core = solver.core().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert!(!brute_force(&clauses, &core, variables));
            }
            Outcome::OutOfBudget | Outcome::Interrupted => panic!("the budget is endless"),
        }
    }
}

#[test]
fn both_solvers_agree_with_brute_force() {
    let mut random = Random::new(1);
    for round in 0..300 {
        let variables = 3 + round % 8;
        check_stream(&mut Cdcl::new(), &mut random, variables);
        check_stream(&mut MiniSat::new(), &mut random, variables);
    }
}

/// n + 1 pigeons in n holes: no small proof exists, so this exercises restarts, forgetting and squeezing.
fn pigeons(solver: &mut dyn Sat, holes: usize) -> (Vec<Lit>, Lit) {
    let guard = solver.new_var(VarKind::Input);
    let grid: Vec<Vec<Lit>> =
        (0..=holes).map(|_| (0..holes).map(|_| solver.new_var(VarKind::Input)).collect()).collect();
    for pigeon in &grid {
        let mut clause = pigeon.clone();
        clause.push(!guard);
        solver.add_clause(&clause);
    }
    for (a, pigeon) in grid.iter().enumerate() {
        for other in &grid[..a] {
            for (here, there) in pigeon.iter().zip(other) {
                solver.add_clause(&[!*here, !*there]);
            }
        }
    }
    let mut inputs: Vec<Lit> = grid.into_iter().flatten().collect();
    inputs.push(guard);
    (inputs, guard)
}

#[test]
fn pigeon_holes_are_refuted_within_and_given_up_outside_the_budget() {
    let mut solver = Cdcl::new();
    let (inputs, guard) = pigeons(&mut solver, 8);
    assert_eq!(solver.solve(&[guard], &inputs, 50.into()), Outcome::OutOfBudget);
    assert_eq!(solver.solve(&[guard], &inputs, u64::MAX.into()), Outcome::Unsat);
    assert_eq!(solver.core(), [guard]);
    assert_eq!(solver.solve(&[!guard], &inputs, u64::MAX.into()), Outcome::Sat);
}

#[test]
fn inputs_that_were_not_asked_for_stay_open() {
    let mut solver = Cdcl::new();
    let (a, b) = (solver.new_var(VarKind::Input), solver.new_var(VarKind::Input));
    assert_eq!(solver.solve(&[], &[a], u64::MAX.into()), Outcome::Sat);
    assert!(solver.value(a).is_some() && solver.value(b).is_none());
}
