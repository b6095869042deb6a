//! Random programs: loops, heap, sizes, strings, structures, function pointers, switches over small inputs.
//!
//! A program of [`correct`] keeps every guard: no input makes it go wrong. One of [`wild`] lacks some of them. Both are
//! functions of the seed. The number of inputs is bounded (`MAX_INPUTS`), so that a native run on every one of them is cheap, and
//! so is the number of statements that decide by an input, so that all paths can be explored.

use braid_testing::Random;

use crate::mutate;
use crate::program::{Expr, Input, Op, Program, Relation, Stmt, Type, each_expr};

/// At most this many inputs in all.
const MAX_INPUTS: i64 = 100;
/// Statements of a program's body, at least, and how many more at most.
const STATEMENTS: (usize, usize) = (5, 5);
/// Blocks nest no deeper.
const MAX_DEPTH: u32 = 3;
/// At most this many statements that fork.
const MAX_FORKS: u32 = 5;
/// Of so many guards a wild program lacks one.
const WILD_GUARDS: usize = 6;

/// The correct program of a seed.
pub fn correct(seed: u64) -> Program {
    let mut generator = Generator::new(seed);
    generator.program();
    generator.finished
}

/// The program of a seed that may go wrong: without some of the guards, and with up to two mutations.
pub fn wild(seed: u64) -> Program {
    let mut program = correct(seed);
    let mut random = Random::new(seed ^ 0x5eed);
    each_expr(&mut program.body, &mut |expr| match expr {
        Expr::Binary { guarded, .. } | Expr::Index { guarded, .. } | Expr::AtMost { guarded, .. } => {
            *guarded &= random.index(WILD_GUARDS) != 0;
        }
        _ => {}
    });
    for _ in 0..random.index(3) {
        if let Some((_, mutant)) = mutate::mutate(&program, random.word()) {
            program = mutant;
        }
    }
    program
}

/// An array that statements may use.
#[derive(Clone)]
struct Array {
    name: String,
    of: Type,
    /// How many elements, in C.
    bound: String,
    writable: bool,
}

struct Generator {
    random: Random,
    finished: Program,
    /// Variables that may be read.
    scalars: Vec<String>,
    /// Variables that may be written.
    targets: Vec<String>,
    arrays: Vec<Array>,
    /// Functions of two numbers.
    functions: Vec<String>,
    /// For new names.
    names: u32,
    forks: u32,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let finished = Program { globals: Vec::new(), inputs: Vec::new(), body: Vec::new(), results: Vec::new() };
        Generator {
            random: Random::new(seed),
            finished,
            scalars: Vec::new(),
            targets: Vec::new(),
            arrays: Vec::new(),
            functions: Vec::new(),
            names: 0,
            forks: 0,
        }
    }

    fn program(&mut self) {
        self.inputs();
        self.globals();
        let mut body = Vec::new();
        for _ in 0..2 {
            body.push(self.scalar(0));
        }
        let own = self.targets.clone();
        let count = STATEMENTS.0 + self.random.index(STATEMENTS.1);
        self.block(&mut body, count, 1);
        self.finished.body = body;
        self.finished.results.extend(own);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn inputs(&mut self) {
        let mut product = 1;
        for _ in 0..1 + self.random.index(3) {
            let input = if self.random.index(3) == 0 {
                Input::Text { name: self.name("t"), size: 2 + self.random.index(3) as i64 }
            } else {
                let of = self.random.pick(&[Type::I8, Type::U8, Type::I32, Type::U32, Type::I64]);
                let low = if matches!(of, Type::U8 | Type::U32) { 0 } else { self.random.index(4) as i64 - 3 };
                Input::Number { of, name: self.name("x"), low, high: low + 2 + self.random.index(7) as i64 }
            };
            if product * input.values() > MAX_INPUTS {
                continue;
            }
            product *= input.values();
            match &input {
                Input::Number { name, .. } => self.scalars.push(name.clone()),
                Input::Text { name, size } => self.arrays.push(Array {
                    name: name.clone(),
                    of: Type::I8,
                    bound: size.to_string(),
                    writable: true,
                }),
            }
            self.finished.inputs.push(input);
        }
    }

    fn globals(&mut self) {
        let values: Vec<String> = (0..3 + self.random.index(6)).map(|_| self.random.index(9).to_string()).collect();
        self.finished.globals.push(format!("static const int table@[{}] = {{{}}};", values.len(), values.join(", ")));
        let bound = values.len().to_string();
        self.arrays.push(Array { name: "table@".into(), of: Type::I32, bound, writable: false });
        for number in 0..2 {
            let saved = (std::mem::take(&mut self.arrays), std::mem::take(&mut self.scalars));
            self.scalars = vec!["a".into(), "b".into()];
            let value = crate::print::expr(&self.expr(2));
            (self.arrays, self.scalars) = saved;
            let name = format!("f{number}_@");
            self.finished.globals.push(format!("static int {name}(int a, int b) {{ return F({value}); }}"));
            self.functions.push(name);
        }
        self.finished.globals.push("static int (*const calls@[2])(int, int) = {f0_@, f1_@};".into());
        self.finished.globals.push("struct pair@ { int a; short b; char c[4]; };".into());
    }

    /// Appends statements; what they declare ends with the block.
    fn block(&mut self, body: &mut Vec<Stmt>, count: usize, depth: u32) {
        let saved = (self.scalars.clone(), self.targets.clone(), self.arrays.clone());
        let mut last = Vec::new();
        for _ in 0..count {
            self.statement(body, &mut last, depth);
        }
        body.extend(last);
        (self.scalars, self.targets, self.arrays) = saved;
    }

    fn inner(&mut self, count: usize, depth: u32) -> Vec<Stmt> {
        let mut body = Vec::new();
        self.block(&mut body, count, depth + 1);
        body
    }

    /// Appends a statement; what has to be done at the end of the block goes into `last`.
    fn statement(&mut self, body: &mut Vec<Stmt>, last: &mut Vec<Stmt>, depth: u32) {
        let may_nest = depth < MAX_DEPTH && self.forks < MAX_FORKS;
        match self.random.index(if may_nest { 24 } else { 13 }) {
            0..=2 => body.push(self.assign()),
            3 => {
                let scalar = self.scalar(1);
                body.push(scalar);
            }
            4 => self.local_array(body),
            5 | 6 => self.heap(body, last),
            7 => self.pair(body),
            8 => body.push(self.store()),
            9 => body.push(self.call()),
            10 => body.push(self.library_call()),
            11 => self.pointer(body),
            12 => self.variable_array(body),
            13..=15 => body.push(self.branch(depth)),
            16..=18 => self.counted_loop(body, depth),
            19 => body.push(self.switch(depth)),
            20 => self.text(body),
            21 => self.escape(body),
            22 => self.list(body),
            _ => {
                let inner = self.inner(2, depth);
                body.push(Stmt::Scope(inner));
            }
        }
    }

    fn scalar(&mut self, depth: u32) -> Stmt {
        let init = self.expr(depth);
        let (of, name) = (self.random.pick(Type::ALL), self.name("v"));
        self.scalars.push(name.clone());
        self.targets.push(name.clone());
        Stmt::Scalar { of, name, init: Some(init) }
    }

    fn target(&mut self) -> Expr {
        Expr::Name(self.random.pick(&self.targets))
    }

    fn assign(&mut self) -> Stmt {
        let value = self.expr(2);
        Stmt::Assign(self.target(), value)
    }

    fn element(&mut self, writable: bool) -> Option<Expr> {
        let arrays: Vec<&Array> = self.arrays.iter().filter(|array| array.writable || !writable).collect();
        if arrays.is_empty() {
            return None;
        }
        let array = (self.random.pick(&arrays)).clone();
        let index = Box::new(self.leaf());
        Some(Expr::Index { array: array.name, index, bound: array.bound, guarded: true })
    }

    fn store(&mut self) -> Stmt {
        let value = self.expr(1);
        match self.element(true) {
            Some(element) => Stmt::Assign(element, value),
            None => self.assign(),
        }
    }

    fn local_array(&mut self, body: &mut Vec<Stmt>) {
        let (of, name, len) = (self.random.pick(Type::ALL), self.name("a"), 1 + self.random.index(6));
        let is_static = self.random.index(4) == 0;
        let (storage, init) = if is_static { ("static ", None) } else { ("", Some(" = {0}".to_owned())) };
        body.push(Stmt::Declare { head: format!("{storage}{} {name}[{len}]", of.name()), init });
        if is_static {
            body.push(Stmt::Line(format!("memset({name}, 0, sizeof {name})")));
        }
        self.arrays.push(Array { name, of, bound: len.to_string(), writable: true });
    }

    /// A number from 1 to 5 in a variable of its own, for sizes.
    fn count(&mut self, body: &mut Vec<Stmt>) -> String {
        let value = Expr::AtMost { value: Box::new(self.expr(1)), bound: "4".into(), guarded: true };
        let name = self.name("n");
        let one = Box::new(Expr::Const(1));
        let init = Expr::Binary { op: Op::Add, left: Box::new(value), right: one, guarded: true };
        body.push(Stmt::Scalar { of: Type::I32, name: name.clone(), init: Some(init) });
        self.scalars.push(name.clone());
        name
    }

    fn variable_array(&mut self, body: &mut Vec<Stmt>) {
        let (count, of, name) = (self.count(body), self.random.pick(Type::ALL), self.name("w"));
        body.push(Stmt::Declare { head: format!("{} {name}[LENGTH({count})]", of.name()), init: None });
        body.push(Stmt::Line(format!("memset({name}, 0, sizeof {name})")));
        self.arrays.push(Array { name, of, bound: count, writable: true });
    }

    fn heap(&mut self, body: &mut Vec<Stmt>, last: &mut Vec<Stmt>) {
        let (bound, of, name) = (self.count(body), self.random.pick(Type::ALL), self.name("h"));
        let zeroed = self.random.index(3) == 0;
        body.push(Stmt::Allocate { of, name: name.clone(), count: Expr::Name(bound.clone()), zeroed });
        if !zeroed && self.random.index(2) == 0 {
            body.push(Stmt::Line(format!("memset({name}, 1, {bound} * sizeof *{name})")));
        } else if !zeroed {
            body.push(self.fill(&name, &bound));
        }
        last.insert(0, Stmt::Free(name.clone()));
        self.arrays.push(Array { name, of, bound, writable: true });
    }

    /// A loop that writes every element of an array.
    fn fill(&mut self, name: &str, bound: &str) -> Stmt {
        self.forks += 1;
        let counter = self.name("i");
        let index = Box::new(Expr::Name(counter.clone()));
        let target = Expr::Index { array: name.into(), index, bound: bound.into(), guarded: false };
        let value = self.expr(1);
        let body = vec![Stmt::Assign(target, value)];
        Stmt::For { counter, relation: Relation::Less, bound: Expr::Name(bound.into()), body }
    }

    fn pair(&mut self, body: &mut Vec<Stmt>) {
        let name = self.name("p");
        body.push(Stmt::Declare { head: format!("struct pair@ {name}"), init: Some(" = {1, 2, {3}}".into()) });
        for field in ["a", "b"] {
            self.scalars.push(format!("{name}.{field}"));
            self.targets.push(format!("{name}.{field}"));
        }
    }

    fn call(&mut self) -> Stmt {
        let (a, b, target) = (self.expr(1), self.expr(1), self.target());
        let arguments = format!("({}, {})", crate::print::expr(&a), crate::print::expr(&b));
        let callee = match self.random.index(2) {
            0 => self.random.pick(&self.functions),
            _ => {
                let index = Box::new(self.leaf());
                crate::print::expr(&Expr::Index { array: "calls@".into(), index, bound: "2".into(), guarded: true })
            }
        };
        Stmt::Line(format!("{} = {callee}{arguments}", crate::print::expr(&target)))
    }

    /// A call that copies, fills or compares so many bytes.
    fn library_call(&mut self) -> Stmt {
        let writable: Vec<Array> = self.arrays.iter().filter(|array| array.writable).cloned().collect();
        if writable.is_empty() {
            return self.assign();
        }
        let to = self.random.pick(&writable);
        let from = self.random.pick(&self.arrays);
        let bytes = |array: &Array| format!("({}) * (int)sizeof({})", array.bound, array.of.name());
        let both = format!("({0} < {1} ? {0} : {1})", bytes(&to), bytes(&from));
        let value = Box::new(self.expr(1));
        let size = |bound: String| Expr::AtMost { value, bound, guarded: true };
        match self.random.index(4) {
            0 => Stmt::Sized(format!("memset({}, 'a', ", to.name), size(bytes(&to)), ")".into()),
            1 | 2 => Stmt::Sized(format!("memmove({}, {}, ", to.name, from.name), size(both), ")".into()),
            _ => {
                let target = crate::print::expr(&self.target());
                Stmt::Sized(format!("{target} = memcmp({}, {}, ", to.name, from.name), size(both), ") < 0".into())
            }
        }
    }

    /// A pointer to a variable, through which it is changed.
    fn pointer(&mut self, body: &mut Vec<Stmt>) {
        let Some(Stmt::Scalar { of, name, .. }) =
            body.iter().rev().find(|statement| matches!(statement, Stmt::Scalar { .. })).cloned()
        else {
            return body.push(self.assign());
        };
        if !self.targets.contains(&name) {
            return body.push(self.assign());
        }
        let pointer = self.name("q");
        body.push(Stmt::Declare { head: format!("{} *{pointer}", of.name()), init: Some(format!(" = &{name}")) });
        self.scalars.push(format!("*{pointer}"));
        self.targets.push(format!("*{pointer}"));
    }

    /// A pointer that points to a variable of an inner block for a while.
    fn escape(&mut self, body: &mut Vec<Stmt>) {
        let (pointer, outer, inner) = (self.name("q"), self.name("o"), self.name("k"));
        let value = self.expr(1);
        body.push(Stmt::Scalar { of: Type::I32, name: outer.clone(), init: Some(Expr::Const(5)) });
        body.push(Stmt::Declare { head: format!("int *{pointer}"), init: Some(format!(" = &{outer}")) });
        let condition = self.condition();
        self.forks += 1;
        let block = vec![
            Stmt::Scalar { of: Type::I32, name: inner.clone(), init: Some(value) },
            Stmt::Line(format!("{pointer} = &{inner}")),
            Stmt::Line(format!("*{pointer} ^= 3")),
            Stmt::Line(format!("{pointer} = &{outer}")),
        ];
        body.push(Stmt::If(condition, block, Vec::new()));
        body.push(Stmt::Line(format!("*{pointer} ^= 6")));
        self.scalars.push(format!("*{pointer}"));
    }

    fn branch(&mut self, depth: u32) -> Stmt {
        self.forks += 1;
        let condition = self.condition();
        let (then, otherwise) = (1 + self.random.index(2), self.random.index(2));
        Stmt::If(condition, self.inner(then, depth), self.inner(otherwise, depth))
    }

    fn counted_loop(&mut self, body: &mut Vec<Stmt>, depth: u32) {
        self.forks += 2;
        let bound = self.count(body);
        let counter = self.name("i");
        self.scalars.push(counter.clone());
        let mut inside = self.inner(1 + usize::from(depth == 1), depth);
        if self.random.index(3) == 0 {
            let condition = self.condition();
            inside.push(Stmt::BreakIf(condition));
        }
        self.scalars.retain(|name| *name != counter);
        body.push(Stmt::For { counter, relation: Relation::Less, bound: Expr::Name(bound), body: inside });
    }

    fn switch(&mut self, depth: u32) -> Stmt {
        self.forks += 2;
        let value = self.expr(1);
        let cases = vec![(0, self.inner(1, depth)), (2, self.inner(1, depth))];
        Stmt::Switch(value, cases, self.inner(1, depth))
    }

    /// A text that is ended, measured, scanned or copied.
    fn text(&mut self, body: &mut Vec<Stmt>) {
        let texts: Vec<(String, i64)> = self.finished.inputs.iter().filter_map(text_of).collect();
        if texts.is_empty() {
            return body.push(self.assign());
        }
        self.forks += 2;
        let (text, size) = self.random.pick(&texts);
        body.push(Stmt::Line(format!("{text}[{}] = 0", size - 1)));
        match self.random.index(3) {
            0 => {
                let target = crate::print::expr(&self.target());
                body.push(Stmt::Line(format!("{target} = (int)strlen({text})")));
            }
            1 => {
                let copy = self.name("c");
                body.push(Stmt::Declare { head: format!("char {copy}[{size}]"), init: Some(" = {0}".into()) });
                body.push(Stmt::Line(format!("strcpy({copy}, {text})")));
                self.arrays.push(Array { name: copy, of: Type::I8, bound: size.to_string(), writable: true });
            }
            _ => self.scan(body, &text),
        }
    }

    /// A loop over a text up to its end.
    fn scan(&mut self, body: &mut Vec<Stmt>, text: &str) {
        let at = self.name("s");
        body.push(Stmt::Scalar { of: Type::I32, name: at.clone(), init: Some(Expr::Const(0)) });
        let here = Expr::Name(format!("{text}[{at}]"));
        let letter = |value: i64| Box::new(Expr::Const(value));
        let condition = match self.random.index(2) {
            0 => Expr::Compare(Relation::Unequal, Box::new(here), letter(0)),
            _ => Expr::Compare(Relation::Equal, Box::new(here), letter(97)),
        };
        let mut inside = vec![Stmt::Line(format!("{at}++"))];
        if self.random.index(2) == 0 {
            inside.insert(0, self.assign());
        }
        body.push(Stmt::While(condition, inside));
        self.scalars.push(at);
    }

    /// A list on the heap: built, walked, freed.
    fn list(&mut self, body: &mut Vec<Stmt>) {
        self.forks += 2;
        let count = self.count(body);
        let (head, node, sum) = (self.name("l"), self.name("m"), self.name("v"));
        let node_type = format!("struct node{node}_@");
        self.finished.globals.push(format!("{node_type} {{ int value; {node_type} *next; }};"));
        body.push(Stmt::Declare { head: format!("{node_type} *{head}"), init: Some(" = 0".into()) });
        body.push(Stmt::Scalar { of: Type::I32, name: sum.clone(), init: Some(Expr::Const(0)) });
        let value = crate::print::expr(&self.leaf());
        let build = vec![
            Stmt::Declare { head: format!("{node_type} *{node}"), init: Some(format!(" = malloc(sizeof *{node})")) },
            Stmt::Line(format!("{node}->value = (int){value}")),
            Stmt::Line(format!("{node}->next = {head}")),
            Stmt::Line(format!("{head} = {node}")),
        ];
        let (counter, bound) = (self.name("i"), Expr::Name(count));
        body.push(Stmt::For { counter, relation: Relation::Less, bound, body: build });
        let walk = vec![
            Stmt::Declare { head: format!("{node_type} *{node}"), init: Some(format!(" = {head}")) },
            Stmt::Line(format!("{sum} ^= {node}->value")),
            Stmt::Line(format!("{head} = {node}->next")),
            Stmt::Free(node),
        ];
        body.push(Stmt::While(
            Expr::Compare(Relation::Unequal, Box::new(Expr::Name(head)), Box::new(Expr::Name("(void *)0".into()))),
            walk,
        ));
        self.scalars.push(sum);
    }

    fn condition(&mut self) -> Expr {
        let relation = self.random.pick(Relation::ALL);
        let (left, right) = (self.expr(1), Expr::Const(self.random.index(6) as i64));
        Expr::Compare(relation, Box::new(left), Box::new(right))
    }

    fn leaf(&mut self) -> Expr {
        if self.scalars.is_empty() || self.random.index(4) == 0 {
            return Expr::Const(self.random.index(8) as i64);
        }
        Expr::Name(self.random.pick(&self.scalars))
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.index(10) {
            0..=5 => {
                let (op, left, right) = (self.random.pick(Op::ALL), self.expr(depth - 1), self.leaf());
                Expr::Binary { op, left: Box::new(left), right: Box::new(right), guarded: op.is_risky() }
            }
            6 | 7 => match self.element(false) {
                Some(element) => element,
                None => self.leaf(),
            },
            8 => Expr::Cast(self.random.pick(Type::ALL), Box::new(self.expr(depth - 1))),
            _ => {
                let (then, otherwise) = (self.expr(depth - 1), self.leaf());
                Expr::Choose(Box::new(self.condition()), Box::new(then), Box::new(otherwise))
            }
        }
    }
}

fn text_of(input: &Input) -> Option<(String, i64)> {
    match input {
        Input::Text { name, size } => Some((name.clone(), *size)),
        Input::Number { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_program() {
        assert_eq!(correct(5), correct(5));
        assert_eq!(wild(5), wild(5));
        assert_ne!(correct(5), correct(6));
    }

    #[test]
    fn inputs_can_be_enumerated() {
        for seed in 0..200 {
            let product: i64 = correct(seed).inputs.iter().map(Input::values).product();
            assert!(product <= MAX_INPUTS, "seed {seed}: {product} inputs");
        }
    }
}
