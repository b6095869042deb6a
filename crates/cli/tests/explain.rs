//! Messages of faults: the operation that failed in the words of the source, with the numbers of the test.

use std::process::{Command, Stdio};

use serde_json::Value;

const PROGRAM: &str = r#"
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
struct list { int length; int items[4]; };
static int table[4];
static int limit = 3;
static int item(struct list *of, unsigned at) { return of->items[of->length + at]; }
int main(void) {
    int way = klee_range(0, 10, "way"), x = klee_int("x");
    unsigned n = (unsigned)klee_int("n");
    char buffer[16];
    klee_assume(x >= -7); klee_assume(x <= 7); klee_assume(n <= 40);
    switch (way) {
    case 0: for (int i = 0; i <= 16; i++) buffer[i] = (char)i; return 0;
    case 1: klee_assume(x < 5); klee_assume(x >= 4); return table[x];
    case 2: return 100 / (x - 3);
    case 3: klee_assume(n >= 40); return 1 << n;
    case 4: return (x & 1) + 2147483643 + limit + (x == 7);
    case 5: { struct list list = { 2 }; klee_assume(n == 2); return item(&list, n); }
    case 6: strcpy(buffer, "a text that is too long"); return 0;
    case 7: { char *p = malloc(n); klee_assume(n == 9); return p[n]; }
    case 8: { int *q = x == 6 ? NULL : table; return q[1]; }
    default: { char *p = malloc(4); free(p); free(p); return 0; }
    }
}
"#;

/// The messages of all bugs with their kinds and lines, by line; none without the compiler.
fn messages(flags: &str) -> Option<Vec<(String, u64, String)>> {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-14 not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.c"), PROGRAM).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.c", "--json", "--no-output", "--check", "overflow", "--cflags", flags]);
    let output = command.env("BRAID_CC", "clang-14").current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = |bug: &Value| {
        let text = |field: &str| bug[field].as_str().unwrap().to_owned();
        (text("kind"), bug["line"].as_u64().unwrap(), text("message"))
    };
    let mut rows: Vec<_> = run["bugs"].as_array().unwrap().iter().map(row).collect();
    rows.sort_by_key(|(_, line, _)| *line);
    Some(rows)
}

#[test]
fn a_fault_is_told_in_the_words_of_the_source() {
    let Some(found) = messages("-w") else { return };
    let found: Vec<(&str, &str)> = found.iter().map(|(kind, _, message)| (kind.as_str(), message.as_str())).collect();
    let of = "4 bytes at offset";
    assert_eq!(
        found,
        [
            (
                "out-of-bounds",
                &*format!(
                    "reads {of} 20 of the local variable 'list' of 20 bytes: (of + 4)[*of + at] where of = list, \
                     *of = 2, at = 2"
                )
            ),
            (
                "out-of-bounds",
                "writes 1 byte at offset 16 of the local variable 'buffer' of 16 bytes: buffer[i] where i = 16"
            ),
            (
                "out-of-bounds",
                &*format!("reads {of} 16 of the global variable 'table' of 16 bytes: table[x] where x = 4")
            ),
            ("div-by-zero", "division by zero (-fsanitize=integer-divide-by-zero): 100 / (x - 3) where x = 3"),
            ("overshift", "a shift by more than the width allows (-fsanitize=shift-exponent): 1 by n where n = 40"),
            (
                "overflow",
                "a sum is out of range (-fsanitize=signed-integer-overflow): (((x & 1) + 2147483643) + limit) + (x == 7) where x = 7, limit = 3"
            ),
            (
                "out-of-bounds",
                "writes 1 byte at offset 16 of the local variable 'buffer' of 16 bytes: strcpy(buffer, \"a text that \
                 is too long\")"
            ),
            ("out-of-bounds", "reads 1 byte at offset 9 of an allocation of 9 bytes: p[n] where n = 9"),
            ("null-deref", "access at address 0x4: *(q + 4) where q = null"),
            ("double-free", "the allocation was freed before: free(p)"),
        ]
    );
}

#[test]
fn optimised_code_and_code_without_names_are_told_too() {
    let Some(optimised) = messages("-w -O1") else { return };
    let of_kind =
        |rows: &[(String, u64, String)], wanted: &str| rows.iter().find(|(kind, ..)| kind == wanted).unwrap().2.clone();
    // The check is a branch, behind which the optimiser knows the divisor.
    let division = "division by zero (-fsanitize=integer-divide-by-zero): 100 / 0";
    assert_eq!(of_kind(&optimised, "div-by-zero"), division);
    let nameless = messages("-w -O1 -g0").unwrap();
    assert_eq!(of_kind(&nameless, "div-by-zero"), division);
}

#[test]
fn an_exception_that_a_header_throws_is_where_the_user_called() {
    let folder = tempfile::tempdir().unwrap();
    let program = "#include <vector>\nint main() {\n  std::vector<int> v(3);\n  return v.at(7);\n}\n";
    std::fs::write(folder.path().join("main.cpp"), program).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.cpp", "--json", "--no-output"]).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().unwrap();
    if output.status.code() == Some(3) {
        return; // There is no compiler of C++, or it has no headers.
    }
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let bug = &run["bugs"][0];
    assert_eq!(
        (bug["kind"].as_str(), bug["file"].as_str(), bug["line"].as_u64()),
        (Some("abort"), Some("main.cpp"), Some(4))
    );
    assert!(bug["stack"].as_array().unwrap().len() > 1, "the stack shows the header too: {bug}");
}
