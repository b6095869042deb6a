//! Linking, tested on modules built by hand; `tests/` beside the sources tests it on real files against `llvm-link`.

mod build;

use braid_entity::Entity;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::module::{ComdatKind, Visibility};
use braid_ir::types::{Type, TypeTable};
use braid_ir::{FuncId, Linkage, Module, verify};

use crate::error::{LinkError, Warning};
use crate::load::link;
use crate::pull::pull;
use crate::undefined::missing;
use build::{Build, module};

use Linkage::{Common, ExternWeak, External, Internal, LinkOnceOdr, WeakAny};

/// Links, decodes everything and verifies the result.
fn linked(parts: Vec<Module>) -> Module {
    let mut warnings = Vec::new();
    let mut module = link(parts, &mut warnings).unwrap();
    assert_eq!(warnings, []);
    module.decode_all().unwrap();
    let errors: Vec<String> = verify::module(&module).iter().map(|error| error.problem.describe(&module)).collect();
    assert_eq!(errors, Vec::<String>::new());
    module
}

/// The names of the functions that `caller` calls.
fn callees(module: &Module, caller: &str) -> Vec<String> {
    let body = module.funcs[module.func_named(caller).unwrap()].body.ready().unwrap();
    let callee = |inst: &braid_ir::Inst| match module.consts[inst.call()?.callee.as_const()?] {
        Constant::Global(symbol) => Some(module.symbol_name(symbol).to_owned()),
        _ => None,
    };
    body.insts.values().filter_map(|data| callee(&data.inst)).collect()
}

fn global<'a>(module: &'a Module, name: &str) -> &'a braid_ir::Global {
    module.globals.values().find(|global| module.names.get(global.symbol.name) == name).unwrap()
}

fn value(module: &Module, name: &str) -> Option<u64> {
    global(module, name).init.and_then(|init| module.consts.as_int(init))
}

#[test]
fn a_declaration_finds_its_definition() {
    let mut a = module("a.bc");
    let helper = a.declare("helper", External);
    a.define("main", External, &[helper]);
    let mut b = module("b.bc");
    b.define("helper", External, &[]);
    for parts in [[0, 1], [1, 0]] {
        let pair = [copy(&a), copy(&b)];
        let module = linked(parts.map(|at| copy(&pair[at])).into());
        assert_eq!(module.funcs.len(), 2);
        assert_eq!(callees(&module, "main"), ["helper"]);
        let helper = &module.funcs[module.func_named("helper").unwrap()];
        assert_eq!(module.origins[helper.symbol.origin as usize], "b.bc");
    }
}

/// A module like `module`, whose bodies are all decoded.
fn copy(module: &Module) -> Module {
    Module {
        origins: module.origins.clone(),
        triple: module.triple,
        layout: module.layout.clone(),
        names: module.names.clone(),
        types: module.types.clone(),
        consts: module.consts.clone(),
        attrs: module.attrs.clone(),
        comdats: module.comdats.clone(),
        globals: module.globals.clone(),
        funcs: module.funcs.values().map(copy_func).collect(),
        debug: module.debug.clone(),
        ..Module::default()
    }
}

fn copy_func(func: &braid_ir::Function) -> braid_ir::Function {
    use braid_ir::module::BodyState;
    braid_ir::Function {
        symbol: func.symbol.clone(),
        ty: func.ty,
        attrs: func.attrs,
        convention: func.convention,
        space: func.space,
        align: func.align,
        personality: func.personality,
        prefix: func.prefix,
        prologue: func.prologue,
        gc: func.gc,
        body: func.body.ready().map_or(BodyState::Declared, |body| BodyState::Ready(Box::new(body.clone()))),
    }
}

#[test]
fn local_symbols_stay_apart() {
    let part = |origin: &str, caller: &str| {
        let mut part = module(origin);
        let local = part.define("local", Internal, &[]);
        part.define(caller, External, &[local]);
        part
    };
    let module = linked(vec![part("a.bc", "first"), part("b.bc", "second"), part("c.bc", "third")]);
    assert_eq!(callees(&module, "first"), ["local"]);
    assert_eq!(callees(&module, "second"), ["local.1"]);
    assert_eq!(callees(&module, "third"), ["local.2"]);
}

#[test]
fn a_local_symbol_makes_way_for_a_global_one() {
    let mut a = module("a.bc");
    let local = a.define("same", Internal, &[]);
    a.define("main", External, &[local]);
    let mut b = module("b.bc");
    b.define("same", External, &[]);
    let module = linked(vec![a, b]);
    assert_eq!(callees(&module, "main"), ["same.1"]);
    let same = &module.funcs[module.func_named("same").unwrap()];
    assert_eq!(module.origins[same.symbol.origin as usize], "b.bc");
}

#[test]
fn strength_decides_and_then_order() {
    // Linkage and value in two modules, and the value that stays.
    let table = [
        ((WeakAny, Some(1)), (External, Some(2)), 2),
        ((External, Some(1)), (WeakAny, Some(2)), 1),
        ((WeakAny, Some(1)), (LinkOnceOdr, Some(2)), 1),
        ((Common, Some(1)), (WeakAny, Some(2)), 1),
        ((WeakAny, Some(1)), (Common, Some(2)), 2),
        ((Common, Some(1)), (External, Some(2)), 2),
        ((External, None), (WeakAny, Some(2)), 2),
        ((ExternWeak, None), (External, Some(2)), 2),
        ((Linkage::AvailableExternally, Some(1)), (External, Some(2)), 2),
        ((Linkage::AvailableExternally, Some(1)), (External, None), 1),
    ];
    for ((first, one), (second, two), expected) in table {
        let mut a = module("a.bc");
        a.variable("x", first, one);
        let mut b = module("b.bc");
        b.variable("x", second, two);
        let module = linked(vec![a, b]);
        assert_eq!(value(&module, "x"), Some(expected), "{first:?} {second:?}");
        assert_eq!(module.globals.len(), 1);
    }
}

#[test]
fn of_common_variables_the_largest_stays_with_the_largest_alignment() {
    let part = |origin: &str, len: u64, align: u64| {
        let mut part = module(origin);
        let ty = part.types.intern(Type::Array { elem: TypeTable::I8, len });
        let zero = part.consts.intern(Constant::Zero(ty));
        let id = part.global("buffer", Common, ty, Some(zero));
        part.globals[id].align = align;
        part
    };
    let module = linked(vec![part("a.bc", 10, 16), part("b.bc", 100, 1), part("c.bc", 20, 4)]);
    let buffer = global(&module, "buffer");
    assert_eq!(module.layout.size(&module.types, buffer.ty), Some(100));
    assert_eq!(buffer.align, 16);
    assert_eq!(module.origins[buffer.symbol.origin as usize], "b.bc");
}

#[test]
fn hidden_in_one_module_is_hidden_in_all() {
    let mut a = module("a.bc");
    let x = a.variable("x", External, None);
    a.globals[x].symbol.visibility = Visibility::Hidden;
    let mut b = module("b.bc");
    b.variable("x", External, Some(1));
    assert_eq!(global(&linked(vec![a, b]), "x").symbol.visibility, Visibility::Hidden);
}

#[test]
fn two_strong_definitions_are_told_with_both_places() {
    let mut a = module("a.bc");
    a.define("twice", External, &[]);
    let mut b = module("lib.a(b.o)");
    b.define("twice", External, &[]);
    let error = link(vec![a, b], &mut Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "symbol 'twice' is defined twice\n  in a.bc (source.c:10)\n  and in lib.a(b.o) (source.c:10)"
    );
}

#[test]
fn many_duplicates_are_counted_and_the_first_are_listed() {
    let part = |origin: &str| {
        let mut part = module(origin);
        for at in 0..50 {
            part.variable(&format!("x{at}"), External, Some(at));
        }
        part
    };
    let LinkError::Duplicates { list, count } = link(vec![part("a"), part("b")], &mut Vec::new()).unwrap_err() else {
        panic!("not told as duplicates")
    };
    assert_eq!((list.len(), count), (20, 50));
    let text = LinkError::Duplicates { list, count }.to_string();
    assert!(text.ends_with("\n... and 30 more"), "{text}");
}

#[test]
fn a_missing_symbol_is_told_with_its_declaration_and_first_use() {
    let mut a = module("a.bc");
    let nothing = a.declare("nothing", External);
    let maybe = a.declare("maybe", ExternWeak);
    let intrinsic = a.declare("llvm.trap", External);
    a.define("main", External, &[intrinsic, maybe, nothing]);
    let mut module = linked(vec![a, module("b.bc")]);
    assert_eq!(
        missing(&mut module).unwrap().to_string(),
        "symbol 'nothing' is not defined\n  declared in a.bc\n  used by 'main' in a.bc (source.c:13)"
    );
}

#[test]
fn constructors_are_joined_in_order() {
    let part = |origin: &str, name: &str, priority: u64| {
        let mut part = module(origin);
        let init = part.define(name, Internal, &[]);
        part.constructors(&[(priority, init, None)]);
        part
    };
    let module = linked(vec![part("a.bc", "init_a", 65535), part("b.bc", "init_b", 100), part("c.bc", "init_c", 7)]);
    assert_eq!(constructors(&module), ["65535 init_a", "100 init_b", "7 init_c"]);
}

/// Priority and function of each constructor.
fn constructors(module: &Module) -> Vec<String> {
    let Constant::Aggregate { parts, .. } = &module.consts[global(module, "llvm.global_ctors").init.unwrap()] else {
        panic!("no array")
    };
    let entry = |&id| {
        let Constant::Aggregate { parts, .. } = &module.consts[id] else { panic!("no entry") };
        let Constant::Global(func) = module.consts[parts[1]] else { panic!("no function") };
        format!("{} {}", module.consts.as_int(parts[0]).unwrap(), module.symbol_name(func))
    };
    parts.iter().map(entry).collect()
}

#[test]
fn a_constructor_goes_with_the_variable_it_belongs_to() {
    let part = |origin: &str, user: &str| {
        let mut part = module(origin);
        let comdat = part.comdat("shared", ComdatKind::Any);
        let shared = part.variable("shared", LinkOnceOdr, Some(1));
        part.globals[shared].symbol.comdat = Some(comdat);
        let init = part.define("init", Internal, &[]);
        let own = part.define(user, Internal, &[]);
        part.constructors(&[(65535, init, Some(GlobalRef::Var(shared))), (65535, own, None)]);
        part
    };
    let module = linked(vec![part("a.bc", "own_a"), part("b.bc", "own_b")]);
    assert_eq!(constructors(&module), ["65535 init", "65535 own_a", "65535 own_b"]);
}

#[test]
fn one_comdat_group_is_chosen_as_a_whole() {
    let part = |origin: &str, names: &[&str]| {
        let mut part = module(origin);
        let comdat = part.comdat("group", ComdatKind::Any);
        for name in names {
            let GlobalRef::Func(id) = part.define(name, External, &[]) else { unreachable!() };
            part.funcs[id].symbol.comdat = Some(comdat);
        }
        part
    };
    // Strong definitions, yet no duplicates: the second group is not there.
    let module = linked(vec![part("a.bc", &["f", "g"]), part("b.bc", &["f", "g"])]);
    assert!(module.funcs.values().all(|func| func.symbol.origin == 0 && func.body.is_defined()));
    // A member that only the dropped group has is a declaration.
    let module = linked(vec![part("a.bc", &["f"]), part("b.bc", &["f", "g"])]);
    let g = &module.funcs[module.func_named("g").unwrap()];
    assert_eq!((g.body.is_defined(), g.symbol.linkage), (false, External));
}

#[test]
fn comdat_kinds_choose_by_size() {
    let part = |kind, len: u64| {
        let mut part = module("x.bc");
        let comdat = part.comdat("table", kind);
        let ty = part.types.intern(Type::Array { elem: TypeTable::I8, len });
        let zero = part.consts.intern(Constant::Zero(ty));
        let id = part.global("table", LinkOnceOdr, ty, Some(zero));
        part.globals[id].symbol.comdat = Some(comdat);
        part
    };
    let size = |kind| {
        let module = linked(vec![part(kind, 10), part(kind, 30), part(kind, 20)]);
        module.layout.size(&module.types, global(&module, "table").ty)
    };
    assert_eq!(size(ComdatKind::Any), Some(10));
    assert_eq!(size(ComdatKind::Largest), Some(30));
    let error = link(vec![part(ComdatKind::SameSize, 10), part(ComdatKind::SameSize, 30)], &mut Vec::new());
    assert!(error.unwrap_err().to_string().contains("comdat group 'table' must have the same size"));
}

#[test]
fn groups_that_must_match_are_compared_by_contents() {
    // A table of a number, the address of a local variable, and the address of `target`; the struct has the name given.
    let part = |name: &str, number: u64, target: &str| {
        let mut part = module("x.bc");
        let comdat = part.comdat("table", ComdatKind::ExactMatch);
        let local = part.variable(name, Internal, Some(1));
        let target = part.declare(target, External);
        let ty = part.named_struct(name, &[TypeTable::I64, TypeTable::PTR, TypeTable::PTR]);
        let addresses = [GlobalRef::Var(local), target].map(|symbol| part.address(symbol));
        let number = part.consts.int(TypeTable::I64, number);
        let init = part.consts.intern(Constant::Aggregate { ty, parts: [number, addresses[0], addresses[1]].into() });
        let id = part.global("table", LinkOnceOdr, ty, Some(init));
        part.globals[id].symbol.comdat = Some(comdat);
        part
    };
    linked(vec![part("a", 1, "f"), part("b", 1, "f")]);
    for other in [part("a", 2, "f"), part("a", 1, "g")] {
        let error = link(vec![part("a", 1, "f"), other], &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("comdat group 'table' must have the same contents"), "{error}");
    }
}

#[test]
fn functions_that_must_match_are_compared_by_their_bodies() {
    let part = |callees: &[&str]| {
        let mut part = module("x.bc");
        let comdat = part.comdat("f", ComdatKind::ExactMatch);
        let callees: Vec<_> = callees.iter().map(|name| part.declare(name, External)).collect();
        let GlobalRef::Func(id) = part.define("f", LinkOnceOdr, &callees) else {
            unreachable!("a function was asked for")
        };
        part.funcs[id].symbol.comdat = Some(comdat);
        part
    };
    linked(vec![part(&["g", "h"]), part(&["g", "h"])]);
    for callees in [&["h", "g"][..], &["g"]] {
        let error = link(vec![part(&["g", "h"]), part(callees)], &mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("comdat group 'f' must have the same contents"), "{error}");
    }
}

#[test]
fn an_undefined_struct_becomes_the_one_another_module_defines() {
    let mut a = module("a.bc");
    let name = a.sym("struct.list");
    let opaque = a.types.intern(Type::Opaque { name });
    let pair = a.named_struct("struct.pair", &[opaque, TypeTable::I32]);
    a.global("list", External, opaque, None);
    a.global("pair", External, pair, None);
    let mut b = module("b.bc");
    let list = b.named_struct("struct.list", &[TypeTable::I32, TypeTable::PTR]);
    b.global("other", External, list, None);
    let module = linked(vec![a, b]);
    let ty = |name: &str| global(&module, name).ty;
    assert_eq!(ty("list"), ty("other"));
    assert_eq!(module.types.member(ty("pair"), 0), Some(ty("other")));
}

#[test]
fn undefined_structs_that_hold_each_other_stay_undefined() {
    let part = |origin: &str, own: &str, other: &str| {
        let mut part = module(origin);
        let other = part.sym(other);
        let opaque = part.types.intern(Type::Opaque { name: other });
        let ty = part.named_struct(own, &[opaque]);
        part.global(own, External, ty, None);
        part
    };
    // Neither module is wrong, but no size satisfies both.
    let module = link(vec![part("a.bc", "x", "y"), part("b.bc", "y", "x")], &mut Vec::new()).unwrap();
    let inner = module.types.member(global(&module, "x").ty, 0).unwrap();
    assert!(matches!(module.types[inner], Type::Opaque { .. }));
}

#[test]
fn structs_of_one_name_and_different_shapes_are_kept_apart() {
    let part = |origin: &str, variable: &str, field| {
        let mut part = module(origin);
        let ty = part.named_struct("struct.s", &[field]);
        part.global(variable, External, ty, None);
        part
    };
    let (i32, i64) = (TypeTable::I32, TypeTable::I64);
    let module = linked(vec![part("a", "a", i32), part("b", "b", i64), part("c", "c", i64), part("d", "d", i32)]);
    let ty = |name: &str| global(&module, name).ty;
    assert_eq!((ty("a"), ty("b")), (ty("d"), ty("c")));
    assert_ne!(ty("a"), ty("b"));
    let Type::Struct { name: Some(name), .. } = module.types[ty("b")] else { panic!("no struct") };
    assert_eq!(module.names.get(name), "struct.s.1");
}

#[test]
fn other_machines_are_refused_and_other_details_are_told() {
    let other = |layout: &str, triple: &str| {
        let mut part = module("b.bc");
        part.layout = braid_ir::DataLayout::parse(layout).unwrap();
        part.triple = Some(part.names.intern(triple));
        part
    };
    let error = link(vec![module("a.bc"), other("e-p:32:32", "i686-pc-linux-gnu")], &mut Vec::new()).unwrap_err();
    assert!(error.to_string().starts_with("b.bc is for another machine than a.bc"), "{error}");
    let mut warnings = Vec::new();
    link(vec![module("a.bc"), other("e-i64:64-i128:128", "x86_64-unknown-linux-gnu")], &mut warnings).unwrap();
    assert!(matches!(warnings[..], [Warning::Layout { .. }]), "{warnings:?}");
    warnings.clear();
    link(vec![module("a.bc"), other(build::X86, "x86_64-pc-windows-msvc")], &mut warnings).unwrap();
    assert!(matches!(warnings[..], [Warning::Triple { .. }]), "{warnings:?}");
}

#[test]
fn bodies_are_translated_when_they_are_asked_for() {
    let mut a = module("a.bc");
    a.define("first", External, &[]);
    let mut b = module("b.bc");
    let first = b.declare("first", External);
    b.define("second", External, &[first]);
    let mut module = link(vec![a, b], &mut Vec::new()).unwrap();
    let second = module.func_named("second").unwrap();
    assert!(module.funcs[second].body.ready().is_none());
    module.decode(second).unwrap();
    assert!(module.funcs[FuncId::new(0)].body.ready().is_none());
    let body = module.funcs[second].body.ready().unwrap();
    let loc = body.insts.values().next().unwrap().loc.unwrap();
    let loc = module.debug.locs[loc];
    assert_eq!(loc.line, 11);
    assert_eq!(module.debug.scopes[loc.scope].name.map(|name| module.names.get(name)), Some("second"));
    assert_eq!(body.scope, Some(loc.scope));
}

#[test]
fn block_addresses_go_with_their_function() {
    let part = |origin: &str, linkage| {
        let mut part = module(origin);
        let GlobalRef::Func(func) = part.define("f", linkage, &[]) else { unreachable!() };
        let block = braid_ir::BlockId::ENTRY;
        let address = part.consts.intern(Constant::BlockAddress { func, block });
        part.global(&format!("table_{origin}"), External, TypeTable::PTR, Some(address));
        part
    };
    let module = link(vec![part("a", WeakAny), part("b", External)], &mut Vec::new()).unwrap();
    let init = |name: &str| &module.consts[global(&module, name).init.unwrap()];
    assert_eq!(init("table_a"), &Constant::Poison(TypeTable::PTR));
    assert!(matches!(init("table_b"), Constant::BlockAddress { func, .. } if module.funcs[*func].symbol.origin == 1));
}

#[test]
fn members_are_taken_until_nothing_is_missing() {
    let member = |name: &str, needs: &[&str]| {
        let mut part = module(&format!("lib.a({name}.o)"));
        let needs: Vec<GlobalRef> = needs.iter().map(|name| part.declare(name, External)).collect();
        part.define(name, External, &needs);
        vec![part]
    };
    let mut main = module("main.bc");
    let a = main.declare("a", External);
    let weak = main.declare("optional", ExternWeak);
    main.define("main", External, &[a, weak]);
    let members = vec![
        member("b", &["c", "a"]),
        member("optional", &[]),
        member("a", &["b"]),
        member("c", &[]),
        member("a", &[]),
    ];
    let mut parts = vec![main];
    pull(&mut parts, members, &[]);
    let names: Vec<&str> = parts.iter().map(|part| part.origins[0].as_str()).collect();
    assert_eq!(names, ["main.bc", "lib.a(a.o)", "lib.a(b.o)", "lib.a(c.o)"]);
    // The second member of the name 'a' was not taken, or it would be defined twice.
    linked(parts);
}

#[test]
fn a_member_is_not_taken_for_what_is_defined_already() {
    let mut main = module("main.bc");
    let a = main.declare("a", External);
    main.define("main", External, &[a]);
    let mut later = module("later.bc");
    later.define("a", WeakAny, &[]);
    let mut member = module("lib.a(a.o)");
    member.define("a", External, &[]);
    let mut parts = vec![main, later];
    pull(&mut parts, vec![vec![member]], &["main".to_owned()]);
    assert_eq!(parts.len(), 2);
}

#[test]
fn a_root_is_taken_from_an_archive() {
    let mut member = module("lib.a(main.o)");
    member.define("main", External, &[]);
    let mut parts = Vec::new();
    pull(&mut parts, vec![vec![member]], &["main".to_owned()]);
    assert_eq!(parts.len(), 1);
}
