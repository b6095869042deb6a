//! Why a run cannot begin or its results cannot be written.

use std::borrow::Cow;

use braid_link::LoadError;
use braid_report::FolderError;

use crate::shadow::Disagreement;

/// Why a run cannot begin or its results cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A file of the program cannot be read or linked.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The function to start in is not there.
    #[error("there is no function '{name}' to start in{}", candidates(.known))]
    NoEntry {
        /// The name that was asked for.
        name: String,
        /// Some functions that are defined.
        known: Vec<String>,
    },
    /// Another C library has not what the program needs.
    #[error("--libc {file} lacks what is needed: {names}")]
    LackingLibc {
        /// The library.
        file: String,
        /// What it lacks.
        names: String,
    },
    /// The function to start in cannot be started.
    #[error("the function '{name}' cannot be started: {why}")]
    BadEntry {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// The program cannot be set up.
    #[error("the program cannot be run: {0}")]
    Unsupported(String),
    /// The run is over before it began: while the program was read or laid out.
    #[error("the program is not read: {reason}")]
    Interrupted {
        /// Why, as a row of what is incomplete names it.
        reason: Cow<'static, str>,
    },
    /// An option makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A join was checked and found wrong: a mistake of Braid.
    #[error("a join at {place} is wrong: {mismatch}")]
    WrongJoin {
        /// Where.
        place: String,
        /// What is wrong.
        mismatch: braid_merge::validate::Mismatch,
    },
    /// A joined state was compared with what it stands for and does not agree: a mistake of Braid.
    #[error("a joined state and its shadows do not agree at {place}: {disagreement}")]
    Shadow {
        /// Where.
        place: String,
        /// In what.
        disagreement: Disagreement,
    },
    /// Results cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

fn candidates(known: &[String]) -> String {
    if known.is_empty() {
        return "; no function is defined at all".to_owned();
    }
    format!("; defined are {} (choose one with --entry)", known.join(", "))
}
