//! Which lines were reached, of those that the program has.

use braid_env::runtime;
use braid_exec::Executor;
use braid_report::LineTable;

/// The lines of all functions that were called, with how often they were reached. Lines of the runtime are left out.
/// Functions that were never called count with the lines that are known of them once their bodies are decoded.
pub(crate) fn lines(exec: &Executor) -> LineTable {
    let mut table = LineTable::new();
    let debug = &exec.program.module.debug;
    let users = |func| exec.program.origin(func) != runtime::NAME;
    for code in exec.program.lowered().iter().filter(|code| users(code.func)) {
        for &(pc, loc) in &code.lines {
            let count = exec.coverage.hits(code, pc);
            for loc in debug.inlining(loc).filter(|loc| loc.line != 0) {
                let place = exec.program.place_of(code.func, &loc);
                if place.file.is_empty() {
                    continue;
                }
                let hits = table.entry(place.file).or_default().entry(loc.line).or_default();
                *hits = (*hits).max(count);
            }
        }
    }
    table
}
