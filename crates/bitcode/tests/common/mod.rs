//! Bitcode made at test time by the compilers that are installed.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use braid_ir::Module;

/// LLVM versions that are tested where they are installed.
pub(crate) const VERSIONS: [u32; 5] = [14, 15, 16, 19, 22];

/// The versions of clang that are installed.
pub(crate) fn clangs() -> Vec<u32> {
    let present = |version: &u32| Command::new(format!("clang-{version}")).arg("--version").output().is_ok();
    let found: Vec<u32> = VERSIONS.into_iter().filter(present).collect();
    assert!(!found.is_empty(), "no clang is installed: make test installs clang 14 and 19");
    found
}

/// A file of the corpus beside the tests.
pub(crate) fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name)
}

/// Bitcode of `source` by `compiler`; the compiler's complaint if it does not take it.
pub(crate) fn compile(compiler: &str, source: &Path, flags: &[&str]) -> Result<Vec<u8>, String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let out = std::env::temp_dir().join(format!("braid-bitcode-{}-{number}.bc", std::process::id()));
    let output = Command::new(compiler).args(flags).arg("-o").arg(&out).arg(source).output();
    let output = output.map_err(|error| format!("{compiler}: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let bytes = std::fs::read(&out).map_err(|error| error.to_string())?;
    std::fs::remove_file(&out).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Bitcode of a C, C++ or LLVM assembly file by one version of clang.
pub(crate) fn clang(version: u32, source: &Path, flags: &[&str]) -> Result<Vec<u8>, String> {
    let mut all = vec!["-w", "-c", "-emit-llvm"];
    if source.extension().is_some_and(|extension| extension == "cc") {
        all.extend(["-x", "c++", "-std=c++17"]);
    }
    all.extend(flags);
    compile(&format!("clang-{version}"), source, &all)
}

/// Reads a module, decodes all bodies and checks that it is well formed.
pub(crate) fn read(bytes: Vec<u8>, what: &str) -> Module {
    let mut module = braid_bitcode::read(bytes, what).unwrap_or_else(|error| panic!("{what}: {error}"));
    module.decode_all().unwrap_or_else(|error| panic!("{what}: {error}"));
    let faults = braid_ir::verify::module(&module);
    assert!(faults.is_empty(), "{what}: {}", faults[0]);
    module
}
