//! What compilers made, kept for other runs.
//!
//! Where the variable `BRAID_BUILDS` names a folder, bitcode and native programs are kept there: runs of the same files with the same flags (a
//! comparison of options, a test suite) compile once. What something was made from is checked by its stamp (`stamp.rs`); who makes it
//! holds a lock, so that runs may go side by side.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The variable that names the folder.
const VARIABLE: &str = "BRAID_BUILDS";

/// A folder for one thing, and the right to make it for as long as this lives.
pub struct Place {
    /// The folder.
    pub path: PathBuf,
    /// Held while the thing is made; none for a folder of one run.
    lock: Option<File>,
}

impl Place {
    /// A folder that nobody else knows.
    pub fn of_one_run(path: PathBuf) -> Place {
        Place { path, lock: None }
    }

    /// A folder that others may make the same thing in; waits until they are done.
    pub fn shared(path: PathBuf) -> io::Result<Place> {
        fs::create_dir_all(&path)?;
        let lock = File::create(path.join("lock"))?;
        lock.lock()?;
        Ok(Place { path, lock: Some(lock) })
    }

    /// Whether others may have made the thing.
    pub fn is_shared(&self) -> bool {
        self.lock.is_some()
    }
}

/// The folder for what is kept, if there is one.
pub fn folder() -> Option<PathBuf> {
    let name = std::env::var_os(VARIABLE).filter(|name| !name.is_empty())?;
    std::path::absolute(Path::new(&name)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_held_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::shared(folder.path().join("here")).unwrap();
        let other = File::open(place.path.join("lock")).unwrap();
        assert!(place.is_shared() && other.try_lock().is_err());
        drop(place);
        assert!(other.try_lock().is_ok());
        assert!(!Place::of_one_run(folder.path().to_owned()).is_shared());
    }
}
