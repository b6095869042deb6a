//! Arithmetic that only some flags of compilers bring about: what the engine computes is what the machine computes.

use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Runs a program without inputs and replays it natively: what it prints and returns must be the same.
fn agree(program: &str, flags: &str) {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-14 not installed");
        return;
    }
    let folder: TempDir = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.c"), program).unwrap();
    let braid = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args(arguments).env("BRAID_CC", "clang-14").current_dir(folder.path()).stdin(Stdio::null());
        command.output().unwrap()
    };
    let run = braid(&["run", "main.c", "--out", "out", "--cflags", flags]);
    let text = String::from_utf8_lossy(&run.stdout);
    assert_eq!(run.status.code(), Some(0), "{flags}: {text}{}", String::from_utf8_lossy(&run.stderr));
    let replay = braid(&["replay", "out"]);
    let text = String::from_utf8_lossy(&replay.stdout);
    assert!(text.ends_with("1 tests: 1 confirmed\n"), "{flags}: {text}{}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn fixed_point_is_as_on_the_machine() {
    let program = r#"
        #include <stdio.h>
        #include <string.h>
        static void show(const void *value, unsigned bytes) {
            unsigned long word = 0; memcpy(&word, value, bytes); printf("%lx ", word);
        }
        #define EACH(type, integer) do {                                                                     \
            static const integer samples[] = { 0, 1, 3, 100, -1, -7, (integer)0x7f, (integer)0x5a5a5a5a,     \
                (integer)((unsigned long)1 << (8 * sizeof(integer) - 1)), (integer)~0ul };                   \
            for (unsigned i = 0; i < 10; i++) for (unsigned j = 0; j < 10; j++) {                            \
                volatile type a, b; type result;                                                             \
                memcpy((void *)&a, &samples[i], sizeof a); memcpy((void *)&b, &samples[j], sizeof b);        \
                result = a * b; show(&result, sizeof result);                                                \
                if (samples[j]) { result = a / b; show(&result, sizeof result); }                            \
            } putchar('\n'); } while (0)
        int main(void) {
            EACH(_Sat short _Accum, short); EACH(_Sat _Accum, int); EACH(_Sat unsigned _Accum, unsigned);
            EACH(_Sat _Fract, short); EACH(_Sat unsigned short _Fract, unsigned char);
            volatile short _Accum a = 1.25hk, b = -0.375hk; short _Accum product = a * b, quotient = a / b;
            volatile unsigned _Fract c = 0.7ur, d = 0.9ur; unsigned _Fract small = c * d, part = c / d;
            show(&product, 2); show(&quotient, 2); show(&small, 2); show(&part, 2);
            return 0;
        }"#;
    for flags in ["-ffixed-point -w", "-ffixed-point -w -O1"] {
        agree(program, flags);
    }
}

#[test]
fn strict_floating_point_is_as_on_the_machine() {
    let program = r#"
        #include <stdio.h>
        #include <string.h>
        static void show(double value) { // The sign of a NaN is left open.
            unsigned long word; memcpy(&word, &value, 8); printf("%lx ", value != value ? 0xbad : word);
        }
        int main(void) {
            volatile double samples[] = { 0.0, -0.0, 1.0, 0.1, -3.75, 1e300, 1e-310, 1.0 / 0.0 };
            for (int i = 0; i < 8; i++) {
                volatile double a = samples[i]; volatile float narrow = (float)a; volatile long whole = (long)(narrow < 1e9 ? narrow : 7);
                show(narrow); show((double)whole); show((double)(unsigned)i); show(__builtin_sqrt(a * a)); show(__builtin_floor(a));
                for (int j = 0; j < 8; j++) {
                    volatile double b = samples[j];
                    show(a + b); show(a - b); show(a * b); if (b != 0) show(a / b); show(__builtin_fma(a, b, a));
                    printf("%d%d%d%d ", a < b, a == b, a >= b, a != b);
                }
                putchar('\n');
            }
            return 0;
        }"#;
    for flags in ["-ffp-model=strict -fno-math-errno -w -lm", "-ffp-model=strict -fno-math-errno -w -lm -O1"] {
        agree(program, flags);
    }
}
