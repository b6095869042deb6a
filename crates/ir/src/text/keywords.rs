//! Keywords of the text form that are not part of the instruction set: one table for printing and parsing each.

use crate::debug::ScopeKind;
use crate::module::{ComdatKind, ThreadLocal, UnnamedAddr, Visibility};

pub(super) const VISIBILITIES: &[(Visibility, &str)] =
    &[(Visibility::Hidden, "hidden"), (Visibility::Protected, "protected"), (Visibility::Default, "default")];

pub(super) const UNNAMED_ADDRS: &[(UnnamedAddr, &str)] =
    &[(UnnamedAddr::Local, "local_unnamed_addr"), (UnnamedAddr::Global, "unnamed_addr")];

pub(super) const THREAD_MODELS: &[(ThreadLocal, &str)] = &[
    (ThreadLocal::GeneralDynamic, "generaldynamic"),
    (ThreadLocal::LocalDynamic, "localdynamic"),
    (ThreadLocal::InitialExec, "initialexec"),
    (ThreadLocal::LocalExec, "localexec"),
];

pub(super) const COMDAT_KINDS: &[(ComdatKind, &str)] = &[
    (ComdatKind::Any, "any"),
    (ComdatKind::ExactMatch, "exactmatch"),
    (ComdatKind::Largest, "largest"),
    (ComdatKind::NoDeduplicate, "nodeduplicate"),
    (ComdatKind::SameSize, "samesize"),
];

pub(super) const SCOPE_KINDS: &[(ScopeKind, &str)] = &[
    (ScopeKind::Function, "function"),
    (ScopeKind::Block, "block"),
    (ScopeKind::Namespace, "namespace"),
    (ScopeKind::Unit, "unit"),
];

/// Kinds of source types but for `basic`, which has a number after it.
pub(super) const DEBUG_TYPE_KINDS: &[(crate::debug::DebugTypeKind, &str)] = {
    use crate::debug::DebugTypeKind;
    &[
        (DebugTypeKind::Pointer, "pointer"),
        (DebugTypeKind::Alias, "alias"),
        (DebugTypeKind::Record, "record"),
        (DebugTypeKind::Array, "array"),
        (DebugTypeKind::Enum, "enum"),
        (DebugTypeKind::Function, "function"),
        (DebugTypeKind::Other, "other"),
    ]
};

/// The keyword of `item`; empty if the table leaves it out because nothing needs to be said.
pub(super) fn word<T: PartialEq>(table: &[(T, &'static str)], item: &T) -> &'static str {
    table.iter().find(|(entry, _)| entry == item).map_or("", |(_, word)| word)
}

/// The item with this keyword.
pub(super) fn item<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|(_, entry)| *entry == word).map(|(item, _)| *item)
}
