//! Files of every kind that can hold a program, made by the tools that make them; and files that hold none.

use std::path::Path;

use crate::support::{Folder, defined, have, load_files, message, skipped, sound};
use braid_link::{ContainerError, LoadError, Warning};

const MAIN: &str = "int helper(int); int main(void) { return helper(1); }";
const HELPER: &str = "int helper(int x) { return x + 1; }";
const UNUSED: &str = "int unused(void) { return 3; }";

#[test]
fn wrapped_bitcode_is_read() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let bare = std::fs::read(folder.bitcode("clang-14", "a", HELPER)).unwrap();
    let mut wrapped = Vec::new();
    for word in [0x0b17_c0de, 0, 20, bare.len() as u32, 7] {
        wrapped.extend(u32::to_le_bytes(word));
    }
    wrapped.extend(&bare);
    let path = folder.write("wrapped.bc", &wrapped);
    assert_eq!(defined(&sound(&[&path])), ["helper"]);
    // A wrapper that promises more than there is.
    wrapped[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    let text = message(&[&folder.write("lying.bc", &wrapped)]);
    assert!(text.contains("lying.bc: truncated bitcode"), "{text}");
}

#[test]
fn archives_give_what_is_needed() {
    if !have(&["clang-14", "ar"]) {
        return;
    }
    let folder = Folder::new();
    let main = folder.bitcode("clang-14", "main", MAIN);
    folder.bitcode("clang-14", "helper", HELPER);
    folder.bitcode("clang-14", "unused", UNUSED);
    for (archive, flags) in [("full.a", "rcS"), ("thin.a", "rcST")] {
        folder.run("ar", &[flags, archive, "helper.bc", "unused.bc"]);
        let archive = folder.path(archive);
        // In either order: an archive serves those before and after it.
        for paths in [[main.as_path(), &archive], [&archive, &main]] {
            let module = sound(&paths);
            assert_eq!(defined(&module), ["helper", "main"]);
            let origin = module.origins.last().unwrap();
            assert!(module.origins.iter().any(|origin| origin.ends_with("(helper.bc)")), "{origin}");
        }
        assert_eq!(defined(&sound(&[&archive])), ["helper", "unused"]);
    }
    std::fs::remove_file(folder.path("helper.bc")).unwrap();
    let text = message(&[&folder.path("thin.a")]);
    assert!(text.contains("thin.a: member 'helper.bc' of the thin archive: "), "{text}");
}

#[test]
fn object_files_and_executables_with_bitcode_are_read() {
    if !have(&["clang-14", "cc"]) {
        return;
    }
    let folder = Folder::new();
    for (name, source) in [("main", MAIN), ("helper", HELPER)] {
        folder.write(&format!("{name}.c"), source);
        folder.run("clang-14", &["-c", "-fembed-bitcode", &format!("{name}.c")]);
    }
    assert_eq!(defined(&sound(&[&folder.path("main.o"), &folder.path("helper.o")])), ["helper", "main"]);
    // A linker puts the sections of its inputs one after the other: two modules in one section.
    folder.run("cc", &["main.o", "helper.o", "-o", "program"]);
    assert_eq!(defined(&sound(&[&folder.path("program")])), ["helper", "main"]);
    folder.run("ar", &["rc", "lib.a", "helper.o"]);
    assert_eq!(defined(&sound(&[&folder.path("main.o"), &folder.path("lib.a")])), ["helper", "main"]);
}

#[test]
fn fat_objects_are_read() {
    if !have(&["clang-19"]) {
        return;
    }
    let folder = Folder::new();
    folder.write("helper.c", HELPER);
    folder.run("clang-19", &["-c", "-flto", "-ffat-lto-objects", "helper.c"]);
    assert_eq!(defined(&sound(&[&folder.path("helper.o")])), ["helper"]);
}

#[test]
fn rust_libraries_are_read() {
    let folder = Folder::new();
    folder.write("lib.rs", "#[no_mangle] pub extern \"C\" fn helper(x: i32) -> i32 { x.wrapping_add(1) }");
    folder.run("rustc", &["--crate-type=rlib", "-Cembed-bitcode=yes", "-Awarnings", "lib.rs", "-o", "liblib.rlib"]);
    let program = load_files(&[&folder.path("liblib.rlib")]).unwrap_or_else(|error| panic!("{error}"));
    assert!(program.module.func_named("helper").is_some());
    // The member with Rust's metadata is nothing to warn about.
    assert_eq!(program.warnings, []);
}

#[test]
fn members_without_bitcode_are_left_out_and_told() {
    if !have(&["clang-14", "cc", "ar"]) {
        return;
    }
    let folder = Folder::new();
    folder.bitcode("clang-14", "helper", HELPER);
    folder.write("unused.c", UNUSED);
    folder.run("cc", &["-c", "unused.c"]);
    folder.run("ar", &["rcS", "lib.a", "helper.bc", "unused.o"]);
    let program = load_files(&[&folder.path("lib.a")]).unwrap_or_else(|error| panic!("{error}"));
    assert!(program.module.func_named("helper").is_some());
    let [warning @ Warning::Members { .. }] = &program.warnings[..] else { panic!("{:?}", program.warnings) };
    let text = warning.to_string();
    assert!(text.contains("lib.a: 1 of 2 members hold no bitcode and were left out (such as unused.o: ELF"), "{text}");
}

#[test]
fn a_rust_program_is_linked_with_the_whole_standard_library() {
    let folder = Folder::new();
    folder.write("main.rs", "fn main() { println!(\"{:?}\", std::env::args().collect::<Vec<_>>()); }");
    let output = std::process::Command::new("rustc").args(["--print", "target-libdir"]).output().unwrap();
    let library = Path::new(std::str::from_utf8(&output.stdout).unwrap().trim()).to_owned();
    let mut paths: Vec<_> = std::fs::read_dir(library).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rlib"));
    paths.sort();
    paths.insert(0, folder.path("main.rs"));
    let paths: Vec<&Path> = paths.iter().map(|path| path.as_path()).collect();
    if let Err(error @ LoadError::Container { error: ContainerError::NoMembers { .. }, .. }) = load_files(&paths) {
        // Some distributions leave bitcode out of their standard library.
        return skipped(&error.to_string());
    }
    let module = sound(&paths);
    assert!(module.funcs.len() > 1000);
    // What is left comes from the C library, the unwinder and the compiler's allocator shim.
    for symbol in braid_link::undefined(&module) {
        let name = module.symbol_name(symbol);
        assert!(!name.starts_with("_ZN") && (!name.starts_with("_RN") || name.contains("7___rustc")), "{name}");
    }
}

#[test]
fn native_files_say_what_is_missing() {
    if !have(&["cc", "ar"]) {
        return;
    }
    let folder = Folder::new();
    folder.write("helper.c", HELPER);
    folder.run("cc", &["-c", "helper.c"]);
    folder.run("ar", &["rc", "lib.a", "helper.o"]);
    folder.run("cc", &["-shared", "-o", "lib.so", "helper.o"]);
    let advice = "without embedded bitcode; compile with -fembed-bitcode, or pass the .bc or the source file";
    let text = message(&[&folder.path("helper.o")]);
    assert!(text.ends_with(&format!("helper.o: ELF object file {advice}")), "{text}");
    let text = message(&[&folder.path("lib.so")]);
    assert!(text.ends_with(&format!("lib.so: ELF shared library or executable {advice}")), "{text}");
    let text = message(&[&folder.path("lib.a")]);
    assert!(text.contains("lib.a: none of the archive's 1 members holds bitcode (the first, helper.o: ELF"), "{text}");
}

#[test]
fn files_that_are_no_programs_are_named() {
    let folder = Folder::new();
    let table: &[(&str, &[u8], &str)] = &[
        ("empty", b"", "an empty file; pass bitcode or a source file"),
        ("x.ll", b"; ModuleID = 'x'\n", "LLVM text IR (.ll); assemble it with llvm-as and pass the .bc"),
        ("x.gz", b"\x1f\x8b\x08\x00", "a gzip file; unpack it first"),
        ("notes.txt", b"dear diary\n", "text, not a program; "),
        ("noise", b"\x07\x00\x01\xfe", "not a program: begins with 07 00 01 fe; expected LLVM bitcode"),
        ("empty.a", b"!<arch>\n", "an empty archive; "),
        ("broken.a", b"!<arch>\nbroken", "damaged archive: "),
        ("broken.o", b"\x7fELF\x02\x01\x01\x00 and nothing after", "damaged ELF: "),
    ];
    for (name, contents, expected) in table {
        let text = message(&[&folder.write(name, contents)]);
        assert!(text.contains(&format!("{name}: {expected}")), "{text}");
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = Folder::new();
    let text = message(&[&folder.path("nothing.bc")]);
    assert!(text.contains("nothing.bc: No such file"), "{text}");
    let text = message(&[&folder.path("")]);
    assert!(text.contains("is a directory, not a program"), "{text}");
    assert!(matches!(load_files(&[]), Err(LoadError::NoInput)));
    // A link that leads nowhere, and one that leads to a program.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", folder.path("dangling.bc")).unwrap();
        assert!(message(&[&folder.path("dangling.bc")]).contains("No such file"));
    }
    let endless = Path::new("/dev/zero");
    if endless.exists() {
        assert!(message(&[endless]).contains("/dev/zero: larger than"));
    }
}

#[test]
fn damaged_bitcode_is_told_with_its_place() {
    if !have(&["clang-14", "ar"]) {
        return;
    }
    let folder = Folder::new();
    let bytes = std::fs::read(folder.bitcode("clang-14", "helper", HELPER)).unwrap();
    let text = message(&[&folder.write("half.bc", &bytes[..bytes.len() / 2])]);
    assert!(text.contains("half.bc: truncated bitcode: ") && text.contains("byte "), "{text}");
    folder.run("ar", &["rcS", "lib.a", "half.bc"]);
    let text = message(&[&folder.path("lib.a")]);
    assert!(text.contains("lib.a(half.bc): truncated bitcode: "), "{text}");
}

#[test]
fn bitcode_of_another_epoch_is_too_new() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let bytes = std::fs::read(folder.bitcode("clang-14", "helper", HELPER)).unwrap();
    // IDENTIFICATION is the first block; its last record is the epoch: abbreviation 3, code 2, one operand, 0. The
    // operand is a 6-bit chunk somewhere in the block's last words, so each of their bits is tried.
    let block_end = 4 + 8 + 4 * u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
    let changed = |bit: usize| {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        load_files(&[&folder.write("new.bc", changed)])
    };
    let found = ((block_end - 8) * 8..block_end * 8)
        .filter_map(|bit| changed(bit).err())
        .any(|error| error.to_string().contains("bitcode is newer than this reader"));
    assert!(found, "no bit of the identification block makes the epoch another one");
}
