//! `--explain-merges` tells in the words of the source what a pattern is. That the words are true is shown where they are made
//! (`crates/merge/src/words`); here are those of whole programs.

use std::process::{Command, Stdio};

use serde_json::Value;

/// How many of the bytes are among some.
fn memspn(chars: &str, size: u32) -> String {
    format!(
        r#"
#include <braid.h>
__attribute__((noinline)) static unsigned memspn(const char *s, unsigned n, const char *chars) {{
    const char *p = chars;
    unsigned count = 0;
    while (*p && count < n) {{
        if (*p == s[count]) {{ count++; p = chars; }} else {{ p++; }}
    }}
    return count;
}}
int main(void) {{
    char s[{size}];
    unsigned n;
    braid_symbolic(s, sizeof s, "s");
    braid_symbolic(&n, sizeof n, "n");
    braid_assume(n <= {size});
    return memspn(s, n, "{chars}") == 2;
}}
"#
    )
}

const FIND: &str = r#"
#include <braid.h>
#include <stdlib.h>
__attribute__((noinline)) static const char *find(const char *s, char c) {
    while (*s != c) { if (*s == 0) return 0; s++; }
    return s;
}
int main(void) {
    unsigned n = (unsigned)braid_int("n");
    braid_assume(n >= 1);
    braid_assume(n <= 4);
    char *text = malloc(n);
    braid_symbolic(text, n, "text");
    text[n - 1] = 0;
    const char *at = find(text, 'a');
    return at && at[0] == 'b';
}
"#;

const TOKEN: &str = r#"
#include <braid.h>
static const char *skip(const char *p) { while (*p == ' ' || *p == '\t') p++; return p; }
static const char *word(const char *p) { while ((*p >= 'a' && *p <= 'z') || *p == '_') p++; return p; }
int main(void) {
    char line[9];
    braid_symbolic(line, 8, "line");
    line[8] = 0;
    return word(skip(line)) == line + 3;
}
"#;

/// The second loop begins where the first has stopped.
const CHAINED: &str = r#"
#include <braid.h>
static const char *span(const char *p, char c) { while (*p == c) p++; return p; }
int main(void) {
    char s[7];
    braid_symbolic(s, 6, "s");
    s[6] = 0;
    return *span(span(s, 'a'), 'b') == 'c';
}
"#;

const BACKWARDS: &str = r#"
#include <braid.h>
int main(void) {
    short a[6];
    int k = 6, flag;
    braid_symbolic(a, sizeof a, "a");
    braid_symbolic(&flag, sizeof flag, "flag");
    while (k > 0 && flag == 5 && a[k - 1] < 100) k--;
    return k == 2;
}
"#;

/// No loop over one index: what is said is about single cells, and true.
const TWO_DIMENSIONS: &str = r#"
#include <braid.h>
int main(void) {
    unsigned char m[3][3];
    braid_symbolic(m, sizeof m, "m");
    int i, j = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == 7 && m[j][i] * m[i][j] > 40) goto out;
out:
    return i == 2 && j == 1;
}
"#;

/// Conditions that have grown too long for words are named by what they are about.
const LONG: &str = r#"
#include <braid.h>
int main(void) {
    unsigned char s[6], t[6];
    braid_symbolic(s, sizeof s, "s");
    braid_symbolic(t, sizeof t, "t");
    int i = 0;
    while (i < 5 && ((s[i] * 3 ^ t[i] * 5) + (s[i] * 7 ^ t[i] * 11) + (s[i] * 13 ^ t[i] * 17) + (s[i] & t[i]) + (s[i] | t[i])) % 7 == 3) i++;
    return i == 2;
}
"#;

/// What a run says of a program: as JSON, and as text. None without the compiler.
fn explained(program: &str, cflags: &str) -> Option<(Value, String)> {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-14 not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.c"), program).unwrap();
    let run = |how: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args(["run", "main.c", "--no-output", "--merge=pattern", "--no-pattern-cost", "--explain-merges"]);
        command.args(["--validate-merges=sample", "--cflags", cflags, how]).env("BRAID_CC", "clang-14");
        command.current_dir(folder.path()).stdin(Stdio::null()).output().unwrap()
    };
    let (json, text) = (run("--json"), run("--quiet"));
    let text = [text.stdout, text.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    Some((serde_json::from_slice(&json.stdout).unwrap(), text))
}

/// The patterns of a program, those of all loops, in the order of the rows.
fn patterns(program: &str, cflags: &str) -> Option<Vec<String>> {
    let (json, text) = explained(program, cflags)?;
    let rows = json["merges"].as_array().unwrap().iter().flat_map(|row| row["found"].as_array().unwrap());
    let joined = |words: &Value| -> String {
        let words: Vec<&str> = words.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        words.join(", ")
    };
    let patterns: Vec<String> = rows.map(joined).collect();
    for pattern in &patterns {
        assert!(text.contains(&format!("      {pattern}\n")), "the text has {pattern}:\n{text}");
    }
    Some(patterns)
}

#[test]
fn spans_are_told_in_the_words_of_the_source() {
    let Some(found) = patterns(&memspn("a", 3), "-w") else { return };
    assert_eq!(
        found,
        ["count = k, k ≤ n, s[0..k) = 'a', n ≤ k, k ≤ 3", "count = k, k ≤ n, s[0..k) = 'a', k < n, s[k] ≠ 'a', k ≤ 2"]
    );
    let larger = patterns(&memspn("a", 20), "-w").unwrap();
    let as_small: Vec<String> = larger.iter().map(|words| words.replace("20", "3").replace("19", "2")).collect();
    assert_eq!(as_small, found, "words do not grow with the bound");
}

#[test]
fn what_was_joined_inside_a_loop_is_a_set_of_bytes() {
    let Some(found) = patterns(&memspn("ab", 3), "-w") else { return };
    assert_eq!(
        found,
        [
            "count = k, k ≤ n, s[0..k) in {'a', 'b'}, n ≤ k, k ≤ 3",
            "count = k, k ≤ n, s[0..k) in {'a', 'b'}, k < n, s[k] not in {'a', 'b'}, k ≤ 2"
        ]
    );
}

#[test]
fn pointers_are_places_in_what_they_point_to() {
    let Some(found) = patterns(FIND, "-w") else { return };
    assert_eq!(
        found,
        [
            "s = &text[k], text[0..k) not in {'\\0', 'a'}, text[k] = 'a', k ≤ 2",
            "text[0..k) not in {'\\0', 'a'}, text[k] = '\\0', k ≤ 3"
        ]
    );
}

#[test]
fn a_loop_that_begins_where_another_stopped_says_so() {
    let Some(found) = patterns(TOKEN, "-w") else { return };
    assert_eq!(
        found,
        [
            "p = &line[k0 + k + 1], line[k0 + 1..k0 + k + 1) in {'_', 'a'..'z'}, line[k0 + k + 1] not in {'_', 'a'..'\\x7f'}, line[k0] in {'_', 'a'..'z'}, k ≤ 7",
            "p = &line[k0 + k + 1], line[k0 + 1..k0 + k + 1) in {'_', 'a'..'z'}, line[k0 + k + 1] in {'{'..'\\x7f'}, line[k0] in {'_', 'a'..'z'}, k ≤ 6",
            "p = &line[k], line[0..k) in {'\\t', ' '}, line[k] not in {'\\t', ' '}, k ≤ 7"
        ]
    );
    let found = patterns(CHAINED, "-w").unwrap();
    assert_eq!(found[0], "p = &s[k], s[0..k) = 'a', s[k] ≠ 'a', k ≤ 5");
    assert!(found[1].starts_with("p = &s[k0 + k], s[k0..k0 + k) = 'b', s[k0 + k] ≠ 'b'"), "{found:?}");
}

#[test]
fn names_that_are_taken_and_cells_of_several_bytes() {
    let Some(found) = patterns(BACKWARDS, "-w") else { return };
    assert!(found.iter().any(|words| words.contains("k = 6 - rounds")), "{found:?}");
    assert!(found.iter().any(|words| words.contains("a[6 - rounds..6) < 100")), "{found:?}");
    assert!(found.iter().any(|words| words.contains("flag = 5")), "{found:?}");
}

/// Without debug information there are no variables; what holds of the inputs is told all the same.
#[test]
fn without_debug_information_inputs_keep_their_names() {
    let Some(found) = patterns(&memspn("a", 3), "-w -g0") else { return };
    assert_eq!(found, ["k ≤ n, s[0..k) = 'a', n ≤ k, k ≤ 3", "k ≤ n, s[0..k) = 'a', k < n, s[k] ≠ 'a', k ≤ 2"]);
}

#[test]
fn what_has_no_short_words_is_still_readable() {
    let Some(found) = patterns(TWO_DIMENSIONS, "-w") else { return };
    let long = patterns(LONG, "-w").unwrap();
    assert!(long.iter().any(|words| words.contains("in [0..k): a condition on ")), "{long:?}");
    for words in found.iter().chain(&long) {
        assert!(words.chars().count() < 600 && !words.contains('…') && !words.contains("0x"), "{words}");
    }
}
