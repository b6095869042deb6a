//! Pointers are traced to their objects: by hand for the forms that programs make, and at random against evaluation.

use braid_expr::testing::{Inputs, Random};
use braid_expr::{Evaluator, ExprId, ExprPool};
use braid_state::Value;
use braid_state::memory::{CallPath, Candidate, Candidates, Memory, Object, Origin, OriginKind, Site, Slots};

struct World {
    pool: ExprPool,
    memory: Memory,
    inputs: Inputs,
    bases: Vec<u64>,
}

impl World {
    fn new(objects: u32) -> World {
        let (mut memory, mut slots) = (Memory::new(), Slots::new());
        let bases = (0..objects).map(|instruction| {
            let site = Site { function: 0, instruction };
            let identity = memory.next_identity(site, CallPath::default());
            let base = slots.place(&identity, 64, 8).expect("small");
            let origin = Origin { kind: OriginKind::Global, site, name: None };
            memory.insert(Object::new(base, Value::Word(64), 64, origin));
            base
        });
        let bases = bases.collect();
        World { pool: ExprPool::new(), memory, inputs: Inputs::default(), bases }
    }
    fn symbol(&mut self, width: u32) -> ExprId {
        self.inputs.symbol(&mut self.pool, width)
    }
    fn base(&mut self, at: usize) -> ExprId {
        self.pool.bv(64, self.bases[at])
    }
    fn candidates(&mut self, pointer: ExprId) -> Candidates {
        self.memory.objects_of(&mut self.pool, pointer)
    }
}

#[test]
fn an_index_into_an_object_leads_to_it() {
    let mut world = World::new(2);
    let (i, base) = (world.symbol(32), world.base(1));
    let (wide, scale) = (world.pool.sext(i, 64), world.pool.bv(64, 4));
    let offset = world.pool.mul(wide, scale);
    let pointer = world.pool.add(base, offset);
    let expected = Candidate { base: world.bases[1], offset };
    assert_eq!(world.candidates(pointer), Candidates::One(expected));
    // p - i, and a field behind it.
    let (minus, eight) = (world.pool.sub(base, offset), world.pool.bv(64, 8));
    let pointer = world.pool.add(minus, eight);
    let Candidates::One(found) = world.candidates(pointer) else { panic!("one object") };
    assert_eq!(found.base, world.bases[1]);
}

#[test]
fn a_choice_of_offsets_in_one_object_is_one_object() {
    let mut world = World::new(1);
    let (c, base) = (world.symbol(1), world.base(0));
    let (four, eight) = (world.pool.bv(64, 4), world.pool.bv(64, 8));
    let (p, q) = (world.pool.add(base, four), world.pool.add(base, eight));
    let pointer = world.pool.ite(c, p, q);
    let Candidates::One(found) = world.candidates(pointer) else { panic!("one object") };
    let offset = world.pool.ite(c, four, eight);
    assert_eq!(found, Candidate { base: world.bases[0], offset });
}

#[test]
fn what_is_no_address_is_unknown() {
    let mut world = World::new(1);
    let (x, c, base) = (world.symbol(64), world.symbol(1), world.base(0));
    assert_eq!(world.candidates(x), Candidates::Unknown);
    // The other side may be anything.
    let pointer = world.pool.ite(c, base, x);
    assert_eq!(world.candidates(pointer), Candidates::Unknown);
    let null = world.pool.zero(64);
    let pointer = world.pool.ite(c, base, null);
    assert_eq!(world.candidates(pointer), Candidates::Unknown);
}

#[test]
fn too_many_alternatives_are_left_to_the_solver() {
    let mut world = World::new(2);
    let (mut pointer, second) = (world.base(0), world.base(1));
    for _ in 0..200 {
        let (c, step) = (world.symbol(1), world.symbol(64));
        let other = world.pool.add(second, step);
        pointer = world.pool.ite(c, other, pointer);
    }
    assert_eq!(world.candidates(pointer), Candidates::Unknown);
}

#[test]
fn candidates_evaluate_to_the_pointer() {
    let mut several = 0;
    for seed in 0..300 {
        let (mut random, mut world) = (Random::new(seed), World::new(4));
        let symbols: Vec<ExprId> = (0..4).map(|_| world.symbol(8)).collect();
        let pointer = random_pointer(&mut world, &mut random, &symbols, 5);
        let alternatives = match world.candidates(pointer) {
            Candidates::One(candidate) => vec![(world.pool.tru(), candidate)],
            Candidates::Some(list) => list,
            Candidates::Unknown => panic!("a pointer made from objects tells them"),
        };
        several += usize::from(alternatives.len() > 1);
        let mut evaluator = Evaluator::new();
        for _ in 0..8 {
            let model = world.inputs.random_model(&mut random);
            let mut run = evaluator.under(&world.pool, &model);
            let address = run.word(pointer).expect("small");
            let holds: Vec<_> = alternatives.iter().filter(|(guard, _)| run.truth(*guard).expect("small")).collect();
            let [(_, candidate)] = holds[..] else { panic!("exactly one guard holds") };
            let offset = run.word(candidate.offset).expect("small");
            assert_eq!(candidate.base.wrapping_add(offset), address);
            assert!(offset.cast_signed().abs() < 4096, "the object is the one that the address was made from");
        }
    }
    assert!(several > 100, "most pointers have several objects");
}

/// A pointer as programs and joins of states make them.
fn random_pointer(world: &mut World, random: &mut Random, symbols: &[ExprId], depth: u32) -> ExprId {
    if depth == 0 || random.once_in(8) {
        let at = random.below(4) as usize;
        return world.base(at);
    }
    match random.below(4) {
        0 => {
            let (symbol, pointer) = (random.pick(symbols), random_pointer(world, random, symbols, depth - 1));
            let offset = world.pool.zext(symbol, 64);
            if random.once_in(2) { world.pool.add(pointer, offset) } else { world.pool.sub(pointer, offset) }
        }
        1 => {
            let pointer = random_pointer(world, random, symbols, depth - 1);
            let constant = world.pool.bv(64, random.below(8));
            world.pool.add(pointer, constant)
        }
        _ => {
            let (a, b) = (random.pick(symbols), random.pick(symbols));
            let condition = world.pool.ult(a, b);
            let then = random_pointer(world, random, symbols, depth - 1);
            let other = random_pointer(world, random, symbols, depth - 1);
            world.pool.ite(condition, then, other)
        }
    }
}
