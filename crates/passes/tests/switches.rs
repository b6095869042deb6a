//! The normal form of switches and the condition of each target, against a walk over all values.

mod common;

use braid_entity::Entity;
use braid_ir::inst::{CaseRange, Switch, SwitchTarget};
use braid_ir::{BlockId, Module, Operand, TypeTable, ValueId};
use braid_passes::switches::{Condition, condition, normal_form};
use braid_testing::Random;

const DEFAULT: usize = 0;

/// Where a switch goes, looked up in the order of its targets.
fn target(module: &Module, switch: &Switch, value: u64) -> BlockId {
    let hit = switch.targets.iter().find(|target| contains(module, &target.ranges, value));
    hit.map_or(switch.default, |target| target.block)
}

fn contains(module: &Module, ranges: &[CaseRange], value: u64) -> bool {
    let int = |id| module.consts.as_int(id).unwrap();
    ranges.iter().any(|range| (int(range.low)..=int(range.high)).contains(&value))
}

/// A switch over all bytes in which each value was dealt to a block at random, in small pieces and no order.
fn random_switch(module: &mut Module, rng: &mut Random) -> Switch {
    let mut targets = Vec::new();
    let mut low = 0u64;
    while low < 256 {
        let high = (low + rng.index(20) as u64).min(255);
        let block = BlockId::new(rng.index(4));
        if rng.index(4) > 0 {
            let [low, high] = [low, high].map(|value| module.consts.int(TypeTable::I8, value));
            targets.push(SwitchTarget { block, ranges: [CaseRange { low, high }].into() });
        }
        low = high + 1;
    }
    for at in (1..targets.len()).rev() {
        targets.swap(at, rng.index(at + 1));
    }
    Switch { value: Operand::value(ValueId::new(0)), default: BlockId::new(DEFAULT), targets: targets.into() }
}

#[test]
fn the_normal_form_leads_every_value_where_it_led() {
    for seed in 0..200 {
        let (mut module, mut rng) = (Module::default(), Random::new(seed));
        let switch = random_switch(&mut module, &mut rng);
        let normal = normal_form(&module, &switch);
        for value in 0..256 {
            assert_eq!(target(&module, &normal, value), target(&module, &switch, value), "seed {seed}: {value}");
        }
        let int = |id| module.consts.as_int(id).unwrap();
        for (at, target) in normal.targets.iter().enumerate() {
            assert_ne!(target.block, normal.default);
            assert!(normal.targets[..at].iter().all(|other| other.block != target.block), "seed {seed}");
            assert!(target.ranges.windows(2).all(|pair| int(pair[0].high) + 1 < int(pair[1].low)), "seed {seed}");
        }
        assert!(normal.targets.is_sorted_by_key(|target| int(target.ranges[0].low)));
    }
}

#[test]
fn the_condition_of_a_target_holds_for_the_values_that_lead_there() {
    for seed in 0..200 {
        let (mut module, mut rng) = (Module::default(), Random::new(seed));
        let switch = random_switch(&mut module, &mut rng);
        let switch = normal_form(&module, &switch);
        for block in (0..5).map(BlockId::new) {
            let condition = condition(&module, &switch, block);
            for value in 0..256 {
                let holds = match &condition {
                    None => false,
                    Some(Condition::In(ranges)) => contains(&module, ranges, value),
                    Some(Condition::NotIn(ranges)) => !contains(&module, ranges, value),
                };
                assert_eq!(holds, target(&module, &switch, value) == block, "seed {seed}: {block} {value}");
            }
        }
    }
}
