//! `braid ir`: the program as Braid sees it, as text or in numbers.

mod print;
mod source;
mod stats;

use std::io::Write as _;

use braid_ir::{FuncId, Module, verify};
use braid_passes::{PASSES, Pipeline};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input;
use source::SourceFiles;
use stats::Stats;

const FUNCTION: &str = "function";
const STATS: &str = "stats";
const JSON: &str = "json";
const PASS_LIST: &str = "passes";
const NO_PASS: &str = "no-pass";
const NO_VERIFY: &str = "no-verify";
const QUIET: &str = "quiet";
const SOURCE: &str = "source";

const EXAMPLES: &str = "\
Examples:
  braid ir prog.c                        compile a C file and print its IR with source lines
  braid ir prog.c -- -O1 -DDEBUG         the same with other compiler flags
  braid ir --function main prog.bc       one function only; the others are not even decoded
  braid ir --passes=all prog.bc          as the engine runs it: stack slots in registers, and so on
  braid ir --passes=all --no-pass fold prog.bc
  braid ir --stats main.bc lib.a         link, and count functions, instructions, missing symbols
  braid ir --stats --json prog.rs        the same for a script
  braid ir --quiet prog.bc               only check that the file can be read and is well formed";

/// Adds help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let names: Vec<String> = PASSES.iter().map(|pass| format!("  {:<12} {}", pass.name, pass.doc)).collect();
    let passes_help = format!(
        "The passes to run before printing: 'none', 'all', or names separated by commas. They run in this order:\n{}",
        names.join("\n")
    );
    let command = command
        .about("Prints a program as Braid sees it, or counts what is in it")
        .after_help(EXAMPLES)
        .arg(
            Arg::new(FUNCTION)
                .long(FUNCTION)
                .short('f')
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Only this function; may be given several times"),
        )
        .arg(flag(STATS, "Print counts instead of the IR: functions, instructions, undefined symbols, ..."))
        .arg(flag(JSON, "Print the counts as JSON").requires(STATS))
        .arg(
            Arg::new(PASS_LIST)
                .long(PASS_LIST)
                .value_name("LIST")
                .default_value("none")
                .help("The passes to run first: none, all, or a list")
                .long_help(passes_help),
        )
        .arg(
            Arg::new(NO_PASS)
                .long(NO_PASS)
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Leave this pass out; may be given several times"),
        )
        .arg(flag(NO_VERIFY, "Do not check that the program is well formed (only without passes)"))
        .arg(flag(SOURCE, "Show the lines of the source; reads the files that the debug information names").long_help(
            "Show the lines of the source between instructions. This reads the files that the debug information names, \
             so it is on by itself only if all inputs are source files.",
        ))
        .arg(flag(QUIET, "Print nothing; only read and check").short('q').conflicts_with(STATS));
    input::arguments(command)
}

/// Does the work.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let mut pipeline = pipeline(matches)?;
    let is_verified = !matches.get_flag(NO_VERIFY);
    if !is_verified && PASSES.iter().any(|pass| pipeline.is_on(pass.name)) {
        return Err(Failure::Usage("--no-verify and --passes do not go together: passes need a sound program".into()));
    }
    let mut module = input::load(matches, console)?;
    let chosen = chosen(matches, &module)?;
    for &func in &chosen {
        input::decode(&mut module, func)?;
    }
    if is_verified {
        verify(&module)?;
    }
    for &func in &chosen {
        transform(&mut pipeline, &mut module, func);
    }
    if matches.get_flag(STATS) {
        let stats = Stats::of(&module, &chosen);
        let text = if matches.get_flag(JSON) { stats.to_json() } else { stats.to_string() };
        console.out().write_all(text.as_bytes())?;
    } else if !matches.get_flag(QUIET) {
        let only = matches.contains_id(FUNCTION).then_some(&chosen[..]);
        let source = (matches.get_flag(SOURCE) || input::is_source_only(matches)).then(SourceFiles::default);
        print::print(&module, only, source.as_ref(), console.out())?;
    }
    Ok(Exit::Ok)
}

/// The passes that the arguments choose.
fn pipeline(matches: &ArgMatches) -> Result<Pipeline, Failure> {
    let list = matches.get_one::<String>(PASS_LIST).expect("has a default");
    let mut pipeline = if list == "all" { Pipeline::all() } else { Pipeline::none() };
    let wrong = |error: braid_passes::UnknownPass| Failure::Usage(error.to_string());
    if list != "all" && list != "none" {
        list.split(',').try_for_each(|name| pipeline.set(name.trim(), true)).map_err(wrong)?;
    }
    let left_out = matches.get_many::<String>(NO_PASS).into_iter().flatten();
    left_out.into_iter().try_for_each(|name| pipeline.set(name, false)).map_err(wrong)?;
    Ok(pipeline)
}

/// The functions that the arguments choose; all of them if none is named.
fn chosen(matches: &ArgMatches, module: &Module) -> Result<Vec<FuncId>, Failure> {
    let Some(names) = matches.get_many::<String>(FUNCTION) else { return Ok(module.funcs.ids().collect()) };
    let find = |name: &String| module.func_named(name).ok_or_else(|| unknown_function(module, name));
    names.map(find).collect()
}

/// The message for a function that is not there, with names that contain what was asked for.
fn unknown_function(module: &Module, name: &str) -> Failure {
    const SHOWN: usize = 5;
    let names = module.funcs.values().map(|func| module.names.get(func.symbol.name));
    let alike: Vec<&str> = names.filter(|known| known.contains(name)).take(SHOWN).collect();
    let hint = if alike.is_empty() { String::new() } else { format!("; there is {}", alike.join(", ")) };
    Failure::Usage(format!("no function is named '{name}'{hint}"))
}

fn verify(module: &Module) -> Result<(), Failure> {
    const SHOWN: usize = 10;
    let errors = verify::module(module);
    let Some(first) = errors.first() else { return Ok(()) };
    let files = module.origins.join(", ");
    let mut text = format!("{files}: the program is not well formed: {first}");
    for error in errors.iter().take(SHOWN).skip(1) {
        text.push_str(&format!("\n  {error}"));
    }
    if errors.len() > SHOWN {
        text.push_str(&format!("\n  ... and {} more", errors.len() - SHOWN));
    }
    Err(Failure::BadInput(text))
}

/// Runs the chosen passes. They keep a sound program sound; if not, it is our bug and ends the process as one.
fn transform(pipeline: &mut Pipeline, module: &mut Module, func: FuncId) {
    if let Err(malformed) = pipeline.checked(module, func) {
        let name = module.names.get(module.funcs[func].symbol.name);
        panic!("pass '{}' made function '{name}' malformed: {}", malformed.pass, malformed.errors[0]);
    }
}
