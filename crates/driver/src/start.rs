//! From files to a state that stands before the program's first instruction.

use std::path::{Path, PathBuf};

use braid_code::{Prepare, Program};
use braid_env::arguments::{self, BufferNames};
use braid_env::{Environment, Native, runtime, world};
use braid_exec::{Executor, FloatChecks, INTRINSICS, Sizes, Undefined};
use braid_expr::{Cause, Interrupt};
use braid_ir::{FuncId, Linkage, Module, Type};
use braid_link::{Library, LoadOptions, Toolchain};
use braid_passes::{Pipeline, SELECTIONS};
use braid_report::World;
use braid_report::program::{FUZZ_DATA, FUZZ_ENTRY, FUZZ_SIZE};
use braid_solver::{Budget, Solver, chain};
use braid_state::{State, Value};

use crate::calls::Overrides;
use crate::cut::Cut;
use crate::error::EngineError;
use crate::merging;
use crate::options::{Check, Options};

/// How many functions a message names.
const NAMES_SHOWN: usize = 12;

/// Loads a program with the runtime behind it.
pub(crate) fn load(
    files: &[PathBuf],
    options: &Options,
    interrupt: Interrupt,
) -> Result<braid_link::Program, EngineError> {
    let overrides = Overrides::of(options)?;
    let models = overrides.models();
    let files: Vec<PathBuf> = files.iter().chain(&models).chain(&options.libc).cloned().collect();
    let load = LoadOptions {
        compiler_flags: options.compiler_flags(),
        hidden: overrides.hidden(),
        library: Some(Library { name: runtime::NAME, modules: runtime::MODULES }),
        gives_beside: options.libc.is_some().then_some(runtime::is_beside_libc),
        is_modelled: Some(braid_env::is_modelled),
        headers: runtime::HEADERS,
        check_overflow: options.checks(Check::Overflow),
        roots: roots(options)?,
        interrupt,
        ..LoadOptions::default()
    };
    let program = braid_link::load(&files, &load)?;
    match &options.libc {
        Some(libc) => refuse_lacking(program, libc),
        None => Ok(program),
    }
}

/// Refuses a C library that has not all of what is needed of the usual one.
fn refuse_lacking(program: braid_link::Program, libc: &Path) -> Result<braid_link::Program, EngineError> {
    let module = &program.module;
    let undefined = module.funcs.values();
    let undefined = undefined.filter(|func| !func.body.is_defined() && func.symbol.linkage != Linkage::ExternWeak);
    let mut lacking: Vec<&str> = undefined.map(|func| module.names.get(func.symbol.name)).collect();
    lacking.retain(|name| runtime::has(name) && !runtime::is_beside_libc(name));
    if module.func_named("exit").is_none() {
        lacking.push("exit");
    }
    lacking.sort_unstable();
    let (shown, rest) = lacking.split_at(lacking.len().min(NAMES_SHOWN));
    match (shown.is_empty(), rest.len()) {
        (true, _) => Ok(program),
        (false, 0) => Err(EngineError::LackingLibc { file: libc.display().to_string(), names: shown.join(", ") }),
        (false, more) => {
            let names = format!("{} and {more} more", shown.join(", "));
            Err(EngineError::LackingLibc { file: libc.display().to_string(), names })
        }
    }
}

/// The functions that are needed whether the program calls them or not.
fn roots(options: &Options) -> Result<Vec<String>, EngineError> {
    let mut roots = vec![options.entry.clone(), "exit".to_owned()];
    let world = options.world()?;
    if world.has_files() || options.root.is_some() {
        roots.push(world::BEGIN.to_owned());
    }
    if world.failures > 0 {
        roots.push(world::FILE_STREAMS.to_owned());
    }
    Ok(roots)
}

/// Whether conditions stay as they are written: what joins states looks at them, and a decision that depends on what was never
/// written is to be found where it is made.
fn needs_raw_conditions(options: &Options) -> bool {
    merging::merger(options).is_some() || options.checks(Check::UninitializedRead)
}

/// An executor for a module.
pub(crate) fn executor(module: Module, checked: Vec<String>, options: &Options) -> Result<Executor, EngineError> {
    let mut pipeline = Pipeline::all();
    let unasked = (!options.with_passes.iter().any(|pass| pass == SELECTIONS)).then_some(SELECTIONS);
    let without = options.without_passes.iter().map(String::as_str);
    let raw = needs_raw_conditions(options).then_some(["conditions", SELECTIONS]);
    let off = without.chain(unasked).chain(raw.into_iter().flatten()).map(|pass| (pass, false));
    for (pass, on) in options.with_passes.iter().map(|pass| (pass.as_str(), true)).chain(off) {
        pipeline.set(pass, on).map_err(|error| EngineError::Usage(error.to_string()))?;
    }
    if options.checks(Check::Leak) {
        pipeline.keep_pointers();
    }
    let prepare: Prepare = Box::new(move |module, func| {
        pipeline.run_on(module, func);
        Ok(())
    });
    let mut program = Program::new(module, prepare, INTRINSICS);
    program.library = Some(runtime::NAME);
    program.instrumented = checked;
    let mut exec = Executor::new(program, Box::new(environment(options)?), solver(options)?, exec_options(options)?);
    for func in modelled(&exec.program.module) {
        exec.ask_machine_first(func);
    }
    Ok(exec)
}

/// The functions of a language's library that the machine has, too: their bodies are for it to choose.
fn modelled(module: &Module) -> Vec<FuncId> {
    let of_library = |origin: u32| module.origins.get(origin as usize).is_some_and(|origin| origin == runtime::NAME);
    let bodies = module.funcs.iter().filter(|(_, func)| func.body.is_defined() && of_library(func.symbol.origin));
    bodies.filter(|(_, func)| braid_env::is_modelled(module.names.get(func.symbol.name))).map(|(id, _)| id).collect()
}

/// The machine around the program. Calling its functions natively takes a compiler.
fn environment(options: &Options) -> Result<Environment, EngineError> {
    let environment = Environment::new();
    if options.undefined != Undefined::External && !Overrides::of(options)?.has_native() {
        return match options.link_libraries.first() {
            Some(library) => {
                let what =
                    "functions of a library are called only with --undefined=external or a row 'native' of --env";
                Err(EngineError::Usage(format!("--link-library {library}: {what}")))
            }
            None => Ok(environment),
        };
    }
    let missing = "--undefined=external needs a C compiler, and there is none: install clang, or name one in $BRAID_CC";
    let compiler = Toolchain::of_machine().clang.ok_or_else(|| EngineError::Usage(missing.to_owned()))?;
    Ok(environment.with_external(Native { compiler, libraries: options.link_libraries.clone() }))
}

fn solver(options: &Options) -> Result<Solver, EngineError> {
    let chain_options = chain::Options {
        check: options.solver_check.clone(),
        dump: options.dump_queries.clone(),
        stages: options.stages(),
        ..chain::Options::default()
    };
    let layers = chain::chain(&chain_options)
        .map_err(|error| EngineError::Usage(format!("queries cannot be written: {error}")))?;
    let mut solver = Solver::with_chain(layers);
    if let Some(conflicts) = options.solver_conflicts {
        solver.set_budget(Budget { conflicts, ..Budget::default() });
    }
    Ok(solver)
}

fn exec_options(options: &Options) -> Result<braid_exec::Options, EngineError> {
    Ok(braid_exec::Options {
        max_call_depth: usize::try_from(options.max_call_depth).unwrap_or(usize::MAX),
        stack_size: options.stack_size,
        max_depth: options.max_depth.unwrap_or(u32::MAX),
        max_forks: options.max_forks.unwrap_or(u64::MAX),
        sizes: options.sizes,
        capacities: options.capacities.clone(),
        check_overflow: options.checks(Check::Overflow),
        check_floats: FloatChecks {
            invalid: options.checks(Check::FloatInvalid),
            overflow: options.checks(Check::FloatOverflow),
            convert: options.checks(Check::FloatConvert),
        },
        check_uninitialized: options.checks(Check::UninitializedRead),
        check_leak: options.checks(Check::Leak),
        undefined: options.undefined,
        undefined_by_name: Overrides::of(options)?.undefined().into_iter().collect(),
        ..braid_exec::Options::default()
    })
}

/// What is chosen before the first instruction.
struct Choice<'a> {
    /// The size of what the entry is given.
    size: Option<u64>,
    /// How many symbolic arguments each group has.
    counts: &'a [u32],
}

/// The states before the first instruction: variables are set up, constructors come before the entry. There is one, unless
/// what the entry is given has a symbolic size and each size is to be a path, or there are several numbers of arguments; then
/// these differ in their first decision.
pub(crate) fn first_states(exec: &mut Executor, options: &Options, world: &World) -> Result<Vec<State>, EngineError> {
    let entry = find_entry(exec, &options.entry)?;
    let mut bare = initial_state(exec)?;
    let is_sized = options.entry == FUZZ_ENTRY && options.sizes == Sizes::Eager && options.fuzz_bytes > 0;
    let sizes: Vec<Option<u64>> = if is_sized { (0..=options.fuzz_bytes).map(Some).collect() } else { vec![None] };
    let counts = world.choices();
    let choices = sizes.iter().flat_map(|&size| counts.iter().map(move |counts| Choice { size, counts }));
    let choices: Vec<Choice<'_>> = choices.collect();
    if let [choice] = &choices[..] {
        return Ok(vec![first_state(exec, bare, entry, choice, world, options)?]);
    }
    let mut states = Vec::new();
    for (number, choice) in choices.iter().enumerate() {
        let mut state = bare.fork();
        state.inherited = exec.heritage.fork(&bare.inherited, u32::try_from(number).unwrap_or(u32::MAX));
        state.depth += 1;
        states.push(first_state(exec, state, entry, choice, world, options)?);
    }
    exec.counters.forks += choices.len() as u64 - 1;
    Ok(states)
}

/// The state that only has its variables.
fn initial_state(exec: &mut Executor) -> Result<State, EngineError> {
    exec.initial_state().map_err(|what| match exec.pool.interrupt().cause() {
        Some(Cause::Stop) => EngineError::Interrupted { reason: Cut::Time.text() },
        Some(Cause::Memory) => EngineError::Interrupted { reason: Cut::Memory.text() },
        None => EngineError::Unsupported(what),
    })
}

/// One of them, made of a state that only has its variables.
fn first_state(
    exec: &mut Executor,
    mut state: State,
    entry: FuncId,
    choice: &Choice<'_>,
    world: &World,
    options: &Options,
) -> Result<State, EngineError> {
    let constructors = exec.structors("llvm.global_ctors").map_err(EngineError::Unsupported)?;
    let taken: Vec<usize> = constructors.iter().map(|&constructor| parameters(exec, constructor)).collect();
    // Constructors get what main gets.
    let is_given =
        options.entry == "main" || !world.is_known() || world.has_files() || taken.iter().any(|&count| count > 0);
    let main = is_given.then(|| world::arguments(exec, &mut state, world, choice.counts)).transpose();
    let main = main.map_err(EngineError::Unsupported)?.unwrap_or([Value::Word(0); 3]);
    let begin = world::begin(exec, &mut state, world).map_err(EngineError::Unsupported)?;
    let arguments = entry_arguments(exec, &mut state, entry, choice.size, &main, options)?;
    exec.enter_first(&mut state, entry, &arguments).map_err(|why| bad_entry(options, why))?;
    for (constructor, taken) in constructors.into_iter().zip(taken).rev() {
        let arguments = &main[..taken.min(main.len())];
        exec.enter_first(&mut state, constructor, arguments).map_err(EngineError::Unsupported)?;
    }
    if let Some((function, table)) = begin {
        exec.enter_first(&mut state, function, &[table]).map_err(EngineError::Unsupported)?;
    }
    Ok(state)
}

/// How many parameters a function has.
fn parameters(exec: &Executor, func: FuncId) -> usize {
    let module = &exec.program.module;
    match &module.types[module.funcs[func].ty] {
        Type::Function { params, .. } => params.len(),
        _ => 0,
    }
}

fn bad_entry(options: &Options, why: String) -> EngineError {
    EngineError::BadEntry { name: options.entry.clone(), why }
}

/// The name of the function to start in: what was asked for, or that of a fuzz target where there is no `main`.
pub(crate) fn entry_name(module: &Module, asked: String) -> String {
    let is_there = |name: &str| module.func_named(name).is_some_and(|func| module.funcs[func].body.is_defined());
    if asked == "main" && !is_there("main") && is_there(FUZZ_ENTRY) { FUZZ_ENTRY.to_owned() } else { asked }
}

/// The function to start in.
fn find_entry(exec: &Executor, name: &str) -> Result<FuncId, EngineError> {
    let module = &exec.program.module;
    if let Some(entry) = module.func_named(name).filter(|&func| module.funcs[func].body.is_defined()) {
        return Ok(entry);
    }
    let of_user = |origin: u32| module.origins.get(origin as usize).is_none_or(|origin| origin != runtime::NAME);
    let known = module
        .funcs
        .values()
        .filter(|func| func.body.is_defined() && of_user(func.symbol.origin))
        .map(|func| module.names.get(func.symbol.name).to_owned())
        .take(NAMES_SHOWN)
        .collect();
    Err(EngineError::NoEntry { name: name.to_owned(), known })
}

/// What the function to start in is given.
fn entry_arguments(
    exec: &mut Executor,
    state: &mut State,
    entry: FuncId,
    size: Option<u64>,
    main: &[Value],
    options: &Options,
) -> Result<Vec<Value>, EngineError> {
    let module = &exec.program.module;
    let Type::Function { params, .. } = &module.types[module.funcs[entry].ty] else { return Ok(Vec::new()) };
    let params = params.clone();
    match options.entry.as_str() {
        FUZZ_ENTRY => {
            let names = BufferNames { data: FUZZ_DATA, size: FUZZ_SIZE };
            arguments::buffer(exec, state, size, options.fuzz_bytes, names).map_err(EngineError::Unsupported)
        }
        "main" => Ok(main.iter().copied().take(params.len()).collect()),
        _ => {
            let widths = params.iter().map(|&ty| exec.program.module.types.int_bits(ty)).collect::<Option<Vec<u32>>>();
            let why = "a parameter is no integer; write a driver that calls it".to_owned();
            let widths = widths.ok_or_else(|| bad_entry(options, why))?;
            let input = |(at, bits)| exec.fresh_input(state, &format!("argument{at}"), bits);
            Ok(widths.into_iter().enumerate().map(input).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::options::{Check, Options};
    use crate::{Engine, merging};

    /// A range on one line, one on two lines, and a fault behind the first.
    const RANGES: &str = "#include <klee/klee.h>
        int main(void) {
            unsigned char c = klee_range(0, 256, \"c\");
            unsigned char d = klee_range(0, 256, \"d\");
            int digit = 0;
            if (c >= '0' && c <= '9')
                digit = 10 / (c - '7');
            if (d < 'a' ||
                d > 'z')
                return 1;
            return digit;
        }";

    /// Paths and what was found: faults by their places, lines, the verdict.
    fn explored(options: Options) -> (u64, String) {
        let folder = tempfile::tempdir().expect("a folder for a program");
        let path = folder.path().join("program.c");
        std::fs::write(&path, RANGES).expect("a program is written");
        let engine = Engine::load(&[path], Options { write: false, ..options }).expect("the program is read");
        let report = engine.run(None).expect("it runs");
        let lines: Vec<_> = report.bugs.iter().map(|bug| bug.fault.place.line).collect();
        (
            report.paths.to_string().parse().expect("a number"),
            format!("{lines:?} {:?} {}", report.coverage, report.verdict.name()),
        )
    }

    #[test]
    fn joined_conditions_save_paths_and_change_no_answer() {
        let raw = || Options { without_passes: vec!["conditions".to_owned()], ..Options::default() };
        let (paths, found) = explored(Options::default());
        let (raw_paths, raw_found) = explored(raw());
        // The fault ends a path; three ways go past the first condition as it is written, two when it is one, and each meets the second.
        assert_eq!((paths, raw_paths), (2 * 3 + 1, 3 * 3 + 1));
        assert_eq!(found, raw_found);
    }

    #[test]
    fn conditions_stay_as_they_are_where_somebody_looks_at_them() {
        let uninitialized = Options { checks: vec![Check::UninitializedRead], ..Options::default() };
        assert_eq!(explored(uninitialized).0, 3 * 3 + 1);
        let mut joins = Options::default();
        joins.merge.mode = braid_merge::Mode::named("loop").expect("a mode");
        assert!(merging::merger(&joins).is_some() && super::needs_raw_conditions(&joins));
    }
}
