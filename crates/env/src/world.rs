//! The symbolic environment: arguments, files and standard input as inputs of a state.
//!
//! Inputs are made in the order in which a test file has them. The files themselves are the runtime's
//! (`runtime/src/given.c`): it gets a table of what is given before anything else runs.

use braid_exec::Executor;
use braid_expr::ExprId;
use braid_ir::FuncId;
use braid_report::World;
use braid_report::world::{FAILING, Word};
use braid_state::memory::{Contents, Object};
use braid_state::{Gain, State, Value};

use crate::arguments::{self, bytes_object, origin, place};

/// The function of the runtime that sets the files up.
pub const BEGIN: &str = "__braid_begin_files";

/// The function of the runtime by which standard streams become streams on files, as they must where calls may fail.
pub const FILE_STREAMS: &str = "__braid_file_begin";
/// The variable of the runtime that leads to the environment.
const ENVIRON: &str = "__environ";
/// What the program is called unless the user says otherwise.
const PROGRAM: &str = "program";

/// Arguments of one group are numbered from a multiple of this on, so that each is where it is however many come before it.
const GROUP: u32 = 128;
/// The numbers of the other objects.
const FIRST_FILE: u32 = 1 << 24;
const STDIN: u32 = FIRST_FILE + 64;
const FIRST_FAILURE: u32 = STDIN + 1;
const TABLE: u32 = FIRST_FAILURE + 16;
const FIRST_VARIABLE: u32 = TABLE + 1;
const FIRST_SHOWN: u32 = 1 << 26;

/// What `main` gets, with as many symbolic arguments in each group as was chosen.
pub fn arguments(exec: &mut Executor, state: &mut State, world: &World, counts: &[u32]) -> Result<[Value; 3], String> {
    let name = world.name.as_deref().unwrap_or(PROGRAM);
    let mut addresses = vec![arguments::known(exec, state, 0, name)?];
    let (mut counts, mut named) = (counts.iter().copied(), 0_u32);
    for (number, word) in (1..).zip(&world.words) {
        match word {
            Word::Known(text) => addresses.push(arguments::known(exec, state, number * GROUP, text)?),
            &Word::Symbolic { least, most, size } => {
                let count = counts.next().unwrap_or(least);
                if least < most {
                    choose(exec, state, count);
                }
                for at in 0..count {
                    let name = format!("arg{named:02}");
                    addresses.push(text(exec, state, number * GROUP + at, &name, ("", size))?);
                    named += 1;
                }
            }
        }
    }
    let mut variables = Vec::new();
    for (number, (name, size)) in (FIRST_VARIABLE..).zip(&world.variables) {
        let prefix = format!("{name}=");
        variables.push(text(exec, state, number, &format!("env_{name}"), (&prefix, *size))?);
    }
    let given = arguments::of_main(exec, state, &addresses, &variables)?;
    if let ([_, _, Value::Word(envp)], false) = (&given, variables.is_empty()) {
        set_environment(exec, state, *envp);
    }
    Ok(given)
}

/// The runtime's environment is the array that main gets. A program without the variable never looks.
fn set_environment(exec: &Executor, state: &mut State, envp: u64) {
    let module = &exec.program.module;
    let Some(name) = module.names.find(ENVIRON) else { return };
    let Some((variable, _)) = module.globals.iter().find(|(_, global)| global.symbol.name == name) else { return };
    let pointer = exec.program.addresses.bytes() as u32;
    state.memory.store_word(exec.program.address_of_variable(variable), pointer, envp);
}

/// The number of arguments of a group is an input, too.
fn choose(exec: &mut Executor, state: &mut State, count: u32) {
    let term = exec.fresh_input(state, "n_args", 32).term(&mut exec.pool, 32);
    let chosen = exec.pool.bv(32, u64::from(count));
    state.assume(exec.pool.eq(term, chosen), Gain::Size);
}

/// A symbolic text: known bytes, so many unknown ones and a zero. The zero is a byte of the input, too, as KLEE has it.
fn text(
    exec: &mut Executor,
    state: &mut State,
    number: u32,
    name: &str,
    (prefix, size): (&str, u64),
) -> Result<u64, String> {
    let array = exec.add_input(state, name, size + 1);
    let before = prefix.len() as u64;
    let base = place(exec, number, before + size + 1)?;
    let mut contents = Contents::unwritten(before + size + 1);
    contents.make_part_symbolic(&mut exec.pool, before, size + 1, array);
    contents.write_bytes(0, prefix.as_bytes());
    wish_printable(exec, state, &contents, before..before + size);
    contents.set_word(before + size, 1, 0);
    let whole = before + size + 1;
    state.memory.insert(Object::new(base, Value::Word(whole), whole, origin(number, name)).with_contents(contents));
    Ok(base)
}

/// Tests prefer printable bytes.
fn wish_printable(exec: &mut Executor, state: &mut State, contents: &Contents, range: core::ops::Range<u64>) {
    for at in range {
        if let Value::Term(byte) = contents.read(&mut exec.pool, at, 1) {
            let wish = is_printable(exec, byte);
            state.inputs.wish(wish);
        }
    }
}

/// An object of so many unknown bytes, of which the first ones are printable if possible; `length` is how many of them a test has.
fn symbolic(
    exec: &mut Executor,
    state: &mut State,
    number: u32,
    name: &str,
    (size, printable, length): (u64, u64, Value),
) -> Result<u64, String> {
    let array = exec.add_sized_input(state, name, size, length);
    let base = place(exec, number, size)?;
    let mut contents = Contents::unwritten(size);
    contents.make_symbolic(&mut exec.pool, array);
    wish_printable(exec, state, &contents, 0..printable);
    state.memory.insert(Object::new(base, Value::Word(size), size, origin(number, name)).with_contents(contents));
    Ok(base)
}

/// A symbolic file: where its bytes are and how many there are.
fn file(
    exec: &mut Executor,
    state: &mut State,
    world: &World,
    number: u32,
    (name, most): (&str, u64),
) -> Result<Row, String> {
    if !world.sizes {
        let size = Value::Word(most);
        return Ok([Value::Word(symbolic(exec, state, number, name, (most, most, size))?), size]);
    }
    let term = exec.fresh_input(state, &format!("{name}_size"), 64).term(&mut exec.pool, 64);
    let bound = exec.pool.bv(64, most);
    state.assume(exec.pool.ule(term, bound), Gain::Bounded);
    state.sizes.add(term);
    let base = symbolic(exec, state, number, name, (most, most, Value::Term(term)))?;
    Ok([Value::Word(base), Value::Term(term)])
}

/// An unknown number of 32 bits that is at most so much, as one of 64 bits.
fn bounded(exec: &mut Executor, state: &mut State, name: &str, most: u64) -> Value {
    let term = exec.fresh_input(state, name, 32).term(&mut exec.pool, 32);
    let bound = exec.pool.bv(32, most);
    state.assume(exec.pool.ule(term, bound), Gain::Bounded);
    Value::Term(exec.pool.zext_or_trunc(term, 64))
}

fn is_printable(exec: &mut Executor, byte: ExprId) -> ExprId {
    let [low, high] = [b' ', b'~'].map(|bound| exec.pool.bv(8, u64::from(bound)));
    let (above, below) = (exec.pool.ule(low, byte), exec.pool.ule(byte, high));
    exec.pool.and(above, below)
}

/// A row of the table that the runtime gets: two numbers of 64 bits.
type Row = [Value; 2];

const fn row(first: u64, second: u64) -> Row {
    [Value::Word(first), Value::Word(second)]
}

/// Permissions are at most this.
const MOST_PERMISSIONS: u64 = 0o777;
/// Times are at most this.
const MOST_TIME: u64 = i32::MAX as u64;

/// The function that sets the files up and what it gets; none if the files are the usual ones. `runtime/src/given.c` tells which rows there are.
pub fn begin(exec: &mut Executor, state: &mut State, world: &World) -> Result<Option<(FuncId, Value)>, String> {
    if !world.has_files() {
        return Ok(None);
    }
    let files = files(exec, state, world)?;
    let stdin = match world.stdin {
        0 => row(0, 0),
        size => file(exec, state, world, STDIN, ("stdin", size))?,
    };
    let kind = world.stdin_kind.map_or(0, |kind| 1 + kind as u64);
    let mut rows: Vec<Row> = vec![stdin, row(kind, world.stdin), row(0, u64::from(world.failures))];
    for (number, call) in (FIRST_FAILURE..).zip(FAILING) {
        let is_there = world.failures > 0;
        rows.push(row(if is_there { failure(exec, state, number, call)? } else { 0 }, 4));
    }
    rows.extend(files);
    rows.push(row(0, 0));
    rows.extend(shown(exec, state, world)?);
    rows.push(row(0, 0));
    let table = table(exec, state, &rows)?;
    let module = &exec.program.module;
    let function = module.func_named(BEGIN).filter(|&func| module.funcs[func].body.is_defined());
    Ok(function.map(|function| (function, Value::Word(table))))
}

/// Three rows for each symbolic file.
fn files(exec: &mut Executor, state: &mut State, world: &World) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for number in 0..world.files {
        let name = format!("{}_data", World::file_name(number));
        rows.push(file(exec, state, world, FIRST_FILE + number, (&name, world.file_size))?);
        let most = Value::Word(world.file_size);
        if world.status {
            let permissions = bounded(exec, state, &format!("{name}_mode"), MOST_PERMISSIONS);
            let written = bounded(exec, state, &format!("{name}_time"), MOST_TIME);
            rows.extend([[permissions, most], [Value::Word(1), written]]);
        } else {
            rows.extend([row(0, world.file_size), row(0, 0)]);
        }
    }
    Ok(rows)
}

/// Two rows for each file that is shown.
fn shown(exec: &mut Executor, state: &mut State, world: &World) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (number, shown) in (0..).zip(&world.shown.0) {
        let place = FIRST_SHOWN + 2 * number;
        let path = [&shown.path[..], &[0]].concat();
        let path = bytes_object(exec, state, place, "the path of a file", &path)?;
        let bytes = match shown.kind.contents() {
            [] => 0,
            bytes => bytes_object(exec, state, place + 1, "the contents of a file", bytes)?,
        };
        rows.push(row(path, u64::from(shown.kind.mode())));
        rows.push(row(bytes, shown.kind.contents().len() as u64));
    }
    Ok(rows)
}

/// The table as an object.
fn table(exec: &mut Executor, state: &mut State, rows: &[Row]) -> Result<u64, String> {
    let words: Vec<Value> = rows.iter().flatten().copied().collect();
    let size = 8 * words.len() as u64;
    let base = place(exec, TABLE, size)?;
    let mut contents = Contents::unwritten(size);
    for (at, &word) in (0..).step_by(8).zip(&words) {
        contents.write(&exec.pool, at, 8, word);
    }
    state.memory.insert(Object::new(base, Value::Word(size), size, origin(TABLE, "files")).with_contents(contents));
    Ok(base)
}

/// The number of the call that fails, from 1 on.
fn failure(exec: &mut Executor, state: &mut State, number: u32, call: &str) -> Result<u64, String> {
    symbolic(exec, state, number, &format!("{call}_fail"), (4, 0, Value::Word(4)))
}
