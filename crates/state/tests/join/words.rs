//! Words stay words: how wide the choices are that a join of memory asks for.

use braid_expr::{ExprId, ExprPool, SymbolClass};
use braid_ir::FuncId;
use braid_state::join::{Choice, Common, FramePlace, join};
use braid_state::memory::{CallPath, Identity, Life, Memory, Object, Origin, OriginKind, Site, Slots};
use braid_state::{State, Value};

/// Notes the widths it is asked for.
struct Noted {
    condition: ExprId,
    widths: Vec<u32>,
}

impl Choice for Noted {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        self.widths.push(bits);
        let (a, b) = (values[0].term(pool, bits), values[1].term(pool, bits));
        let term = pool.ite(self.condition, a, b);
        Value::of(pool, term)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        if members == [0] { self.condition } else { pool.not(self.condition) }
    }
}

/// What a state does with the object at an address.
type Change<'a> = &'a dyn Fn(&mut ExprPool, &mut State, u64);

/// Two states with one object of `size` bytes, which each changes; the widths of the choices, and the joined state.
fn joined(pool: &mut ExprPool, size: u64, changes: [Change<'_>; 2]) -> (Vec<u32>, State, u64) {
    let identity = Identity { site: Site::default(), path: CallPath::default(), count: 0 };
    let base = Slots::new().place(&identity, size, 8).expect("small");
    let mut first = State::new(Memory::new());
    first.stack.push(FuncId::numbered(0), CallPath::default(), Value::Word(0), 1, &[]);
    let origin = Origin { kind: OriginKind::Heap, site: Site::default(), name: None };
    let mut object = Object::new(base, Value::Word(size), size, origin);
    object.contents.fill(0, size, 0);
    first.memory.insert(object);
    let mut states = [first.fork(), first.fork()];
    for (state, change) in states.iter_mut().zip(changes) {
        change(pool, state, base);
    }
    let condition = pool.symbol("c", 1, SymbolClass::Input);
    let mut choice = Noted { condition, widths: Vec::new() };
    let state = join(pool, &mut states, &Common::default(), &mut |_: FramePlace| Vec::new(), &mut choice);
    (choice.widths, state.expect("they fit"), base)
}

fn write(offset: u64, bytes: u32, word: u64) -> impl Fn(&mut ExprPool, &mut State, u64) {
    move |pool, state, base| {
        let contents = &mut state.memory.find_mut(base).expect("it is there").contents;
        contents.write(pool, offset, bytes, Value::Word(word));
    }
}

fn write_unknown(offset: u64, bytes: u32) -> impl Fn(&mut ExprPool, &mut State, u64) {
    move |pool, state, base| {
        let symbol = pool.find_symbol("w").map(|symbol| pool.symbol_term(symbol));
        let word = symbol.unwrap_or_else(|| pool.symbol("w", 64, SymbolClass::Input));
        let term = pool.trunc(word, 8 * bytes);
        let value = Value::of(pool, term);
        state.memory.find_mut(base).expect("it is there").contents.write(pool, offset, bytes, value);
    }
}

#[test]
fn a_stored_term_is_one_choice_with_whatever_the_other_state_holds() {
    let pool = &mut ExprPool::new();
    assert_eq!(joined(pool, 64, [&write_unknown(8, 8), &|_, _, _| {}]).0, [64]);
    let pool = &mut ExprPool::new();
    assert_eq!(joined(pool, 64, [&write_unknown(8, 4), &write(8, 4, 77)]).0, [32]);
    // Terms that overlap without one covering the other are joined by bytes.
    let pool = &mut ExprPool::new();
    assert_eq!(joined(pool, 64, [&write_unknown(8, 4), &write_unknown(10, 4)]).0, [8; 6]);
    // A wide word covers the narrow ones of the other state.
    let pool = &mut ExprPool::new();
    assert_eq!(joined(pool, 64, [&write_unknown(8, 8), &write_unknown(12, 4)]).0, [64]);
    // A word is read back as the choice between what was stored.
    let pool = &mut ExprPool::new();
    let (_, state, base) = joined(pool, 64, [&write_unknown(8, 8), &write(8, 8, 5)]);
    let value = state.memory.find(base).expect("it is there").contents.read(pool, 8, 8);
    let (condition, word) = (pool.find_symbol("c").expect("made"), pool.find_symbol("w").expect("made"));
    let (condition, word, five) = (pool.symbol_term(condition), pool.symbol_term(word), pool.bv(64, 5));
    assert_eq!(value, Value::Term(pool.ite(condition, word, five)));
}

/// As [`joined`], the widths alone.
fn of(size: u64, changes: [Change<'_>; 2]) -> Vec<u32> {
    joined(&mut ExprPool::new(), size, changes).0
}

#[test]
fn known_words_are_joined_as_what_they_look_like() {
    let pointer = 28 << 56 | 1 << 26;
    assert_eq!(of(24, [&write(8, 8, pointer), &|_, _, _| {}]), [64], "a pointer or null");
    assert_eq!(of(24, [&write(8, 4, 255), &write(8, 4, 256)]), [32], "a number across a carry");
    assert_eq!(of(24, [&write(8, 4, 1), &write(8, 4, 2)]), [8], "a single byte");
    assert_eq!(of(24, [&write(0, 4, u64::from(u32::from_le_bytes(*b"abcd"))), &|_, _, _| {}]), [8; 4], "a text");
    assert_eq!(of(2000, [&write(1020, 8, u64::MAX), &|_, _, _| {}]), [32, 32], "a word in two pages");
    assert_eq!(of(24, [&write(8, 8, 3), &write(8, 8, 3)]), [0; 0], "the same written twice");
}

#[test]
fn what_one_state_freed_is_live_where_the_other_is() {
    let pool = &mut ExprPool::new();
    let place = Site { function: 1, instruction: 2 };
    let (widths, state, base) =
        joined(pool, 24, [&|_, state, base| state.memory.free(base, place), &write(8, 4, 0x0102_0304)]);
    let condition = pool.find_symbol("c").map(|symbol| pool.symbol_term(symbol)).expect("made");
    let when = pool.not(condition);
    let object = state.memory.find(base).expect("it is there");
    assert_eq!(object.life(), Life::Guarded { when, otherwise: Some(place) });
    assert!(object.may_be_live() && !object.is_live());
    assert_eq!(object.contents.word(8, 4), Some(0x0102_0304), "nobody else has bytes");
    assert_eq!(widths, [0; 0]);
}

#[test]
fn what_is_guarded_is_not_at_hand_and_ends_at_once() {
    let pool = &mut ExprPool::new();
    let (_, mut state, base) = joined(pool, 24, [&|_, state, base| state.memory.remove(base), &|_, _, _| {}]);
    assert_eq!(state.memory.load_word(base, 4), None, "the guard is asked first");
    assert!(!state.memory.store_word(base, 4, 1));
    state.memory.free(base, Site::default());
    assert_eq!(state.memory.find(base).map(Object::life), Some(Life::Freed(Site::default())));
}

#[test]
fn stores_at_computed_places_are_joined_as_stores() {
    let store = |state: &mut State, pool: &mut ExprPool, base: u64, word: u64| {
        let symbol = pool.find_symbol("i").map(|symbol| pool.symbol_term(symbol));
        let index = symbol.unwrap_or_else(|| pool.symbol("i", 8, SymbolClass::Input));
        let offset = pool.zext(index, 64);
        let contents = &mut state.memory.find_mut(base).expect("it is there").contents;
        contents.write_at(pool, offset, 1, Value::Word(word));
    };
    let pool = &mut ExprPool::new();
    let (widths, mut state, base) = joined(
        pool,
        4096,
        [&|pool, state, base| store(state, pool, base, 1), &|pool, state, base| store(state, pool, base, 2)],
    );
    assert_eq!(widths, [0; 0], "no byte is chosen, though any of 256 may have been written");
    let contents = &mut state.memory.find_mut(base).expect("it is there").contents;
    let updates = contents.array(pool);
    assert!(pool.update_count(updates) <= 2, "{} stores", pool.update_count(updates));
    // Where the second state is and i is 9, element 9 is 2 and all others are 0.
    let mut model = braid_expr::Model::new();
    model.set_word(pool.find_symbol("c").expect("made"), 0);
    model.set_word(pool.find_symbol("i").expect("made"), 9);
    let mut evaluator = braid_expr::Evaluator::new();
    for at in 0..40 {
        let byte = contents.read(pool, at, 1).term(pool, 8);
        let byte = evaluator.evaluate(pool, &model, byte).expect("small").to_u64();
        assert_eq!(byte, Some(if at == 9 { 2 } else { 0 }), "byte {at}");
    }
}
