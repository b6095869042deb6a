//! Whether two modules are the same up to the numbering of what is interned: types, constants, names, attribute lists
//! and locations. Everything else must be equal as the derived comparison sees it, so that a field that is added to the
//! representation and forgotten by the text form is found.

use braid_entity::{Entity, Symbol};
use braid_ir::body::{Body, InstData, Value};
use braid_ir::constant::Constant;
use braid_ir::debug::{File, Loc, LocId};
use braid_ir::inst::{Inst, Operand, OperandKind};
use braid_ir::module::{BodyState, SymbolInfo};
use braid_ir::{AttrListId, AttributeList, Attributes, ConstId, Function, Module, Type, TypeId};

/// The first difference between `a` and `b`, in words.
pub(crate) fn difference(a: &Module, b: &Module) -> Option<String> {
    Map::new(a, b).compare().err()
}

type Same = Result<(), String>;

/// From ids of `b` to ids of `a`; none for what `a` does not have.
struct Map<'m> {
    a: &'m Module,
    b: &'m Module,
    types: Vec<Option<TypeId>>,
    consts: Vec<Option<ConstId>>,
    locs: Vec<Option<LocId>>,
}

fn same<T: PartialEq + core::fmt::Debug>(what: &str, a: &T, b: &T) -> Same {
    if a == b { Ok(()) } else { Err(format!("{what}: {a:?} is not {b:?}")) }
}

impl<'m> Map<'m> {
    fn new(a: &'m Module, b: &'m Module) -> Self {
        let mut map = Map { a, b, types: Vec::new(), consts: Vec::new(), locs: Vec::new() };
        for (_, ty) in b.types.iter() {
            let id = map.ty_node(ty).and_then(|ty| a.types.find(&ty));
            map.types.push(id);
        }
        for (_, constant) in b.consts.iter() {
            let id = map.const_node(constant).and_then(|constant| a.consts.find(&constant));
            map.consts.push(id);
        }
        for (_, loc) in b.debug.locs.iter() {
            let at = loc.inlined_at.map(|at| map.locs[at.index()]);
            let id = match at {
                Some(None) => None,
                at => a.debug.locs.find(&Loc { inlined_at: at.flatten(), ..*loc }),
            };
            map.locs.push(id);
        }
        map
    }
    fn name(&self, name: Symbol) -> Option<Symbol> {
        self.a.names.find(self.b.names.get(name))
    }
    fn names(&self, name: Option<Symbol>) -> Option<Option<Symbol>> {
        name.map_or(Some(None), |name| self.name(name).map(Some))
    }
    fn ty(&self, ty: TypeId) -> Option<TypeId> {
        self.types.get(ty.index()).copied().flatten()
    }
    fn constant(&self, id: ConstId) -> Option<ConstId> {
        self.consts.get(id.index()).copied().flatten()
    }
    fn consts(&self, id: Option<ConstId>) -> Option<Option<ConstId>> {
        id.map_or(Some(None), |id| self.constant(id).map(Some))
    }
    fn tys(&self, types: &[TypeId]) -> Option<Box<[TypeId]>> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }
    fn ty_node(&self, ty: &Type) -> Option<Type> {
        Some(match ty.clone() {
            Type::Array { elem, len } => Type::Array { elem: self.ty(elem)?, len },
            Type::Vector { elem, len, scalable } => Type::Vector { elem: self.ty(elem)?, len, scalable },
            Type::Struct { name, fields, packed } => {
                Type::Struct { name: self.names(name)?, fields: self.tys(&fields)?, packed }
            }
            Type::Opaque { name } => Type::Opaque { name: self.name(name)? },
            Type::Function { ret, params, varargs } => {
                Type::Function { ret: self.ty(ret)?, params: self.tys(&params)?, varargs }
            }
            Type::Target { name, types, ints } => {
                Type::Target { name: self.name(name)?, types: self.tys(&types)?, ints }
            }
            plain => plain,
        })
    }
    fn const_node(&self, constant: &Constant) -> Option<Constant> {
        let mut constant = constant.clone();
        let fix = |ty: &mut TypeId| self.ty(*ty).map(|new| *ty = new);
        let part = |id: &mut ConstId| self.constant(*id).map(|new| *id = new);
        match &mut constant {
            Constant::Int { ty, .. }
            | Constant::WideInt { ty, .. }
            | Constant::Float { ty, .. }
            | Constant::Null(ty)
            | Constant::Zero(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty)
            | Constant::Uninit(ty)
            | Constant::VScale(ty)
            | Constant::Bytes { ty, .. } => fix(ty)?,
            Constant::Aggregate { ty, parts } => {
                fix(ty)?;
                parts.iter_mut().try_for_each(part)?;
            }
            Constant::Global(_) | Constant::BlockAddress { .. } | Constant::DsoLocal(_) | Constant::NoCfi(_) => {}
            Constant::PtrAuth(parts) => parts.iter_mut().try_for_each(part)?,
            Constant::PtrAdd { base, offset, ty, .. } => {
                fix(ty)?;
                part(base)?;
                part(offset)?;
            }
            Constant::Cast(cast) => {
                fix(&mut cast.ty)?;
                part(&mut cast.arg)?;
            }
            Constant::Unary { arg, ty, .. } => {
                fix(ty)?;
                part(arg)?;
            }
            Constant::Binary { args, ty, .. }
            | Constant::IntCompare { args, ty, .. }
            | Constant::FloatCompare { args, ty, .. }
            | Constant::ExtractElement { args, ty } => {
                fix(ty)?;
                args.iter_mut().try_for_each(part)?;
            }
            Constant::Select { args, ty } | Constant::InsertElement { args, ty } => {
                fix(ty)?;
                args.iter_mut().try_for_each(part)?;
            }
            Constant::Shuffle { args, mask, ty } => {
                fix(ty)?;
                part(mask)?;
                args.iter_mut().try_for_each(part)?;
            }
            Constant::Asm(asm) => {
                fix(&mut asm.ty)?;
                asm.text = self.name(asm.text)?;
                asm.constraints = self.name(asm.constraints)?;
            }
            Constant::Metadata(text) => *text = self.name(*text)?,
            Constant::MetadataValue(value) => part(value)?,
        }
        Some(constant)
    }

    fn compare(&self) -> Same {
        let (a, b) = (self.a, self.b);
        same("origins", &a.origins, &b.origins)?;
        same("source name", &Some(a.source_name), &self.names(b.source_name))?;
        same("triple", &Some(a.triple), &self.names(b.triple))?;
        same("layout", &a.layout.text(), &b.layout.text())?;
        same("asm", &a.asm, &b.asm)?;
        let scopes =
            |module: &Module| module.sync_scopes.iter().map(|&name| module.names.get(name).to_owned()).collect();
        same::<Vec<String>>("scopes", &scopes(a), &scopes(b))?;
        let comdats = |module: &Module| {
            module.comdats.values().map(|comdat| (module.names.get(comdat.name).to_owned(), comdat.kind)).collect()
        };
        same::<Vec<_>>("comdats", &comdats(a), &comdats(b))?;
        self.compare_symbols()?;
        self.compare_debug()
    }
    fn symbol(&self, symbol: &SymbolInfo) -> Option<SymbolInfo> {
        let mut symbol = symbol.clone();
        symbol.name = self.name(symbol.name)?;
        symbol.partition = self.names(symbol.partition)?;
        symbol.section = self.names(symbol.section)?;
        Some(symbol)
    }
    fn compare_symbols(&self) -> Same {
        let (a, b) = (self.a, self.b);
        same("number of globals", &a.globals.len(), &b.globals.len())?;
        for (global, other) in a.globals.values().zip(b.globals.values()) {
            let mut other = other.clone();
            let ids = (|| Some((self.symbol(&other.symbol)?, self.ty(other.ty)?, self.consts(other.init)?)))();
            (other.symbol, other.ty, other.init) = ids.ok_or_else(|| format!("unknown parts in {other:?}"))?;
            same("global", global, &other)?;
        }
        same("number of aliases", &a.aliases.len(), &b.aliases.len())?;
        for (alias, other) in a.aliases.values().zip(b.aliases.values()) {
            let mut other = other.clone();
            let ids = (|| Some((self.symbol(&other.symbol)?, self.ty(other.ty)?, self.constant(other.target)?)))();
            (other.symbol, other.ty, other.target) = ids.ok_or_else(|| format!("unknown parts in {other:?}"))?;
            same("alias", alias, &other)?;
        }
        same("number of ifuncs", &a.ifuncs.len(), &b.ifuncs.len())?;
        for (ifunc, other) in a.ifuncs.values().zip(b.ifuncs.values()) {
            let mut other = other.clone();
            let ids = (|| Some((self.symbol(&other.symbol)?, self.ty(other.ty)?, self.constant(other.resolver)?)))();
            (other.symbol, other.ty, other.resolver) = ids.ok_or_else(|| format!("unknown parts in {other:?}"))?;
            same("ifunc", ifunc, &other)?;
        }
        same("number of functions", &a.funcs.len(), &b.funcs.len())?;
        a.funcs.values().zip(b.funcs.values()).try_for_each(|(func, other)| {
            let name = a.names.get(func.symbol.name);
            self.compare_function(func, other).map_err(|error| format!("in {name}: {error}"))
        })
    }
    fn compare_function(&self, a: &Function, b: &Function) -> Same {
        same("symbol", &Some(a.symbol.clone()), &self.symbol(&b.symbol))?;
        same("type", &Some(a.ty), &self.ty(b.ty))?;
        same("attributes", &trimmed(self.a, a.attrs), &self.attributes(b.attrs)?)?;
        same("convention", &(a.convention, a.space, a.align), &(b.convention, b.space, b.align))?;
        let parts = [(a.personality, b.personality), (a.prefix, b.prefix), (a.prologue, b.prologue)];
        for (a, b) in parts {
            same("constant", &Some(a), &self.consts(b))?;
        }
        same("gc", &Some(a.gc), &self.names(b.gc))?;
        match (&a.body, &b.body) {
            (BodyState::Ready(a), BodyState::Ready(b)) => self.compare_body(a, b),
            (BodyState::Declared, BodyState::Declared) => Ok(()),
            (a, b) => Err(format!("one body is {a:?}, the other {b:?}")),
        }
    }
    fn attributes(&self, id: AttrListId) -> Result<AttributeList, String> {
        let fix = |set: &Attributes| {
            let mut set = set.clone();
            let slots = [
                &mut set.by_val,
                &mut set.by_ref,
                &mut set.s_ret,
                &mut set.in_alloca,
                &mut set.preallocated,
                &mut set.element,
            ];
            for slot in slots {
                if let Some(ty) = slot {
                    *slot = Some(self.ty(*ty).ok_or_else(|| format!("attribute of an unknown type {ty}"))?);
                }
            }
            Ok::<_, String>(set)
        };
        let list = trimmed(self.b, id);
        let params = list.params.iter().map(fix).collect::<Result<_, _>>()?;
        Ok(AttributeList { func: fix(&list.func)?, ret: fix(&list.ret)?, params })
    }

    fn compare_body(&self, a: &Body, b: &Body) -> Same {
        same("scope", &a.scope, &b.scope)?;
        same("order", &a.order, &b.order)?;
        let is_param = |value: &&Value| matches!(value.def, braid_ir::ValueDef::Param(_));
        let (params, others) = (a.values.values().take_while(is_param), b.values.values().take_while(is_param));
        same("number of parameters", &params.clone().count(), &others.clone().count())?;
        params.zip(others).try_for_each(|(a, b)| self.compare_value(a, b))?;
        for &block in &a.order {
            let (x, y) = (&a.blocks[block], &b.blocks[block]);
            same("block name", &Some(x.name), &self.names(y.name))?;
            same("number of instructions", &x.insts.len(), &y.insts.len())?;
            for (&x, &y) in x.insts.iter().zip(&y.insts) {
                self.compare_inst(a, &a.insts[x], b, &b.insts[y]).map_err(|error| format!("{block}, {x}: {error}"))?;
            }
        }
        Ok(())
    }
    fn compare_value(&self, a: &Value, b: &Value) -> Same {
        same("type of value", &Some(a.ty), &self.ty(b.ty))?;
        same("name of value", &Some(a.name), &self.names(b.name))
    }
    fn compare_inst(&self, a_body: &Body, a: &InstData, b_body: &Body, b: &InstData) -> Same {
        same("result", &a.result, &b.result)?;
        if let (Some(a), Some(b)) = (a.result, b.result) {
            self.compare_value(&a_body.values[a], &b_body.values[b])?;
        }
        let loc = b.loc.map(|loc| self.locs[loc.index()]);
        same("location", &a.loc.map(Some), &loc)?;
        let mut a = a.inst.clone();
        let b = self.inst(&b.inst).ok_or_else(|| format!("unknown parts in {:?}", b.inst))?;
        if let (Some(x), Some(y)) = (a.call_mut(), b.call()) {
            same("attributes of call", &trimmed(self.a, x.attrs), &self.attributes(y.attrs)?)?;
            x.attrs = y.attrs;
        }
        same("instruction", &a, &b)
    }
    fn inst(&self, inst: &Inst) -> Option<Inst> {
        let mut inst = inst.clone();
        let mut known = true;
        inst.for_each_operand_mut(|operand| {
            if let OperandKind::Const(id) = operand.kind() {
                match self.constant(id) {
                    Some(id) => *operand = Operand::constant(id),
                    None => known = false,
                }
            }
        });
        match &mut inst {
            Inst::Alloca { ty, .. } => *ty = self.ty(*ty)?,
            Inst::Shuffle { mask, .. } => *mask = self.constant(*mask)?,
            Inst::Switch(switch) => {
                for range in switch.targets.iter_mut().flat_map(|target| &mut target.ranges) {
                    (range.low, range.high) = (self.constant(range.low)?, self.constant(range.high)?);
                }
            }
            _ => {}
        }
        if let Some(call) = inst.call_mut() {
            call.ty = self.ty(call.ty)?;
            for bundle in &mut call.bundles {
                bundle.tag = self.name(bundle.tag)?;
            }
        }
        known.then_some(inst)
    }

    fn compare_debug(&self) -> Same {
        let (a, b) = (&self.a.debug, &self.b.debug);
        let unknown = || "a name in the debug information is unknown".to_owned();
        same("number of files", &a.files.len(), &b.files.len())?;
        for ((_, file), (_, other)) in a.files.iter().zip(b.files.iter()) {
            let name = self.name(other.name).ok_or_else(unknown)?;
            same("file", file, &File { name, directory: self.name(other.directory).ok_or_else(unknown)? })?;
        }
        same("number of scopes", &a.scopes.len(), &b.scopes.len())?;
        for (scope, other) in a.scopes.values().zip(b.scopes.values()) {
            let mut other = other.clone();
            other.name = self.names(other.name).ok_or_else(unknown)?;
            other.linkage_name = self.names(other.linkage_name).ok_or_else(unknown)?;
            same("scope", scope, &other)?;
        }
        same("number of variables", &a.vars.len(), &b.vars.len())?;
        for (var, other) in a.vars.values().zip(b.vars.values()) {
            let mut other = other.clone();
            other.name = self.name(other.name).ok_or_else(unknown)?;
            same("variable", var, &other)?;
        }
        same("number of source types", &a.types.len(), &b.types.len())?;
        for (ty, other) in a.types.values().zip(b.types.values()) {
            let mut other = other.clone();
            other.name = self.names(other.name).ok_or_else(unknown)?;
            same("source type", ty, &other)?;
        }
        Ok(())
    }
}

/// An attribute list without empty sets at the end, which say nothing.
fn trimmed(module: &Module, id: AttrListId) -> AttributeList {
    let mut list = module.attrs[id].clone();
    let count = list.params.iter().rposition(|set| !set.is_empty()).map_or(0, |at| at + 1);
    list.params = list.params[..count].into();
    list
}
