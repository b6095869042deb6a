//! Limits hold for any program in any mode: a run is done within 1.1 times its time and a second, and never uses more than 1.1 times its
//! memory. The programs make each part of the engine slow or large: encoding, propagation, evaluation, lemmas about arrays,
//! quantifiers, joins, copies, leak checks, shrinking, winding down.
//!
//! Time is the CPU time of the process, so that a busy machine makes no test fail; the limit itself is on the wall clock, which is
//! never behind it.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// What all programs begin with.
const PRELUDE: &str = "#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// A program by name, the flags it needs, and its text.
type Row = (&'static str, &'static [&'static str], &'static str);

const PROGRAMS: &[Row] = &[
    (
        "query after query",
        &[],
        "int main(void) { unsigned k, i; klee_make_symbolic(&k, sizeof k, \"k\");
         for (i = 0; i < 1000000 * k; i += k); return i & 1; }",
    ),
    (
        "a chain of products",
        &[],
        "int main(void) { unsigned long x, y;
         klee_make_symbolic(&x, sizeof x, \"x\"); klee_make_symbolic(&y, sizeof y, \"y\");
         for (int i = 0; i < 400; i++) { x = x * y + (x >> 7); y = y * x ^ (y << 3); }
         if (x * y == 0x123456789abcdefUL) return 1; return x % (y | 1) == 77 ? 2 : 0; }",
    ),
    (
        "a chain of quotients of 128 bits",
        &[],
        "int main(void) { unsigned __int128 x, y;
         klee_make_symbolic(&x, sizeof x, \"x\"); klee_make_symbolic(&y, sizeof y, \"y\");
         for (int i = 0; i < 50; i++) { x = x * y + i; y = y / (x | 1) + x; }
         return x % 1000003 == 17; }",
    ),
    (
        "a deep term",
        &[],
        "int main(void) { unsigned x, y; klee_make_symbolic(&x, sizeof x, \"x\"); klee_make_symbolic(&y, sizeof y, \"y\");
         unsigned z = x; for (unsigned i = 0; i < 3000000; i++) z = (z ^ (y + i)) + (z >> 1);
         if (z == 42) return 1; return z == 43 ? 2 : 0; }",
    ),
    (
        "a large array at computed places",
        &[],
        "static unsigned char a[1 << 20];
         int main(void) { unsigned i, j; klee_make_symbolic(a, sizeof a, \"a\");
         klee_make_symbolic(&i, sizeof i, \"i\"); klee_make_symbolic(&j, sizeof j, \"j\");
         klee_assume(i < sizeof a); klee_assume(j < sizeof a);
         unsigned s = 0; for (unsigned k = 0; k < 3000; k++) { a[(i * k) % sizeof a] = a[(j + k * 7) % sizeof a] + 1;
         s += a[(i + j * k) % sizeof a]; }
         if (s == 4711) return 1; return 0; }",
    ),
    (
        "a million copies",
        &[],
        "static char a[1000000], b[1000000];
         int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\");
         for (int i = 0; i < 1000000; i++) { memcpy(a, b, sizeof a); b[i % 1000000] = i; }
         return x == a[3]; }",
    ),
    (
        "a large object filled with a term",
        &[],
        "int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\");
         char *p = malloc(800u << 20); if (!p) return 1; memset(p, x, 800u << 20);
         if (x == 7) p[5] = 1; return p[x & 0xffff]; }",
    ),
    (
        "an object that takes most of the memory",
        &["--search", "bfs"],
        "int main(void) { unsigned char b[16]; klee_make_symbolic(b, sizeof b, \"b\"); unsigned size = 60u << 20;
         char *p = malloc(size); if (!p) return 1; memset(p, 1, size);
         for (int i = 0; i < 16; i++) if (b[i] > 7) p[i * 3999971u % size] = b[i];
         return p[12345]; }",
    ),
    (
        "an object that becomes an array",
        &["--search", "bfs"],
        "int main(void) { unsigned char b[16]; klee_make_symbolic(b, sizeof b, \"b\"); unsigned size = 60u << 20;
         char *p = malloc(size); if (!p) return 1; memset(p, 1, size);
         unsigned at = b[0] * 65536u + b[1]; if (b[2] > 3) at += 7;
         return p[at] == 1 ? 0 : 2; }",
    ),
    (
        "a join of large states",
        &["--search", "bfs"],
        "static unsigned t[700];
         int main(void) { unsigned char b[700]; klee_make_symbolic(b, sizeof b, \"b\"); unsigned n = 0;
         while (n < 700 && b[n] != 0) { t[n] = b[n] * 7 + n; t[n * 13 % 700] ^= b[n]; n++; }
         if (t[77] == 9) return 1; return n > 500 && t[5] == t[6]; }",
    ),
    (
        "many live states",
        &["--search", "bfs"],
        "int main(void) { unsigned char b[64]; klee_make_symbolic(b, sizeof b, \"b\"); unsigned s = 0;
         for (int i = 0; i < 64; i++) { if (b[i] > 'a') s += b[i] * i; else s ^= i; }
         if (s == 5) return 1; return 0; }",
    ),
    (
        "live states with hard conditions",
        &["--search", "bfs"],
        "int main(void) { unsigned x[8]; klee_make_symbolic(x, sizeof x, \"x\"); unsigned s = 1;
         for (int r = 0; r < 1000; r++) for (int i = 0; i < 8; i++) {
         s = s * x[i] + x[(i * 3 + r) & 7]; if ((s * s & 0xff) == (unsigned)(r & 0xff)) s += 3; }
         if (s == 5) return 1; return 0; }",
    ),
    (
        "thousands of states to join",
        &[],
        "int main(void) { unsigned char b[4000]; klee_make_symbolic(b, sizeof b, \"b\"); unsigned n = 0, h = 0;
         while (n < 4000 && b[n] != 0 && b[n] != 'q') { if (b[n] == ' ') h += n; else if (b[n] == 'x') h ^= b[n]; n++; }
         if (h == 77) return 1;
         for (unsigned i = 0; i + 1 < n; i++) if (b[i] == 'x' && b[i + 1] == 'y') return 2;
         return 0; }",
    ),
    (
        "inputs that only some paths have",
        &[],
        "int main(void) { int y = 0; while (y < 2000 && klee_int(\"more\")) y++; if (y == 7) return 1; return 0; }",
    ),
    (
        "quantifiers",
        &[],
        "int main(void) { static char s[3000], t[3000];
         klee_make_symbolic(s, sizeof s, \"s\"); klee_make_symbolic(t, sizeof t, \"t\"); s[2999] = 0; t[2999] = 0;
         if (strlen(s) > 100 && strlen(t) > 100) { if (strchr(s, 'a') && strstr(s, \"hello\")) return 1;
         if (strcmp(s, t) == 0) return 2; if (strspn(s, \"abc\") > 50 && strcspn(t, \"xyz\") > 50) return 3; }
         return 0; }",
    ),
    (
        "sizes to shrink",
        &["--sizes", "lazy"],
        "int main(void) { unsigned long n[40], p = 1; klee_make_symbolic(n, sizeof n, \"n\");
         for (int i = 0; i < 40; i++) { klee_assume(n[i] < 1000000); klee_assume(n[i] > 1);
         char *q = malloc(n[i]); p = p * n[i] + i; if (!q) return 0; q[n[i] - 1] = 1;
         if (p * p % 1000003 == 17) q[n[i]] = 1; }
         return 0; }",
    ),
    (
        "a heap to look for leaks",
        &["--check", "leak"],
        "struct node { struct node *next; int value; };
         int main(void) { unsigned char c[2000]; klee_make_symbolic(c, sizeof c, \"c\"); struct node *head = 0;
         for (int i = 0; i < 2000; i++) { struct node *e = malloc(sizeof *e); e->value = c[i];
         if (c[i] & 1) { e->next = head; head = e; } }
         if (head && head->value == 3) return 1; return 0; }",
    ),
    (
        "a sum of floating-point numbers",
        &[],
        "int main(void) { double x; klee_make_symbolic(&x, sizeof x, \"x\"); double y = x;
         for (int i = 0; i < 100; i++) y = y * x + 1.0 / (x + i);
         if (y == 17.25) return 1; return 0; }",
    ),
    (
        "copies of a computed length",
        &[],
        "static char a[60000], c[60000];
         int main(void) { unsigned n; klee_make_symbolic(&n, sizeof n, \"n\"); klee_make_symbolic(a, sizeof a, \"a\");
         klee_assume(n < 50000);
         for (int i = 0; i < 50; i++) { memcpy(c + i, a, n); memcpy(a, c + n % 100, n); }
         return a[n] == c[n / 2]; }",
    ),
    (
        "a sort of unknown numbers, printed",
        &[],
        "int printf(const char *, ...);
         static int order(const void *a, const void *b) { int x = *(int *)a, y = *(int *)b; return x < y ? -1 : x > y; }
         int main(void) { int a[40]; klee_make_symbolic(a, sizeof a, \"a\"); qsort(a, 40, sizeof *a, order);
         for (int i = 0; i < 40; i++) printf(\"%d %s\\n\", a[i] * 1000003, (char *)&a[i]); return a[0] > a[39]; }",
    ),
    (
        "very many inputs",
        &[],
        "int main(void) { unsigned s = 0; for (int i = 0; i < 200000; i++) { s += (unsigned)klee_int(\"i\") & 1;
         if (s == 100000) return 1; } return 0; }",
    ),
    (
        "nested loops to join",
        &[],
        "int main(void) { unsigned char b[200]; klee_make_symbolic(b, sizeof b, \"b\"); int h = 0;
         for (int i = 0; i < 200; i++) for (int j = 0; j < b[i]; j++) { if (b[j % 200] == i) h += j; else h ^= i; }
         return h == 77; }",
    ),
];

/// Programs whose one operation is a large circuit: type, and what is computed of two inputs.
const WIDE: &[(&str, &str)] = &[
    ("unsigned _BitInt(2048)", "y && x / y == 12345 && x % y == 77"),
    ("unsigned _BitInt(2048)", "x * y == 12345"),
    ("_BitInt(1024)", "x * y * x / (y | 1) == 12345"),
];

#[test]
fn time_limits_hold_inside_of_one_operation() {
    if Command::new("clang-19").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-19 not installed");
        return;
    }
    let allowed = Duration::from_secs(1).mul_f64(1.1) + Duration::from_secs(1);
    for (ty, condition) in WIDE {
        let text = format!(
            "int main(void) {{ {ty} x, y; klee_make_symbolic(&x, sizeof x, \"x\");
             klee_make_symbolic(&y, sizeof y, \"y\"); return {condition}; }}"
        );
        let Some(folder) = folder(&text) else { return };
        let (used, code) = time_of(start_with(folder.path(), "clang-19", &["--max-time", "1s"]));
        assert!(used <= allowed && matches!(code, Some(0 | 1 | 4)), "{condition}: {used:?} of {allowed:?}, {code:?}");
    }
}

/// Bitcode with an array of 20 million numbers; none without a compiler that can make it of a file.
fn large_module() -> Option<TempDir> {
    if Command::new("clang-19").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-19 not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let bytes: Vec<u8> = (0..5_000_000_u32).flat_map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    std::fs::write(folder.path().join("numbers"), bytes).unwrap();
    let text = "unsigned short a[] = {\n#embed \"numbers\"\n};\nint main(int c, char **v) { return a[c]; }\n";
    std::fs::write(folder.path().join("large.c"), text).unwrap();
    let mut compiler = Command::new("clang-19");
    compiler.args(["-w", "-c", "-emit-llvm", "-O0", "large.c", "-o", "main.bc"]).current_dir(folder.path());
    assert!(compiler.status().unwrap().success());
    Some(folder)
}

fn start_reading(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.bc", "--out", "out", "--json"]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Reading, linking and laying out take some five seconds. The report says that it was not done.
#[test]
fn a_program_is_not_read_beyond_the_time_limit() {
    let Some(folder) = large_module() else { return };
    for limit in ["100ms", "500ms"] {
        let child = start_reading(folder.path(), &["--max-time", limit]);
        let (used, finished) = time_and_output_of(child);
        let allowed = Duration::from_secs_f64(1.1 * 0.5 + 1.0);
        assert!(used <= allowed && finished.status.code() == Some(4), "{limit}: {used:?}, {:?}", finished.status);
        let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
        assert_eq!(
            (&report["verdict"], &report["incomplete"][0]["reason"]),
            (&"inconclusive".into(), &"time limit".into())
        );
    }
}

/// The same for the user's interrupt.
#[test]
fn a_program_is_not_read_beyond_an_interrupt() {
    let Some(folder) = large_module() else { return };
    let child = start_reading(folder.path(), &[]);
    while cpu_time(&child).is_some_and(|(used, ended)| !ended && used < Duration::from_millis(500)) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (used, finished) = time_and_output_of(child);
    assert!(
        used <= Duration::from_millis(2500) && finished.status.code() == Some(4),
        "{used:?}, {:?}",
        finished.status
    );
    let report: Value = serde_json::from_slice(&finished.stdout).unwrap();
    assert_eq!(report["incomplete"][0]["reason"], "interrupted");
}

/// The function sleeps in another process, so it is the clock that tells. Without a look at it the call would take five seconds.
#[test]
fn time_limits_hold_in_external_calls() {
    let Some(folder) = folder("int pause(void);\nint main(void) { return pause(); }") else { return };
    let begun = Instant::now();
    let mut child = start(folder.path(), &["--undefined=external", "--max-time", "1s"]);
    let code = child.wait().unwrap().code();
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(5) && code == Some(4), "{took:?}, exit code {code:?}");
}

/// A folder with a program in it; none without a compiler, and the test says that it was skipped.
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
fn folder(text: &str) -> Option<TempDir> {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: clang-14 not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.c"), format!("{PRELUDE}{text}")).unwrap();
    Some(folder)
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    start_with(folder, "clang-14", arguments)
}

fn start_with(folder: &Path, compiler: &str, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.c", "--out", "out"]).args(arguments);
    command.env("BRAID_CC", compiler).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The CPU time that a process has used, without its children, and whether it has ended; none where the system does not tell.
fn cpu_time(child: &Child) -> Option<(Duration, bool)> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some((Duration::from_millis(10 * (ticks(11)? + ticks(12)?)), *fields.first()? == "Z"))
}

/// Waits for a run; its CPU time where the system tells it, and the time on the clock elsewhere.
fn time_of(child: Child) -> (Duration, Option<i32>) {
    let (used, finished) = time_and_output_of(child);
    (used, finished.status.code())
}

/// The same, and what it wrote, which must be little.
fn time_and_output_of(child: Child) -> (Duration, Output) {
    let begun = Instant::now();
    let used = loop {
        match cpu_time(&child) {
            Some((used, true)) => break Some(used),
            Some((_, false)) => std::thread::sleep(Duration::from_millis(10)),
            None => break None,
        }
    };
    let finished = child.wait_with_output().unwrap();
    (used.unwrap_or_else(|| begun.elapsed()), finished)
}

fn report(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("out/run.json")).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn is_soak() -> bool {
    std::env::var_os("BRAID_SOAK").is_some()
}

/// Runs programs in a mode; what took too long. A mode that merges has two of three unless there is time.
fn overruns(mode: &str) -> Vec<String> {
    let limit = if is_soak() { 5 } else { 1 };
    let turn = ["loop", "pattern"].iter().position(|&other| other == mode && !is_soak());
    let allowed = Duration::from_secs(limit).mul_f64(1.1) + Duration::from_secs(1);
    let mut wrong = Vec::new();
    let chosen = PROGRAMS.iter().enumerate().filter(|(at, _)| Some(at % 3) != turn);
    for (name, flags, text) in chosen.map(|(_, row)| row) {
        let Some(folder) = folder(text) else { return wrong };
        let time = format!("{limit}s");
        let arguments = [&["--merge", mode, "--max-time", &time], *flags].concat();
        let (used, code) = time_of(start(folder.path(), &arguments));
        if used > allowed || !matches!(code, Some(0 | 1 | 4)) {
            wrong.push(format!("{name} ({mode}): {used:?} of {allowed:?}, exit code {code:?}"));
            continue;
        }
        let run = report(folder.path());
        let cut = run["incomplete"].as_array().unwrap().iter().any(|row| row["reason"] == "time limit");
        if code == Some(4) && !cut && run["incomplete"].as_array().unwrap().is_empty() {
            wrong.push(format!("{name} ({mode}): inconclusive without a reason"));
        }
    }
    wrong
}

#[test]
fn time_limits_hold_without_merging() {
    assert_eq!(overruns("none"), Vec::<String>::new());
}

#[test]
fn time_limits_hold_when_loops_are_merged() {
    assert_eq!(overruns("loop"), Vec::<String>::new());
}

#[test]
fn time_limits_hold_with_patterns() {
    assert_eq!(overruns("pattern"), Vec::<String>::new());
}

/// A thousand states meet whose conditions share little: what tells them apart took twice the limit.
#[test]
fn time_limits_hold_when_states_that_met_are_joined() {
    let text =
        "static int walk(int n, int d) { char pad[64]; klee_make_symbolic(pad, 2, \"pad\"); if (d >= n) return pad[0];
         return pad[1] > 3 ? walk(n, d + 1) + 1 : walk(n, d + 2); }
         int main(void) { return walk(klee_range(0, 765, \"n\"), 0); }";
    let Some(folder) = folder(text) else { return };
    let allowed = Duration::from_secs(2).mul_f64(1.1) + Duration::from_secs(1);
    let (used, code) = time_of(start(folder.path(), &["--merge", "qce-static", "--max-time", "2s"]));
    assert!(used <= allowed && code == Some(4), "{used:?} of {allowed:?}, exit code {code:?}");
}

/// Programs that need much memory: in one object, in one query, in very many states, in one join.
const LARGE: &[&str] = &[
    "a large object filled with a term",
    "an object that takes most of the memory",
    "an object that becomes an array",
    "a chain of products",
    "many live states",
    "live states with hard conditions",
    "a join of large states",
];

/// What a run with a limit on memory may hold and lose.
struct Held {
    peak: f64,
    code: Option<i32>,
    /// States that were dropped.
    dropped: u64,
}

fn held(mode: &str, flags: &[&str], text: &str) -> Option<Held> {
    let folder = folder(text)?;
    let time = if is_soak() { "6s" } else { "3s" };
    let arguments = [&["--merge", mode, "--max-memory", "100MB", "--max-time", time], flags].concat();
    let (_, code) = time_of(start(folder.path(), &arguments));
    let run = report(folder.path());
    let rows = run["incomplete"].as_array().unwrap().iter();
    let dropped = rows.filter(|row| row["reason"] == "memory limit").filter_map(|row| row["count"].as_u64()).sum();
    Some(Held { peak: run["peak_memory_mb"].as_f64().unwrap(), code, dropped })
}

/// Runs the large programs in a mode; what went beyond the limit.
fn beyond(mode: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, flags, text) in PROGRAMS.iter().filter(|(name, ..)| LARGE.contains(name)) {
        let Some(Held { peak, code, .. }) = held(mode, flags, text) else { return wrong };
        if peak > 110.0 || !matches!(code, Some(0 | 1 | 4)) {
            wrong.push(format!("{name} ({mode}): {peak} MB of 100, exit code {code:?}"));
        }
    }
    wrong
}

#[test]
fn memory_limits_hold_without_merging() {
    assert_eq!(beyond("none"), Vec::<String>::new());
}

#[test]
fn memory_limits_hold_when_loops_are_merged() {
    assert_eq!(beyond("loop"), Vec::<String>::new());
}

#[test]
fn memory_limits_hold_with_patterns() {
    assert_eq!(beyond("pattern"), Vec::<String>::new());
}

#[test]
fn memory_limits_hold_with_query_counts() {
    assert_eq!(beyond("qce-static"), Vec::<String>::new());
}

/// States of a merge context leave it and are evicted to their names. Of these 50,000 and more were dropped.
#[test]
fn a_memory_limit_loses_no_states_that_could_be_made_again() {
    let (_, flags, text) = PROGRAMS.iter().find(|(name, ..)| *name == "many live states").unwrap();
    for mode in ["none", "loop"] {
        let Some(Held { dropped, code, .. }) = held(mode, flags, text) else { return };
        assert_eq!((dropped, code), (0, Some(4)), "{mode}");
    }
}

/// At every level of the recursion a query is asked. Its cost must not grow with the depth: the whole stack of 8 MiB, of some 260,000 frames, takes
/// a quarter of a minute, so only the long run fills it.
#[test]
fn endless_recursion_is_found_at_the_end_of_the_stack() {
    let text = include_str!("../../../tests/engine/c/faults/recursion_missed_base.c");
    let Some(folder) = folder(text) else { return };
    let stack = if is_soak() { "8MiB" } else { "1MiB" };
    let (used, code) = time_of(start(folder.path(), &["--stack-size", stack, "--max-time", "120s"]));
    let run = report(folder.path());
    let kinds: Vec<&str> = run["bugs"].as_array().unwrap().iter().filter_map(|bug| bug["kind"].as_str()).collect();
    assert_eq!(
        (code, &kinds[..], &run["incomplete"]),
        (Some(1), &["stack-overflow"][..], &Value::Array(Vec::new())),
        "{used:?}"
    );
}

/// A function with some 1,500 values, of which few matter at the same time, that 4,096 states are in.
fn large_function() -> String {
    let case = |at: usize| {
        format!(
            "case {at}: {{ int a = n * {}; int b = a ^ (n << {}); unsigned char c = (unsigned char)(b + acc);
             acc += c ? a - b : b + {at}; st = (st * 7 + {at} + (acc & 15)) % 150; break; }}",
            at + 3,
            at % 7
        )
    };
    let cases: String = (0..150).map(case).collect();
    format!(
        "static int large(const unsigned char *s, int len) {{ int st = 0, acc = 0;
         for (int n = 0; n < len; n++) {{ if (s[n] > 127) acc += 1; switch (st) {{ {cases} default: acc = -acc; st = 0; }} }}
         return acc; }}
         int main(void) {{ unsigned char s[12]; klee_make_symbolic(s, sizeof s, \"s\"); return large(s, 12) & 1; }}"
    )
}

/// A state owns its topmost frame. With a slot for every value of the function it was 84 KB, 350 MB in all.
#[test]
fn a_state_in_a_large_function_is_small() {
    let Some(folder) = folder(&large_function()) else { return };
    let (_, code) = time_of(start(folder.path(), &["--search", "bfs", "--only-new-coverage"]));
    assert_eq!(code, Some(0));
    let run = report(folder.path());
    assert_eq!(run["paths"], 4096);
    let peak = run["peak_memory_mb"].as_f64().unwrap();
    assert!(peak <= 60.0, "{peak} MB for 4,096 states");
}
