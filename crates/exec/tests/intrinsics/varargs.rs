//! Variable arguments as clang's code takes them apart.

use braid_exec::Ending;
use braid_state::Value;

use crate::bench::{Bench, EXIT};

/// The program checks itself and returns the number of the first check that fails.
#[test]
fn a_c_program_reads_all_its_arguments() {
    for level in ["-O0", "-O1"] {
        let Some(mut bench) = Bench::of_c("varargs.c", &[level]) else { return };
        assert_eq!(bench.run("test", &[]), Ending::Exit(Value::Word(0)), "{level}");
    }
}

#[test]
fn unknown_arguments_stay_unknown() {
    let text = "@out = global i32 0\ndeclare void @llvm.va_start(ptr)\ndefine i32 @last(i32 v0, ...) {\nblock0:\n  \
                v1: ptr = alloca [24 x i8], align 8\n  call @llvm.va_start(v1)\n  v2: i32 = va_arg v1\n  \
                v3: i32 = va_arg v1\n  ret v3\n}\ndefine void @f(i32 v0) {\nblock0:\n  \
                v1: i32 = call @last(1, i32 2, v0)\n  store v1, @out, align 4\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    let x = bench.unknown("x", 32);
    assert_eq!(bench.run("f", &[x]), EXIT);
    assert_eq!(bench.out(0, 32), x);
}
