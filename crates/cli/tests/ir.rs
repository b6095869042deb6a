//! `braid ir` as a user sees it: what is printed, what is counted, and what is said about bad input.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const PROGRAM: &str = "\
extern int outside(int);
int total;
static int square(int x) { return x * x; }
int main(int argc, char **argv) {
  int (*choose)(int) = argc > 1 ? square : outside;
  __asm__ volatile(\"nop\");
  for (int i = 0; i < 10; i++) total += choose(i);
  return total;
}
";

/// A folder with files, and the compiler that the tests use.
struct Folder(TempDir);

impl Folder {
    /// A folder with the program in it; none if there is no compiler.
    fn with_program() -> Option<Folder> {
        let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
        folder.write("prog.c", PROGRAM);
        let clang = Command::new("clang-14").arg("--version").stdout(Stdio::null()).status();
        if !clang.is_ok_and(|status| status.success()) {
            braid_testing::skipped("clang-14 is not installed");
            return None;
        }
        Some(folder)
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), contents).expect("the folder can be written");
    }
    fn clang(&self, arguments: &[&str]) {
        let status = Command::new("clang-14").args(arguments).current_dir(self.0.path()).status();
        assert!(status.expect("clang starts").success(), "{arguments:?}");
    }
    /// Runs `braid ir` in the folder.
    fn ir(&self, arguments: &[&str]) -> Output {
        braid_ir(self.0.path(), arguments).output().expect("the binary was built for this test")
    }
}

fn braid_ir(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.arg("ir").args(arguments).current_dir(folder).env("CLANG", "clang-14").stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("braid writes UTF-8")
}

/// What a run printed; it must have succeeded without a word on standard error.
fn printed(output: Output) -> String {
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout)
}

/// What a run complained about; it must have ended with this code and printed nothing else.
fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert_eq!(text(&output.stdout), "");
    text(&output.stderr)
}

#[test]
fn a_source_file_is_compiled_and_printed_with_its_lines() {
    let Some(folder) = Folder::with_program() else { return };
    let ir = printed(folder.ir(&["prog.c"]));
    for expected in [
        "; Braid IR\n",
        "@total = ",
        "define internal dso_local i32 @square(",
        "declare i32 @outside(i32 noundef)",
        "static int square(int x) { return x * x; }",
        "; prog.c:3:",
    ] {
        assert!(ir.contains(expected), "{expected:?} is missing in\n{ir}");
    }
}

#[test]
fn what_is_printed_can_be_read_back() {
    let Some(folder) = Folder::with_program() else { return };
    folder.clang(&["-c", "-emit-llvm", "-g", "prog.c"]);
    let ir = printed(folder.ir(&["prog.bc"]));
    folder.write("prog.bir", &ir);
    assert_eq!(printed(folder.ir(&["prog.bir"])), ir);
}

#[test]
fn one_function_is_printed_alone() {
    let Some(folder) = Folder::with_program() else { return };
    let ir = printed(folder.ir(&["--function", "square", "prog.c"]));
    assert!(ir.contains("@square") && !ir.contains("@main") && ir.trim_end().ends_with('}'), "{ir}");
    let output = folder.ir(&["--function", "squ", "prog.c"]);
    assert_eq!(complaint(&output, 2), "braid: no function is named 'squ'; there is square\n");
}

#[test]
fn everything_is_counted() {
    let Some(folder) = Folder::with_program() else { return };
    let stats = printed(folder.ir(&["--stats", "prog.c"]));
    for (label, count) in [
        ("functions defined", "2"),
        ("global variables", "1"),
        ("indirect calls", "1"),
        ("inline assembly", "1"),
        ("undefined symbols", "1"),
        ("  mul", "1"),
    ] {
        let line = stats.lines().find(|line| line.starts_with(label) && line.ends_with(&format!(" {count}")));
        assert!(line.is_some(), "{label} {count} is missing in\n{stats}");
    }
    assert!(stats.ends_with("undefined functions\n  outside\n"), "{stats}");
}

#[test]
fn a_script_gets_the_same_numbers() {
    let Some(folder) = Folder::with_program() else { return };
    let json: serde_json::Value = serde_json::from_str(&printed(folder.ir(&["--stats", "--json", "prog.c"]))).unwrap();
    assert_eq!(json["functions_defined"], 2);
    assert_eq!(json["indirect_calls"], 1);
    assert_eq!(json["inline_asm"]["nop"], 1);
    assert_eq!(json["opcodes"]["mul"], 1);
    assert_eq!(json["undefined_functions"], serde_json::json!(["outside"]));
    let sum: u64 = json["opcodes"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(json["instructions"], sum);
}

#[test]
fn passes_are_chosen_by_name() {
    let Some(folder) = Folder::with_program() else { return };
    let allocas = |arguments: &[&str]| {
        let stats = printed(folder.ir(&[arguments, &["--stats", "--json", "prog.c"]].concat()));
        let json: serde_json::Value = serde_json::from_str(&stats).unwrap();
        json["opcodes"]["alloca"].as_u64().unwrap_or(0)
    };
    assert!(allocas(&[]) > 3);
    assert_eq!(allocas(&["--passes=all"]), 0);
    assert!(allocas(&["--passes=all", "--no-pass", "promote"]) > 3);
    assert_eq!(allocas(&["--passes", "promote,dce"]), 0);
    let output = folder.ir(&["--passes", "magic", "prog.c"]);
    assert!(complaint(&output, 2).starts_with("braid: there is no pass 'magic'; there are "));
}

#[test]
fn flags_reach_the_compiler() {
    let Some(folder) = Folder::with_program() else { return };
    for arguments in
        [&["--stats", "prog.c", "--", "-Dmain=start"][..], &["--cflags=-Dmain=start -O1", "--stats", "prog.c"]]
    {
        printed(folder.ir(arguments));
    }
    let ir = printed(folder.ir(&["prog.c", "--", "-Dmain=start"]));
    assert!(ir.contains("@start(") && !ir.contains("@main("));
}

#[test]
fn a_compilers_error_is_shown_as_it_is() {
    let Some(folder) = Folder::with_program() else { return };
    folder.write("bad.c", "int main(void) { return nothing; }\n");
    let complaint = complaint(&folder.ir(&["bad.c"]), 3);
    let expected = Command::new("clang-14").args(["-fsyntax-only", "bad.c"]).current_dir(folder.0.path()).output();
    let expected = text(&expected.unwrap().stderr);
    assert_eq!(complaint, format!("{expected}braid: bad.c: not compiled: clang-14 ended with exit status: 1\n"));
}

#[test]
fn bad_input_is_one_message_and_code_3() {
    let Some(folder) = Folder::with_program() else { return };
    folder.clang(&["-c", "-emit-llvm", "prog.c"]);
    folder.clang(&["-c", "-o", "prog.o", "prog.c"]);
    let bytes = std::fs::read(folder.path("prog.bc")).unwrap();
    folder.write("half.bc", &bytes[..bytes.len() / 2]);
    folder.write("empty.bc", "");
    folder.write("bad.bir", "; Braid IR\ndefine nonsense\n");
    for (file, expected) in [
        ("half.bc", "braid: half.bc: truncated bitcode: expected "),
        ("empty.bc", "braid: empty.bc: an empty file; "),
        ("prog.o", "braid: prog.o: ELF object file without embedded bitcode; "),
        ("absent.bc", "braid: absent.bc: No such file"),
        ("absent.c", "braid: absent.c: No such file"),
        (".", "braid: .: is a directory, not a program"),
        ("bad.bir", "braid: bad.bir: line "),
    ] {
        let complaint = complaint(&folder.ir(&[file]), 3);
        assert!(complaint.starts_with(expected) && complaint.lines().count() == 1, "{complaint}");
    }
}

#[test]
fn symbols_that_do_not_fit_are_told_with_both_places() {
    let Some(folder) = Folder::with_program() else { return };
    folder.write("again.c", "\nint main(void) { return 0; }\n");
    let complaint_of_duplicate = complaint(&folder.ir(&["prog.c", "again.c"]), 3);
    assert_eq!(
        complaint_of_duplicate,
        "braid: symbol 'main' is defined twice\n  in prog.c (prog.c:4)\n  and in again.c (again.c:2)\n"
    );
    let complaint_of_missing = complaint(&folder.ir(&["--no-undefined", "prog.c"]), 3);
    assert_eq!(
        complaint_of_missing,
        "braid: symbol 'outside' is not defined\n  declared in prog.c (from prog.c)\n  used by 'main' in prog.c (prog.c:5)\n"
    );
}

#[test]
fn a_program_comes_through_a_pipe() {
    let Some(folder) = Folder::with_program() else { return };
    folder.clang(&["-c", "-emit-llvm", "prog.c"]);
    let input = std::fs::File::open(folder.path("prog.bc")).unwrap();
    let output = braid_ir(folder.0.path(), &["--quiet", "-"]).stdin(input).output().unwrap();
    assert_eq!(printed(output), "");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let Some(folder) = Folder::with_program() else { return };
    folder.clang(&["-c", "-emit-llvm", "-g", "prog.c"]);
    for arguments in [&["prog.bc"][..], &["--passes=all", "prog.bc"], &["--stats", "--json", "prog.bc"]] {
        assert_eq!(folder.ir(arguments).stdout, folder.ir(arguments).stdout);
    }
}
