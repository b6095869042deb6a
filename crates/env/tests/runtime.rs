//! The runtime is what its sources say, and does what the libc of the machine does.
//!
//! The sources are compiled natively under new names and compared with the libc on many random inputs: once under the
//! address sanitizer, where a byte read too many is a crash, and once as the bitcode that is embedded.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use braid_env::{Environment, runtime};
use braid_ir::constant::GlobalRef;
use braid_link::{Library, LoadOptions, load_bytes, undefined};

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
    if !have(&["clang-14", "llvm-link-14", "opt-14", "bash"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let built = temporary.path().join("runtime.bc");
    for (&(bits, embedded), machine) in runtime::BITCODE.iter().zip(["x86_64", "i386"]) {
        run(Command::new(folder().join("build")).arg(&built).arg(machine));
        let fresh = std::fs::read(&built).unwrap();
        // Another release of the same clang may write the same program in other bytes.
        assert!(
            fresh == embedded || text(&fresh) == text(embedded),
            "runtime/ has changed since it was compiled for {bits} bits; run `make runtime`"
        );
    }
}

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
        assert!(!runtime::BITCODE.iter().any(|(_, bytes)| has(bytes)), "{path}");
    }
}

#[test]
fn it_needs_nothing_but_what_the_machine_has() {
    let environment = Environment::new();
    for (_, bytes) in runtime::BITCODE {
        let program = load_bytes(vec![("runtime".into(), bytes.to_vec())], &LoadOptions::default()).unwrap();
        for symbol in undefined(&program.module) {
            let name = program.module.symbol_name(symbol);
            assert!(environment.knows(name), "{name} is in no table");
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
    let library = Library { name: runtime::NAME, bytes: runtime::BITCODE };
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
    let library = Library { name: runtime::NAME, bytes: runtime::BITCODE };
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

/// Renames what `object` defines to rt_NAME, links it with the comparison and runs that.
fn compare_with_libc(object: &Path, sanitizers: &[&str]) {
    let names = object.with_extension("names");
    let listed = run(Command::new("nm").args(["--defined-only", "-g", "--format=posix"]).arg(object));
    let listed = String::from_utf8(listed.stdout).unwrap();
    let symbols = listed.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.contains("_asan_"));
    let renames: String = symbols.map(|name| format!("{name} rt_{name}\n")).collect();
    std::fs::write(&names, renames).unwrap();
    run(Command::new("objcopy").arg(format!("--redefine-syms={}", names.display())).arg(object));
    let sources =
        ["native.c", "strings.c", "numbers.c", "formats.c", "rest.c"].map(|name| folder().join("tests").join(name));
    let program = object.with_extension("program");
    let flags = ["-g", "-w", "-fno-builtin", "-no-pie", "-o"];
    run(Command::new("clang-14").args(sanitizers).args(flags).arg(&program).args(sources).arg(object));
    run(Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0"));
}

#[test]
fn the_sources_do_what_libc_does_and_read_no_byte_more() {
    if !have(&["clang-14", "nm", "objcopy"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let object = temporary.path().join("runtime.o");
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fwrapv"];
    let flags = ["-c", "-std=c17", "-ffreestanding", "-fno-builtin", "-O1", "-g", "-o"];
    let source = folder().join("src/runtime.c");
    run(Command::new("clang-14").args(sanitizers).args(flags).arg(&object).arg(source));
    compare_with_libc(&object, &sanitizers);
}

#[test]
fn the_embedded_bitcode_does_what_libc_does() {
    if !have(&["clang-14", "nm", "objcopy"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let (bitcode, object) = (temporary.path().join("runtime.bc"), temporary.path().join("runtime.o"));
    for (bits, bytes) in runtime::BITCODE {
        let machine: &[&str] = if *bits == 32 { &["-m32", "-msse2", "-mfpmath=sse"] } else { &[] };
        if *bits == 32 && !makes_32_bit_programs() {
            braid_testing::skipped("the libraries of 32-bit programs are missing (gcc-multilib)");
            continue;
        }
        std::fs::write(&bitcode, bytes).unwrap();
        run(Command::new("clang-14").args(machine).args(["-c", "-w", "-O1", "-o"]).arg(&object).arg(&bitcode));
        compare_with_libc(&object, machine);
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
