//! Whether programs can be shut in on this machine, and whether a program needs to be.
//!
//! The harness shuts a program in (`harness/seal.h`). Where the machine does not allow it, programs run as they are, but for
//! those that may change files: a solver chooses the names.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::build::Build;

/// Functions of the C library that may change files, start programs, or reach other processes or the network.
const TOUCHING: &[&str] = &[
    "open",
    "open64",
    "openat",
    "openat64",
    "__open_2",
    "__open64_2",
    "__openat_2",
    "creat",
    "creat64",
    "fopen",
    "fopen64",
    "freopen",
    "freopen64",
    "fdopen",
    "unlink",
    "unlinkat",
    "remove",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "truncate",
    "truncate64",
    "chmod",
    "fchmodat",
    "chown",
    "lchown",
    "fchownat",
    "lchmod",
    "utime",
    "utimes",
    "lutimes",
    "futimesat",
    "utimensat",
    "mknod",
    "mknodat",
    "mkfifo",
    "mkfifoat",
    "mkstemp",
    "mkostemp",
    "mkstemps",
    "mkostemps",
    "mkdtemp",
    "mktemp",
    "tmpfile",
    "system",
    "popen",
    "fork",
    "vfork",
    "clone",
    "daemon",
    "forkpty",
    "posix_spawn",
    "posix_spawnp",
    "execv",
    "execve",
    "execvp",
    "execvpe",
    "execl",
    "execle",
    "execlp",
    "fexecve",
    "execveat",
    "shm_open",
    "shm_unlink",
    "sem_open",
    "sem_unlink",
    "mq_open",
    "shmget",
    "msgget",
    "semget",
    "socket",
    "kill",
    "killpg",
    "sigqueue",
    "tgkill",
    "ptrace",
    "process_vm_writev",
    "syscall",
];

/// Returns true if a file of a program names a function that may change something outside; also if it cannot be read.
pub(crate) fn touches(objects: &[PathBuf]) -> bool {
    objects.iter().any(|path| std::fs::read(path).map_or(true, |bytes| names_one(&bytes)))
}

/// Names stand in tables of strings, each ended by a zero.
fn names_one(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == 0).any(|name| TOUCHING.iter().any(|known| known.as_bytes() == name))
}

/// Tries to shut the program in; why it cannot be done otherwise.
pub(crate) fn try_seal(build: &Build) -> Result<(), String> {
    let folder = tempfile::Builder::new().prefix("braid-replay-").tempdir().map_err(|error| error.to_string())?;
    let (root, report) = (folder.path().join("root"), folder.path().join("report"));
    std::fs::create_dir_all(root.join("here")).map_err(|error| error.to_string())?;
    let mut command = Command::new(&build.program);
    command.env_clear().env("BRAID_PROBE", "1").env("BRAID_SEAL", "yes").env("BRAID_ROOT", root);
    command.env("BRAID_REPORT", &report).env("LLVM_PROFILE_FILE", "/dev/null");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(reason(&report)),
        Err(error) => Err(error.to_string()),
    }
}

fn reason(report: &Path) -> String {
    let text = std::fs::read_to_string(report).unwrap_or_default();
    text.split('\t').nth(1).unwrap_or("it has no namespaces").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_whole_names() {
        assert!(names_one(b"\0main\0unlink\0"));
        assert!(!names_one(b"\0main\0unlinked\0my_open\0read\0"));
        assert!(touches(&[PathBuf::from("no such file")]));
    }
}
