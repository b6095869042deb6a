//! Tools, temporary folders and what the tests ask of a module.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_ir::constant::GlobalRef;
use braid_ir::{Module, verify};
use braid_link::{LoadError, LoadOptions, Program, load};
pub(crate) use braid_testing::skipped;
use tempfile::TempDir;

/// A folder with files, removed at the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }
    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    /// Writes a file.
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        std::fs::write(self.path(name), contents).expect("the folder can be written");
        self.path(name)
    }
    /// Runs a tool in the folder; it must succeed.
    pub(crate) fn run(&self, tool: &str, arguments: &[&str]) {
        let output = Command::new(tool).args(arguments).current_dir(self.0.path()).output().expect("the tool starts");
        assert!(output.status.success(), "{tool} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    /// Compiles C to bitcode.
    pub(crate) fn bitcode(&self, clang: &str, name: &str, source: &str) -> PathBuf {
        let file = self.write(&format!("{name}.c"), source);
        let output = format!("{name}.bc");
        self.run(clang, &["-c", "-emit-llvm", "-g", "-o", &output, file.file_name().unwrap().to_str().unwrap()]);
        self.path(&output)
    }
}

/// Whether all of these tools are there; if not, a test that needs them says that it was skipped.
pub(crate) fn have(tools: &[&str]) -> bool {
    let missing: Vec<&&str> = tools.iter().filter(|tool| !is_there(tool)).collect();
    if !missing.is_empty() {
        skipped(&format!("{missing:?} not installed"));
    }
    missing.is_empty()
}

fn is_there(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The versions of LLVM that are there with all of these tools, named without their version.
pub(crate) fn versions(tools: &[&str]) -> Vec<u32> {
    let complete = |version: &u32| tools.iter().all(|tool| is_there(&format!("{tool}-{version}")));
    let found: Vec<u32> = [14, 15, 16, 19, 22].into_iter().filter(complete).collect();
    if found.is_empty() {
        skipped(&format!("no LLVM with {tools:?} installed"));
    }
    found
}

/// Loads files with the default options.
pub(crate) fn load_files(paths: &[&Path]) -> Result<Program, LoadError> {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    load(&paths, &LoadOptions::default())
}

/// Loads files that must be sound, and decodes all bodies.
pub(crate) fn sound(paths: &[&Path]) -> Module {
    let mut module = load_files(paths).unwrap_or_else(|error| panic!("{error}")).module;
    module.decode_all().unwrap_or_else(|error| panic!("{error}"));
    let errors: Vec<String> = verify::module(&module).iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{paths:?}: {}", errors.join("\n"));
    module
}

/// The message of files that cannot be loaded.
pub(crate) fn message(paths: &[&Path]) -> String {
    load_files(paths).expect_err("these files cannot be loaded").to_string()
}

/// The names of the functions that are defined, sorted.
pub(crate) fn defined(module: &Module) -> Vec<String> {
    let symbols = module.symbols().filter(|(symbol, _)| matches!(symbol, GlobalRef::Func(_)));
    let mut names: Vec<String> = symbols
        .filter(|(symbol, _)| module.is_defined(*symbol))
        .map(|(_, info)| module.names.get(info.name).to_owned())
        .collect();
    names.sort();
    names
}
