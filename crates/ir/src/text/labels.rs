//! How symbols, types, constants and locations are called in the text: which have an entry of their own, and the
//! numbers that tell equal names apart.

use braid_entity::{Entity, Symbol};
use rustc_hash::FxHashMap;

use crate::body::{Body, InstData};
use crate::constant::{ConstId, Constant, GlobalRef};
use crate::inst::{Inst, OperandKind};
use crate::module::Module;
use crate::types::{Type, TypeId};

/// A type or constant of more nodes than this has an entry of its own. Also the bound on how deep printing nests.
pub(super) const MAX_INLINE: u32 = 40;
/// This many bytes of a string count as one node.
const BYTES_PER_NODE: usize = 8;

/// What a symbol is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Label {
    /// By its name; the number tells it from earlier ones of the same name.
    Named(Symbol, u32),
    /// By a number, because it has no name.
    Numbered(u32),
}

/// What a type is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypeLabel {
    /// It is written out.
    Inline,
    /// By its entry.
    Entry(Label),
}

/// The labels of one module.
pub(super) struct Labels {
    pub(super) funcs: Vec<Label>,
    pub(super) globals: Vec<Label>,
    pub(super) aliases: Vec<Label>,
    pub(super) ifuncs: Vec<Label>,
    pub(super) comdats: Vec<Label>,
    pub(super) types: Vec<TypeLabel>,
    /// The entry number of each constant that has one.
    pub(super) consts: Vec<Option<u32>>,
    /// The entry number of each location that others were inlined at.
    pub(super) locs: Vec<Option<u32>>,
}

impl Labels {
    /// Labels for printing the whole module.
    pub(super) fn new(module: &Module) -> Labels {
        let mut labels = Labels::for_messages(module);
        let used = used_constants(module, &labels.consts);
        let mut next = 0..;
        for (entry, used) in labels.consts.iter_mut().zip(used) {
            *entry = entry.filter(|_| used).and_then(|_| next.next());
        }
        labels.locs = inlining_locs(module);
        labels
    }
    /// Labels for messages about parts of it: every large constant is called by its id.
    pub(super) fn for_messages(module: &Module) -> Labels {
        let mut names = Namer::default();
        let empty = module.names.find("");
        let mut name = |symbol: Symbol| names.label(Some(symbol).filter(|name| Some(*name) != empty));
        let sizes = constant_sizes(module);
        Labels {
            globals: module.globals.values().map(|global| name(global.symbol.name)).collect(),
            aliases: module.aliases.values().map(|alias| name(alias.symbol.name)).collect(),
            ifuncs: module.ifuncs.values().map(|ifunc| name(ifunc.symbol.name)).collect(),
            funcs: module.funcs.values().map(|func| name(func.symbol.name)).collect(),
            comdats: {
                let mut names = Namer::default();
                module.comdats.values().map(|comdat| names.label(Some(comdat.name))).collect()
            },
            types: type_labels(module),
            consts: sizes.iter().zip(0..).map(|(size, id)| (*size > MAX_INLINE).then_some(id)).collect(),
            locs: Vec::new(),
        }
    }
    /// What a symbol is called; none if there is no such symbol.
    pub(super) fn symbol(&self, symbol: GlobalRef) -> Option<Label> {
        match symbol {
            GlobalRef::Func(id) => self.funcs.get(id.index()),
            GlobalRef::Var(id) => self.globals.get(id.index()),
            GlobalRef::Alias(id) => self.aliases.get(id.index()),
            GlobalRef::IFunc(id) => self.ifuncs.get(id.index()),
        }
        .copied()
    }
}

/// Gives out labels of one kind.
#[derive(Default)]
struct Namer {
    seen: FxHashMap<Symbol, u32>,
    unnamed: u32,
}

impl Namer {
    fn label(&mut self, name: Option<Symbol>) -> Label {
        match name {
            Some(name) => {
                let count = self.seen.entry(name).or_insert(0);
                *count += 1;
                Label::Named(name, *count - 1)
            }
            None => {
                self.unnamed += 1;
                Label::Numbered(self.unnamed - 1)
            }
        }
    }
}

/// Named structs have entries, and so have types that are large when written out.
fn type_labels(module: &Module) -> Vec<TypeLabel> {
    let mut names = Namer::default();
    let mut sizes: Vec<u32> = Vec::with_capacity(module.types.len());
    let mut labels = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let mut size = 1u32;
        ty.for_each_part(|part| size = size.saturating_add(sizes.get(part.index()).copied().unwrap_or(1)));
        let name = match ty {
            Type::Struct { name, .. } => *name,
            Type::Opaque { name } => Some(*name),
            _ => None,
        };
        let entry = name.is_some() || size > MAX_INLINE;
        labels.push(if entry { TypeLabel::Entry(names.label(name)) } else { TypeLabel::Inline });
        sizes.push(if entry { 1 } else { size });
    }
    labels
}

/// How many nodes each constant has when it is written out, where parts beyond the limit count as one.
fn constant_sizes(module: &Module) -> Vec<u32> {
    let mut sizes: Vec<u32> = Vec::with_capacity(module.consts.len());
    for (_, constant) in module.consts.iter() {
        let text = |name: Symbol| module.names.try_get(name).map_or(0, str::len);
        let extra = match constant {
            Constant::Bytes { bytes, .. } => bytes.len(),
            Constant::WideInt { words, .. } => words.len() * BYTES_PER_NODE,
            Constant::Metadata(name) => text(*name),
            Constant::Asm(asm) => text(asm.text) + text(asm.constraints),
            _ => 0,
        };
        let mut size = u32::try_from(extra / BYTES_PER_NODE).unwrap_or(u32::MAX).saturating_add(1);
        constant.for_each_part(|part| {
            let part = sizes.get(part.index()).copied().filter(|size| *size <= MAX_INLINE).unwrap_or(1);
            size = size.saturating_add(part);
        });
        sizes.push(size);
    }
    sizes
}

/// Which constants are used other than as the whole of an initial value, which is written out whatever its size.
/// `large` tells which constants have an entry if they are used.
fn used_constants(module: &Module, large: &[Option<u32>]) -> Vec<bool> {
    let mut used = vec![false; module.consts.len()];
    let mut mark = |id: ConstId| used.get_mut(id.index()).into_iter().for_each(|used| *used = true);
    for func in module.funcs.values() {
        [func.personality, func.prefix, func.prologue].into_iter().flatten().for_each(&mut mark);
        for data in func.body.ready().into_iter().flat_map(placed) {
            mark_operands(&data.inst, &mut mark);
        }
    }
    module.aliases.values().for_each(|alias| mark(alias.target));
    module.ifuncs.values().for_each(|ifunc| mark(ifunc.resolver));
    let mut inits: Vec<ConstId> = module.globals.values().filter_map(|global| global.init).collect();
    inits.sort_unstable();
    inits.dedup();
    // Parts have smaller ids: one sweep from the back reaches all of what is used.
    for (id, constant) in module.consts.iter().rev() {
        if used[id.index()] || inits.binary_search(&id).is_ok() {
            constant.for_each_part(|part| used.get_mut(part.index()).into_iter().for_each(|used| *used = true));
        }
        used[id.index()] &= large[id.index()].is_some();
    }
    used
}

fn mark_operands(inst: &Inst, mark: &mut impl FnMut(ConstId)) {
    inst.for_each_operand(|operand| {
        if let OperandKind::Const(id) = operand.kind() {
            mark(id);
        }
    });
    match inst {
        Inst::Shuffle { mask, .. } => mark(*mask),
        Inst::Switch(switch) => {
            let ranges = switch.targets.iter().flat_map(|target| &target.ranges);
            ranges.for_each(|range| [range.low, range.high].into_iter().for_each(&mut *mark));
        }
        _ => {}
    }
}

/// Numbers the locations that those of instructions were inlined at.
fn inlining_locs(module: &Module) -> Vec<Option<u32>> {
    let locs = &module.debug.locs;
    let mut reached = vec![false; locs.len()];
    let mut entries = vec![false; locs.len()];
    let bodies = module.funcs.values().filter_map(|func| func.body.ready());
    for loc in bodies.flat_map(placed).filter_map(|data| data.loc) {
        reached.get_mut(loc.index()).into_iter().for_each(|reached| *reached = true);
    }
    // What a location was inlined at has the smaller id.
    for (id, loc) in locs.iter().rev() {
        if let Some(at) = loc.inlined_at.filter(|at| reached[id.index()] && *at < id) {
            reached[at.index()] = true;
            entries[at.index()] = true;
        }
    }
    let mut next = 0..;
    entries.into_iter().map(|entry| if entry { next.next() } else { None }).collect()
}

/// The instructions that stand in blocks of the layout.
fn placed(body: &Body) -> impl Iterator<Item = &InstData> {
    let blocks = body.order.iter().filter_map(|&block| body.blocks.get(block));
    blocks.flat_map(|block| &block.insts).filter_map(|&id| body.insts.get(id))
}

/// The entry number of a constant, if it has one.
pub(super) fn entry(labels: &Labels, id: ConstId) -> Option<u32> {
    labels.consts.get(id.index()).copied().flatten()
}

/// Whether the label of a type is that of an entry.
pub(super) fn type_entry(labels: &Labels, id: TypeId) -> Option<Label> {
    match labels.types.get(id.index()) {
        Some(TypeLabel::Entry(label)) => Some(*label),
        _ => None,
    }
}
