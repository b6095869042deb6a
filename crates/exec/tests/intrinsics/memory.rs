//! Blocks of memory, locals, masks, and promises to the compiler.

use braid_exec::{Ending, FaultKind};
use braid_state::Value;

use crate::bench::{Bench, EXIT};

#[test]
fn a_broken_assumption_is_a_fault() {
    let text = "declare void @llvm.assume(i1)\ndefine void @f(i32 v0) {\nblock0:\n  v1: i1 = icmp ult v0, i32 5\n  \
                call @llvm.assume(v1)\n  ret void\n}\n";
    assert_eq!(Bench::of_text(text).run("f", &[Value::Word(4)]), EXIT);
    assert!(Bench::of_text(text).may_fault("f", &[Value::Word(5)], FaultKind::Unreachable));
    let mut bench = Bench::of_text(text);
    let x = bench.unknown("x", 32);
    assert!(bench.may_fault("f", &[x], FaultKind::Unreachable));
}

#[test]
fn a_trap_is_an_abort() {
    let text = "declare void @llvm.trap()\ndefine void @f() {\nblock0:\n  call @llvm.trap()\n  unreachable\n}\n";
    assert!(Bench::of_text(text).may_fault("f", &[], FaultKind::Abort));
}

#[test]
fn the_size_behind_a_pointer_is_known() {
    let text = "@out = global [3 x i64] zeroinitializer\n@room = global [20 x i8] zeroinitializer\n\
                declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)\ndefine void @f(i64 v0) {\nblock0:\n  \
                v1: ptr = ptradd @room, v0\n  v2: i64 = call @llvm.objectsize.i64.p0(v1, false, true, true)\n  \
                v3: i64 = call @llvm.objectsize.i64.p0(null, false, true, false)\n  \
                v4: i64 = call @llvm.objectsize.i64.p0(null, true, true, false)\n  \
                v5: ptr = ptradd @out, i64 8\n  v6: ptr = ptradd @out, i64 16\n  store v2, @out, align 8\n  \
                store v3, v5, align 8\n  store v4, v6, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[Value::Word(7)]), EXIT);
    assert_eq!([0, 8, 16].map(|at| bench.out(at, 64)), [13, u64::MAX, 0].map(Value::Word));
    let mut bench = Bench::of_text(text);
    let x = bench.unknown("x", 64);
    assert_eq!(bench.run("f", &[x]), EXIT);
    let size = bench.out(0, 64);
    assert_eq!([0, 20, 21].map(|offset| bench.value_if(size, &[(x, offset)])), [20, 0, 0]);
}

#[test]
fn a_local_is_live_between_its_markers_alone() {
    let program = |access: &str| {
        format!(
            "declare void @llvm.lifetime.start.p0(i64, ptr)\ndeclare void @llvm.lifetime.end.p0(i64, ptr)\n\
             define void @f(i1 v0) {{\nblock0:\n  v1: ptr = alloca i32, align 4\n  \
             call @llvm.lifetime.start.p0(4, v1)\n  store i32 1, v1, align 4\n  call @llvm.lifetime.end.p0(4, v1)\n  \
             br v0, block1, block2\nblock1:\n  {access}\n  br block2\nblock2:\n  ret void\n}}\n"
        )
    };
    let faults = |access: &str| {
        let mut bench = Bench::of_text(&program(access));
        bench.may_fault("f", &[Value::Word(1)], FaultKind::UseAfterFree)
    };
    assert!(faults("store i32 2, v1, align 4"), "a store is a fault in any code");
    assert!(!faults("v2: i32 = load v1, align 4"), "an optimiser may have moved a load");
    let (again, start) = ("store i32 2, v1, align 4", "call @llvm.lifetime.start.p0(4, v1)");
    assert!(!faults(&format!("{start}\n  {again}")), "it lives again");
    let part = "call @llvm.lifetime.end.p0(2, v1)";
    assert!(!faults(&format!("{start}\n  {part}\n  {again}")), "the end of a part changes nothing");
}

#[test]
fn locals_end_where_the_stack_is_restored() {
    let text = "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\ndefine void @f(i1 v0) {\n\
                block0:\n  v1: ptr = alloca i32, align 4\n  v2: ptr = call @llvm.stacksave.p0()\n  \
                v3: ptr = alloca i32, align 4\n  store i32 1, v3, align 4\n  call @llvm.stackrestore.p0(v2)\n  \
                store i32 1, v1, align 4\n  br v0, block1, block2\nblock1:\n  store i32 1, v3, align 4\n  br block2\n\
                block2:\n  ret void\n}\n";
    assert_eq!(Bench::of_text(text).run("f", &[Value::Word(0)]), EXIT);
    assert!(Bench::of_text(text).may_fault("f", &[Value::Word(1)], FaultKind::UseAfterFree));
}

#[test]
fn a_local_that_begins_anew_holds_nothing() {
    let text = "@out = global i32 0\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\ndefine void @f() {\nblock0:\n  \
                v0: ptr = alloca i32, align 4\n  call @llvm.lifetime.start.p0(4, v0)\n  store i32 7, v0, align 4\n  \
                call @llvm.lifetime.start.p0(4, v0)\n  v1: i32 = load v0, align 4\n  v2: i1 = icmp eq v1, i32 7\n  br v2, block1, block2\nblock1:\n  ret void\n\
                block2:\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    bench.exec.options.check_uninitialized = true;
    assert!(bench.may_fault("f", &[], FaultKind::UninitializedRead));
}

#[test]
fn only_lanes_of_the_mask_are_touched() {
    let text = "@out = global <4 x i32> <1, 2, 3, 4>\ndeclare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)\n\
                declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)\ndefine void @f() {\nblock0:\n  \
                v0: <4 x i32> = call @llvm.masked.load.v4i32.p0(@out, 4, <true, false, true, false>, <7, 8, 9, 10>)\n  \
                call @llvm.masked.store.v4i32.p0(v0, @out, 4, <true, true, false, false>)\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[]), EXIT);
    assert_eq!([0, 4, 8, 12].map(|at| bench.out(at, 32)), [1, 8, 3, 4].map(Value::Word));
}

#[test]
fn packed_lanes_lie_without_gaps() {
    let text = "@out = global <4 x i32> <1, 2, 3, 4>\ndeclare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)\n\
                declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)\ndefine void @f() {\nblock0:\n  \
                v0: <4 x i32> = call @llvm.masked.expandload.v4i32(@out, <true, false, true, false>, <7, 8, 9, 10>)\n  \
                call @llvm.masked.compressstore.v4i32(v0, @out, <false, true, false, true>)\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[]), EXIT);
    assert_eq!([0, 4, 8, 12].map(|at| bench.out(at, 32)), [8, 10, 3, 4].map(Value::Word));
}

#[test]
fn lanes_are_joined() {
    let text = "@out = global i32 0\ndeclare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n\
                declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)\ndefine void @f() {\nblock0:\n  \
                v0: i32 = call @llvm.vector.reduce.add.v4i32(<1, 2, 3, -10>)\n  \
                v1: i32 = call @llvm.vector.reduce.smax.v4i32(<1, 2, 300, -10>)\n  v2: i32 = add v0, v1\n  \
                store v2, @out, align 4\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[]), EXIT);
    assert_eq!(bench.out(0, 32), Value::Word(296));
}

#[test]
fn an_intrinsic_with_too_few_operands_is_refused() {
    let text = "declare void @llvm.memcpy.p0.p0.i64(ptr)\ndefine void @f() {\nblock0:\n  \
                call @llvm.memcpy.p0.p0.i64(null)\n  ret void\n}\n";
    let ending = Bench::of_text(text).run("f", &[]);
    assert!(matches!(&ending, Ending::Unsupported(what) if what.contains("llvm.memcpy")), "{ending:?}");
}
