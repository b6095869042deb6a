//! The checks of UndefinedBehaviorSanitizer, as rows of one table: what its handlers and traps mean to us.
//!
//! A compiler that is asked for such checks puts a branch before each operation and calls a handler, or traps, where it would be
//! undefined. Both end the path with a fault. The numbers of traps are those of clang's list of handlers.

use crate::fault::FaultKind;

/// A check.
#[derive(Debug)]
pub struct Check {
    /// The operand of `llvm.ubsantrap`.
    pub trap: u64,
    /// The name of its handler behind `__ubsan_handle_`, without version and variant.
    pub handler: &'static str,
    /// What `-fsanitize` calls it.
    pub name: &'static str,
    /// What is wrong.
    pub what: &'static str,
    /// The fault, unless the operands tell another.
    pub kind: FaultKind,
}

macro_rules! checks {
    ($($trap:literal $handler:literal $name:literal $kind:ident $what:literal;)*) => {
        /// Every check.
        pub const CHECKS: &[Check] = &[$(Check {
            trap: $trap, handler: $handler, name: $name, what: $what, kind: FaultKind::$kind,
        }),*];
    };
}

checks! {
    0 "add_overflow" "signed-integer-overflow" Overflow "a sum is out of range";
    1 "builtin_unreachable" "unreachable" Unreachable "code that must not be reached is reached";
    2 "cfi_check_fail" "cfi" BadCall "a call or cast to what has another type";
    3 "divrem_overflow" "signed-integer-overflow" Undefined "a quotient is out of range, or its divisor is zero";
    5 "float_cast_overflow" "float-cast-overflow" Undefined "a number does not fit into the type it is converted to";
    6 "function_type_mismatch" "function" BadCall "a function is called as one of another type";
    7 "implicit_conversion" "implicit-conversion" Undefined "an implicit conversion changes the value";
    8 "invalid_builtin" "builtin" Undefined "zero is passed to a builtin that counts zeros";
    9 "invalid_objc_cast" "objc-cast" Undefined "an object has another class";
    10 "load_invalid_value" "bool,enum" Undefined "a value is read that its type does not have";
    11 "missing_return" "return" Unreachable "a function that gives a value ends without one";
    12 "mul_overflow" "signed-integer-overflow" Overflow "a product is out of range";
    13 "negate_overflow" "signed-integer-overflow" Overflow "a negated number is out of range";
    14 "nullability_arg" "nullability-arg" Undefined "a null pointer is passed where none may be";
    15 "nullability_return" "nullability-return" Undefined "a null pointer is returned where none may be";
    16 "nonnull_arg" "nonnull-attribute" Undefined "a null pointer is passed where none may be";
    17 "nonnull_return" "returns-nonnull-attribute" Undefined "a null pointer is returned where none may be";
    18 "out_of_bounds" "bounds" OutOfBounds "an index is out of bounds";
    19 "pointer_overflow" "pointer-overflow" Undefined "the offset of a pointer overflows";
    20 "shift_out_of_bounds" "shift" Undefined "a shift by too many bits, or of too large a number";
    21 "sub_overflow" "signed-integer-overflow" Overflow "a difference is out of range";
    22 "type_mismatch" "null,alignment,object-size" Undefined "a null or misaligned pointer, or one to too small an object";
    23 "alignment_assumption" "alignment" Undefined "a pointer is not aligned as it is assumed to be";
    24 "vla_bound_not_positive" "vla-bound" Undefined "the size of an array is not positive";
}

impl Check {
    /// The check whose trap has this number.
    pub fn of_trap(number: u64) -> Option<&'static Check> {
        CHECKS.iter().find(|check| check.trap == number)
    }

    /// The check of the handler with this name.
    pub fn of_handler(name: &str) -> Option<&'static Check> {
        let name = name.strip_prefix("__ubsan_handle_")?;
        let name = name.strip_suffix("_abort").unwrap_or(name);
        let name = name.strip_suffix("_minimal").unwrap_or(name);
        let name = name.strip_suffix("_v1").unwrap_or(name);
        CHECKS.iter().find(|check| check.handler == name)
    }

    /// What is said of it, under this name.
    pub fn message(&self, name: &str, what: &str) -> String {
        format!("{what} (-fsanitize={name})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handlers_are_found_in_all_variants() {
        for check in CHECKS {
            for variant in ["", "_abort", "_minimal", "_minimal_abort", "_v1", "_v1_abort"] {
                let found = Check::of_handler(&format!("__ubsan_handle_{}{variant}", check.handler));
                assert!(found.is_some_and(|found| found.trap == check.trap), "{}{variant}", check.handler);
            }
            assert!(Check::of_trap(check.trap).is_some_and(|found| found.handler == check.handler));
        }
        assert!(Check::of_handler("__ubsan_handle_no_such").is_none() && Check::of_trap(255).is_none());
    }
}
