//! Does with a file all that can be done with it before it is run: reads it, decodes every body, verifies, prints and
//! parses, runs the passes, links it with a sound program.

use std::path::PathBuf;

use braid_ir::{Module, text, verify};
use braid_link::{LoadOptions, load_bytes};
use braid_passes::Pipeline;

/// How reading ended. Each is a proper answer; whatever else may happen does not return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The file or one of its bodies was refused with a message.
    Refused,
    /// It could be read, and the verifier found it not well formed.
    Malformed,
    /// It is a sound program, if perhaps another one.
    Sound,
}

impl Outcome {
    /// Every one of them.
    pub const ALL: [Outcome; 3] = [Outcome::Refused, Outcome::Malformed, Outcome::Sound];
}

/// Digests `bytes`; `partner` is a sound program to link it with.
pub fn digest(bytes: &[u8], partner: &[u8]) -> Outcome {
    let outcome = digest_alone(bytes);
    // A program is linked before its bodies are decoded and verified, so linking must stand everything.
    let together = digest_together(bytes, partner);
    if outcome == Outcome::Sound {
        assert_ne!(together, Outcome::Malformed, "two sound programs were linked into one that is not");
    }
    outcome
}

/// The text form of a program; none if it cannot be read.
pub fn print(bytes: &[u8]) -> Option<String> {
    let mut module = load(&[bytes])?;
    module.decode_all().ok()?;
    Some(format!("{}\n{}", text::HEADER, text::print(&module)))
}

fn digest_alone(bytes: &[u8]) -> Outcome {
    let Some(mut module) = load(&[bytes]) else { return Outcome::Refused };
    let outcome = decode_and_verify(&mut module);
    if outcome == Outcome::Sound {
        let printed = text::print(&module);
        assert!(text::parse(&printed).is_ok(), "the text form of a sound program cannot be read back");
        transform(&mut module);
    }
    outcome
}

fn digest_together(bytes: &[u8], partner: &[u8]) -> Outcome {
    match load(&[bytes, partner]) {
        Some(mut module) => decode_and_verify(&mut module),
        None => Outcome::Refused,
    }
}

/// The program of these files; none if it is refused, with a message that says something.
fn load(files: &[&[u8]]) -> Option<Module> {
    let files = files.iter().enumerate().map(|(at, bytes)| (PathBuf::from(format!("{at}.bc")), bytes.to_vec()));
    match load_bytes(files.collect(), &LoadOptions::default()) {
        Ok(program) => Some(program.module),
        Err(error) => {
            assert!(error.to_string().len() > "x.bc: ".len());
            None
        }
    }
}

fn decode_and_verify(module: &mut Module) -> Outcome {
    for func in module.funcs.ids() {
        if let Err(error) = module.decode(func) {
            assert!(!error.to_string().is_empty());
            return Outcome::Refused;
        }
    }
    let errors = verify::module(module);
    errors.iter().for_each(|error| assert!(!error.to_string().is_empty()));
    if errors.is_empty() { Outcome::Sound } else { Outcome::Malformed }
}

/// Runs the passes, each of which must keep the program sound.
fn transform(module: &mut Module) {
    let mut pipeline = Pipeline::all();
    for func in module.funcs.ids() {
        if let Err(malformed) = pipeline.checked(module, func) {
            panic!("pass '{}' made a sound program unsound: {}", malformed.pass, malformed.errors[0]);
        }
    }
}
