//! Files of the machine that a program is shown: a folder that becomes its root, read once. What the program changes stays in the model.

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::{fs, io};

use crate::bytes::escape;

/// A file, folder or link that a program is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownFile {
    /// Its path from the root on, without a slash before it.
    pub path: Vec<u8>,
    /// What it is.
    pub kind: ShownKind,
}

/// What a file is that a program is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShownKind {
    /// A folder.
    Folder,
    /// A regular file.
    File {
        /// Its contents.
        bytes: Vec<u8>,
        /// Whether its owner may run it.
        runs: bool,
    },
    /// A symbolic link, and where it leads.
    Link(Vec<u8>),
}

impl ShownKind {
    /// Its mode: type and permissions. Everybody may read, the owner may write.
    pub fn mode(&self) -> u32 {
        match self {
            ShownKind::Folder => 0o040_755,
            ShownKind::File { runs: true, .. } => 0o100_755,
            ShownKind::File { runs: false, .. } => 0o100_644,
            ShownKind::Link(_) => 0o120_777,
        }
    }
    /// Its contents: bytes, or where it leads.
    pub fn contents(&self) -> &[u8] {
        match self {
            ShownKind::Folder => &[],
            ShownKind::File { bytes, .. } | ShownKind::Link(bytes) => bytes,
        }
    }
}

/// All that a program is shown. Folders come before what is in them, names in the order of their bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown(pub Vec<ShownFile>);

/// More files, folders and links do not fit into the file model beside those of the program.
const MOST_FILES: usize = 48;
/// More bytes in all are not read.
const MOST_BYTES: u64 = 16 << 20;
/// The longest name.
const MOST_NAME: usize = 255;
/// What stands in the root where programs are run natively.
const TAKEN: &[&str] = &["usr", "bin", "lib", "lib32", "lib64", "libx32", "opt", "nix", "proc", "dev", ".braid"];

impl Shown {
    /// Reads a folder; what is wrong if something is.
    pub fn read(folder: &Path) -> Result<Shown, String> {
        let mut shown = Shown::default();
        let mut left = MOST_BYTES;
        let said = |what: String| format!("--root {}: {what}", folder.display());
        shown.add(folder, &[], &mut left).map_err(said)?;
        Ok(shown)
    }

    fn add(&mut self, folder: &Path, path: &[u8], left: &mut u64) -> Result<(), String> {
        let named = |error: &io::Error| format!("/{} cannot be read: {error}", escape(path));
        let mut entries: Vec<fs::DirEntry> =
            fs::read_dir(folder).and_then(Iterator::collect).map_err(|error| named(&error))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let inner = if path.is_empty() { Vec::new() } else { [path, b"/"].concat() };
            let inner = [inner.as_slice(), name.as_bytes()].concat();
            if path.is_empty() && TAKEN.iter().any(|taken| name == *taken) {
                return Err(format!("/{} is not the program's", escape(&inner)));
            }
            if self.0.len() == MOST_FILES {
                return Err(format!("there are more than {MOST_FILES} files, folders and links"));
            }
            let kind = kind_of(&entry.path(), left).map_err(|what| format!("/{} {what}", escape(&inner)))?;
            if name.len() > MOST_NAME {
                return Err(format!("/{} is too long a name", escape(&inner)));
            }
            let is_folder = kind == ShownKind::Folder;
            self.0.push(ShownFile { path: inner.clone(), kind });
            if is_folder {
                self.add(&entry.path(), &inner, left)?;
            }
        }
        Ok(())
    }
}

/// What is at a path; why it cannot be shown otherwise.
fn kind_of(path: &Path, left: &mut u64) -> Result<ShownKind, String> {
    let unread = |error: io::Error| format!("cannot be read: {error}");
    let about = fs::symlink_metadata(path).map_err(unread)?;
    if about.is_dir() {
        return Ok(ShownKind::Folder);
    }
    if about.is_symlink() {
        let target = fs::read_link(path).map_err(unread)?;
        return Ok(ShownKind::Link(target.as_os_str().as_bytes().to_vec()));
    }
    if !about.is_file() {
        return Err("is neither a file nor a folder nor a link".to_owned());
    }
    *left = left.checked_sub(about.len()).ok_or_else(|| format!("makes more than {MOST_BYTES} bytes in all"))?;
    let bytes = fs::read(path).map_err(unread)?;
    Ok(ShownKind::File { bytes, runs: about.permissions().mode() & 0o100 != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_in_the_order_of_its_names() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir_all(place.path().join("etc/x")).unwrap();
        fs::write(place.path().join("etc/hosts"), "a").unwrap();
        std::os::unix::fs::symlink("etc", place.path().join("also")).unwrap();
        let shown = Shown::read(place.path()).unwrap();
        let paths: Vec<String> = shown.0.iter().map(|file| escape(&file.path)).collect();
        assert_eq!(paths, ["also", "etc", "etc/hosts", "etc/x"]);
        let modes: Vec<u32> = shown.0.iter().map(|file| file.kind.mode()).collect();
        assert_eq!(modes, [0o120_777, 0o040_755, 0o100_644, 0o040_755]);
    }

    #[test]
    fn what_cannot_be_shown_is_told() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        assert!(Shown::read(&at("none")).unwrap_err().contains("cannot be read"));
        fs::create_dir_all(at("a/usr")).unwrap();
        assert!(Shown::read(&at("a")).unwrap_err().contains("/usr is not the program's"));
        fs::create_dir(at("b")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("b/s")).unwrap();
        assert!(Shown::read(&at("b")).unwrap_err().contains("/s is neither"));
        fs::create_dir(at("c")).unwrap();
        (0..=MOST_FILES).for_each(|number| fs::write(at("c").join(number.to_string()), "").unwrap());
        assert!(Shown::read(&at("c")).unwrap_err().contains("more than 48"));
    }
}
