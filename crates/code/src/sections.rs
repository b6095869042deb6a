//! Sections with an end and a beginning: `__start_NAME` and `__stop_NAME`.
//!
//! A linker puts all variables of a section side by side and, if the section's name is one of C, defines these two symbols. A
//! program walks from one to the other, over all variables, so that here they are parts of one object too. It is made only
//! if the program names one of the symbols. The price: an access beside one of these variables that stays in
//! the section is no fault.

use braid_ir::module::{Global, SymbolInfo, ThreadLocal};
use braid_ir::{ConstId, Constant, GlobalId, Linkage, Module, Type, TypeId};
use rustc_hash::FxHashMap;

/// Where a variable lies that is part of a section's object, or a symbol that marks an end of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The variable that is the whole section.
    pub section: GlobalId,
    /// Bytes from its beginning.
    pub offset: u64,
}

/// Makes one variable of each section that the program asks the ends of; returns where its parts lie.
pub(crate) fn join(module: &mut Module) -> FxHashMap<GlobalId, Part> {
    let mut parts = FxHashMap::default();
    for (name, ends) in wanted(module) {
        let members: Vec<GlobalId> = module.globals.ids().filter(|&id| is_member(module, id, &name)).collect();
        let Some(layout) = layout(module, &members) else { continue };
        let section = add_variable(module, &name, &members, &layout);
        parts.extend(members.iter().zip(&layout.offsets).map(|(&id, &offset)| (id, Part { section, offset })));
        for (id, is_begin) in ends {
            let offset = if is_begin { 0 } else { layout.size };
            parts.insert(id, Part { section, offset });
        }
    }
    parts
}

/// The sections whose ends the program names, with the symbols: those of the beginning are marked.
fn wanted(module: &Module) -> Vec<(String, Vec<(GlobalId, bool)>)> {
    let mut found: Vec<(String, Vec<(GlobalId, bool)>)> = Vec::new();
    for (id, global) in module.globals.iter().filter(|(_, global)| global.init.is_none()) {
        let symbol = module.names.get(global.symbol.name);
        let begin = symbol.strip_prefix("__start_").map(|name| (name, true));
        let Some((name, is_begin)) = begin.or(symbol.strip_prefix("__stop_").map(|name| (name, false))) else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, ends)) => ends.push((id, is_begin)),
            None => found.push((name.to_owned(), vec![(id, is_begin)])),
        }
    }
    found
}

fn is_member(module: &Module, id: GlobalId, section: &str) -> bool {
    let global = &module.globals[id];
    global.init.is_some()
        && global.symbol.thread_local == ThreadLocal::default()
        && global.symbol.section.is_some_and(|name| module.names.get(name) == section)
}

/// Where the variables of a section lie.
struct Layout {
    offsets: Vec<u64>,
    size: u64,
    align: u64,
}

/// The variables one after another, those of each file begin at their largest alignment; none if there are none, or one has
/// no size.
fn layout(module: &Module, members: &[GlobalId]) -> Option<Layout> {
    let align = |id: GlobalId| {
        let global = &module.globals[id];
        if global.align > 0 { global.align } else { module.layout.align(&module.types, global.ty) }.max(1)
    };
    let file = |id: GlobalId| module.globals[id].symbol.origin;
    let mut layout = Layout { offsets: Vec::new(), size: 0, align: 1 };
    let mut last = None;
    for group in members.chunk_by(|&a, &b| file(a) == file(b)) {
        let largest = group.iter().map(|&id| align(id)).max().unwrap_or(1);
        layout.align = layout.align.max(largest);
        layout.size = layout.size.checked_next_multiple_of(largest)?;
        for &id in group {
            let at = layout.size.checked_next_multiple_of(align(id))?;
            layout.offsets.push(at);
            layout.size = at.checked_add(module.layout.size(&module.types, module.globals[id].ty)?)?;
            last = Some(id);
        }
    }
    last.map(|_| layout)
}

/// The variable that is the whole section: a packed struct of its parts and the bytes between them.
fn add_variable(module: &mut Module, section: &str, members: &[GlobalId], layout: &Layout) -> GlobalId {
    let mut fields: Vec<TypeId> = Vec::new();
    let mut values: Vec<ConstId> = Vec::new();
    let mut end = 0;
    let byte = module.types.int(8);
    for (&id, &offset) in members.iter().zip(&layout.offsets) {
        if offset > end {
            let gap = module.types.intern(Type::Array { elem: byte, len: offset - end });
            fields.push(gap);
            values.push(module.consts.intern(Constant::Zero(gap)));
        }
        let global = &module.globals[id];
        fields.push(global.ty);
        values.push(global.init.expect("members have contents"));
        end = offset + module.layout.size(&module.types, global.ty).expect("it was laid out");
    }
    let ty = module.types.intern(Type::Struct { name: None, fields: fields.into(), packed: true });
    let init = module.consts.intern(Constant::Aggregate { ty, parts: values.into() });
    let name = module.names.intern(&format!("section {section}"));
    let origin = module.globals[members[0]].symbol.origin;
    let constant = members.iter().all(|&id| module.globals[id].constant);
    module.globals.push(Global {
        symbol: SymbolInfo { origin, ..SymbolInfo::new(name, Linkage::Internal) },
        ty,
        space: 0,
        init: Some(init),
        constant,
        align: layout.align,
        externally_initialized: false,
    })
}
