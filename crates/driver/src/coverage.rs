//! Which lines were reached, of those that the program has.

use braid_code::{Place, Program};
use braid_env::runtime;
use braid_exec::Executor;
use braid_ir::FuncId;
use braid_report::LineTable;

/// The lines of the program, with how often they were reached: those of functions that were never called with 0. Lines
/// of the runtime are left out.
pub(crate) fn all_lines(exec: &mut Executor) -> LineTable {
    let here = directory();
    let mut table = lines(exec, &here);
    let users = |program: &Program, func: FuncId| program.origin(func) != runtime::NAME;
    for func in exec.program.decode_rest(users) {
        let module = &exec.program.module;
        let Some(body) = module.funcs[func].body.ready() else { continue };
        for loc in body.insts.values().filter_map(|inst| inst.loc) {
            for loc in module.debug.inlining(loc).filter(|loc| loc.line != 0) {
                let place = exec.program.place_of(func, &loc);
                if is_program(&place) {
                    table.entry(file_name(&place, &here)).or_default().entry(loc.line).or_default();
                }
            }
        }
    }
    table
}

/// The lines of all functions that were called, with how often they were reached.
fn lines(exec: &Executor, here: &str) -> LineTable {
    let mut table = LineTable::new();
    let debug = &exec.program.module.debug;
    for code in exec.program.lowered().iter().filter(|code| is_users(exec, code.func)) {
        for &(pc, loc) in &code.lines {
            let count = exec.coverage.hits(code, pc);
            for loc in debug.inlining(loc).filter(|loc| loc.line != 0) {
                let place = exec.program.place_of(code.func, &loc);
                if !is_program(&place) {
                    continue;
                }
                let hits = table.entry(file_name(&place, here)).or_default().entry(loc.line).or_default();
                *hits = (*hits).max(count);
            }
        }
    }
    table
}

/// The folder that the engine runs in.
pub(crate) fn directory() -> String {
    std::env::current_dir().map(|path| path.display().to_string()).unwrap_or_default()
}

/// The name of a place's file for whoever is in the folder `here`. Compilers name a file from a folder of their own choice.
pub(crate) fn file_name(place: &Place, here: &str) -> String {
    let known = place.directory.is_empty() || place.directory == here || place.file.starts_with('/');
    if known { place.file.clone() } else { format!("{}/{}", place.directory, place.file) }
}

/// Returns true if a function is of the program, not of the runtime.
pub(crate) fn is_users(exec: &Executor, func: FuncId) -> bool {
    exec.program.origin(func) != runtime::NAME
}

/// Returns true if a place is in a file of the program: not in a library, of which generic and inlined code is part of every program.
pub(crate) fn is_program(place: &Place) -> bool {
    !place.file.is_empty() && !is_of_library(place)
}

/// Returns true if a place is in the source of a library: of the headers of the system, or of Rust's own, which the user does not have.
pub(crate) fn is_of_library(place: &Place) -> bool {
    let file = &place.file;
    let of_system =
        file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.contains("/include/c++/");
    let of_rust = ["library/", "/rustc/", "/rust/deps/"].iter().any(|folder| file.starts_with(folder))
        || file.contains("/rustlib/src/");
    of_system || of_rust || place.directory.starts_with("/rustc/")
}
