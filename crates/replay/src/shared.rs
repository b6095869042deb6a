//! Where native programs are built: in the folder of their run, or where all runs of the same program find it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use braid_link::builds::{self, Place};
use braid_link::stamp::digest;
use braid_report::Program;

/// The place of a program: `own`, or one in the folder for what is kept that only runs of the same program have.
pub(crate) fn place(program: &Program, own: PathBuf) -> io::Result<Place> {
    match builds::folder() {
        None => Ok(Place::of_one_run(own)),
        Some(shared) => Place::shared(shared.join(name(program))),
    }
}

/// A name made of all that tells programs apart: files and what is in them, flags, entry point.
fn name(program: &Program) -> String {
    let mut text = format!("{program:?}").into_bytes();
    for file in &program.files {
        let path = Path::new(&program.directory).join(file);
        text.extend(fs::read(&path).unwrap_or_default());
    }
    format!("program-{:016x}", digest(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_differ_in_a_flag_or_a_byte_have_different_places() {
        let folder = tempfile::tempdir().unwrap();
        let program = |flag: &str| Program {
            files: vec!["a.c".to_owned()],
            directory: folder.path().display().to_string(),
            compiler_flags: vec![flag.to_owned()],
            ..Program::default()
        };
        fs::write(folder.path().join("a.c"), "int main(void) { return 0; }").unwrap();
        let first = name(&program("-O0"));
        assert_eq!(first, name(&program("-O0")));
        assert_ne!(first, name(&program("-O1")));
        fs::write(folder.path().join("a.c"), "int main(void) { return 1; }").unwrap();
        assert_ne!(first, name(&program("-O0")));
    }
}
