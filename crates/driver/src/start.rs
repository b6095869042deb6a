//! From files to a state that stands before the program's first instruction.

use std::path::PathBuf;

use braid_env::{Environment, Native, runtime};
use braid_exec::{Executor, Prepare, Program, Sizes, Undefined};
use braid_ir::{FuncId, Module, Type};
use braid_link::{Library, LoadOptions, Toolchain, Warning};
use braid_passes::Pipeline;
use braid_report::program::{FUZZ_DATA, FUZZ_ENTRY, FUZZ_SIZE};
use braid_solver::{Budget, Solver, chain};
use braid_state::memory::{CallPath, Contents, Identity, Object, Origin, OriginKind, Site};
use braid_state::{Gain, State, Value};

use crate::error::EngineError;
use crate::options::{Check, Options};

/// How many functions a message names.
const NAMES_SHOWN: usize = 12;

/// Loads a program with the runtime behind it.
pub(crate) fn load(files: &[PathBuf], options: &Options) -> Result<(Module, Vec<Warning>), EngineError> {
    let load = LoadOptions {
        compiler_flags: options.compiler_flags(),
        library: Some(Library { name: runtime::NAME, bytes: runtime::bytes() }),
        is_modelled: Some(braid_env::is_modelled),
        headers: runtime::HEADERS,
        roots: vec![options.entry.clone(), "exit".to_owned()],
        ..LoadOptions::default()
    };
    let program = braid_link::load(files, &load)?;
    Ok((program.module, program.warnings))
}

/// An executor for a module.
pub(crate) fn executor(module: Module, options: &Options) -> Result<Executor, EngineError> {
    let mut pipeline = Pipeline::all();
    for pass in &options.without_passes {
        pipeline.set(pass, false).map_err(|error| EngineError::Usage(error.to_string()))?;
    }
    let prepare: Prepare = Box::new(move |module, func| {
        pipeline.run_on(module, func);
        Ok(())
    });
    let mut program = Program::new(module, prepare);
    program.library = Some(runtime::NAME);
    Ok(Executor::new(program, Box::new(environment(options)?), solver(options)?, exec_options(options)))
}

/// The machine around the program. Calling its functions natively takes a compiler.
fn environment(options: &Options) -> Result<Environment, EngineError> {
    let environment = Environment::new();
    if options.undefined != Undefined::External {
        return match options.link_libraries.first() {
            Some(library) => {
                let what = "functions of a library are called only with --undefined=external";
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

fn exec_options(options: &Options) -> braid_exec::Options {
    braid_exec::Options {
        max_call_depth: usize::try_from(options.max_call_depth).unwrap_or(usize::MAX),
        stack_size: options.stack_size,
        max_depth: options.max_depth.unwrap_or(u32::MAX),
        max_forks: options.max_forks.unwrap_or(u64::MAX),
        sizes: options.sizes,
        capacities: options.capacities.clone(),
        check_overflow: options.checks(Check::Overflow),
        check_uninitialized: options.checks(Check::UninitializedRead),
        check_leak: options.checks(Check::Leak),
        unmerge: options.merge.unmerge,
        undefined: options.undefined,
        ..braid_exec::Options::default()
    }
}

/// The states before the first instruction: variables are set up, constructors come before the entry. There is one, unless
/// what the entry is given has a symbolic size and each size is to be a path; then these differ in their first decision.
pub(crate) fn first_states(exec: &mut Executor, options: &Options) -> Result<Vec<State>, EngineError> {
    let entry = find_entry(exec, &options.entry)?;
    let mut bare = exec.initial_state().map_err(EngineError::Unsupported)?;
    if options.entry != FUZZ_ENTRY || options.sizes != Sizes::Eager || options.fuzz_bytes == 0 {
        return Ok(vec![first_state(exec, bare, entry, None, options)?]);
    }
    let mut states = Vec::new();
    for size in 0..=options.fuzz_bytes {
        let mut state = bare.fork();
        state.recipe = exec.recipes.step(bare.recipe, u32::try_from(size).unwrap_or(u32::MAX));
        state.depth += 1;
        states.push(first_state(exec, state, entry, Some(size), options)?);
    }
    exec.counters.forks += options.fuzz_bytes;
    Ok(states)
}

/// One of them, made of a state that only has its variables, with the size of what the entry is given if it is chosen.
fn first_state(
    exec: &mut Executor,
    mut state: State,
    entry: FuncId,
    size: Option<u64>,
    options: &Options,
) -> Result<State, EngineError> {
    let arguments = entry_arguments(exec, &mut state, entry, size, options)?;
    exec.enter_first(&mut state, entry, &arguments).map_err(|why| bad_entry(options, why))?;
    let constructors = exec.structors("llvm.global_ctors").map_err(EngineError::Unsupported)?;
    let taken: Vec<usize> = constructors.iter().map(|&constructor| parameters(exec, constructor)).collect();
    let most = taken.iter().copied().max().unwrap_or(0);
    // They get what main gets.
    let arguments = if most == 0 { Vec::new() } else { main_arguments(exec, &mut state, most, &options.arguments)? };
    for (constructor, taken) in constructors.into_iter().zip(taken).rev() {
        let arguments = &arguments[..taken.min(arguments.len())];
        exec.enter_first(&mut state, constructor, arguments).map_err(EngineError::Unsupported)?;
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
    options: &Options,
) -> Result<Vec<Value>, EngineError> {
    let module = &exec.program.module;
    let Type::Function { params, .. } = &module.types[module.funcs[entry].ty] else { return Ok(Vec::new()) };
    let params = params.clone();
    match options.entry.as_str() {
        FUZZ_ENTRY => fuzz_arguments(exec, state, size, options),
        "main" => main_arguments(exec, state, params.len(), &options.arguments),
        _ => {
            let widths = params.iter().map(|&ty| exec.program.module.types.int_bits(ty)).collect::<Option<Vec<u32>>>();
            let why = "a parameter is no integer; write a driver that calls it".to_owned();
            let widths = widths.ok_or_else(|| bad_entry(options, why))?;
            let input = |(at, bits)| exec.fresh_input(state, &format!("argument{at}"), bits);
            Ok(widths.into_iter().enumerate().map(input).collect())
        }
    }
}

/// A buffer of any contents and of any size up to a bound, as large as it says and not a byte more.
fn fuzz_arguments(
    exec: &mut Executor,
    state: &mut State,
    chosen: Option<u64>,
    options: &Options,
) -> Result<Vec<Value>, EngineError> {
    let term = exec.fresh_input(state, FUZZ_SIZE, 64).term(&mut exec.pool, 64);
    let limit = options.fuzz_bytes;
    let chosen = chosen.or_else(|| (options.sizes == Sizes::Max || limit == 0).then_some(limit));
    let bound = exec.pool.bv(64, chosen.unwrap_or(limit));
    let (size, bytes) = match chosen {
        Some(size) => {
            state.assume(exec.pool.eq(term, bound), Gain::Size);
            (Value::Word(size), size)
        }
        None => {
            state.assume(exec.pool.ule(term, bound), Gain::Bounded);
            state.sizes.add(term);
            (Value::Term(term), limit)
        }
    };
    if options.sizes == Sizes::Max && limit > 0 {
        exec.incomplete
            .note(format!("the input gets the largest size, {limit} bytes; smaller ones are left out"), None);
    }
    let array = exec.add_sized_input(state, FUZZ_DATA, bytes, size);
    let base = place(exec, 0, limit)?;
    let mut contents = Contents::unwritten(bytes);
    if bytes > 0 {
        contents.make_symbolic(&mut exec.pool, array);
    }
    state.memory.insert(Object::new(base, size, bytes, origin(0, FUZZ_DATA)).with_contents(contents));
    Ok(vec![Value::Word(base), size])
}

/// `argc`, `argv` and an empty environment, as many as are taken.
fn main_arguments(
    exec: &mut Executor,
    state: &mut State,
    taken: usize,
    arguments: &[String],
) -> Result<Vec<Value>, EngineError> {
    let mut addresses = Vec::new();
    for (number, text) in core::iter::once("program").chain(arguments.iter().map(String::as_str)).enumerate() {
        let bytes: Vec<u8> = text.bytes().chain([0]).collect();
        let base = place(exec, number as u32, bytes.len() as u64)?;
        let object =
            Object::new(base, Value::Word(bytes.len() as u64), bytes.len() as u64, origin(number as u32, text));
        state.memory.insert(object.with_contents(Contents::of_bytes(&bytes)));
        addresses.push(base);
    }
    let count = addresses.len() as u64;
    let table: Vec<u8> = addresses.iter().chain([&0]).flat_map(|address| address.to_le_bytes()).collect();
    let argv = bytes_object(exec, state, u32::MAX - 1, "argv", &table)?;
    let envp = bytes_object(exec, state, u32::MAX - 2, "envp", &[0; 8])?;
    Ok([Value::Word(count), Value::Word(argv), Value::Word(envp)].into_iter().take(taken).collect())
}

fn bytes_object(
    exec: &mut Executor,
    state: &mut State,
    number: u32,
    name: &str,
    bytes: &[u8],
) -> Result<u64, EngineError> {
    let size = bytes.len() as u64;
    let base = place(exec, number, size)?;
    let object = Object::new(base, Value::Word(size), size, origin(number, name));
    state.memory.insert(object.with_contents(Contents::of_bytes(bytes)));
    Ok(base)
}

/// The site of what the environment makes: no function has this number.
const ENVIRONMENT: u32 = u32::MAX - 1;

fn origin(number: u32, name: &str) -> Origin {
    let site = Site { function: ENVIRONMENT, instruction: number };
    Origin { kind: OriginKind::Argument, site, name: Some(name.into()) }
}

fn place(exec: &mut Executor, number: u32, size: u64) -> Result<u64, EngineError> {
    let site = Site { function: ENVIRONMENT, instruction: number };
    let identity = Identity { site, path: CallPath::default(), count: 0 };
    exec.slots.place(&identity, size, 16).map_err(|error| EngineError::Unsupported(error.to_string()))
}
