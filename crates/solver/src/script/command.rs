//! The commands: one table from names to functions.

use core::fmt::Write;

use braid_expr::smt::{Binding, Problem, ScopeLevel, Sexprs, SmtError, Sort, Term, TokenKind, print};
use braid_expr::{ArrayKind, ExprId, Model};

use super::output::{self, ArrayValue};
use super::{Answer, Check, Flow, Script};

/// What a command works with.
struct Call<'c, 't> {
    sexprs: &'c Sexprs<'t>,
    /// The arguments, as nodes.
    args: Vec<usize>,
}

impl Call<'_, '_> {
    fn fail<T>(&self, problem: Problem) -> Result<T, SmtError> {
        Err(SmtError::new(self.sexprs.offset(0), problem))
    }
    /// Exactly `N` arguments.
    fn exactly<const N: usize>(&self, what: &'static str) -> Result<[usize; N], SmtError> {
        match <[usize; N]>::try_from(&self.args[..]) {
            Ok(args) => Ok(args),
            Err(_) => self.fail(Problem::Expected(what)),
        }
    }
    /// The number of levels of `push` and `pop`, 1 if it is left out.
    fn count(&self) -> Result<usize, SmtError> {
        /// More levels than this are a mistake.
        const MOST: u64 = 1 << 24;
        match self.args[..] {
            [] => Ok(1),
            [n] => match self.sexprs.number(n)? {
                n @ 0..=MOST => Ok(n as usize),
                n => self.fail(Problem::BadNumber(n.to_string())),
            },
            _ => self.fail(Problem::Expected("one number")),
        }
    }
}

type Run = fn(&mut Script, &Call<'_, '_>, &mut String) -> Result<(), SmtError>;

/// Every command but `exit`, which is a matter of control.
const COMMANDS: &[(&str, Run)] = &[
    ("assert", assert),
    ("check-sat", check_sat),
    ("check-sat-assuming", check_sat_assuming),
    ("declare-const", declare_const),
    ("declare-fun", declare_fun),
    ("define-const", define_const),
    ("define-fun", define_fun),
    ("define-sort", define_sort),
    ("echo", echo),
    ("get-info", get_info),
    ("get-model", get_model),
    ("get-option", get_option),
    ("get-unsat-assumptions", get_unsat_assumptions),
    ("get-unsat-core", get_unsat_core),
    ("get-value", get_value),
    ("pop", pop),
    ("push", push),
    ("reset", reset),
    ("reset-assertions", reset_assertions),
    ("set-info", nothing),
    ("set-logic", set_logic),
    ("set-option", set_option),
];

/// Logics whose scripts are read. Quantified ones are accepted for the sake of bounded quantifiers, those with real numbers for that of
/// constants; what is not read is refused where it stands.
const LOGICS: &[&str] = &[
    "QF_BV",
    "QF_ABV",
    "QF_AUFBV",
    "QF_UFBV",
    "QF_FP",
    "QF_BVFP",
    "QF_ABVFP",
    "QF_FPBV",
    "QF_AFP",
    "QF_UFFP",
    "QF_UFBVFP",
    "QF_AUFBVFP",
    "QF_FPLRA",
    "QF_BVFPLRA",
    "QF_ABVFPLRA",
    "QF_ALL",
    "FP",
    "BVFP",
    "ABVFP",
    "BV",
    "ABV",
    "AUFBV",
    "UFBV",
    "ALL",
    "ALL_SUPPORTED",
];

impl Script {
    /// Runs the command at node 0; its answer is appended to `out` with a line end.
    pub(super) fn command(&mut self, sexprs: &Sexprs<'_>, out: &mut String) -> Result<Flow, SmtError> {
        if sexprs.kind(0) != TokenKind::List || sexprs.children(0).next().is_none() {
            return Err(SmtError::new(sexprs.offset(0), Problem::Expected("a command")));
        }
        let name = sexprs.text(1);
        if name == "exit" {
            return Ok(Flow::Exit);
        }
        let Some((_, run)) = COMMANDS.iter().find(|(known, _)| *known == name) else {
            let what = format!("the command '{}'", sexprs.source(1));
            return Err(SmtError::new(sexprs.offset(1), Problem::Unsupported(what)));
        };
        let call = Call { sexprs, args: sexprs.children(0).skip(1).collect() };
        let before = out.len();
        run(self, &call, out)?;
        if out.len() == before && self.print_success {
            out.push_str("success");
        }
        if out.len() > before {
            out.push('\n');
        }
        Ok(Flow::Continue)
    }

    /// The last check, if it was answered as `wanted` says.
    fn last_check(&self, call: &Call<'_, '_>, wanted: &'static str) -> Result<&Check, SmtError> {
        let answered = self.last.as_ref().filter(|check| match check.answer {
            Answer::Sat(_) => wanted == "sat",
            Answer::Unsat(_) => wanted == "unsat",
            Answer::Unknown(_) => false,
        });
        match answered {
            Some(check) => Ok(check),
            None => call.fail(Problem::Misplaced(format!(
                "the last command that changed anything was no check answered {wanted}"
            ))),
        }
    }
    fn model(&self, call: &Call<'_, '_>) -> Result<std::rc::Rc<Model>, SmtError> {
        match &self.last_check(call, "sat")?.answer {
            Answer::Sat(model) => Ok(model.clone()),
            _ => call.fail(Problem::Misplaced("there is no model".into())),
        }
    }

    /// The value of a term under a model.
    fn write_value(
        &mut self,
        call: &Call<'_, '_>,
        model: &Model,
        term: Term,
        out: &mut String,
    ) -> Result<(), SmtError> {
        let sort = self.scope.sort(&self.pool, term);
        let evaluator = &mut self.evaluator;
        let limit =
            |_| SmtError::new(call.sexprs.offset(0), Problem::Unsupported("evaluating a term of this size".into()));
        match term {
            Term::Bool(e) => output::boolean(out, &evaluator.evaluate(&self.pool, model, e).map_err(limit)?),
            Term::Bits(e) => output::bits(out, &evaluator.evaluate(&self.pool, model, e).map_err(limit)?),
            Term::Float(e, format) => {
                output::float(out, format, &evaluator.evaluate(&self.pool, model, e).map_err(limit)?);
            }
            Term::Mode(e) => output::mode(out, &evaluator.evaluate(&self.pool, model, e).map_err(limit)?),
            Term::Real(_) => return call.fail(Problem::Unsupported("values of sort Real".into())),
            Term::Array(array) => {
                let mut value = ArrayValue { default: 0, cells: Default::default() };
                let mut evaluate = |e: ExprId| {
                    let value = evaluator.evaluate(&self.pool, model, e).map_err(limit)?;
                    Ok(value.to_u64().expect("indexes and elements are words"))
                };
                let (base, stores) = self.scope.arrays().under(&self.pool, array, &mut evaluate)?;
                match base {
                    Ok(base) => match &self.pool.array_data(base).kind {
                        ArrayKind::Constant(table) => value.default = table.default_element(),
                        ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised => {
                            value.default = model.default_of(base);
                            value.cells.extend(model.cells(base));
                        }
                    },
                    Err(all) => value.default = all,
                }
                value.cells.extend(stores);
                output::array(out, sort, &value);
            }
        }
        Ok(())
    }
}

fn nothing(_: &mut Script, _: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    Ok(())
}

fn assert(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [formula] = call.exactly("one formula")?;
    let formula = script.scope.formula(&mut script.pool, call.sexprs, formula)?;
    for (label, term) in script.scope.take_labels() {
        script.scope.bind(&label, Binding::Term(Term::Bool(term)));
        if term == formula {
            script.named.push((label, term));
        }
    }
    match script.named.last() {
        Some((_, named)) if *named == formula => {
            script.assertions.push(formula); // whole, so that a core can name it
            script.last = None;
        }
        _ => script.assert(formula),
    }
    Ok(())
}

fn check_sat(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [] = call.exactly("no arguments")?;
    out.push_str(script.check(Vec::new()));
    Ok(())
}

fn check_sat_assuming(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [list] = call.exactly("a list of formulas")?;
    let mut assumptions = Vec::new();
    for node in call.sexprs.children(list) {
        let term = script.scope.formula(&mut script.pool, call.sexprs, node)?;
        assumptions.push((call.sexprs.whole_source(node).to_owned(), term));
    }
    out.push_str(script.check(assumptions));
    Ok(())
}

fn declare_const(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [name, sort] = call.exactly("a name and a sort")?;
    declare(script, call, name, sort)
}

fn declare_fun(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [name, params, sort] = call.exactly("a name, a list of sorts and a sort")?;
    if call.sexprs.children(params).next().is_some() {
        return call.fail(Problem::Unsupported("uninterpreted functions".into()));
    }
    declare(script, call, name, sort)
}

fn declare(script: &mut Script, call: &Call<'_, '_>, name: usize, sort: usize) -> Result<(), SmtError> {
    let sort = script.scope.sort_at(call.sexprs, sort)?;
    let name = fresh_name(script, call, name)?;
    script.scope.declare(&mut script.pool, name, sort);
    script.declared.push(name.to_owned());
    script.last = None;
    Ok(())
}

/// A name that nothing has yet.
fn fresh_name<'t>(script: &Script, call: &Call<'_, 't>, node: usize) -> Result<&'t str, SmtError> {
    let name = call.sexprs.text(node);
    if call.sexprs.kind(node) != TokenKind::Symbol {
        return Err(SmtError::new(call.sexprs.offset(node), Problem::Expected("a name")));
    }
    if script.scope.find(name).is_some() {
        return Err(SmtError::new(call.sexprs.offset(node), Problem::Redeclared(name.to_owned())));
    }
    Ok(name)
}

fn define_const(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [name, sort, value] = call.exactly("a name, a sort and a term")?;
    define(script, call, (name, None), sort, value)
}

fn define_fun(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [name, params, sort, value] = call.exactly("a name, parameters, a sort and a term")?;
    define(script, call, (name, Some(params)), sort, value)
}

fn define(
    script: &mut Script,
    call: &Call<'_, '_>,
    (name, params): (usize, Option<usize>),
    sort: usize,
    value: usize,
) -> Result<(), SmtError> {
    let name = fresh_name(script, call, name)?;
    let sort_node = sort;
    let sort = script.scope.sort_at(call.sexprs, sort)?;
    let savepoint = script.scope.savepoint();
    let params = match params {
        Some(params) => parameters(script, call, params)?,
        None => Vec::new(),
    };
    let term = script.scope.term(&mut script.pool, call.sexprs, value);
    script.scope.leave(savepoint);
    let term = term?;
    let found = script.scope.sort(&script.pool, term);
    if found != sort {
        let problem = Problem::WrongSort { expected: sort.to_string(), found };
        return Err(SmtError::new(call.sexprs.offset(sort_node), problem));
    }
    let binding = match (params.is_empty(), term) {
        (true, _) => Binding::Term(term),
        (false, Term::Array(_)) => {
            return call.fail(Problem::Unsupported("functions that return an array".into()));
        }
        (false, _) => Binding::Function { params: params.into(), value: term },
    };
    script.scope.bind(name, binding);
    Ok(())
}

/// Binds the parameters of a definition to symbols of their own.
fn parameters(script: &mut Script, call: &Call<'_, '_>, list: usize) -> Result<Vec<Term>, SmtError> {
    let mut params = Vec::new();
    for pair in call.sexprs.children(list) {
        let parts: Vec<usize> = call.sexprs.children(pair).collect();
        let &[name, sort] = &parts[..] else {
            return Err(SmtError::new(call.sexprs.offset(pair), Problem::Expected("a name with a sort")));
        };
        let sort = script.scope.sort_at(call.sexprs, sort)?;
        if matches!(sort, Sort::Array { .. }) {
            return call.fail(Problem::Unsupported("functions that take an array".into()));
        }
        let own_name = format!("{}!param", call.sexprs.text(name));
        let symbol = script.scope.declare_parameter(&mut script.pool, &own_name, sort);
        script.scope.bind(call.sexprs.text(name), Binding::Term(symbol));
        params.push(symbol);
    }
    Ok(params)
}

fn define_sort(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [name, params, sort] = call.exactly("a name, parameters and a sort")?;
    if call.sexprs.children(params).next().is_some() {
        return call.fail(Problem::Unsupported("sorts with parameters".into()));
    }
    let name = fresh_name(script, call, name)?;
    let sort = script.scope.sort_at(call.sexprs, sort)?;
    script.scope.bind(name, Binding::Sort(sort));
    Ok(())
}

fn echo(_: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [text] = call.exactly("a string")?;
    out.push_str(&call.sexprs.text(text).replace("\"\"", "\""));
    Ok(())
}

fn push(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    (0..call.count()?).for_each(|_| script.push());
    Ok(())
}

fn pop(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let count = call.count()?;
    match script.pop(count) {
        Some(()) => Ok(()),
        None => call.fail(Problem::Misplaced(format!("pop {count} of {} levels", script.levels.len()))),
    }
}

fn reset(script: &mut Script, _: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    script.levels.clear();
    script.assertions.clear();
    script.declared.clear();
    script.named.clear();
    script.scope.leave_level(&ScopeLevel::default());
    script.last = None;
    script.print_success = false;
    Ok(())
}

/// Without `:global-declarations`, which is not offered, declarations end with the assertions.
fn reset_assertions(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let print_success = script.print_success;
    reset(script, call, out)?;
    script.print_success = print_success;
    Ok(())
}

fn set_logic(_: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let [logic] = call.exactly("the name of a logic")?;
    let name = call.sexprs.text(logic);
    if LOGICS.contains(&name) {
        return Ok(());
    }
    let what = format!("the logic '{name}'; known are {}", LOGICS.join(", "));
    Err(SmtError::new(call.sexprs.offset(logic), Problem::Unsupported(what)))
}

fn set_option(script: &mut Script, call: &Call<'_, '_>, _: &mut String) -> Result<(), SmtError> {
    let Some(&name) = call.args.first() else { return call.fail(Problem::Expected("an option")) };
    let value = call.args.get(1).map_or("", |&node| call.sexprs.text(node));
    match (call.sexprs.text(name), value) {
        (":print-success", "true") => script.print_success = true,
        (":print-success", "false") => script.print_success = false,
        (":global-declarations", "true") => {
            return call.fail(Problem::Unsupported("the option ':global-declarations true'".into()));
        }
        // Models, values and cores are always there; other options change nothing that is promised.
        _ => {}
    }
    Ok(())
}

fn get_option(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [name] = call.exactly("an option")?;
    out.push_str(match call.sexprs.text(name) {
        ":print-success" if script.print_success => "true",
        ":print-success" | ":global-declarations" => "false",
        ":produce-models" | ":produce-unsat-assumptions" | ":produce-unsat-cores" => "true",
        _ => "unsupported",
    });
    Ok(())
}

fn get_info(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [name] = call.exactly("a keyword")?;
    match (call.sexprs.text(name), &script.last) {
        (":name", _) => out.push_str("(:name \"Braid\")"),
        (":version", _) => {
            let _ = write!(out, "(:version \"{}\")", env!("CARGO_PKG_VERSION"));
        }
        (":error-behavior", _) => out.push_str("(:error-behavior immediate-exit)"),
        (":assertion-stack-levels", _) => {
            let _ = write!(out, "(:assertion-stack-levels {})", script.levels.len());
        }
        (":reason-unknown", Some(Check { answer: Answer::Unknown(reason), .. })) => {
            let _ = write!(out, "(:reason-unknown \"{reason}\")");
        }
        (":all-statistics", _) => {
            out.push('(');
            for (name, _, value) in script.solver.stats().rows() {
                let _ =
                    write!(out, "{}:{} {value}", if out.ends_with('(') { "" } else { "\n " }, name.replace('_', "-"));
            }
            out.push(')');
        }
        _ => out.push_str("unsupported"),
    }
    Ok(())
}

fn get_model(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [] = call.exactly("no arguments")?;
    let model = script.model(call)?;
    out.push('(');
    for name in script.declared.clone() {
        let Some(Binding::Term(term)) = script.scope.find(&name) else { continue };
        let term = *term;
        out.push_str("\n  (define-fun ");
        out.push_str(&print::quoted(&name));
        let _ = write!(out, " () {} ", script.scope.sort(&script.pool, term));
        script.write_value(call, &model, term, out)?;
        out.push(')');
    }
    out.push_str("\n)");
    Ok(())
}

fn get_value(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let [list] = call.exactly("a list of terms")?;
    let model = script.model(call)?;
    let mut separator = "(";
    for node in call.sexprs.children(list) {
        let term = script.scope.term(&mut script.pool, call.sexprs, node)?;
        let _ = write!(out, "{separator}({} ", call.sexprs.whole_source(node));
        script.write_value(call, &model, term, out)?;
        out.push(')');
        separator = "\n ";
    }
    out.push_str(if separator == "(" { "()" } else { ")" });
    Ok(())
}

fn get_unsat_assumptions(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let check = script.last_check(call, "unsat")?;
    let Answer::Unsat(core) = &check.answer else { return call.fail(Problem::Misplaced("no core".into())) };
    let listed = check.assumptions.iter().filter(|(_, term)| core.contains(term)).map(|(text, _)| &text[..]);
    let _ = write!(out, "({})", listed.collect::<Vec<_>>().join(" "));
    Ok(())
}

fn get_unsat_core(script: &mut Script, call: &Call<'_, '_>, out: &mut String) -> Result<(), SmtError> {
    let check = script.last_check(call, "unsat")?;
    let Answer::Unsat(core) = &check.answer else { return call.fail(Problem::Misplaced("no core".into())) };
    let core: rustc_hash::FxHashSet<ExprId> = core.iter().copied().collect();
    out.push('(');
    for (label, _) in script.named.iter().filter(|(_, term)| core.contains(term)) {
        if !out.ends_with('(') {
            out.push(' ');
        }
        out.push_str(&print::quoted(label));
    }
    out.push(')');
    Ok(())
}
