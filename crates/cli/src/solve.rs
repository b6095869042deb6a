//! `braid solve`: answers SMT-LIB scripts with Braid's own solver.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use braid_solver::script::{Flow, Position, Script, Splitter, complaint};
use braid_solver::{Budget, Solver, chain};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::console::Console;
use crate::exit::{Exit, Failure};

const EXAMPLES: &str = "\
Examples:
  braid solve query.smt2                  answer a script
  generator | braid solve -               answer while the script is still being written
  braid solve --stats query.smt2          and say which layer answered how much
  braid solve --conflicts 10000 hard.smt2 give up on a query after so many conflicts: 'unknown'
  braid solve --solver-check 'z3 -in' query.smt2
                                          trust no one: compare every answer with another solver

Read are QF_BV and QF_ABV (arrays between bit-vectors), QF_FP, QF_BVFP and QF_ABVFP (exponents of up
to 15 bits, numbers of up to 128, remainders where exponents have at most 8), and quantifiers with a bound:
  (forall ((i (_ BitVec 32))) (=> (and (bvule #x00000001 i) (bvule i k)) BODY))
A malformed script ends with (error \"line L column C: ...\") and exit code 3; a script with a check
that was answered 'unknown' ends with exit code 4, and (get-info :reason-unknown) tells why.";

/// Name, help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    command
        .about("Answers SMT-LIB 2 scripts over bit-vectors, arrays, floating point and bounded quantifiers")
        .after_help(EXAMPLES)
        .arg(Arg::new("file").value_name("FILE").required(true).help("An SMT-LIB 2 script; - for standard input"))
        .arg(
            Arg::new("conflicts")
                .long("conflicts")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help("Answer 'unknown' where the search meets more than N conflicts in a query"),
        )
        .arg(
            Arg::new("solver")
                .long("solver")
                .value_name("CMD")
                .help("Use another SMT-LIB solver in place of Braid's own back end, as in --solver 'z3 -in'"),
        )
        .arg(
            Arg::new("solver-check")
                .long("solver-check")
                .value_name("CMD")
                .help("Check every answer of the back end with another solver; a disagreement is 'unknown'"),
        )
        .arg(
            Arg::new("portfolio")
                .long("portfolio")
                .value_name("CMD")
                .help("Ask another solver where the budget runs out; its answers may differ from run to run"),
        )
        .arg(
            Arg::new("solver-time")
                .long("solver-time")
                .value_name("SECONDS")
                .value_parser(value_parser!(u64).range(1..))
                .help("How long another solver may think about a query [default: 10]"),
        )
        .arg(
            Arg::new("dump-queries")
                .long("dump-queries")
                .value_name("DIR")
                .help("Write every query to a file of its own, with its answer"),
        )
        .arg(
            Arg::new("stats")
                .long("stats")
                .action(ArgAction::SetTrue)
                .help("Print the counters of all layers to standard error at the end"),
        )
}

/// Runs the script.
pub(crate) fn run(arguments: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let mut script = Script::new(solver(arguments)?);
    let file = arguments.get_one::<String>("file").expect("required");
    if file == "-" {
        answer_stream(&mut script, io::stdin().lock(), console)?;
    } else {
        let bytes = fs::read(file).map_err(|error| Failure::BadInput(format!("{file}: {error}")))?;
        answer(&mut script, &bytes, console, (file, Position::START))?;
    }
    if arguments.get_flag("stats") {
        console.note(&stats_table(&script));
    }
    Ok(if script.unknowns() > 0 { Exit::Inconclusive } else { Exit::Ok })
}

fn solver(arguments: &ArgMatches) -> Result<Solver, Failure> {
    let text = |name: &str| arguments.get_one::<String>(name).cloned();
    let options = chain::Options {
        back_end: text("solver"),
        check: text("solver-check"),
        second: text("portfolio"),
        time_limit: arguments.get_one::<u64>("solver-time").map(|&seconds| Duration::from_secs(seconds)),
        dump: text("dump-queries").map(PathBuf::from),
        ..chain::Options::default()
    };
    let layers = chain::chain(&options)
        .map_err(|error| Failure::Usage(format!("{}: {error}", text("dump-queries").unwrap_or_default())))?;
    let mut solver = Solver::with_chain(layers);
    if let Some(&conflicts) = arguments.get_one::<u64>("conflicts") {
        solver.set_budget(Budget { conflicts, ..Budget::default() });
    }
    Ok(solver)
}

/// Answers a piece of a script; what is wrong with it is answered too, as other solvers do. Each answer is out before the next command runs: whoever
/// ends a long script has what was answered until then.
fn answer(
    script: &mut Script,
    bytes: &[u8],
    console: &mut Console,
    (name, start): (&str, Position),
) -> Result<Flow, Failure> {
    let text = str::from_utf8(bytes)
        .map_err(|error| Failure::BadInput(format!("{name}: not UTF-8 text at byte {}", error.valid_up_to())))?;
    let mut written = Ok(());
    let outcome = script.run(text, &mut |answer| {
        if written.is_ok() {
            written = console.out().write_all(answer.as_bytes()).and_then(|()| console.flush());
        }
    });
    written?;
    outcome.map_err(|error| {
        let complaint = complaint(text, start, &error);
        let _ = writeln!(console.out(), "(error \"{}\")", complaint.replace('"', "\"\""));
        Failure::BadInput(format!("{name}: {complaint}"))
    })
}

/// Answers each command as soon as it is complete.
fn answer_stream(script: &mut Script, mut input: impl Read, console: &mut Console) -> Result<(), Failure> {
    let mut splitter = Splitter::new();
    let mut buffer = vec![0; 1 << 16];
    let mut start = Position::START;
    loop {
        let count = input.read(&mut buffer).map_err(|error| Failure::BadInput(format!("standard input: {error}")))?;
        if count == 0 {
            answer(script, &splitter.finish(), console, ("standard input", start))?;
            return Ok(());
        }
        splitter.feed(&buffer[..count]);
        if let Some(commands) = splitter.take_commands() {
            let flow = answer(script, &commands, console, ("standard input", start))?;
            start = Position::of(&String::from_utf8_lossy(&commands), commands.len()).from(start);
            if flow == Flow::Exit {
                return Ok(());
            }
        }
    }
}

fn stats_table(script: &Script) -> String {
    let rows = script.solver().stats().rows().filter(|&(_, _, value)| value > 0);
    rows.map(|(name, meaning, value)| format!("{value:>12}  {name:<22} {}\n", meaning.trim())).collect()
}
