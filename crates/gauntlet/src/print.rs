//! Programs as C: a batch of cases becomes one file, which Braid explores and a native harness runs.
//!
//! Every statement stands on a line of its own behind the mark `S`, every condition of a loop inside `L(…)`, constant
//! indices inside `I(…)`: see `native/gauntlet.h`.

use std::fmt::Write as _;
use std::ops::Range;

use crate::program::{Expr, Input, Op, Program, Stmt};

/// The text of a batch, and the lines of each case in it, counted from 1.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The file.
    pub text: String,
    /// The lines of each case.
    pub lines: Vec<Range<u64>>,
}

/// Prints a batch.
pub fn batch(programs: &[Program]) -> Printed {
    let mut text = String::from("#include \"gauntlet.h\"\n");
    let mut lines = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let first = text.lines().count() as u64 + 1;
        text.push_str(&case(program, number));
        lines.push(first..text.lines().count() as u64 + 1);
    }
    text.push_str(&dispatcher(programs.len()));
    Printed { text, lines }
}

/// The part of a batch that calls the case that the first input names, and its table for the native harness.
fn dispatcher(cases: usize) -> String {
    let names: Vec<String> = (0..cases).map(|number| format!("case{number}")).collect();
    let mut text = String::from("#ifdef GAUNTLET_NATIVE\n");
    let _ = writeln!(text, "int (*const gauntlet_cases[])(void) = {{{}}};", names.join(", "));
    let _ = writeln!(text, "const int gauntlet_case_count = {cases};\n#else\nint main(void) {{");
    text.push_str("    unsigned char which;\n    klee_make_symbolic(&which, 1, \"which\");\n");
    let _ = writeln!(text, "    klee_assume(which < {cases});\n    switch (which) {{");
    for (number, name) in names.iter().enumerate() {
        let _ = writeln!(text, "    case {number}: return {name}() & 127;");
    }
    text.push_str("    default: return 0;\n    }\n}\n#endif\n");
    text
}

/// Prints the functions of a case.
fn case(program: &Program, number: usize) -> String {
    let mut printer = Printer { text: String::new() };
    for global in &program.globals {
        printer.line(0, global);
    }
    printer.line(0, "static int case@(void) {");
    for input in &program.inputs {
        printer.input(input);
    }
    printer.body(&program.body, 1);
    let sum: Vec<String> = program.results.iter().map(|name| format!("(unsigned)({name})")).collect();
    let sum = if sum.is_empty() { "0u".to_owned() } else { sum.join(" + ") };
    printer.line(1, &format!("S unsigned sum = {sum};"));
    printer.line(1, "S if ((sum & 127) == 99) {");
    printer.line(2, "S sum = 1;");
    printer.line(1, "}");
    printer.line(1, "return (int)(sum & 127);");
    printer.line(0, "}");
    printer.text.replace('@', &number.to_string())
}

struct Printer {
    text: String,
}

impl Printer {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    fn input(&mut self, input: &Input) {
        let line = match input {
            Input::Number { of, name, low, high } => format!("INPUT({}, {name}, {low}, {high})", of.name()),
            Input::Text { name, size } => format!("TEXT({name}, {size})"),
        };
        self.line(1, &line);
    }

    fn body(&mut self, body: &[Stmt], depth: usize) {
        for statement in body {
            self.statement(statement, depth);
        }
    }

    fn block(&mut self, head: &str, body: &[Stmt], depth: usize) {
        self.line(depth, &format!("{head}{{"));
        self.body(body, depth + 1);
        self.line(depth, "}");
    }

    fn statement(&mut self, statement: &Stmt, depth: usize) {
        match statement {
            Stmt::If(condition, then, otherwise) => {
                self.line(depth, &format!("S if ({}) {{", expr(condition)));
                self.body(then, depth + 1);
                self.line(depth, "} else {");
                self.body(otherwise, depth + 1);
                self.line(depth, "}");
            }
            Stmt::For { counter, relation, bound, body } => {
                let condition = format!("{counter} {} {}", relation.token(), expr(bound));
                self.block(&format!("S for (int {counter} = 0; L({condition}); {counter}++) "), body, depth);
            }
            Stmt::While(condition, body) => self.block(&format!("S while (L({})) ", expr(condition)), body, depth),
            Stmt::Switch(value, cases, default) => self.switch(value, cases, default, depth),
            Stmt::Scope(body) => self.block("", body, depth),
            simple => self.line(depth, &simple_statement(simple)),
        }
    }

    fn switch(&mut self, value: &Expr, cases: &[(i64, Vec<Stmt>)], default: &[Stmt], depth: usize) {
        self.line(depth, &format!("S switch ((unsigned)({}) % 4) {{", expr(value)));
        for (key, body) in cases {
            self.block(&format!("case {key}: "), body, depth);
            self.line(depth + 1, "break;");
        }
        self.block("default: ", default, depth);
        self.line(depth, "}");
    }
}

/// A statement without statements inside.
fn simple_statement(statement: &Stmt) -> String {
    match statement {
        Stmt::Scalar { of, name, init } => match init {
            Some(value) => format!("S {} {name} = ({}){};", of.name(), of.name(), expr(value)),
            None => format!("S {} {name}; EXTREME({name})", of.name()),
        },
        Stmt::Declare { head, init: Some(init) } => format!("S {head}{init};"),
        Stmt::Declare { head, init: None } => format!("S {head};{}", unwritten(head)),
        Stmt::Allocate { of, name, count, zeroed } => {
            let (of, count) = (of.name(), expr(count));
            if *zeroed {
                format!("S {of} *{name} = calloc({count}, sizeof({of}));")
            } else {
                format!("S {of} *{name} = malloc({count} * sizeof({of}));")
            }
        }
        Stmt::Free(name) => format!("S free({name});"),
        Stmt::Assign(target, value) => format!("S {} = {};", expr(target), expr(value)),
        Stmt::Line(text) => format!("S {text};"),
        Stmt::Sized(before, size, after) => format!("S {before}{}{after};", expr(size)),
        Stmt::BreakIf(condition) => format!("S if ({}) break;", expr(condition)),
        Stmt::Assert(condition) => format!("S assert({});", expr(condition)),
        Stmt::If(..) | Stmt::For { .. } | Stmt::While(..) | Stmt::Switch(..) | Stmt::Scope(_) => String::new(),
    }
}

/// The mark of a variable without a value: of an array or a structure, by what is declared.
fn unwritten(head: &str) -> String {
    let declared = head.split('[').next().unwrap_or_default().trim();
    let name = declared.rsplit([' ', '*']).next().unwrap_or_default();
    if name.is_empty() || head.contains("static") { String::new() } else { format!(" UNWRITTEN({name})") }
}

/// Prints an expression, in parentheses where it needs them.
pub fn expr(value: &Expr) -> String {
    match value {
        Expr::Const(number) if *number < 0 => format!("({number})"),
        Expr::Const(number) => number.to_string(),
        Expr::Name(name) => name.clone(),
        Expr::Binary { op, left, right, guarded } => binary(*op, &expr(left), &expr(right), *guarded),
        Expr::Compare(relation, left, right) => format!("({} {} {})", expr(left), relation.token(), expr(right)),
        Expr::Choose(condition, then, otherwise) => {
            format!("({} ? {} : {})", expr(condition), expr(then), expr(otherwise))
        }
        Expr::Cast(of, inner) => format!("({}){}", of.name(), parenthesised(inner)),
        Expr::Index { array, index, bound, guarded: true } => {
            format!("{array}[(unsigned){} % ({bound})]", parenthesised(index))
        }
        Expr::Index { array, index, guarded: false, .. } => match &**index {
            Expr::Const(number) => format!("{array}[I({number})]"),
            index => format!("{array}[{}]", expr(index)),
        },
        Expr::AtMost { value, bound, guarded: true } => {
            format!("((unsigned){} % (({bound}) + 1))", parenthesised(value))
        }
        Expr::AtMost { value, guarded: false, .. } => format!("((unsigned){} % 16)", parenthesised(value)),
    }
}

fn parenthesised(value: &Expr) -> String {
    format!("({})", expr(value))
}

fn binary(op: Op, left: &str, right: &str, guarded: bool) -> String {
    let token = op.token();
    match op {
        Op::Add | Op::Sub | Op::Mul if guarded => format!("(int)((unsigned)({left}) {token} (unsigned)({right}))"),
        Op::Div | Op::Rem if guarded => format!("({left} {token} (({right} & 7) + 1))"),
        Op::Shl if guarded => format!("(int)((unsigned)({left}) << ({right} & 15))"),
        Op::Shr if guarded => format!("({left} >> ({right} & 15))"),
        _ => format!("({left} {token} {right})"),
    }
}
