//! What a user may say about query counts, and what must come of it.

use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn braid(folder: &TempDir, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.c", "--no-output", "--json", "--quiet", "--cflags", "-w"]).args(flags);
    command.env("BRAID_CC", "clang-14").current_dir(folder.path()).stdin(Stdio::null());
    command.output().expect("the binary was built for this test")
}

fn written(program: &str) -> Option<TempDir> {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-14 not installed");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("main.c"), program).expect("it is written");
    Some(folder)
}

fn report(folder: &TempDir, flags: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&braid(folder, flags).stdout).expect("a report")
}

#[test]
fn nonsense_numbers_are_refused_with_their_range() {
    let Some(folder) = written("int main(void) { return 0; }") else { return };
    let refused = [
        ("--qce-alpha=-1", "from 0 on"),
        ("--qce-alpha=nan", "from 0 on"),
        ("--qce-beta=0", "above 0"),
        ("--qce-beta=1.5", "at most 1"),
        ("--qce-zeta=0.5", "from 1 on"),
        ("--qce-kappa=-1", "invalid"),
        ("--dsm-distance=0", "1..="),
    ];
    for (flag, range) in refused {
        let output = braid(&folder, &["--merge=qce-static", flag]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(range), "{flag}: {text}");
    }
    for flag in ["--qce-alpha=0", "--qce-alpha=inf", "--qce-kappa=0", "--qce-beta=1"] {
        let output = braid(&folder, &["--merge=qce-static", flag]);
        assert_eq!(output.status.code(), Some(0), "{flag}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// A counter that is asked about once, after a loop that asks about everything else.
const COUNTER: &str = "#include <klee/klee.h>
    int main(void) {
        char s[8];
        int odd = 0;
        klee_make_symbolic(s, sizeof s, \"s\");
        for (int i = 0; i < 8; i++)
            if (s[i] == 'x')
                odd += 1 + (i & 1);
        if (odd > 9) return 1;
        return 0;
    }";

/// With α = inf all that meet are joined; with α = 0 no two that differ in a known value that is asked about.
#[test]
fn alpha_decides_how_many_are_joined() {
    let Some(folder) = written(COUNTER) else { return };
    let counts = |flags: &[&str]| {
        let report = report(&folder, flags);
        ["states", "joins"].map(|name| report[name].as_u64().expect("a number"))
    };
    let all = counts(&["--merge=qce-static", "--qce-alpha=inf"]);
    let usual = counts(&["--merge=qce-static"]);
    let none = counts(&["--merge=qce-static", "--qce-alpha=0"]);
    let forking = counts(&["--merge=none"]);
    // One join in each iteration, and one behind the branch.
    assert!(all == [1, 9] && usual == all, "{all:?} {usual:?}");
    // The values of the counter stay apart until nobody asks about it any more, so that there are more states to be joined.
    assert!(none[0] == 1 && none[1] > 3 * all[1] && forking == [256, 0], "{none:?} {forking:?}");
}

/// What a loop changes is behind two pointers: no variable names it at the loop's head.
const BOXES: &str = "#include <klee/klee.h>
    #include <stdlib.h>
    struct box { const char *text; int tag; };
    struct holder { struct box *box; };
    static struct holder *held[2];
    int main(void) {
        char s[2];
        int n = 0;
        klee_make_symbolic(s, 2, \"s\");
        for (int i = 0; i < 2; i++) {
            held[i] = malloc(sizeof **held);
            held[i]->box = malloc(sizeof(struct box));
            held[i]->box->text = \"abc\";
            held[i]->box->tag = 0;
        }
        for (int i = 0; i < 2; i++)
            if (s[i] == 'x')
                held[i]->box->CHANGED;
        for (int i = 0; i < 2; i++)
            n += held[i]->box->text[0] + held[i]->box->tag;
        return n == 3;
    }";

/// Pointers that nobody counts must agree; other bytes that nobody counts keep nobody apart, and are counted.
#[test]
fn words_that_no_variable_names_agree_in_pointers() {
    let other_pointers = "they differ in pointers that no variable names";
    let outcome = |changed: &str, flags: &[&str]| {
        let folder = written(&BOXES.replace("CHANGED", changed))?;
        let report = report(&folder, flags);
        let rows = report["merges"].as_array().expect("rows").clone();
        let sum = |kind: &str, what: &str| rows.iter().filter_map(|row| row[kind][what].as_u64()).sum::<u64>();
        let bytes = sum("own", "bytes that differed and that no variable names");
        Some((report["states"].as_u64(), report["joins"].as_u64() > Some(0), sum("refused", other_pointers) > 0, bytes))
    };
    for merge in ["--merge=qce-static", "--merge=qce-dynamic"] {
        let Some(pointers) = outcome("text = \"xyz\"", &[merge]) else { return };
        assert_eq!(pointers, (Some(4), false, true, 0), "{merge}: they lead to different texts");
        let data = outcome("tag = 7", &[merge]);
        assert_eq!(data, Some((Some(1), true, false, 2)), "{merge}: one byte of each tag");
        let all = outcome("text = \"xyz\"", &[merge, "--qce-alpha=inf"]);
        assert_eq!(all, Some((Some(1), true, false, 0)), "{merge}: whoever joins everything asks for nothing");
    }
}

/// A function that returns from two blocks, called four times in one block: only behind the calls do its paths meet.
const TWO_RETURNS: &str = "declare void @klee_make_symbolic(i8*, i64, i8*)
@name = private constant [2 x i8] c\"s\\00\"
define internal i32 @kind(i8* %p) {
  %c = load i8, i8* %p
  %low = icmp ult i8 %c, 7
  br i1 %low, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @main() {
  %s = alloca [4 x i8]
  %p0 = getelementptr [4 x i8], [4 x i8]* %s, i64 0, i64 0
  %p1 = getelementptr [4 x i8], [4 x i8]* %s, i64 0, i64 1
  %p2 = getelementptr [4 x i8], [4 x i8]* %s, i64 0, i64 2
  %p3 = getelementptr [4 x i8], [4 x i8]* %s, i64 0, i64 3
  call void @klee_make_symbolic(i8* %p0, i64 4, i8* getelementptr ([2 x i8], [2 x i8]* @name, i64 0, i64 0))
  %k0 = call i32 @kind(i8* %p0)
  %k1 = call i32 @kind(i8* %p1)
  %k2 = call i32 @kind(i8* %p2)
  %k3 = call i32 @kind(i8* %p3)
  %t1 = add i32 %k0, %k1
  %t2 = add i32 %t1, %k2
  %t3 = add i32 %t2, %k3
  ret i32 %t3
}
";

#[test]
fn states_that_come_back_from_one_call_are_joined_behind_it() {
    let Some(folder) = written("") else { return };
    std::fs::write(folder.path().join("main.ll"), TWO_RETURNS).expect("it is written");
    let mut compiler = Command::new("clang-14");
    compiler.args(["-w", "-c", "-emit-llvm", "-x", "ir", "main.ll", "-o", "main.bc"]).current_dir(folder.path());
    assert!(compiler.status().expect("it runs").success());
    for merge in ["qce-static", "qce-dynamic"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args([
            "run",
            "main.bc",
            "--no-output",
            "--json",
            "--quiet",
            "--count-paths",
            "--validate-merges=prove",
        ]);
        command.args(["--merge", merge]).current_dir(folder.path()).stdin(Stdio::null());
        let report: serde_json::Value =
            serde_json::from_slice(&command.output().expect("the binary was built for this test").stdout)
                .expect("a report");
        let joins_in = |function: &str| {
            let rows = report["merges"].as_array().into_iter().flatten();
            rows.filter(|row| row["function"] == function).filter_map(|row| row["joins"].as_u64()).sum::<u64>()
        };
        assert_eq!((joins_in("main"), report["states"].as_u64()), (4, Some(1)), "{merge}: one behind each call");
        assert_eq!(report["paths"].as_u64(), Some(16), "{merge}");
    }
}

/// Figure 2: what is behind an expensive arm is reached in time only by whoever does not wait for it.
const PACKET: &str = "#include <klee/klee.h>
    static unsigned hash(const unsigned char *p) {
        unsigned sum = 0;
        for (int round = 0; round < 4000; round++)
            for (int i = 0; i < 8; i++) {
                if (p[i] & 1) sum = sum * 31 + round;
                else sum ^= p[i];
            }
        return sum;
    }
    static void handle_packet(int c) { klee_assert(c != 'q'); }
    int main(void) {
        unsigned char packet[8], log;
        volatile unsigned logged = 0;
        klee_make_symbolic(packet, 8, \"packet\");
        klee_make_symbolic(&log, 1, \"log\");
        if (log) logged = hash(packet);
        handle_packet(packet[0]);
        return 0;
    }";

#[test]
fn a_search_reaches_what_is_behind_an_expensive_arm_if_it_may_decide() {
    let Some(folder) = written(PACKET) else { return };
    let bugs = |flags: &[&str]| {
        let limits = ["--max-instructions=20000", "--merge-patience=1000000000"];
        report(&folder, &[flags, &limits].concat())["bugs"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(bugs(&["--merge=qce-static"]), 0, "all of the hash comes first");
    assert_eq!(bugs(&["--merge=qce-dynamic", "--search=bfs"]), 1);
}

/// A scanner with three modes: at each position one state for each mode is enough.
const MODES: &str = "#include <klee/klee.h>
    int main(void) {
        unsigned char s[12];
        int mode = 0;
        unsigned fields = 0, quoted = 0;
        klee_make_symbolic(s, sizeof s, \"s\");
        for (int i = 0; i < 12; i++) {
            unsigned char c = s[i];
            if (mode == 0) {
                if (c == '\"') mode = 1;
                else if (c == ',') fields++;
            } else if (mode == 1) {
                if (c == '\"') mode = 2;
                else quoted++;
            } else {
                if (c == '\"') { quoted++; mode = 1; }
                else { mode = 0; if (c == ',') fields++; }
            }
        }
        klee_assert(fields + quoted <= 12);
        return 0;
    }";

#[test]
fn positions_are_kept_together_whatever_the_modes_have_counted() {
    let Some(folder) = written(MODES) else { return };
    let forks = |flags: &[&str]| report(&folder, flags)["counters"]["forks"].as_u64().expect("a count");
    // The three modes have two, one and two branches, at each of 12 positions.
    let at_once = forks(&["--merge=qce-static"]);
    assert!(at_once <= 12 * 5, "{at_once}");
    for search in ["dfs", "bfs", "random-path", "nurs:covnew"] {
        let followed = forks(&["--merge=qce-dynamic", "--search", search]);
        assert!(followed <= 16 * at_once, "{search}: {followed}, not {at_once}");
    }
}

#[test]
fn what_forwarding_costs_and_brings_is_counted() {
    let Some(folder) = written(MODES) else { return };
    let report = report(&folder, &["--merge=qce-dynamic", "--search=random-path"]);
    let rows = report["merges"].as_array().expect("rows");
    let sum = |what: &str| rows.iter().filter_map(|row| row["own"][what].as_u64()).sum::<u64>();
    let (forwarded, joined) = (sum("forwarded"), sum("forwarded and joined"));
    assert!(0 < joined && joined <= forwarded, "{joined} of {forwarded}");
    let (spent, all) = (sum("instructions while forwarded"), report["counters"]["instructions"].as_u64());
    assert!(spent > 0 && Some(spent) < all, "{spent} of {all:?}");
}

/// Programs that an analysis may stumble over, each with what it is.
const ODD: &[(&str, &str)] = &[
    (
        "irreducible control flow",
        "#include <klee/klee.h>
        int main(void) {
            unsigned char s[5]; int i = 0, n = 0;
            klee_make_symbolic(s, 5, \"s\");
            if (s[0] == 'a') goto second;
        first: n++;
            if (s[i] == 'x') n += 2;
        second: i++;
            if (i < 5 && s[i] != 'q') goto first;
            if (i < 4) goto second;
            klee_assert(n != 9);
            return 0;
        }",
    ),
    (
        "indirect calls",
        "#include <klee/klee.h>
        static int one(int c) { return c == 'x' ? 1 : 2; }
        static int two(int c) { return c < 'k' ? 3 : 4; }
        int main(void) {
            int (*table[2])(int) = { one, two };
            unsigned char s[4]; int n = 0;
            klee_make_symbolic(s, 4, \"s\");
            for (int i = 0; i < 4; i++) n += table[s[i] & 1](s[i]);
            klee_assert(n != 13);
            return 0;
        }",
    ),
    (
        "recursion",
        "#include <klee/klee.h>
        static int even(const unsigned char *s, int i);
        static int odd(const unsigned char *s, int i) { return i == 4 ? 0 : s[i] == 'x' ? even(s, i + 1) : odd(s, i + 1); }
        static int even(const unsigned char *s, int i) { return i == 4 ? 1 : s[i] == 'x' ? odd(s, i + 1) : even(s, i + 1); }
        int main(void) {
            unsigned char s[4];
            klee_make_symbolic(s, 4, \"s\");
            klee_assert(even(s, 0) || s[0] != 'x' || s[1] != 'x');
            return 0;
        }",
    ),
    (
        "arms with assumptions",
        "#include <klee/klee.h>
        int main(void) {
            unsigned char s[4]; int n = 0;
            klee_make_symbolic(s, 4, \"s\");
            for (int i = 0; i < 4; i++) {
                if (s[i] == 'x') { klee_assume(s[(i + 1) & 3] > 'd'); n++; }
                else if (s[i] == 'y') { klee_assume(n > 0); n += 2; }
            }
            klee_assert(n != 5);
            return 0;
        }",
    ),
];

/// Whatever the program and the numbers are, joining answers what forking does.
#[test]
fn odd_programs_and_numbers_are_defined() {
    let numbers: [&[&str]; 6] = [
        &[],
        &["--qce-alpha=0"],
        &["--qce-alpha=inf"],
        &["--qce-kappa=0"],
        &["--qce-zeta=3"],
        &["--explain-merges", "--cflags", "-g0 -w"],
    ];
    for (what, program) in ODD {
        let Some(folder) = written(program) else { return };
        let answer = |flags: &[&str]| {
            let report = report(&folder, flags);
            let kinds = report["bugs"].as_array().expect("bugs").iter().map(|bug| bug["kind"].clone());
            (report["verdict"].clone(), kinds.collect::<Vec<_>>(), report["joins"].as_u64())
        };
        let forking = answer(&[]);
        for merge in ["--merge=qce-static", "--merge=qce-dynamic"] {
            for flags in numbers {
                let flags = [&[merge, "--validate-merges"], flags].concat();
                let joining = answer(&flags);
                assert_eq!((&joining.0, &joining.1), (&forking.0, &forking.1), "{what}, {flags:?}");
            }
            let joins = answer(&[merge, "--qce-alpha=inf"]).2;
            assert!(joins > Some(0), "{what}, {merge}: nothing was joined");
        }
    }
}

/// Sides that the solver does not decide are left out and told, in joined states too, and no bug is lost: a product of two primes is not
/// taken apart within three conflicts.
#[test]
fn undecided_sides_lose_no_bug() {
    let program = "#include <klee/klee.h>
        int main(void) {
            unsigned long a, b; unsigned char c; int n = 0;
            klee_make_symbolic(&a, sizeof a, \"a\");
            klee_make_symbolic(&b, sizeof b, \"b\");
            klee_make_symbolic(&c, sizeof c, \"c\");
            klee_assume(a > 1 & b > 1 & a < b & a < 0x100000000 & b < 0x100000000);
            for (int i = 0; i < 3; i++) {
                if (a * b == 1000036000099ul + i) n++;
                if (c == 'x' + i) n += 2;
            }
            klee_assert(c != 'y');
            return n;
        }";
    let Some(folder) = written(program) else { return };
    for (merge, joins) in [("--merge=none", false), ("--merge=qce-static", true), ("--merge=qce-dynamic", true)] {
        let report = report(&folder, &[merge, "--solver-conflicts=3", "--validate-merges"]);
        let bugs = report["bugs"].as_array().expect("bugs").len();
        assert_eq!((bugs, report["verdict"].as_str()), (1, Some("bug")), "{merge}");
        assert_eq!(report["joins"].as_u64() > Some(0), joins, "{merge}");
        assert!(report["counters"]["unknown"].as_u64() > Some(0), "{merge}: every side was decided");
        assert!(report["incomplete"].to_string().contains("conflicts ran out"), "{merge}: {}", report["incomplete"]);
    }
}

/// A search that goes deep leaves nobody behind in a loop: whoever is in an iteration that another state has ended follows it, whichever way it goes
/// through the body. Without that this scanner takes more than ten times as many forks depth first as in topological order.
#[test]
fn states_of_a_scanner_stay_together_under_any_search() {
    let scanner = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/bench/programs/parsers/csv.c");
    let Some(folder) = written(&format!("#define N 10\n#include \"{scanner}\"\n")) else { return };
    let forks = |flags: &[&str]| report(&folder, flags)["forks"].as_u64().expect("a number");
    let together = forks(&["--merge=qce-static"]);
    for search in ["dfs", "bfs", "random-state", "random-path"] {
        let dynamic = forks(&["--merge=qce-dynamic", &format!("--search={search}")]);
        assert!(dynamic <= 2 * together, "{search}: {dynamic} forks, {together} in topological order");
    }
}
