//! Exceptions: how the stack is unwound to what catches them.
//!
//! As in the Itanium C++ ABI there are two phases. First the frames are searched for a landing pad that catches; only if
//! there is one are frames left, and every landing pad on the way that cleans up is run, until it resumes. An exception is
//! known by the address of its unwind header, of which this much is used: what kind of exception it is, and two words that
//! belong to whoever unwinds. The runtime puts the type there; the address that the handler is given is put there here.

use std::rc::Rc;

use braid_code::{Call, Callee, Clause, Code, LandingPad, Op, Pc, Slot, Src};
use braid_entity::Entity;
use braid_ir::FuncId;
use braid_state::memory::Site;
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::fault::FaultKind;
use crate::intrinsic::type_id;
use crate::stop::Stop;

/// The class of exceptions of C++ programs: `BRDCC++` and a zero byte. Others have no type, so only what catches all
/// catches them.
const CLASS: u64 = u64::from_le_bytes(*b"\0++CCDRB");
/// Where the header has its class.
const CLASS_AT: u64 = 0;
/// Bytes of the class, behind which come the address of what deletes it, that of the type's description, and the address that a
/// handler is given.
const CLASS_SIZE: u64 = 8;
/// Where the thrown object is.
const HEADER: u64 = 32;

/// What landing pads call that end the program, in C++, and parts of the mangled names of those in Rust.
const TERMINATE: &[&str] = &["__clang_call_terminate", "_ZSt9terminatev"];
const TERMINATE_OF_RUST: &[&str] = &["4core9panicking16panic_in_cleanup", "4core9panicking19panic_cannot_unwind"];

/// What happens to an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handler {
    /// Somebody catches it.
    Catches,
    /// It meets a function that promised to throw nothing.
    Terminates,
    /// Nobody catches it.
    Nobody,
}

/// An exception that is under way.
#[derive(Clone, Copy, Debug)]
struct Thrown {
    /// The address of its header.
    header: u64,
    /// The description of its type; none if it is not one of C++.
    ty: Option<u64>,
}

/// What a landing pad does about an exception.
enum Reaction {
    /// Nothing: it is passed over.
    Pass,
    /// It runs with this number of a clause, 0 to clean up; if it catches, with the address that it is given.
    Land { selector: u64, object: Option<u64> },
}

impl Executor {
    /// Who would catch an exception that is thrown where the state stands.
    pub fn handler(&mut self, state: &State, header: u64) -> Result<Handler, Stop> {
        let thrown = self.thrown(state, header)?;
        self.handler_of(state, thrown)
    }

    /// Who would catch an exception of another language than C++ that is thrown where the state stands.
    pub fn foreign_handler(&mut self, state: &State) -> Result<Handler, Stop> {
        self.handler_of(state, Thrown { header: 0, ty: None })
    }

    /// Who catches an exception, of the frames of the thread that runs.
    fn handler_of(&mut self, state: &State, thrown: Thrown) -> Result<Handler, Stop> {
        let own = state.stack.depth().saturating_sub(state.threads.floor());
        for frame in state.stack.frames().take(own) {
            let code = Rc::clone(self.program.ready(frame.func));
            let Some((at, pad)) = landing_pad(&code, frame.pc) else { continue };
            if let Reaction::Land { object: Some(_), .. } = self.reaction(state, &code, pad, thrown)? {
                let ends = self.only_terminates(&code, at);
                return Ok(if ends { Handler::Terminates } else { Handler::Catches });
            }
        }
        Ok(Handler::Nobody)
    }

    /// Leaves frames up to the next landing pad that catches or cleans up, and lands there.
    pub fn unwind(&mut self, state: &mut State, header: u64) -> Result<(), Stop> {
        let thrown = self.thrown(state, header)?;
        let place = self.site(state);
        loop {
            let (func, pc) = (state.stack.top().func, state.stack.top().pc);
            let code = Rc::clone(self.program.ready(func));
            if let Some((_, pad)) = landing_pad(&code, pc)
                && let Reaction::Land { selector, object } = self.reaction(state, &code, pad, thrown)?
            {
                return self.land(state, &code, pad, header, (selector, object));
            }
            if state.stack.depth() == 1 {
                return Err(Stop::fault(FaultKind::Abort, "an exception leaves the outermost function"));
            }
            self.leave_frame(state, place);
        }
    }

    /// Goes on unwinding after a landing pad has cleaned up in the topmost frame.
    pub(crate) fn resume(&mut self, state: &mut State, exception: Value) -> Result<(), Stop> {
        let header = self.one_value(state, exception)?;
        let place = self.site(state);
        if state.stack.depth() == 1 {
            return Err(Stop::fault(FaultKind::Abort, "an exception leaves the outermost function"));
        }
        self.leave_block(state);
        self.leave_frame(state, place);
        self.unwind(state, header)
    }

    /// Control leaves the topmost function's block before its end: what it did so far counts as reached.
    pub(crate) fn leave_inside(&mut self, state: &State) {
        let frame = state.stack.top();
        let code = self.program.ready(frame.func);
        self.coverage.reach(code.first_block + code.block_of[frame.pc as usize], frame.pc);
    }

    /// Leaves the topmost function.
    pub(crate) fn leave_frame(&mut self, state: &mut State, place: Site) {
        self.leave_inside(state);
        let frame = state.stack.pop();
        for &local in &frame.locals {
            state.memory.free(local, place);
        }
    }

    /// What an exception is.
    fn thrown(&mut self, state: &State, header: u64) -> Result<Thrown, Stop> {
        let unreadable = || Stop::fault(FaultKind::BadCall, "what is thrown is no exception");
        let class = self.peek(state, header.wrapping_add(CLASS_AT), 8).ok_or_else(unreadable)?;
        let ty = if class == CLASS {
            Some(
                self.peek_pointer(state, header.wrapping_add(CLASS_SIZE + self.program.addresses.bytes()))
                    .ok_or_else(unreadable)?,
            )
        } else {
            None
        };
        Ok(Thrown { header, ty })
    }

    /// What a landing pad does about an exception: its clauses are asked in order.
    fn reaction(&mut self, state: &State, code: &Code, pad: &LandingPad, thrown: Thrown) -> Result<Reaction, Stop> {
        for (at, clause) in pad.clauses.iter().enumerate() {
            match clause {
                Clause::Catch(ty) => {
                    let ty = description(code, *ty)?;
                    if let Some(object) = self.catches(state, ty, thrown) {
                        return Ok(Reaction::Land { selector: type_id(ty), object: Some(object) });
                    }
                }
                Clause::Filter(types) => {
                    let allowed = types.iter().map(|&ty| description(code, ty)).collect::<Result<Vec<_>, _>>()?;
                    if !allowed.into_iter().any(|ty| self.catches(state, ty, thrown).is_some()) {
                        let selector = (at as u64 + 1).wrapping_neg() & u64::from(u32::MAX);
                        return Ok(Reaction::Land { selector, object: Some(thrown.header.wrapping_add(HEADER)) });
                    }
                }
            }
        }
        Ok(if pad.cleanup { Reaction::Land { selector: 0, object: None } } else { Reaction::Pass })
    }

    /// Whether a type, or null for all, catches an exception: the address that the handler is given.
    fn catches(&mut self, state: &State, wanted: u64, thrown: Thrown) -> Option<u64> {
        let object = thrown.header.wrapping_add(HEADER);
        match thrown.ty {
            Some(ty) if wanted != 0 => self.caught_as(state, wanted, ty, object),
            _ => (wanted == 0).then_some(object),
        }
    }

    /// Goes on at a landing pad of the topmost frame.
    fn land(
        &mut self,
        state: &mut State,
        code: &Code,
        pad: &LandingPad,
        header: u64,
        (selector, object): (u64, Option<u64>),
    ) -> Result<(), Stop> {
        if let Some(object) = object {
            let (bits, bytes) = (self.program.addresses.bits(), self.program.addresses.bytes());
            let place = header.wrapping_add(CLASS_SIZE + 2 * bytes);
            self.store(state, Value::Word(place), bits, Value::Word(object))?;
        }
        let Some(start) = waiting_call(code, state.stack.top().pc).and_then(|call| call.unwind) else { return Ok(()) };
        self.leave_block(state);
        // The moves of the edge come first: they may still need what the landing pad overwrites.
        let mut pc = start;
        loop {
            match &code.ops[pc as usize] {
                Op::Move { dst, src } => {
                    let value = self.get(state, code, *src);
                    state.stack.registers_mut()[*dst as usize] = value;
                    pc += 1;
                }
                Op::Jump(target) => pc = *target,
                _ => break,
            }
        }
        let registers = state.stack.registers_mut();
        registers[pad.dst as usize] = Value::Word(header);
        registers[(pad.dst + 1) as Slot as usize] = Value::Word(selector);
        state.stack.top_mut().pc = pc;
        Ok(())
    }

    /// Whether all that a landing pad does is to end the program: what compilers put around functions that promise to
    /// throw nothing.
    fn only_terminates(&self, code: &Code, pad: Pc) -> bool {
        let next = code.ops[pad as usize + 1..].iter().find(|op| !matches!(op, Op::Move { .. }));
        matches!(next, Some(Op::Call(call)) if matches!(call.callee, Callee::Direct(func) if self.is_terminate(func)))
    }

    fn is_terminate(&self, func: FuncId) -> bool {
        if func.as_u32() >= self.program.module.funcs.len() as u32 {
            return false;
        }
        let name = self.program.name(func);
        TERMINATE.contains(&name) || TERMINATE_OF_RUST.iter().any(|path| name.contains(path))
    }
}

/// The call that a frame waits for.
fn waiting_call(code: &Code, pc: Pc) -> Option<&Call> {
    match code.ops.get(pc as usize)? {
        Op::Call(call) => Some(call),
        _ => None,
    }
}

/// The landing pad of the call that a frame waits for, and its place.
fn landing_pad(code: &Code, pc: Pc) -> Option<(Pc, &LandingPad)> {
    let mut pc = waiting_call(code, pc)?.unwind?;
    loop {
        match code.ops.get(pc as usize)? {
            Op::LandingPad(pad) => return Some((pc, pad)),
            Op::Move { .. } | Op::Enter { .. } => pc += 1,
            Op::Jump(target) => pc = *target,
            _ => return None,
        }
    }
}

/// The address of a description that a clause names.
fn description(code: &Code, ty: Src) -> Result<u64, Stop> {
    ty.as_constant()
        .and_then(|at| code.constants[at as usize].word())
        .ok_or_else(|| Stop::unsupported("a landing pad for a computed type"))
}
