//! Writes every query that passes to a file of its own, as SMT-LIB with the answer, so that any solver can be compared
//! on real queries.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use braid_expr::smt::print;
use braid_expr::{Conjunction, Model};

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Verdict};

/// A layer that changes nothing and writes everything down.
pub struct Dump {
    below: Box<dyn Layer>,
    folder: PathBuf,
    count: u64,
    failed: Option<io::Error>,
}

impl Dump {
    /// Writes to `folder`, which is made if it is not there.
    pub fn new(folder: PathBuf, below: Box<dyn Layer>) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Dump { below, folder, count: 0, failed: None })
    }

    fn write(&mut self, workspace: &Workspace<'_>, query: Query<'_>, verdict: &Verdict) -> io::Result<()> {
        let status = match verdict {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(_) => "unknown",
        };
        self.count += 1;
        let script = print::script(workspace.pool, query.conjuncts);
        let path = self.folder.join(format!("query-{:06}.smt2", self.count));
        fs::write(path, format!("(set-info :status {status})\n{script}(exit)\n"))
    }
}

impl Layer for Dump {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let verdict = self.below.check(workspace, query);
        if self.failed.is_none() {
            // A full disk ends the writing, not the answering; the counter tells how many files there are.
            self.failed = self.write(workspace, query, &verdict).err();
            workspace.stats.dumped += u64::from(self.failed.is_none());
            workspace.stats.dump_failures += u64::from(self.failed.is_some());
        }
        verdict
    }

    fn forget(&mut self) {
        self.below.forget();
    }

    fn remember(&mut self, path: &Conjunction, model: &Rc<Model>) {
        self.below.remember(path, model);
    }

    fn recall(&self, path: &Conjunction) -> Option<Rc<Model>> {
        self.below.recall(path)
    }
}
