//! What a list of conjuncts says of each cell: the set of all values that it allows, or that the cell is in a group.
//!
//! A cell (of an array, or a symbol, of at most 8 bits) is *exact* as long as every conjunct that mentions it mentions nothing else: then the values
//! that the conjuncts allow it do not depend on anything else, and whether a condition over it alone can hold and can fail
//! is an intersection. So is a word of several cells, or a wide symbol, as long as every conjunct compares just this word with constants; its
//! set is some intervals. Any other conjunct puts all cells that it reads into a *group*: a set that merely follows
//! could say that a value is impossible but not that one is possible, so nothing is kept of those.
//!
//! What is left for a solver is a list of its own ([`Cells::asked`]): the conjuncts of groups, and for each cell that
//! came into a group as an exact one a term that says which values it had. A list of conjuncts that has a model has one in which exact cells have
//! any value of their sets and all others have those of any model of that list.
//!
//! All of it is a function of the list of conjuncts. It follows the list as it grows; where a list was cut it begins anew, from the longest beginning
//! that is remembered.

use std::borrow::Cow;
use std::rc::Rc;

use braid_entity::{Entity, entity};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::array::ArrayId;
use crate::byte_set::{ByteSet, ByteSets, Cell};
use crate::conjunction::Conjunction;
use crate::eval::EvalError;
use crate::intervals::{self, Intervals, Word};
use crate::model::Model;
use crate::node::ExprId;
use crate::pool::ExprPool;
use crate::sparse::Sparse;
use crate::support::{Range, Space, SupportId};
use crate::symbol::SymbolId;

entity!(
    /// A cell that some condition was about, by number.
    CellId,
    "cell"
);

/// What is known of a cell; by default nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Mark(u32);

impl Mark {
    /// Nothing is said of it.
    const FREE: Mark = Mark(0);
    /// It is in a group.
    const GROUP: Mark = Mark(u32::MAX);
    /// Marks from here on, but the last, are of parts of words; others are numbers of sets.
    const WORDS: u32 = 1 << 31;

    /// It is a part of an exact word.
    fn in_word(word: WordId) -> Mark {
        Mark(Mark::WORDS | word.as_u32())
    }
    /// The exact word that it is a part of.
    fn word(self) -> Option<WordId> {
        (self != Mark::GROUP && self.0 >= Mark::WORDS).then(|| WordId::from_u32(self.0 ^ Mark::WORDS))
    }
    /// The number of the set of its values, if it is exact by itself.
    fn set(self) -> Option<usize> {
        (self != Mark::FREE && self.0 < Mark::WORDS).then_some(self.0 as usize)
    }
}

entity!(
    /// A word that some condition was about, by number.
    WordId,
    "word"
);

/// What the conjuncts of a list say of single cells.
#[derive(Clone, Default, Debug)]
pub struct Cells {
    /// How many conjuncts are taken in.
    taken: usize,
    marks: Sparse<Mark>,
    /// The number of the set of each exact word; 0 for all others.
    words: Sparse<u32>,
    /// Arrays of which every cell is in a group.
    whole: Sparse<bool>,
    /// Whether every symbol is.
    symbols: bool,
    asked: Conjunction,
    /// Whether an exact cell has no value.
    empty: bool,
}

impl Cells {
    /// Whether each exact cell has a value.
    pub fn can_hold(&self) -> bool {
        !self.empty
    }
    /// What a solver is asked under: it can hold if and only if all conjuncts can, provided that each exact cell has a value.
    pub fn asked(&self) -> &Conjunction {
        &self.asked
    }
    fn mark(&self, table: &CellTable, id: CellId) -> Mark {
        let mark = self.marks.get(id.index()).copied().unwrap_or(Mark::FREE);
        let in_group = mark == Mark::FREE
            && match table.cells[id.index()].range.space {
                Space::Array(array) => self.whole.get(array.index()).copied().unwrap_or(false),
                _ => self.symbols,
            };
        if in_group { Mark::GROUP } else { mark }
    }
    /// The values of a word, if it is exact or nothing is said of it.
    fn values<'a>(&self, table: &'a CellTable, word: WordId) -> Option<Cow<'a, Intervals>> {
        match self.words.get(word.index()).copied().unwrap_or(0) {
            0 => {
                let row = &table.words[word.index()];
                let is_free = row.cells.iter().all(|&cell| self.mark(table, cell) == Mark::FREE);
                is_free.then(|| Cow::Owned(Intervals::all(row.word.width)))
            }
            number => Some(Cow::Borrowed(&table.intervals[number as usize])),
        }
    }
}

/// Whether a condition can hold, and whether it can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// It can hold.
    pub can_hold: bool,
    /// It can fail.
    pub can_fail: bool,
}

/// What a condition is about.
#[derive(Clone, Copy, Debug)]
enum About {
    /// One cell: the values under which it holds.
    Cell(CellId, ByteSet),
    /// One word of several cells or many bits: the number of the set of values under which it holds.
    Word(WordId, u32),
    /// Something else.
    Others,
}

/// The cells that terms read.
#[derive(Debug)]
struct Reads {
    cells: Vec<CellId>,
    /// Arrays of which so much is read that all their cells count as read.
    whole: Vec<ArrayId>,
    /// So many symbols are read that all count as read.
    symbols: bool,
}

/// A word and its cells.
#[derive(Debug)]
struct WordRow {
    word: Word,
    cells: Vec<CellId>,
}

/// Something exact that a term reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exact {
    Cell(CellId, usize),
    Word(WordId),
}

/// The cells and sets of an engine, by number, and what its conditions are about, each found once.
#[derive(Debug)]
pub struct CellTable {
    cells: Vec<Cell>,
    numbers: FxHashMap<Range, CellId>,
    by_array: FxHashMap<ArrayId, Vec<CellId>>,
    sets: Vec<ByteSet>,
    set_numbers: FxHashMap<ByteSet, u32>,
    words: Vec<WordRow>,
    word_numbers: FxHashMap<ExprId, WordId>,
    intervals: Vec<Intervals>,
    interval_numbers: FxHashMap<Intervals, u32>,
    about: FxHashMap<ExprId, About>,
    reads: FxHashMap<SupportId, Rc<Reads>>,
    byte_sets: ByteSets,
    /// Some lists, by their hashes, with what they say.
    beginnings: FxHashMap<u64, (Conjunction, Cells)>,
}

/// What conditions are about is forgotten when there are more than this: 48 bytes each.
const MAX_KNOWN: usize = 1 << 18;
/// A cell whose set would be one more than so many goes into a group.
const MAX_SETS: usize = 1 << 20;
/// Of longer ranges all cells of the array count as read.
const MAX_LENGTH: u64 = 64;
/// Lists of a multiple of so many conjuncts are remembered.
const BEGINNING: usize = 16;
/// So many lists are remembered.
const MAX_BEGINNINGS: usize = 1 << 10;

impl Default for CellTable {
    fn default() -> Self {
        CellTable {
            cells: Vec::new(),
            numbers: FxHashMap::default(),
            by_array: FxHashMap::default(),
            sets: vec![ByteSet::default()], // its number is that of a free cell
            set_numbers: FxHashMap::default(),
            words: Vec::new(),
            word_numbers: FxHashMap::default(),
            intervals: vec![Intervals::all(1)], // its number is that of a word that is not exact
            interval_numbers: FxHashMap::default(),
            about: FxHashMap::default(),
            reads: FxHashMap::default(),
            byte_sets: ByteSets::default(),
            beginnings: FxHashMap::default(),
        }
    }
}

impl CellTable {
    /// Takes in the conjuncts that a list has gained. None if the run was interrupted; then the cells are as they were after some of them.
    pub fn follow(&mut self, pool: &mut ExprPool, cells: &mut Cells, path: &Conjunction) -> Option<()> {
        match path.len() - cells.taken {
            0 => return Some(()),
            1 => self.take_in(pool, cells, path.last()?)?,
            more => {
                if more > BEGINNING {
                    self.begin(cells, path);
                }
                path.since(cells.taken).into_iter().try_for_each(|conjunct| self.take_in(pool, cells, conjunct))?;
            }
        }
        if path.len().is_multiple_of(BEGINNING) {
            if self.beginnings.len() >= MAX_BEGINNINGS {
                self.beginnings.clear();
            }
            self.beginnings.insert(path.hash(), (path.clone(), cells.clone()));
        }
        Some(())
    }

    /// Begins with what the longest beginning of a list says that is remembered, if there is more to it than to what is there.
    fn begin(&self, cells: &mut Cells, path: &Conjunction) {
        let mut longer = path.prefixes().take(path.len() - cells.taken);
        let known = |list: Conjunction| {
            let is_remembered = list.len().is_multiple_of(BEGINNING);
            let (known, cells) = self.beginnings.get(&list.hash()).filter(|_| is_remembered)?;
            (*known == list).then_some(cells)
        };
        if let Some(known) = longer.find_map(known) {
            cells.clone_from(known);
        }
    }

    /// Whether a condition can hold and can fail where the conjuncts hold; none if that is the solver's matter.
    pub fn decide(&mut self, pool: &ExprPool, cells: &Cells, condition: ExprId) -> Option<Open> {
        let open = match self.about(pool, condition).ok()? {
            About::Cell(id, holds) => {
                let set = match cells.mark(self, id) {
                    Mark::FREE => self.cells[id.index()].all(),
                    mark => self.sets[mark.set()?],
                };
                Open { can_hold: !set.and(holds).is_empty(), can_fail: !set.and(holds.complement()).is_empty() }
            }
            About::Word(word, holds) => {
                let set = cells.values(self, word)?;
                let (holds, width) = (&self.intervals[holds as usize], self.words[word.index()].word.width);
                let fails = holds.complement(width);
                Open { can_hold: !set.and(holds).is_empty(), can_fail: !set.and(&fails).is_empty() }
            }
            About::Others => return None,
        };
        // A list that cannot hold is for whoever can say why.
        (open.can_hold || open.can_fail).then_some(open)
    }

    /// What a solver is asked under about a term: what holds of all that the term can depend on.
    pub fn premises(&mut self, pool: &mut ExprPool, cells: &Cells, term: ExprId) -> Conjunction {
        let mut asked = cells.asked.clone();
        let reads = self.reads(pool, term);
        for exact in self.exact(cells, &reads) {
            asked.push(self.is_in(pool, cells, exact));
        }
        if !cells.can_hold() {
            asked.push(pool.fls());
        }
        asked
    }

    /// Gives each exact cell or word its lowest value in a model of what a solver is asked under, which makes it one of the list. Returns
    /// false if one has no value.
    pub fn complete(&self, cells: &Cells, model: &mut Model) -> bool {
        if !cells.can_hold() {
            return false;
        }
        for (at, set) in cells.marks.iter().filter_map(|(at, mark)| Some((at, mark.set()?))) {
            self.cells[at].set(model, self.sets[set].lowest());
        }
        for (at, &number) in cells.words.iter().filter(|(_, number)| **number != 0) {
            self.words[at].word.set(model, self.intervals[number as usize].lowest());
        }
        true
    }

    /// Gives back the memory of what is only remembered.
    pub fn forget(&mut self) {
        self.about = FxHashMap::default();
        self.reads = FxHashMap::default();
        self.byte_sets.forget();
        self.beginnings = FxHashMap::default();
    }

    fn take_in(&mut self, pool: &mut ExprPool, cells: &mut Cells, conjunct: ExprId) -> Option<()> {
        let is_exact = match self.about(pool, conjunct).ok()? {
            About::Cell(id, holds) => self.restrict_cell(cells, id, holds),
            About::Word(word, holds) => self.restrict_word(cells, word, holds),
            About::Others => false,
        };
        if !is_exact {
            self.group(pool, cells, conjunct);
        }
        cells.taken += 1;
        Some(())
    }

    /// A cell has one of these values. Returns false if that is the solver's matter.
    fn restrict_cell(&mut self, cells: &mut Cells, id: CellId, holds: ByteSet) -> bool {
        let set = match cells.mark(self, id) {
            Mark::FREE => Some(holds),
            mark => mark.set().map(|set| self.sets[set].and(holds)),
        };
        let Some((set, mark)) = set.and_then(|set| Some((set, self.number_of(set)?))) else { return false };
        cells.empty |= set.is_empty();
        *cells.marks.get_mut(id.index()) = mark;
        true
    }

    /// A word has one of the values of a set. Returns false if that is the solver's matter.
    fn restrict_word(&mut self, cells: &mut Cells, word: WordId, holds: u32) -> bool {
        let Some(set) = cells.values(self, word).map(|set| set.and(&self.intervals[holds as usize])) else {
            return false;
        };
        let is_empty = set.is_empty();
        let Some(number) = self.number_of_intervals(set) else { return false };
        cells.empty |= is_empty;
        let old = core::mem::replace(cells.words.get_mut(word.index()), number);
        if old == 0 {
            for cell in &self.words[word.index()].cells {
                *cells.marks.get_mut(cell.index()) = Mark::in_word(word);
            }
        }
        true
    }

    /// A conjunct is for the solver, and so are all cells that it reads from now on.
    fn group(&mut self, pool: &mut ExprPool, cells: &mut Cells, conjunct: ExprId) {
        let reads = self.reads(pool, conjunct);
        for exact in self.exact(cells, &reads) {
            let values = self.is_in(pool, cells, exact);
            cells.asked.push(values);
            match exact {
                Exact::Cell(id, _) => *cells.marks.get_mut(id.index()) = Mark::GROUP,
                Exact::Word(word) => {
                    *cells.words.get_mut(word.index()) = 0;
                    for cell in &self.words[word.index()].cells {
                        *cells.marks.get_mut(cell.index()) = Mark::GROUP;
                    }
                }
            }
        }
        for &id in &reads.cells {
            if cells.mark(self, id) == Mark::FREE {
                *cells.marks.get_mut(id.index()) = Mark::GROUP;
            }
        }
        for array in &reads.whole {
            *cells.whole.get_mut(array.index()) = true;
        }
        cells.symbols |= reads.symbols;
        cells.asked.push(conjunct);
    }

    /// What is read and exact, array by array, in the order of indexes.
    fn exact(&self, cells: &Cells, reads: &Reads) -> SmallVec<[Exact; 8]> {
        let mut read: SmallVec<[CellId; 16]> = reads.cells.iter().copied().collect();
        read.extend(reads.whole.iter().filter_map(|array| self.by_array.get(array)).flatten().copied());
        if reads.symbols {
            let numbered = (0..self.cells.len() as u32).map(CellId::from_u32);
            read.extend(numbered.filter(|id| self.cells[id.index()].range.space == Space::Symbols));
        }
        read.sort_unstable_by_key(|id| self.cells[id.index()].range);
        read.dedup();
        let mut found: SmallVec<[Exact; 8]> = SmallVec::new();
        for id in read {
            let mark = cells.mark(self, id);
            let exact = mark.set().map(|set| Exact::Cell(id, set)).or_else(|| mark.word().map(Exact::Word));
            if let Some(exact) = exact.filter(|exact| !found.contains(exact)) {
                found.push(exact);
            }
        }
        found
    }

    /// That something exact has one of its values.
    fn is_in(&self, pool: &mut ExprPool, cells: &Cells, exact: Exact) -> ExprId {
        match exact {
            Exact::Cell(id, set) => self.cells[id.index()].is_in(pool, self.sets[set]),
            Exact::Word(word) => {
                let number = cells.words.get(word.index()).copied().unwrap_or(0);
                self.intervals[number as usize].contain(pool, self.words[word.index()].word.term)
            }
        }
    }

    /// What a condition is about. It fails only if it was interrupted.
    fn about(&mut self, pool: &ExprPool, condition: ExprId) -> Result<About, EvalError> {
        if let Some(&about) = self.about.get(&condition) {
            return Ok(about);
        }
        let about = self.look_at(pool, condition)?;
        if self.about.len() > MAX_KNOWN {
            self.about.clear();
        }
        self.about.insert(condition, about);
        Ok(about)
    }

    fn look_at(&mut self, pool: &ExprPool, condition: ExprId) -> Result<About, EvalError> {
        if pool.has_forall(condition) {
            return Ok(About::Others);
        }
        let Some(cell) = Cell::of(pool, &[condition]) else {
            return Ok(self.about_word(pool, condition).unwrap_or(About::Others));
        };
        match self.byte_sets.set_of(pool, cell, condition) {
            Ok(set) => Ok(About::Cell(self.cell(cell), set)),
            Err(EvalError::Interrupted) => Err(EvalError::Interrupted),
            Err(EvalError::Limit { .. }) => Ok(About::Others),
        }
    }

    fn about_word(&mut self, pool: &ExprPool, condition: ExprId) -> Option<About> {
        let (word, holds) = intervals::of_condition(pool, condition)?;
        let holds = self.number_of_intervals(holds)?;
        if let Some(&number) = self.word_numbers.get(&word.term) {
            return Some(About::Word(number, holds));
        }
        let number = WordId::from_u32(u32::try_from(self.words.len()).ok().filter(|&number| number < Mark::WORDS - 1)?);
        self.word_numbers.insert(word.term, number);
        let cells = word.parts.iter().map(|&(cell, _)| self.cell(cell)).collect();
        self.words.push(WordRow { word, cells });
        Some(About::Word(number, holds))
    }

    fn cell(&mut self, cell: Cell) -> CellId {
        if let Some(&id) = self.numbers.get(&cell.range) {
            return id;
        }
        let id = CellId::from_u32(u32::try_from(self.cells.len()).expect("more than 2^32 cells"));
        self.cells.push(cell);
        self.numbers.insert(cell.range, id);
        if let Space::Array(array) = cell.range.space {
            self.by_array.entry(array).or_default().push(id);
        }
        id
    }

    /// The mark of a set; none if there are too many.
    fn number_of(&mut self, set: ByteSet) -> Option<Mark> {
        if let Some(&number) = self.set_numbers.get(&set) {
            return Some(Mark(number));
        }
        let number = self.sets.len();
        if number > MAX_SETS {
            return None;
        }
        self.sets.push(set);
        self.set_numbers.insert(set, number as u32);
        Some(Mark(number as u32))
    }

    /// The number of a set of words; none if there are too many, or it has too many intervals.
    fn number_of_intervals(&mut self, set: Intervals) -> Option<u32> {
        if let Some(&number) = self.interval_numbers.get(&set) {
            return Some(number);
        }
        let number = u32::try_from(self.intervals.len()).ok().filter(|&number| number as usize <= MAX_SETS)?;
        if !set.is_small() {
            return None;
        }
        self.intervals.push(set.clone());
        self.interval_numbers.insert(set, number);
        Some(number)
    }

    /// What a term reads.
    fn reads(&mut self, pool: &ExprPool, term: ExprId) -> Rc<Reads> {
        let support = pool.support_id(term);
        if let Some(reads) = self.reads.get(&support) {
            return Rc::clone(reads);
        }
        let mut reads = Reads { cells: Vec::new(), whole: Vec::new(), symbols: false };
        for range in pool.support_set(support) {
            self.add_reads(pool, range, &mut reads);
        }
        if self.reads.len() > MAX_KNOWN {
            self.reads.clear();
        }
        let reads = Rc::new(reads);
        self.reads.insert(support, Rc::clone(&reads));
        reads
    }

    fn add_reads(&mut self, pool: &ExprPool, range: &Range, reads: &mut Reads) {
        let is_long = range.high - range.low >= MAX_LENGTH;
        match range.space {
            Space::Array(array) if is_long => reads.whole.push(array),
            Space::Symbols if is_long => reads.symbols = true,
            Space::Bound => {}
            space => {
                for at in range.low..=range.high {
                    let width = match space {
                        Space::Array(array) => pool.array_data(array).element_width,
                        _ => pool.symbol_data(SymbolId::from_u32(at as u32)).width,
                    };
                    if width <= 64 {
                        let id = self.cell(Cell { range: Range { space, low: at, high: at }, width });
                        reads.cells.push(id);
                    }
                }
            }
        }
    }
}
