//! The symbolic environment of a program: what the words of its command line make symbolic, and where a test has it.
//!
//! The options are KLEE's, and so are the objects of a test file: names, sizes and order. The engine makes inputs of what is
//! unknown and fills in what is known ([`World::complete`]); `replay` reads arguments, files and standard input back
//! ([`World::read`]). Both walk over the objects in the same way.

use std::fmt;
use std::iter::Peekable;

use crate::ktest::InputObject;
use crate::shown::Shown;
use crate::status::Status;
pub use crate::stdin::Stdin;

/// An option among the words of a command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorldOption {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What stands behind it: numbers, and the name of a variable.
    pub operands: &'static [&'static str],
    /// What it does.
    pub help: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Argument,
    Arguments,
    Files,
    Stdin,
    Stdout,
    SaveWrites,
    OneFailure,
    Failures,
    Variable,
    Status,
    Sizes,
}

/// All options, in the order in which help lists them.
pub const OPTIONS: &[WorldOption] = &[
    row("sym-arg", &["N"], "An argument of at most N unknown bytes", Kind::Argument),
    row("sym-args", &["MIN", "MAX", "N"], "MIN to MAX such arguments", Kind::Arguments),
    row("sym-files", &["K", "N"], "K files named A, B, ... of N unknown bytes each", Kind::Files),
    row("sym-stdin", &["N"], "Standard input of N unknown bytes", Kind::Stdin),
    row("sym-stdout", &[], "Standard output as a part of the test file, as KLEE has it", Kind::Stdout),
    row("save-all-writes", &[], "Taken for KLEE's sake: what is written is always kept", Kind::SaveWrites),
    row("max-fail", &["N"], "Up to N calls of read, write, close, ftruncate and getcwd may fail", Kind::Failures),
    row("fd-fail", &[], "The same as --max-fail 1", Kind::OneFailure),
    row("sym-env", &[NAME, "N"], "A variable of the environment with at most N unknown bytes", Kind::Variable),
    row("sym-stat", &[], "Unknown permissions and times of the files of --sym-files", Kind::Status),
    row("sym-sizes", &[], "Files and standard input of unknown size, up to N (with --sizes=lazy)", Kind::Sizes),
];

/// The operand that is a name and no number.
const NAME: &str = "NAME";

const fn row(name: &'static str, operands: &'static [&'static str], help: &'static str, kind: Kind) -> WorldOption {
    WorldOption { name, operands, help, kind }
}

impl WorldOption {
    /// The option that a word is, with one dash or two; and what stands behind its equals sign.
    pub fn of(word: &str) -> Option<(&'static WorldOption, Option<&str>)> {
        let bare = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
        let (name, value) = bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
        let option = OPTIONS.iter().find(|option| option.name == name)?;
        (value.is_none() || !option.operands.is_empty()).then_some((option, value))
    }
}

/// Numbers that make no sense; the text says which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldError(String);

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WorldError {}

/// More symbolic arguments have no names.
const MOST_ARGUMENTS: u64 = 100;
/// Files are named by one letter.
const MOST_FILES: u64 = 26;
/// More unknown bytes in one piece are of no use to anybody.
const MOST_BYTES: u64 = 1 << 20;
/// More numbers of arguments than this are not told apart.
const MOST_CHOICES: u64 = 4096;
/// More calls cannot fail.
const MOST_FAILURES: u64 = 1 << 16;
/// A terminal keeps no more for who does not read.
const MOST_TYPED: u64 = 2048;
/// Bytes of the object for standard output.
const STDOUT_SIZE: usize = 1024;
/// The calls that may fail, in the order of their objects.
pub const FAILING: &[&str] = &["read", "write", "close", "ftruncate", "getcwd"];

/// Variables that the machine itself looks at where a test is run natively: these cannot be unknown.
const MACHINE_VARIABLES: &[&str] =
    &["LD_", "BRAID_", "ASAN_", "UBSAN_", "LSAN_", "LLVM_", "MALLOC_", "GLIBC_", "GCONV_"];

/// A word of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// An argument as it stands.
    Known(String),
    /// A number of symbolic arguments.
    Symbolic {
        /// There are at least so many.
        least: u32,
        /// There are at most so many.
        most: u32,
        /// Bytes of each, without the terminating zero.
        size: u64,
    },
}

/// What is unknown around a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct World {
    /// The words behind the program's name.
    pub words: Vec<Word>,
    /// How many files there are.
    pub files: u32,
    /// Bytes of each of them.
    pub file_size: u64,
    /// Bytes of standard input; none if it is empty.
    pub stdin: u64,
    /// Whether standard output is an object of the test file.
    pub stdout: bool,
    /// How many calls may fail.
    pub failures: u32,
    /// Variables of the environment: name and most bytes of each.
    pub variables: Vec<(String, u64)>,
    /// Whether permissions and times of files are unknown.
    pub status: bool,
    /// Whether sizes of files and of standard input are unknown.
    pub sizes: bool,
    /// What standard input is; none if nobody says.
    pub stdin_kind: Option<Stdin>,
    /// What the program is called.
    pub name: Option<String>,
    /// Files that are there from the beginning.
    pub shown: Shown,
}

impl World {
    /// Reads the words behind a program's name.
    pub fn parse(words: &[String]) -> Result<World, WorldError> {
        let mut world = World::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let Some((option, value)) = WorldOption::of(word) else {
                world.words.push(Word::Known(word.clone()));
                continue;
            };
            let mut texts: Vec<&str> = value.into_iter().collect();
            texts.extend(rest.by_ref().take(option.operands.len() - texts.len()).map(String::as_str));
            let numbers = numbers(option, &texts)?;
            world
                .take(option, &numbers, texts.first().copied().unwrap_or_default())
                .map_err(|what| WorldError(format!("--{}: {what}", option.name)))?;
        }
        world.check()?;
        Ok(world)
    }

    /// Carries out an option.
    fn take(&mut self, option: &WorldOption, numbers: &[u64], name: &str) -> Result<(), String> {
        match (option.kind, numbers) {
            (Kind::Argument, &[size]) => self.words.push(Word::Symbolic { least: 1, most: 1, size: bytes(size)? }),
            (Kind::Arguments, &[least, most, size]) => {
                if least > most || most == 0 {
                    return Err(format!("there cannot be at least {least} and at most {most} arguments"));
                }
                let [least, most] = [least, most].map(|count| count.min(u64::from(u32::MAX)) as u32);
                self.words.push(Word::Symbolic { least, most, size: bytes(size)? });
            }
            (Kind::Files, &[count, size]) => {
                if self.files > 0 {
                    return Err("given more than once".to_owned());
                }
                if count == 0 || count > MOST_FILES {
                    return Err(format!("there are 1 to {MOST_FILES} files, not {count}"));
                }
                (self.files, self.file_size) = (count as u32, bytes(size)?);
                if size == 0 {
                    return Err("a file cannot have 0 bytes".to_owned());
                }
            }
            (Kind::Stdin, &[size]) => self.stdin = bytes(size)?,
            (Kind::Stdout, _) => self.stdout = true,
            (Kind::OneFailure, _) => self.failures = 1,
            (Kind::Failures, &[count]) if count <= MOST_FAILURES => self.failures = count as u32,
            (Kind::Variable, &[size]) => {
                check_variable(name, &self.variables)?;
                self.variables.push((name.to_owned(), bytes(size)?));
            }
            (Kind::Status, _) => self.status = true,
            (Kind::Sizes, _) => self.sizes = true,
            (Kind::Failures, _) => return Err(format!("more than {MOST_FAILURES} failures")),
            _ => {}
        }
        Ok(())
    }

    /// Returns what is wrong with the world as a whole.
    pub fn check(&self) -> Result<(), WorldError> {
        if self.stdin_kind == Some(Stdin::Terminal) && self.stdin > MOST_TYPED {
            return Err(WorldError(format!("--sym-stdin: a terminal keeps {MOST_TYPED} bytes, not {}", self.stdin)));
        }
        let groups = self.words.iter().filter_map(|word| match *word {
            Word::Symbolic { least, most, .. } => Some((u64::from(least), u64::from(most))),
            Word::Known(_) => None,
        });
        let (mut arguments, mut choices) = (0_u64, 1_u64);
        for (least, most) in groups {
            arguments = arguments.saturating_add(most);
            choices = choices.saturating_mul(most - least + 1);
        }
        if arguments > MOST_ARGUMENTS {
            return Err(WorldError(format!("there may be {arguments} symbolic arguments, more than {MOST_ARGUMENTS}")));
        }
        if choices > MOST_CHOICES {
            let what = format!("the numbers of arguments can be chosen in {choices} ways, more than {MOST_CHOICES}");
            return Err(WorldError(what));
        }
        Ok(())
    }

    /// Returns true if nothing is symbolic.
    pub fn is_known(&self) -> bool {
        let has_words = self.words.iter().any(|word| !matches!(word, Word::Known(_)));
        let has_symbolic = self.files > 0 || self.stdin > 0 || self.failures > 0 || !self.variables.is_empty();
        !has_words && !has_symbolic && !self.stdout && !self.status && !self.sizes
    }

    /// Returns true if the program's files are not the usual ones.
    pub fn has_files(&self) -> bool {
        let is_shown = self.stdin_kind.is_some() || !self.shown.0.is_empty();
        self.files > 0 || self.stdin > 0 || self.failures > 0 || is_shown
    }

    /// The numbers of arguments that the groups of symbolic ones may have together: a number for each group.
    pub fn choices(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for word in &self.words {
            if let Word::Symbolic { least, most, .. } = *word {
                let longer = |chosen: &Vec<u32>| (least..=most).map(|count| [&chosen[..], &[count]].concat()).collect();
                all = all.iter().flat_map::<Vec<Vec<u32>>, _>(longer).collect();
            }
        }
        all
    }

    /// The name of a file.
    pub fn file_name(number: u32) -> String {
        char::from(b'A' + number as u8).to_string()
    }

    /// All objects of a test from those that are inputs: what is known stands between them and behind them.
    pub fn complete(&self, inputs: Vec<InputObject>) -> Vec<InputObject> {
        if self.is_known() {
            return inputs;
        }
        let mut inputs = inputs.into_iter().peekable();
        let mut objects: Vec<InputObject> = Vec::new();
        for word in &self.words {
            let Word::Symbolic { least, most, .. } = *word else { continue };
            let mut count = least;
            if least < most {
                objects.extend(inputs.next());
                count = objects.last().map_or(0, count_of);
            }
            objects.extend(inputs.by_ref().take(count as usize));
        }
        objects.extend(inputs.by_ref().take(self.variables.len()));
        for number in 0..self.files {
            self.complete_file(&format!("{}_data", World::file_name(number)), self.status, &mut inputs, &mut objects);
        }
        if self.stdin > 0 {
            self.complete_file("stdin", false, &mut inputs, &mut objects);
        }
        if self.failures > 0 {
            objects.extend(inputs.by_ref().take(FAILING.len()));
        }
        if self.stdout {
            objects.push(InputObject::new("stdout", &[0; STDOUT_SIZE]));
            objects.push(Status { size: STDOUT_SIZE as u64, ..Status::default() }.object("stdout"));
        }
        objects.extend(inputs);
        objects
    }

    /// The two objects of a file from its inputs: size, contents, permissions, time. A file without contents has no input for them.
    fn complete_file(
        &self,
        name: &str,
        has_status: bool,
        inputs: &mut Peekable<impl Iterator<Item = InputObject>>,
        objects: &mut Vec<InputObject>,
    ) {
        if self.sizes {
            inputs.next();
        }
        let contents = inputs.next_if(|input| input.name == name.as_bytes());
        let contents = contents.unwrap_or_else(|| InputObject::new(name, &[]));
        let mut status = Status { size: contents.bytes.len() as u64, ..Status::default() };
        if has_status {
            status.permissions = inputs.next().map_or(0, |input| count_of(&input));
            status.written = inputs.next().map_or(0, |input| count_of(&input));
        }
        objects.push(contents);
        objects.push(status.object(name));
    }

    /// What a test says about the world, from its objects; what does not fit if something does not. Also of KLEE's tests, and
    /// with the names that older versions of it gave.
    pub fn read(&self, objects: &[InputObject]) -> Result<Given, String> {
        let mut walk = Walk { objects, at: 0 };
        let mut given = Given::default();
        for word in &self.words {
            match word {
                Word::Known(word) => given.arguments.push(word.clone().into_bytes()),
                &Word::Symbolic { least, most, .. } => {
                    let count = if least < most { count_of(walk.next("n_args")?) } else { least };
                    for _ in 0..count {
                        given.arguments.push(argument(&walk.next("arg")?.bytes));
                    }
                }
            }
        }
        for (name, _) in &self.variables {
            given.variables.push((name.clone(), argument(&walk.next("env_")?.bytes)));
        }
        for number in 0..self.files {
            let name = World::file_name(number);
            let (bytes, told) = walk.contents(&name)?;
            given.files.push((name, bytes));
            given.status.extend(self.status.then(|| Status::read(told)));
        }
        given.stdin_kind = self.stdin_kind;
        if self.stdin > 0 {
            given.stdin = walk.contents("stdin")?.0;
            given.stdin_kind = given.stdin_kind.or(Some(Stdin::File));
        }
        given.failures = self.failures;
        if self.failures > 0 {
            for _ in FAILING {
                given.failing.push(count_of(walk.next("")?));
            }
        }
        if self.stdout {
            walk.contents("stdout")?;
        }
        // What older versions of KLEE put behind it.
        if objects.get(walk.at).is_some_and(|object| object.name == b"model_version") {
            walk.at += 1;
        }
        given.used = walk.at;
        Ok(given)
    }
}

/// What a test says about the world.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given {
    /// The arguments, without the program's name.
    pub arguments: Vec<Vec<u8>>,
    /// Files: name and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// What the files' permissions and times are, in their order; empty if they are as usual.
    pub status: Vec<Status>,
    /// Variables of the environment: name and value.
    pub variables: Vec<(String, Vec<u8>)>,
    /// The bytes of standard input.
    pub stdin: Vec<u8>,
    /// What standard input is; none if there is none.
    pub stdin_kind: Option<Stdin>,
    /// How many calls may fail.
    pub failures: u32,
    /// Which call of each of [`FAILING`] fails, from 1 on; empty if none may.
    pub failing: Vec<u32>,
    /// How many objects of the test this takes; the others are inputs of the program.
    pub used: usize,
}

struct Walk<'a> {
    objects: &'a [InputObject],
    at: usize,
}

impl<'a> Walk<'a> {
    /// The next object, whose name begins so.
    fn next(&mut self, name: &str) -> Result<&'a InputObject, String> {
        let object = self.objects.get(self.at).ok_or_else(|| format!("the test has no object '{name}'"))?;
        if !object.name.starts_with(name.as_bytes()) {
            return Err(format!("the test has an object '{}' in place of '{name}'", object.name_text()));
        }
        self.at += 1;
        Ok(object)
    }
    /// The bytes of the next file, and what the test tells about it otherwise.
    fn contents(&mut self, name: &str) -> Result<(Vec<u8>, &'a [u8]), String> {
        let bytes = self.next(name)?.bytes.clone();
        Ok((bytes, &self.next(name)?.bytes))
    }
}

/// The argument of an object: up to the first zero. The last byte is one whatever the object says.
fn argument(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.split_last().map_or(bytes, |(_, bytes)| bytes);
    bytes.iter().copied().take_while(|&byte| byte != 0).collect()
}

fn count_of(object: &InputObject) -> u32 {
    object.bytes.iter().take(4).rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// Whether a variable of the environment may be unknown; why not otherwise.
fn check_variable(name: &str, known: &[(String, u64)]) -> Result<(), String> {
    if name.is_empty() || name.contains('=') {
        return Err(format!("'{name}' is no name of a variable"));
    }
    if MACHINE_VARIABLES.iter().any(|prefix| name.starts_with(prefix)) {
        return Err(format!("the machine itself looks at {name}; its tests could not be run natively"));
    }
    if known.iter().any(|row| row.0 == name) {
        return Err(format!("{name} is given more than once"));
    }
    Ok(())
}

/// The numbers behind an option.
fn numbers(option: &WorldOption, texts: &[&str]) -> Result<Vec<u64>, WorldError> {
    let usage = || format!("--{} {}", option.name, option.operands.join(" "));
    if texts.len() < option.operands.len() {
        let what = if option.operands[texts.len()] == NAME { "a name" } else { "a number" };
        return Err(WorldError(format!("{}: {what} is missing", usage())));
    }
    let is_number = |(operand, _): &(&&str, &&str)| **operand != NAME;
    let parse = |text: &&str| {
        let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let number = hex.map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
        number.map_err(|_| WorldError(format!("{}: '{text}' is no number", usage())))
    };
    option.operands.iter().zip(texts).filter(is_number).map(|(_, text)| parse(text)).collect()
}

fn bytes(size: u64) -> Result<u64, String> {
    if size > MOST_BYTES { Err(format!("{size} bytes are more than {MOST_BYTES}")) } else { Ok(size) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::STAT_SIZE;

    fn world(line: &str) -> Result<World, WorldError> {
        World::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_stand_among_words_with_one_dash_or_two() {
        let found = world("-d --sym-arg 1 -sym-args 0 0x2 3 x --sym-stdin=8 -sym-files 2 4 --fd-fail").unwrap();
        let symbolic = |least, most, size| Word::Symbolic { least, most, size };
        let known = |word: &str| Word::Known(word.to_owned());
        assert_eq!(found.words, [known("-d"), symbolic(1, 1, 1), symbolic(0, 2, 3), known("x")]);
        assert_eq!((found.stdin, found.files, found.file_size, found.failures), (8, 2, 4, 1));
        assert_eq!(found.choices(), [[1, 0], [1, 1], [1, 2]]);
        assert!(world("a --sym-argx").unwrap().is_known() && !world("--sym-stdout").unwrap().is_known());
    }

    #[test]
    fn wrong_numbers_are_told() {
        for (line, words) in [
            ("--sym-arg", "--sym-arg N: a number is missing"),
            ("--sym-arg x", "--sym-arg N: 'x' is no number"),
            ("--sym-args 2 1 1", "at least 2 and at most 1"),
            ("--sym-args 0 0 1", "at least 0 and at most 0"),
            ("--sym-args 0 1", "a number is missing"),
            ("--sym-files 0 1", "1 to 26 files"),
            ("--sym-files 27 1", "1 to 26 files"),
            ("--sym-files 1 0", "0 bytes"),
            ("--sym-files 1 1 --sym-files 1 1", "more than once"),
            ("--sym-stdin -3", "'-3' is no number"),
            ("--sym-arg 99999999", "more than 1048576"),
            ("--sym-args 0 101 1", "101 symbolic arguments"),
            ("--sym-args 0 49 1 --sym-args 0 49 1 --sym-args 0 2 1", "7500 ways"),
            ("--max-fail 99999999999", "more than 65536"),
            ("--sym-env", "a name is missing"),
            ("--sym-env HOME", "a number is missing"),
            ("--sym-env HOME x", "'x' is no number"),
            ("--sym-env A=B 1", "no name of a variable"),
            ("--sym-env LD_PRELOAD 1", "the machine itself looks at LD_PRELOAD"),
            ("--sym-env A 1 --sym-env A 1", "A is given more than once"),
        ] {
            let error = world(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    fn object(name: &str, bytes: &[u8]) -> InputObject {
        InputObject::new(name, bytes)
    }

    #[test]
    fn a_test_has_klees_objects_in_klees_order_and_is_read_back() {
        let world = world("-x --sym-args 0 2 1 --sym-arg 2 --sym-files 1 3 --sym-stdin 2 --sym-stdout --max-fail 1");
        let world = world.unwrap();
        let fail = |name: &str| object(&format!("{name}_fail"), &7_u32.to_le_bytes());
        let mut inputs = vec![object("n_args", &[1, 0, 0, 0]), object("arg00", b"a "), object("arg01", b"b\0c")];
        inputs.extend([object("A_data", b"xyz"), object("stdin", b"12")]);
        inputs.extend(FAILING.iter().map(|name| fail(name)));
        inputs.push(object("own", b"!"));
        let objects = world.complete(inputs);
        let names: Vec<(String, usize)> =
            objects.iter().map(|object| (object.name_text(), object.bytes.len())).collect();
        let names: Vec<(&str, usize)> = names.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        let expected = [
            ("n_args", 4),
            ("arg00", 2),
            ("arg01", 3),
            ("A_data", 3),
            ("A_data_stat", 144),
            ("stdin", 2),
            ("stdin_stat", 144),
            ("read_fail", 4),
            ("write_fail", 4),
            ("close_fail", 4),
            ("ftruncate_fail", 4),
            ("getcwd_fail", 4),
            ("stdout", 1024),
            ("stdout_stat", 144),
            ("own", 1),
        ];
        assert_eq!(names, expected);
        let given = world.read(&objects).unwrap();
        assert_eq!(given.arguments, [b"-x".to_vec(), b"a".to_vec(), b"b".to_vec()]);
        assert_eq!(given.files, [("A".to_owned(), b"xyz".to_vec())]);
        assert_eq!((given.stdin, given.failing, given.used), (b"12".to_vec(), vec![7; 5], 14));
    }

    #[test]
    fn what_is_ours_stands_between_and_in_what_is_told_of_files() {
        let world = world("--sym-env HOME 3 --sym-files 2 4 --sym-stat --sym-sizes --sym-stdin 2").unwrap();
        assert!(!world.is_known() && world.has_files());
        let word = |name: &str, word: u32| object(name, &word.to_le_bytes());
        let mut inputs = vec![object("env_HOME", b"/a\0z"), object("A_data_size", &[2; 8]), object("A_data", b"xy")];
        inputs.extend([word("A_data_mode", 0o604), word("A_data_time", 77)]);
        inputs.extend([object("B_data_size", &[0; 8]), word("B_data_mode", 0), word("B_data_time", 5)]);
        inputs.extend([object("stdin_size", &[1; 8]), object("stdin", b"1"), object("own", b"!")]);
        let objects = world.complete(inputs);
        let names: Vec<String> = objects.iter().map(InputObject::name_text).collect();
        let expected = ["env_HOME", "A_data", "A_data_stat", "B_data", "B_data_stat", "stdin", "stdin_stat", "own"];
        assert_eq!(names, expected);
        let given = world.read(&objects).unwrap();
        assert_eq!(given.variables, [("HOME".to_owned(), b"/a".to_vec())]);
        assert_eq!(given.files, [("A".to_owned(), b"xy".to_vec()), ("B".to_owned(), Vec::new())]);
        let status = |permissions, size, written| Status { permissions, size, written };
        assert_eq!(given.status, [status(0o604, 2, 77), status(0, 0, 5)]);
        assert_eq!((given.stdin, given.stdin_kind, given.used), (b"1".to_vec(), Some(Stdin::File), 7));
    }

    #[test]
    fn old_names_are_read_and_misfits_are_told() {
        let world = world("--sym-arg 1 --sym-files 1 1").unwrap();
        let old = [
            object("arg0", b"a\0"),
            object("A-data", b"x"),
            object("A-data-stat", &[0; STAT_SIZE]),
            object("model_version", &[1, 0, 0, 0]),
            object("own", b"!"),
        ];
        assert_eq!(world.read(&old).unwrap().used, 4);
        assert_eq!(world.read(&old[1..]).unwrap_err(), "the test has an object 'A-data' in place of 'arg'");
        assert_eq!(world.read(&old[..2]).unwrap_err(), "the test has no object 'A'");
    }
}
