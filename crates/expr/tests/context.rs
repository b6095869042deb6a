//! Facts and contexts never lie: random terms under random conditions, checked on the models that satisfy them.

use braid_expr::testing::{Generator, Limits, Random};
use braid_expr::{Analysis, Context, Evaluator, ExprId, ExprPool, Model, SymbolClass};

#[test]
fn no_value_escapes_its_facts() {
    let mut evaluator = Evaluator::new();
    let mut sharp = 0;
    for seed in 0..4_000 {
        let limits = [Limits::EXHAUSTIVE, Limits::WORDS, Limits::WIDE][seed as usize % 3];
        let mut pool = if seed % 2 == 0 { ExprPool::new() } else { ExprPool::without_rules() };
        let mut generator = Generator::new(seed, limits, &mut pool);
        let e = generator.term(&mut pool, 1 + seed as u32 % 64);
        let facts = Analysis::new().facts(&pool, e);
        let mut random = Random::new(seed);
        for _ in 0..8 {
            let model = generator.inputs.random_model(&mut random);
            let word = evaluator.under(&pool, &model).word(e).unwrap();
            assert!(facts.allows(word), "seed {seed}: {word:#x} is not in {facts:?}");
        }
        sharp += usize::from(facts != braid_expr::Facts::any(facts.width));
    }
    assert!(sharp > 1_000, "facts say something of {sharp} terms only");
}

/// Conditions that hold under `model`: random booleans or their negations.
fn conditions(pool: &mut ExprPool, generator: &mut Generator, model: &Model, n: u64) -> Vec<ExprId> {
    let mut evaluator = Evaluator::new();
    (0..n)
        .map(|_| {
            let condition = generator.boolean(pool);
            let holds = evaluator.under(pool, model).truth(condition).unwrap();
            if holds { condition } else { pool.not(condition) }
        })
        .collect()
}

#[test]
fn simplified_terms_are_equal_where_the_conditions_hold() {
    let mut evaluator = Evaluator::new();
    let (mut simpler, mut checked) = (0, 0);
    for seed in 0..1_500 {
        let mut pool = if seed % 2 == 0 { ExprPool::new() } else { ExprPool::without_rules() };
        let limits = Limits { nodes: 6, input_bits: 9, quantifiers: seed % 4 < 2, ..Limits::EXHAUSTIVE };
        let mut generator = Generator::new(seed, limits, &mut pool);
        let mut random = Random::new(seed ^ 0xabcd);
        let bits = generator.inputs.bits();
        let witness = generator.inputs.model(random.below(1 << bits));
        let conditions = conditions(&mut pool, &mut generator, &witness, 1 + seed % 4);
        let mut context = Context::new();
        conditions.iter().for_each(|&condition| context.assume(&mut pool, condition));
        assert!(!context.is_contradictory(), "seed {seed}: a model exists");
        let term = generator.term(&mut pool, 1 + seed as u32 % 9);
        let image = context.simplify(&mut pool, term);
        simpler += usize::from(image != term);
        let facts = context.facts(&pool, term);
        for model in 0..1 << bits {
            let model = generator.inputs.model(model);
            let mut run = evaluator.under(&pool, &model);
            if run.all(conditions.iter().copied()).unwrap() {
                checked += 1;
                let (left, right) = (run.word(term).unwrap(), run.word(image).unwrap());
                assert_eq!(left, right, "seed {seed}: {} became {}", pool.display(term), pool.display(image));
                assert!(facts.allows(left), "seed {seed}: {left:#x} is not in {facts:?}");
            }
        }
    }
    assert!(simpler > 300 && checked > 50_000, "{simpler} terms became simpler, {checked} models");
}

fn decides(conditions: &[&str], question: &str) -> Option<bool> {
    let mut pool = ExprPool::new();
    let mut context = Context::new();
    for condition in conditions {
        let condition = comparison(&mut pool, condition);
        context.assume(&mut pool, condition);
    }
    let question = comparison(&mut pool, question);
    context.decide(&mut pool, question)
}

/// `x op y` where an operand is a symbol of 8 bits, `x+n` or a number.
fn comparison(pool: &mut ExprPool, text: &str) -> ExprId {
    let mut words = text.split(' ');
    let (a, op, b) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
    let mut operand = |text: &str| match text.parse::<u64>() {
        Ok(number) => pool.bv(8, number),
        Err(_) => {
            let (name, offset) = text.split_once('+').unwrap_or((text, "0"));
            let (symbol, offset) = (pool.symbol(name, 8, SymbolClass::Input), pool.bv(8, offset.parse().unwrap()));
            pool.add(symbol, offset)
        }
    };
    let (a, b) = (operand(a), operand(b));
    match op {
        "<" => pool.ult(a, b),
        "<=" => pool.ule(a, b),
        "<s" => pool.slt(a, b),
        "=" => pool.eq(a, b),
        "!=" => pool.ne(a, b),
        _ => panic!("no operator {op}"),
    }
}

#[test]
fn paths_decide_what_follows_from_them() {
    assert_eq!(decides(&["x < 10"], "x < 11"), Some(true));
    assert_eq!(decides(&["x < 10"], "x < 9"), None);
    assert_eq!(decides(&["x < 10", "9 <= x"], "x = 9"), Some(true));
    assert_eq!(decides(&["x = 7"], "x+3 = 10"), Some(true));
    assert_eq!(decides(&["x = y", "y < 5"], "x < 5"), Some(true));
    assert_eq!(decides(&["x != 0", "x < 2"], "x = 1"), Some(true));
    assert_eq!(decides(&["y < 4", "x < y"], "x < 3"), Some(true));
    assert_eq!(decides(&["x < 100"], "x+10 < 120"), Some(true));
    assert_eq!(decides(&["x <s 0"], "127 < x"), Some(true));
    assert_eq!(decides(&["x < y"], "y <= x"), Some(false));
}

#[test]
fn a_contradiction_is_seen() {
    let mut pool = ExprPool::new();
    let mut context = Context::new();
    for text in ["x < 10", "20 < x"] {
        let condition = comparison(&mut pool, text);
        context.assume(&mut pool, condition);
    }
    assert!(context.is_contradictory());
}

/// Conditions that come and go leave nothing behind: a context says of every term what a new one would.
#[test]
fn a_context_that_went_back_is_as_one_that_never_went() {
    let mut changed = 0;
    for seed in 0..600 {
        let mut pool = if seed % 2 == 0 { ExprPool::new() } else { ExprPool::without_rules() };
        let limits = Limits { nodes: 6, input_bits: 9, quantifiers: seed % 4 < 2, ..Limits::EXHAUSTIVE };
        let mut generator = Generator::new(seed, limits, &mut pool);
        let mut random = Random::new(seed ^ 0x77);
        let witness = generator.inputs.model(random.below(1 << generator.inputs.bits()));
        let conditions = conditions(&mut pool, &mut generator, &witness, 6);
        let terms: Vec<ExprId> = (0..6).map(|at| generator.term(&mut pool, 1 + at)).collect();
        let mut context = Context::new();
        let mut path = Vec::new();
        for _ in 0..12 {
            if !path.is_empty() && random.once_in(3) {
                let keep = random.below(path.len() as u64) as usize;
                let (_, mark) = path[keep];
                context.undo_to(&pool, mark);
                path.truncate(keep);
            } else {
                let condition = random.pick(&conditions);
                path.push((condition, context.savepoint()));
                context.assume(&mut pool, condition);
            }
            let mut fresh = Context::new();
            path.iter().for_each(|&(condition, _)| fresh.assume(&mut pool, condition));
            for &term in &terms {
                let (one, other) = (context.simplify(&mut pool, term), fresh.simplify(&mut pool, term));
                assert_eq!(one, other, "seed {seed}: {}", pool.display(term));
                assert_eq!(context.facts(&pool, term), fresh.facts(&pool, term), "seed {seed}");
                changed += usize::from(one != term);
            }
        }
    }
    assert!(changed > 1_000, "only {changed} terms were simplified");
}

/// A path over many inputs: the thousandth condition costs what it says, not what was said before.
#[test]
fn conditions_about_other_terms_forget_nothing() {
    let mut pool = ExprPool::new();
    let mut context = Context::new();
    let (ten, limit) = (pool.bv(8, 10), pool.bv(8, 19));
    let symbols: Vec<ExprId> = (0..1000).map(|at| pool.symbol(&format!("x{at}"), 8, SymbolClass::Input)).collect();
    let sums: Vec<ExprId> = symbols.windows(2).map(|pair| pool.add(pair[0], pair[1])).collect();
    let questions: Vec<ExprId> = sums.into_iter().map(|sum| pool.ult(sum, limit)).collect();
    for (at, &symbol) in symbols.iter().enumerate() {
        let below = pool.ult(symbol, ten);
        context.assume(&mut pool, below);
        let decided = questions.iter().filter(|&&question| context.decide(&mut pool, question).is_some()).count();
        assert_eq!(decided, at);
    }
    // A million questions were asked about 4,000 terms, of which each condition speaks of six.
    assert!(context.cost() < 40_000, "{} facts were computed", context.cost());
}
