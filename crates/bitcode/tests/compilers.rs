//! What the compilers on this machine write is read, all bodies, and is well formed.
//!
//! The sources in `corpus` cover the language; what was read is compared with LLVM's own listing elsewhere. Here it is
//! the width that counts: every version, optimisation level and debug setting.

#![allow(clippy::print_stderr, reason = "says which compilers were there to be tested")]

mod common;

use common::{clang, clangs, compile, read, source};

#[test]
fn c_at_every_level_with_and_without_debug_information() {
    let versions = clangs();
    eprintln!("tested with clang {versions:?}");
    for version in versions {
        for level in ["-O0", "-O1", "-O2"] {
            for debug in ["-g0", "-g"] {
                let bytes = clang(version, &source("basics.c"), &[level, debug]).unwrap();
                let module = read(bytes, &format!("basics.c by clang-{version} {level} {debug}"));
                assert_eq!(debug == "-g", module.debug.locs.len() > 100, "clang-{version} {level} {debug}");
            }
        }
    }
}

#[test]
fn vectors_and_atomics() {
    for version in clangs() {
        for flags in [["-O0", "-g"], ["-O2", "-g0"]] {
            let bytes = clang(version, &source("vectors.c"), &flags).unwrap();
            read(bytes, &format!("vectors.c by clang-{version} {flags:?}"));
        }
    }
}

#[test]
fn cplusplus_with_exceptions_templates_and_virtual_calls() {
    for version in clangs() {
        for flags in [["-O0", "-g"], ["-O2", "-g0"]] {
            let bytes = clang(version, &source("classes.cc"), &flags).unwrap();
            let module = read(bytes, &format!("classes.cc by clang-{version} {flags:?}"));
            assert!(module.func_named("_Z7guardedii").is_some());
        }
    }
}

#[test]
fn rust_at_every_level() {
    for level in 0..4 {
        for debug in [0, 2] {
            let (level, debug) = (format!("-Copt-level={level}"), format!("-Cdebuginfo={debug}"));
            let flags = ["--emit=llvm-bc", "--edition=2024", &level, &debug];
            let bytes = compile("rustc", &source("traits.rs"), &flags).unwrap();
            read(bytes, &format!("traits.rs {level} {debug}"));
        }
    }
}

/// The text without what differs between versions for good reasons: the data layout is brought up to date by the clang
/// that reads the assembly, and LLVM 17 and later read `undef` in a mask as `poison`.
fn normal(text: &str) -> String {
    let mask = |line: &str| match line.contains("shufflevector") {
        true => line.replace("<3, undef,", "<3, poison,"),
        false => line.to_owned(),
    };
    let same = |line: &&str| !line.starts_with("origin") && !line.starts_with("target datalayout");
    text.lines().filter(same).map(mask).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_version_of_a_module_means_the_same() {
    let mut texts = Vec::new();
    for version in clangs() {
        // Assembly that is too old for the newest clang would be skipped, but there is none yet.
        let bytes = clang(version, &source("exotic.ll"), &[]).unwrap();
        let module = read(bytes, &format!("exotic.ll by clang-{version}"));
        texts.push((version, normal(&braid_ir::text::print(&module))));
    }
    for pair in texts.windows(2) {
        let differing = pair[0].1.lines().zip(pair[1].1.lines()).find(|(a, b)| a != b);
        assert_eq!(differing, None, "LLVM {} and {}", pair[0].0, pair[1].0);
        assert_eq!(pair[0].1.lines().count(), pair[1].1.lines().count());
    }
}

#[test]
fn forms_that_only_some_versions_have() {
    // The file, and the versions that know what stands in it.
    let cases = [("constants14.ll", 14..=14), ("asm_goto.ll", 15..=99), ("modern.ll", 22..=99)];
    for (file, versions) in cases {
        for version in clangs().into_iter().filter(|version| versions.contains(version)) {
            let bytes = clang(version, &source(file), &[]).unwrap();
            read(bytes, &format!("{file} by clang-{version}"));
        }
    }
}

/// The offset is a product with `vscale`; nothing is refused that need not be executed.
#[test]
fn addresses_over_scalable_vectors() {
    let expected = [
        ("next", "mul nsw 1, mul (16, vscale)"),
        ("lane_of", "mul (16, vscale)"),
        ("both", "<mul (16, vscale), mul (16, vscale)>"),
        ("constant", "mul (2, mul (16, vscale))"),
    ];
    // Later versions have no such constants, and 14 takes `ptr` only with a flag.
    for version in clangs().into_iter().filter(|version| (15..=19).contains(version)) {
        let bytes = clang(version, &source("scalable.ll"), &[]).unwrap();
        let module = read(bytes, &format!("scalable.ll by clang-{version}"));
        let text = braid_ir::text::print(&module);
        for (name, offset) in expected {
            let head = format!("@{name}(");
            let body = text.split("\n}\n").find(|part| part.contains(&head)).unwrap_or_default();
            assert!(body.contains(offset), "clang-{version}, {name}: no {offset} in\n{text}");
        }
        let again = braid_ir::text::parse(&text).unwrap_or_else(|error| panic!("clang-{version}: {error}\n{text}"));
        assert_eq!(braid_ir::verify::module(&again), [], "clang-{version}");
        assert_eq!(braid_ir::text::print(&again), text, "clang-{version}");
    }
}

#[test]
fn a_list_of_one_value_is_that_value() {
    for version in clangs() {
        let bytes = clang(version, &source("arg_list.ll"), &[]).unwrap();
        let module = read(bytes, &format!("arg_list.ll by clang-{version}"));
        let body = module.func_named("f").and_then(|id| module.funcs[id].body.ready()).expect("it is decoded");
        let variables = body.insts.values().filter_map(|data| match &data.inst {
            braid_ir::Inst::DebugValue(variable) => {
                let name = module.names.get(module.debug.vars[variable.var].name);
                Some((name, variable.value.is_some(), variable.expr.len()))
            }
            _ => None,
        });
        let variables: Vec<(&str, bool, usize)> = variables.collect();
        assert_eq!(variables, [("one", true, 0), ("two", false, 3)], "clang-{version}");
    }
}
