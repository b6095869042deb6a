//! What drivers call: inputs, assumptions, questions and errors, by KLEE's names and by Braid's own.

use braid_exec::access::Intent;
use braid_exec::{Arrival, Ending, Executor, Fault, FaultKind, Invocation, Returned, Stop};
use braid_ir::inst::IntPredicate;
use braid_solver::Reason;
use braid_state::memory::{Object, Origin, OriginKind};
use braid_state::{Gain, State, Value, algebra};

use crate::Row;
use crate::points;
use crate::text::text;

pub(crate) const ROWS: &[Row] = &[
    ("klee_make_symbolic", make_symbolic),
    ("braid_symbolic", make_symbolic),
    ("klee_int", int),
    ("braid_int", int),
    ("klee_range", range),
    ("braid_range", range),
    ("klee_choose", choose),
    ("braid_choose", choose),
    ("klee_assume", assume),
    ("braid_assume", assume),
    ("klee_prefer_cex", prefer),
    ("klee_posix_prefer_cex", prefer),
    ("braid_prefer", prefer),
    ("klee_is_symbolic", is_symbolic),
    ("braid_is_symbolic", is_symbolic),
    ("klee_is_replay", zero),
    ("braid_is_replay", zero),
    ("klee_get_valuef", value),
    ("klee_get_valued", value),
    ("klee_get_valuel", value),
    ("klee_get_valuell", value),
    ("klee_get_value_i32", value),
    ("klee_get_value_i64", value),
    ("braid_value_i32", value),
    ("braid_value_i64", value),
    ("klee_get_obj_size", object_size),
    ("braid_object_size", object_size),
    ("klee_check_memory_access", check_access),
    ("braid_check_memory_access", check_access),
    ("klee_print_expr", print_expr),
    ("braid_print_expr", print_expr),
    ("klee_print_range", print_range),
    ("braid_print_range", print_range),
    ("klee_warning", warning),
    ("braid_warning", warning),
    ("klee_warning_once", warning_once),
    ("braid_warning_once", warning_once),
    ("klee_report_error", report_error),
    ("braid_report_error", report_error),
    ("klee_silent_exit", silent_exit),
    ("braid_silent_exit", silent_exit),
    ("klee_abort", abort),
    ("braid_abort", abort),
    ("klee_stack_trace", stack_trace),
    ("braid_stack_trace", stack_trace),
    ("klee_open_merge", region_begins),
    ("klee_close_merge", region_ends),
    ("klee_merge", nothing),
    ("braid_merge_begin", region_begins),
    ("braid_merge_end", region_ends),
    ("braid_merge_point", points::merge_point),
    ("braid_predicates", points::predicates),
    ("klee_set_forking", set_forking),
    ("braid_set_forking", set_forking),
    ("klee_alias_function", alias_function),
    ("klee_define_fixed_object", define_fixed_object),
    ("klee_mark_global", nothing),
];

type Result<T = Returned> = core::result::Result<T, Stop>;

/// `void klee_make_symbolic(void *addr, size_t size, const char *name)`: also for a part of an object.
fn make_symbolic(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let size = call.size(&mut exec.pool, 1);
    if size == Value::Word(0) {
        return Ok(Returned::nothing());
    }
    let spot = exec.one_spot(state, call.arg(0), size, Intent::Write)?;
    let offset = exec.one_value(state, spot.offset)?;
    let name = text(exec, state, call.arg(2))?;
    let name = if name.is_empty() { "unnamed" } else { &name };
    let object = state.memory.find(spot.base).expect("a spot is in an object");
    match size {
        Value::Word(bytes) => make_part_symbolic(exec, state, spot.base, (offset, bytes), name, size),
        // All bytes that there are: those beyond the size are nobody's.
        Value::Term(_) if offset == 0 && object.size() == size => {
            let capacity = object.capacity();
            make_part_symbolic(exec, state, spot.base, (0, capacity), name, size);
        }
        Value::Term(_) => {
            let most = exec.most(state, &[spot], size)?;
            let array = exec.add_sized_input(state, name, most, size);
            exec.write_elements(state, spot, size, array, most)?;
        }
    }
    Ok(Returned::nothing())
}

/// Makes bytes of an object those of a new input, of which the program asks for `length`.
fn make_part_symbolic(
    exec: &mut Executor,
    state: &mut State,
    base: u64,
    (offset, bytes): (u64, u64),
    name: &str,
    length: Value,
) {
    let array = exec.add_sized_input(state, name, bytes, length);
    if bytes > 0 {
        let object = state.memory.find_mut(base).expect("a spot is in an object");
        object.contents.make_part_symbolic(&mut exec.pool, offset, bytes, array);
        let known = exec.known_inputs.get(&array).map(|known| known.iter().zip(0..bytes));
        for (&byte, at) in known.into_iter().flatten() {
            object.contents.write(&exec.pool, offset + at, 1, Value::Word(byte.into()));
        }
    }
}

/// `int klee_int(const char *name)`
fn int(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let name = text(exec, state, call.arg(0))?;
    Ok(Returned::value(exec.fresh_input(state, &name, 32)))
}

/// `int klee_range(int begin, int end, const char *name)`: at least `begin`, less than `end`.
fn range(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let name = text(exec, state, call.arg(2))?;
    let some = algebra::compare(&mut exec.pool, IntPredicate::Slt, 32, call.arg(0), call.arg(1));
    let message = "klee_range is called with an empty range";
    exec.require(state, some, || Fault::new(FaultKind::UserError, message))?;
    let value = exec.fresh_input(state, &name, 32);
    let low = algebra::compare(&mut exec.pool, IntPredicate::Sle, 32, call.arg(0), value);
    let high = algebra::compare(&mut exec.pool, IntPredicate::Slt, 32, value, call.arg(1));
    add(state, low);
    add(state, high);
    Ok(Returned::value(value))
}

/// `void klee_open_merge(void)`: the paths that lead from here to the matching end are to be joined there.
fn region_begins(exec: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    let (func, pc) = exec.here(state);
    exec.mark = Some(Arrival::RegionBegins(func, pc));
    Ok(Returned::nothing())
}

/// `void klee_close_merge(void)`
fn region_ends(exec: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    let (func, pc) = exec.here(state);
    exec.mark = Some(Arrival::RegionEnds(func, pc));
    Ok(Returned::nothing())
}

/// Adds a condition that is known to be possible.
fn add(state: &mut State, condition: Value) {
    if let Value::Term(condition) = condition {
        state.assume(condition, Gain::Assumed);
    }
}

/// `uintptr_t klee_choose(uintptr_t n)`: less than `n`.
fn choose(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let bits = call.bits(0);
    let some = algebra::compare(&mut exec.pool, IntPredicate::Ne, bits, call.arg(0), Value::Word(0));
    exec.require(state, some, || {
        Fault::new(FaultKind::UserError, "klee_choose is called with nothing to choose from")
    })?;
    let value = exec.fresh_input(state, "choose", bits);
    let below = algebra::compare(&mut exec.pool, IntPredicate::Ult, bits, value, call.arg(0));
    add(state, below);
    Ok(Returned::value(value))
}

/// `void klee_assume(uintptr_t condition)`: paths on which it is false end without a trace, also where a compiler made
/// branches of a conjunction, as people expect of an assumption.
pub(crate) fn assume(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let bits = call.bits(0);
    match algebra::compare(&mut exec.pool, IntPredicate::Ne, bits, call.arg(0), Value::Word(0)) {
        Value::Word(0) => Err(fails(exec, state)),
        Value::Word(_) => Ok(holds(exec, state)),
        Value::Term(condition) => {
            exec.refuse_uninitialized(state, condition)?;
            if !exec.possible(state, condition)? {
                return Err(fails(exec, state));
            }
            if !exec.certain(state, condition)? {
                state.assume(condition, Gain::Assumed);
            }
            Ok(holds(exec, state))
        }
    }
}

/// An assumption lets a state through.
fn holds(exec: &mut Executor, state: &State) -> Returned {
    exec.assumptions.count(exec.here(state), true);
    Returned::nothing()
}

/// An assumption does not let a state through.
fn fails(exec: &mut Executor, state: &State) -> Stop {
    exec.assumptions.count(exec.here(state), false);
    Stop::End(Ending::Silent)
}

/// `void klee_prefer_cex(void *object, uintptr_t condition)`
fn prefer(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let wish = algebra::compare(&mut exec.pool, IntPredicate::Ne, call.bits(1), call.arg(1), Value::Word(0));
    if let Value::Term(wish) = wish {
        state.inputs.wish(wish);
    }
    Ok(Returned::nothing())
}

/// `unsigned klee_is_symbolic(uintptr_t value)`
fn is_symbolic(exec: &mut Executor, _: &mut State, call: &Invocation<'_>) -> Result {
    Ok(Returned::word(exec.asked.tell(u64::from(matches!(call.arg(0), Value::Term(_))))))
}

fn zero(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result {
    Ok(Returned::word(0))
}

fn nothing(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result {
    Ok(Returned::nothing())
}

/// `long klee_get_valuel(long value)` and the like: some value it may have; nothing is assumed.
fn value(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    match call.arg(0) {
        Value::Term(term) => {
            let some = exec.some_value(state, term)?;
            let constant = exec.pool.bv_value(&some);
            Ok(Returned::value(Value::of(&exec.pool, constant)))
        }
        known => Ok(Returned::value(known)),
    }
}

/// `size_t klee_get_obj_size(void *object)`
fn object_size(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let spot = exec.one_spot(state, call.arg(0), Value::Word(0), Intent::Read)?;
    let size = state.memory.find(spot.base).expect("a spot is in an object").size();
    Ok(call.gives_size(&mut exec.pool, size))
}

/// `void klee_check_memory_access(const void *address, size_t size)`
fn check_access(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let size = call.size(&mut exec.pool, 1);
    exec.locate(state, call.arg(0), size, Intent::Read)?;
    Ok(Returned::nothing())
}

/// `void klee_print_expr(const char *message, ...)`
fn print_expr(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let mut line = text(exec, state, call.arg(0))?;
    for &(value, _) in call.args.iter().skip(1) {
        line.push(' ');
        line += &match value {
            Value::Word(word) => word.to_string(),
            Value::Term(term) => exec.pool.display(term).to_string(),
        };
    }
    exec.messages.push(line);
    Ok(Returned::nothing())
}

/// `void klee_print_range(const char *name, int value)`
fn print_range(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let name = text(exec, state, call.arg(0))?;
    let line = match call.arg(1) {
        Value::Word(word) => format!("{name} {word}"),
        Value::Term(term) => match exec.solver.range(&mut exec.pool, state.path.conjuncts(), term) {
            Ok(Some((low, high))) => {
                format!("{name} [{}, {}]", low.to_u64().unwrap_or(0), high.to_u64().unwrap_or(0))
            }
            Err(Reason::Interrupted) => return Err(Stop::Interrupted),
            _ => format!("{name} (unknown range)"),
        },
    };
    exec.messages.push(line);
    Ok(Returned::nothing())
}

fn warning(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let line = format!("warning: {}", text(exec, state, call.arg(0))?);
    exec.messages.push(line);
    Ok(Returned::nothing())
}

fn warning_once(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let line = format!("warning: {}", text(exec, state, call.arg(0))?);
    if !exec.messages.contains(&line) {
        exec.messages.push(line);
    }
    Ok(Returned::nothing())
}

/// `void klee_stack_trace(void)`
fn stack_trace(exec: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    for frame in exec.program.stack(state) {
        exec.messages.push(format!("stack: {} at {}:{}", frame.function, frame.file, frame.line));
    }
    Ok(Returned::nothing())
}

/// `void klee_set_forking(unsigned enable)`
fn set_forking(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let enable = exec.one_value(state, call.arg(0))?;
    state.directives.set_forking(enable != 0);
    Ok(Returned::nothing())
}

/// `void klee_define_fixed_object(void *address, size_t bytes)`: its bytes are zero, as those of fresh pages are.
fn define_fixed_object(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let (base, size) = (exec.one_value(state, call.arg(0))?, exec.one_value(state, call.arg(1))?);
    let refuse = |why: &str| Err(Stop::unsupported(format!("klee_define_fixed_object: {why}")));
    let last = base.saturating_add(size.saturating_sub(1));
    let addresses = exec.program.addresses;
    if !addresses.is_fixed(base) || !addresses.is_fixed(last) || size == 0 || size > addresses.max_capacity() {
        return refuse("an object cannot be at this address");
    }
    // The nearest object that begins before the end must end before the beginning.
    if state.memory.fixed_below(last).is_some_and(|other| other.base() + other.capacity() > base) {
        return refuse("there is an object at this address");
    }
    let origin = Origin { kind: OriginKind::Global, site: exec.site(state), name: Some(format!("{base:#x}").into()) };
    let mut object = Object::new(base, Value::Word(size), size, origin);
    object.contents.fill(0, size, 0);
    state.memory.insert(object);
    Ok(Returned::nothing())
}

/// `void klee_alias_function(const char *name, const char *new_name)`
fn alias_function(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let (name, new) = (text(exec, state, call.arg(0))?, text(exec, state, call.arg(1))?);
    let module = &exec.program.module;
    let missing = |name: &str| Stop::unsupported(format!("klee_alias_function: there is no function '{name}'"));
    let to = module.func_named(&new).ok_or_else(|| missing(&new))?;
    let func = module.func_named(&name).ok_or_else(|| missing(&name))?;
    if module.funcs[func].ty != module.funcs[to].ty {
        let message = format!("klee_alias_function: '{name}' and '{new}' are of different types");
        return Err(Stop::fault(FaultKind::UserError, message));
    }
    exec.program.make_replaceable(func);
    state.directives.alias(func, to);
    Ok(Returned::nothing())
}

/// `void klee_report_error(const char *file, int line, const char *message, const char *suffix)`
fn report_error(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let (file, message) = (text(exec, state, call.arg(0))?, text(exec, state, call.arg(2))?);
    let line = call.arg(1).word().unwrap_or(0) as u32;
    let fault = Fault { place: Some((file, line)), ..Fault::new(FaultKind::UserError, message) };
    Err(Stop::End(Ending::Fault(fault)))
}

fn silent_exit(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result {
    Err(Stop::End(Ending::Silent))
}

fn abort(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result {
    Err(Stop::fault(FaultKind::Abort, "the program calls klee_abort"))
}
