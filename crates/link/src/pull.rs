//! Which members of archives a program needs.
//!
//! As with a linker, a member is taken only if it defines a symbol that is used and not defined so far; taking it may
//! make others needed. Archives may stand anywhere on the command line, before or after their users: the first one that
//! defines a symbol gives it. References that may stay undefined take nothing. Work is linear: each symbol of each
//! module that is taken is looked up once.

use std::mem;

use braid_ir::Module;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::resolve::{Role, Strength, role};

/// A member of an archive: the modules in it, taken together or not at all.
pub(crate) type Member = Vec<Module>;

/// Adds to `parts` what they need of `members`, the members of all archives in order. `roots` are names that are needed
/// from the start.
pub(crate) fn pull(parts: &mut Vec<Module>, mut members: Vec<Member>, roots: &[String]) {
    let offered = offered(&members);
    let mut defined = defined_names(parts);
    for root in roots.iter().filter(|root| !defined.contains(*root)).cloned().collect::<Vec<_>>() {
        take(&root, &offered, &mut members, parts, &mut defined);
    }
    let mut at = 0;
    while at < parts.len() {
        for name in needs(&parts[at]) {
            if !defined.contains(&name) {
                take(&name, &offered, &mut members, parts, &mut defined);
            }
        }
        at += 1;
    }
}

/// The member that gives each name.
fn offered(members: &[Member]) -> FxHashMap<String, usize> {
    let mut offered = FxHashMap::default();
    for (index, member) in members.iter().enumerate() {
        for (name, _) in member.iter().flat_map(symbols).filter(|(_, strength)| defines(*strength)) {
            offered.entry(name.to_owned()).or_insert(index);
        }
    }
    offered
}

fn take(
    name: &str,
    offered: &FxHashMap<String, usize>,
    members: &mut [Member],
    parts: &mut Vec<Module>,
    defined: &mut FxHashSet<String>,
) {
    let Some(&index) = offered.get(name) else { return };
    let member = mem::take(&mut members[index]);
    member.iter().for_each(|module| note_definitions(module, defined));
    parts.extend(member);
}

/// The names that modules define.
pub(crate) fn defined_names(modules: &[Module]) -> FxHashSet<String> {
    let mut defined = FxHashSet::default();
    modules.iter().for_each(|module| note_definitions(module, &mut defined));
    defined
}

fn note_definitions(module: &Module, defined: &mut FxHashSet<String>) {
    defined.extend(symbols(module).filter(|(_, strength)| defines(*strength)).map(|(name, _)| name.to_owned()));
}

/// The names a module needs from others.
pub(crate) fn needs(module: &Module) -> Vec<String> {
    let needed = symbols(module).filter(|(_, strength)| matches!(strength, Strength::Declaration | Strength::Inline));
    needed.map(|(name, _)| name.to_owned()).collect()
}

fn defines(strength: Strength) -> bool {
    strength >= Strength::Weak
}

/// The symbols of a module that meet those of others.
fn symbols(module: &Module) -> impl Iterator<Item = (&str, Strength)> {
    module.symbols().filter_map(|(symbol, info)| match role(module, symbol, info, true) {
        Role::Global(strength) => Some((module.names.get(info.name), strength)),
        Role::Local | Role::Appending(_) => None,
    })
}
