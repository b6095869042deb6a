//! The call graph of a module: who calls whom directly, where calls go through a pointer, and which functions such a
//! call may reach because their address is used as a value.
//!
//! A call is direct if its callee is a function constant, also behind a cast, a zero offset or an alias. Everything else
//! that names a function (an argument, a stored value, an initialiser, the constructor list, an alias or resolver whose
//! own address is used) takes its address. Only constants that are reachable from code, initialisers and symbols count,
//! not everything that was ever interned.
//!
//! For recursion the graph must not miss an edge: a call through a pointer, and a call of a function without a body
//! (which may call back, as `qsort` does), may reach every function whose address is taken. That is one node "unknown"
//! between all such callers and all such callees, so the number of edges stays linear.
//!
//! The module's bodies should be decoded: a lazy body counts as one that may call anything, and is listed.

use crate::{Components, Graph};
use braid_entity::{Entity, entity};
use braid_ir::inst::{CastOp, OperandKind};
use braid_ir::module::BodyState;
use braid_ir::{Body, ConstId, Constant, FuncId, GlobalRef, Inst, InstId, Module, Operand, TypeId};

entity!(
    /// A function, or the unknown callee: the number after the last function's.
    Node,
    "node"
);

/// A call through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IndirectSite {
    /// The function it is in.
    pub func: FuncId,
    /// The call.
    pub inst: InstId,
    /// The function type it is called with.
    pub ty: TypeId,
}

/// The call graph of a module.
#[derive(Clone, Debug)]
pub struct CallGraph {
    direct: Graph<FuncId>,
    indirect: Vec<IndirectSite>,
    address_taken: Vec<bool>,
    lazy: Vec<FuncId>,
    /// Functions grouped by mutual calls, callees first; the unknown callee is left out.
    components: Vec<Vec<FuncId>>,
    component: Vec<u32>,
    recursive: Vec<bool>,
}

impl CallGraph {
    /// The call graph of all decoded bodies of `module`.
    pub fn new(module: &Module) -> CallGraph {
        let mut scan = Scan::new(module);
        scan.symbols();
        for (func, function) in module.funcs.iter() {
            match &function.body {
                BodyState::Ready(body) => scan.body(func, body),
                BodyState::Lazy { .. } => scan.lazy.push(func),
                BodyState::Declared => {}
            }
        }
        scan.constants();
        scan.finish()
    }
    /// The functions that `func` calls directly, each once.
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        self.direct.successors(func)
    }
    /// The functions that call `func` directly, each once, by number.
    pub fn callers(&self, func: FuncId) -> &[FuncId] {
        self.direct.predecessors(func)
    }
    /// All calls through a pointer, by function.
    pub fn indirect_sites(&self) -> &[IndirectSite] {
        &self.indirect
    }
    /// Whether the address of `func` is used as a value.
    pub fn is_address_taken(&self, func: FuncId) -> bool {
        self.address_taken[func.index()]
    }
    /// The functions whose address is used as a value, by number.
    pub fn address_taken(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.address_taken.iter().enumerate().filter(|(_, taken)| **taken).map(|(at, _)| FuncId::new(at))
    }
    /// The functions whose bodies were not decoded, so that their calls are not known.
    pub fn lazy(&self) -> &[FuncId] {
        &self.lazy
    }
    /// The functions grouped by mutual calls, unknown callees included, callees before callers.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &[FuncId]> + ExactSizeIterator {
        self.components.iter().map(Vec::as_slice)
    }
    /// The number of the group of `func`.
    pub fn component(&self, func: FuncId) -> usize {
        self.component[func.index()] as usize
    }
    /// Whether `func` may be active twice at the same time.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[func.index()]
    }
}

/// The function that a callee operand names, if it names one.
pub fn direct_callee(module: &Module, callee: Operand) -> Option<FuncId> {
    match callee.kind() {
        OperandKind::Value(_) => None,
        OperandKind::Const(id) => function_of(module, id),
    }
}

/// The function behind casts, zero offsets and aliases. Constants have smaller ids than what is made of them, but an
/// alias may lead anywhere; hostile cycles of aliases end the search.
fn function_of(module: &Module, mut id: ConstId) -> Option<FuncId> {
    let mut aliases_left = module.aliases.len();
    loop {
        id = match module.consts[id] {
            Constant::Global(GlobalRef::Func(func))
            | Constant::DsoLocal(GlobalRef::Func(func))
            | Constant::NoCfi(GlobalRef::Func(func)) => return Some(func),
            Constant::Global(GlobalRef::Alias(alias)) => {
                aliases_left = aliases_left.checked_sub(1)?;
                module.aliases[alias].target
            }
            Constant::Cast(cast) if matches!(cast.op, CastOp::BitCast | CastOp::AddrSpaceCast) => cast.arg,
            Constant::PtrAdd { base, offset, .. } if module.consts.as_int(offset) == Some(0) => base,
            _ => return None,
        };
    }
}

/// Collects what bodies, initialisers and constants say.
struct Scan<'a> {
    module: &'a Module,
    edges: Vec<(FuncId, FuncId)>,
    indirect: Vec<IndirectSite>,
    address_taken: Vec<bool>,
    calls_unknown: Vec<bool>,
    lazy: Vec<FuncId>,
    seen: Vec<bool>,
    pending: Vec<ConstId>,
}

impl<'a> Scan<'a> {
    fn new(module: &'a Module) -> Self {
        Scan {
            module,
            edges: Vec::new(),
            indirect: Vec::new(),
            address_taken: vec![false; module.funcs.len()],
            calls_unknown: vec![false; module.funcs.len()],
            lazy: Vec::new(),
            seen: vec![false; module.consts.len()],
            pending: Vec::new(),
        }
    }

    /// What symbols refer to apart from bodies. An alias takes an address only if it is itself referred to.
    fn symbols(&mut self) {
        for global in self.module.globals.values() {
            self.mention(global.init);
        }
        for function in self.module.funcs.values() {
            for part in [function.personality, function.prefix, function.prologue] {
                self.mention(part);
            }
        }
        for ifunc in self.module.ifuncs.values() {
            self.mention(Some(ifunc.resolver));
        }
    }

    fn body(&mut self, func: FuncId, body: &Body) {
        for &block in &body.order {
            for &id in &body.blocks[block].insts {
                self.inst(func, id, &body.insts[id].inst);
            }
        }
    }

    fn inst(&mut self, func: FuncId, id: InstId, inst: &Inst) {
        let Some(call) = inst.call() else {
            inst.for_each_operand(|operand| self.mention(operand.as_const()));
            return;
        };
        let others = call.args.iter().chain(call.bundles.iter().flat_map(|bundle| bundle.args.iter()));
        others.for_each(|operand| self.mention(operand.as_const()));
        match direct_callee(self.module, call.callee) {
            Some(callee) => self.edges.push((func, callee)),
            None if is_asm(self.module, call.callee) => {}
            None => {
                self.mention(call.callee.as_const());
                self.indirect.push(IndirectSite { func, inst: id, ty: call.ty });
                self.calls_unknown[func.index()] = true;
            }
        }
    }

    fn mention(&mut self, id: Option<ConstId>) {
        if let Some(id) = id
            && !core::mem::replace(&mut self.seen[id.index()], true)
        {
            self.pending.push(id);
        }
    }

    /// Follows all mentioned constants down to the functions in them.
    fn constants(&mut self) {
        let module = self.module;
        while let Some(id) = self.pending.pop() {
            match &module.consts[id] {
                Constant::Global(global) | Constant::DsoLocal(global) | Constant::NoCfi(global) => match *global {
                    GlobalRef::Func(func) => self.address_taken[func.index()] = true,
                    GlobalRef::Alias(alias) => self.mention(Some(module.aliases[alias].target)),
                    GlobalRef::IFunc(ifunc) => self.mention(Some(module.ifuncs[ifunc].resolver)),
                    GlobalRef::Var(_) => {}
                },
                constant => constant.for_each_part(|part| self.mention(Some(part))),
            }
        }
    }

    fn finish(mut self) -> CallGraph {
        let module = self.module;
        for (func, function) in module.funcs.iter() {
            let opaque = !matches!(function.body, BodyState::Ready(_));
            self.calls_unknown[func.index()] |= opaque && !is_intrinsic(module, func);
        }
        let len = module.funcs.len();
        let unknown = Node::new(len);
        let node = |func: FuncId| Node::new(func.index());
        let mut edges: Vec<_> = self.edges.iter().map(|&(from, to)| (node(from), node(to))).collect();
        for func in module.funcs.ids() {
            edges.extend(self.calls_unknown[func.index()].then_some((node(func), unknown)));
            edges.extend(self.address_taken[func.index()].then_some((unknown, node(func))));
        }
        let all = Graph::new(len + 1, edges);
        let groups = Components::new(&all);
        let mut graph = CallGraph {
            direct: Graph::new(len, self.edges),
            indirect: self.indirect,
            address_taken: self.address_taken,
            lazy: self.lazy,
            components: Vec::new(),
            component: vec![0; len],
            recursive: vec![false; len],
        };
        graph.group(&all, &groups, unknown);
        graph
    }
}

impl CallGraph {
    fn group(&mut self, all: &Graph<Node>, groups: &Components<Node>, unknown: Node) {
        for members in groups.iter() {
            let funcs = members.iter().filter(|&&member| member != unknown);
            let mut funcs: Vec<_> = funcs.map(|member| FuncId::new(member.index())).collect();
            funcs.sort_unstable();
            for &func in &funcs {
                let own = Node::new(func.index());
                self.component[func.index()] = self.components.len() as u32;
                self.recursive[func.index()] = members.len() > 1 || all.successors(own).contains(&own);
            }
            if !funcs.is_empty() {
                self.components.push(funcs);
            }
        }
    }
}

fn is_asm(module: &Module, callee: Operand) -> bool {
    callee.as_const().is_some_and(|id| matches!(module.consts[id], Constant::Asm(_)))
}

/// Intrinsics are part of the language: none of them calls back.
fn is_intrinsic(module: &Module, func: FuncId) -> bool {
    module.symbol_name(GlobalRef::Func(func)).starts_with("llvm.")
}
