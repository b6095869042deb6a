//! What a test is run in: its command line, files and standard input, from the test and the run.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use braid_report::shown::Shown;
use braid_report::world::{Given, Stdin};
use braid_report::{KTest, Program, World};

/// What the options of a run say about the world, beside the words of a command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Around {
    /// What standard input is; none if nobody says.
    pub stdin: Option<Stdin>,
    /// The files that the program is shown.
    pub shown: Shown,
}

impl Around {
    /// From the options of a run; what is wrong with the files if something is. `directory` is where the run was started.
    pub fn of(options: &BTreeMap<String, Value>, directory: &str) -> Result<Around, String> {
        let text = |name: &str| options.get(name).and_then(Value::as_str);
        let shown = match text("root") {
            Some(root) => Shown::read(&Path::new(directory).join(root))?,
            None => Shown::default(),
        };
        Ok(Around { stdin: text("stdin").and_then(Stdin::named), shown })
    }
}

/// What a test is run in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// What the program is called.
    pub name: Vec<u8>,
    /// Arguments, files and standard input.
    pub given: Given,
    /// Files that are there from the beginning.
    pub shown: Shown,
}

impl Setting {
    /// The setting of a test: the command line is the test's own, else that of the run. What does not fit, if something does not.
    pub fn of(test: &KTest, program: &Program, around: &Around) -> Result<Setting, String> {
        let (name, words) = match test.arguments.split_first() {
            Some((name, words)) => {
                (name.clone(), words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect())
            }
            None => (program.files.first().cloned().unwrap_or_default().into_bytes(), program.arguments.clone()),
        };
        let mut world = World::parse(&words).map_err(|error| error.to_string())?;
        world.stdin_kind = around.stdin;
        let mut given = world.read(&test.objects)?;
        if world.is_known() {
            // As they are, also where they are no text.
            given.arguments = test.arguments.iter().skip(1).cloned().collect();
            if test.arguments.is_empty() {
                given.arguments = program.arguments.iter().cloned().map(String::into_bytes).collect();
            }
        }
        Ok(Setting { name, given, shown: around.shown.clone() })
    }
}
