//! Whether definitions of two modules have the same contents, which comdat groups of kind `exactmatch` must have.
//!
//! A linker compares bytes and where they refer to. Here both definitions are translated into one scratch module, in
//! which equal constants have equal ids. Names of structs do not count, nor does what only tells about the source.
//! Symbols that others can see count by name; references to symbols of one module only count by their kind, as linkers
//! do not look through them either. Each part is translated once however many groups it has.

use braid_entity::Entity;
use braid_ir::body::{Body, InstData};
use braid_ir::constant::GlobalRef;
use braid_ir::inst::Inst;
use braid_ir::module::BodyState;
use braid_ir::{FuncId, Module};
use rustc_hash::FxHashMap;

use crate::translate::{SymbolMap, Translator, anonymous_types};

/// A definition: the part it is in, and the symbol.
pub(crate) type Definition = (usize, GlobalRef);

/// Compares definitions of several parts.
#[derive(Default)]
pub(crate) struct Contents {
    scratch: Module,
    translators: FxHashMap<usize, Translator>,
    /// The numbers of symbols by name; those of one module only are under the name of their kind.
    numbers: FxHashMap<(bool, String), FuncId>,
}

impl Contents {
    /// Whether the two definitions are the same. Bodies that cannot be decoded are not compared: that is reported when
    /// they are asked for.
    pub(crate) fn equal(&mut self, parts: &mut [Module], pair: [Definition; 2]) -> bool {
        match pair {
            [(a, GlobalRef::Var(x)), (b, GlobalRef::Var(y))] => {
                let [first, second] = [(a, x), (b, y)].map(|(part, id)| {
                    let global = &parts[part].globals[id];
                    let translator = self.translator(part, &parts[part]);
                    (translator.ty(global.ty), global.init.map(|init| translator.constant(init)))
                });
                first == second
            }
            [(a, GlobalRef::Func(x)), (b, GlobalRef::Func(y))] => {
                let bodies = [(a, x), (b, y)].map(|(part, id)| self.body(part, &mut parts[part], id));
                let [Some(first), Some(second)] = bodies else { return true };
                first.order.len() == second.order.len() && code(&first).eq(code(&second))
            }
            _ => false,
        }
    }

    fn translator(&mut self, index: usize, part: &Module) -> &mut Translator {
        let Contents { scratch, translators, numbers } = self;
        translators.entry(index).or_insert_with(|| {
            let symbols = symbol_map(part, numbers);
            let types = anonymous_types(part, scratch);
            Translator::new(part, scratch, symbols, types)
        })
    }
    fn body(&mut self, index: usize, part: &mut Module, func: FuncId) -> Option<Body> {
        part.decode(func).ok()?;
        let BodyState::Ready(body) = &part.funcs[func].body else { return None };
        let mut body = Body::clone(body);
        self.translator(index, part);
        let translator = self.translators.get_mut(&index)?;
        translator.catch_up(part, &mut self.scratch);
        translator.translate_body(&mut body, part, &mut self.scratch);
        Some(body)
    }
}

/// The instructions of a body in order, with what tells blocks apart; without what is said about the source.
fn code(body: &Body) -> impl Iterator<Item = (u32, &Inst, Option<braid_ir::types::TypeId>)> {
    body.order.iter().flat_map(move |&block| {
        let insts = body.blocks[block].insts.iter().map(|&id| &body.insts[id]);
        let counts = |data: &&InstData| !matches!(data.inst, Inst::DebugValue(_) | Inst::DebugDeclare(_));
        let ty = |data: &InstData| data.result.map(|result| body.values[result].ty);
        insts.filter(counts).map(move |data| (block.as_u32(), &data.inst, ty(data)))
    })
}

/// Every symbol of a part as a function of the scratch module, numbered by name.
fn symbol_map(part: &Module, numbers: &mut FxHashMap<(bool, String), FuncId>) -> SymbolMap {
    let mut map = SymbolMap::default();
    for (symbol, info) in part.symbols() {
        let (list, kind) = match symbol {
            GlobalRef::Func(_) => (&mut map.funcs, "function"),
            GlobalRef::Var(_) => (&mut map.globals, "variable"),
            GlobalRef::Alias(_) => (&mut map.aliases, "alias"),
            GlobalRef::IFunc(_) => (&mut map.ifuncs, "indirect function"),
        };
        let local = info.linkage.is_local();
        let name = if local { kind } else { part.names.get(info.name) };
        let next = FuncId::new(numbers.len());
        list.push(GlobalRef::Func(*numbers.entry((local, name.to_owned())).or_insert(next)));
        map.kept.insert(symbol);
    }
    map
}
