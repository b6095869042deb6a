//! Source files, compiled by the compilers of the machine.

use crate::support::{Folder, defined, have, load_files, sound};
use braid_ir::constant::GlobalRef;
use braid_link::{CompileError, LoadError, LoadOptions, Toolchain, Warning, load};

fn options(clang: &str) -> LoadOptions {
    let toolchain = Toolchain { clang: Some(clang.into()), rustc: Some("rustc".into()) };
    LoadOptions { toolchain: Some(toolchain), ..LoadOptions::default() }
}

#[test]
fn one_program_of_three_languages() {
    if !have(&["clang-19"]) {
        return;
    }
    let folder = Folder::new();
    let paths = [
        folder.write("main.c", "int cpp(void); int rust(int); int main(void) { return rust(cpp()); }"),
        folder.write("part.cc", "struct A { int x = 3; }; extern \"C\" int cpp() { return A().x; }"),
        folder.write("lib.rs", "#![crate_type=\"lib\"] #[no_mangle] pub extern \"C\" fn rust(x: i32) -> i32 { x & 7 }"),
    ];
    let program = load(&paths, &options("clang-19")).unwrap_or_else(|error| panic!("{error}"));
    let mut module = program.module;
    module.decode_all().unwrap();
    for name in ["main", "cpp", "rust"] {
        assert!(defined(&module).iter().any(|defined| defined == name), "{name}");
    }
    // Unoptimised, but without the mark that would keep passes away; with lines.
    let main = module.func_named("main").unwrap();
    let body = module.funcs[main].body.ready().unwrap();
    assert!(body.insts.values().any(|data| data.loc.is_some()));
}

#[test]
fn a_compilers_error_is_kept_as_it_is() {
    let folder = Folder::new();
    for (tool, name, source, expected) in [
        ("clang-14", "bad.c", "int main(void) { return nothing; }", "use of undeclared identifier 'nothing'"),
        ("rustc", "bad.rs", "fn main() { nothing }", "cannot find value `nothing`"),
    ] {
        if !have(&[tool]) {
            continue;
        }
        let error = load(&[folder.write(name, source)], &options("clang-14")).unwrap_err();
        let LoadError::Compile(CompileError::Refused { messages, .. }) = &error else { panic!("{error}") };
        assert!(messages.contains(expected), "{messages}");
        assert!(
            error.to_string().contains(&format!("{name}: not compiled: {tool} ended with exit status: 1")),
            "{error}"
        );
    }
}

#[test]
fn a_compilers_warnings_are_passed_on() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let path = folder.write("odd.c", "int main(void) { int x; return x = x == 1, 0; 5; }");
    let program = load(&[path], &LoadOptions { compiler_flags: vec!["-Wall".into()], ..options("clang-14") }).unwrap();
    assert!(matches!(&program.warnings[..], [Warning::Compiler { text }] if text.contains("warning:")));
}

#[test]
fn flags_reach_the_compiler() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let path = folder.write("flag.c", "int NAME(void) { return 0; }");
    let options = LoadOptions { compiler_flags: vec!["-DNAME=chosen".into()], ..options("clang-14") };
    let program = load(&[path], &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(program.module.func_named("chosen").is_some());
}

#[test]
fn a_missing_compiler_is_asked_for() {
    let folder = Folder::new();
    let options = LoadOptions { toolchain: Some(Toolchain::default()), ..LoadOptions::default() };
    for (name, expected) in
        [("x.c", "x.c: a C source file needs clang"), ("x.rs", "x.rs: a Rust source file needs rustc")]
    {
        let error = load(&[folder.write(name, "")], &options).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("install"), "{error}");
    }
}

#[test]
fn fortified_functions_and_stack_guards_are_off() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let source = "#include <string.h>\nvoid use(char *); int main(int n, char **v) { char b[9]; strcpy(b, v[0]); use(b); return n; }";
    let path = folder.write("guard.c", source);
    let flags = vec!["-D_FORTIFY_SOURCE=2".into()];
    let program = load(&[path], &LoadOptions { compiler_flags: flags, ..options("clang-14") });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let undefined = braid_link::undefined(&program.module);
    let names: Vec<&str> = undefined.iter().map(|&symbol: &GlobalRef| program.module.symbol_name(symbol)).collect();
    assert!(names.contains(&"strcpy") && !names.contains(&"__stack_chk_fail"), "{names:?}");
}

#[test]
fn nothing_is_left_in_the_temporary_folder() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let path = folder.write("x.c", "int main(void) { return 0; }");
    // Others that compile at the same time have folders of their own there.
    let prefix = format!("braid-{}-", std::process::id());
    let ours = || {
        let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).count()
    };
    let before = ours();
    load(&[path], &options("clang-14")).unwrap();
    assert!(ours() <= before);
}

#[test]
fn the_machines_compiler_is_found() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let path = folder.write("x.c", "int main(void) { return 0; }");
    assert!(load_files(&[&path]).is_ok());
    assert_eq!(defined(&sound(&[&path])), ["main"]);
}
