//! The symbolic environment: arguments, files and standard input as inputs of a state.
//!
//! Inputs are made in the order in which a test file has them. The files themselves are the runtime's
//! (`runtime/src/file.c`): it gets a table of what is given before anything else runs.

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

/// Arguments of one group are numbered from a multiple of this on, so that each is where it is however many come before it.
const GROUP: u32 = 128;
/// The numbers of the other objects.
const FIRST_FILE: u32 = 1 << 24;
const STDIN: u32 = FIRST_FILE + 64;
const FIRST_FAILURE: u32 = STDIN + 1;
const TABLE: u32 = FIRST_FAILURE + 16;

/// What `main` gets, with as many symbolic arguments in each group as was chosen.
pub fn arguments(exec: &mut Executor, state: &mut State, world: &World, counts: &[u32]) -> Result<[Value; 3], String> {
    let (mut addresses, mut counts, mut named) = (Vec::new(), counts.iter().copied(), 0_u32);
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
                    addresses.push(argument(exec, state, number * GROUP + at, &name, size)?);
                    named += 1;
                }
            }
        }
    }
    arguments::of_main(exec, state, &addresses)
}

/// The number of arguments of a group is an input, too.
fn choose(exec: &mut Executor, state: &mut State, count: u32) {
    let term = exec.fresh_input(state, "n_args", 32).term(&mut exec.pool, 32);
    let chosen = exec.pool.bv(32, u64::from(count));
    state.assume(exec.pool.eq(term, chosen), Gain::Size);
}

/// A symbolic argument: so many unknown bytes and a zero. The zero is a byte of the input, too, as KLEE has it.
fn argument(exec: &mut Executor, state: &mut State, number: u32, name: &str, size: u64) -> Result<u64, String> {
    let base = symbolic(exec, state, number, name, (size + 1, size))?;
    let object = state.memory.find_mut(base).expect("it was just made");
    object.contents.set_word(size, 1, 0);
    Ok(base)
}

/// An object of so many unknown bytes, of which the first ones are printable if possible.
fn symbolic(
    exec: &mut Executor,
    state: &mut State,
    number: u32,
    name: &str,
    (size, printable): (u64, u64),
) -> Result<u64, String> {
    let array = exec.add_input(state, name, size);
    let base = place(exec, number, size)?;
    let mut contents = Contents::unwritten(size);
    contents.make_symbolic(&mut exec.pool, array);
    for at in 0..printable {
        if let Value::Term(byte) = contents.read(&mut exec.pool, at, 1) {
            let wish = is_printable(exec, byte);
            state.inputs.wish(wish);
        }
    }
    state.memory.insert(Object::new(base, Value::Word(size), size, origin(number, name)).with_contents(contents));
    Ok(base)
}

fn is_printable(exec: &mut Executor, byte: ExprId) -> ExprId {
    let [low, high] = [b' ', b'~'].map(|bound| exec.pool.bv(8, u64::from(bound)));
    let (above, below) = (exec.pool.ule(low, byte), exec.pool.ule(byte, high));
    exec.pool.and(above, below)
}

/// A row of the table that the runtime gets: an address and a number of bytes, each of 64 bits.
type Row = [u64; 2];

/// The function that sets the files up and what it gets; none if the files are the usual ones. The table has a row for
/// standard input, one for how often calls may fail, one for each call that may, and those of the files up to an empty one.
pub fn begin(exec: &mut Executor, state: &mut State, world: &World) -> Result<Option<(FuncId, Value)>, String> {
    if !world.has_files() {
        return Ok(None);
    }
    let mut files: Vec<Row> = Vec::new();
    for number in 0..world.files {
        let name = format!("{}_data", World::file_name(number));
        files.push([
            symbolic(exec, state, FIRST_FILE + number, &name, (world.file_size, world.file_size))?,
            world.file_size,
        ]);
    }
    let stdin = match world.stdin {
        0 => 0,
        size => symbolic(exec, state, STDIN, "stdin", (size, size))?,
    };
    let mut rows: Vec<Row> = vec![[stdin, world.stdin], [0, u64::from(world.failures)]];
    for (number, call) in (FIRST_FAILURE..).zip(FAILING) {
        let is_there = world.failures > 0;
        rows.push([if is_there { failure(exec, state, number, call)? } else { 0 }, 4]);
    }
    rows.append(&mut files);
    rows.push([0, 0]);
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    let table = bytes_object(exec, state, TABLE, "files", &bytes)?;
    let module = &exec.program.module;
    let function = module.func_named(BEGIN).filter(|&func| module.funcs[func].body.is_defined());
    Ok(function.map(|function| (function, Value::Word(table))))
}

/// The number of the call that fails, from 1 on.
fn failure(exec: &mut Executor, state: &mut State, number: u32, call: &str) -> Result<u64, String> {
    symbolic(exec, state, number, &format!("{call}_fail"), (4, 0))
}
