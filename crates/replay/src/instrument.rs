//! Builds the address sanitizer into bitcode.
//!
//! The sanitizer is a pass of LLVM that instruments functions with the attribute `sanitize_address`, which a compiler sets for
//! source files alone. clang's hidden option that forces attributes on all functions sets it for bitcode. Its pass runs only in an
//! optimising pipeline, so all functions are marked as not to be optimised: an optimiser could remove the fault that is
//! looked for. Undefined behaviour of arithmetic is checked by the front end and cannot be added to bitcode.

use std::path::Path;
use std::process::{Command, Stdio};

/// Flags that instrument bitcode.
pub(crate) const FLAGS: &[&str] = &[
    "-O1",
    "-fsanitize=address",
    "-mllvm",
    "-force-remove-attribute=alwaysinline",
    "-mllvm",
    "-force-remove-attribute=minsize",
    "-mllvm",
    "-force-remove-attribute=optsize",
    "-mllvm",
    "-force-attribute=noinline",
    "-mllvm",
    "-force-attribute=optnone",
    "-mllvm",
    "-force-attribute=sanitize_address",
];

/// A program with a store that the sanitizer checks.
const PROBE: &str = "void probe(int *at) { *at = 1; }\n";
/// What a checked access calls.
const CHECK: &[u8] = b"__asan_report_";

/// Returns true if the compiler instruments bitcode. LLVM before 15 forces no attribute on all functions, and a later
/// version may do without the option, so it is tried.
pub(crate) fn is_able(clang: &Path) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let inside = |name: &str| folder.path().join(name);
    if std::fs::write(inside("probe.c"), PROBE).is_err() {
        return false;
    }
    let mut bitcode = Command::new(clang);
    bitcode.args(["-c", "-emit-llvm"]).arg(inside("probe.c")).arg("-o").arg(inside("probe.bc"));
    let mut object = Command::new(clang);
    object.args(["-w", "-c"]).args(FLAGS).args(["-x", "ir"]).arg(inside("probe.bc")).arg("-o").arg(inside("probe.o"));
    let succeeds =
        |command: &mut Command| command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success());
    succeeds(&mut bitcode)
        && succeeds(&mut object)
        && std::fs::read(inside("probe.o")).is_ok_and(|bytes| bytes.windows(CHECK.len()).any(|window| window == CHECK))
}
