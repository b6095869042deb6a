//! Every rule is proved: its instances, at small and odd widths, are equal to what they simplify to.
//!
//! An instance is a term written as text. It is built twice, raw and simplified; the rule's counter must rise, and the
//! two must be equal under every model (up to 12 input bits, by evaluation) and for z3 (wider ones). A rule without an
//! instance for each of its operators fails.

#[path = "../common/mod.rs"]
mod common;
mod instances;
mod template;

use std::collections::BTreeSet;
use std::fmt::Write;

use braid_expr::smt::print::script;
use braid_expr::testing::{Random, transfer};
use braid_expr::{Evaluator, Op, Rule};

use instances::INSTANCES;
use template::{Built, build};

/// Widths of the unknowns x, y, z.
const WIDTHS: &[u32] = &[1, 2, 3, 4, 5, 7, 8];

/// Input bits up to which all models are tried.
const EXHAUSTIVE_BITS: u64 = 12;

/// How often an instance is built at each width, with other constants.
const TRIES: u64 = 6;

fn each_instance(widths: &[u32], tries: u64, mut check: impl FnMut(Rule, &str, Built)) {
    for (row, &(name, text)) in INSTANCES.iter().enumerate() {
        let rule = *Rule::ALL.iter().find(|rule| rule.name() == name).unwrap_or_else(|| panic!("no rule {name}"));
        for &width in widths {
            for attempt in 0..tries {
                let mut random = Random::new(row as u64 * 1000 + u64::from(width) * 100 + attempt);
                if let Some(built) = build(text, width, &mut random) {
                    check(rule, text, built);
                }
            }
        }
    }
}

#[test]
fn every_rule_is_applied_to_an_instance_of_each_operator() {
    let mut applied = BTreeSet::new();
    let mut useful = BTreeSet::new();
    each_instance(WIDTHS, TRIES, |rule, text, built| {
        if built.hits(rule) > 0 {
            applied.insert((rule, built.raw.op(built.raw_term)));
            useful.insert(text.to_owned());
        }
    });
    let missing: Vec<(&str, Op)> = Rule::ALL
        .iter()
        .flat_map(|rule| rule.ops().iter().map(|&op| (*rule, op)))
        .filter(|pair| !applied.contains(pair))
        .map(|(rule, op)| (rule.name(), op))
        .collect();
    assert!(missing.is_empty(), "no instance applies {missing:?}");
    let useless: Vec<_> = INSTANCES.iter().filter(|(_, text)| !useful.contains(*text)).collect();
    assert!(useless.is_empty(), "instances that apply their rule at no width: {useless:?}");
}

#[test]
fn both_sides_are_equal_under_every_model() {
    let (mut plain, mut simple) = (Evaluator::new(), Evaluator::new());
    let mut proved = 0;
    each_instance(WIDTHS, TRIES, |rule, text, built| {
        let bits = built.inputs.bits();
        if built.hits(rule) == 0 || built.is_array() || bits > EXHAUSTIVE_BITS {
            return;
        }
        proved += 1;
        for model in 0..1 << bits {
            let model = built.inputs.model(model);
            let left = plain.evaluate(&built.raw, &model, built.raw_term);
            let right = simple.evaluate(&built.simple, &model, built.simple_term);
            assert_eq!(left, right, "{}: {text} becomes {}", rule.name(), built.simple.display(built.simple_term));
        }
    });
    assert!(proved > 2_000, "only {proved} instances were proved");
}

#[test]
fn both_sides_are_equal_for_z3() {
    let (mut text, mut asked) = (String::new(), Vec::new());
    each_instance(&[6, 9, 13], 1, |rule, instance, mut built| {
        if built.hits(rule) == 0 || built.is_array() {
            return;
        }
        let other = transfer(&built.simple, &mut built.raw, built.simple_term);
        if other == built.raw_term {
            return;
        }
        let differs = built.raw.ne(built.raw_term, other);
        let query = script(&built.raw, &[differs]);
        writeln!(text, "(reset)\n(set-option :rlimit 3000000)").unwrap();
        writeln!(text, "{}{}(assert {})\n(check-sat)", query.declarations, query.definitions, query.assertions[0])
            .unwrap();
        asked.push((rule.name(), instance.to_owned()));
    });
    let answers = common::z3(&text);
    assert_eq!(answers.len(), asked.len(), "{answers:?}");
    for (answer, (rule, instance)) in answers.iter().zip(&asked) {
        assert!(answer == "unsat" || answer == "unknown", "{rule}: {instance}: {answer}");
    }
    let unknown = answers.iter().filter(|answer| *answer == "unknown").count();
    assert!(unknown * 20 <= asked.len(), "{unknown} of {} left open", asked.len());
}
