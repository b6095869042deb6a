//! The lines of bitcode that a native run reaches.
//!
//! Clang counts lines for source files alone: only its front end knows what is a statement. Of bitcode it notes for every block
//! whether it was reached (sanitizer coverage, without pruning, so that an exit deep inside a call takes nothing from the blocks around it, as
//! it does where counts are derived from those of neighbours). Debug information says which lines the code of a block is of. The harness writes a
//! word for each block; this file gives the lines.
//!
//! Code is made without optimisation, so that the code of a block lies in one piece, behind its address. A line counts as reached if a
//! block with code of it was, up to the end of the block also behind a call that does not return.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use braid_report::LineTable;
use gimli::{EndianSlice, LittleEndian};
use object::{Object as _, ObjectSection as _};

/// Flags that let bitcode note which blocks were reached.
pub(crate) const FLAGS: &[&str] = &["-O0", "-fsanitize-coverage=inline-bool-flag,pc-table,no-prune"];

type Slice<'a> = EndianSlice<'a, LittleEndian>;

/// How often each line of bitcode was reached in a run of the program, once or not at all; `written` is what the harness wrote.
pub(crate) fn lines(program: &Path, written: &[u8]) -> Result<LineTable, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
    let bytes = std::fs::read(program).map_err(|error| failed(&error))?;
    let file = object::File::parse(&*bytes).map_err(|error| failed(&error))?;
    let sections = gimli::DwarfSections::load(|id| section(&file, id.name())).map_err(|error| failed(&error))?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, LittleEndian));
    let blocks = Blocks::read(written);
    let mut table = LineTable::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next().map_err(|error| failed(&error))? {
        let unit = dwarf.unit(header).map_err(|error| failed(&error))?;
        add_unit(&dwarf, &unit, &blocks, &mut table).map_err(|error| failed(&error))?;
    }
    Ok(table)
}

/// The contents of a section; empty if there is none.
fn section<'a>(file: &object::File<'a>, name: &str) -> Result<Cow<'a, [u8]>, object::Error> {
    file.section_by_name(name).map_or(Ok(Cow::Borrowed(&[])), |section| section.uncompressed_data())
}

/// The blocks of a program by their addresses, and whether each was reached.
struct Blocks(Vec<(u64, bool)>);

impl Blocks {
    /// Words of twice an address, and one more if the block was reached.
    fn read(written: &[u8]) -> Blocks {
        let words = written.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")));
        let mut blocks: Vec<(u64, bool)> = words.map(|word| (word >> 1, word & 1 == 1)).collect();
        blocks.sort_unstable();
        Blocks(blocks)
    }

    /// Whether code from `start` up to `end` was reached, which lies in a stretch of code that begins at `floor`; none if no block
    /// has this code.
    fn reached(&self, floor: u64, start: u64, end: u64) -> Option<bool> {
        let after = self.0.partition_point(|&(address, _)| address <= start);
        let first = after.saturating_sub(1);
        let mut there = self.0[first..].iter().take_while(|&&(address, _)| address < end).peekable();
        let known = there.next_if(|&&(address, _)| address < floor).is_none() && there.peek().is_some();
        known.then(|| there.any(|&(_, reached)| reached))
    }
}

/// Rows of a stretch of code that the linker keeps together: address, file and line.
type Rows = Vec<(u64, u64, u32)>;

/// Adds the lines of a compilation unit. Stretches without any block are not of bitcode.
fn add_unit(
    dwarf: &gimli::Dwarf<Slice<'_>>,
    unit: &gimli::Unit<Slice<'_>>,
    blocks: &Blocks,
    table: &mut LineTable,
) -> Result<(), gimli::Error> {
    let Some(program) = unit.line_program.clone() else { return Ok(()) };
    let mut rows = program.rows();
    let mut stretch = Rows::new();
    while let Some((header, row)) = rows.next_row()? {
        let line = row.line().map_or(0, |line| u32::try_from(line.get()).unwrap_or(0));
        stretch.push((row.address(), row.file_index(), line));
        if row.end_sequence() {
            for (file, line, reached) in lines_of(&stretch, blocks) {
                let name = file_name(dwarf, unit, header, file)?;
                let count = table.entry(name).or_default().entry(line).or_default();
                *count = (*count).max(u64::from(reached));
            }
            stretch.clear();
        }
    }
    Ok(())
}

/// The lines of a stretch, as file, line and whether it was reached; a line may come more than once.
fn lines_of<'a>(stretch: &'a Rows, blocks: &'a Blocks) -> impl Iterator<Item = (u64, u32, bool)> + 'a {
    let floor = stretch.first().map_or(0, |row| row.0);
    let ranges = stretch.windows(2).filter(|pair| pair[0].2 != 0 && pair[0].0 < pair[1].0);
    ranges.filter_map(move |pair| Some((pair[0].1, pair[0].2, blocks.reached(floor, pair[0].0, pair[1].0)?)))
}

/// The path of a source file.
fn file_name(
    dwarf: &gimli::Dwarf<Slice<'_>>,
    unit: &gimli::Unit<Slice<'_>>,
    header: &gimli::LineProgramHeader<Slice<'_>>,
    index: u64,
) -> Result<String, gimli::Error> {
    let text = |value| Ok::<_, gimli::Error>(dwarf.attr_string(unit, value)?.to_string_lossy().into_owned());
    let mut path = PathBuf::new();
    if let Some(directory) = unit.comp_dir {
        path.push(&*directory.to_string_lossy());
    }
    if let Some(entry) = header.file(index) {
        if let Some(directory) = entry.directory(header) {
            path.push(text(directory)?);
        }
        path.push(text(entry.path_name())?);
    }
    Ok(path.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(of: &[(u64, bool)]) -> Blocks {
        Blocks::read(
            &of.iter().flat_map(|&(at, reached)| (at << 1 | u64::from(reached)).to_le_bytes()).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn a_row_is_reached_if_a_block_is_that_it_has_code_in() {
        let blocks = blocks(&[(30, true), (10, true), (20, false)]);
        assert_eq!(blocks.reached(10, 12, 14), Some(true));
        assert_eq!(blocks.reached(10, 20, 30), Some(false));
        assert_eq!(blocks.reached(10, 22, 31), Some(true), "it goes on in the next block");
        assert_eq!(blocks.reached(10, 90, 99), Some(true), "the last block goes on");
    }

    #[test]
    fn code_without_blocks_is_not_known() {
        let blocks = blocks(&[(10, true)]);
        assert_eq!(blocks.reached(0, 2, 4), None, "before the first block");
        assert_eq!(blocks.reached(40, 42, 44), None, "another object's code behind it");
        assert_eq!(Blocks(Vec::new()).reached(0, 0, 9), None);
    }

    #[test]
    fn a_row_of_no_length_or_no_line_says_nothing() {
        let rows = vec![(10, 1, 5), (10, 1, 6), (12, 1, 0), (14, 1, 7), (16, 1, 7)];
        let found: Vec<_> = lines_of(&rows, &blocks(&[(10, false), (14, true)])).collect();
        assert_eq!(found, [(1, 6, false), (1, 7, true)]);
    }
}
