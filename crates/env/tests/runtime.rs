//! The runtime is what its sources say, and does what the libc of the machine does.
//!
//! The sources are compiled natively under new names and compared with the libc on many random inputs: once under the
//! address sanitizer, where a byte read too many is a crash, and once as the bitcode that is embedded.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use braid_env::{Environment, runtime};
use braid_ir::constant::GlobalRef;
use braid_link::{Library, LibraryModule, LoadOptions, load_bytes, undefined};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime")
}

/// Whether all of these tools are there; if not, the test says that it was skipped.
fn have(tools: &[&str]) -> bool {
    let starts = |tool: &&&str| {
        let mut command = Command::new(tool);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        !command.status().is_ok_and(|status| status.success())
    };
    let missing: Vec<&&str> = tools.iter().filter(starts).collect();
    if !missing.is_empty() {
        braid_testing::skipped(&format!("{missing:?} not installed"));
    }
    missing.is_empty()
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    output
}

#[test]
fn the_embedded_bitcode_is_fresh() {
    if !have(&["clang-14", "llvm-link-14", "llvm-nm-14", "opt-14", "bash"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    for (&(_, known, embedded), (part, machine)) in runtime::MODULES.iter().zip(PARTS) {
        let built = temporary.path().join(format!("{part}-{machine}.bc"));
        run(Command::new(folder().join("build")).arg(part).arg(&built).arg(machine));
        let fresh = std::fs::read(&built).unwrap();
        // Another release of the same clang may write the same program in other bytes.
        assert!(
            fresh == embedded || text(&fresh) == text(embedded),
            "runtime/ has changed since {part} was compiled for {machine}; run `make runtime`"
        );
        let names = std::fs::read_to_string(built.with_extension("names")).unwrap();
        assert_eq!(names, known, "{part} for {machine} has other names; run `make runtime`");
    }
}

/// The modules in their order: the part, and the machine.
const PARTS: [(&str, &str); 17] = [
    ("runtime", "x86_64"),
    ("files", "x86_64"),
    ("mathematics", "x86_64"),
    ("fenv", "x86_64"),
    ("cplusplus", "x86_64"),
    ("streams", "x86_64"),
    ("libc", "x86_64"),
    ("wides", "x86_64"),
    ("further", "x86_64"),
    ("runtime", "i386"),
    ("files", "i386"),
    ("mathematics", "i386"),
    ("fenv", "i386"),
    ("cplusplus", "i386"),
    ("libc", "i386"),
    ("wides", "i386"),
    ("further", "i386"),
];

/// The text form of a module.
fn text(bytes: &[u8]) -> String {
    let program = load_bytes(vec![("runtime".into(), bytes.to_vec())], &LoadOptions::default()).unwrap();
    let mut module = program.module;
    module.decode_all().unwrap();
    braid_ir::text::print(&module)
}

#[test]
fn no_path_of_a_machine_is_embedded() {
    for path in ["/usr/", "/tmp/", "/var/", env!("CARGO_MANIFEST_DIR")] {
        let has = |bytes: &[u8]| bytes.windows(path.len()).any(|window| window == path.as_bytes());
        assert!(!runtime::MODULES.iter().any(|(.., bytes)| has(bytes)), "{path}");
    }
}

#[test]
fn it_needs_nothing_but_what_the_machine_has() {
    let environment = Environment::new();
    for (at, (bits, _, bytes)) in runtime::MODULES.iter().enumerate() {
        // The first one for a machine needs none of the others.
        let is_first = runtime::MODULES[..at].iter().all(|(other, ..)| other != bits);
        let others = runtime::MODULES.iter().filter(|(other, ..)| other == bits && !is_first);
        let known: Vec<&str> = others.flat_map(|(_, names, _)| names.lines()).collect();
        let program = load_bytes(vec![("runtime".into(), bytes.to_vec())], &LoadOptions::default()).unwrap();
        for symbol in undefined(&program.module) {
            let name = program.module.symbol_name(symbol);
            assert!(environment.knows(name) || known.contains(&name), "{name} is in no table");
        }
    }
}

#[test]
fn definitions_of_the_program_win() {
    if !have(&["clang-14"]) {
        return;
    }
    let source = "#include <braid.h>\n#include <klee/klee.h>\n
        unsigned long strlen(const char *s) { return 42; }
        int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); braid_assume(x); return puts(\"hello\"); }";
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("main.c");
    std::fs::write(&path, format!("int puts(const char *);\n{source}")).unwrap();
    let library = Library { name: runtime::NAME, modules: runtime::MODULES };
    let options = LoadOptions { library: Some(library), headers: runtime::HEADERS, ..LoadOptions::default() };
    let module = braid_link::load(&[path], &options).unwrap_or_else(|error| panic!("{error}")).module;
    let origin = |name: &str| {
        let func = module.func_named(name).unwrap_or_else(|| panic!("{name}"));
        assert!(module.is_defined(GlobalRef::Func(func)), "{name}");
        module.origins[module.funcs[func].symbol.origin as usize].clone()
    };
    assert_eq!(origin("puts"), runtime::NAME);
    assert_ne!(origin("strlen"), runtime::NAME);
    let missing: Vec<&str> = undefined(&module).into_iter().map(|symbol| module.symbol_name(symbol)).collect();
    let environment = Environment::new();
    assert!(missing.iter().all(|name| environment.knows(name)), "{missing:?}");
}

#[test]
fn the_allocator_of_rust_programs_is_found_whatever_rustc_calls_it() {
    if !have(&["rustc"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("main.rs");
    std::fs::write(
        &path,
        "fn main() { let x = vec![0u8; std::env::args().count()]; std::hint::black_box(Box::new(x)); }",
    )
    .unwrap();
    let library = Library { name: runtime::NAME, modules: runtime::MODULES };
    let load = |library| {
        let options = LoadOptions { library, ..LoadOptions::default() };
        let module =
            braid_link::load(std::slice::from_ref(&path), &options).unwrap_or_else(|error| panic!("{error}")).module;
        let names = undefined(&module).into_iter().map(|symbol| module.symbol_name(symbol).to_owned());
        names.filter(|name| name.contains("__rust_")).collect::<Vec<String>>()
    };
    assert!(!load(None).is_empty(), "rustc leaves its allocator to the last link");
    assert_eq!(load(Some(library)), Vec::<String>::new());
}

/// The files of the comparison.
const COMPARISON: &[&str] = &[
    "native.c",
    "strings.c",
    "numbers.c",
    "formats.c",
    "rest.c",
    "kinds.c",
    "streams.c",
    "scans.c",
    "options.c",
    "addresses.c",
    "charsets.c",
    "dates.c",
    "wides.c",
    "wide_io.c",
    "searches.c",
    "odds.c",
    "accounts.c",
    "patterns.c",
];

/// Makes one object of `objects`, renames what it defines to rt_NAME, links it with the comparison and runs that.
fn compare_with_libc(objects: &[PathBuf], flags: &[&str]) {
    let object = objects[0].with_file_name("all.o");
    let machine = if flags.contains(&"-m32") { "elf_i386" } else { "elf_x86_64" };
    run(Command::new("ld").args(["-r", "-m", machine, "-o"]).arg(&object).args(objects));
    let names = object.with_extension("names");
    let listed = run(Command::new("nm").args(["--defined-only", "-g", "--format=posix"]).arg(&object));
    let listed = String::from_utf8(listed.stdout).unwrap();
    let symbols = listed.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.contains("_asan_"));
    let renames: String = symbols.map(|name| format!("{name} rt_{name}\n")).collect();
    std::fs::write(&names, renames).unwrap();
    run(Command::new("objcopy").arg(format!("--redefine-syms={}", names.display())).arg(&object));
    let sources = COMPARISON.iter().map(|name| folder().join("tests").join(name));
    let program = object.with_extension("program");
    let common = ["-g", "-w", "-fno-builtin", "-no-pie", "-o"];
    run(Command::new("clang-14").args(flags).args(common).arg(&program).args(sources).arg(&object).arg("-lm"));
    run(Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0").env_remove("TZ"));
}

#[test]
fn the_sources_do_what_libc_does_and_read_no_byte_more() {
    if !have(&["clang-14", "nm", "objcopy", "ld"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fwrapv"];
    let flags = ["-c", "-std=c17", "-ffreestanding", "-fno-builtin", "-O1", "-g", "-o"];
    let compile = |part: &str| {
        let object = temporary.path().join(part).with_extension("o");
        let source = folder().join("src").join(part);
        run(Command::new("clang-14").args(sanitizers).args(flags).arg(&object).arg(source));
        object
    };
    let sources = ["runtime.c", "files.c", "mathematics.c", "fenv.c", "cplusplus.c", "libc.c", "wides.c", "further.c"];
    compare_with_libc(&sources.map(compile), &sanitizers);
}

#[test]
fn the_embedded_bitcode_does_what_libc_does() {
    if !have(&["clang-14", "nm", "objcopy", "ld"]) {
        return;
    }
    for bits in [64, 32] {
        let machine: &[&str] = if bits == 32 { &["-m32", "-msse2", "-mfpmath=sse"] } else { &[] };
        if bits == 32 && !makes_32_bit_programs() {
            braid_testing::skipped("the libraries of 32-bit programs are missing (gcc-multilib)");
            continue;
        }
        let temporary = tempfile::tempdir().unwrap();
        let modules = runtime::MODULES.iter().filter(|(pointer_bits, ..)| *pointer_bits == bits);
        let compile = |(number, module): (usize, &LibraryModule)| {
            let bitcode = temporary.path().join(format!("{number}.bc"));
            let object = bitcode.with_extension("o");
            std::fs::write(&bitcode, module.2).unwrap();
            run(Command::new("clang-14").args(machine).args(["-c", "-w", "-O1", "-o"]).arg(&object).arg(&bitcode));
            object
        };
        compare_with_libc(&modules.enumerate().map(compile).collect::<Vec<_>>(), machine);
    }
}

fn makes_32_bit_programs() -> bool {
    let temporary = tempfile::tempdir().unwrap();
    let source = temporary.path().join("probe.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").unwrap();
    let mut compile = Command::new("clang-14");
    compile.arg("-m32").arg(&source).arg("-o").arg(temporary.path().join("probe"));
    compile.output().is_ok_and(|output| output.status.success())
}
