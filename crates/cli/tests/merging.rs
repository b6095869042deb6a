//! What a user is told of merging: `--explain-merges` as text and as JSON, `--merge-loops` with places, and what a joined state
//! leaves undecided.

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
        std::fs::write(folder.path().join("main.c"), program).unwrap();
        Some(Scratch(folder))
    }
    fn braid(&self, flags: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args(["run", "main.c", "--no-output", "--cflags", "-w"]).args(flags);
        command.env("BRAID_CC", "clang-14").current_dir(self.0.path()).stdin(Stdio::null());
        command.output().expect("the binary was built for this test")
    }
    fn text(&self, flags: &[&str]) -> String {
        String::from_utf8(self.braid(flags).stdout).expect("braid writes UTF-8")
    }
    fn json(&self, flags: &[&str]) -> Value {
        let output = self.braid(&[flags, &["--json"]].concat());
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaint}"))
    }
}

/// Three loops, in the order in which they run: one saves a little, one saves much and is asked about afterwards, and one is left
/// by two states at different places.
const PROGRAM: &str = r#"#include <klee/klee.h>
static int little(unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < 3; i++)
        if (n == i)
            sum++;
    return sum;
}
static int much(unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += 2;
    return sum;
}
int main(void) {
    unsigned n = (unsigned)klee_range(0, 8, "n"), m = (unsigned)klee_range(0, 9, "m");
    int sum = little(n) + much(m);
    if (sum == 7)
        return 1;
    for (int i = 0; i < 2; i++)
        if (n == 3) {
            if (i == 1)
                klee_abort();
        }
    return 0;
}
"#;

/// The loop of each row, by function and line, in the order of rows.
fn places(run: &Value) -> Vec<(&str, u64)> {
    let rows = run["merges"].as_array().unwrap().iter();
    rows.map(|row| (row["function"].as_str().unwrap(), row["line"].as_u64().unwrap())).collect()
}

#[test]
fn rows_tell_what_was_joined_where_and_what_it_saved_and_cost() {
    let Some(scratch) = Scratch::new(PROGRAM) else { return };
    let run = scratch.json(&["--merge=loop", "--explain-merges"]);
    assert_eq!(places(&run), [("much", 11), ("little", 4), ("main", 20)], "{run}");
    let rows = run["merges"].as_array().unwrap();
    let number = |row: usize, name: &str| rows[row][name].as_u64().unwrap_or_else(|| panic!("{name}: {run}"));
    let counts = |row| ["contexts", "complete", "joins", "states", "lost"].map(|name| number(row, name));
    assert_eq!([counts(0), counts(1)], [[1, 1, 1, 9, 0], [1, 1, 1, 4, 0]], "{run}");
    assert_eq!((&rows[0]["groups"], &rows[1]["groups"]), (&serde_json::json!([9]), &serde_json::json!([4])), "{run}");
    assert_eq!(rows[0]["file"], "main.c");
    for row in [0, 1] {
        assert!(
            number(row, "nodes_before") > number(row, "nodes_after"),
            "all ways are there, so nothing is left: {run}"
        );
        assert!(number(row, "terms") > 0 && rows[row]["time_after_s"].as_f64().is_some_and(|time| time > 0.0), "{run}");
    }
    assert!(number(0, "queries_after") > 0, "the branch on the sum is asked about: {run}");
    assert_eq!((counts(2), &rows[2]["groups"]), ([1, 1, 0, 0, 0], &serde_json::json!([1, 1])), "two ways out: {run}");
    // Without the flag there are the same rows, but nothing was measured for them.
    let plain = scratch.json(&["--merge=loop"]);
    assert_eq!(places(&plain), places(&run));
    assert_eq!(plain["merges"][0]["nodes_before"], 0, "{plain}");
}

#[test]
fn rows_are_told_to_people_in_the_same_order() {
    let Some(scratch) = Scratch::new(PROGRAM) else { return };
    let text = scratch.text(&["--merge=loop", "--explain-merges"]);
    let (_, rows) = text.split_once("\nmerges\n").unwrap_or_else(|| panic!("{text}"));
    let lines: Vec<&str> = rows.lines().collect();
    let heads: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with("    ")).collect();
    assert_eq!(heads, ["  main.c:11 in much", "  main.c:4 in little", "  main.c:20 in main"], "{text}");
    assert_eq!(
        lines[1..3],
        ["    1 contexts (1 complete, 0 states lost), 1 joins of 9 states", "    groups 9"],
        "{text}"
    );
    assert!(lines[3].starts_with("    conditions of ") && lines[3].contains(" queries, ") && lines[3].ends_with(" s"));
    let none = scratch.text(&["--merge=none", "--explain-merges"]);
    assert!(none.ends_with("merges\n  none: no loop or region that may be merged has forked\n"), "{none}");
    assert!(!scratch.text(&["--merge=loop"]).contains("\nmerges\n"));
}

/// What was not joined is told with its reason, in both forms.
#[test]
fn refusals_are_told_by_reason() {
    let Some(scratch) = Scratch::new(PROGRAM) else { return };
    let flags = ["--merge=loop", "--explain-merges", "--merge-group=5"];
    let run = scratch.json(&flags);
    assert_eq!(places(&run)[0], ("little", 4), "now the other loop saves most: {run}");
    let much = run["merges"].as_array().unwrap().iter().find(|row| row["function"] == "much").unwrap();
    assert_eq!(
        (&much["refused"], much["joins"].as_u64()),
        (&serde_json::json!({"too many states": 1}), Some(0)),
        "{run}"
    );
    let text = scratch.text(&flags);
    assert!(text.contains("  main.c:11 in much\n"), "{text}");
    assert!(text.contains("    groups 9\n    not joined: too many states (1 times)\n"), "{text}");
}

#[test]
fn only_the_loops_at_the_places_told_are_merged() {
    let Some(scratch) = Scratch::new(PROGRAM) else { return };
    for (places_told, expected) in [
        ("main.c:11", vec![("much", 11)]),
        ("little", vec![("little", 4)]),
        ("main.c:20,main.c:11", vec![("much", 11), ("main", 20)]),
        ("sized,much", vec![]),
    ] {
        let run = scratch.json(&["--merge=loop", &format!("--merge-loops={places_told}")]);
        assert_eq!(places(&run), expected, "{places_told}: {run}");
        assert_eq!(run["options"]["merge-loops"], places_told);
    }
}

#[test]
fn a_place_without_a_loop_is_told() {
    let Some(scratch) = Scratch::new(PROGRAM) else { return };
    let text = scratch.text(&["--merge=loop", "--merge-loops=much,main.c:12,nowhere,other.c:11"]);
    for (place, is_told) in [("much", false), ("main.c:12", true), ("nowhere", true), ("other.c:11", true)] {
        let told = format!("the place {place} of --merge-loops is not used: no loop there has forked");
        assert_eq!(text.contains(&told), is_told, "{place}: {text}");
    }
}

#[test]
fn what_is_no_place_is_refused() {
    for (which, why) in [
        ("", "a kind of loops or a place is missing"),
        ("sized,,much", "a kind of loops or a place is missing"),
        ("main.c:0", "'main.c:0' names no place; write file:line or the name of a function"),
        ("main.c:", "'main.c:' names no place"),
        (":4", "':4' names no place"),
        ("sized,main.c:4294967296", "'main.c:4294967296' names no place"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args(["run", "main.c", "--merge=loop", &format!("--merge-loops={which}")]).stdin(Stdio::null());
        let output = command.output().expect("the binary was built for this test");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{which}: {complaint}");
        assert!(output.stdout.is_empty() && complaint.contains(why), "{which}: {complaint}");
    }
}

/// Along a chain of so many objects each may lead to one, for an input of its own: whether that one is lost is not found out,
/// and the run says so with the place where it was made. Plain forking finds out.
const WAYS: &str = r#"#include <klee/klee.h>
#include <stdlib.h>
struct node { struct node *next; char *end; };
static struct node *first;
int main(void) {
    unsigned x = (unsigned)klee_int("x");
    klee_open_merge();
    char *end = malloc(16);
    for (unsigned i = 0; i < 80; i++) {
        struct node *node = malloc(sizeof *node);
        *node = (struct node){first, 0};
        if (x == i)
            node->end = end;
        first = node;
    }
    end = 0;
    klee_close_merge();
    return 0;
}
"#;

#[test]
fn a_leak_that_is_not_decided_is_told_with_its_place() {
    let Some(scratch) = Scratch::new(WAYS) else { return };
    let run = scratch.json(&["--check=leak", "--merge=region", "--merge-patience=10000000"]);
    let reason = "a leak that is not decided: too many ways lead to an object";
    let rows = run["incomplete"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{run}");
    assert_eq!((&rows[0]["reason"], &rows[0]["count"]), (&reason.into(), &1.into()), "{run}");
    assert_eq!(rows[0]["place"], "main.c:8 in main", "{run}");
    assert_eq!((&run["verdict"], run["bugs"].as_array().unwrap().len()), (&"inconclusive".into(), 0), "{run}");
    let forked = scratch.json(&["--check=leak"]);
    assert_eq!((&forked["verdict"], &forked["bugs"][0]["line"]), (&"bug".into(), &8.into()), "{forked}");
}

/// A scanner whose position decides nearly all that is asked, and whose counter decides one thing at the end.
const SCANNER: &str = r#"#include <klee/klee.h>
int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned count = 0, at = 0;
    while (at < sizeof text && text[at]) {
        if (text[at] == '%')
            at++;
        count++;
        at++;
    }
    return count == 3;
}
"#;

#[test]
fn hot_variables_are_told_and_what_keeps_states_apart() {
    let Some(scratch) = Scratch::new(SCANNER) else { return };
    let flags = ["--merge=qce-static", "--explain-merges"];
    let run = scratch.json(&flags);
    let rows = run["merges"].as_array().unwrap();
    let row = rows.iter().find(|row| row["joins"].as_u64() > Some(0)).expect("states are joined at the loop's head");
    let share = |name: &str| {
        let hot = row["hot"].as_array().into_iter().flatten();
        hot.filter(|variable| variable["name"] == name).find_map(|variable| variable["share"].as_f64())
    };
    let position = share("at").expect("the position is hot");
    assert!(position > 0.5 && position <= 1.0, "{row}");
    assert!(share("count").is_none(), "few queries depend on the counter: {row}");
    let slice = |name: &str| row[name].as_u64().expect("a number");
    // States of different iterations meet: what tells them apart is about bytes that were apart before.
    assert_eq!([slice("slice_before"), slice("slice_after")], [3, 4], "{row}");
    let apart = |row: &Value| row["refused"].get("they differ in at").and_then(Value::as_u64) > Some(0);
    assert!(rows.iter().any(apart), "{rows:?}");
    let text = scratch.text(&flags);
    assert!(
        text.contains("hot: ")
            && text.contains("slices of up to 3 input bytes became up to 4")
            && text.contains("not joined: they differ in at"),
        "{text}"
    );
    let quiet = scratch.json(&flags[..1]);
    assert!(quiet["merges"].as_array().unwrap().iter().all(|row| row.get("hot").is_none()));
}

/// Where one branch is dear to answer and the others are cheap.
const DEAR: &str = r#"#include <klee/klee.h>
int main(void) {
    unsigned char text[2];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned digits = 0, sum = 0;
    for (unsigned at = 0; at < sizeof text; at++) {
        if (text[at] >= '0' && text[at] <= '9')
            digits++;
        sum = sum * 31 + text[at];
        if ((unsigned short)(sum * (sum ^ 0x5bd1)) == 0x1234)
            digits++;
    }
    return digits == 2;
}
"#;

#[test]
fn measured_costs_change_no_answer_and_are_the_same_in_equal_runs() {
    let Some(scratch) = Scratch::new(DEAR) else { return };
    let run = |flags: &[&str]| scratch.json(&[&["--merge=qce-static", "--count-paths"], flags].concat());
    let (even, measured) = (run(&[]), run(&["--qce-cost=measured"]));
    assert_eq!(measured["options"]["qce-cost"], "measured");
    for field in ["verdict", "paths", "bugs"] {
        assert_eq!(even[field], measured[field], "{field}");
    }
    let again = run(&["--qce-cost=measured"]);
    for field in ["counters", "paths", "merges"] {
        let timeless = |run: &Value| {
            let mut value = run[field].clone();
            for row in value.as_array_mut().into_iter().flatten() {
                row["time_after_s"] = Value::Null;
            }
            value
        };
        assert_eq!(timeless(&measured), timeless(&again), "{field}");
    }
    let conflicts = measured["counters"]["conflicts"].as_u64();
    assert!(conflicts > Some(0), "some queries are dear: {:?}", measured["counters"]);
}

/// The second branch goes the way of the first: two paths, of which each side of the second fork of the joined state counts both.
const RELATED: &str = r#"
#include <klee/klee.h>
int main(void) {
    unsigned char c;
    int low = 0, small = 0;
    klee_make_symbolic(&c, sizeof c, "c");
    if (c < 10)
        low = 1;
    else
        low = 2;
    if (c < 10)
        small = 1;
    else
        small = 2;
    return low + small;
}
"#;

#[test]
fn multiplicity_is_told_beside_the_paths() {
    let Some(scratch) = Scratch::new(RELATED) else { return };
    let run = |flags: &[&str]| scratch.json(&[&["--merge=qce-static", "--qce-alpha=inf"], flags].concat());
    let (estimated, counted) = (run(&[]), run(&["--count-paths"]));
    assert_eq!((&estimated["paths"], &estimated["paths_exact"]), (&Value::from(4), &Value::from(false)), "{estimated}");
    assert_eq!((&counted["paths"], &counted["paths_exact"]), (&Value::from(2), &Value::from(true)), "{counted}");
    for report in [estimated, counted] {
        assert_eq!((&report["multiplicity"], &report["multiplicity_log2"]), (&Value::from(4), &Value::from(2.0)));
    }
    let forked = scratch.json(&["--merge=none"]);
    assert_eq!((&forked["multiplicity"], &forked["multiplicity_log2"]), (&Value::from(2), &Value::from(1.0)));
}

/// A line `name = number`: loops that go on where others stopped.
const CHAINED: &str = r#"
#include <braid.h>
__attribute__((noinline)) static const char *blanks(const char *p) {
    while (*p == ' ' || *p == '\t') p++;
    return p;
}
__attribute__((noinline)) static const char *letters(const char *p) {
    while (*p >= 'a' && *p <= 'z') p++;
    return p;
}
__attribute__((noinline)) static const char *digits(const char *p) {
    while (*p >= '0' && *p <= '9') p++;
    return p;
}
int main(void) {
    char s[SIZE];
    braid_symbolic(s, SIZE, "s");
    s[SIZE - 1] = 0;
    const char *name = blanks(s), *end = letters(name);
    if (end == name || *end != '=')
        return 1;
    const char *number = blanks(end + 1);
    return digits(number) == number ? 2 : 0;
}
"#;

#[test]
fn queries_of_chained_loops_do_not_pay_for_all_iterations_before() {
    let per_query = |size: u32| {
        let run = Scratch::new(&CHAINED.replace("SIZE", &size.to_string()))?.json(&["--merge=pattern"]);
        assert_eq!(run["verdict"], "proved", "{size} bytes");
        let count = |name: &str| run["counters"][name].as_u64().expect("a count");
        Some(count("propagations") as f64 / count("back_end_queries") as f64)
    };
    let (Some(short), Some(long)) = (per_query(40), per_query(160)) else { return };
    assert!(long < 2.0 * short, "{short} propagations a query over 40 bytes, {long} over 160");
}

/// Counters that are joined in every iteration, and what relates them.
const COUNTERS: &str = r#"
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    char s[60];
    int inside = 0, words = 0, lines = 0, blanks = 0;
    klee_make_symbolic(s, sizeof s, "s");
    for (int i = 0; i < 60; i++) {
        if (s[i] == '\n') lines++;
        if (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') {
            inside = 0;
            blanks++;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words <= blanks + LIMIT);
    assert(lines <= blanks);
    return words;
}
"#;

#[test]
fn what_relates_joined_counters_is_decided_without_a_search() {
    let Some(scratch) = Scratch::new(&COUNTERS.replace("LIMIT", "1")) else { return };
    let run = scratch.json(&["--merge=qce-static"]);
    assert_eq!(run["verdict"], "proved");
    assert_eq!(run["counters"]["linear_hits"], 2, "{:?}", run["counters"]);
    assert_eq!(run["counters"]["conflicts"], 0, "{:?}", run["counters"]);
    let wrong = Scratch::new(&COUNTERS.replace("LIMIT", "0")).expect("as before").json(&["--merge=qce-static"]);
    assert_eq!(wrong["verdict"], "bug", "there is a word and no blank");
}
