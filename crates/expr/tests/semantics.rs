//! The meaning of every operator against big integers, at random widths from 1 to 256, and of whole terms against a
//! plain recursive evaluation over big integers.

use braid_expr::testing::{Generator, Limits, Random, RandomValues as _};
use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, Op, UpdateId, Value};
use num_bigint::{BigInt, BigUint, Sign};

fn big(value: &Value) -> BigUint {
    value.limbs().iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64) + limb)
}

fn signed(n: &BigUint, width: u32) -> BigInt {
    let n = BigInt::from(n.clone());
    if n.bit(u64::from(width) - 1) { n - (BigInt::from(1) << width) } else { n }
}

fn modulus(width: u32) -> BigUint {
    BigUint::from(1_u8) << width
}

fn wrap(n: BigInt, width: u32) -> BigUint {
    let m = BigInt::from(modulus(width));
    let n = ((n % &m) + &m) % m;
    n.to_biguint().expect("not negative")
}

/// The result of a word operator or comparison, from the definitions of SMT-LIB, on numbers.
fn reference(op: Op, width: u32, a: &BigUint, b: &BigUint) -> BigUint {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ia, ib) = (BigInt::from(a.clone()), BigInt::from(b.clone()));
    let zero = *b == BigUint::ZERO;
    let amount = u32::try_from(b).ok().filter(|&n| n < width);
    let boolean = |bit: bool| BigUint::from(u8::from(bit));
    match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Add => wrap(ia + ib, width),
        Op::Sub => wrap(ia - ib, width),
        Op::Mul => wrap(ia * ib, width),
        Op::Udiv if zero => modulus(width) - 1_u8,
        Op::Udiv => a / b,
        Op::Urem if zero => a.clone(),
        Op::Urem => a % b,
        Op::Sdiv if zero => wrap(BigInt::from(if sa.sign() == Sign::Minus { 1 } else { -1 }), width),
        Op::Sdiv => wrap(sa / sb, width),
        Op::Srem if zero => a.clone(),
        Op::Srem => wrap(sa % sb, width),
        Op::Shl => amount.map_or(BigUint::ZERO, |n| (a << n) % modulus(width)),
        Op::Lshr => amount.map_or(BigUint::ZERO, |n| a >> n),
        Op::Ashr => wrap(sa >> amount.unwrap_or(width), width),
        Op::Eq => boolean(a == b),
        Op::Ult => boolean(a < b),
        Op::Ule => boolean(a <= b),
        Op::Slt => boolean(sa < sb),
        Op::Sle => boolean(sa <= sb),
        _ => panic!("{op:?} is not binary"),
    }
}

#[test]
fn binary_operators_equal_big_integers() {
    let mut random = Random::new(1);
    let ops: Vec<Op> = Op::ALL.iter().copied().filter(|op| op.is_word_binary() || op.is_comparison()).collect();
    for _ in 0..20_000 {
        let width = 1 + random.below(256) as u32;
        let (a, b) = (random.value(width), random.value(width));
        for &op in &ops {
            let value = a.binary(op, &b);
            assert_eq!(big(&value), reference(op, width, &big(&a), &big(&b)), "{op:?} {a} {b}");
            assert_eq!(value.width(), if op.is_comparison() { 1 } else { width });
        }
    }
}

#[test]
fn other_operators_equal_big_integers() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let width = 1 + random.below(256) as u32;
        let (a, n) = (random.value(width), modulus(width));
        let low = random.below(width.into()) as u32;
        let part = 1 + random.below((width - low).into()) as u32;
        let more = width + random.below(100) as u32;
        let other_width = 1 + random.below(100) as u32;
        let other = random.value(other_width);
        assert_eq!(big(&a.unary(Op::Not)), &n - 1_u8 - big(&a));
        assert_eq!(big(&a.unary(Op::Neg)), (&n - big(&a)) % &n);
        assert_eq!(big(&a.extract(low, part)), (big(&a) >> low) % modulus(part));
        assert_eq!(big(&a.zext(more)), big(&a));
        assert_eq!(big(&a.sext(more)), wrap(signed(&big(&a), width), more));
        assert_eq!(big(&a.concat(&other)), (big(&a) << other.width()) + big(&other));
    }
}

/// Evaluates by plain recursion; generated terms are shallow.
fn evaluate(pool: &ExprPool, model: &Model, e: ExprId, bound: &BigUint) -> BigUint {
    let of = |child| evaluate(pool, model, child, bound);
    let width = pool.width(e);
    match pool.node(e) {
        Node::Const => big(&pool.as_const(e).expect("a constant")),
        Node::Symbol(symbol) => big(&model.value(symbol, width)),
        Node::Bound => bound.clone(),
        Node::Not(a) => modulus(width) - 1_u8 - of(a),
        Node::Neg(a) => (modulus(width) - of(a)) % modulus(width),
        Node::Ite(c, a, b) => {
            if of(c) == BigUint::from(1_u8) {
                of(a)
            } else {
                of(b)
            }
        }
        Node::Concat(high, low) => (of(high) << pool.width(low)) + of(low),
        Node::Extract(a, low) => (of(a) >> low) % modulus(width),
        Node::Zext(a) => of(a),
        Node::Sext(a) => wrap(signed(&of(a), pool.width(a)), width),
        Node::Read(updates, index) => element(pool, model, updates, &of(index), bound),
        Node::Forall(k, body) => {
            let k = u64::try_from(of(k)).expect("few instances");
            BigUint::from(u8::from((1..=k).all(|i| evaluate(pool, model, body, &i.into()) == BigUint::from(1_u8))))
        }
        Node::Base(_) | Node::Store(..) => panic!("arrays have no value"),
        _ => {
            let children = pool.children(e);
            reference(pool.op(e), pool.width(children[0]), &of(children[0]), &of(children[1]))
        }
    }
}

fn element(pool: &ExprPool, model: &Model, updates: UpdateId, index: &BigUint, bound: &BigUint) -> BigUint {
    match pool.update(updates) {
        Node::Store(_, at, value) if evaluate(pool, model, at, bound) == *index => evaluate(pool, model, value, bound),
        Node::Store(older, ..) => element(pool, model, older, index, bound),
        Node::Base(array) => {
            let index = u64::try_from(index).expect("an index is a word");
            match &pool.array_data(array).kind {
                ArrayKind::Constant(table) => table.get(index).into(),
                ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised => model.cell(array, index).into(),
            }
        }
        _ => panic!("not an update list"),
    }
}

#[test]
fn the_evaluator_equals_plain_recursion() {
    let mut evaluator = Evaluator::new();
    for seed in 0..3_000 {
        let limits = [Limits::EXHAUSTIVE, Limits::WORDS, Limits::WIDE][seed as usize % 3];
        let mut pool = if seed % 2 == 0 { ExprPool::new() } else { ExprPool::without_rules() };
        let mut generator = Generator::new(seed, limits, &mut pool);
        let e = generator.term(&mut pool, 1 + seed as u32 % 80);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let model = generator.inputs.random_model(&mut random);
            let value = evaluator.evaluate(&pool, &model, e).expect("within the limit");
            assert_eq!(big(&value), evaluate(&pool, &model, e, &BigUint::ZERO), "seed {seed}");
        }
    }
}

#[test]
fn rules_do_not_change_the_value_of_random_terms() {
    let (mut plain, mut simplified) = (Evaluator::new(), Evaluator::new());
    for seed in 0..6_000 {
        let limits = [Limits::EXHAUSTIVE, Limits::WORDS, Limits::WIDE][seed as usize % 3];
        let (mut raw, mut pool) = (ExprPool::without_rules(), ExprPool::new());
        let mut generator = Generator::new(seed, limits, &mut raw);
        let e = generator.boolean(&mut raw);
        let f = Generator::new(seed, limits, &mut pool).boolean(&mut pool);
        let mut random = Random::new(seed);
        for _ in 0..8 {
            let model = generator.inputs.random_model(&mut random);
            let (a, b) = (plain.evaluate(&raw, &model, e), simplified.evaluate(&pool, &model, f));
            assert_eq!(a, b, "seed {seed}");
        }
    }
}
