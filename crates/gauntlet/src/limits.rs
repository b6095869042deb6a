//! Limits as properties: a run with `--max-time` is done within 1.1 times the limit plus a second, one with `--max-memory` never
//! holds more than 1.1 times of it, whatever the program and the mode.
//!
//! Time is that on a processor, so that a busy machine breaks no property; a run that waits is found by twice the time.
//!
//! The programs are heavy on purpose: templates with numbers drawn from the seed, each of which explodes in another part of
//! the engine.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use braid_testing::Random;
use braid_testkit::process;

use crate::explore::{Braid, MODES};
use crate::judge::{Class, Disagreement};

/// A run that is not done by then is ended.
const PATIENCE: Duration = Duration::from_secs(180);
/// What a run may exceed its limits by.
const FACTOR: f64 = 1.1;
/// Seconds on top.
const GRACE: f64 = 1.0;
/// What a process takes before it explores anything, in bytes.
const BASE_MEMORY: f64 = 32e6;

/// A heavy program: `N` and `M` are replaced by numbers.
pub struct Template {
    /// What it strains.
    pub name: &'static str,
    /// The body of `main`.
    body: &'static str,
    /// The range of `N`.
    range: (usize, usize),
}

/// Every template.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "strided-loop",
        body: "int k = klee_int(\"k\"); klee_assume((k > 0) & (k < 100)); int i; for (i = 0; i < N000 * k; i += k); return i == 7;",
        range: (100, 1000),
    },
    Template {
        name: "inputs-in-a-loop",
        body: "int y = 0; while (y < N && klee_int(\"n\") != 0) y++; return y > 3;",
        range: (300, 2000),
    },
    Template {
        name: "subset-forks",
        body: "unsigned char s[N]; klee_make_symbolic(s, sizeof s, \"s\"); int c = 0; for (int i = 0; i < N; i++) if (s[i] > M) c += i; return c == 77;",
        range: (24, 60),
    },
    Template {
        name: "multiplication",
        body: "unsigned long a, b; klee_make_symbolic(&a, 8, \"a\"); klee_make_symbolic(&b, 8, \"b\"); klee_assume((a > 1) & (b > 1)); for (int i = 0; i < N; i++) { if (a * b == 1000000016000000063ul + i * 2) return 1; a = a * a + b; } return 0;",
        range: (3, 9),
    },
    Template {
        name: "large-object",
        body: "char *p = malloc(N00000ul); int k = klee_int(\"k\"); klee_assume((k >= 0) & (k < 1000)); if (!p) return 0; memset(p, 1, N00000ul); p[k] = 2; return p[k + 5] == 2;",
        range: (100, 4000),
    },
    Template {
        name: "symbolic-table",
        body: "static int t[N]; for (int i = 0; i < N; i++) t[i] = i * 7919 % N; unsigned x[6]; klee_make_symbolic(x, sizeof x, \"x\"); unsigned s = 0; for (int i = 0; i < 6; i++) { klee_assume(x[i] < N); s = t[(s + x[i]) % N]; } return s == 3;",
        range: (64, 1024),
    },
    Template {
        name: "quadratic-joins",
        body: "unsigned char s[N]; klee_make_symbolic(s, sizeof s, \"s\"); char d[N]; int n = 0; for (int i = 0; i < N; i++) if (s[i] != ' ') d[n++] = s[i]; for (int i = 0; i < n; i++) if (d[i] == 'x' && i == M) return 2; return n;",
        range: (16, 64),
    },
    Template {
        name: "output",
        body: "unsigned char s[8]; klee_make_symbolic(s, sizeof s, \"s\"); for (int i = 0; i < N; i++) { putchar('a' + (s[i % 8] & 15)); if (s[i % 8] == i) putchar('!'); } return 0;",
        range: (64, 4096),
    },
    Template { name: "recursion", body: "return walk(klee_range(0, N, \"n\"), 0);", range: (50, 3000) },
    Template {
        name: "allocation-loop",
        body: "int n = klee_range(1, N, \"n\"); void **head = 0; for (int i = 0; i < n; i++) { void **next = malloc(64 + i % 7); *next = head; head = next; } int c = 0; while (head) { void **next = *head; free(head); head = next; c++; } return c == 3;",
        range: (50, 500),
    },
];

const HELPERS: &str = "#include <klee/klee.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    static int walk(int n, int d) { char pad[64]; klee_make_symbolic(pad, 2, \"pad\"); \
    if (d >= n) return pad[0]; return pad[1] > 3 ? walk(n, d + 1) + 1 : walk(n, d + 2); }\n";

/// The heavy program of a seed.
pub fn program(seed: u64) -> (&'static Template, String) {
    let template = &TEMPLATES[seed as usize % TEMPLATES.len()];
    let mut random = Random::new(seed);
    let number = template.range.0 + random.index(template.range.1 - template.range.0);
    let body = template.body.replace('N', &number.to_string()).replace('M', &random.index(200).to_string());
    (template, format!("{HELPERS}int main(void) {{ {} }}\n", body.replace("; ", ";\n    ")))
}

/// Runs the program of a seed under limits of its own.
pub fn run(braid: &Braid, seed: u64, scratch: &Path) -> Result<Vec<Disagreement>, String> {
    let (template, text) = program(seed);
    let mut random = Random::new(seed ^ 0x117);
    let seconds = [2.0, 4.0, 6.0][random.index(3)];
    let megabytes = [100.0, 200.0, 500.0][random.index(3)];
    let mode = random.pick(MODES);
    let bitcode = compile(&text, scratch)?;
    let mut command = Command::new(&braid.binary);
    command.arg("run").arg(&bitcode).args(["--json", "--quiet", "--merge", mode, "--out"]).arg(scratch.join("out"));
    command.args([format!("--max-time={seconds}s"), format!("--max-memory={megabytes}MB")]);
    let finished = process::run(&mut command, PATIENCE);
    let (time, memory) = (finished.time.as_secs_f64(), finished.peak_memory as f64);
    let about = format!("{} under --merge={mode} --max-time={seconds}s --max-memory={megabytes}MB", template.name);
    let mut wrong = Vec::new();
    let mut tell = |kind: &str, detail: String| {
        wrong.push(Disagreement { class: Class::Limit, kind: kind.into(), detail: format!("{about}: {detail}") });
    };
    let (busy, allowed) = (finished.busy.as_secs_f64(), FACTOR * seconds + GRACE);
    if finished.hung || busy > allowed || time > 2.0 * allowed {
        tell("time", format!("took {time:.1} s, {busy:.1} s of them on a processor"));
    }
    if memory > FACTOR * megabytes * 1e6 + BASE_MEMORY {
        tell("memory", format!("held {:.0} MB", memory / 1e6));
    }
    if !finished.hung && !matches!(finished.code, Some(0 | 1 | 4)) {
        tell("crash", format!("ended with {:?}: {}", finished.code, finished.complaint()));
    }
    Ok(wrong)
}

/// Compiles to bitcode, so that the compiler's time does not count.
fn compile(text: &str, scratch: &Path) -> Result<std::path::PathBuf, String> {
    let (source, bitcode) = (scratch.join("heavy.c"), scratch.join("heavy.bc"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    let mut command = Command::new("clang-14");
    command.args(["-O0", "-Xclang", "-disable-O0-optnone", "-g", "-w", "-c", "-emit-llvm", "-idirafter"]).arg(include);
    let finished = process::run(command.arg(&source).arg("-o").arg(&bitcode), PATIENCE);
    if finished.code == Some(0) { Ok(bitcode) } else { Err(finished.complaint()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_used_and_filled_in() {
        for (seed, template) in TEMPLATES.iter().enumerate() {
            let (used, text) = program(seed as u64);
            assert_eq!(used.name, template.name);
            assert!(!text.contains("[N]") && !text.contains("> M"), "{text}");
        }
    }
}
