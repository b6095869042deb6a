//! Strings that the program hands over.

use braid_exec::access::{Intent, Spots};
use braid_exec::{Executor, Stop};
use braid_state::{State, Value};

/// No message or name is longer.
const LONGEST: u64 = 4096;

/// The text at an address, up to its terminating zero or to what is not known.
pub(crate) fn text(exec: &mut Executor, state: &mut State, addr: Value) -> Result<String, Stop> {
    let Value::Word(addr) = addr else { return Ok("a computed text".to_owned()) };
    if addr == 0 {
        return Ok(String::new());
    }
    let mut bytes = Vec::new();
    for at in 0..LONGEST {
        let place = Value::Word(addr.wrapping_add(at));
        let Ok(Spots::One(_)) = exec.locate(state, place, Value::Word(1), Intent::Read) else { break };
        match exec.load(state, place, 8)? {
            Value::Word(0) => break,
            Value::Word(byte) => bytes.push(byte as u8),
            Value::Term(_) => bytes.push(b'?'),
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
