//! The rules of promotion, one at a time.

mod common;

use braid_ir::attributes::{AttrFlags, AttributeList, Attributes};
use braid_ir::inst::{Access, AllocaFlags, Ordering, PtrFlags};
use braid_ir::{Constant, FuncId, Inst, Module, Operand, TypeTable};
use braid_passes::Counter;
use common::build::{Build, body, count, insts};

fn phis(module: &Module, func: FuncId) -> Vec<&[(braid_ir::BlockId, Operand)]> {
    let all = insts(module, func).into_iter();
    all.filter_map(|inst| if let Inst::Phi { incoming } = inst { Some(&**incoming) } else { None }).collect()
}

/// Whether a value is that of a lifetime's start.
fn is_uninit(module: &Module, func: FuncId, operand: Operand) -> bool {
    let body = body(module, func);
    let of = |inst: &Inst| matches!(inst, Inst::Freeze { arg } if module.consts.is_uninit(*arg));
    let defined = operand.as_value().map(|value| body.values[value].def);
    matches!(defined, Some(braid_ir::ValueDef::Inst(inst)) if of(&body.insts[inst].inst))
}

/// Entry with a slot, then a diamond whose arms store if `left` and `right`, then a load that is shown.
fn diamond(left: bool, right: bool) -> (Module, FuncId, braid_passes::Stats) {
    let mut b = Build::new(&[TypeTable::I1], TypeTable::VOID);
    let slot = b.alloca(TypeTable::I32);
    let [l, r, join] = [0; 3].map(|_| b.new_block());
    let cond = b.param(0);
    b.condbr(cond, l, r);
    for (block, stores, value) in [(l, left, 1), (r, right, 2)] {
        b.at(block);
        let value = b.int(32, value);
        if stores {
            b.store(value, slot);
        }
        b.br(join);
    }
    b.at(join);
    let value = b.load(TypeTable::I32, slot);
    b.sink(value);
    b.ret(None);
    b.run(&["promote"])
}

#[test]
fn where_writes_meet_there_is_a_phi_and_no_check() {
    let (module, func, stats) = diamond(true, true);
    assert_eq!(phis(&module, func).len(), 1);
    for opcode in ["alloca", "load", "store", "checkinit"] {
        assert_eq!(count(&module, func, opcode), 0, "{opcode}");
    }
    assert_eq!((stats.get(Counter::SlotsPromoted), stats.get(Counter::ChecksAdded)), (1, 0));
}

#[test]
fn where_one_path_does_not_write_the_read_is_checked() {
    let (module, func, _) = diamond(true, false);
    let incoming = phis(&module, func)[0];
    assert_eq!(incoming.iter().map(|(_, value)| is_uninit(&module, func, *value)).collect::<Vec<_>>(), [false, true]);
    assert_eq!(count(&module, func, "checkinit"), 1);
}

#[test]
fn where_no_path_writes_the_check_is_of_uninit_itself() {
    let (module, func, _) = diamond(false, false);
    assert!(phis(&module, func).is_empty());
    let checks = insts(&module, func);
    let arg = checks.iter().find_map(|inst| if let Inst::CheckInit { arg } = inst { Some(*arg) } else { None });
    assert!(is_uninit(&module, func, arg.expect("a check")));
}

#[test]
fn a_check_stands_at_the_line_of_the_load() {
    let mut b = Build::new(&[], TypeTable::VOID);
    let slot = b.alloca(TypeTable::I32);
    let load = b.load(TypeTable::I32, slot);
    b.sink(load);
    b.ret(None);
    let line = |module: &Module, func: FuncId, opcode: &str| {
        let body = body(module, func);
        let all = body.blocks[braid_ir::BlockId::ENTRY].insts.iter();
        let id = all.copied().find(|&id| body.insts[id].inst.opcode() == opcode).unwrap();
        body.insts[id].loc
    };
    let (mut module, func) = b.finish();
    let expected = line(&module, func, "load");
    common::build::run_passes(&mut module, func, &["promote"]);
    assert_eq!(line(&module, func, "checkinit"), expected);
}

#[test]
fn the_start_of_a_lifetime_makes_the_contents_uninitialised_again() {
    let mut b = Build::new(&[], TypeTable::VOID);
    let slot = b.alloca(TypeTable::I32);
    let one = b.int(32, 1);
    b.lifetime("start", slot);
    b.store(one, slot);
    b.lifetime("end", slot);
    b.lifetime("start", slot);
    let load = b.load(TypeTable::I32, slot);
    b.sink(load);
    b.lifetime("end", slot);
    b.ret(None);
    let (module, func, _) = b.run(&["promote"]);
    assert_eq!((count(&module, func, "checkinit"), count(&module, func, "alloca")), (1, 0));
    assert_eq!(count(&module, func, "call"), 1, "the markers are gone, the sink is not");
}

#[test]
fn an_access_outside_of_the_lifetime_keeps_the_slot() {
    for before in [true, false] {
        let mut b = Build::new(&[], TypeTable::VOID);
        let slot = b.alloca(TypeTable::I32);
        let one = b.int(32, 1);
        if before {
            b.store(one, slot);
        }
        b.lifetime("start", slot);
        b.lifetime("end", slot);
        if !before {
            b.store(one, slot);
        }
        b.ret(None);
        let (module, func, _) = b.run(&["promote"]);
        assert_eq!(count(&module, func, "alloca"), 1);
    }
}

/// A slot that is written, read, and then used in some other way, which must keep it from being promoted.
fn kept(use_it: impl Fn(&mut Build, Operand)) {
    let mut b = Build::new(&[], TypeTable::VOID);
    let slot = b.alloca(TypeTable::I32);
    let one = b.int(32, 1);
    b.store(one, slot);
    let load = b.load(TypeTable::I32, slot);
    b.sink(load);
    use_it(&mut b, slot);
    b.ret(None);
    let (module, func, _) = b.run(&["sroa", "promote", "dce"]);
    assert_eq!(count(&module, func, "alloca"), 1, "{:?}", common::build::dump(&module, func));
    assert!(count(&module, func, "load") >= 1 && count(&module, func, "store") >= 1);
}

#[test]
fn an_escaping_slot_stays() {
    kept(|b, slot| {
        b.call("escape", &[slot], TypeTable::VOID);
    });
    kept(|b, slot| {
        let null = b.module.consts.intern(Constant::Null(TypeTable::PTR)).into();
        b.store(slot, null);
    });
    kept(|b, slot| {
        let null = b.module.consts.intern(Constant::Null(TypeTable::PTR)).into();
        let same = b.compare(braid_ir::inst::IntPredicate::Eq, slot, null);
        b.sink(same);
    });
    kept(|b, slot| {
        let number = b.cast(braid_ir::inst::CastOp::PtrToInt, slot, TypeTable::I64);
        b.sink(number);
    });
}

#[test]
fn an_access_that_is_not_plain_keeps_the_slot() {
    kept(|b, slot| {
        let access = Access { volatile: true, ..Access::plain(2) };
        b.inst(Inst::Load { addr: slot, access }, Some(TypeTable::I32));
    });
    kept(|b, slot| {
        let access = Access { ordering: Ordering::SeqCst, ..Access::plain(2) };
        let one = b.int(32, 1);
        b.inst(Inst::Store { value: one, addr: slot, access }, None);
    });
}

#[test]
fn an_access_that_faults_keeps_the_slot() {
    // Outside of the slot, by offset or by width, and aligned more than the slot.
    kept(|b, slot| {
        let past = b.ptradd(slot, 4);
        b.load(TypeTable::I32, past);
    });
    kept(|b, slot| {
        b.load(TypeTable::I64, slot);
    });
    kept(|b, slot| {
        let before = b.ptradd(slot, -4);
        b.load(TypeTable::I32, before);
    });
    kept(|b, slot| {
        b.inst(Inst::Load { addr: slot, access: Access::plain(5) }, Some(TypeTable::I32));
    });
}

#[test]
fn an_offset_that_is_not_constant_keeps_the_slot() {
    kept(|b, slot| {
        let call = b.call("number", &[], TypeTable::I64);
        let offset = b.body.insts[call].result.unwrap().into();
        let place = b.value(Inst::PtrAdd { base: slot, offset, flags: PtrFlags::INBOUNDS }, TypeTable::PTR);
        b.load(TypeTable::I32, place);
    });
}

#[test]
fn an_alloca_of_several_or_outside_of_the_entry_stays() {
    let mut b = Build::new(&[], TypeTable::VOID);
    let two = b.int(32, 2);
    let many = b.value(
        Inst::Alloca { ty: TypeTable::I32, count: two, align_log2: 2, flags: AllocaFlags::NONE },
        TypeTable::PTR,
    );
    b.store(two, many);
    let next = b.new_block();
    b.br(next);
    b.at(next);
    let late = b.alloca(TypeTable::I32);
    b.store(two, late);
    b.ret(None);
    let (module, func, _) = b.run(&["promote"]);
    assert_eq!((count(&module, func, "alloca"), count(&module, func, "store")), (2, 2));
}

#[test]
fn a_function_that_calls_setjmp_is_left_alone() {
    for by_attribute in [false, true] {
        let mut b = Build::new(&[], TypeTable::VOID);
        let slot = b.alloca(TypeTable::I32);
        let one = b.int(32, 1);
        b.store(one, slot);
        if by_attribute {
            let call = b.call("again", &[], TypeTable::I32);
            let mut list = AttributeList { func: Attributes::default(), ..AttributeList::default() };
            list.func.flags.insert(AttrFlags::RETURNS_TWICE);
            let attrs = b.module.attrs.intern(list);
            b.body.insts[call].inst.call_mut().unwrap().attrs = attrs;
        } else {
            b.call("_setjmp", &[], TypeTable::I32);
        }
        b.ret(None);
        let (module, func, _) = b.run(&["promote"]);
        assert_eq!(count(&module, func, "alloca"), 1);
    }
}

#[test]
fn source_variables_keep_their_names_and_values() {
    let mut b = Build::new(&[TypeTable::I1], TypeTable::VOID);
    let slot = b.alloca(TypeTable::I32);
    let var = b.declare("speed", slot);
    let [l, r, join] = [0; 3].map(|_| b.new_block());
    let cond = b.param(0);
    let zero = b.int(32, 0);
    b.store(zero, slot);
    b.condbr(cond, l, r);
    b.at(l);
    let one = b.int(32, 1);
    b.store(one, slot);
    b.br(join);
    b.at(r);
    b.br(join);
    b.at(join);
    let value = b.load(TypeTable::I32, slot);
    b.sink(value);
    b.ret(None);
    let (module, func, _) = b.run(&["promote", "dce"]);
    let body = body(&module, func);
    let named = |operand: Operand| operand.as_value().and_then(|value| body.values[value].name);
    let all = insts(&module, func);
    let records = all.iter().filter_map(|inst| if let Inst::DebugValue(record) = inst { Some(record) } else { None });
    let records: Vec<_> = records.map(|record| (record.var, record.value.unwrap())).collect();
    assert_eq!(records.iter().map(|(var, _)| *var).collect::<Vec<_>>(), [var; 3]);
    let phi = records.iter().find(|(_, value)| value.as_value().is_some()).unwrap();
    assert_eq!(named(phi.1).map(|name| module.names.get(name)), Some("speed"));
    assert_eq!(count(&module, func, "dbg.declare"), 0);
}

#[test]
fn a_loop_counter_becomes_one_phi() {
    let mut b = Build::new(&[TypeTable::I32], TypeTable::VOID);
    let slot = b.alloca(TypeTable::I32);
    let [head, latch, exit] = [0; 3].map(|_| b.new_block());
    let (zero, one) = (b.int(32, 0), b.int(32, 1));
    b.store(zero, slot);
    b.br(head);
    b.at(head);
    let value = b.load(TypeTable::I32, slot);
    let limit = b.param(0);
    let more = b.compare(braid_ir::inst::IntPredicate::Slt, value, limit);
    b.condbr(more, latch, exit);
    b.at(latch);
    let value = b.load(TypeTable::I32, slot);
    let next = b.binary(braid_ir::inst::BinaryOp::Add, value, one);
    b.store(next, slot);
    b.br(head);
    b.at(exit);
    b.ret(None);
    let (module, func, _) = b.run(&["promote"]);
    assert_eq!(phis(&module, func).len(), 1);
    assert_eq!((count(&module, func, "checkinit"), count(&module, func, "load")), (0, 0));
}

#[test]
fn ten_thousand_slots_in_ten_thousand_blocks_take_little_time() {
    // Each slot lives in a few blocks; work that goes over all blocks for each slot would take minutes.
    let start = std::time::Instant::now();
    let mut b = Build::new(&[TypeTable::I1], TypeTable::VOID);
    let slots: Vec<_> = (0..10_000).map(|_| b.alloca(TypeTable::I32)).collect();
    let cond = b.param(0);
    for slot in slots {
        let [l, r, join] = [0; 3].map(|_| b.new_block());
        let one = b.int(32, 1);
        b.store(one, slot);
        b.condbr(cond, l, r);
        b.at(l);
        let two = b.int(32, 2);
        b.store(two, slot);
        b.br(join);
        b.at(r);
        b.br(join);
        b.at(join);
        let value = b.load(TypeTable::I32, slot);
        b.sink(value);
    }
    b.ret(None);
    let (module, func, stats) = b.run(&["promote"]);
    assert_eq!((stats.get(Counter::PhisAdded), count(&module, func, "alloca")), (10_000, 0));
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}
