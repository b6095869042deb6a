//! What a test is run in: its command line, files and standard input, from the test and the run.

use braid_report::world::Given;
use braid_report::{KTest, Program, World};

/// What a test is run in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// What the program is called.
    pub name: Vec<u8>,
    /// Arguments, files and standard input.
    pub given: Given,
}

impl Setting {
    /// The setting of a test: the command line is the test's own, else that of the run. What does not fit, if something does not.
    pub fn of(test: &KTest, program: &Program) -> Result<Setting, String> {
        let (name, words) = match test.arguments.split_first() {
            Some((name, words)) => {
                (name.clone(), words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect())
            }
            None => (program.files.first().cloned().unwrap_or_default().into_bytes(), program.arguments.clone()),
        };
        let world = World::parse(&words).map_err(|error| error.to_string())?;
        let mut given = world.read(&test.objects)?;
        if world.is_known() {
            // As they are, also where they are no text.
            given.arguments = test.arguments.iter().skip(1).cloned().collect();
            if test.arguments.is_empty() {
                given.arguments = program.arguments.iter().cloned().map(String::into_bytes).collect();
            }
        }
        Ok(Setting { name, given })
    }
}
