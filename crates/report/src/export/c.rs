//! A test as a C file: compiled together with the program it replays the test, without Braid.

use std::fmt::Write as _;
use std::path::Path;

use super::{INPUTS, fuzz_bytes};
use crate::bytes::escape;
use crate::ktest::{InputObject, KTest};
use crate::program::Program;
use crate::world::{Given, World};

/// How inputs are served from the tables.
const SERVE: &str = include_str!("serve.c");

/// The folder beside the file in which the command at its top looks for the headers that drivers include.
pub const HEADERS: &str = "include";

/// The C file of a test. `claim` says in a few words what the test shows.
pub fn c_file(name: &str, claim: &str, test: &KTest, program: &Program) -> String {
    let mut text = opening(name, claim, test, program);
    text.push_str("#define BRAID_API __attribute__((weak))\n#include <stdio.h>\n\n");
    text.push_str(INPUTS);
    text.push('\n');
    if program.is_fuzz_target() {
        text.push_str(&fuzz_main(test));
        text.push_str(&tables(&[]));
    } else {
        text.push_str(&tables(&test.objects[given(test).used..]));
    }
    text.push_str(SERVE);
    if !program.is_fuzz_target() && program.entry != "main" {
        put(&mut text, &format!("\nint {}(void);\nint main(void) {{ return {}(); }}", program.entry, program.entry));
    }
    text
}

/// Arguments, files and standard input of a test; only its arguments as they stand if it has no symbolic environment.
fn given(test: &KTest) -> Given {
    let words: Vec<String> =
        test.arguments.iter().skip(1).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    let plain = || Given { arguments: test.arguments.iter().skip(1).cloned().collect(), ..Given::default() };
    match World::parse(&words) {
        Ok(world) if !world.is_known() => world.read(&test.objects).unwrap_or_else(|_| plain()),
        _ => plain(),
    }
}

/// Bytes as the shell's printf writes them.
fn printed(bytes: &[u8]) -> String {
    let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
    format!("printf '{octal}'")
}

fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes everything");
}

/// What it is and how to use it. What comes from elsewhere must not end the comment.
fn opening(name: &str, claim: &str, test: &KTest, program: &Program) -> String {
    let given = given(test);
    let arguments: Vec<String> = given.arguments.iter().map(|argument| format!(" '{}'", escape(argument))).collect();
    let files_made: String =
        given.files.iter().map(|(name, bytes)| format!("{} > {name} && ", printed(bytes))).collect();
    let input = if given.stdin.is_empty() { String::new() } else { format!("{} | ", printed(&given.stdin)) };
    let path = |file: &String| Path::new(&program.directory).join(file).display().to_string();
    let files: String = program.files.iter().map(|file| format!(" {}", quoted(&path(file)))).collect();
    let flags: String = program.compiler_flags.iter().map(|flag| format!(" {}", quoted(flag))).collect();
    let lines = [
        format!("{name}: {claim}"),
        String::new(),
        format!(
            "    cc -idirafter {HEADERS}{flags}{files} {name}.c -o {name} && {files_made}{input}./{name}{}",
            arguments.concat()
        ),
        String::new(),
        "Ends with code 125 if the test does not fit the program.".to_owned(),
    ];
    let safe = |line: &String| line.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ");
    let body: Vec<String> = lines.iter().map(|line| format!(" * {}", safe(line)).trim_end().to_owned()).collect();
    format!("/*{}\n */\n", body.join("\n").trim_start_matches(" *"))
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=,:@%".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn tables(objects: &[InputObject]) -> String {
    let mut text = String::new();
    for (at, object) in objects.iter().enumerate() {
        text.push_str(&array(&format!("input_{at}"), &object.bytes));
    }
    put(
        &mut text,
        "static struct input {\n  const char *name;\n  const unsigned char *bytes;\n  size_t length;\n  int used;\n} inputs[] = {",
    );
    for (at, object) in objects.iter().enumerate() {
        put(&mut text, &format!("  {{\"{}\", input_{at}, {}, 0}},", literal(&object.name), object.bytes.len()));
    }
    // An empty array is no C.
    put(&mut text, "  {0, 0, 0, 1},\n};");
    put(&mut text, &format!("#define INPUT_COUNT {}\n", objects.len()));
    text
}

fn array(name: &str, bytes: &[u8]) -> String {
    const IN_A_ROW: usize = 24;
    let mut text = format!("static const unsigned char {name}[{}] = {{", bytes.len().max(1));
    for (at, byte) in bytes.iter().enumerate() {
        let gap = if at % IN_A_ROW == 0 { "\n  " } else { " " };
        write!(text, "{gap}{byte},").expect("a string takes everything");
    }
    text.push_str(if bytes.is_empty() { "0};\n" } else { "\n};\n" });
    text
}

/// A string of C. Octal escapes have at most three digits, so that what follows is not taken for one more.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => text.push_str(&format!("\\{}", char::from(byte))),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text
}

/// The bytes lie in a block of just their size, so that a sanitizer sees the end.
fn fuzz_main(test: &KTest) -> String {
    let bytes = fuzz_bytes(test);
    format!(
        "{}int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);\n\
         int main(void) {{\n  uint8_t *copy = malloc({});\n  memcpy(copy, data, {});\n  \
         int code = LLVMFuzzerTestOneInput(copy, {});\n  free(copy);\n  return code;\n}}\n\n",
        array("data", bytes),
        bytes.len().max(1),
        bytes.len(),
        bytes.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Output};

    /// Compiles the file with a program and runs it; none if there is no compiler.
    fn run(source: &str, test: &KTest, entry: &str) -> Option<Output> {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        std::fs::write(inside("prog.c"), source).unwrap();
        let program = Program { files: vec!["prog.c".to_owned()], entry: entry.to_owned(), ..Program::default() };
        std::fs::write(inside("test.c"), c_file("test", "exit */ code 3", test, &program)).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pedantic-errors", "-Wno-pedantic"]);
        compiler.arg(inside("test.c")).arg("-w").arg(inside("prog.c")).arg("-o").arg(inside("prog"));
        let output = compiler.output().ok()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(Command::new(inside("prog")).output().unwrap())
    }

    #[test]
    fn the_file_replays_the_test() {
        let source = "#include <stdio.h>\nvoid klee_make_symbolic(void *, unsigned long, const char *);\n\
            int __VERIFIER_nondet_int(void);\nvoid klee_assume(unsigned long);\nint main(void) {\n\
            int x; char s[4];\nklee_make_symbolic(&x, 4, \"x\");\nklee_make_symbolic(s, 4, \"q\\\"\\\\?\\n1\");\n\
            klee_assume(x != 9);\nprintf(\"%d %s %d\", x, s, __VERIFIER_nondet_int());\nreturn 3; }\n";
        let test = |x: u8| KTest {
            objects: vec![
                InputObject::new("x", &[x, 1, 0, 0]),
                InputObject::new("q\"\\?\n1", b"abc\0"),
                InputObject::new("__VERIFIER_nondet_int", &[255; 4]),
            ],
            ..KTest::default()
        };
        let Some(output) = run(source, &test(7), "main") else { return };
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(3), &b"263 abc -1"[..]));
        let mut misfit = test(9);
        misfit.objects[0].bytes[1] = 0;
        let output = run(source, &misfit, "main").unwrap();
        assert_eq!(output.status.code(), Some(125));
        assert!(String::from_utf8_lossy(&output.stderr).contains("klee_assume does not hold"));
    }

    #[test]
    fn a_fuzz_target_and_another_entry_are_called() {
        let source = "#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, unsigned long n) { return n + d[0]; }\n\
            int other(void) { return 42; }\n";
        let test = KTest { objects: vec![InputObject::new("data", &[10, 0])], ..KTest::default() };
        let Some(output) = run(source, &test, "LLVMFuzzerTestOneInput") else { return };
        assert_eq!(output.status.code(), Some(12));
        assert_eq!(run(source, &KTest::default(), "other").unwrap().status.code(), Some(42));
    }
}
