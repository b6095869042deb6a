//! Which types an exception can be caught as: descriptions of C++ types, read from the program's memory.
//!
//! The layout is that of the Itanium C++ ABI (2.9.5): the first word of a description points into the virtual table of its
//! kind, the second to its mangled name, then come the bases or the type pointed to. The tables of kinds belong to the C++
//! library; here they are variables without contents, told apart by their names. What is asked for is only read: nothing
//! here changes a state.

use braid_state::{State, word};
use rustc_hash::FxHashSet;

use crate::executor::Executor;

/// Qualifiers of what is pointed to: const, volatile, restrict.
const QUALIFIERS: u64 = 7;
/// A base of which there is one however often it is inherited.
const VIRTUAL: u64 = 1;
/// A base that everybody may know of.
const PUBLIC: u64 = 2;

/// What a description says of a type.
enum Shape {
    /// Nothing but its name.
    Plain,
    /// A class with bases: each with its offset and flags.
    Class(Vec<(u64, u64)>),
    /// A pointer: qualifiers, and what it points to.
    Pointer(u64, u64),
}

impl Executor {
    /// The word at an address, if it is there and known.
    pub(crate) fn peek(&mut self, state: &State, address: u64, bytes: u32) -> Option<u64> {
        let object = state.memory.find(address).filter(|object| object.may_be_live())?;
        let offset = address.checked_sub(object.base())?;
        let fits = offset.checked_add(u64::from(bytes))? <= object.capacity();
        fits.then(|| object.contents.read(&mut self.pool, offset, bytes).word())?
    }

    /// The pointer at an address, if it is there and known.
    pub(crate) fn peek_pointer(&mut self, state: &State, address: u64) -> Option<u64> {
        self.peek(state, address, self.program.addresses.bytes() as u32)
    }

    /// Whether an object of the type `thrown` is caught as `wanted`: the address that the handler is given.
    pub(crate) fn caught_as(&mut self, state: &State, wanted: u64, thrown: u64, object: u64) -> Option<u64> {
        let pointer = match self.shape(state, thrown) {
            Shape::Pointer(qualifiers, target) => Some((qualifiers, target)),
            _ if self.symbol_of(state, thrown).as_deref() == Some("_ZTIDn") => Some((0, 0)),
            _ => None,
        };
        let Some(pointer) = pointer else { return self.as_base(state, wanted, thrown, object) };
        // A pointer is handed over itself, not where it lies.
        let value = self.peek_pointer(state, object)?;
        if wanted == thrown { Some(value) } else { self.pointer_as(state, wanted, pointer, value) }
    }

    /// Whether a pointer is caught as another: with more qualifiers, to a base, to void; null as any.
    fn pointer_as(&mut self, state: &State, wanted: u64, (qualifiers, target): (u64, u64), value: u64) -> Option<u64> {
        let Shape::Pointer(allowed, base) = self.shape(state, wanted) else { return None };
        if qualifiers & QUALIFIERS & !allowed != 0 {
            return None;
        }
        if target == 0 || target == base || self.symbol_of(state, base).as_deref() == Some("_ZTIv") {
            return Some(value);
        }
        if value == 0 {
            // Where there is no object, only whether there is such a base matters; virtual ones cannot be found.
            return self.as_base(state, base, target, 0).map(|_| 0);
        }
        self.as_base(state, base, target, value)
    }

    /// Where the one public base of a type is in an object; the object itself if it is of this type.
    fn as_base(&mut self, state: &State, base: u64, thrown: u64, object: u64) -> Option<u64> {
        let mut found = None;
        let mut seen = FxHashSet::default();
        let mut open = vec![(thrown, object)];
        while let Some((ty, address)) = open.pop() {
            if !seen.insert((ty, address)) {
                continue;
            }
            if ty == base {
                // Of several bases of the type none is meant.
                if found.replace(address).is_some() {
                    return None;
                }
                continue;
            }
            let Shape::Class(bases) = self.shape(state, ty) else { continue };
            for (parent, flags) in bases.into_iter().filter(|(_, flags)| flags & PUBLIC != 0) {
                open.push((parent, self.base_address(state, address, flags)?));
            }
        }
        found
    }

    /// Where a base begins: at an offset, which for a virtual base stands in the object's virtual table.
    fn base_address(&mut self, state: &State, object: u64, flags: u64) -> Option<u64> {
        let bits = self.program.addresses.bits();
        let offset = (word::signed(bits, flags) >> 8) as u64;
        if flags & VIRTUAL == 0 {
            return Some(object.wrapping_add(offset) & word::mask(bits));
        }
        let table = self.peek_pointer(state, object)?;
        let offset = self.peek_pointer(state, table.wrapping_add(offset) & word::mask(bits))?;
        Some(object.wrapping_add(offset) & word::mask(bits))
    }

    /// What a description says.
    fn shape(&mut self, state: &State, ty: u64) -> Shape {
        self.read_shape(state, ty).unwrap_or(Shape::Plain)
    }

    fn read_shape(&mut self, state: &State, ty: u64) -> Option<Shape> {
        let pointer = self.program.addresses.bytes();
        let table = self.peek_pointer(state, ty)?;
        let kind = self.symbol_of(state, table)?;
        if kind.ends_with("__si_class_type_infoE") {
            return Some(Shape::Class(vec![(self.peek_pointer(state, ty + 2 * pointer)?, PUBLIC)]));
        }
        if kind.ends_with("__pointer_type_infoE") {
            let qualifiers = self.peek(state, ty + 2 * pointer, 4)?;
            return Some(Shape::Pointer(qualifiers, self.peek_pointer(state, ty + 3 * pointer)?));
        }
        if !kind.ends_with("__vmi_class_type_infoE") {
            return None;
        }
        let count = self.peek(state, ty + 2 * pointer + 4, 4)?;
        let mut bases = Vec::new();
        for at in 0..count {
            let entry = ty + 2 * pointer + 8 + 2 * pointer * at;
            bases.push((self.peek_pointer(state, entry)?, self.peek_pointer(state, entry + pointer)?));
        }
        Some(Shape::Class(bases))
    }

    /// The name of the variable at an address.
    fn symbol_of(&self, state: &State, address: u64) -> Option<std::rc::Rc<str>> {
        state.memory.find(address)?.origin().name.clone()
    }

    /// The name of a type, as written in the source where it is short.
    pub fn type_name(&self, state: &State, ty: u64) -> String {
        let symbol = self.symbol_of(state, ty);
        symbol.as_deref().and_then(|symbol| symbol.strip_prefix("_ZTI")).map_or("?".to_owned(), readable)
    }
}

/// Types with a letter of their own.
const LETTERS: &[(&str, &str)] = &[
    ("v", "void"),
    ("b", "bool"),
    ("c", "char"),
    ("a", "signed char"),
    ("h", "unsigned char"),
    ("s", "short"),
    ("t", "unsigned short"),
    ("i", "int"),
    ("j", "unsigned int"),
    ("l", "long"),
    ("m", "unsigned long"),
    ("x", "long long"),
    ("y", "unsigned long long"),
    ("f", "float"),
    ("d", "double"),
    ("e", "long double"),
    ("Dn", "std::nullptr_t"),
];

/// A mangled type for people: numbers, pointers and named classes; others stay as they are.
fn readable(mangled: &str) -> String {
    let core = mangled.trim_start_matches(['P', 'K']);
    let name = LETTERS.iter().find(|&&(letter, _)| letter == core).map(|&(_, name)| name.to_owned());
    let Some(mut name) = name.or_else(|| path(core)) else { return mangled.to_owned() };
    for mark in mangled[..mangled.len() - core.len()].chars().rev() {
        name = if mark == 'P' { format!("{name} *") } else { format!("const {name}") };
    }
    name.replace("* *", "**")
}

/// The words of a nested name, with its namespaces.
fn path(mangled: &str) -> Option<String> {
    let mut rest = mangled;
    let nested = rest.starts_with('N');
    if nested {
        rest = rest[1..].strip_suffix('E')?;
    }
    let mut words = Vec::new();
    if let Some(inner) = rest.strip_prefix("St") {
        words.push("std");
        rest = inner;
    }
    while !rest.is_empty() {
        let inner = rest.strip_prefix("12_GLOBAL__N_1");
        if let Some(inner) = inner {
            rest = inner;
            continue;
        }
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = rest[..digits].parse().ok()?;
        words.push(rest.get(digits..digits + length)?);
        rest = &rest[digits + length..];
    }
    (!words.is_empty()).then(|| words.join("::"))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn types_are_told_as_they_are_written() {
        let cases = [
            ("i", "int"),
            ("PKc", "const char *"),
            ("PPi", "int **"),
            ("5Error", "Error"),
            ("N2ns5ErrorE", "ns::Error"),
            ("N12_GLOBAL__N_15ErrorE", "Error"),
            ("St13runtime_error", "std::runtime_error"),
            ("4ListIiE", "4ListIiE"),
            ("99x", "99x"),
        ];
        for (mangled, name) in cases {
            assert_eq!(readable(mangled), name);
        }
    }
}
