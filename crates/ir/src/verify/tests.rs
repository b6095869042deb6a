//! Rules about ids, blocks, dominance and phis, on bodies built by hand; `tests/verify.rs` has those about types.

use braid_entity::Entity;

use super::{AnyId, Problem};
use crate::attributes::AttrListId;
use crate::body::{BlockId, Body, InstId, ValueDef, ValueId};
use crate::constant::{ConstId, Constant, GlobalRef};
use crate::inst::{
    Access, BinaryOp, Call, CaseRange, CastOp, FastMath, Inst, IntPredicate, Invoke, LandingPad, Operand, PtrFlags,
    Switch, SwitchTarget, TailKind, WrapFlags,
};
use crate::module::{Alias, BodyState, FuncId, Function, Global, Linkage, Module, SymbolInfo};
use crate::types::{Type, TypeId, TypeTable};

const I32: TypeId = TypeTable::I32;
const PTR: TypeId = TypeTable::PTR;

/// A module with a function `i32 f(i32 v0, ptr v1)` whose body each test changes:
///
/// ```text
/// block0: v2 = icmp eq v0, 0; br v2, block1, block2
/// block1: v3 = load v1; br block3
/// block2: v4 = add v0, 1; br block3
/// block3: v5 = phi [v3, block1], [v4, block2]; ret v5
/// ```
struct Sample {
    module: Module,
    body: Body,
    func: FuncId,
    zero: ConstId,
    one: ConstId,
}

fn block(index: usize) -> BlockId {
    BlockId::new(index)
}
fn value(index: usize) -> Operand {
    Operand::value(ValueId::new(index))
}
fn add(left: Operand, right: Operand) -> Inst {
    Inst::Binary { op: BinaryOp::Add, flags: WrapFlags::NONE, fast: FastMath::NONE, args: [left, right] }
}
fn phi(incoming: &[(usize, Operand)]) -> Inst {
    Inst::Phi { incoming: incoming.iter().map(|&(at, value)| (block(at), value)).collect() }
}

impl Sample {
    fn new() -> Sample {
        let mut module = Module::default();
        let ty = module.types.intern(Type::Function { ret: I32, params: [I32, PTR].into(), varargs: false });
        let (zero, one) = (module.consts.int(I32, 0), module.consts.int(I32, 1));
        let func = declare(&mut module, "f", ty);
        let mut body = Body::default();
        body.add_param(I32);
        body.add_param(PTR);
        let blocks: [BlockId; 4] = core::array::from_fn(|_| body.add_block());
        let eq = Inst::IntCompare {
            pred: IntPredicate::Eq,
            flags: WrapFlags::NONE,
            args: [value(0), Operand::constant(zero)],
        };
        body.append(blocks[0], eq, Some(TypeTable::I1), None);
        body.append(blocks[0], Inst::CondBr { cond: value(2), then: blocks[1], otherwise: blocks[2] }, None, None);
        body.append(blocks[1], Inst::Load { addr: value(1), access: Access::plain(2) }, Some(I32), None);
        body.append(blocks[1], Inst::Br { target: blocks[3] }, None, None);
        body.append(blocks[2], add(value(0), Operand::constant(one)), Some(I32), None);
        body.append(blocks[2], Inst::Br { target: blocks[3] }, None, None);
        body.append(blocks[3], phi(&[(1, value(3)), (2, value(4))]), Some(I32), None);
        body.append(blocks[3], Inst::Ret { value: Some(value(5)) }, None, None);
        Sample { module, body, func, zero, one }
    }
    fn inst(&mut self, index: usize) -> &mut Inst {
        &mut self.body.insts[InstId::new(index)].inst
    }
    /// Puts an instruction before the terminator of a block.
    fn insert(&mut self, at: usize, inst: Inst, ty: Option<TypeId>) -> ValueId {
        let id = self.body.make_inst(inst, ty, None);
        let insts = &mut self.body.blocks[block(at)].insts;
        insts.insert(insts.len() - 1, id);
        self.body.insts[id].result.unwrap_or(ValueId::new(0))
    }
    fn problems(&self) -> Vec<Problem> {
        let errors = super::body(&self.module, self.func, &self.body).err().unwrap_or_default();
        assert!(errors.iter().all(|error| error.to_string().contains("@f")), "{errors:?}");
        errors.into_iter().map(|error| error.problem).collect()
    }
}

fn declare(module: &mut Module, name: &str, ty: TypeId) -> FuncId {
    let symbol = SymbolInfo::new(module.names.intern(name), Linkage::External);
    module.funcs.push(Function {
        symbol,
        ty,
        attrs: AttrListId::NONE,
        convention: 0,
        space: 0,
        align: 0,
        personality: None,
        prefix: None,
        prologue: None,
        gc: None,
        body: BodyState::Declared,
    })
}

/// What the verifier says after `change`.
fn after(change: impl FnOnce(&mut Sample)) -> Vec<Problem> {
    let mut sample = Sample::new();
    change(&mut sample);
    sample.problems()
}

#[test]
fn the_sample_is_well_formed() {
    assert_eq!(after(|_| {}), []);
    let mut sample = Sample::new();
    sample.module.funcs[sample.func].body = BodyState::Ready(Box::new(sample.body));
    assert_eq!(super::module(&sample.module), []);
}

#[test]
fn uses_are_dominated_by_their_definitions() {
    let not_dominated = |index| vec![Problem::NotDominated(ValueId::new(index))];
    assert_eq!(after(|s| *s.inst(7) = Inst::Ret { value: Some(value(3)) }), not_dominated(3));
    assert_eq!(after(|s| *s.inst(6) = phi(&[(1, value(4)), (2, value(4))])), not_dominated(4));
    // An instruction that uses itself, and one that uses a later one of its block.
    assert_eq!(after(|s| *s.inst(4) = add(value(4), value(0))), not_dominated(4));
    let swapped = after(|s| {
        s.insert(2, add(value(4), value(0)), Some(I32));
        s.body.blocks[block(2)].insts.swap(0, 1);
    });
    assert_eq!(swapped, not_dominated(4));
    // A phi may use itself where the block is its own predecessor.
    let looped = after(|s| {
        *s.inst(7) = Inst::CondBr { cond: value(2), then: block(3), otherwise: block(2) };
        *s.inst(6) = phi(&[(1, value(3)), (2, value(4)), (3, value(5))]);
    });
    assert_eq!(looped, []);
}

#[test]
fn blocks_out_of_reach_may_use_anything() {
    let unreachable = |s: &mut Sample| {
        let dead = s.body.add_block();
        s.body.append(dead, add(value(7), value(3)), Some(I32), None);
        s.body.append(dead, add(value(6), value(3)), Some(I32), None);
        s.body.append(dead, Inst::Unreachable, None, None);
    };
    assert_eq!(after(unreachable), []);
    let used = after(|s| {
        unreachable(s);
        *s.inst(7) = Inst::Ret { value: Some(value(6)) };
    });
    assert_eq!(used, [Problem::NotDominated(ValueId::new(6))]);
}

#[test]
fn values_and_ids_are_in_their_tables() {
    let ret = |operand| after(move |s| *s.inst(7) = Inst::Ret { value: Some(operand) });
    assert_eq!(ret(value(99)), [Problem::NoSuch(AnyId::Value(ValueId::new(99)))]);
    let constant = ConstId::new(99);
    assert_eq!(ret(Operand::constant(constant)), [Problem::NoSuch(AnyId::Const(constant))]);
    assert_eq!(after(|s| *s.inst(3) = Inst::Br { target: block(9) }), [Problem::NoSuch(AnyId::Block(block(9)))]);
    let inst = InstId::new(77);
    let placed = after(|s| s.body.blocks[block(1)].insts.insert(0, inst));
    assert_eq!(placed, [Problem::NoSuch(AnyId::Inst(inst))]);
    // The definition was taken out of its block.
    let taken_out = after(|s| {
        s.body.blocks[block(1)].insts.remove(0);
    });
    assert_eq!(taken_out, [Problem::NotPlaced(ValueId::new(3))]);
    let elsewhere = after(|s| s.body.values[ValueId::new(3)].def = ValueDef::Inst(InstId::new(0)));
    assert_eq!(elsewhere, [Problem::WrongDefinition(ValueId::new(3))]);
}

#[test]
fn blocks_are_formed_as_they_must_be() {
    assert_eq!(after(|s| s.body.blocks[block(1)].insts.clear()).first(), Some(&Problem::EmptyBlock));
    let unended = after(|s| {
        s.body.blocks[block(1)].insts.pop();
    });
    assert_eq!(unended, [Problem::NoTerminator]);
    let ended = after(|s| {
        s.insert(1, Inst::Br { target: block(3) }, None);
    });
    assert_eq!(ended, [Problem::TerminatorInside]);
    let late = after(|s| {
        s.insert(3, phi(&[(1, value(0)), (2, value(0))]), Some(I32));
        s.insert(3, add(value(0), value(0)), Some(I32));
        s.insert(3, phi(&[(1, value(0)), (2, value(0))]), Some(I32));
    });
    assert_eq!(late, [Problem::PhiNotFirst]);
    let twice = after(|s| s.body.blocks[block(1)].insts.insert(0, InstId::new(2)));
    assert_eq!(twice, [Problem::InstTwice(InstId::new(2))]);
    assert_eq!(after(|s| s.body.order.swap(0, 1)), [Problem::EntryNotFirst]);
    assert_eq!(after(|s| *s.inst(3) = Inst::Br { target: block(0) }).first(), Some(&Problem::EntryJumpedTo));
    let gone = after(|s| {
        s.body.order.remove(1);
    });
    assert_eq!(gone, [Problem::BlockNotPlaced(block(1))]);
    assert!(after(|s| s.body.order.clear()).contains(&Problem::NoBlocks));
}

#[test]
fn phis_agree_with_the_control_flow() {
    let set = |incoming: &[(usize, Operand)]| after(|s| *s.inst(6) = phi(incoming));
    assert_eq!(set(&[(1, value(3))]), [Problem::PhiLacks(block(2))]);
    assert_eq!(set(&[(1, value(3)), (2, value(4)), (0, value(0))]), [Problem::PhiExtra(block(0))]);
    assert_eq!(set(&[(1, value(3)), (1, value(3))]), [Problem::PhiTwice(block(1))]);
    assert_eq!(set(&[(1, value(3)), (8, value(4))]), [Problem::NoSuch(AnyId::Block(block(8)))]);
}

#[test]
fn types_agree() {
    let wrong = |what, expected, found| vec![Problem::WrongType { what, expected, found }];
    assert_eq!(after(|s| *s.inst(4) = add(value(0), value(1))), wrong("the right operand", I32, PTR));
    assert_eq!(after(|s| *s.inst(7) = Inst::Ret { value: Some(value(1)) }), wrong("the returned value", I32, PTR));
    assert_eq!(after(|s| *s.inst(7) = Inst::Ret { value: None }), wrong("the returned value", I32, TypeTable::VOID));
    assert_eq!(after(|s| *s.inst(6) = phi(&[(1, value(3)), (2, value(1))])), wrong("the incoming value", I32, PTR));
    let addr = after(|s| *s.inst(2) = Inst::Load { addr: value(0), access: Access::plain(2) });
    assert!(matches!(addr[..], [Problem::WrongKind { what: "the address", found: I32, .. }]), "{addr:?}");
    let narrower = after(|s| {
        let trunc = Inst::Cast { op: CastOp::Trunc, flags: WrapFlags::NONE, fast: FastMath::NONE, arg: value(0) };
        s.insert(0, trunc, Some(TypeTable::I64));
    });
    assert!(matches!(narrower[..], [Problem::WrongKind { what: "the operand", .. }]), "{narrower:?}");
    let offset = after(|s| {
        s.insert(0, Inst::PtrAdd { base: value(1), offset: value(0), flags: PtrFlags::NONE }, Some(PTR));
    });
    assert!(matches!(offset[..], [Problem::WrongKind { what: "the offset", .. }]), "{offset:?}");
}

#[test]
fn results_are_there_where_they_must_be() {
    let missing = after(|s| {
        s.insert(0, add(value(0), value(0)), None);
    });
    assert_eq!(missing, [Problem::ResultMissing]);
    let extra = after(|s| {
        s.insert(0, Inst::Store { value: value(0), addr: value(1), access: Access::plain(2) }, Some(I32));
    });
    assert_eq!(extra, [Problem::ResultExtra]);
}

#[test]
fn branches_and_switches_are_in_normal_form() {
    let same_target = after(|s| {
        *s.inst(1) = Inst::CondBr { cond: value(2), then: block(3), otherwise: block(3) };
        *s.inst(6) = phi(&[(0, value(0)), (1, value(3)), (2, value(4))]);
    });
    assert_eq!(same_target, [Problem::Rule("a conditional branch has two different targets")]);
    let switch = |default: usize, targets: &[(usize, &[(u64, u64)])]| {
        after(|s| {
            let ranges = |pairs: &[(u64, u64)], s: &mut Sample| {
                let mut int = |value| s.module.consts.int(I32, value);
                pairs.iter().map(|&(low, high)| CaseRange { low: int(low), high: int(high) }).collect()
            };
            let targets = targets
                .iter()
                .map(|&(at, pairs)| SwitchTarget { block: block(at), ranges: ranges(pairs, s) })
                .collect();
            *s.inst(1) = Inst::Switch(Box::new(Switch { value: value(0), default: block(default), targets }));
        })
    };
    assert_eq!(switch(1, &[(2, &[(0, 4), (6, 9)])]), []);
    for (default, targets) in [
        (1, &[(2, &[(6, 9), (0, 4)][..])][..]),
        (1, &[(2, &[(0, 4), (5, 9)])]),
        (1, &[(2, &[(4, 0)])]),
        (1, &[(2, &[])]),
        (1, &[(1, &[(0, 0)]), (2, &[(1, 1)])]),
        (1, &[(2, &[(0, 0)]), (2, &[(5, 5)])]),
    ] {
        assert!(matches!(switch(default, targets)[..], [Problem::Rule(_)]), "{targets:?}");
    }
}

/// Makes block 0 of the sample call `i32 f(i32, ptr)` and unwind to block 1.
fn with_invoke(s: &mut Sample) {
    let callee = s.module.consts.intern(Constant::Global(GlobalRef::Func(s.func)));
    let call = Call {
        callee: Operand::constant(callee),
        ty: s.module.funcs[s.func].ty,
        args: [value(0), value(1)].into(),
        attrs: AttrListId::NONE,
        convention: 0,
        tail: TailKind::None,
        fast: FastMath::NONE,
        bundles: Box::default(),
    };
    let invoke = Inst::Invoke(Box::new(Invoke { call, normal: block(2), unwind: block(1) }));
    let insts = &mut s.body.blocks[block(0)].insts;
    insts.pop();
    s.body.append(block(0), invoke, Some(I32), None);
    let pad = s.body.make_inst(
        Inst::LandingPad(Box::new(LandingPad { cleanup: true, clauses: Box::default() })),
        Some(I32),
        None,
    );
    s.body.blocks[block(1)].insts.insert(0, pad);
}

#[test]
fn what_an_invoke_gives_is_there_on_its_normal_way() {
    assert_eq!(after(with_invoke), []);
    let normal = after(|s| {
        with_invoke(s);
        *s.inst(4) = add(value(6), value(6));
    });
    assert_eq!(normal, []);
    let unwound = after(|s| {
        with_invoke(s);
        s.insert(1, add(value(6), value(6)), Some(I32));
    });
    assert_eq!(unwound, [Problem::NotDominated(ValueId::new(6))]);
    let joined = after(|s| {
        with_invoke(s);
        *s.inst(7) = Inst::Ret { value: Some(value(6)) };
    });
    assert_eq!(joined, [Problem::NotDominated(ValueId::new(6))]);
    let no_pad = after(|s| {
        with_invoke(s);
        s.body.blocks[block(1)].insts.remove(0);
    });
    assert_eq!(no_pad, [Problem::UnwindToNoPad(block(1))]);
}

#[test]
fn calls_fit_their_type() {
    let count = after(|s| {
        with_invoke(s);
        let invoke = InstId::new(8);
        s.body.insts[invoke].inst.call_mut().expect("an invoke calls").args = [value(0)].into();
    });
    assert_eq!(count, [Problem::WrongCount { what: "arguments", expected: 2, found: 1 }]);
    let argument = after(|s| {
        with_invoke(s);
        s.body.insts[InstId::new(8)].inst.call_mut().expect("an invoke calls").args = [value(1), value(1)].into();
    });
    assert_eq!(argument, [Problem::WrongType { what: "the argument", expected: I32, found: PTR }]);
}

#[test]
fn the_signature_is_that_of_the_function() {
    let longer = after(|s| {
        s.module.funcs[s.func].ty =
            s.module.types.intern(Type::Function { ret: I32, params: [I32, PTR, PTR].into(), varargs: false });
    });
    assert_eq!(longer, [Problem::WrongCount { what: "parameters", expected: 3, found: 2 }]);
}

/// What the verifier says about the module after `change`.
fn module_after(change: impl FnOnce(&mut Sample)) -> Vec<Problem> {
    let mut sample = Sample::new();
    change(&mut sample);
    super::module(&sample.module).into_iter().map(|error| error.problem).collect()
}

#[test]
fn constants_are_made_of_smaller_ones_of_the_right_type() {
    let aggregate = |part: ConstId, s: &mut Sample| {
        let ty = s.module.types.intern(Type::Array { elem: I32, len: 1 });
        s.module.consts.intern(Constant::Aggregate { ty, parts: [part].into() })
    };
    assert_eq!(
        module_after(|s| {
            aggregate(s.one, s);
        }),
        []
    );
    let later = ConstId::new(50);
    let problems = module_after(|s| {
        aggregate(later, s);
    });
    assert_eq!(problems, [Problem::NotSmaller(AnyId::Const(later))]);
    let narrow = module_after(|s| {
        let part = s.module.consts.int(TypeTable::I8, 1);
        aggregate(part, s);
    });
    assert_eq!(narrow, [Problem::WrongType { what: "the element", expected: I32, found: TypeTable::I8 }]);
    let wide = module_after(|s| {
        s.module.consts.int(TypeTable::I8, 256);
    });
    assert_eq!(wide, [Problem::Rule("bits above the width of an integer are zero")]);
}

#[test]
fn symbols_hold_together() {
    let global = |name: &str, s: &mut Sample, init| {
        let symbol = SymbolInfo::new(s.module.names.intern(name), Linkage::External);
        let ty = TypeTable::I64;
        s.module.globals.push(Global {
            symbol,
            ty,
            space: 0,
            init,
            constant: false,
            align: 8,
            externally_initialized: false,
        });
    };
    let init = module_after(|s| global("x", s, Some(s.zero)));
    assert_eq!(init, [Problem::WrongType { what: "the initial value", expected: TypeTable::I64, found: I32 }]);
    assert!(matches!(module_after(|s| global("f", s, None))[..], [Problem::NameTwice(_)]));
    let cycle = module_after(|s| {
        let symbol = SymbolInfo::new(s.module.names.intern("a"), Linkage::External);
        let target = s.module.consts.intern(Constant::Global(GlobalRef::Alias(crate::AliasId::new(0))));
        s.module.aliases.push(Alias { symbol, ty: I32, space: 0, target });
    });
    assert_eq!(cycle, [Problem::Rule("an alias stands for itself")]);
}

#[test]
fn types_are_made_of_smaller_ones() {
    let part = TypeId::new(40);
    let problems = module_after(|s| {
        s.module.types.intern(Type::Array { elem: part, len: 1 });
    });
    assert_eq!(problems, [Problem::NotSmaller(AnyId::Type(part))]);
}
