//! Where states were joined, what it saved and what it cost: `--explain-merges`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// What happened at one place of the source.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MergeRow {
    /// The file; none if unknown.
    pub file: Option<String>,
    /// The line where the loop or region begins.
    pub line: u32,
    /// The function.
    pub function: String,
    /// Merge contexts opened there.
    pub contexts: u64,
    /// Of those, closed ones in which no state was lost.
    pub complete: u64,
    /// Joins made.
    pub joins: u64,
    /// States that went into them.
    pub states: u64,
    /// The size of each group of states that waited at one place, in order; the first thousand.
    pub groups: Vec<u64>,
    /// States that ended inside or were taken out.
    pub lost: u64,
    /// How often those that waited went on without the others, because that took too long.
    #[serde(default)]
    pub released: u64,
    /// How often a state became one with what another was before, inside the loop.
    #[serde(default)]
    pub folds: u64,
    /// States that were given up by that, and explored again as part of others.
    #[serde(default)]
    pub superseded: u64,
    /// Of the joins, those by a pattern.
    pub patterns: u64,
    /// Patterns that were found, each as a list of what it says; the first few, with `--explain-merges`.
    pub found: Vec<Vec<String>>,
    /// Groups without a pattern where one was looked for, by reason.
    pub fallbacks: BTreeMap<String, u64>,
    /// Nodes of execution trees that were looked at to find patterns, each time counted.
    #[serde(default)]
    pub visits: u64,
    /// Groups that were not joined, and marks of the program that were not followed, by reason.
    pub refused: BTreeMap<String, u64>,
    /// What the mode counts for itself, by its text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, u64>,
    /// Variables that more of the expected queries depend on than the threshold, the hottest first; with `--explain-merges` and query
    /// counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hot: Vec<HotVariable>,
    /// Nodes of the conditions that the joined states had gained.
    pub nodes_before: u64,
    /// Nodes of the conditions of the joined states.
    pub nodes_after: u64,
    /// Input bytes in the largest slice of the condition of a state that was joined; with `--explain-merges`.
    #[serde(default)]
    pub slice_before: u64,
    /// The same of a joined state.
    #[serde(default)]
    pub slice_after: u64,
    /// New terms that the joined conditions and values needed.
    pub terms: u64,
    /// How often such a state was split again, because a question about it was too hard.
    #[serde(default)]
    pub unmerged: u64,
    /// Queries of states that were joined here, after it.
    pub queries_after: u64,
    /// Time that those states took, in seconds.
    pub time_after_s: f64,
    /// What their questions cost beside those of the states that they stand for; with `--shadow`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shadowed: Option<Shadowed>,
}

impl MergeRow {
    /// The row with all times blank.
    pub(crate) fn without_times(&self) -> MergeRow {
        let mut row = MergeRow { time_after_s: 0.0, ..self.clone() };
        if let Some(shadowed) = &mut row.shadowed {
            (shadowed.joined.time_s, shadowed.alone.time_s) = (0.0, 0.0);
        }
        row
    }
}

/// What the questions of joined states have cost beside those of their shadows, the unmerged states that followed them.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Shadowed {
    /// How often a joined state ran for a while and its shadows followed.
    pub runs: u64,
    /// Of those, how often the questions of the joined state took more work than those of all its shadows together.
    pub dearer: u64,
    /// The questions of the joined states.
    pub joined: Effort,
    /// The questions of their shadows.
    pub alone: Effort,
}

/// What questions have cost.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// How many there were.
    pub queries: u64,
    /// The solver's work, in instructions that take about as long. The same in equal runs.
    pub work: u64,
    /// Time in the solver, in seconds.
    pub time_s: f64,
}

impl AddAssign for Shadowed {
    fn add_assign(&mut self, other: Shadowed) {
        self.runs += other.runs;
        self.dearer += other.dearer;
        self.joined += other.joined;
        self.alone += other.alone;
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.queries += other.queries;
        self.work += other.work;
        self.time_s += other.time_s;
    }
}

/// A variable that states agree in which are joined.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct HotVariable {
    /// Its name in the source.
    pub name: String,
    /// The share of the expected queries that depends on it.
    pub share: f64,
}

/// The rows as text, in the order given.
pub fn render(rows: &[MergeRow]) -> String {
    let mut text = String::from("merges\n");
    if rows.is_empty() {
        text.push_str("  none: no loop or region that may be merged has forked\n");
    }
    for row in rows {
        let file = row.file.as_deref().map(|file| format!("{file}:{} ", row.line)).unwrap_or_default();
        writeln!(text, "  {file}in {}", row.function).expect(TAKES_ALL);
        writeln!(
            text,
            "    {} contexts ({} complete, {} states lost), {} joins of {} states",
            row.contexts, row.complete, row.lost, row.joins, row.states
        )
        .expect(TAKES_ALL);
        writeln!(text, "    groups {}", groups(&row.groups)).expect(TAKES_ALL);
        if row.released > 0 {
            writeln!(text, "    went on without waiting for all: {} times", row.released).expect(TAKES_ALL);
        }
        if row.folds > 0 {
            writeln!(text, "    {} states joined inside, {} superseded", row.folds, row.superseded).expect(TAKES_ALL);
        }
        if row.patterns > 0 {
            writeln!(text, "    {} joins by a pattern", row.patterns).expect(TAKES_ALL);
        }
        for pattern in &row.found {
            writeln!(text, "      {}", pattern.join(", ")).expect(TAKES_ALL);
        }
        for (reason, count) in &row.fallbacks {
            writeln!(text, "    no pattern: {reason} ({count} times)").expect(TAKES_ALL);
        }
        if !row.hot.is_empty() {
            let hot = row.hot.iter().map(|variable| format!("{} {:.0} %", variable.name, 100.0 * variable.share));
            let hot: Vec<String> = hot.collect();
            writeln!(text, "    hot: {} of the expected queries", hot.join(", ")).expect(TAKES_ALL);
        }
        for (what, count) in &row.own {
            writeln!(text, "    {what}: {count}").expect(TAKES_ALL);
        }
        for (reason, count) in &row.refused {
            writeln!(text, "    not joined: {reason} ({count} times)").expect(TAKES_ALL);
        }
        if row.unmerged > 0 {
            writeln!(text, "    split again, as questions were too hard: {} times", row.unmerged).expect(TAKES_ALL);
        }
        writeln!(
            text,
            "    conditions of {} nodes became {}, {} new terms; after it {} queries, {:.2} s",
            row.nodes_before, row.nodes_after, row.terms, row.queries_after, row.time_after_s
        )
        .expect(TAKES_ALL);
        if row.slice_before.max(row.slice_after) > 0 {
            let (before, after) = (row.slice_before, row.slice_after);
            writeln!(text, "    slices of up to {before} input bytes became up to {after}").expect(TAKES_ALL);
        }
        if let Some(shadowed) = &row.shadowed {
            writeln!(text, "    {}", beside(shadowed)).expect(TAKES_ALL);
        }
    }
    text
}

/// What joined states have cost beside their shadows.
fn beside(Shadowed { runs, dearer, joined, alone }: &Shadowed) -> String {
    format!(
        "joined: {} queries, work {}, {:.3} s; unmerged beside it: {} queries, work {}, {:.3} s; joined was dearer in {dearer} of {runs} runs",
        joined.queries, joined.work, joined.time_s, alone.queries, alone.work, alone.time_s
    )
}

const TAKES_ALL: &str = "a string takes everything";

/// The sizes of groups, equal neighbours once with their number.
fn groups(sizes: &[u64]) -> String {
    let runs = sizes.chunk_by(|a, b| a == b);
    let words: Vec<String> =
        runs.map(|run| if run.len() == 1 { run[0].to_string() } else { format!("{}×{}", run.len(), run[0]) }).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_tell_where_what_and_what_it_cost() {
        let row = MergeRow {
            file: Some("a.c".to_owned()),
            line: 4,
            function: "f".to_owned(),
            contexts: 3,
            groups: vec![11, 11, 1],
            released: 2,
            refused: [("different places".to_owned(), 2)].into(),
            ..MergeRow::default()
        };
        let text = render(&[row]);
        assert!(text.contains("a.c:4 in f\n    3 contexts"), "{text}");
        assert!(text.contains("groups 2×11 1\n    went on without waiting for all: 2 times\n    not joined: different places (2 times)"), "{text}");
        assert!(render(&[]).contains("none"));
    }
}
