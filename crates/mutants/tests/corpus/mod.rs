//! Sound programs to damage: small ones of the shared corpus, compiled by the compilers that are there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Larger files are left out: damage would be spread too thin.
const MAX_BYTES: u64 = 20 * 1024;
/// Fewer files than this are no corpus. A Rust compiler is always there, so this is reached without any clang.
pub(crate) const AT_LEAST: usize = 5;

/// A compiler with flags, and the programs it compiles.
struct Row {
    compiler: &'static str,
    folder: &'static str,
    flags: &'static [&'static str],
}

const EMIT: &[&str] = &["-c", "-emit-llvm", "-w"];
const RUST_EMIT: &[&str] = &["--emit=llvm-bc", "--edition=2021", "-Cpanic=abort", "-Ccodegen-units=1", "-Awarnings"];

const ROWS: &[Row] = &[
    Row { compiler: "clang-14", folder: "c", flags: &["-O0"] },
    Row { compiler: "clang-14", folder: "c", flags: &["-O1", "-g"] },
    Row { compiler: "clang-19", folder: "c", flags: &["-O1"] },
    Row { compiler: "clang-19", folder: "c", flags: &["-O0", "-g"] },
    Row { compiler: "clang-14", folder: "cpp", flags: &["-O0"] },
    Row { compiler: "clang-19", folder: "cpp", flags: &["-O1", "-g"] },
    Row { compiler: "rustc", folder: "rust", flags: &["-Copt-level=1"] },
    Row { compiler: "rustc", folder: "rust", flags: &["-Copt-level=1", "-g"] },
];

/// Every so many-th program is compiled by a row, a different one for each: all would take longer than the test itself.
const STRIDE: usize = 4;

/// Makes the corpus in `folder` and says how many files there are.
pub(crate) fn make(folder: &Path) -> usize {
    let files = compile(folder);
    files + wrap(folder)
}

/// Every so many-th file is put into the other forms a program may have.
const WRAPPED: usize = 9;

/// Puts some of the files into archives and into the text form.
fn wrap(folder: &Path) -> usize {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let mut files = 0;
    for path in paths.iter().step_by(WRAPPED) {
        let (archive, text) = (path.with_extension("a"), path.with_extension("bir"));
        let made = [
            succeeds(Command::new("ar").arg("rcS").arg(&archive).arg(path)),
            succeeds(Command::new(env!("CARGO_BIN_EXE_braid-mutants")).arg("--print").arg(path).arg(&text)),
        ];
        files += made.into_iter().filter(|made| *made).count();
    }
    files
}

fn compile(folder: &Path) -> usize {
    let mut files = 0;
    for (at, row) in ROWS.iter().enumerate() {
        for (number, source) in
            sources(row.folder).iter().enumerate().filter(|(number, _)| number % STRIDE == at % STRIDE)
        {
            let output = folder.join(format!("{at:02}-{number:03}.bc"));
            if compile_one(row, source, &output) && is_small(&output) {
                files += 1;
            } else {
                // Not there if the compiler refused the program; too large otherwise.
                let _ = fs::remove_file(&output);
            }
        }
    }
    files
}

fn is_small(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() <= MAX_BYTES)
}

fn compile_one(row: &Row, source: &Path, output: &Path) -> bool {
    let emit = if row.compiler == "rustc" { RUST_EMIT } else { EMIT };
    let mut command = Command::new(row.compiler);
    succeeds(command.args(emit).args(row.flags).arg(source).arg("-o").arg(output))
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The source files of a folder of the shared corpus, in the order of their names.
fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(folder);
    let entries = fs::read_dir(&folder).expect("the shared corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}
