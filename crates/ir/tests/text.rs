//! The text form: what is printed parses, means the same, and prints the same again.

mod common;

use braid_entity::{Entity, Symbol};
use braid_ir::attributes::AttrFlags;
use braid_ir::body::Body;
use braid_ir::debug::FileId;
use braid_ir::inst::{
    AllocaFlags, BinaryOp, CastOp, FastMath, FloatPredicate, Inst, IntPredicate, Operand, Ordering, PtrFlags, RmwOp,
    TailKind, WrapFlags,
};
use braid_ir::module::{BodyState, Global, SymbolInfo};
use braid_ir::text::SourceLines;
use braid_ir::{ConstId, Constant, Linkage, Module, Type, TypeId, TypeTable, text, verify};
use braid_testing::Random;
use common::isomorphism;

const EVERYTHING: &str = include_str!("samples/everything.bir");

/// The lines of a text that are not only comments.
fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with(';')).map(|line| format!("{line}\n")).collect()
}

fn parsed(text: &str) -> Module {
    text::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Prints, parses and prints again; the module read back must be the same.
fn round_trip(module: &Module) -> String {
    let printed = text::print(module);
    let again = text::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{}", excerpt(&printed, error.line)));
    assert_eq!(isomorphism::difference(module, &again), None);
    assert_eq!(text::print(&again), printed);
    printed
}

fn excerpt(text: &str, line: u32) -> &str {
    text.lines().nth(line as usize - 1).unwrap_or_default()
}

#[test]
fn the_sample_is_read_and_printed_as_it_is() {
    let module = parsed(EVERYTHING);
    let errors = verify::module(&module);
    assert!(errors.is_empty(), "{}", errors.iter().map(|error| format!("{error}\n")).collect::<String>());
    let printed = round_trip(&module);
    for (expected, found) in without_comments(EVERYTHING).lines().zip(printed.lines()) {
        assert_eq!(expected, found);
    }
    assert_eq!(without_comments(EVERYTHING), printed);
}

#[test]
fn the_sample_has_every_instruction_and_flag() {
    let module = parsed(EVERYTHING);
    let bodies = || module.funcs.values().filter_map(|func| func.body.ready());
    let insts = || bodies().flat_map(|body| body.insts.values()).map(|data| &data.inst);
    // The list is that of `Inst::opcode`, but for operations that have tables of their own.
    let opcodes = "fneg icmp fcmp select freeze ptradd alloca load store atomicrmw cmpxchg fence extractvalue \
        insertvalue extractelement insertelement shufflevector phi call va_arg landingpad catchpad cleanuppad checkinit \
        dbg.value dbg.declare ret br switch indirectbr invoke callbr resume catchret cleanupret catchswitch unreachable";
    let operations = (BinaryOp::ALL.iter().map(|op| op.name())).chain(CastOp::ALL.iter().map(|op| op.name()));
    for opcode in opcodes.split_whitespace().chain(operations) {
        assert!(insts().any(|inst| inst.opcode() == opcode), "{opcode}");
    }
    let words = |word: &str| EVERYTHING.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|found| found == word);
    let tables = [
        IntPredicate::ALL.iter().map(|x| x.name()).collect::<Vec<_>>(),
        FloatPredicate::ALL.iter().map(|x| x.name()).collect(),
        RmwOp::ALL.iter().map(|x| x.name()).collect(),
        Ordering::ALL.iter().filter(|x| **x != Ordering::NotAtomic).map(|x| x.name()).collect(),
        TailKind::ALL.iter().filter(|x| **x != TailKind::None).map(|x| x.name()).collect(),
        WrapFlags::NAMES.iter().map(|x| x.1).collect(),
        PtrFlags::NAMES.iter().map(|x| x.1).collect(),
        FastMath::NAMES.iter().map(|x| x.1).collect(),
        AllocaFlags::NAMES.iter().map(|x| x.1).collect(),
        AttrFlags::NAMES.iter().map(|x| x.1).collect(),
        Linkage::NAMES.iter().map(|x| x.1).collect(),
    ];
    for word in tables.into_iter().flatten() {
        assert!(words(word), "{word}");
    }
}

/// The name of a variant, from its derived text.
fn variant(item: &impl core::fmt::Debug) -> String {
    format!("{item:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[test]
fn the_sample_has_every_type_and_constant() {
    let module = parsed(EVERYTHING);
    let types: Vec<String> = module.types.iter().map(|(_, ty)| variant(ty)).collect();
    for kind in "Void Int Float Ptr Array Struct Opaque Vector Function Token Metadata X86Mmx X86Amx Target".split(' ')
    {
        assert!(types.iter().any(|found| found == kind), "{kind}");
    }
    let consts: Vec<String> = module.consts.iter().map(|(_, constant)| variant(constant)).collect();
    let kinds = "Int WideInt Float Null Zero Undef Poison Uninit VScale Aggregate Bytes Global BlockAddress DsoLocal NoCfi \
        PtrAuth PtrAdd Cast Binary Unary IntCompare FloatCompare Select ExtractElement InsertElement Shuffle Asm \
        Metadata MetadataValue";
    for kind in kinds.split_whitespace() {
        assert!(consts.iter().any(|found| found == kind), "{kind}");
    }
}

fn add_global(module: &mut Module, name: &str, ty: TypeId, init: ConstId) {
    let symbol = SymbolInfo::new(module.names.intern(name), Linkage::Internal);
    let init = Some(init);
    module.globals.push(Global { symbol, ty, space: 0, init, constant: true, align: 0, externally_initialized: false });
}

#[test]
fn shared_and_deep_types_take_little_room() {
    let mut module = Module::default();
    // Written out, this type has 2^200 leaves; the next one nests 100,000 deep.
    let mut wide = TypeTable::I8;
    for _ in 0..200 {
        wide = module.types.intern(Type::Struct { name: None, fields: [wide, wide].into(), packed: false });
    }
    let mut deep = TypeTable::I8;
    for _ in 0..100_000 {
        deep = module.types.intern(Type::Array { elem: deep, len: 1 });
    }
    for (name, ty) in [("wide", wide), ("deep", deep)] {
        let zero = module.consts.intern(Constant::Zero(ty));
        add_global(&mut module, name, ty, zero);
    }
    let printed = round_trip(&module);
    assert!(printed.len() < 1_000_000, "{}", printed.len());
}

#[test]
fn shared_and_deep_constants_take_little_room() {
    let mut module = Module::default();
    let mut wide = (TypeTable::I8, module.consts.int(TypeTable::I8, 1));
    for _ in 0..200 {
        let ty = module.types.intern(Type::Struct { name: None, fields: [wide.0, wide.0].into(), packed: true });
        wide = (ty, module.consts.intern(Constant::Aggregate { ty, parts: [wide.1, wide.1].into() }));
    }
    let one = module.consts.int(TypeTable::I64, 1);
    let mut deep = one;
    for _ in 0..100_000 {
        let (op, flags) = (BinaryOp::Add, WrapFlags::NONE);
        deep = module.consts.intern(Constant::Binary { op, flags, args: [deep, one], ty: TypeTable::I64 });
    }
    add_global(&mut module, "wide", wide.0, wide.1);
    add_global(&mut module, "deep", TypeTable::I64, deep);
    assert_eq!(verify::module(&module), []);
    let printed = round_trip(&module);
    assert!(printed.len() < 3_000_000, "{}", printed.len());
}

#[test]
fn wide_integers_and_odd_floats_come_back() {
    let mut module = Module::default();
    for (at, words) in [[0, 0, 0], [1, 0, 0], [0, 0, 1 << 62], [u64::MAX, 1 << 63, 5]].into_iter().enumerate() {
        let ty = module.types.int(191);
        let init = module.consts.intern(Constant::WideInt { ty, words: words.into() });
        add_global(&mut module, &format!("wide{at}"), ty, init);
    }
    let double = module.types.intern(Type::Float(braid_ir::FloatKind::Double));
    let single = module.types.intern(Type::Float(braid_ir::FloatKind::Single));
    let numbers = [0.1, -0.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY, f64::NAN, -f64::NAN];
    for (at, number) in numbers.into_iter().enumerate() {
        let init = module.consts.intern(Constant::Float { ty: double, bits: u128::from(number.to_bits()) });
        add_global(&mut module, &format!("double{at}"), double, init);
        let bits = u128::from((number as f32).to_bits());
        let init = module.consts.intern(Constant::Float { ty: single, bits });
        add_global(&mut module, &format!("single{at}"), single, init);
    }
    round_trip(&module);
}

#[test]
fn every_name_comes_back() {
    let mut module = Module::default();
    let init = module.consts.int(TypeTable::I8, 0);
    for name in ["", "", "x", "x", "x", "1", "a b", "\"", "\\", "é", "a#1", "%", "v1", "c0", "\n", "\u{0}"] {
        add_global(&mut module, name, TypeTable::I8, init);
        let name: Symbol = module.names.intern(name);
        let named = Type::Struct { name: Some(name), fields: [TypeTable::I8].into(), packed: false };
        let ty = module.types.intern(named);
        module.types.intern(Type::Struct { name: Some(name), fields: [TypeTable::I64].into(), packed: false });
        let zero = module.consts.intern(Constant::Zero(ty));
        add_global(&mut module, "of a type", ty, zero);
    }
    round_trip(&module);
}

#[test]
fn ids_keep_their_numbers_where_passes_left_gaps() {
    let mut module = parsed(EVERYTHING);
    for func in module.funcs.values_mut() {
        if let Some(body) = func.body.ready_mut() {
            leave_gaps(body);
        }
    }
    round_trip(&module);
}

/// Gives every function a result that is in no block, and a last block with a number far from the others.
fn leave_gaps(body: &mut Body) {
    body.make_inst(Inst::Unreachable, Some(TypeTable::I64), None);
    for _ in 0..10 {
        body.add_block();
        body.order.pop();
    }
    let block = body.add_block();
    let inst = body.append(block, Inst::Freeze { arg: Operand::constant(ConstId::new(0)) }, Some(TypeTable::I32), None);
    body.append(block, Inst::Unreachable, None, None);
    let value = body.insts[inst].result.expect("freeze gives a value");
    body.insts[inst].inst = Inst::Freeze { arg: Operand::value(value) };
}

struct Lines;

impl SourceLines for Lines {
    fn line(&self, module: &Module, file: FileId, line: u32) -> Option<String> {
        let name = module.names.get(module.debug.files[file].name);
        (line != 9).then(|| format!("text of {name} line {line}; not the\tend\n"))
    }
}

#[test]
fn lines_of_the_source_stand_between_instructions_and_are_passed_over() {
    let module = parsed(EVERYTHING);
    let mut shown = String::new();
    text::Printer::new(&module).with_source(&Lines).module(&mut shown).expect("strings take everything");
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("  ;")).collect();
    let text = |file: &str, line: u32| format!("  ;    {line} | text of {file} line {line}; not the end");
    assert_eq!(lines, [text("/abs/b.h", 5)]);
    assert_eq!(text::print(&parsed(&shown)), text::print(&module));
}

#[test]
fn a_body_that_is_not_decoded_is_printed_as_a_declaration() {
    let mut module = parsed("define void @f() {\nblock0:\n  ret void\n}\n");
    let func = module.func_named("f").expect("it was just parsed");
    module.funcs[func].body = BodyState::Lazy { source: braid_ir::module::SourceId::new(0), index: 0 };
    assert_eq!(text::print(&module), "\ndeclare void @f() ; defined, not decoded yet\n");
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let body = |text: &str| format!("define i32 @f(i32 v0) {{\nblock0:\n  {text}\n}}\n");
    for (text, line, column, part) in [
        ("hello", 1, 1, "expected an item"),
        ("@x = global i32 5 5", 1, 19, "expected the end of the item, found '5'"),
        ("@x = global i8 256", 1, 16, "a number that fits its type"),
        ("@x = global i32 @y", 1, 17, "a symbol that is defined"),
        ("@x = global i32\n@x = global i32", 2, 1, "defined before"),
        ("@x = global [2 x i8] [1]", 1, 24, "1 more parts"),
        ("@x = global %t", 1, 13, "a type that was defined before"),
        ("%t = type i32", 1, 11, "the fields of a struct"),
        ("c1: i8 = 1", 1, 1, "'c0', the next constant"),
        ("target datalayout = \"q\"", 1, 21, "cannot understand 'q'"),
        ("@x = global i32 \"", 1, 17, "a string without an end"),
        ("scope1 = unit", 1, 1, "the next row"),
        (&body("v1: i32 = add v0, v9\n  ret v1"), 3, 21, "v9 is not defined"),
        (&body("v0: i32 = add v0, 1"), 3, 3, "v0 was defined before"),
        (&body("br block7"), 3, 6, "block7 is not defined"),
        (&body("frobnicate v0"), 3, 3, "expected an instruction, found 'frobnicate'"),
        (&body("add v0, 1"), 3, 7, "a result"),
        (&body("v1: i32 = load ptr null, align 3"), 3, 34, "a power of two"),
        (&body("call v0()"), 3, 8, "a function type before this callee"),
        (&body("ret 1\nblock0:\n  ret 1"), 5, 3, "block0 was defined before"),
        (&body("v900000: i32 = add v0, 1\n  v2000000000: i32 = add v0, 1"), 4, 22, "far larger than its text"),
        ("define void @f() {\n  ret void\n}\n", 2, 3, "a block such as"),
        ("define void @f() {\nblock0:\n  ret void\n", 4, 1, "expected an instruction, found the end"),
    ] {
        let error = text::parse(text).map(|_| ()).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn constants_of_the_wrong_type_come_back_too() {
    // The verifier refuses this, and its messages must still tell what is there.
    let text = "@x = global i8 typed (i16 1)\n\ndefine i8 @f(i1 v0) {\nblock0:\n  v1: i8 = add typed (i32 1), 2\n  \
        br typed (i8 1), block1, block0\nblock1:\n  switch i1 v0, block0 {\n    block1: typed (i8 5)\n  }\n}\n";
    assert_eq!(text::print(&parsed(text)), text);
}

#[test]
fn nesting_is_bounded() {
    for open in ["[1 x ", "{ ", "<{ ", "void (", "i8 typed (", "i64 add ("] {
        let text = format!("@x = global {}", open.repeat(1_000_000));
        assert!(text::parse(&text).is_err(), "{open}");
    }
}

/// Changes a text in a place or two: bytes, tokens, lines.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.index(3) {
        let at = random.index(bytes.len());
        let end = (at + 1 + random.index(12)).min(bytes.len());
        match random.index(7) {
            0 => bytes[at] = b" (){}[]<>,:=!@%$\"\\;#.0123456789abcixv-"[random.index(38)],
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = random.index(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => bytes.truncate(at),
            4 => {
                let word =
                    ["i32", "ptr", "v1", "block0", "c0", "@i", "%pair", "null", "9", "scope9", "loc1", "(", "add"]
                        [random.index(13)];
                bytes.splice(at..end, word.bytes());
            }
            5 => {
                // A line moves or is doubled.
                let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
                let line = [lines[random.index(lines.len())], b"\n"].concat();
                let to = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
                bytes.splice(to..to, line);
            }
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                if let Some(&at) = digits.get(random.index(digits.len())) {
                    bytes[at] = b"0123456789"[random.index(10)];
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn no_text_makes_the_parser_panic() {
    let mut random = Random::new(2024);
    let (mut read, mut well_formed) = (0, 0);
    for _ in 0..4000 {
        let text = mutate(EVERYTHING, &mut random);
        if let Ok(module) = text::parse(&text) {
            read += 1;
            // What was read can be verified and printed, well formed or not.
            well_formed += usize::from(verify::module(&module).is_empty());
            text::parse(&text::print(&module)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
    // Mutants that always fail early would test nothing.
    assert!(read > 200 && well_formed > 100, "{read} read, {well_formed} well formed");
}
