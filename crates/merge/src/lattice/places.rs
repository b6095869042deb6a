//! Where states are joined beside loop heads, and how: what a user may say on the command line.

use core::fmt;
use core::str::FromStr;

use braid_code::SourcePlace;
use braid_ir::FuncId;
use braid_state::Operator;
use clap::ValueEnum;
use serde::{Serialize, Serializer};

use crate::host::View;

/// Which states are joined where they meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joins {
    /// After branches, where loops are left that could not be closed, and at marked places
    #[default]
    All,
    /// At the merge points of the program and of --merge-at alone
    Marked,
}

/// A place of the command line at which states are joined, and how: `file:line=operator`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergeAt {
    file: String,
    line: u32,
    pub(crate) operator: Operator,
}

impl FromStr for MergeAt {
    type Err = String;

    fn from_str(text: &str) -> Result<MergeAt, String> {
        let (place, name) = text.rsplit_once('=').ok_or("a place is FILE:LINE=OPERATOR")?;
        let (file, line) = place.rsplit_once(':').ok_or_else(|| format!("'{place}' is no FILE:LINE"))?;
        let line = line.parse().ok().filter(|&line: &u32| line > 0);
        let line = line.filter(|_| !file.is_empty()).ok_or_else(|| format!("'{place}' is no FILE:LINE"))?;
        match Operator::named(name) {
            Some(Operator::Predicates) => {
                Err("predicates are expressions of the program: write BRAID_MERGE_POINT(predicates, ...) there"
                    .to_owned())
            }
            Some(operator) => Ok(MergeAt { file: file.to_owned(), line, operator }),
            None => Err(format!("there is no join operator '{name}': there are ite, sign, interval")),
        }
    }
}

impl fmt::Display for MergeAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}={}", self.file, self.line, self.operator.name())
    }
}

impl Serialize for MergeAt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl MergeAt {
    /// Returns true if it names a line of the source. The file may be given by its last parts.
    fn names(&self, place: &SourcePlace) -> bool {
        let head = place.file.strip_suffix(self.file.as_str());
        self.line == place.line && head.is_some_and(|head| head.is_empty() || head.ends_with('/'))
    }
    /// The block of a function in which the line begins, by its number in the code.
    pub(crate) fn block(&self, view: &dyn View, func: FuncId) -> Option<u32> {
        let flow = view.flow(func);
        let at = (0..).zip(flow.block_of.iter()).find(|&(pc, _)| self.names(&view.source_place(func, pc)));
        at.map(|(_, &block)| block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_what_it_prints_and_says_what_is_wrong() {
        let read = |text: &str| text.parse::<MergeAt>().map(|at| at.to_string());
        assert_eq!(read("src/a.c:12=interval"), Ok("src/a.c:12=interval".to_owned()));
        for (text, why) in [
            ("a.c:12", "FILE:LINE=OPERATOR"),
            ("a.c=sign", "no FILE:LINE"),
            ("a.c:0=sign", "no FILE:LINE"),
            (":7=sign", "no FILE:LINE"),
            ("a.c:7=box", "no join operator 'box'"),
            ("a.c:7=predicates", "BRAID_MERGE_POINT"),
        ] {
            let said = read(text).expect_err(text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }

    #[test]
    fn a_file_may_be_named_by_its_last_parts() {
        let place = |file: &str, line| SourcePlace { file: file.to_owned(), line, ..SourcePlace::default() };
        let at: MergeAt = "a.c:3=ite".parse().expect("a place");
        assert!(at.names(&place("src/a.c", 3)) && at.names(&place("a.c", 3)));
        assert!(!at.names(&place("src/ba.c", 3)) && !at.names(&place("a.c", 4)));
    }
}
