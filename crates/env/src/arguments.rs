//! What the machine gives to the function that a program starts in: arguments, environment, the buffer of a fuzz target.

use braid_exec::{Executor, Sizes};
use braid_state::memory::{CallPath, Contents, Identity, Object, Origin, OriginKind, Site};
use braid_state::{Gain, State, Value};

/// The names that the inputs of a fuzz target have.
#[derive(Clone, Copy, Debug)]
pub struct BufferNames {
    /// Of its bytes.
    pub data: &'static str,
    /// Of its size.
    pub size: &'static str,
}

/// The address and size of a buffer of any contents and of any size up to a bound, as large as it says and not a byte more; `chosen` is
/// its size if that is known.
pub fn buffer(
    exec: &mut Executor,
    state: &mut State,
    chosen: Option<u64>,
    limit: u64,
    names: BufferNames,
) -> Result<Vec<Value>, String> {
    let sizes = exec.options.sizes;
    let width = exec.program.addresses.bits();
    let term = exec.fresh_input(state, names.size, width).term(&mut exec.pool, width);
    let term = exec.pool.zext_or_trunc(term, 64);
    let chosen = chosen.or_else(|| (sizes == Sizes::Max || limit == 0).then_some(limit));
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
    if sizes == Sizes::Max && limit > 0 {
        exec.incomplete
            .note(format!("the input gets the largest size, {limit} bytes; smaller ones are left out"), None);
    }
    let array = exec.add_sized_input(state, names.data, bytes, size);
    let base = place(exec, 0, limit)?;
    let mut contents = Contents::unwritten(bytes);
    if bytes > 0 {
        contents.make_symbolic(&mut exec.pool, array);
    }
    state.memory.insert(Object::new(base, size, bytes, origin(0, names.data)).with_contents(contents));
    let given = braid_state::algebra::resize(&mut exec.pool, 64, width, size);
    Ok(vec![Value::Word(base), given])
}

/// What `main` gets: `argc`, `argv` and the environment. `words` are the objects of the program's name and of the arguments behind it, `variables` those
/// of the environment.
pub fn of_main(exec: &mut Executor, state: &mut State, words: &[u64], variables: &[u64]) -> Result<[Value; 3], String> {
    let argv = pointers(exec, state, u32::MAX - 1, "argv", words)?;
    let envp = pointers(exec, state, u32::MAX - 2, "envp", variables)?;
    Ok([words.len() as u64, argv, envp].map(Value::Word))
}

/// An array of pointers with a null pointer behind them.
fn pointers(exec: &mut Executor, state: &mut State, number: u32, name: &str, addresses: &[u64]) -> Result<u64, String> {
    let pointer = exec.program.addresses.bytes() as usize;
    let bytes_of = |address: &u64| address.to_le_bytes().into_iter().take(pointer);
    let table: Vec<u8> = addresses.iter().chain([&0]).flat_map(bytes_of).collect();
    bytes_object(exec, state, number, name, &table)
}

/// An argument that is known.
pub fn known(exec: &mut Executor, state: &mut State, number: u32, text: &str) -> Result<u64, String> {
    let bytes: Vec<u8> = text.bytes().chain([0]).collect();
    bytes_object(exec, state, number, text, &bytes)
}

/// An object of known bytes.
pub(crate) fn bytes_object(
    exec: &mut Executor,
    state: &mut State,
    number: u32,
    name: &str,
    bytes: &[u8],
) -> Result<u64, String> {
    let size = bytes.len() as u64;
    let base = place(exec, number, size)?;
    let object = Object::new(base, Value::Word(size), size, origin(number, name));
    state.memory.insert(object.with_contents(Contents::of_bytes(bytes)));
    Ok(base)
}

/// The site of what the environment makes: no function has this number.
const ENVIRONMENT: u32 = u32::MAX - 1;

pub(crate) fn origin(number: u32, name: &str) -> Origin {
    let site = Site { function: ENVIRONMENT, instruction: number };
    Origin { kind: OriginKind::Argument, site, name: Some(name.into()) }
}

/// Where an object of the environment begins: by its number.
pub(crate) fn place(exec: &mut Executor, number: u32, size: u64) -> Result<u64, String> {
    let site = Site { function: ENVIRONMENT, instruction: number };
    let identity = Identity { site, path: CallPath::default(), count: 0 };
    exec.slots.place(&identity, size, 16).map_err(|error| error.to_string())
}
