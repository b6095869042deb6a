//! Real programs, in a long run: the modules that `tools/subjects` made, found under `BRAID_SUBJECTS`.
//!
//! What the reader decoded is what the `llvm-dis` of the same version prints; it is well formed as read and after every
//! pass; and its text form reads back as the same text.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use braid_ir::{text, verify};
use braid_passes::Pipeline;
use braid_testkit::{corpus, listing};

#[test]
fn the_reader_agrees_with_llvm() {
    every_module(|path, bytes| {
        let producer = braid_bitcode::producer(&bytes).map_err(|error| error.to_string())?;
        let major = producer.trim_start_matches("LLVM").split('.').next().and_then(|major| major.parse().ok());
        let version = major.ok_or_else(|| format!("unknown producer {producer}"))?;
        let text = corpus::disassemble(path, version).map_err(|error| error.to_string())?;
        listing::compare(bytes, &text)
    });
}

#[test]
fn modules_stay_well_formed_through_the_passes() {
    every_module(|_, bytes| {
        let mut module = braid_bitcode::read(bytes, "module").map_err(|error| error.to_string())?;
        module.decode_all().map_err(|error| error.to_string())?;
        let errors = verify::module(&module);
        if !errors.is_empty() {
            return Err(format!("as read: {errors:?}"));
        }
        let mut pipeline = Pipeline::all();
        for func in module.funcs.ids() {
            pipeline.checked(&mut module, func).map_err(|malformed| format!("{malformed:?}"))?;
        }
        Ok(module.funcs.values().filter_map(|function| function.body.ready()).map(braid_ir::Body::inst_count).sum())
    });
}

#[test]
fn the_text_form_reads_back() {
    every_module(|_, bytes| {
        let mut module = braid_bitcode::read(bytes, "module").map_err(|error| error.to_string())?;
        module.decode_all().map_err(|error| error.to_string())?;
        let first = text::print(&module);
        let back = text::parse(&first).map_err(|error| error.to_string())?;
        let second = text::print(&back);
        if first == second {
            Ok(first.lines().count())
        } else {
            Err("prints differently after it was read back".to_owned())
        }
    });
}

/// Checks every module; a check gives how much it covered, or what is wrong.
fn every_module(check: impl Fn(&Path, Vec<u8>) -> Result<usize, String>) {
    let Some(folder) = std::env::var_os("BRAID_SUBJECTS").map(PathBuf::from) else {
        return told("skipped: a folder of real programs (BRAID_SUBJECTS) is not given");
    };
    let (mut wrong, mut modules, mut covered) = (String::new(), 0, 0);
    for path in bitcode_files(&folder) {
        let checked = fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| check(&path, bytes));
        match checked {
            Ok(more) => (modules, covered) = (modules + 1, covered + more),
            Err(what) => writeln!(wrong, "{}: {what}", path.display()).expect("a string takes everything"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    told(&format!("{modules} modules, {covered} instructions or lines"));
}

/// The files that end in `.bc`, one folder down.
fn bitcode_files(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let mut files: Vec<PathBuf> = list(folder).iter().flat_map(|inner| list(inner)).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bc"));
    files.sort();
    files
}

#[expect(clippy::print_stderr, reason = "a test says what it skipped and what it covered")]
fn told(what: &str) {
    eprintln!("{what}");
}
