//! Reads the reports of clang's sanitizers.
//!
//! An address report begins with `==PID==ERROR: AddressSanitizer: what ...`, says more in the next lines, and has the stack of
//! the fault first, other stacks (where the memory was allocated, freed) after an empty line. A report of undefined
//! behaviour is one line: `file:line:column: runtime error: what`.

/// What a sanitizer found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Which sanitizer.
    pub tool: Tool,
    /// What it says: the heading and what follows up to the stack.
    pub text: String,
    /// The stack of the fault, or the one place that is told; innermost first.
    pub frames: Vec<Frame>,
}

/// The sanitizers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Memory faults.
    Address,
    /// Leaks.
    Leak,
    /// Undefined behaviour.
    Undefined,
}

/// A frame with a known place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// How reports begin, by sanitizer.
const HEADINGS: &[(&str, Tool)] =
    &[("ERROR: AddressSanitizer: ", Tool::Address), ("ERROR: LeakSanitizer: ", Tool::Leak)];
const UNDEFINED: &str = ": runtime error: ";

/// The findings in the text that sanitizers wrote, in order.
pub fn parse(text: &str) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut open: Option<Section> = None;
    for line in text.lines() {
        if let Some((tool, what)) = heading(line) {
            findings.push(Finding { tool, text: what.to_owned(), frames: Vec::new() });
            open = Some(Section::Text);
        } else if let Some((place, what)) = line.split_once(UNDEFINED) {
            let frames = place_of(place).into_iter().collect();
            findings.push(Finding { tool: Tool::Undefined, text: what.to_owned(), frames });
            open = None;
        } else if let Some(finding) = findings.last_mut() {
            open = open.and_then(|section| section.add(finding, line));
        }
    }
    findings
}

/// Which part of a report the next line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Text,
    Stack,
}

impl Section {
    /// Adds a line to the finding; answers what comes next, or none if the rest is of no interest.
    fn add(self, finding: &mut Finding, line: &str) -> Option<Section> {
        let line = line.trim();
        if line.starts_with('#') {
            finding.frames.extend(frame(line));
            return Some(Section::Stack);
        }
        match self {
            // Leaks are told one after the other, each with its stack.
            _ if finding.tool == Tool::Leak => Some(Section::Stack),
            Section::Text => {
                finding.text.push('\n');
                finding.text.push_str(line);
                Some(Section::Text)
            }
            Section::Stack if line.is_empty() => None,
            Section::Stack => Some(Section::Stack),
        }
    }
}

fn heading(line: &str) -> Option<(Tool, &str)> {
    HEADINGS.iter().find_map(|&(begin, tool)| Some((tool, line.split_once(begin)?.1)))
}

/// `#1 0x55d in main /dir/a.c:5:10`; a frame without debug information ends in `(module+0x12)`.
fn frame(line: &str) -> Option<Frame> {
    let (_, rest) = line.split_once(" in ")?;
    let (_function, place) = rest.split_once(' ')?;
    // A C++ function's name has blanks in its arguments, a path begins with a slash or has none.
    let place = place.rfind(" /").map_or(place, |at| &place[at + 1..]);
    place_of(place)
}

/// `file:line:column` or `file:line`.
fn place_of(text: &str) -> Option<Frame> {
    let (head, last) = text.trim().rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match head.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => {
            Some(Frame { file: file.to_owned(), line: line.parse().ok()? })
        }
        _ => Some(Frame { file: head.to_owned(), line: last }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
/tmp/a b.c:3:9: runtime error: shift exponent 40 is too large for 32-bit type 'int'
=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x1 bp 0x2 sp 0x3
READ of size 4 at 0x602000000014 thread T0
    #0 0x4f5 in __asan_memcpy (/tmp/x+0x4f5)
    #1 0x4f6 in f(int, char) /tmp/a b.c:5:10
    #2 0x4f7 in main /tmp/a.c:9

0x602000000014 is located 0 bytes to the right of 4-byte region
allocated by thread T0 here:
    #0 0x111 in malloc (/tmp/x+0x111)
    #1 0x112 in main /tmp/a.c:77:1
";

    #[test]
    fn only_the_stack_of_the_fault_counts() {
        let found = parse(REPORT);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].tool, Tool::Undefined);
        assert_eq!(found[0].frames, [Frame { file: "/tmp/a b.c".to_owned(), line: 3 }]);
        assert!(found[1].text.starts_with("heap-buffer-overflow") && found[1].text.contains("READ of size 4"));
        let lines: Vec<u32> = found[1].frames.iter().map(|frame| frame.line).collect();
        assert_eq!(lines, [5, 9]);
    }

    #[test]
    fn a_leak_has_the_stacks_of_all_allocations() {
        let text = "==7==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 4 byte(s):\n    #0 0x1 in malloc (/x+1)\n    \
                    #1 0x2 in main /a.c:3:5\n\nDirect leak of 8 byte(s):\n    #0 0x1 in g /a.c:6:5\n";
        let found = parse(text);
        assert_eq!(found[0].tool, Tool::Leak);
        assert_eq!(found[0].frames.iter().map(|frame| frame.line).collect::<Vec<_>>(), [3, 6]);
    }

    #[test]
    fn other_text_is_passed_over() {
        assert_eq!(parse("hello\n#0 0x1 in f /a.c:1:1\n: runtime\n"), []);
    }
}
