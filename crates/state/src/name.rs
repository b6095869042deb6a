//! The name of a state as a value of its own: its recipe with all that it is made of, and where it stands.
//!
//! A [`Recipe`] means something in one table only; a name can travel. It holds the recipes that its state is made of, each after
//! those that it mentions, and how far the state has run since the last of them. As text a name is a line that reads from left to
//! right. There is always a *current* recipe, at first the root, which is number 0; each word makes a new one of it, which
//! gets the next number and becomes the current one:
//!
//! | word | recipe |
//! |---|---|
//! | `/3` | the state took case 3 of a split |
//! | `a77` | the solver gave an answer that does not follow from the path; 77 is a word of it |
//! | `m2` | the state came to 2 marks |
//! | `f1b7l4` | three recipes: in the lowest frame, which is of function 7, inside the loop that begins with block 4 |
//! | `g` | inside a region |
//! | `c5` | the state opened a merge context; around it is recipe 5 |
//! | `r9` `d9` `w9` | in the context, state 9 ran, was dropped, had waited for too long |
//! | `j0` | the first of the states that the context joined just then |
//! | `s90` | the state ran on until it had executed 90 instructions |
//! | `f2p17` | two recipes: states meet in the second frame, at operation 17 |
//! | `e9` `n` | recipe 9 is one of those that meet; they have become one |
//! | `:4` | no new recipe: number 4 is the current one |
//!
//! The end is `@120.2.17.99`: 120 instructions were executed, there are 2 frames, and the topmost is at operation 17; what holds in
//! the state hashes to 99. So the name of a state that was never joined looks like a path: `/0/1/1@120.2.17.99`.

use core::fmt::{Display, Formatter, Write as _};
use core::str::FromStr;

use braid_entity::Entity;
use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use crate::recipe::{EventKind, Recipe, RecipeId, Recipes, Sort};
use crate::state::State;

/// Where a state stands: enough to tell from each other all moments between two splits at which a state can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// How many instructions were executed.
    pub steps: u64,
    /// How many frames there are.
    pub depth: u32,
    /// The operation of the topmost frame; 0 if there is none.
    pub pc: u32,
}

impl Stand {
    /// Where a state stands.
    pub fn of(state: &State) -> Stand {
        let pc = state.stack.frames().next().map_or(0, |top| top.pc);
        Stand { steps: state.steps, depth: state.stack.depth() as u32, pc }
    }
}

/// The name of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Recipes 1, 2, … of the name, each of which mentions only earlier ones; the last is that of the state.
    recipes: Vec<Recipe>,
    /// How far the state has run since.
    pub stand: Stand,
    /// A hash of what holds in the state, so that who makes it again can tell that it is the same: which splits there are
    /// depends on what a solver answers, and one may answer what another did not.
    pub check: u32,
}

/// Why a text is no name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no name of a state: {what} (at byte {at})")]
pub struct NameError {
    /// Where in the text.
    pub at: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl Name {
    /// The name of a state with this recipe.
    pub fn of(table: &Recipes, recipe: RecipeId, stand: Stand, check: u32) -> Name {
        let mut numbers = FxHashMap::default();
        numbers.insert(Recipes::ROOT, Recipes::ROOT);
        let mut recipes = Vec::new();
        let mut open = vec![recipe];
        while let Some(&id) = open.last() {
            let made_of = *table.get(id);
            let missing = |part: &RecipeId| !numbers.contains_key(part);
            // What it goes on from is named last, so that it mostly is the current one.
            let part = made_of.other().filter(missing).or_else(|| made_of.from().filter(missing));
            if let (Some(part), false) = (part, numbers.contains_key(&id)) {
                open.push(part);
                continue;
            }
            open.pop();
            if !numbers.contains_key(&id) {
                recipes.push(made_of.renumbered(|part| numbers[&part]));
                numbers.insert(id, RecipeId::from_u32(recipes.len() as u32));
            }
        }
        Name { recipes, stand, check }
    }
    /// Adds its recipes to a table; the recipe of its state there.
    pub fn add_to(&self, table: &mut Recipes) -> RecipeId {
        let mut numbers = vec![Recipes::ROOT];
        for recipe in &self.recipes {
            numbers.push(table.add(recipe.renumbered(|part| numbers[part.as_u32() as usize])));
        }
        numbers[self.recipes.len()]
    }
    /// How many recipes it takes.
    pub fn len(&self) -> usize {
        self.recipes.len()
    }
    /// Returns true if it is the start of the program.
    pub fn is_empty(&self) -> bool {
        self.recipes.is_empty()
    }
    /// Returns true if its state, or one that it came from, was joined of several.
    pub fn is_of_joined(&self) -> bool {
        self.recipes.iter().any(|recipe| matches!(recipe, Recipe::Joined { .. } | Recipe::Met { .. }))
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        for (current, recipe) in (0..).zip(&self.recipes) {
            match recipe.from().map_or(0, |from| from.as_u32()) {
                from if from == current => {}
                from => write!(f, ":{from}")?,
            }
            write_word(f, recipe)?;
        }
        let Stand { steps, depth, pc } = self.stand;
        write!(f, "@{steps}.{depth}.{pc}.{}", self.check)
    }
}

/// What a recipe says beside what it goes on from.
fn write_word(f: &mut Formatter<'_>, recipe: &Recipe) -> core::fmt::Result {
    match *recipe {
        Recipe::Root => Ok(()),
        Recipe::Step { decision, .. } => write!(f, "/{decision}"),
        Recipe::Answer { word, .. } => write!(f, "a{word}"),
        Recipe::Marked { marks, .. } => write!(f, "m{marks}"),
        Recipe::Frame { depth, .. } => write!(f, "f{depth}"),
        Recipe::Body { func, .. } => write!(f, "b{}", func.as_u32()),
        Recipe::Loop { header, .. } => write!(f, "l{header}"),
        Recipe::Region { .. } => f.write_char('g'),
        Recipe::Context { around, .. } => write!(f, "c{}", around.as_u32()),
        Recipe::Event { kind, who, .. } => {
            let letter = EVENTS.iter().find(|row| row.1 == kind).map_or('?', |row| row.0);
            write!(f, "{letter}{}", who.as_u32())
        }
        Recipe::Stood { steps, .. } => write!(f, "s{steps}"),
        Recipe::Place { pc, .. } => write!(f, "p{pc}"),
        Recipe::Meets { who, .. } => write!(f, "e{}", who.as_u32()),
        Recipe::Met { .. } => f.write_char('n'),
        Recipe::Joined { number, .. } => write!(f, "j{number}"),
    }
}

/// The letters of events.
const EVENTS: &[(char, EventKind)] = &[('r', EventKind::Ran), ('d', EventKind::Dropped), ('w', EventKind::Released)];

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut reader = Reader { text, at: 0, recipes: Vec::new(), current: Recipes::ROOT };
        while let Some(letter) = reader.letter() {
            if letter == '@' {
                return reader.end();
            }
            reader.word(letter)?;
        }
        Err(NameError { at: text.len(), what: "it does not say where the state stands" })
    }
}

/// Reads a name from left to right.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    recipes: Vec<Recipe>,
    current: RecipeId,
}

impl Reader<'_> {
    fn error<T>(&self, what: &'static str) -> Result<T, NameError> {
        Err(NameError { at: self.at, what })
    }
    fn letter(&mut self) -> Option<char> {
        let letter = self.text[self.at..].chars().next();
        self.at += letter.map_or(0, char::len_utf8);
        letter
    }
    fn number<T: FromStr>(&mut self) -> Result<T, NameError> {
        let rest = &self.text[self.at..];
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let Ok(number) = rest[..digits].parse() else { return self.error("a number is missing or too large") };
        self.at += digits;
        Ok(number)
    }
    fn point(&mut self) -> Result<(), NameError> {
        if self.letter() == Some('.') { Ok(()) } else { self.error("a point is missing") }
    }
    /// The number of a recipe that is there already.
    fn recipe(&mut self) -> Result<RecipeId, NameError> {
        let number: u32 = self.number()?;
        if number as usize > self.recipes.len() {
            return self.error("a recipe that comes later, or never");
        }
        Ok(RecipeId::from_u32(number))
    }
    fn get(&self, id: RecipeId) -> Recipe {
        (id.as_u32() as usize).checked_sub(1).map_or(Recipe::Root, |at| self.recipes[at])
    }
    fn word(&mut self, letter: char) -> Result<(), NameError> {
        let current = self.current;
        let recipe = match letter {
            ':' => {
                self.current = self.recipe()?;
                return Ok(());
            }
            '/' => Recipe::Step { from: current, decision: self.number()? },
            'a' => Recipe::Answer { from: current, word: self.number()? },
            'm' => Recipe::Marked { from: current, marks: self.number()? },
            'f' => Recipe::Frame { outer: current, depth: self.number()? },
            'b' => match self.number()? {
                u32::MAX => return self.error("a number is missing or too large"),
                func => Recipe::Body { frame: current, func: FuncId::from_u32(func) },
            },
            'l' => Recipe::Loop { body: current, header: self.number()? },
            'g' => Recipe::Region { outer: current },
            'c' => Recipe::Context { by: current, around: self.recipe()? },
            's' => Recipe::Stood { from: current, steps: self.number()? },
            'p' => Recipe::Place { frame: current, pc: self.number()? },
            'e' => Recipe::Meets { before: current, who: self.recipe()? },
            'n' => Recipe::Met { all: current },
            'j' => Recipe::Joined { context: current, number: self.number()? },
            _ => match EVENTS.iter().find(|row| row.0 == letter) {
                Some(&(_, kind)) => Recipe::Event { before: current, kind, who: self.recipe()? },
                None => return self.error("an unknown word"),
            },
        };
        if !recipe.is_well_made(|id| self.get(id)) {
            return self.error("a recipe that cannot be made of those that it mentions");
        }
        self.recipes.push(recipe);
        self.current = RecipeId::from_u32(self.recipes.len() as u32);
        Ok(())
    }
    /// Where the state stands, and nothing behind.
    fn end(mut self) -> Result<Name, NameError> {
        if self.current.as_u32() as usize != self.recipes.len() || self.get(self.current).sort() != Sort::State {
            return self.error("its last recipe is not that of a state");
        }
        let steps = self.number()?;
        self.point()?;
        let depth = self.number()?;
        self.point()?;
        let pc = self.number()?;
        self.point()?;
        let check = self.number()?;
        if self.at < self.text.len() {
            return self.error("there is more than a name");
        }
        Ok(Name { recipes: self.recipes, stand: Stand { steps, depth, pc }, check })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::testing::Random;

    /// A table of random recipes, and those of states in it.
    fn random_table(random: &mut Random) -> (Recipes, Vec<RecipeId>) {
        let mut table = Recipes::new();
        let mut all = vec![Recipes::ROOT];
        for _ in 0..random.below(90) {
            let [from, other] = [(); 2].map(|()| all[random.below(all.len() as u64) as usize]);
            let number = random.below(4) as u32;
            let kinds = EVENTS[random.below(3) as usize].1;
            let recipe = match random.below(16) {
                9 => Recipe::Answer { from, word: number },
                0 => Recipe::Marked { from, marks: number },
                1 => Recipe::Frame { outer: from, depth: number },
                2 => Recipe::Region { outer: from },
                6 => Recipe::Body { frame: from, func: FuncId::from_u32(number) },
                7 => Recipe::Loop { body: from, header: number },
                3 => Recipe::Context { by: from, around: other },
                4 => Recipe::Event { before: from, kind: kinds, who: other },
                5 => Recipe::Joined { context: from, number },
                8 => Recipe::Stood { from, steps: number },
                11 => Recipe::Place { frame: from, pc: number },
                12 | 13 => Recipe::Meets { before: from, who: other },
                14 => Recipe::Met { all: from },
                _ => Recipe::Step { from, decision: number },
            };
            if recipe.is_well_made(|id| *table.get(id)) {
                all.push(table.add(recipe));
            }
        }
        all.retain(|&id| table.get(id).sort() == Sort::State);
        (table, all)
    }

    #[test]
    fn a_name_reads_what_it_prints_and_means_the_same_in_another_table() {
        let mut random = Random::new(7);
        for _ in 0..500 {
            let (table, states) = random_table(&mut random);
            let (mut other, _) = random_table(&mut random);
            for &state in &states {
                let stand = Stand { steps: random.word(), depth: random.below(9) as u32, pc: random.below(99) as u32 };
                let name = Name::of(&table, state, stand, random.below(1 << 32) as u32);
                let read: Name = name.to_string().parse().expect("a name that was printed can be read");
                assert_eq!(read, name);
                let there = read.add_to(&mut other);
                assert_eq!(Name::of(&other, there, stand, name.check), name);
                assert_eq!(name.add_to(&mut other), there);
            }
        }
    }

    #[test]
    fn a_path_looks_like_one() {
        let mut table = Recipes::new();
        let first = table.step(Recipes::ROOT, 0);
        let second = table.step(first, 1);
        let stand = Stand { steps: 120, depth: 2, pc: 17 };
        assert_eq!(Name::of(&table, second, stand, 99).to_string(), "/0/1@120.2.17.99");
        assert_eq!(Name::of(&table, Recipes::ROOT, stand, 0).to_string(), "@120.2.17.0");
        let around = table.add(Recipe::Region { outer: Recipes::ROOT });
        let context = table.add(Recipe::Context { by: first, around });
        let event = table.add(Recipe::Event { before: context, kind: EventKind::Ran, who: second });
        let joined = table.add(Recipe::Joined { context: event, number: 0 });
        assert_eq!(Name::of(&table, joined, stand, 1).to_string(), "/0/1:0g:1c3r2j0@120.2.17.1");
    }

    /// Names come from elsewhere: a text that is none is refused with its place.
    #[test]
    fn what_is_no_name_is_refused() {
        for (text, at) in [
            ("", 0),
            ("/0", 2),
            ("/0@1.2", 6),
            ("/0@1.2.3", 8),
            ("/0@1.2.3.4 ", 10),
            ("/", 1),
            ("/4294967296@1.1.1", 1),
            ("/0:9@1.1.1", 4),
            ("/0:0@1.1.1", 5),
            ("/0c0@1.1.1", 5),
            ("/0c1@1.1.1", 4),
            ("/0r0@1.1.1", 4),
            ("f1b4294967295l2@1.1.1", 13),
            ("f1l2@1.1.1", 4),
            ("ä@1.1.1", 2),
        ] {
            let refused = text.parse::<Name>().map_err(|error| error.at);
            assert_eq!(refused, Err(at), "{text}");
        }
    }

    /// A history is long: nothing here may take the stack for it.
    #[test]
    fn a_long_history_has_a_name() {
        let mut table = Recipes::new();
        let (mut state, mut history) =
            (Recipes::ROOT, table.add(Recipe::Context { by: Recipes::ROOT, around: Recipes::ROOT }));
        for _ in 0..100_000 {
            history = table.add(Recipe::Event { before: history, kind: EventKind::Ran, who: state });
            state = table.step(state, 0);
        }
        let joined = table.add(Recipe::Joined { context: history, number: 0 });
        let name = Name::of(&table, joined, Stand { steps: 1, depth: 1, pc: 1 }, 1);
        assert_eq!(name.len(), 200_001);
        assert_eq!(name.to_string().parse(), Ok(name));
    }
}
