//! The verifier's rules about instructions, constants and symbols: for each a text that breaks it and nothing else, and
//! what is said about it. Rules about blocks and ids, which no text can break, are tested beside the verifier.

use braid_ir::{text, verify};

/// What the verifier says about a text, one message per line.
fn messages(text: &str) -> Vec<String> {
    let module = text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify::module(&module).into_iter().map(|error| error.message).collect()
}

/// The text must break one rule, with this message.
fn broken(text: &str, message: &str) {
    let found = messages(text);
    assert!(found.len() == 1 && found[0].contains(message), "{text}\nexpected: {message}\nfound: {found:#?}");
}

const PRELUDE: &str = "%pair = type { i32, ptr }\n%hidden = type opaque\n@g = global i32 0\ndeclare void @callee()\n\
    declare i32 @takes(i32, ...)\ndeclare i32 @personality()\n";

/// A function with every kind of value as a parameter and these lines as its first block.
fn function(lines: &str) -> String {
    format!(
        "{PRELUDE}define i32 @f(i32 v0, i64 v1, ptr v2, float v3, <4 x i32> v4, <2 x i1> v5, %pair v6, token v7, \
         ptr addrspace(1) v8, double v9) {{\nblock0:\n  {lines}\n}}\n"
    )
}

#[test]
fn what_is_well_formed_passes() {
    assert_eq!(messages(&function("ret v0")), [""; 0]);
}

#[test]
fn rules_of_single_instructions() {
    for (line, message) in [
        // Arithmetic and comparisons.
        ("v10: i32 = add v0, v1", "the right operand is i64, expected i32"),
        ("v10: float = add v3, v3", "the operand is float, expected an integer"),
        ("v10: i32 = fadd v0, v0", "the operand is i32, expected a float"),
        ("v10: i32 = fneg v0", "the operand is i32, expected a float"),
        ("v10: i1 = icmp eq v0, v1", "the right operand is i64"),
        ("v10: i1 = icmp eq v3, v3", "the operand is float, expected an integer, a pointer"),
        ("v10: i1 = icmp eq v4, v4", "the result is i1, expected i1, or a vector of i1 with as many lanes"),
        ("v10: i8 = icmp eq v0, v0", "the result is i8"),
        ("v10: i1 = fcmp oeq v0, v0", "the operand is i32, expected a float"),
        ("v10: i32 = select v0, v0, v0", "the condition is i32"),
        ("v10: <4 x i32> = select v5, v4, v4", "the condition is <2 x i1>"),
        ("v10: i32 = select i1 true, v0, v1", "the value if false is i64"),
        ("v10: i32 = freeze v1", "the result is i32, expected i64"),
        ("v10: i32 = checkinit v1", "the result is i32, expected i64"),
        // Conversions.
        ("v10: i64 = trunc v0", "the operand is i32, expected a type that this conversion takes"),
        ("v10: i16 = zext v0", "the operand is i32"),
        ("v10: float = sext v0", "the operand is i32"),
        ("v10: double = fptrunc v3", "the operand is float"),
        ("v10: float = fpext v9", "the operand is double"),
        ("v10: i32 = fptosi v0", "the operand is i32"),
        ("v10: i32 = uitofp v0", "the result is i32, expected a type that this conversion gives"),
        ("v10: i64 = ptrtoint v1", "the operand is i64"),
        ("v10: ptr = inttoptr v2", "the operand is ptr"),
        ("v10: ptr = addrspacecast v2", "the operand is ptr"),
        ("v10: i64 = zext v4", "a conversion keeps the number of lanes"),
        ("v10: i64 = bitcast v2", "a bitcast does not turn pointers into numbers"),
        ("v10: ptr addrspace(1) = bitcast v2", "a bitcast does not change the address space"),
        ("v10: i64 = bitcast v0", "a bitcast keeps the number of bits"),
        ("v10: i64 = bitcast v6", "the operand is %pair, expected no aggregate"),
        // Memory.
        ("v10: ptr = ptradd v1, v1", "the base is i64"),
        ("v10: ptr = ptradd v2, v0", "the offset is i32, expected an integer of the index width"),
        ("v10: i64 = ptradd v2, v1", "the result is i64"),
        ("v10: <2 x ptr> = ptradd v2, v1", "the result is <2 x ptr>"),
        ("v10: i64 = alloca i32, align 4", "the result is i64, expected a pointer"),
        ("v10: ptr = alloca i32, v2, align 4", "the count is ptr"),
        ("v10: ptr = alloca %hidden, align 4", "the type is %hidden, expected a type with values in memory"),
        ("v10: ptr = alloca i32, align 8589934592", "an alignment is at most 2^32 bytes"),
        ("v10: i32 = load v1, align 4", "the address is i64, expected a pointer"),
        ("v10: token = load v2, align 4", "the type is token"),
        ("v10: i32 = load v2, release, align 4", "a load is not a release"),
        ("v10: i32 = load v2, acquire, syncscope(9), align 4", "the synchronisation scope has a name"),
        ("v10: %pair = load v2, acquire, align 4", "the value is %pair, expected an integer, a float or a pointer"),
        ("store v0, v1, align 4", "the address is i64"),
        ("store v0, v2, acquire, align 4", "a store is not an acquire"),
        ("v10: i32 = atomicrmw add v2, 1, unordered, align 4", "a read-modify-write is at least monotonic"),
        ("v10: float = atomicrmw add v2, 1.0, seq_cst, align 4", "the operand is float, expected an integer"),
        ("v10: i32 = atomicrmw fadd v2, 1, seq_cst, align 4", "the operand is i32, expected a float"),
        ("v10: %pair = atomicrmw xchg v2, v6, seq_cst, align 4", "the operand is %pair"),
        ("v10: i32 = cmpxchg v2, v0, v0, seq_cst, seq_cst, align 4", "the result is i32, expected a struct"),
        ("v10: { i32, i1 } = cmpxchg v2, v0, v1, seq_cst, seq_cst, align 4", "the new value is i64"),
        ("v10: { float, i1 } = cmpxchg v2, v3, v3, seq_cst, seq_cst, align 4", "the expected value is float"),
        ("v10: { i32, i1 } = cmpxchg v2, v0, v0, unordered, seq_cst, align 4", "is at least monotonic"),
        ("v10: { i32, i1 } = cmpxchg v2, v0, v0, seq_cst, release, align 4", "that fails only reads"),
        ("fence monotonic", "a fence is at least an acquire or release"),
        ("v10: i32 = va_arg v0", "the argument list is i32"),
        // Aggregates and vectors.
        ("v10: i32 = extractvalue v6", "the way to the part is not empty"),
        ("v10: i32 = extractvalue v6, 2", "stays within the aggregate"),
        ("v10: i32 = extractvalue v6, 1", "the result is i32, expected ptr"),
        ("v10: i32 = extractvalue v4, 1", "the operand is <4 x i32>, expected a struct or an array"),
        ("v10: %pair = insertvalue v6, v1, 0", "the new part is i64, expected i32"),
        ("v10: i32 = extractelement v0, i32 0", "the operand is i32, expected a vector"),
        ("v10: i32 = extractelement v4, v2", "the index is ptr"),
        ("v10: <4 x i32> = insertelement v4, v1, i32 0", "the result is i64, expected i32"),
        ("v10: <4 x i32> = shufflevector v4, v5, <2 x i32> <0, 1>", "the second vector is <2 x i1>"),
        ("v10: <4 x i32> = shufflevector v4, v4, <2 x i32> <0, 1>", "as many lanes as the mask"),
        ("v10: <2 x i32> = shufflevector v4, v4, <2 x i64> <0, 1>", "a lane of the mask is i64"),
        // Calls.
        ("v10: i32 = call @takes()", "0 arguments, expected 1"),
        ("v10: i32 = call @takes(v1)", "the argument is i64, expected i32"),
        ("v10: i64 = call @takes(v0)", "the result is i64, expected i32"),
        ("call @takes(v0)", "the instruction gives a value and has no result"),
        ("v10: i32 = call @callee()", "the instruction gives no value and has a result"),
        ("call @callee(v0)", "1 arguments, expected 0"),
        ("call void () v0()", "the callee is i32, expected a pointer"),
        // Results and debug information.
        ("v10: i32 = store v0, v2, align 4", "the instruction gives no value and has a result"),
        ("load v2, align 4", "the instruction gives a value and has no result"),
        ("dbg.value var0, v0", "there is no var0"),
        ("fence seq_cst !1:1 scope0", "there is no scope0"),
    ] {
        broken(&function(&format!("{line}\n  ret v0")), message);
    }
}

#[test]
fn rules_of_terminators() {
    for (lines, message) in [
        ("ret v1", "the returned value is i64, expected i32"),
        ("ret void", "the returned value is void, expected i32"),
        ("br v0, block1, block2\nblock1:\n  ret 0\nblock2:\n  ret 1", "the condition is i32, expected i1"),
        ("br true, block1, block1\nblock1:\n  ret 0", "two different targets"),
        ("switch ptr v2, block1 {\n}\nblock1:\n  ret 0", "the value is ptr, expected an integer"),
        ("switch i32 v0, block1 {\nblock1: 1\n}\nblock1:\n  ret 0", "each target is listed once"),
        ("switch i32 v0, block1 {\nblock2:\n}\nblock1:\n  ret 0\nblock2:\n  ret 1", "has a value that leads there"),
        ("switch i32 v0, block1 {\nblock2: undef\n}\nblock1:\n  ret 0\nblock2:\n  ret 1", "a case is a number"),
        (
            "switch i32 v0, block1 {\nblock2: 1..=5\nblock3: 4\n}\nblock1:\n  ret 0\nblock2:\n  ret 1\nblock3:\n  ret 2",
            "a value leads to one target",
        ),
        (
            "switch i32 v0, block1 {\nblock2: 5\nblock3: 4\n}\nblock1:\n  ret 0\nblock2:\n  ret 1\nblock3:\n  ret 2",
            "ordered by their smallest value",
        ),
        ("indirectbr v0, [block1]\nblock1:\n  ret 0", "the address is i32"),
        ("indirectbr v2, [block1, block1]\nblock1:\n  ret 0", "each target is listed once"),
        ("br block1\nblock1:\n  v10: i32 = phi [v1, block0]\n  ret v10", "the incoming value is i64, expected i32"),
        ("br block1\nblock1:\n  v10: i32 = phi\n  ret v10", "lacks an entry for the predecessor block0"),
        ("br block0", "the entry block is jumped to"),
    ] {
        broken(&function(lines), message);
    }
}

#[test]
fn rules_of_exception_handling() {
    let pads = |lines: &str| {
        function(&format!("invoke @callee() to block1 unwind block2\nblock1:\n  ret 0\nblock2:\n  {lines}"))
    };
    let landing = "v10: { ptr, i32 } = landingpad cleanup";
    assert_eq!(messages(&pads(&format!("{landing}\n  resume v10"))), [""; 0]);
    for (text, message) in [
        (pads("unreachable"), "block2 is unwound to and does not begin with the right pad"),
        (pads("v10: { ptr, i32 } = landingpad\n  resume v10"), "catches something or is a cleanup"),
        (pads("v10: i32 = landingpad catch v0\n  ret 0"), "the type to catch is i32"),
        (pads("v10: i32 = landingpad filter v2\n  ret 0"), "the filter is ptr, expected an array"),
        (pads(&format!("fence seq_cst\n  {landing}\n  resume v10")), "a pad after another instruction"),
        (
            pads(&format!("{landing}\n  br block3\nblock3:\n  v11: i32 = landingpad cleanup\n  ret v11")),
            "block3 begins with a pad and is not only entered by unwinding",
        ),
        (pads("v10: token = cleanuppad within token none []\n  ret v10"), "the returned value is token"),
        (pads("v10: i32 = cleanuppad within token none []\n  ret v10"), "the result is i32, expected token"),
        (pads("v10: token = cleanuppad within v0 []\n  ret 0"), "the parent is i32, expected token"),
        (
            pads("v10: token = cleanuppad within token none []\n  catchret v10 to block1"),
            "the token is that of a pad of the same kind",
        ),
        (pads("v10: token = catchswitch within token none [] unwind caller"), "a catchswitch has a handler"),
        (
            pads("v10: token = catchswitch within token none [block1] unwind caller"),
            "block1 is unwound to and does not begin with the right pad",
        ),
        (pads("v10: token = catchpad within token none []\n  ret 0"), "block2 is unwound to"),
    ] {
        let found = messages(&text);
        assert!(found.iter().any(|found| found.contains(message)), "{text}\nexpected: {message}\nfound: {found:#?}");
    }
}

#[test]
fn rules_of_constants() {
    for (constant, message) in [
        ("i32 null", "the type is i32, expected a pointer or token"),
        ("i32 zeroinitializer", "the type is i32, expected an aggregate"),
        ("ptr ptradd (i64 0, i64 0)", "the base is i64"),
        ("ptr ptradd (@g, i32 0)", "the offset is i32"),
        ("i8 add (typed (i32 1), typed (i32 2))", "the left operand is i32, expected i8"),
        ("float add (1.0, 2.0)", "the operand is float, expected an integer"),
        ("i64 trunc (i8 1)", "the operand is i8"),
        ("i32 fneg (1)", "the operand is i32"),
        ("i1 icmp eq (i8 1, i16 1)", "the right operand is i16"),
        ("i1 fcmp oeq (i8 1, i8 1)", "the operand is i8"),
        ("i32 select (i8 1, i32 1, i32 2)", "the condition is i8"),
        ("i32 extractelement (i32 1, i32 0)", "the operand is i32, expected a vector"),
        ("<2 x i8> insertelement (<2 x i8> <1, 2>, i32 1, i32 0)", "the result is i32, expected i8"),
        ("<2 x i8> shufflevector (<2 x i8> <1, 2>, <2 x i8> <1, 2>, <1 x i32> <0>)", "as many lanes as the mask"),
        ("ptr ptrauth (@g, i64 0, i64 0, ptr null)", "the key is i64, expected i32"),
        ("ptr blockaddress(@callee, block0)", "a function that is only declared"),
        ("[1 x i32] [typed (i8 1)]", "the element is i8, expected i32"),
        ("{ i8, i32 } { 1, typed (i8 2) }", "the field is i8, expected i32"),
    ] {
        let found = messages(&format!("{PRELUDE}@x = global {constant}\n"));
        assert!(found.len() == 1 && found[0].contains(message), "{constant}\nexpected: {message}\nfound: {found:#?}");
    }
}

#[test]
fn rules_of_types_and_symbols() {
    for (text, message) in [
        ("@x = external global i0", "an integer has 1 to 2^23 bits"),
        ("@x = external global i8388609", "an integer has 1 to 2^23 bits"),
        ("@x = external global <0 x i8>", "a vector has at least one lane"),
        ("@x = external global <2 x { i8 }>", "the lane is { i8 }"),
        ("@x = external global [2 x void]", "the element is void"),
        ("@x = external global { void }", "the field is void"),
        ("declare void @f(void)", "the parameter is void"),
        ("declare label @f()", "the return type is label"),
        ("@x = external global void", "the contents is void"),
        ("@x = internal global i8", "a declaration is external or extern_weak"),
        ("declare internal void @f()", "a declaration is external or extern_weak"),
        ("@x = global i8 0, align 3", "an alignment is a power of two"),
        ("@x = global i8 0, origin 2", "the file of the symbol is listed"),
        ("@x = global i8 typed (i16 1)", "the initial value is i16, expected i8"),
        ("@x = global i8 0\n@x#1 = global i8 0", "two symbols are named 'x'"),
        ("@a = alias i8, i8 0", "the target is i8, expected a pointer"),
        ("@a = alias i8, @b\n@b = alias i8, ptradd (@a, i64 1)", "an alias stands for itself"),
        ("@i = ifunc i8, ptr null", "the type is i8, expected a function type"),
        ("@i = ifunc void (), i8 0", "the resolver is i8"),
        ("scope0 = block in scope1\nscope1 = block in scope0", "a scope is around itself"),
        ("scope0 = block in scope7", "there is no scope7"),
        ("scope0 = block file3", "there is no file3"),
        ("var0 = \"x\" dty0", "there is no dty0"),
        ("dty0 = basic(5) of dty0", "a basic type is made of no other"),
        ("define void @f(), scope3 {\nblock0:\n  ret void\n}", "there is no scope3"),
        ("define void @f() {\nblock1:\n  ret void\n}", "the first block is not the entry"),
        ("define void @f() {\nblock0:\n}", "a block without instructions"),
        ("define void @f() {\n}", "a body without blocks"),
    ] {
        broken(&format!("{text}\n"), message);
    }
    // Local symbols may share a name.
    assert_eq!(messages("@x = internal global i8 0\n@x#1 = private global i8 0\n"), [""; 0]);
}

#[test]
fn messages_name_the_place() {
    let module = text::parse(&function("v10: i32 = add v0, v1\n  ret v10")).expect("it parses");
    let errors = verify::module(&module);
    assert_eq!(
        errors[0].to_string(),
        "function @f, block0: the right operand is i64, expected i32\n    in: v10: i32 = add v0, v1"
    );
}

#[test]
fn no_more_problems_are_collected_than_anyone_reads() {
    let lines: String = (10..1000).map(|at| format!("v{at}: i32 = add v0, v1\n  ")).collect();
    assert_eq!(messages(&function(&format!("{lines}ret v0"))).len(), verify::MAX_ERRORS);
}
