//! What a program tells the engine beside its inputs: objects at addresses of its choice, functions in place of others,
//! no forks, where it stands.

use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with a program; none without a compiler.
struct Scratch(TempDir);

impl Scratch {
    fn new(program: &str) -> Option<Scratch> {
        if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
            braid_testing::skipped("clang-14 not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let text = format!("#include <klee/klee.h>\n#include <stdio.h>\n#include <stdint.h>\n{program}");
        std::fs::write(folder.path().join("main.c"), text).unwrap();
        Some(Scratch(folder))
    }
    fn braid(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args(arguments).env("BRAID_CC", "clang-14").current_dir(self.0.path()).stdin(Stdio::null());
        command.output().expect("the binary was built for this test")
    }
    fn run(&self) -> Value {
        let output = self.braid(&["run", "main.c", "--json", "--out", "out", "--cflags", "-w"]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaint}"))
    }
    /// Runs all tests natively: the line that counts them.
    fn replay(&self) -> String {
        let output = self.braid(&["replay", "out"]);
        String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
    }
}

fn bugs(run: &Value) -> Vec<(&str, u64, &str)> {
    fn text<'a>(bug: &'a Value, field: &str) -> &'a str {
        bug[field].as_str().unwrap()
    }
    let all = run["bugs"].as_array().unwrap();
    let mut rows: Vec<_> =
        all.iter().map(|bug| (text(bug, "kind"), bug["line"].as_u64().unwrap(), text(bug, "message"))).collect();
    rows.sort_unstable();
    rows
}

fn reasons(run: &Value) -> Vec<(&str, u64)> {
    let rows = run["incomplete"].as_array().unwrap().iter();
    rows.map(|row| (row["reason"].as_str().unwrap(), row["count"].as_u64().unwrap())).collect()
}

#[test]
fn an_object_is_where_the_program_wants_it() {
    let Some(scratch) = Scratch::new(
        r#"#define PORT ((volatile uint32_t *)0x40021000)
        int main(void) {
            klee_define_fixed_object((void *)PORT, 16);
            klee_define_fixed_object((void *)0x40021010, 4);
            PORT[0] = 7; PORT[4] = 9;
            unsigned at = (unsigned)klee_int("at");
            if (PORT[0] + PORT[1] + PORT[4] != 16) return 1;
            if (at < 4) { PORT[at] = 5; return PORT[at] != 5; }
            if (at == 100) return (int)PORT[at];
            return 0;
        }"#,
    ) else {
        return;
    };
    let run = scratch.run();
    let message =
        "reads 4 bytes at offset 400 of the global variable '0x40021000' of 16 bytes: 0x40021000[at] where at = 100";
    assert_eq!(bugs(&run), [("out-of-bounds", 12, message)], "{run}");
    assert_eq!((reasons(&run), run["paths"].as_u64()), (vec![], Some(3)), "{run}");
    // Natively there is a whole page, so that the fault goes unseen.
    assert_eq!(scratch.replay(), "3 tests: 2 confirmed, 1 not-observable");
}

#[test]
fn an_object_that_cannot_be_there_is_refused() {
    let Some(scratch) = Scratch::new(
        r#"int main(void) {
            klee_define_fixed_object((void *)0x5000, 16);
            switch (klee_range(0, 4, "way")) {
            case 0: klee_define_fixed_object((void *)0x5008, 16); break;
            case 1: klee_define_fixed_object((void *)0x4ff8, 9); break;
            case 2: klee_define_fixed_object((void *)16, 16); break;
            default: klee_define_fixed_object((void *)0x4ff8, 8); }
            return 0;
        }"#,
    ) else {
        return;
    };
    let run = scratch.run();
    let mut found = reasons(&run);
    found.sort_unstable();
    let (taken, cannot) = ("there is an object at this address", "an object cannot be at this address");
    let expected = [cannot, taken, taken].map(|why| format!("klee_define_fixed_object: {why}"));
    assert_eq!(found, expected.iter().map(|why| (why.as_str(), 1)).collect::<Vec<_>>(), "{run}");
    assert_eq!(run["paths"].as_u64(), Some(1), "{run}");
}

#[test]
fn a_function_is_called_in_place_of_another_on_one_path_only() {
    let Some(scratch) = Scratch::new(
        r#"int one(int x) { return x + 1; }
        int two(int x) { return x + 2; }
        int other(long x) { return (int)x; }
        static int sum(void) { int all = 0; for (int i = 0; i < 10; i++) all += one(0); return all; }
        int main(void) {
            if (sum() != 10) return 1;
            int way = klee_range(0, 4, "way");
            if (way == 0) klee_alias_function("one", "two");
            if (way == 1) klee_alias_function("one", "other");
            if (way == 2) klee_alias_function("one", "nobody");
            return sum() != (way == 0 ? 20 : 10);
        }"#,
    ) else {
        return;
    };
    let run = scratch.run();
    let message = "klee_alias_function: 'one' and 'other' are of different types";
    assert_eq!(bugs(&run), [("user-error", 12, message)], "{run}");
    assert_eq!(reasons(&run), [("klee_alias_function: there is no function 'nobody'", 1)], "{run}");
    assert_eq!(run["paths"].as_u64(), Some(3), "{run}");
}

#[test]
fn without_forks_one_side_is_followed_and_faults_are_still_found() {
    let Some(scratch) = Scratch::new(
        r#"int main(void) {
            int x = klee_int("x"), y = 0, table[4] = { 0 };
            klee_set_forking(0);
            for (int bit = 0; bit < 4; bit++) if (x >> bit & 1) y++;
            y += 8 / (x - 15);
            y += table[(x & 7) - 4];
            klee_set_forking(1);
            if (klee_int("z")) y++;
            return y;
        }"#,
    ) else {
        return;
    };
    let run = scratch.run();
    let kinds: Vec<&str> = bugs(&run).iter().map(|bug| bug.0).collect();
    assert_eq!(kinds, ["div-by-zero"], "the one side has all bits set: {run}");
    assert_eq!(reasons(&run), [("klee_set_forking: a branch that does not fork", 4)], "{run}");
    assert_eq!(run["paths"].as_u64(), Some(3), "the fault, and both sides once forks are on again: {run}");
}

#[test]
fn the_stack_is_told() {
    let Some(scratch) =
        Scratch::new("static void inner(void) { klee_stack_trace(); }\nint main(void) {\n  inner();\n  return 0;\n}\n")
    else {
        return;
    };
    let output = scratch.braid(&["run", "main.c", "--no-output"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("program: stack: inner at main.c:4\nprogram: stack: main at main.c:6\n"), "{text}");
}
