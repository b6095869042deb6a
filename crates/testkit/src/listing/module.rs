//! The listing of a module of ours. Every body must be decoded.

use braid_ir::inst::OperandKind;
use braid_ir::module::ThreadLocal;
use braid_ir::{Body, Constant, Inst, Linkage, Module, Operand};

use super::{Callee, ListedFunction, ListedGlobal, ListedInst, Listing, Position};

/// The listing of a module.
pub fn of_module(module: &Module) -> Listing {
    let functions = module.funcs.values().map(|function| {
        let mut listed = ListedFunction {
            name: module.names.get(function.symbol.name).to_owned(),
            linkage: keyword(function.symbol.linkage),
            ..ListedFunction::default()
        };
        if let Some(body) = function.body.ready() {
            list_body(module, body, &mut listed);
        }
        listed
    });
    let globals = module.globals.values().map(|global| ListedGlobal {
        name: module.names.get(global.symbol.name).to_owned(),
        linkage: keyword(global.symbol.linkage),
        constant: global.constant,
        thread_local: global.symbol.thread_local != ThreadLocal::No,
        align: global.align,
    });
    let aliases = module.aliases.values().map(|alias| &alias.symbol);
    let ifuncs = module.ifuncs.values().map(|ifunc| &ifunc.symbol);
    Listing {
        functions: functions.collect(),
        globals: globals.collect(),
        aliases: aliases.chain(ifuncs).map(|symbol| module.names.get(symbol.name).to_owned()).collect(),
    }
}

fn keyword(linkage: Linkage) -> String {
    let row = Linkage::NAMES.iter().find(|(known, _)| *known == linkage);
    row.map_or_else(String::new, |(_, name)| (*name).to_owned())
}

fn list_body(module: &Module, body: &Body, listed: &mut ListedFunction) {
    let mut insts = Vec::new();
    for &id in body.order.iter().flat_map(|&block| &body.blocks[block].insts) {
        let data = &body.insts[id];
        match &data.inst {
            Inst::DebugDeclare(_) => listed.declares += 1,
            Inst::DebugValue(_) => listed.values += 1,
            inst => insts.push(ListedInst {
                opcode: inst.opcode().to_owned(),
                callee: inst.call().map(|call| callee(module, call.callee)),
                position: data.loc.map(|loc| position(module, loc)).unwrap_or_default(),
            }),
        }
    }
    listed.body = Some(insts);
}

fn callee(module: &Module, operand: Operand) -> Callee {
    let OperandKind::Const(id) = operand.kind() else { return Callee::Indirect };
    match &module.consts[id] {
        Constant::Global(symbol) => Callee::Named(module.symbol_name(*symbol).to_owned()),
        Constant::Asm(_) => Callee::Asm,
        _ => Callee::Indirect,
    }
}

fn position(module: &Module, loc: braid_ir::debug::LocId) -> Vec<Position> {
    let chain = module.debug.inlining(loc);
    chain
        .map(|loc| {
            let function = module.debug.function_of(loc.scope).and_then(|scope| module.debug.scopes[scope].name);
            Position {
                line: loc.line,
                column: loc.column,
                function: function.map_or_else(String::new, |name| module.names.get(name).to_owned()),
            }
        })
        .collect()
}

/// Names of symbols that stand for nothing in the program: declarations of debug intrinsics.
pub(super) fn is_debug_intrinsic(name: &str) -> bool {
    name.starts_with("llvm.dbg.")
}

impl Listing {
    /// Without the declarations of debug intrinsics, which newer readers drop because records replace them.
    #[must_use]
    pub fn without_debug_intrinsics(mut self) -> Listing {
        self.functions.retain(|function| !is_debug_intrinsic(&function.name));
        self
    }
}
