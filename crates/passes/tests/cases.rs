//! File tests: each file in `cases` holds a module, the passes to run, and the module that must come out.
//!
//! The line `; after NAME NAME...` stands between the two. With `BLESS=1` in the environment the second part is written
//! anew from what comes out; read the difference before it is kept. The verifier runs after every pass.

use std::path::{Path, PathBuf};

use braid_ir::{text, verify};
use braid_passes::Pipeline;

const MARK: &str = "; after ";

#[test]
fn every_case_gives_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "the cases are gone");
    let wrong: Vec<String> = files.iter().filter_map(|file| check(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is wrong with a case.
fn check(file: &Path) -> Option<String> {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file).unwrap();
    let at = text.find(MARK).unwrap_or_else(|| panic!("{name}: no line `{MARK}...`"));
    let line_end = at + text[at..].find('\n').unwrap();
    let passes = text[at + MARK.len()..line_end].split_whitespace();
    let found = run(&name, &text[..at], passes).trim_start().to_owned();
    let expected = text[line_end + 1..].trim_start();
    if found == expected {
        return None;
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, format!("{}\n\n{found}", &text[..line_end])).unwrap();
        return None;
    }
    Some(format!("{name}: expected\n{expected}\nfound\n{found}"))
}

fn run<'a>(name: &str, text: &str, passes: impl Iterator<Item = &'a str>) -> String {
    let mut module = text::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let errors = verify::module(&module);
    assert!(errors.is_empty(), "{name}: {errors:?}");
    for pass in passes {
        let mut pipeline = Pipeline::none();
        pipeline.set(pass, true).unwrap();
        for func in module.funcs.ids() {
            if let Err(malformed) = pipeline.checked(&mut module, func) {
                panic!("{name}: after {pass}: {:?}\n{}", malformed.errors, text::print(&module));
            }
        }
    }
    text::print(&module)
}
