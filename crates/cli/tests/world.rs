//! The symbolic environment as a script sees it: options, test files, and native runs that cannot do harm.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use braid_report::{Bytes, Ending, Folder, InputObject, KTest, Program, RunReport, Sources, TestClaim};

fn braid(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the binary was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("braid writes UTF-8")
}

fn has_clang() -> bool {
    let found = !braid_replay::tools::clangs().is_empty();
    if !found {
        braid_testing::skipped("clang is not installed");
    }
    found
}

/// Whether a replay was refused because nothing shuts programs in on this machine; the test says what it leaves out.
fn is_refused(output: &Output) -> bool {
    let refused = text(&output.stdout).contains("cannot be shut in here");
    if refused {
        braid_testing::left_out("programs that may change files are not replayed: no user namespaces");
    }
    refused
}

/// A folder with a program in it.
fn place(source: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(place.path().join("prog.c"), source).expect("a temporary file");
    place
}

const READS: &str = "\
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char bytes[4];
  read(0, bytes, 4);
  read(open(\"A\", O_RDONLY), bytes, 4);
  write(1, argv[argc - 1], 1);
  return argc;
}
";

#[test]
fn wrong_numbers_are_told_and_end_with_2() {
    let place = place(READS);
    for (line, words) in [
        ("run prog.c --sym-arg", "--sym-arg N: a number is missing"),
        ("run prog.c --sym-arg two", "'two' is no number"),
        ("run prog.c -sym-args 3 2 1", "at least 3 and at most 2"),
        ("run prog.c -- a --sym-files 30 1", "1 to 26 files"),
        ("run --sym-stdin 99999999 prog.c", "more than 1048576"),
        ("run prog.c -max-fail -1", "'-1' is no number"),
        ("run prog.c --sym-env HOME", "--sym-env NAME N: a number is missing"),
        ("run prog.c --sym-env LD_PRELOAD 3", "the machine itself looks at LD_PRELOAD"),
        ("run prog.c --stdin=socket", "invalid value 'socket'"),
        ("run prog.c --stdin=tty --sym-stdin 4096", "a terminal keeps 2048 bytes"),
        ("run prog.c --sym-sizes --sizes=max", "need --sizes=lazy"),
        ("run prog.c --root nowhere", "--root nowhere: / cannot be read"),
    ] {
        let output = braid(place.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{line}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(words), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn tests_hold_what_those_of_klee_hold() {
    let place = place(READS);
    if !has_clang() {
        return;
    }
    let line =
        "run -sym-arg 2 prog.c --sym-args 1 2 3 --sym-stdin 4 --out out -- x --sym-files 1 5 --fd-fail --sym-stdout";
    let output = braid(place.path(), &line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let folder = Folder::open(&place.path().join("out")).expect("the folder of the run");
    let test = folder.test_names().expect("tests").pop().expect("a test");
    let test = folder.read_input(&test).expect("a test");
    let words: Vec<String> = test.arguments.iter().map(|word| text(word)).collect();
    let expected = "program -sym-arg 2 --sym-args 1 2 3 --sym-stdin 4 x --sym-files 1 5 --fd-fail --sym-stdout";
    assert_eq!(words.join(" "), expected);
    let count = test.object("n_args").expect("the number of arguments").bytes[0];
    let objects: Vec<(String, usize)> =
        test.objects.iter().map(|object| (object.name_text(), object.bytes.len())).collect();
    let row = |name: &str, size: usize| (name.to_owned(), size);
    let mut expected = vec![row("arg00", 3), row("n_args", 4)];
    expected.extend((1..=count).map(|number| row(&format!("arg{number:02}"), 4)));
    expected.extend([row("A_data", 5), row("A_data_stat", 144), row("stdin", 4), row("stdin_stat", 144)]);
    let calls = ["read", "write", "close", "ftruncate", "getcwd"];
    expected.extend(calls.map(|call| row(&format!("{call}_fail"), 4)));
    expected.extend([row("stdout", 1024), row("stdout_stat", 144)]);
    assert_eq!(objects, expected);
    let replayed = braid(place.path(), &["replay", "out"]);
    if is_refused(&replayed) {
        return;
    }
    assert_eq!(replayed.status.code(), Some(0), "{}{}", text(&replayed.stdout), text(&replayed.stderr));
}

const SHOWN: &str = "\
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char line[64];
  struct stat about;
  FILE *file = fopen(\"/etc/passwd\", \"r\");
  if (!file || !fgets(line, sizeof line, file))
    return 9;
  fputs(line, stdout);
  fclose(file);
  file = fopen(\"users\", \"a\");
  if (!file || fputs(argv[1], file) < 0 || fclose(file))
    return 8;
  if (stat(\"run\", &about) || !(about.st_mode & 0100))
    return 7;
  if (open(argv[1], O_RDONLY) < 0)
    return 0;
  unlink(\"note\");
  return 1;
}
";

#[test]
fn a_folder_is_the_root_and_stays_as_it_is() {
    let place = place(SHOWN);
    if !has_clang() {
        return;
    }
    let at = |name: &str| place.path().join("r").join(name);
    for folder in ["etc", "here"] {
        std::fs::create_dir_all(at(folder)).expect("a folder");
    }
    std::fs::write(at("etc/passwd"), "root:x:0\n").expect("a file");
    std::fs::write(at("here/note"), "n").expect("a file");
    std::fs::write(at("here/run"), "").expect("a file");
    std::fs::set_permissions(at("here/run"), std::fs::Permissions::from_mode(0o755)).expect("a file that runs");
    std::os::unix::fs::symlink("../etc/passwd", at("here/users")).expect("a link");
    let line = "run prog.c --root r --sym-arg 4 --out out --json";
    let output = braid(place.path(), &line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let folder = Folder::open(&place.path().join("out")).expect("the folder of the run");
    let names = folder.test_names().expect("tests");
    let claims: Vec<TestClaim> = names.iter().map(|name| folder.read_claim(name).expect("a claim")).collect();
    let removed = |claim: &TestClaim| {
        let files = claim.files.as_ref().expect("files");
        claim.ending == Ending::Exit { exit_code: 1 } && !files.contains_key("/here/note")
    };
    assert!(claims.iter().any(removed), "some argument is the name of a file");
    let kept = std::fs::read_to_string(at("etc/passwd")).expect("the file");
    assert_eq!(kept, "root:x:0\n", "the machine's file is as it was");
    let replayed = braid(place.path(), &["replay", "out"]);
    if !is_refused(&replayed) {
        assert_eq!(replayed.status.code(), Some(0), "{}{}", text(&replayed.stdout), text(&replayed.stderr));
    }
}

/// A libc of few functions, over the system calls of the runtime.
const LIBC: &str = "\
long __braid_syscall(long, long, long, long, long, long, long);
unsigned long strlen(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
int read(int fd, void *to, unsigned long n) { return (int)__braid_syscall(0, fd, (long)to, (long)n, 0, 0, 0); }
int puts(const char *s) { return (int)__braid_syscall(1, 1, (long)s, (long)strlen(s), 0, 0, 0); }
void exit(int code) { __braid_syscall(231, code + 1, 0, 0, 0, 0, 0); for (;;); }
";

#[test]
fn another_libc_takes_the_place_of_ours() {
    let source = "\
int read(int, void *, unsigned long);
int puts(const char *);
int main(void) { char byte; read(0, &byte, 1); puts(byte == 'x' ? \"x\" : \"no\"); return 4; }
";
    let place = place(source);
    if !has_clang() {
        return;
    }
    std::fs::write(place.path().join("libc.c"), LIBC).expect("a temporary file");
    let line = "run prog.c --libc libc.c --sym-stdin 1 --out out";
    let output = braid(place.path(), &line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let folder = Folder::open(&place.path().join("out")).expect("the folder of the run");
    let test = folder.test_names().expect("tests").pop().expect("a test");
    let claim = folder.read_claim(&test).expect("a claim");
    assert_eq!(claim.ending, Ending::Exit { exit_code: 5 }, "its own exit adds one");
    assert!(["x", "no"].contains(&text(&claim.stdout.0).as_str()), "its own puts ends no line");
    std::fs::write(place.path().join("small.c"), "int read(int a, void *b, unsigned long c) { return 0; }")
        .expect("a file");
    let lacking = braid(place.path(), &["run", "prog.c", "--libc", "small.c"]);
    assert_eq!(lacking.status.code(), Some(3), "{}", text(&lacking.stderr));
    assert!(
        text(&lacking.stderr).contains("--libc small.c lacks what is needed: exit, puts"),
        "{}",
        text(&lacking.stderr)
    );
    let absent = braid(place.path(), &["run", "prog.c", "--libc", "nowhere.a"]);
    assert_eq!(absent.status.code(), Some(3), "{}", text(&absent.stderr));
}

/// A run of a program with one test, made by hand.
fn by_hand(source: &str, test: &KTest, stdout: &str) -> tempfile::TempDir {
    let place = place(source);
    let out = Folder::create_in(place.path(), "").expect("a folder");
    let directory = place.path().display().to_string();
    let program = Program { files: vec!["prog.c".to_owned()], directory, ..Program::default() };
    out.write_run(&RunReport { program, ..RunReport::default() }).expect("a run");
    let ending = Ending::Exit { exit_code: 0 };
    let claim = TestClaim { ending, stdout: Bytes(stdout.as_bytes().to_vec()), ..TestClaim::default() };
    out.write_test(1, test, &claim, &Sources::none()).expect("a test");
    place
}

#[test]
fn tests_of_older_versions_of_klee_are_replayed() {
    let source = "\
#include <klee/klee.h>
#include <stdio.h>
int main(int argc, char **argv) {
  char own, line[8] = {0}, file[8] = {0};
  klee_make_symbolic(&own, 1, \"own\");
  fgets(line, 8, stdin);
  fgets(file, 8, fopen(\"A\", \"r\"));
  printf(\"%d %s %s %s %c\", argc, argv[1], line, file, own);
  return 0;
}
";
    let words = ["p.bc", "--sym-args", "0", "1", "3", "--sym-files", "1", "2", "--sym-stdin", "2"];
    let objects = vec![
        InputObject::new("n_args", &[1, 0, 0, 0]),
        InputObject::new("arg0", b"ab\0c"),
        InputObject::new("A-data", b"xy"),
        InputObject::new("A-data-stat", &[0; 144]),
        InputObject::new("stdin", b"12"),
        InputObject::new("stdin-stat", &[0; 144]),
        InputObject::new("model_version", &[1, 0, 0, 0]),
        InputObject::new("own", b"!"),
    ];
    let test = KTest { arguments: words.map(|word| word.as_bytes().to_vec()).to_vec(), objects, ..KTest::default() };
    let place = by_hand(source, &test, "2 ab 12 xy !");
    if !has_clang() {
        return;
    }
    let output = braid(place.path(), &["replay"]);
    if is_refused(&output) {
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    let exported = braid(place.path(), &["export"]);
    assert_eq!(exported.status.code(), Some(0), "{}", text(&exported.stderr));
    let file = std::fs::read_to_string(place.path().join("braid-export/test000001.c")).expect("an exported test");
    let command = file.lines().find_map(|line| line.strip_prefix(" *     cc ")).expect("a command");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("cc -w {command}")).current_dir(place.path().join("braid-export"));
    let output = shell.output().expect("a shell");
    assert_eq!(text(&output.stdout), "2 ab 12 xy !", "{command}: {}", text(&output.stderr));
}

#[test]
fn a_replayed_program_has_no_descriptors_of_whoever_started_braid() {
    let source = "\
#include <fcntl.h>
#include <stdio.h>
int main(void) { printf(\"%d %d\", open(\"/dev/null\", O_RDONLY), fcntl(7, F_GETFD)); return 0; }
";
    let place = by_hand(source, &KTest::default(), "3 -1");
    if !has_clang() {
        return;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$0\" replay 3</dev/null 7</dev/null", env!("CARGO_BIN_EXE_braid")]);
    let output = shell.current_dir(place.path()).output().expect("a shell");
    if is_refused(&output) {
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// Everything that might lead out: each line that is printed would be a way.
const ESCAPES: &str = r#"
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static void reach(const char *how) {
  struct stat status;
  const char *paths[] = {"/etc/passwd", "../../../../../../etc/passwd", "/proc/1/root/etc/passwd", "/usr/bin/env", VICTIM};
  for (int at = 0; at < 5; at++) {
    if (!stat(paths[at], &status) || unlink(paths[at]) == 0)
      printf("%s: %s\n", how, paths[at]);
  }
}
int main(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  reach("as it is");
  mkdir("jail", 0755);
  if (!chroot("jail") && !chdir("../../../.."))
    reach("chroot");
  if (!unshare(CLONE_NEWUSER | CLONE_NEWNS) && !chroot("jail"))
    reach("another namespace");
  if (!mount("none", "/tmp", "proc", 0, 0) || !mount("none", "/tmp", "tmpfs", 0, 0))
    printf("mount\n");
  for (int fd = 3; fd < 1100; fd++) {
    if (!fchdir(fd))
      reach("a descriptor");
    if (openat(fd, "../../../../etc/passwd", O_RDONLY) >= 0)
      printf("openat %d\n", fd);
  }
  int net = socket(AF_INET, SOCK_DGRAM, 0);
  if (net >= 0 && !connect(net, (struct sockaddr *)&to, sizeof to) && send(net, "x", 1, 0) == 1)
    printf("network\n");
  /* Signal 0 reaches whom any signal would. */
  if (!kill(PROCESS, 0) || !syscall(SYS_kill, 0, 0) || !kill(-1, 0) || !syscall(SYS_kill, PROCESS, 0) || !syscall(SYS_kill, -1, 0))
    printf("another process\n");
  if (!syscall(SYS_tgkill, PROCESS, PROCESS, 0) || !syscall(SYS_tkill, PROCESS, 0) || syscall(SYS_pidfd_open, PROCESS, 0) >= 0)
    printf("another thread\n");
  if (!ptrace(PTRACE_SEIZE, PROCESS, 0, 0))
    printf("traced\n");
  /* The permissions of devices are the machine's. These are those that they have. */
  if (!chmod("/dev/null", 0666) || !chmod("/dev/zero", 0666) || !fchmod(0, 0666) || !fchmod(open("/dev/null", O_RDWR), 0666))
    printf("a device\n");
  struct rlimit limit;
  if (!prlimit(PROCESS, RLIMIT_CORE, 0, &limit) || !syscall(SYS_setpriority, PRIO_PROCESS, PROCESS, 0) || !syscall(SYS_setpriority, PRIO_USER, getuid(), 0))
    printf("what another process may use\n");
  long child = syscall(SYS_fork);
  if (child == 0)
    _exit(0);
  if (child > 0)
    printf("a process that stays\n");
  if (raise(0) || kill(getpid(), 0) || prlimit(0, RLIMIT_CORE, 0, &limit) || syscall(SYS_setpriority, PRIO_PROCESS, 0, 0))
    printf("not even itself\n");
  if (!setuid(0) || !seteuid(0))
    printf("another user\n");
  return 0;
}
"#;

#[test]
fn a_native_run_has_no_way_out() {
    let outside = tempfile::tempdir().expect("a folder for temporary files");
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "alive").expect("a temporary file");
    let source = format!("#define VICTIM \"{}\"\n#define PROCESS {}\n{ESCAPES}", victim.display(), std::process::id());
    let place = by_hand(&source, &KTest::default(), "");
    if !has_clang() {
        return;
    }
    let output = braid(place.path(), &["replay", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let test = &report["tests"][0];
    // Where a machine has no namespaces the program, which unlinks, is not run.
    let refused = test["detail"].as_str().is_some_and(|detail| detail.contains("--unsafe-replay"));
    assert!(test["result"] == "confirmed" || refused, "{test}");
    assert_eq!(std::fs::read_to_string(&victim).expect("the file is still there"), "alive");
}

/// Without namespaces a program that may change files is not run unless somebody says so.
#[test]
fn what_cannot_be_shut_in_is_refused() {
    let source = "#include <unistd.h>\nint main(void) { return unlink(\"none\") == 0; }";
    let place = by_hand(source, &KTest::default(), "");
    if !has_clang() {
        return;
    }
    // No namespace can be made below this one.
    let without = |words: &str| {
        let script = format!("echo 0 >/proc/sys/user/max_user_namespaces && exec \"$0\" replay {words}");
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "sh", "-c", &script, env!("CARGO_BIN_EXE_braid")]);
        command.current_dir(place.path()).stdin(Stdio::null()).output()
    };
    match without("") {
        Ok(output) if text(&output.stdout).contains("1 failed") => assert!(is_refused(&output)),
        Ok(output) if output.stdout.is_empty() => return braid_testing::left_out("namespaces to take namespaces from"),
        other => panic!("{other:?}"),
    }
    let output = without("--unsafe-replay").expect("it ran before");
    assert!(text(&output.stdout).contains("1 confirmed"), "{}", text(&output.stdout));
}

#[test]
fn files_of_the_machine_are_not_there() {
    let source =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine/c/files/outside.c"));
    let place = place(&source.expect("a program of the suite"));
    if !has_clang() {
        return;
    }
    let output = braid(place.path(), &["run", "prog.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let folder = Folder::open(&place.path().join("braid-last")).expect("the folder of the run");
    let claim = folder.read_claim("test000001").expect("a claim");
    assert_eq!(text(&claim.stdout.0), "-1 2\n".repeat(6));
    let replayed = text(&braid(place.path(), &["replay"]).stdout);
    assert!(replayed.contains("1 confirmed") || replayed.contains("--unsafe-replay"), "{replayed}");
}

#[test]
fn time_passes_natively_as_in_the_engine() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine/c/files/time_passes.c");
    let place = place(&std::fs::read_to_string(program).expect("a program of the suite"));
    if !has_clang() {
        return;
    }
    let output = braid(place.path(), &["run", "prog.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let replayed = text(&braid(place.path(), &["replay"]).stdout);
    assert!(replayed.contains("1 confirmed"), "{replayed}");
}

/// Programs of the engine's suite, where tests are replayed with sanitizers, for which the machine answers.
#[test]
fn what_the_system_tells_is_natively_the_same() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine/c");
    let asked: [(&str, &[&str]); 12] = [
        ("world/random_bytes.c", &[]),
        ("world/identity.c", &[]),
        ("files/times.c", &["--sym-stdin", "1"]),
        ("files/file_times.c", &["--sym-stdin", "1"]),
        ("files/fifos.c", &[]),
        ("files/random_calls.c", &[]),
        ("world/users.c", &[]),
        ("world/alarm.c", &["--sym-stdin", "1"]),
        ("world/groups.c", &["--sym-stdin", "1"]),
        ("files/volume.c", &[]),
        ("files/everywhere.c", &["--sym-files", "1", "2"]),
        ("files/renamed.c", &["--sym-files", "2", "3"]),
    ];
    for (name, flags) in asked {
        let source = std::fs::read_to_string(programs.join(name)).expect("a program of the suite");
        let place = place(&source);
        if !has_clang() {
            return;
        }
        let run = braid(place.path(), &[&["run", "prog.c"], flags].concat());
        assert!(matches!(run.status.code(), Some(0 | 4)), "{name}: {}", text(&run.stdout));
        let replay = braid(place.path(), &["replay"]);
        if is_refused(&replay) {
            return;
        }
        let told = text(&replay.stdout);
        assert!(replay.status.success() && told.contains("confirmed") && !told.contains("differs"), "{name}: {told}");
    }
}

#[test]
fn the_network_is_named_and_not_reached() {
    let place = place("#include <sys/socket.h>\nint main(void) { return socket(AF_INET, SOCK_STREAM, 0) < 0; }\n");
    if !has_clang() {
        return;
    }
    let output = braid(place.path(), &["run", "prog.c"]);
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("socket"), "{}", text(&output.stdout));
}
