//! The functions of the C and C++ libraries that programs of the corpus call, as rows of one table.

use super::Machine;
use super::bits::Bits;
use super::call::Invocation;
use super::failure::{Fault, Interrupt, Step};
use super::memory::Region;
use super::printf;
use super::value::{Scalar, Value};

pub(super) type HostFunction = fn(&mut Machine<'_>, &Invocation) -> Step<Option<Value>>;

/// Every host function.
const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("putchar", put_char),
    // There is one stream, whatever the second argument says.
    ("putc", put_char),
    ("puts", put_line),
    ("printf", print),
    ("sprintf", |m, c| print_to(m, c, None, 1)),
    ("snprintf", |m, c| print_to(m, c, Some(c.number(1)?), 2)),
    ("fflush", |_, _| int(0)),
    ("malloc", |m, c| allocate(m, c.number(0)?, false)),
    ("calloc", |m, c| allocate(m, c.number(0)?.saturating_mul(c.number(1)?), true)),
    ("realloc", reallocate),
    ("free", free),
    ("memcpy", |m, c| copy(m, c.number(0)?, c.number(1)?, c.number(2)?)),
    ("memmove", |m, c| copy(m, c.number(0)?, c.number(1)?, c.number(2)?)),
    ("memset", set),
    ("memcmp", |m, c| compare(m, c, c.number(2)?, false)),
    ("bcmp", |m, c| compare(m, c, c.number(2)?, false)),
    ("memchr", |m, c| find_byte(m, c, Some(c.number(2)?))),
    ("strlen", |m, c| Ok(Some(Value::int(64, m.memory.c_string(c.number(0)?)?.len() as u128)))),
    ("strcmp", |m, c| compare(m, c, u64::MAX, true)),
    ("strncmp", |m, c| compare(m, c, c.number(2)?, true)),
    ("strcpy", |m, c| copy_string(m, c, false)),
    ("stpcpy", |m, c| copy_string(m, c, true)),
    ("strchr", |m, c| find_byte(m, c, None)),
    ("atoi", |m, c| int(parse(m, c.number(0)?, 10)?.0 as i32)),
    ("strtol", to_long),
    ("__isoc23_strtol", to_long),
    ("exit", |_, c| Err(Interrupt::Exit(c.number(0)? as i32))),
    ("abort", |_, _| Err(Interrupt::Abort)),
    ("atexit", |m, c| at_exit(m, c.number(0)?, None)),
    ("fmod", |_, c| double2(c, |a, b| a % b)),
    ("sqrt", |_, c| double1(c, f64::sqrt)),
    ("sqrtf", |_, c| single1(c, f32::sqrt)),
    ("floor", |_, c| double1(c, f64::floor)),
    ("ceil", |_, c| double1(c, f64::ceil)),
    ("round", |_, c| double1(c, f64::round)),
    ("rint", |_, c| double1(c, f64::round_ties_even)),
    // C++: memory, functions at exit, guards of static locals.
    ("_Znwm", |m, c| allocate(m, c.number(0)?, false)),
    ("_Znam", |m, c| allocate(m, c.number(0)?, false)),
    ("_ZdlPv", free),
    ("_ZdaPv", free),
    ("_ZdlPvm", free),
    ("_ZdaPvm", free),
    ("__cxa_atexit", |m, c| at_exit(m, c.number(0)?, Some(c.arg(1)?.clone()))),
    ("__cxa_guard_acquire", guard_acquire),
    ("__cxa_guard_release", guard_release),
    ("__cxa_pure_virtual", |_, _| Err(Interrupt::Abort)),
];

/// The host function of this name.
pub(super) fn find(name: &str) -> Option<HostFunction> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

fn int(value: i32) -> Step<Option<Value>> {
    Ok(Some(Value::int(32, value as u32 as u128)))
}

fn put_char(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let byte = c.number(0)? as u8;
    machine.output.push(byte);
    int(i32::from(byte))
}

fn put_line(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let text = machine.memory.c_string(c.number(0)?)?;
    machine.output.extend(text);
    machine.output.push(b'\n');
    int(1)
}

fn print(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let text = printf::format(&machine.memory, c.number(0)?, &c.args[1..])?;
    machine.output.extend_from_slice(&text);
    int(text.len() as i32)
}

fn print_to(machine: &mut Machine<'_>, c: &Invocation, room: Option<u64>, format: usize) -> Step<Option<Value>> {
    let to = c.number(0)?;
    let text = printf::format(&machine.memory, c.number(format)?, &c.args[format + 1..])?;
    let shown = room.map_or(text.len(), |room| text.len().min((room as usize).saturating_sub(1)));
    if room != Some(0) {
        let mut bytes = text[..shown].to_vec();
        bytes.push(0);
        machine.memory.write_bytes(to, &bytes)?;
    }
    int(text.len() as i32)
}

/// More heap than this is a program that went wrong; like a real allocator, the answer is null.
const LARGEST: u64 = 1 << 30;

fn allocate(machine: &mut Machine<'_>, size: u64, zeroed: bool) -> Step<Option<Value>> {
    if size > LARGEST {
        return Ok(Some(Value::ptr(0)));
    }
    let address = machine.memory.allocate(Region::Heap, size, 16);
    if zeroed {
        machine.memory.write_bytes(address, &vec![0; size as usize])?;
    }
    Ok(Some(Value::ptr(address)))
}

fn reallocate(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let (old, size) = (c.number(0)?, c.number(1)?);
    let new = allocate(machine, size, false)?;
    if old != 0 {
        let had = machine.memory.size_at(old).ok_or(Fault::BadFree(old))?;
        let to = new.as_ref().and_then(Value::scalar).map_or(0, |scalar| scalar.bits.low64());
        machine.memory.copy(to, old, had.min(size))?;
        machine.memory.free(old)?;
    }
    Ok(new)
}

fn free(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let address = c.number(0)?;
    if address != 0 {
        machine.memory.free(address)?;
    }
    Ok(None)
}

fn copy(machine: &mut Machine<'_>, to: u64, from: u64, size: u64) -> Step<Option<Value>> {
    machine.memory.copy(to, from, size)?;
    Ok(Some(Value::ptr(to)))
}

fn set(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let (to, byte, size) = (c.number(0)?, c.number(1)? as u8, c.number(2)?);
    if size > 0 {
        machine.memory.read(to, size)?;
        machine.memory.write_bytes(to, &vec![byte; size as usize])?;
    }
    Ok(Some(Value::ptr(to)))
}

/// The defined byte at an address.
fn byte_at(machine: &Machine<'_>, address: u64) -> Step<u8> {
    let byte = machine.memory.load(address, 8)?;
    Ok(byte.defined().ok_or(Fault::Undefined("a byte of a string"))?.low() as u8)
}

/// Compares byte by byte; strings end at a zero.
fn compare(machine: &mut Machine<'_>, c: &Invocation, most: u64, strings: bool) -> Step<Option<Value>> {
    let (a, b) = (c.number(0)?, c.number(1)?);
    for i in 0..most {
        let (x, y) = (byte_at(machine, a + i)?, byte_at(machine, b + i)?);
        if x != y {
            return int(i32::from(x) - i32::from(y));
        }
        if strings && x == 0 {
            break;
        }
    }
    int(0)
}

/// The address of a byte: in a string, its end included, or in so many bytes.
fn find_byte(machine: &mut Machine<'_>, c: &Invocation, size: Option<u64>) -> Step<Option<Value>> {
    let (start, wanted) = (c.number(0)?, c.number(1)? as u8);
    for i in 0..size.unwrap_or(u64::MAX) {
        let byte = byte_at(machine, start + i)?;
        if byte == wanted {
            return Ok(Some(Value::ptr(start + i)));
        }
        if size.is_none() && byte == 0 {
            break;
        }
    }
    Ok(Some(Value::ptr(0)))
}

fn copy_string(machine: &mut Machine<'_>, c: &Invocation, end: bool) -> Step<Option<Value>> {
    let (to, from) = (c.number(0)?, c.number(1)?);
    let length = machine.memory.c_string(from)?.len() as u64;
    machine.memory.copy(to, from, length + 1)?;
    Ok(Some(Value::ptr(if end { to + length } else { to })))
}

/// A number at the start of a string, and where it ends.
fn parse(machine: &Machine<'_>, start: u64, base: u32) -> Step<(i64, u64)> {
    let text = machine.memory.c_string(start)?;
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let (mut at, mut value) = (blanks, 0i64);
    let negative = text.get(at) == Some(&b'-');
    if negative || text.get(at) == Some(&b'+') {
        at += 1;
    }
    let digits = at;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(base)) {
        value = value.saturating_mul(i64::from(base)).saturating_add(i64::from(digit));
        at += 1;
    }
    let end = if at == digits { 0 } else { at };
    Ok((if negative { -value } else { value }, start + end as u64))
}

fn to_long(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let (value, end) = parse(machine, c.number(0)?, (c.number(2)? as u32).clamp(2, 36))?;
    let store = c.number(1)?;
    if store != 0 {
        machine.memory.store(store, &Scalar::int(64, u128::from(end)))?;
    }
    Ok(Some(Value::int(64, value as u64 as u128)))
}

fn at_exit(machine: &mut Machine<'_>, function: u64, argument: Option<Value>) -> Step<Option<Value>> {
    machine.exit_handlers.push((function, argument));
    int(0)
}

fn guard_acquire(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    int(i32::from(byte_at(machine, c.number(0)?)? == 0))
}

fn guard_release(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    machine.memory.store(c.number(0)?, &Scalar::int(8, 1))?;
    Ok(None)
}

fn double1(c: &Invocation, f: fn(f64) -> f64) -> Step<Option<Value>> {
    let a = f64::from_bits(c.number(0)?);
    Ok(Some(Value::Scalar(Scalar::new(Bits::new(64, u128::from(f(a).to_bits()))))))
}

fn single1(c: &Invocation, f: fn(f32) -> f32) -> Step<Option<Value>> {
    let a = f32::from_bits(c.number(0)? as u32);
    Ok(Some(Value::int(32, u128::from(f(a).to_bits()))))
}

fn double2(c: &Invocation, f: fn(f64, f64) -> f64) -> Step<Option<Value>> {
    let (a, b) = (f64::from_bits(c.number(0)?), f64::from_bits(c.number(1)?));
    Ok(Some(Value::Scalar(Scalar::new(Bits::new(64, u128::from(f(a, b).to_bits()))))))
}
