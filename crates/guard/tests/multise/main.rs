//! The running example of Sen 2015 as a golden test, and the rules of its figure 3 one by one.

mod machine;

use braid_guard::{Guard, Summary};
use machine::{Leaf, Machine, Place, Statement, expression};

use Statement::{Binary, Constant, If, Input, Load, Store};

/// Line 7 of the example is label 70; the statements that a line needs come after it.
fn running_example() -> Machine {
    let mut program = vec![
        (1, Constant("two", Leaf::Tenths(20))),
        (2, Constant("hundred", Leaf::Tenths(1000))),
        (3, Constant("one", Leaf::Tenths(10))),
        (4, Constant("always", Leaf::Truth(true))),
        (10, Input("x", "x0")),
        (20, Input("z", "z0")),
        (30, Input("r", "r0")),
        (40, Binary("x", "two", "*", "x")),
        (70, Constant("r", Leaf::Tenths(13))),
        (90, Binary("z", "r", "-", "one")),
        (100, Constant("end", Leaf::Undefined)),
    ];
    for (line, x, op, y, then, otherwise) in
        [(50, "x", ">", "hundred", 60, 80), (60, "z", "=", "one", 70, 80), (80, "r", ">", "one", 90, 100)]
    {
        program.extend([
            (line, Binary("condition", x, op, y)),
            (line + 1, Constant("target", Leaf::Label(then))),
            (line + 2, If("condition", "target")),
            (line + 3, Constant("target", Leaf::Label(otherwise))),
            (line + 4, If("always", "target")),
        ]);
    }
    Machine::new(program)
}

/// φ5 = 2x₀ > 100 ∧ z₀ = 1 and φ6 = φ5 ∨ r₀ > 1.
fn conditions(machine: &mut Machine) -> (Guard, Guard) {
    let [x, z, r] = ["2 * x0 > 100", "z0 = 1", "r0 > 1"].map(|text| machine.predicate(text));
    let phi5 = machine.guards.and(&mut machine.pool, x, z);
    (phi5, machine.guards.or(&mut machine.pool, phi5, r))
}

#[test]
fn the_running_example_ends_in_the_state_of_the_paper() {
    let mut machine = running_example();
    machine.run_to(100);
    let (phi5, phi6) = conditions(&mut machine);
    let between = machine.guards.and(&mut machine.pool, phi6, !phi5);
    assert_eq!(machine.pc.leaves(), [(Guard::TRUE, 100)]);
    assert_eq!(machine.variable("x").leaves(), [(Guard::TRUE, expression("2 * x0"))]);
    assert_eq!(machine.variable("r").leaves(), [(!phi5, expression("r0")), (phi5, Leaf::Tenths(13))]);
    let z = [(!phi6, expression("z0")), (between, expression("r0 - 1")), (phi5, Leaf::Tenths(3))];
    assert_eq!(machine.variable("z").leaves(), z);
}

#[test]
fn the_running_example_goes_through_the_states_of_the_paper() {
    let mut machine = running_example();
    machine.run_to(80);
    let (phi5, phi6) = conditions(&mut machine);
    assert_eq!(machine.pc.leaves(), [(Guard::TRUE, 80)], "three paths are one state at line 8");
    assert_eq!(machine.variable("r").leaves(), [(!phi5, expression("r0")), (phi5, Leaf::Tenths(13))]);
    let before = machine.operations[">"];
    machine.run_to(81);
    assert_eq!(machine.operations[">"] - before, 2, "r > 1 is computed twice, not three times");
    let condition = [(!phi5, expression("r0 > 1")), (phi5, Leaf::Truth(true))];
    assert_eq!(machine.variable("condition").leaves(), condition);
    machine.run_to(90);
    assert_eq!(machine.pc.leaves(), [(!phi6, 100), (phi6, 90)]);
    assert_eq!(machine.variable("z").leaves(), [(Guard::TRUE, expression("z0"))]);
}

/// A machine with two predicates whose paths are at label 1 where the first holds, and elsewhere where not.
fn at_first(statement: Statement) -> (Machine, Guard, Guard) {
    let mut machine = Machine::new([(1, statement), (2, Constant("end", Leaf::Undefined))]);
    let (path, other) = (machine.predicate("path"), machine.predicate("other"));
    machine.pc = Summary::choice(&mut machine.guards, &mut machine.pool, path, 1, 9);
    (machine, path, other)
}

/// The summary of a leaf where a condition holds and another leaf where not.
fn choice(machine: &mut Machine, condition: Guard, then: Leaf, otherwise: Leaf) -> Summary<Leaf> {
    Summary::choice(&mut machine.guards, &mut machine.pool, condition, then, otherwise)
}

#[test]
fn rule_guarded_update() {
    let (mut machine, path, other) = at_first(Input("x", "x0"));
    let (guards, pool) = (&mut machine.guards, &mut machine.pool);
    let [a, b] =
        [("a1", "a2"), ("b1", "a2")].map(|(then, otherwise)| Summary::choice(guards, pool, other, then, otherwise));
    let updated = a.update(guards, pool, path, &b);
    let (old, new) = (guards.and(pool, !path, other), guards.and(pool, path, other));
    assert_eq!(updated.leaves(), [(!other, "a2"), (old, "a1"), (new, "b1")], "equal leaves are one");
    assert_eq!(a.update(guards, pool, Guard::FALSE, &b), a);
    assert_eq!(a.update(guards, pool, Guard::TRUE, &b), b);
    assert_eq!(a.update(guards, pool, path, &a), a);
}

#[test]
fn rules_constant_input_and_next_pc() {
    for (statement, leaf) in [(Constant("x", Leaf::Tenths(13)), Leaf::Tenths(13)), (Input("x", "s"), expression("s"))] {
        let (mut machine, path, _) = at_first(statement);
        machine.step(1);
        assert_eq!(machine.variable("x").leaves(), [(!path, Leaf::Undefined), (path, leaf)]);
        assert_eq!(machine.pc.leaves(), [(!path, 9), (path, 2)]);
    }
}

#[test]
fn rule_binary_operation() {
    let (mut machine, path, other) = at_first(Binary("z", "x", "-", "y"));
    let x = choice(&mut machine, other, Leaf::Tenths(13), expression("x0"));
    machine.set(Place::Variable("x"), x);
    let third = machine.predicate("third");
    let y = choice(&mut machine, third, Leaf::Tenths(10), Leaf::Tenths(3));
    machine.set(Place::Variable("y"), y);
    machine.step(1);
    let mut expected = vec![(!path, Leaf::Undefined)];
    for (a, b, leaf) in [
        (!other, !third, expression("x0 - 0.3")),
        (!other, third, expression("x0 - 1")),
        (other, !third, Leaf::Tenths(10)),
        (other, third, Leaf::Tenths(3)),
    ] {
        let both = machine.guards.and(&mut machine.pool, a, b);
        expected.push((machine.guards.and(&mut machine.pool, path, both), leaf));
    }
    assert_eq!(machine.variable("z").leaves(), expected);
}

/// A jump to a computed label: the labels where the condition holds, the next statement where not.
#[test]
fn rule_conditional() {
    let (mut machine, path, other) = at_first(If("x", "y"));
    let x = choice(&mut machine, other, Leaf::Truth(true), expression("x0 > 1"));
    machine.set(Place::Variable("x"), x);
    let third = machine.predicate("third");
    let y = choice(&mut machine, third, Leaf::Label(20), Leaf::Label(30));
    machine.set(Place::Variable("y"), y);
    machine.step(1);
    let holds = machine.predicate("x0 > 1");
    let taken = machine.guards.or(&mut machine.pool, other, holds);
    for (label, condition, target) in [(2, !taken, Guard::TRUE), (20, taken, third), (30, taken, !third)] {
        let both = machine.guards.and(&mut machine.pool, condition, target);
        let both = machine.guards.and(&mut machine.pool, path, both);
        assert_eq!(machine.path(label), both, "label {label}");
    }
    assert_eq!((machine.path(9), machine.path(1)), (!path, Guard::FALSE));
}

/// What is read where a pointer has several targets: the values of all, each under its address' guard.
#[test]
fn rule_load() {
    let (mut machine, path, other) = at_first(Load("y", "x"));
    let x = choice(&mut machine, other, Leaf::Address(0), Leaf::Address(1));
    machine.set(Place::Variable("x"), x);
    let third = machine.predicate("third");
    let first = choice(&mut machine, third, Leaf::Tenths(20), Leaf::Tenths(30));
    machine.set(Place::Address(0), first);
    machine.set(Place::Address(1), Summary::new(Leaf::Tenths(30)));
    machine.step(1);
    let both = machine.guards.and(&mut machine.pool, other, third);
    let twenty = machine.guards.and(&mut machine.pool, path, both);
    let thirty = machine.guards.and(&mut machine.pool, path, !both);
    assert_eq!(
        machine.variable("y").leaves(),
        [(!path, Leaf::Undefined), (thirty, Leaf::Tenths(30)), (twenty, Leaf::Tenths(20))]
    );
}

/// The example of section 2.4: a store through a pointer to one of two arrays updates both strongly.
#[test]
fn rule_store() {
    let mut machine = Machine::new([(8, Store("t", "four")), (9, Constant("end", Leaf::Undefined))]);
    let positive = machine.predicate("x0 > 0");
    let t = choice(&mut machine, positive, Leaf::Address(0), Leaf::Address(1));
    machine.set(Place::Variable("t"), t);
    machine.set(Place::Variable("four"), Summary::new(Leaf::Tenths(40)));
    machine.set(Place::Address(0), Summary::new(Leaf::Tenths(20)));
    machine.set(Place::Address(1), Summary::new(Leaf::Tenths(30)));
    machine.step(8);
    assert_eq!(machine.pc.leaves(), [(Guard::TRUE, 9)]);
    let [first, second] = [0, 1].map(|at| machine.value(Place::Address(at)));
    assert_eq!(first.leaves(), [(!positive, Leaf::Tenths(20)), (positive, Leaf::Tenths(40))]);
    assert_eq!(second.leaves(), [(!positive, Leaf::Tenths(40)), (positive, Leaf::Tenths(30))]);
}

/// A store counts on its own path only: the guard is that of the path and of the address.
#[test]
fn rule_store_on_a_path() {
    let (mut machine, path, other) = at_first(Store("x", "y"));
    let x = choice(&mut machine, other, Leaf::Address(0), Leaf::Address(1));
    machine.set(Place::Variable("x"), x);
    machine.set(Place::Variable("y"), Summary::new(Leaf::Tenths(40)));
    machine.step(1);
    let both = machine.guards.and(&mut machine.pool, path, other);
    assert_eq!(machine.value(Place::Address(0)).leaves(), [(!both, Leaf::Undefined), (both, Leaf::Tenths(40))]);
}

/// The second example of section 2.4: a call through a function value goes to each callee under its guard, and no solver is asked.
#[test]
fn a_call_through_a_summary_goes_to_each_callee() {
    let mut machine = Machine::new([(7, If("always", "f")), (8, Constant("end", Leaf::Undefined))]);
    machine.set(Place::Variable("always"), Summary::new(Leaf::Truth(true)));
    let positive = machine.predicate("x0 > 0");
    let f = choice(&mut machine, positive, Leaf::Label(100), Leaf::Label(200));
    machine.set(Place::Variable("f"), f);
    machine.step(7);
    assert_eq!(machine.pc.leaves(), [(!positive, 200), (positive, 100)]);
}
