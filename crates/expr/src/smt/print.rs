//! Terms to SMT-LIB: whole queries that any solver reads.
//!
//! A term of width 1 is a `Bool` where its operator is a logical one (connective, comparison, quantifier, `ite`, symbol)
//! and a `(_ BitVec 1)` elsewhere; where the two meet, a conversion is printed. Every shared or deep node becomes a
//! `define-fun`, so that the text is as long as the DAG and nests little; a node that mentions the bound variable becomes
//! a function of it. Quantifiers are printed as SMT-LIB quantifiers.

#[path = "print_float.rs"]
mod float;

use core::fmt::Write;

use braid_entity::Entity;
use rustc_hash::FxHashSet;

use crate::array::{ArrayId, ArrayKind, Table};
use crate::dag::Dag;
use crate::node::{ExprId, Node, Op, UpdateId};
use crate::pool::ExprPool;
use crate::support::Space;
use crate::symbol::SymbolId;
use crate::value::Value;

/// How many stores of a constant array are nested before a name is put in between.
const STORES_PER_DEFINITION: usize = 50;

/// A query as SMT-LIB, in parts. `to_string` gives the whole script.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The smallest logic that has everything in the query.
    pub logic: &'static str,
    /// The symbols that occur, with the names they are declared by, in order of their ids.
    pub symbols: Vec<(SymbolId, String)>,
    /// The symbolic arrays that occur, likewise.
    pub arrays: Vec<(ArrayId, String)>,
    /// One `declare-const` for each symbol and array, one on a line.
    pub declarations: String,
    /// One `define-fun` for each shared node, children first, one on a line.
    pub definitions: String,
    /// One term of sort `Bool` for each conjunct.
    pub assertions: Vec<String>,
}

impl core::fmt::Display for Script {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        writeln!(f, "(set-logic {})", self.logic)?;
        write!(f, "{}{}", self.declarations, self.definitions)?;
        self.assertions.iter().try_for_each(|assertion| writeln!(f, "(assert {assertion})"))?;
        writeln!(f, "(check-sat)")
    }
}

/// The conjunction of `conjuncts`, closed terms of width 1, as a query.
pub fn script(pool: &ExprPool, conjuncts: &[ExprId]) -> Script {
    let mut printer = Printer::new(pool, conjuncts);
    printer.declare();
    printer.define();
    printer.script.assertions = conjuncts.iter().map(|&e| printer.text(e, Sort::Bool)).collect();
    printer.script
}

/// The name as an SMT-LIB symbol. Characters that no symbol may hold become `_`: names are made unique after that.
pub fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let reserved = RESERVED.contains(&name) || name.starts_with(['@', '.']);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if starts_well && name.chars().all(simple) && !reserved {
        return name.to_owned();
    }
    let allowed = |c: char| if c == '|' || c == '\\' || c.is_control() { '_' } else { c };
    format!("|{}|", name.chars().map(allowed).collect::<String>())
}

/// A constant as a bit-vector literal.
pub fn literal(value: &Value) -> String {
    let mut text = String::new();
    let width = value.width();
    let digit = |low: u32, bits: u32| value.extract(low, bits).limbs()[0];
    if width.is_multiple_of(4) {
        text.push_str("#x");
        (0..width / 4).rev().for_each(|at| write!(text, "{:x}", digit(at * 4, 4)).expect("a string takes text"));
    } else {
        text.push_str("#b");
        (0..width).rev().for_each(|at| text.push(if value.bit(at) { '1' } else { '0' }));
    }
    text
}

/// Words that cannot be names, and names of the theories that a declaration must not hide.
const RESERVED: &[&str] = &[
    "_",
    "!",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "ite",
    "=",
    "=>",
    "distinct",
    "concat",
    "select",
    "store",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

/// How a term of width 1 is printed; wider terms are always bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Bool,
    Bits,
}

struct Printer<'a> {
    pool: &'a ExprPool,
    dag: Dag,
    script: Script,
    /// All arrays that occur, with their names.
    arrays: Vec<(ArrayId, String)>,
    used: FxHashSet<String>,
    /// Put before the id of a named node; no symbol's name starts with it.
    prefix: String,
    /// The name of the bound variable.
    bound: String,
}

/// What is left to write, last first.
enum Piece {
    Term(ExprId, Sort),
    Text(&'static str),
    Owned(String),
}

impl<'a> Printer<'a> {
    fn new(pool: &'a ExprPool, roots: &[ExprId]) -> Self {
        let dag = Dag::new(pool, roots);
        let mut printer = Printer {
            pool,
            dag,
            script: Script::default(),
            arrays: Vec::new(),
            used: FxHashSet::default(),
            prefix: String::new(),
            bound: String::new(),
        };
        printer.script.logic = printer.logic();
        printer.name_unknowns();
        printer
    }
    fn logic(&self) -> &'static str {
        let has = |op: Op| self.dag.nodes.iter().any(|&e| self.pool.op(e) == op);
        let tables = self.dag.nodes.iter().filter_map(|&e| match self.pool.node(e) {
            Node::Base(array) => Some(self.pool.array_data(array).is_constant()),
            _ => None,
        });
        // Arrays with a value for all indexes are an extension that solvers offer outside the standard logics only.
        if tables.into_iter().any(|constant| constant) {
            return "ALL";
        }
        if has(Op::FloatUnary) || has(Op::FloatBinary) {
            return match (has(Op::Forall), has(Op::Base)) {
                (false, false) => "QF_BVFP",
                (false, true) => "QF_ABVFP",
                (true, _) => "ALL",
            };
        }
        match (has(Op::Forall), has(Op::Base)) {
            (false, false) => "QF_BV",
            (false, true) => "QF_ABV",
            (true, false) => "BV",
            (true, true) => "ABV",
        }
    }
    /// Gives every symbol and array that occurs a name of its own.
    fn name_unknowns(&mut self) {
        let (mut symbols, mut arrays) = (Vec::new(), Vec::new());
        for &e in &self.dag.nodes {
            match self.pool.node(e) {
                Node::Symbol(symbol) => symbols.push(symbol),
                Node::Base(array) => arrays.push(array),
                _ => {}
            }
        }
        symbols.sort_unstable();
        arrays.sort_unstable();
        self.script.symbols = symbols.into_iter().map(|id| (id, self.unique(self.pool.symbol_name(id)))).collect();
        self.arrays = arrays.into_iter().map(|id| (id, self.unique(self.pool.array_name(id)))).collect();
        self.prefix = "$e".to_owned();
        while self.used.iter().any(|name| name.starts_with(&self.prefix)) {
            self.prefix.push('$');
        }
        self.bound = self.unique("i");
    }
    fn unique(&mut self, name: &str) -> String {
        let mut text = quoted(name);
        let mut n = 0;
        while self.used.contains(text.trim_matches('|')) {
            n += 1;
            text = quoted(&format!("{name}!{n}"));
        }
        self.used.insert(text.trim_matches('|').to_owned());
        text
    }
    fn declare(&mut self) {
        let mut text = String::new();
        for (id, name) in &self.script.symbols {
            let width = self.pool.symbol_data(*id).width;
            writeln!(text, "(declare-const {name} {})", sort_text(width, natural_of_symbol(width))).expect(TAKES);
        }
        let mut definitions = String::new();
        for (id, name) in &self.arrays {
            let data = self.pool.array_data(*id);
            let sort = array_sort(data.index_width, data.element_width);
            match &data.kind {
                ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised => {
                    writeln!(text, "(declare-const {name} {sort})").expect(TAKES);
                }
                ArrayKind::Constant(table) => {
                    define_table(&mut definitions, name, &sort, data.index_width, data.element_width, table);
                }
            }
        }
        let symbolic = self.arrays.iter().filter(|(id, _)| !self.pool.array_data(*id).is_constant());
        self.script.arrays = symbolic.cloned().collect();
        self.script.declarations = text;
        self.script.definitions = definitions;
    }
    fn define(&mut self) {
        let named: Vec<ExprId> = self.dag.named().collect();
        for e in named {
            let sort = self.natural(e);
            let parameter = match self.bound_width(e) {
                Some(width) => format!("({} {})", self.bound, sort_text(width, Sort::Bits)),
                None => String::new(),
            };
            let (name, sort_name) = (self.name(e), self.sort_of(e, sort));
            let mut text = String::new();
            self.open(&mut text, e);
            writeln!(self.script.definitions, "(define-fun {name} ({parameter}) {sort_name} {text})").expect(TAKES);
        }
    }
    /// The width of the bound variable that a term mentions outside quantifiers.
    fn bound_width(&self, e: ExprId) -> Option<u32> {
        let bound = self.pool.support(e).iter().find(|range| range.space == Space::Bound)?;
        u32::try_from(bound.low).ok()
    }
    fn name(&self, e: ExprId) -> String {
        format!("{}{}", self.prefix, &e.to_string()[1..])
    }
    /// How a node of width 1 comes out of its operator.
    fn natural(&self, e: ExprId) -> Sort {
        let logical = match self.pool.op(e) {
            Op::Symbol | Op::Const | Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => self.pool.width(e) == 1,
            Op::Forall => true,
            op => op.is_comparison(),
        };
        if logical { Sort::Bool } else { Sort::Bits }
    }
    fn sort_of(&self, e: ExprId, sort: Sort) -> String {
        match self.pool.op(e) {
            Op::Base | Op::Store => {
                let array = self.pool.array_data(self.pool.updated_array(UpdateId::from_u32(e.as_u32())));
                array_sort(array.index_width, array.element_width)
            }
            _ => sort_text(self.pool.width(e), sort),
        }
    }
    /// `e` as a term of the given sort.
    fn text(&self, e: ExprId, sort: Sort) -> String {
        let mut text = String::new();
        self.write(&mut text, Piece::Term(e, sort));
        text
    }
    /// The definition of a named node: its operator over its children.
    fn open(&self, text: &mut String, e: ExprId) {
        let mut todo = Vec::new();
        self.begin(text, e, &mut todo);
        self.finish(text, todo);
    }
    fn write(&self, text: &mut String, piece: Piece) {
        self.finish(text, vec![piece]);
    }
    fn finish(&self, text: &mut String, mut todo: Vec<Piece>) {
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Owned(piece) => text.push_str(&piece),
                Piece::Term(e, wanted) => self.convert(text, e, wanted, &mut todo),
            }
        }
    }
    /// Writes a term in the sort that is wanted.
    fn convert(&self, text: &mut String, e: ExprId, wanted: Sort, todo: &mut Vec<Piece>) {
        let natural = self.natural(e);
        if self.pool.width(e) == 1 && self.pool.op(e) != Op::Const {
            match (natural, wanted) {
                (Sort::Bool, Sort::Bits) => {
                    text.push_str("(ite ");
                    todo.push(Piece::Text(" #b1 #b0)"));
                }
                (Sort::Bits, Sort::Bool) if !self.pool.op(e).is_array() => {
                    text.push_str("(= ");
                    todo.push(Piece::Text(" #b1)"));
                }
                _ => {}
            }
        }
        if self.pool.is_const(e) {
            let value = self.pool.as_const(e).expect("a constant");
            match wanted == Sort::Bool && value.width() == 1 {
                true => text.push_str(if value.is_true() { "true" } else { "false" }),
                false => text.push_str(&literal(&value)),
            }
        } else if self.dag.is_named(e) {
            match self.bound_width(e) {
                Some(_) => write!(text, "({} {})", self.name(e), self.bound).expect(TAKES),
                None => text.push_str(&self.name(e)),
            }
        } else {
            self.begin(text, e, todo);
        }
    }
    /// Writes a node in its natural sort: the operator now, the children later.
    fn begin(&self, text: &mut String, e: ExprId, todo: &mut Vec<Piece>) {
        let pool = self.pool;
        let width = pool.width(e);
        todo.push(Piece::Text(")"));
        match pool.node(e) {
            Node::Symbol(id) => return self.leaf(text, todo, lookup(&self.script.symbols, id)),
            Node::Base(id) => return self.leaf(text, todo, lookup(&self.arrays, id)),
            Node::Bound => return self.leaf(text, todo, &self.bound),
            Node::Const => unreachable!("constants are written where their sort is known"),
            Node::Forall(k, body) => {
                let bits = sort_text(pool.width(k), Sort::Bits);
                let one = literal(&Value::new(pool.width(k), 1));
                let i = &self.bound;
                write!(text, "(forall (({i} {bits})) (=> (and (bvule {one} {i}) (bvule {i} ").expect(TAKES);
                let pieces = [Piece::Term(k, Sort::Bits), Piece::Text(")) "), Piece::Term(body, Sort::Bool)];
                todo.extend(pieces.into_iter().chain([Piece::Text(")")]).rev());
                return;
            }
            Node::FloatUnary(operation, a) => {
                let operand = vec![Piece::Term(a, Sort::Bits)];
                todo.extend(float::pieces(operation, width, pool.width(a), vec![operand]).into_iter().rev());
                return;
            }
            Node::FloatBinary(operation, a, b) => {
                let operands = [a, b].map(|side| vec![Piece::Term(side, Sort::Bits)]);
                todo.extend(float::pieces(operation, width, pool.width(a), operands.into()).into_iter().rev());
                return;
            }
            Node::Extract(_, low) => write!(text, "((_ extract {} {low})", low + width - 1).expect(TAKES),
            Node::Zext(a) | Node::Sext(a) => {
                write!(text, "((_ {} {})", pool.op(e).smt_name(), width - pool.width(a)).expect(TAKES);
            }
            _ => write!(text, "({}", self.operator(e)).expect(TAKES),
        }
        for (at, &child) in pool.children(e).iter().enumerate().rev() {
            todo.extend([Piece::Term(child, self.child_sort(e, at)), Piece::Text(" ")]);
        }
    }
    fn leaf(&self, text: &mut String, todo: &mut Vec<Piece>, name: &str) {
        todo.pop();
        text.push_str(name);
    }
    fn operator(&self, e: ExprId) -> &'static str {
        let boolean = self.pool.width(e) == 1;
        match self.pool.op(e) {
            Op::Not if boolean => "not",
            Op::And if boolean => "and",
            Op::Or if boolean => "or",
            Op::Xor if boolean => "xor",
            op => op.smt_name(),
        }
    }
    /// The sort that an operator wants of its child.
    fn child_sort(&self, e: ExprId, at: usize) -> Sort {
        let boolean = match self.pool.op(e) {
            Op::Not | Op::And | Op::Or | Op::Xor => self.pool.width(e) == 1,
            Op::Ite => at == 0 || self.pool.width(e) == 1,
            Op::Eq => self.pool.width(self.pool.children(e)[0]) == 1,
            _ => false,
        };
        if boolean { Sort::Bool } else { Sort::Bits }
    }
}

const TAKES: &str = "a string takes text";

fn lookup<K: PartialEq + Ord + Copy>(names: &[(K, String)], id: K) -> &str {
    let at = names.binary_search_by_key(&id, |(id, _)| *id).expect("every unknown is declared");
    &names[at].1
}

fn natural_of_symbol(width: u32) -> Sort {
    if width == 1 { Sort::Bool } else { Sort::Bits }
}

fn sort_text(width: u32, sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits => format!("(_ BitVec {width})"),
    }
}

fn array_sort(index_width: u32, element_width: u32) -> String {
    format!("(Array (_ BitVec {index_width}) (_ BitVec {element_width}))")
}

/// A constant array: its default everywhere, then one store for each element that differs.
fn define_table(text: &mut String, name: &str, sort: &str, index_width: u32, element_width: u32, table: &Table) {
    let element = |word: u64| literal(&Value::new(element_width, word));
    let default = table.default_element();
    let last = if index_width >= 64 { u64::MAX } else { (1 << index_width) - 1 };
    let stores: Vec<(u64, u64)> = (0..table.len() as u64)
        .take_while(|&index| index <= last)
        .map(|index| (index, table.get(index)))
        .filter(|&(_, word)| word != default)
        .collect();
    let mut below = format!("((as const {sort}) {})", element(default));
    let mut left = stores.as_slice();
    loop {
        let (now, later) = left.split_at(left.len().min(STORES_PER_DEFINITION));
        let mut body = "(store ".repeat(now.len());
        body.push_str(&below);
        for &(index, word) in now {
            write!(body, " {} {})", literal(&Value::new(index_width, index)), element(word)).expect(TAKES);
        }
        below = match later.len() {
            0 => name.to_owned(),
            n => quoted(&format!("{}!without{n}", name.trim_matches('|'))),
        };
        writeln!(text, "(define-fun {below} () {sort} {body})").expect(TAKES);
        left = later;
        if left.is_empty() {
            return;
        }
    }
}
