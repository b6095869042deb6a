//! Symbols that are declared and nowhere defined.

use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::inst::OperandKind;
use braid_ir::{ConstId, FuncId, Linkage, Module};
use rustc_hash::FxHashMap;

use crate::error::{LinkError, Missing};
use crate::place::Place;

/// LLVM's own functions: they are instructions with a name, and nobody defines them.
const INTRINSIC_PREFIX: &str = "llvm.";

/// The symbols that the program expects from elsewhere, in order. Those that may stay undefined are not among them, nor
/// are LLVM's intrinsics.
pub fn undefined(module: &Module) -> Vec<GlobalRef> {
    let symbols = module.symbols().filter(|(symbol, info)| {
        !module.is_defined(*symbol)
            && info.linkage != Linkage::ExternWeak
            && !module.names.get(info.name).starts_with(INTRINSIC_PREFIX)
    });
    symbols.map(|(symbol, _)| symbol).collect()
}

/// The error that says which symbols are missing, who declares them and who uses them; none if nothing is missing.
/// Bodies are decoded to find the uses.
pub(crate) fn missing(module: &mut Module) -> Option<LinkError> {
    let symbols = undefined(module);
    if symbols.is_empty() {
        return None;
    }
    let listed = &symbols[..symbols.len().min(LinkError::MAX_LISTED)];
    let uses = first_uses(module, listed);
    let list = listed.iter().map(|&symbol| Missing {
        name: module.symbol_name(symbol).to_owned(),
        declared: Place::of(module, symbol),
        used: uses.get(&symbol).cloned(),
    });
    Some(LinkError::Missing { list: list.collect(), count: symbols.len() })
}

/// The first function that names each of `wanted`, and where it does.
fn first_uses(module: &mut Module, wanted: &[GlobalRef]) -> FxHashMap<GlobalRef, (String, Place)> {
    let mut uses = FxHashMap::default();
    for func in module.funcs.ids() {
        if uses.len() == wanted.len() {
            break;
        }
        // A body that cannot be decoded is another error, which its first real user reports.
        if module.decode(func).is_err() {
            continue;
        }
        for (symbol, line) in uses_in(module, func, wanted) {
            let name = module.symbol_name(GlobalRef::Func(func)).to_owned();
            let place = Place { source: line, ..Place::of(module, GlobalRef::Func(func)) };
            uses.entry(symbol).or_insert((name, place));
        }
    }
    uses
}

/// Which of `wanted` a function names, directly or inside a constant, and the source line.
fn uses_in(module: &Module, func: FuncId, wanted: &[GlobalRef]) -> Vec<(GlobalRef, Option<(String, u32)>)> {
    let Some(body) = module.funcs[func].body.ready() else { return Vec::new() };
    let mut found = Vec::new();
    for data in body.insts.values() {
        data.inst.for_each_operand(|operand| {
            let OperandKind::Const(id) = operand.kind() else { return };
            let Some(symbol) = named_symbol(module, id) else { return };
            if wanted.contains(&symbol) {
                let line = data.loc.and_then(|loc| source_line(module, loc));
                found.push((symbol, line));
            }
        });
    }
    found
}

/// The symbol a constant is the address of, possibly moved or cast.
fn named_symbol(module: &Module, mut id: ConstId) -> Option<GlobalRef> {
    loop {
        id = match &module.consts[id] {
            Constant::Global(symbol) | Constant::DsoLocal(symbol) | Constant::NoCfi(symbol) => return Some(*symbol),
            Constant::PtrAdd { base, .. } => *base,
            Constant::Cast(cast) => cast.arg,
            _ => return None,
        };
    }
}

fn source_line(module: &Module, loc: braid_ir::debug::LocId) -> Option<(String, u32)> {
    let loc = module.debug.locs[loc];
    let file = module.debug.file_of(loc.scope)?;
    Some((module.names.get(module.debug.files[file].name).to_owned(), loc.line))
}
