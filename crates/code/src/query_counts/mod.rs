//! Query counts on the code that is run (Kuznetsov 2012, section 3.2): how many queries are expected after a place, and how many of
//! them depend on each variable that is live there.
//!
//! The control flow and equation 3 are `analysis`' matter; here are the variables of lowered code ([`webs`]), what depends on them
//! ([`graph`]), and how far loops have come ([`progress`]). Counts are made for a function when they are first asked for, from the counts of
//! what it calls; a function that nobody has called yet, one that is called by address, and one that calls itself count
//! as one query about all their arguments, until more is known. Nothing here recurses deeper than [`MAX_DEPTH`] calls.

mod graph;
mod progress;
mod webs;

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use braid_state::join::FramePlace;

use crate::code::{Access, Code, Op, Pc};
use crate::costs::Costs;
use crate::estimate::{Base, Counts, Estimate, Leading, Variable};
use crate::program::Program;
use braid_analysis::query_count::Parameters;
use braid_analysis::{Cfg, Dominators, Loops, Magnitude, QueryCounts};
use braid_ir::{BlockId, FuncId};
use rustc_hash::{FxHashMap, FxHashSet};

use graph::{Callees, Graph, Node, Origin};
use webs::Webs;

/// How deep calls are followed.
const MAX_DEPTH: usize = 64;
/// How many words a summary tells of; those with the highest counts.
const MAX_SUMMARY: usize = 64;

/// A word that a function is given by its caller: behind a parameter, or at a known address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FromCaller {
    Param(u32),
    Address(u64),
}

/// What the caller of a function should know.
#[derive(Debug, Default)]
struct Summary {
    /// All queries from its beginning.
    total: Magnitude,
    /// Those that depend on each part of its parameters.
    params: Vec<Magnitude>,
    /// Those that depend on words: where, how far behind, how many bytes.
    words: Vec<(FromCaller, i64, u32, Magnitude)>,
}

/// The counts of all functions that were asked for.
#[derive(Default)]
pub struct CountTable {
    functions: RefCell<FxHashMap<FuncId, Rc<FunctionCounts>>>,
    places: RefCell<FxHashMap<(FuncId, Pc, bool), Rc<Counts>>>,
    /// How many functions were lowered when the counts were made that depend on one that was not.
    lowered: RefCell<usize>,
    open: RefCell<FxHashSet<FuncId>>,
    /// The version of the costs that the counts were made of.
    version: RefCell<u32>,
    /// How often counts were made anew.
    epoch: Cell<u64>,
}

impl CountTable {
    /// What is expected after a place.
    pub fn at(&self, program: &Program, place: FramePlace, estimate: &Estimate, costs: &dyn Costs) -> Rc<Counts> {
        self.refresh(program, costs.version());
        let key = (place.func, place.pc, place.waits);
        if let Some(known) = self.places.borrow().get(&key) {
            return Rc::clone(known);
        }
        let counts = self.function(program, place.func, estimate, costs).at(program, place);
        let counts = Rc::new(Counts { epoch: self.epoch.get(), ..counts });
        self.places.borrow_mut().insert(key, Rc::clone(&counts));
        counts
    }

    /// Forgets what was made of other costs, and before a function was called that it depends on.
    fn refresh(&self, program: &Program, version: u32) {
        if core::mem::replace(&mut *self.version.borrow_mut(), version) != version {
            self.functions.borrow_mut().clear();
            self.places.borrow_mut().clear();
            self.epoch.set(self.epoch.get() + 1);
        }
        let now = program.lowered().len();
        if core::mem::replace(&mut *self.lowered.borrow_mut(), now) == now {
            return;
        }
        let is_old = |counts: &FunctionCounts| counts.unknown.iter().any(|&func| !program.is_new(func));
        let mut functions = self.functions.borrow_mut();
        if functions.values().any(|counts| is_old(counts)) {
            functions.clear();
            self.places.borrow_mut().clear();
            self.epoch.set(self.epoch.get() + 1);
        }
    }

    fn function(&self, program: &Program, func: FuncId, estimate: &Estimate, costs: &dyn Costs) -> Rc<FunctionCounts> {
        if let Some(known) = self.functions.borrow().get(&func) {
            return Rc::clone(known);
        }
        self.open.borrow_mut().insert(func);
        let mut summary = |callee: FuncId| self.summary(program, callee, estimate, costs);
        let counts = Rc::new(FunctionCounts::new(program, func, (estimate, costs), &mut summary));
        self.open.borrow_mut().remove(&func);
        self.functions.borrow_mut().insert(func, Rc::clone(&counts));
        counts
    }

    fn summary(&self, program: &Program, callee: FuncId, estimate: &Estimate, costs: &dyn Costs) -> Callees {
        if !program.has_body(callee) {
            return Callees::Nothing;
        }
        let open = self.open.borrow();
        if program.is_new(callee) || open.contains(&callee) || open.len() >= MAX_DEPTH {
            return Callees::Unknown;
        }
        drop(open);
        Callees::Known(Rc::clone(&self.function(program, callee, estimate, costs).summary))
    }
}

/// The queries that depend on one variable or word.
struct Dependent {
    /// Where they are asked, and how many.
    queries: FxHashMap<Pc, Magnitude>,
    /// How many are expected from the start of each block, in reverse postorder.
    from: Vec<Magnitude>,
    /// Whether what is returned depends on it.
    returned: bool,
}

/// The counts of a function.
struct FunctionCounts {
    code: Rc<Code>,
    cfg: Cfg,
    loops: Loops,
    webs: Webs,
    graph: Graph,
    parameters: Parameters,
    iterations: FxHashMap<BlockId, u64>,
    total: Dependent,
    dependent: RefCell<FxHashMap<Node, Rc<Dependent>>>,
    summary: Rc<Summary>,
    /// Functions that it calls and that nobody had called yet.
    unknown: Vec<FuncId>,
}

impl FunctionCounts {
    fn new(
        program: &Program,
        func: FuncId,
        (estimate, costs): (&Estimate, &dyn Costs),
        summary: &mut dyn FnMut(FuncId) -> Callees,
    ) -> FunctionCounts {
        let code = Rc::clone(program.ready(func));
        let body = program.module.funcs[func].body.ready().expect("a function that runs has a body");
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::of(&cfg));
        let webs = Webs::of(&code, program.live_pieces(func));
        let graph = Graph::of(&code, &webs, estimate, costs, summary);
        let unknown = graph.unknown.iter().copied().filter(|&callee| program.is_new(callee)).collect();
        let mut counts = FunctionCounts {
            parameters: Parameters { beta: estimate.beta, kappa: estimate.kappa, branches: estimate.branches },
            iterations: FxHashMap::default(),
            total: Dependent { queries: FxHashMap::default(), from: Vec::new(), returned: false },
            dependent: RefCell::default(),
            summary: Rc::default(),
            code,
            cfg,
            loops,
            webs,
            graph,
            unknown,
        };
        counts.iterations = counts.known_iterations();
        let mut all: FxHashMap<Pc, Magnitude> = FxHashMap::default();
        for &(pc, count) in &counts.graph.queries {
            let sum = all.entry(pc).or_insert(Magnitude::ZERO);
            *sum = *sum + count;
        }
        counts.total = counts.counted(all, false);
        counts.summary = Rc::new(counts.summarise());
        counts
    }

    fn body(&self) -> progress::Body<'_> {
        let FunctionCounts { code, webs, graph, loops, .. } = self;
        progress::Body { code, webs, graph, loops, loaded: &|_| None }
    }

    fn known_iterations(&self) -> FxHashMap<BlockId, u64> {
        let head = |block: BlockId| self.code.blocks.iter().position(|row| row.0 == block);
        let body = self.body();
        let count = |(id, _)| {
            let header = self.loops.blocks(id)[0];
            Some((header, body.iterations(id, head(header)? as u32)?))
        };
        self.loops.iter().filter_map(count).collect()
    }

    /// The counts of a selection of queries.
    fn counted(&self, queries: FxHashMap<Pc, Magnitude>, returned: bool) -> Dependent {
        let mut own: FxHashMap<BlockId, Magnitude> = FxHashMap::default();
        let mut rows: Vec<(Pc, Magnitude)> = queries.iter().map(|(&pc, &count)| (pc, count)).collect();
        rows.sort_unstable_by_key(|row| row.0);
        for (pc, count) in rows {
            let sum = own.entry(self.block(pc)).or_insert(Magnitude::ZERO);
            *sum = *sum + count;
        }
        let iterations = |head: BlockId| self.iterations.get(&head).copied();
        let counts = QueryCounts::new(&self.cfg, &self.loops, self.parameters, iterations);
        let from = counts.count(|block| own.get(&block).copied().unwrap_or(Magnitude::ZERO));
        Dependent { queries, from, returned }
    }

    fn block(&self, pc: Pc) -> BlockId {
        self.code.blocks[self.code.block_of[pc as usize] as usize].0
    }

    fn dependent(&self, node: Node) -> Rc<Dependent> {
        if let Some(known) = self.dependent.borrow().get(&node) {
            return Rc::clone(known);
        }
        let (queries, returned) = self.graph.queries_of(&[node]);
        let dependent = Rc::new(self.counted(queries, returned));
        self.dependent.borrow_mut().insert(node, Rc::clone(&dependent));
        dependent
    }

    /// The queries of a selection that are expected from an operation on, or behind it.
    fn expected(&self, of: &Dependent, pc: Pc, after: bool) -> Magnitude {
        let Some(number) = self.cfg.number(self.block(pc)) else { return Magnitude::ZERO };
        let start = self.code.blocks[self.code.block_of[pc as usize] as usize].1;
        let passed = (start..if after { pc + 1 } else { pc }).filter_map(|pc| of.queries.get(&pc).copied());
        let passed: Magnitude = passed.sum();
        of.from.get(number).map_or(Magnitude::ZERO, |count| count.without(passed))
    }

    fn summarise(&self) -> Summary {
        let held = self.webs.at(0, false);
        let count_of = |node: Node| self.expected(&self.dependent(node), 0, false);
        let params: Vec<Magnitude> = (0..self.code.params.len() as u32)
            .map(|slot| held.get(&slot).map_or(Magnitude::ZERO, |&web| count_of(web)))
            .collect();
        let param_of: FxHashMap<Node, u32> =
            (0..self.code.params.len() as u32).filter_map(|slot| Some((*held.get(&slot)?, slot))).collect();
        let mut words: Vec<(FromCaller, i64, u32, Magnitude)> = Vec::new();
        for (number, word) in self.graph.words.iter().enumerate() {
            let base = match word.origin {
                Origin::Web(web) => param_of.get(&web).map(|&param| FromCaller::Param(param)),
                Origin::Address(address) => Some(FromCaller::Address(address)),
            };
            let Some(base) = base else { continue };
            let count = count_of((self.webs.count + number) as Node);
            if !count.is_zero() {
                words.push((base, word.offset, word.bytes, count));
            }
        }
        if words.len() > MAX_SUMMARY {
            words.sort_by(|a, b| b.3.partial_cmp(&a.3).unwrap_or(core::cmp::Ordering::Equal));
            words.truncate(MAX_SUMMARY);
        }
        Summary { total: self.expected(&self.total, 0, false), params, words }
    }

    /// What is expected after a place.
    fn at(&self, program: &Program, place: FramePlace) -> Counts {
        let FramePlace { pc, waits, .. } = place;
        let held = self.webs.at(pc, waits);
        let live = program.live_slots(place);
        let mut slots: FxHashMap<Node, u32> = FxHashMap::default();
        let mut found: Vec<(Variable, Node)> = Vec::new();
        for slot in live.iter().map(|live| live.slot) {
            if let Some(&web) = held.get(&slot) {
                slots.insert(web, slot);
                found.push((Variable::Slot(slot), web));
            }
        }
        for (number, word) in self.graph.words.iter().enumerate() {
            let base = match word.origin {
                Origin::Web(web) => slots.get(&web).map(|&slot| Base::Slot(slot)),
                Origin::Address(address) => Some(Base::Address(address)),
            };
            if let Some(base) = base {
                let variable = Variable::Word { base, offset: word.offset, bytes: word.bytes };
                found.push((variable, (self.webs.count + number) as Node));
            }
        }
        let mut counts = Counts { total: self.expected(&self.total, pc, waits), ..Counts::default() };
        for &(variable, node) in &found {
            let dependent = self.dependent(node);
            let count = self.expected(&dependent, pc, waits);
            if !count.is_zero() || dependent.returned {
                counts.variables.push((variable, count));
                counts.returned.push(dependent.returned);
            } else if matches!(variable, Variable::Word { .. }) {
                counts.unasked.push(variable);
            }
        }
        counts.leading = self.leading(pc, &found);
        counts
    }

    /// The variables that tell how far the loop has come that begins at an operation, those first that every iteration moves.
    fn leading(&self, pc: Pc, found: &[(Variable, Node)]) -> Vec<Leading> {
        let (id, start) =
            (self.loops.headed_by(self.block(pc)), self.code.blocks[self.code.block_of[pc as usize] as usize].1);
        let Some(id) = id.filter(|_| pc == start) else { return Vec::new() };
        let loaded = |pc: Pc| match &self.code.ops[pc as usize] {
            Op::Load(access) => self.word_of(pc, access),
            _ => None,
        };
        let body = progress::Body { loaded: &loaded, ..self.body() };
        let mut leading = Vec::new();
        for &(variable, node) in found {
            let Some(step) = body.step(id, node) else { continue };
            if let Some(rises) = step.direction() {
                let bits = match variable {
                    Variable::Slot(slot) => self.code.widths[slot as usize],
                    Variable::Word { bytes, .. } => 8 * bytes,
                };
                leading.push(Leading { variable, rises, bits, always: step.always_moves() });
            }
        }
        leading.sort_by_key(|leading: &Leading| !leading.always);
        leading
    }

    /// The word that an operation loads, if it is followed.
    fn word_of(&self, pc: Pc, access: &Access) -> Option<Node> {
        let place = graph::place(&self.code, &self.webs, &self.graph.writers, pc, access.addr)?;
        let word = graph::word(place, access);
        self.graph.numbers.get(&word).copied()
    }
}
