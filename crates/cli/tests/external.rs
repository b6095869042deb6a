//! `--undefined=external`: functions of the machine, called for the program; each of their ways to go wrong ends a path by
//! name and never the engine.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Functions that only the machine has.
const LIBRARY: &str = r#"
    #include <errno.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    struct pair { long a, b; };
    int many(char a, short b, int c, long d, int e, int f, int g, double h, float i, long j, double k, double l,
             double m, double n, double o, double p, double q) {
        return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + 13 * g + (int)(17 * h + 19 * i) + 23 * j +
               (int)(k + 2 * l + 3 * m + 4 * n + 5 * o + 6 * p + 7 * q);
    }
    float half(float x) { return x / 2; }
    struct pair both(long a) { return (struct pair){ a + 1, a - 1 }; }
    char *after(char *s, int c) { return strchr(s, c) + 1; }
    void end_of(char *s, char **end) { *end = s + strlen(s); }
    long sum(int count, ...) {
        va_list list;
        long all = 0;
        va_start(list, count);
        while (count--) all += va_arg(list, long) + (long)va_arg(list, double);
        return all;
    }
    int calls(void) { static int count; return ++count; }
    int fails(void) { errno = ERANGE; return -1; }
    void say(const char *text) { printf("[%s]", text); fprintf(stderr, "loud"); }
    void upper(char *s, size_t n) { for (size_t i = 0; i < n; i++) if (s[i] >= 'a' && s[i] <= 'z') s[i] -= 32; }
    int first(const char *s) { return s[0]; }
    int twice(int x) { return 2 * x; }
    const char *name(void) { return "outside"; }
    void store(const char **to) { *to = "outside"; }
    void crash(void) { *(volatile int *)0xdead0000 = 1; }
    void stop(void) { abort(); }
    void hang(void) { for (;;) pause(); }
    void leave(int code) { exit(code); }
    void behind(char *s, size_t n) { memset(s, 1, n); }
    int of_call(int (*f)(void)) { return f != 0; }
    int of_struct(char **list) { return list[0] != 0; }
"#;

/// A folder with the library and a program.
struct Scratch(TempDir);

impl Scratch {
    /// None without a compiler, and the test says that it was skipped.
    fn new(body: &str) -> Option<Scratch> {
        if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
            braid_testing::skipped("clang-14 not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("library.c"), LIBRARY).unwrap();
        std::fs::write(folder.path().join("main.c"), program(body)).unwrap();
        compile(folder.path(), &["-shared", "-fPIC", "library.c", "-o", "liboutside.so"]);
        Some(Scratch(folder))
    }
    fn braid(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command.output().expect("the binary was built for this test")
    }
    fn run(&self, out: &str) -> Value {
        let fixed = ["run", "main.c", "--json", "--undefined=external", "--link-library", "./liboutside.so"];
        let output = self.braid(&[&fixed[..], &["--out", out]].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

fn compile(folder: &Path, arguments: &[&str]) {
    let compiled = Command::new("clang-14").args(arguments).current_dir(folder).status();
    assert!(compiled.expect("clang-14 is there").success());
}

fn program(body: &str) -> String {
    format!(
        "#include <errno.h>\n#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n#include <klee/klee.h>\n
        struct pair {{ long a, b; }};\n
        int many(char, short, int, long, int, int, int, double, float, long, double, double, double, double, double,
                 double, double);
        float half(float); struct pair both(long); char *after(char *, int); void end_of(char *, char **);
        long sum(int, ...); int calls(void); int fails(void); void say(const char *); void upper(char *, size_t);
        int first(const char *); int twice(int); const char *name(void); void store(const char **); void crash(void);
        void stop(void); void hang(void); void leave(int); void behind(char *, size_t); int of_call(int (*)(void));
        int of_struct(char **); int nowhere(int); int clone(int, int, int, int);
        int main(void) {{ {body} }}\n"
    )
}

/// The reasons why a run is not complete.
fn reasons(run: &Value) -> Vec<&str> {
    run["incomplete"].as_array().unwrap().iter().map(|row| row["reason"].as_str().unwrap()).collect()
}

#[test]
fn a_call_does_what_it_does_natively() {
    let Some(scratch) = Scratch::new(
        r#"printf("%d\n", many(-1, -2, 3, -4, 5, 6, -7, 1.5, 2.25f, 8, 1, 2, 3, 4, 5, 6, 7));
           printf("%d\n", half(5.0f) == 2.5f);
           struct pair p = both(10); printf("%ld %ld\n", p.a, p.b);
           char text[] = "key=value"; printf("%s\n", after(text, '='));
           upper(text, 3); printf("%s\n", text);
           char *end = 0; end_of(text, &end); printf("%d\n", (int)(end - text));
           printf("%ld\n", sum(3, 1L, 1.5, 2L, 2.5, 3L, 3.5));
           printf("%d", fails()); printf(" %d %d\n", errno, klee_get_errno());
           say("inside"); printf("%d %d\n", calls(), calls());
           printf("%d\n", first("constant"));
           return calls();"#,
    ) else {
        return;
    };
    let run = scratch.run("out");
    assert_eq!((run["verdict"].as_str(), run["paths"].as_u64()), (Some("inconclusive"), Some(1)), "{run}");
    assert!(reasons(&run).iter().all(|reason| reason.starts_with("external call of '")), "{run}");
    assert!(run["incomplete"][0]["place"].as_str().unwrap().ends_with(" in main"), "{run}");
    let replay = scratch.braid(&["replay", "out"]);
    let text = String::from_utf8_lossy(&replay.stdout);
    assert!(text.contains("1 tests: 1 confirmed"), "{text}{}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn a_run_is_the_same_twice() {
    let Some(scratch) = Scratch::new(
        r#"char s[12]; klee_make_symbolic(s, 12, "s");
           if (s[0] > 'm') upper(s, 12);
           return first(s) + (s[3] > 'a') + twice(s[5]);"#,
    ) else {
        return;
    };
    let tests = |out: &str| {
        let run = scratch.run(out);
        let folder = scratch.0.path().join(out);
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "ktest"));
        files.sort();
        let bytes: Vec<Vec<u8>> = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
        (reasons(&run).join("\n"), run["paths"].clone(), bytes)
    };
    let [one, two] = ["one", "two"].map(tests);
    assert_eq!(one, two);
    assert!(!one.2.is_empty());
}

#[test]
fn what_is_symbolic_gets_one_value_and_that_is_counted() {
    let Some(scratch) = Scratch::new(
        r#"int x = klee_int("x"); char s[4]; klee_make_symbolic(s, 4, "s");
           int y = twice(x); if (y != 2 * x) abort();
           int c = first(s); if (c != s[0]) abort();
           return 0;"#,
    ) else {
        return;
    };
    let run = scratch.run("out");
    assert_eq!((run["verdict"].as_str(), run["paths"].as_u64()), (Some("inconclusive"), Some(1)), "{run}");
    let chosen = |name: &str| format!("external call of '{name}' with a symbolic argument: one value was chosen");
    for name in ["twice", "first"] {
        assert!(reasons(&run).contains(&chosen(name).as_str()), "{run}");
    }
    // A value that the path has fixed is no choice.
    let Some(scratch) = Scratch::new(r#"int x = klee_int("x"); if (x == 21) return twice(x) != 42; return 0;"#) else {
        return;
    };
    let run = scratch.run("out");
    assert_eq!(reasons(&run), ["external call of 'twice'"], "{run}");
}

#[test]
fn what_goes_wrong_ends_its_path_by_name() {
    let Some(scratch) = Scratch::new(
        r#"char *list[1] = { "x" };
           switch (klee_range(0, 11, "way")) {
           case 0: name(); break;
           case 1: { const char *s; store(&s); break; }
           case 2: crash(); break;
           case 3: stop(); break;
           case 4: leave(3); break;
           case 5: of_call(calls); break;
           case 6: of_struct(list); break;
           case 7: nowhere(1); break;
           case 8: clone(0, 0, 0, 0); break;
           case 9: { char *p = malloc(4); p[0] = 1; free(p); first(p); break; }
           default: return twice(4); }
           return 0;"#,
    ) else {
        return;
    };
    let run = scratch.run("out");
    let mut found = reasons(&run);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "call of 'nowhere', which the machine does not have either",
            "external call of 'clone': it makes a process",
            "external call of 'crash'",
            "external call of 'crash': it crashes (signal 11)",
            "external call of 'first': a pointer to an object that was freed is passed",
            "external call of 'leave': it ends its process (exit status: 3)",
            "external call of 'name'",
            "external call of 'name': it returns a pointer to memory of the machine",
            "external call of 'of_call': a pointer to a function is passed",
            "external call of 'of_struct': an object that holds a pointer is passed",
            "external call of 'stop'",
            "external call of 'stop': it crashes (signal 6)",
            "external call of 'store'",
            "external call of 'store': it stores a pointer to memory of the machine",
            "external call of 'twice'",
        ]
    );
    assert_eq!((run["paths"].as_u64(), run["bugs"].as_array().unwrap().len()), (Some(1), 0), "{run}");
}

#[test]
fn an_access_beside_a_passed_object_is_a_fault() {
    let Some(scratch) = Scratch::new(
        r#"static const char constant[4] = "abc"; char small[20];
           switch (klee_range(0, 6, "way")) {
           case 0: behind(small, 21); break;
           case 1: behind(small, 5000); break;
           case 2: behind((char *)constant, 1); break;
           case 3: first(0); break;
           case 4: { char *p = malloc(4); behind(p, 5); break; }
           default: behind(small, 20); }
           return 0;"#,
    ) else {
        return;
    };
    let run = scratch.run("out");
    let bugs = run["bugs"].as_array().unwrap();
    let mut found: Vec<(&str, &str)> =
        bugs.iter().map(|bug| (bug["kind"].as_str().unwrap(), bug["message"].as_str().unwrap())).collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("null-deref", "'first' accesses address 0x0: first(0)"),
            (
                "out-of-bounds",
                "'behind' accesses memory past the local variable 'small' of 20 bytes: behind(small, 5000)"
            ),
            ("out-of-bounds", "'behind' writes past an allocation of 4 bytes: behind(p, 5)"),
            ("out-of-bounds", "'behind' writes past the local variable 'small' of 20 bytes: behind(small, 21)"),
            (
                "readonly-write",
                "'behind' writes to the global variable 'main.constant' of 4 bytes: behind(main.constant, 1)"
            ),
        ]
    );
    assert_eq!(run["paths"].as_u64(), Some(6), "{run}");
}

#[test]
fn a_call_that_never_returns_is_given_up() {
    let Some(scratch) = Scratch::new(r#"if (klee_int("x")) hang(); return twice(1);"#) else { return };
    let start = Instant::now();
    let run = scratch.run("out");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    assert!(reasons(&run).contains(&"external call of 'hang': it does not return"), "{run}");
    assert_eq!(run["paths"].as_u64(), Some(1), "the other path goes on, with a worker of its own: {run}");
    assert_eq!(workers_in(scratch.0.path()), 0, "no process is left");
}

/// How many processes work in a folder.
fn workers_in(folder: &Path) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes.filter(|entry| std::fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == folder)).count()
}

#[test]
fn what_is_missing_is_said() {
    let Some(scratch) = Scratch::new("return twice(1);") else { return };
    compile(scratch.0.path(), &["-c", "-emit-llvm", "-w", "library.c", "-o", "library.bc"]);
    std::fs::write(scratch.0.path().join("plain.c"), "int twice(int); int main(void) { return twice(1); }").unwrap();
    compile(scratch.0.path(), &["-c", "-emit-llvm", "plain.c", "-o", "plain.bc"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "plain.bc", "--undefined=external", "--no-output"]).current_dir(scratch.0.path());
    let output = command.env_remove("BRAID_CC").env_remove("CLANG").env("PATH", "").output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("--undefined=external needs a C compiler, and there is none"), "{complaint}");
    let run = ["run", "plain.bc", "--no-output", "--json", "--undefined=external", "--link-library", "no-such-library"];
    let output = scratch.braid(&run);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reason = reasons(&report)[0];
    assert!(reason.starts_with("external call of 'twice': there is no worker for it: "), "{reason}");
    assert!(reason.contains("no-such-library"), "{reason}");
    let output = scratch.braid(&["run", "plain.bc", "--no-output", "--link-library", "m"]);
    assert_eq!(output.status.code(), Some(2), "a library without external calls");
}
