//! Random states and what they do.

use std::collections::BTreeMap;
use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::testing::{Random, RandomValues as _};
use braid_expr::{ArrayId, ArrayKind, ExprId, ExprPool, Model, Node, SymbolClass, SymbolId};
use braid_ir::FuncId;
use braid_state::join::LiveSlot;
use braid_state::memory::{CallPath, Contents, INDEX_WIDTH, Identity, Memory, Object, Origin, OriginKind, Site, Slots};
use braid_state::{Input, State, Value, VarArg};

/// The widths of the slots of every frame.
pub(crate) const WIDTHS: [u32; 7] = [1, 8, 32, 64, 64, 128, 17];

/// How many frames a state has.
const FRAMES: u32 = 4;

/// The slots that matter: not all, and not the same in all frames.
pub(crate) fn live(func: FuncId, waits: bool) -> Vec<LiveSlot> {
    let number = func.index() as u32 + u32::from(waits);
    let slots = (0..).zip(WIDTHS).filter(|&(slot, _)| !(slot + number).is_multiple_of(4));
    slots.map(|(slot, bits)| LiveSlot { slot, bits }).collect()
}

/// What all states of a case share.
pub(crate) struct World {
    pub(crate) pool: ExprPool,
    slots: Slots,
    /// Unknowns of 8, 32 and 64 bits.
    unknowns: Vec<(SymbolId, ExprId, u32)>,
    selectors: Vec<(SymbolId, ExprId)>,
    /// The members of the groups that led to a joined state, round by round.
    chosen: Vec<usize>,
    arrays: BTreeMap<(u64, usize, u64), ArrayId>,
}

impl World {
    pub(crate) fn new() -> World {
        let mut pool = ExprPool::new();
        let mut symbol = |name: &str, bits: u32| {
            let term = pool.symbol(name, bits, SymbolClass::Input);
            let Node::Symbol(id) = pool.node(term) else { unreachable!("a symbol was made") };
            (id, term, bits)
        };
        let unknowns = vec![symbol("x", 8), symbol("y", 32), symbol("z", 64)];
        let selectors = ["s0", "s1", "s2"].map(|name| symbol(name, 8)).map(|(id, term, _)| (id, term));
        let selectors = selectors.into();
        World { pool, slots: Slots::new(), unknowns, selectors, chosen: vec![0; 3], arrays: BTreeMap::new() }
    }
    pub(crate) fn selector(&self, round: usize) -> ExprId {
        self.selectors[round].1
    }
    /// That a selector is one of `count` members.
    pub(crate) fn below(&mut self, selector: ExprId, count: usize) -> ExprId {
        let count = self.pool.bv(8, count as u64);
        self.pool.ult(selector, count)
    }
    /// Random values of the unknowns, with one member chosen in this round. Earlier rounds choose any member that there is
    /// for sure.
    pub(crate) fn model(&mut self, random: &mut Random, round: usize, member: usize) -> Model {
        let mut model = Model::new();
        for &(id, _, bits) in &self.unknowns {
            model.set(id, &random.value(bits));
        }
        for earlier in 0..round {
            self.chosen[earlier] = random.below(2) as usize;
        }
        self.chosen[round] = member;
        for (&(id, _), &chosen) in self.selectors.iter().zip(&self.chosen).take(round + 1) {
            model.set_word(id, chosen as u64);
        }
        for &array in self.arrays.values() {
            (0..40).for_each(|at| model.set_cell(array, at, random.below(256)));
        }
        model
    }

    /// A state with some frames, objects, outputs and inputs.
    pub(crate) fn origin(&mut self, random: &mut Random) -> State {
        let mut state = State::new(Memory::new());
        for number in 0..FRAMES {
            enter(&mut state, number, Value::Word(7));
            if random.once_in(2) {
                drop(state.fork());
            }
        }
        for _ in 0..random.below(40) {
            self.act(random, &mut state);
        }
        state
    }

    /// Something that a program may do.
    pub(crate) fn act(&mut self, random: &mut Random, state: &mut State) {
        match random.below(16) {
            0 | 1 => self.set_register(random, state),
            2 => self.return_and_call(random, state),
            3 => self.allocate(random, state),
            4 => self.allocate_local(random, state),
            5 => free(random, state),
            6 => self.write_output(random, state),
            7 => self.add_input(random, state),
            8 => {
                let (_, x, bits) = self.unknowns[0];
                let bound = self.pool.bv(bits, random.below(200));
                let wish = self.pool.ult(x, bound);
                state.inputs.wish(wish);
            }
            9 => self.copy(random, state),
            10 => self.store_word(random, state),
            _ => self.store(random, state),
        }
    }

    /// A value of this many bits: a word from few or many, or a term.
    pub(crate) fn value(&mut self, random: &mut Random, bits: u32) -> Value {
        let term = match random.below(4) {
            0 => self.pool.bv(bits.min(64), random.below(3)),
            1 => self.pool.bv_value(&random.value(bits)),
            _ => {
                let (_, unknown, _) = random.pick(&self.unknowns);
                let offset = self.pool.bv(self.pool.width(unknown), random.below(5));
                self.pool.add(unknown, offset)
            }
        };
        let term = self.pool.zext_or_trunc(term, bits);
        Value::of(&self.pool, term)
    }

    fn set_register(&mut self, random: &mut Random, state: &mut State) {
        let slot = random.below(WIDTHS.len() as u64) as usize;
        state.stack.registers_mut()[slot] = self.value(random, WIDTHS[slot]);
    }

    /// Changes frames below the topmost.
    fn return_and_call(&mut self, random: &mut Random, state: &mut State) {
        let depth = random.below(u64::from(FRAMES)) as u32;
        for _ in depth..FRAMES {
            for base in state.stack.pop().locals {
                state.memory.free(base, site(99));
            }
        }
        for number in depth..FRAMES {
            if state.stack.depth() > 0 {
                self.set_register(random, state);
            }
            let value = self.value(random, 32);
            enter(state, number, value);
        }
    }

    fn allocate(&mut self, random: &mut Random, state: &mut State) {
        let capacity = random.pick(&[1, 4, 4, 8, 8, 12, 24, 40, 1030, 2100]);
        let size = if random.once_in(4) {
            let (_, x, _) = self.unknowns[0];
            let (wide, limit) = (self.pool.zext(x, 64), self.pool.bv(64, capacity));
            let within = self.pool.ule(wide, limit);
            let size = self.pool.ite(within, wide, limit);
            Value::of(&self.pool, size)
        } else {
            Value::Word(capacity)
        };
        let place = site(random.below(3) as u32);
        let identity = state.memory.next_identity(place, CallPath::default());
        let base = self.slots.place(&identity, capacity, 8).expect("small");
        let mut object = Object::new(base, size, capacity, Origin { kind: OriginKind::Heap, site: place, name: None });
        if random.once_in(3) {
            object.contents.fill(0, capacity, 0);
        }
        state.memory.insert(object);
    }

    fn allocate_local(&mut self, random: &mut Random, state: &mut State) {
        let (size, place) = (random.pick(&[4, 8, 16]), site(10 + random.below(2) as u32));
        let top = state.stack.top();
        let identity = Identity { site: place, path: top.path, count: top.locals.len() as u32 };
        let base = state.memory.place_local(&mut self.slots, identity, size, 8).expect("small");
        let origin = Origin { kind: OriginKind::Stack, site: place, name: None };
        state.memory.insert(Object::new(base, Value::Word(size), size, origin));
        state.stack.top_mut().locals.push(base);
    }

    fn write_output(&mut self, random: &mut Random, state: &mut State) {
        let count = random.below(4) + 1;
        let bytes: Vec<Value> = (0..count).map(|_| self.value(random, 8)).collect();
        let length = if random.once_in(3) {
            let (_, x, _) = self.unknowns[0];
            let (mask, wide) = (self.pool.bv(64, 1), self.pool.zext(x, 64));
            let length = self.pool.and(wide, mask);
            Value::of(&self.pool, length)
        } else {
            Value::Word(count)
        };
        state.output.write(1 + random.below(2) as u8, bytes, length);
    }

    /// As the executor does it: the n-th input of a name and size is one array.
    fn add_input(&mut self, random: &mut Random, state: &mut State) {
        let (name, size) = (random.below(2), 4 + random.below(2));
        let text: Rc<str> = ["a", "b"][name as usize].into();
        let before = state.inputs.count(&text) as usize;
        let pool = &mut self.pool;
        let array = *self.arrays.entry((name, before, size)).or_insert_with(|| {
            pool.array(&format!("{text}#{before}/{size}"), ArrayKind::Symbolic { size: Some(size) }, INDEX_WIDTH, 8)
        });
        let length = if random.once_in(2) { Value::Word(random.below(size + 1)) } else { self.value(random, 64) };
        state.inputs.push(Input { name: text, array, size, length, exists: None });
        if let Some(base) = pick(random, state)
            && let Some(object) = state.memory.find_mut(base)
            && object.capacity() >= size
        {
            object.contents.make_part_symbolic(&mut self.pool, 0, size, array);
        }
    }

    fn copy(&mut self, random: &mut Random, state: &mut State) {
        let (Some(from), Some(to)) = (pick(random, state), pick(random, state)) else { return };
        let source: Contents = state.memory.find(from).expect("it is there").contents.clone();
        let target = &mut state.memory.find_mut(to).expect("it is there").contents;
        let len = random.below(source.capacity().min(target.capacity()) + 1);
        target.copy_from(&source, 0, target.capacity() - len, len);
    }

    fn store_word(&mut self, random: &mut Random, state: &mut State) {
        let Some(base) = pick(random, state) else { return };
        let bytes = random.pick(&[1, 2, 4, 8]);
        state.memory.store_word(base + u64::from(bytes) * random.below(3), bytes, random.word());
    }

    fn store(&mut self, random: &mut Random, state: &mut State) {
        let Some(base) = pick(random, state) else { return };
        let bytes = random.pick(&[1, 1, 2, 4, 8, 8, 16]);
        let value = self.value(random, 8 * bytes);
        let (_, y, _) = self.unknowns[1];
        let contents = &mut state.memory.find_mut(base).expect("it is there").contents;
        let Some(room) = contents.capacity().checked_sub(u64::from(bytes)) else { return };
        if bytes <= 2 && random.once_in(6) {
            let (reach, wide) = (self.pool.bv(64, room.min(31) + 1), self.pool.zext(y, 64));
            let offset = self.pool.urem(wide, reach);
            contents.write_at(&mut self.pool, offset, bytes, value);
            return;
        }
        let offset = if random.once_in(2) { 0 } else { random.below(room + 1) };
        contents.write(&self.pool, offset, bytes, value);
    }
}

fn site(instruction: u32) -> Site {
    Site { function: 0, instruction }
}

/// Calls a function; one of them takes a variable argument.
fn enter(state: &mut State, number: u32, value: Value) {
    let path = CallPath(u64::from(number));
    state.stack.push(FuncId::numbered(number), path, Value::Word(0), WIDTHS.len() as u32, &[Value::Word(0)]);
    let varargs = (number == 2).then(|| [VarArg { value, bits: 32, float: false, by_value: None }].into());
    let top = state.stack.top_mut();
    (top.pc, top.varargs) = (10 + number, varargs);
}

/// A random object that may be live.
fn pick(random: &mut Random, state: &State) -> Option<u64> {
    let bases: Vec<u64> = state.memory.iter_live().map(Object::base).collect();
    (!bases.is_empty()).then(|| random.pick(&bases))
}

fn free(random: &mut Random, state: &mut State) {
    let Some(base) = pick(random, state) else { return };
    // Locals end with their frames.
    if state.memory.find(base).is_some_and(|object| object.origin().kind == OriginKind::Heap) {
        if random.once_in(5) {
            state.memory.remove(base);
        } else {
            state.memory.free(base, site(50 + random.below(2) as u32));
        }
    }
}
