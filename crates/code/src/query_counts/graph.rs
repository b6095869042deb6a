//! What depends on what in a function: variables and words of memory, and the queries that are asked about them.
//!
//! A query depends on a variable if a chain of operations leads from it there, whatever the way of control
//! (Kuznetsov 2012, section 3.2). Beyond the paper, a chain goes on through words of memory at a constant distance from one variable:
//! from a store to the loads of the same word.

use std::rc::Rc;

use crate::code::{Access, Alu, Call, Callee, Code, Op, Pc, Src};
use crate::costs::Costs;
use crate::estimate::{Estimate, WHOLE};
use braid_analysis::Magnitude;
use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use super::Summary;
use super::webs::{Web, Webs};

/// A variable or a word of memory, by number: the variables come first.
pub(super) type Node = u32;

/// Where a word lies: behind what a variable holds, or at a known address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Origin {
    Web(Web),
    Address(u64),
}

/// A word of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Word {
    pub(super) origin: Origin,
    pub(super) offset: i64,
    pub(super) bytes: u32,
}

/// How many chains of sums an address is followed through.
const MAX_CHAIN: u32 = 16;
/// How many words of a function are followed; those met first.
const MAX_WORDS: usize = 4096;

/// What depends on what.
pub(super) struct Graph {
    /// The words, by number less the number of variables.
    pub(super) words: Vec<Word>,
    pub(super) numbers: FxHashMap<Word, Node>,
    /// What each variable or word leads to.
    edges: Vec<Vec<Node>>,
    /// The queries that each variable or word is part of: the operation, and how many.
    uses: Vec<Vec<(Pc, Magnitude)>>,
    /// All queries of each operation that asks some.
    pub(super) queries: Vec<(Pc, Magnitude)>,
    /// The variables that are returned.
    returned: Vec<Node>,
    /// For each variable, the operations that write it.
    pub(super) writers: Vec<Vec<Pc>>,
    /// The functions whose counts were taken, or not known yet.
    pub(super) unknown: Vec<FuncId>,
}

/// Builds a graph.
pub(super) struct Builder<'a> {
    pub(super) code: &'a Code,
    pub(super) webs: &'a Webs,
    pub(super) estimate: &'a Estimate,
    /// What a query weighs at each operation.
    pub(super) costs: &'a dyn Costs,
    /// What is known of a callee.
    pub(super) summary: &'a mut dyn FnMut(FuncId) -> Callees,
    pub(super) graph: Graph,
}

/// What is known of a function that is called.
pub(super) enum Callees {
    /// Its counts.
    Known(Rc<Summary>),
    /// It has a body that nobody has seen yet, or it is being counted itself.
    Unknown,
    /// It has no body.
    Nothing,
}

impl Graph {
    /// Of a function.
    pub(super) fn of(
        code: &Code,
        webs: &Webs,
        estimate: &Estimate,
        costs: &dyn Costs,
        summary: &mut dyn FnMut(FuncId) -> Callees,
    ) -> Graph {
        let graph = Graph {
            words: Vec::new(),
            numbers: FxHashMap::default(),
            edges: vec![Vec::new(); webs.count],
            uses: vec![Vec::new(); webs.count],
            queries: Vec::new(),
            returned: Vec::new(),
            writers: vec![Vec::new(); webs.count],
            unknown: Vec::new(),
        };
        let mut builder = Builder { code, webs, estimate, costs, summary, graph };
        for pc in 0..code.ops.len() as Pc {
            webs.writes(pc).for_each(|web| builder.graph.writers[web as usize].push(pc));
        }
        for pc in 0..code.ops.len() as Pc {
            builder.operation(pc);
        }
        builder.graph
    }

    /// The queries that depend on some variables or words: operations and how many, of each operation once; and whether what is returned does.
    pub(super) fn queries_of(&self, roots: &[Node]) -> (FxHashMap<Pc, Magnitude>, bool) {
        let mut seen = vec![false; self.edges.len()];
        let mut open: Vec<Node> = roots.to_vec();
        let mut found: FxHashMap<Pc, Magnitude> = FxHashMap::default();
        while let Some(node) = open.pop() {
            if core::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            for &(pc, count) in &self.uses[node as usize] {
                let known = found.entry(pc).or_insert(Magnitude::ZERO);
                if count > *known {
                    *known = count;
                }
            }
            open.extend(&self.edges[node as usize]);
        }
        let returned = self.returned.iter().any(|&node| seen[node as usize]);
        (found, returned)
    }
}

/// Where an address lies, and how far behind that it begins.
pub(super) type Place = (Origin, i64);

impl Builder<'_> {
    fn operation(&mut self, pc: Pc) {
        let op = &self.code.ops[pc as usize];
        match op {
            Op::Load(access) => self.load(pc, access),
            Op::Store(access) => self.store(pc, access),
            Op::Call(call) => self.call(pc, call),
            Op::Branch { .. } | Op::CompareBranch { .. } | Op::Switch(_) | Op::IndirectJump { .. } => {
                self.ask_all(pc);
                self.flow(pc);
            }
            Op::Divide(_, alu) => {
                if self.estimate.all && alu.b.as_slot().is_some() {
                    self.ask_all(pc);
                }
                self.flow(pc);
            }
            Op::Ret(_) => self.graph.returned.extend(self.webs.reads(pc)),
            _ => self.flow(pc),
        }
    }

    /// What an operation writes depends on what it reads.
    fn flow(&mut self, pc: Pc) {
        for from in self.webs.reads(pc) {
            for to in self.webs.writes(pc) {
                self.edge(from, to);
            }
        }
    }
    fn edge(&mut self, from: Node, to: Node) {
        let edges = &mut self.graph.edges[from as usize];
        if from != to && edges.last() != Some(&to) {
            edges.push(to);
        }
    }
    /// An operation asks a query about what it reads.
    fn ask_all(&mut self, pc: Pc) {
        let weight = self.weight(pc);
        self.graph.queries.push((pc, weight));
        for web in self.webs.reads(pc) {
            self.graph.uses[web as usize].push((pc, weight));
        }
    }
    fn weight(&self, pc: Pc) -> Magnitude {
        self.costs.weight(self.code.func, pc)
    }

    /// The node of a word; none if there are too many.
    fn word(&mut self, word: Word) -> Option<Node> {
        if let Some(&known) = self.graph.numbers.get(&word) {
            return Some(known);
        }
        if self.graph.words.len() >= MAX_WORDS {
            return None;
        }
        let node = self.graph.edges.len() as Node;
        self.graph.words.push(word);
        self.graph.numbers.insert(word, node);
        self.graph.edges.push(Vec::new());
        self.graph.uses.push(Vec::new());
        self.graph.writers.push(Vec::new());
        Some(node)
    }

    fn web(&self, pc: Pc, source: Src) -> Option<Web> {
        self.webs.read(pc, source.as_slot()?)
    }

    /// Where an address lies, if that is a constant distance from something.
    fn place(&self, pc: Pc, source: Src) -> Option<Place> {
        place(self.code, self.webs, &self.graph.writers, pc, source)
    }

    /// An access whose address is not fixed asks whether it is in bounds, if the address depends on data.
    fn access(&mut self, pc: Pc, addr: Src, place: Option<Place>) {
        if !self.estimate.all || self.is_fixed(place) {
            return;
        }
        let weight = self.weight(pc);
        self.graph.queries.push((pc, weight));
        if let Some(web) = self.web(pc, addr) {
            self.graph.uses[web as usize].push((pc, weight));
        }
    }
    /// Returns true if an address is the same in all states: that of a variable of the program or of the frame.
    fn is_fixed(&self, place: Option<Place>) -> bool {
        match place {
            Some((Origin::Address(_), _)) => true,
            Some((Origin::Web(web), _)) => {
                let writers = &self.graph.writers[web as usize];
                !writers.is_empty() && writers.iter().all(|&pc| matches!(self.code.ops[pc as usize], Op::Alloca { .. }))
            }
            None => false,
        }
    }

    fn load(&mut self, pc: Pc, access: &Access) {
        self.flow(pc);
        let place = self.place(pc, access.addr);
        self.access(pc, access.addr, place);
        let word = self.word_at(place, access).or_else(|| self.whole(pc, access.addr));
        if let Some(word) = word {
            let writes: Vec<Web> = self.webs.writes(pc).collect();
            writes.into_iter().for_each(|to| self.edge(word, to));
        }
    }
    fn store(&mut self, pc: Pc, access: &Access) {
        let place = self.place(pc, access.addr);
        self.access(pc, access.addr, place);
        let word = self.word_at(place, access).or_else(|| self.whole(pc, access.addr));
        if let Some(word) = word {
            self.graph.writers[word as usize].push(pc);
            if let Some(web) = self.web(pc, access.value) {
                self.edge(web, word);
            }
        }
    }
    fn word_at(&mut self, place: Option<Place>, access: &Access) -> Option<Node> {
        self.word(word(place?, access))
    }

    /// All of what an address leads into, wherever in it.
    fn whole(&mut self, pc: Pc, address: Src) -> Option<Node> {
        let origin = origin(self.code, self.webs, &self.graph.writers, pc, address)?;
        self.word(Word { origin, offset: WHOLE, bytes: 0 })
    }

    /// What is called asks its queries about what it is given.
    fn call(&mut self, pc: Pc, call: &Call) {
        self.flow(pc);
        let known = match call.callee {
            Callee::Direct(func) => (self.summary)(func),
            Callee::Indirect(_) => Callees::Unknown,
        };
        let parts: Vec<Src> = call.args.iter().flat_map(|argument| argument.parts.iter().copied()).collect();
        match known {
            Callees::Nothing => {}
            Callees::Unknown => {
                if let Callee::Direct(func) = call.callee {
                    self.graph.unknown.push(func);
                }
                self.ask_all(pc);
                let weight = self.weight(pc);
                for &part in &parts {
                    if let Some(node) = self.whole(pc, part) {
                        self.graph.uses[node as usize].push((pc, weight));
                    }
                }
            }
            Callees::Known(summary) => {
                self.graph.queries.push((pc, summary.total));
                for (&part, &count) in parts.iter().zip(&summary.params) {
                    if let Some(web) = self.web(pc, part)
                        && !count.is_zero()
                    {
                        self.graph.uses[web as usize].push((pc, count));
                    }
                }
                self.words_of_callee(pc, &parts, &summary);
            }
        }
    }
    fn words_of_callee(&mut self, pc: Pc, parts: &[Src], summary: &Summary) {
        for &(base, offset, bytes, count) in &summary.words {
            let node = match base {
                super::FromCaller::Param(param) => {
                    let Some(&part) = parts.get(param as usize) else { continue };
                    match self.place(pc, part).filter(|_| offset != WHOLE) {
                        Some((origin, more)) => self.word(Word { origin, offset: offset.wrapping_add(more), bytes }),
                        None => self.whole(pc, part),
                    }
                }
                super::FromCaller::Address(address) => {
                    self.word(Word { origin: Origin::Address(address), offset, bytes })
                }
            };
            if let Some(node) = node {
                self.graph.uses[node as usize].push((pc, count));
                let writes: Vec<Web> = self.webs.writes(pc).collect();
                writes.into_iter().for_each(|to| self.edge(node, to));
            }
        }
    }
}

/// Where an address lies, if that is a constant distance from something.
pub(super) fn place(code: &Code, webs: &Webs, writers: &[Vec<Pc>], pc: Pc, source: Src) -> Option<Place> {
    let word = |source: Src| code.constants[source.as_constant()? as usize].word();
    let (mut pc, mut source, mut offset) = (pc, source, 0i64);
    for _ in 0..MAX_CHAIN {
        if source.as_slot().is_none() {
            return word(source).map(|address| (Origin::Address(address), offset));
        }
        let web = webs.read(pc, source.as_slot()?)?;
        let itself = Some((Origin::Web(web), offset));
        let writer = match writers[web as usize][..] {
            [] => return itself,
            [writer] => writer,
            // It leads now here, now there: to all of what it leads into.
            _ => return None,
        };
        match &code.ops[writer as usize] {
            Op::Add(Alu { a, b, .. }) => {
                let constant = word(*b).filter(|_| a.as_slot().is_some())?;
                offset = offset.wrapping_add(constant as i64);
                (pc, source) = (writer, *a);
            }
            Op::Move { src, .. } => (pc, source) = (writer, *src),
            _ => return itself,
        }
    }
    None
}

/// The word that an access at a place is about.
pub(super) fn word((origin, offset): Place, access: &Access) -> Word {
    let offset = offset.wrapping_add(i64::from(access.offset));
    Word { origin, offset, bytes: access.bits.div_ceil(8).max(1) }
}

/// What an address leads into, whatever is added to it.
fn origin(code: &Code, webs: &Webs, writers: &[Vec<Pc>], pc: Pc, source: Src) -> Option<Origin> {
    let (mut pc, mut source) = (pc, source);
    // Of a pointer that is moved on in a loop, the variable that is live at the loop's head has the lowest number.
    let mut lowest = Web::MAX;
    for _ in 0..MAX_CHAIN {
        let Some(slot) = source.as_slot() else {
            let address = code.constants[source.as_constant()? as usize].word();
            return address.map(Origin::Address);
        };
        let web = webs.read(pc, slot)?;
        lowest = lowest.min(web);
        let [writer] = writers[web as usize][..] else { return Some(Origin::Web(web)) };
        match &code.ops[writer as usize] {
            // The first operand of a sum is the pointer.
            Op::Add(Alu { a, bits: 64, .. }) => (pc, source) = (writer, *a),
            Op::Move { src, .. } => (pc, source) = (writer, *src),
            _ => return Some(Origin::Web(web)),
        }
    }
    Some(Origin::Web(lowest))
}
