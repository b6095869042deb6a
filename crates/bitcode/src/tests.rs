//! Whole files written by hand: what no compiler writes, above all what is meant to hurt.

use std::time::{Duration, Instant};

use braid_ir::Module;

use crate::bitstream::writer::Writer;
use crate::{Error, ErrorKind, read};

/// Far more than any of these files may take, far less than what they take if a limit is missing.
const TIME: Duration = Duration::from_secs(5);

/// A module with the types of a table: `void`, `i32`, `ptr`, `void ()`, then what `rest` adds.
fn module(types: u64, rest: impl FnOnce(&mut Writer)) -> Writer {
    let mut w = Writer::bitcode();
    w.enter(8, 3).record(1, &[1]);
    w.enter(17, 4).record(1, &[4 + types]).record(2, &[]).record(7, &[32]).record(25, &[0]).record(21, &[0, 0]);
    rest(&mut w);
    w
}

fn open(mut w: Writer) -> Result<Module, Error> {
    let start = Instant::now();
    let result = read(w.leave().bytes(), "test");
    assert!(start.elapsed() < TIME);
    result
}

fn kind_of(w: Writer) -> ErrorKind {
    open(w).map(|_| ()).unwrap_err().kind()
}

/// A function with one body, whose records `body` writes.
fn function(body: impl FnOnce(&mut Writer)) -> Writer {
    let mut w = module(0, |w| {
        w.leave();
    });
    // [type, convention, is declaration, linkage, attributes, alignment, section, visibility]
    w.record(8, &[3, 0, 0, 0, 0, 0, 0, 0]);
    w.enter(12, 4);
    body(&mut w);
    w.leave();
    w
}

fn decode(w: Writer) -> Result<Module, String> {
    let mut module = open(w).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let result = module.decode_all();
    assert!(start.elapsed() < TIME);
    result.map_err(|error| error.to_string())?;
    Ok(module)
}

#[test]
fn the_smallest_function_is_read() {
    let module = decode(function(|w| {
        w.record(1, &[1]).record(10, &[]);
    }));
    assert_eq!(braid_ir::verify::module(&module.unwrap()).len(), 0);
}

/// A function `i32 (i32)`, or of the wider type given, that switches on its parameter; the switch is a record.
fn switching(bits: u64, switch: &[u64]) -> Result<String, String> {
    let mut w = module(2, |w| {
        w.record(7, &[bits]).record(21, &[0, 0, 4]).leave();
    });
    w.record(8, &[5, 0, 0, 0, 0, 0, 0, 0]);
    w.enter(12, 4).record(1, &[4]).record(12, switch);
    (0..3).for_each(|_| {
        w.record(10, &[]);
    });
    w.leave();
    let module = decode(w)?;
    assert_eq!(braid_ir::verify::module(&module), []);
    let text = braid_ir::text::print(&module);
    let lines = text.lines().skip_while(|line| !line.contains("switch")).take_while(|line| line.trim() != "}");
    Ok(lines.map(str::trim).collect::<Vec<_>>().join(" "))
}

#[test]
fn switches_with_ranges_are_read() {
    const MAGIC: u64 = 0x4B5 << 16;
    // Numbers carry their sign in the lowest bit. To block 2: 1 to 3, and 4; to block 3: -2 to -1, 9.
    let text = switching(32, &[MAGIC, 4, 1, 1, 2, 2, 0, 2, 6, 1, 8, 2, 2, 0, 5, 3, 1, 18, 3]).unwrap();
    assert_eq!(text, "switch i32 v0, block1 { block2: 1..=4 block3: 9, -2..=-1");
    // Wider numbers say how many words they have. To block 2: 2^64; to block 3: 0 to 5.
    let text = switching(128, &[MAGIC, 4, 1, 1, 2, 1, 1, 2, 0, 2, 2, 1, 0, 1, 0, 1, 10, 3]).unwrap();
    assert_eq!(text, "switch i128 v0, block1 { block3: 0x0..=0x5 block2: 0x10000000000000000");
    // A range that ends before it begins holds nothing; the whole of all numbers is one range.
    let text = switching(8, &[MAGIC, 4, 1, 1, 2, 1, 0, 10, 4, 2, 1, 0, 0, 3, 3]).unwrap();
    assert_eq!(text, "switch i8 v0, block1 { block3: 0..=-1");
}

#[test]
fn switches_with_ranges_that_meet_or_end_early_are_refused() {
    const MAGIC: u64 = 0x4B5 << 16;
    let cases: [(&[u64], &str); 4] = [
        (&[MAGIC, 4, 1, 1, 2, 1, 0, 2, 10, 2, 1, 1, 6, 3], "each case once"),
        (&[MAGIC, 4, 1, 1, 1, 1 << 60, 0, 2, 10, 2], ""),
        (&[MAGIC, 4, 1, 1, 1 << 60, 1, 0, 2, 10, 2], ""),
        (&[MAGIC, 4, 1, 1, 1, 1, 0, 2, 10, 9], "a block number below 4"),
    ];
    for (switch, message) in cases {
        let error = switching(32, switch).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn zeros_of_enormous_integers_are_paid_for() {
    let mut w = module(400, |w| {
        (0..400).for_each(|i| {
            w.record(7, &[(1 << 23) - i]);
        });
        w.leave();
    });
    w.enter(11, 4);
    (0..400).for_each(|i| {
        w.record(1, &[4 + i]).record(2, &[]);
    });
    w.leave();
    assert_eq!(kind_of(w), ErrorKind::TooLarge);
}

#[test]
fn attributes_of_a_far_parameter_are_paid_for() {
    let mut w = module(0, |w| {
        w.leave();
    });
    w.enter(10, 4).record(3, &[1, 4_000_000_000, 0, 34]).leave();
    w.enter(9, 4).record(2, &[1]).leave();
    assert_eq!(kind_of(w), ErrorKind::TooLarge);
}

#[test]
fn enormous_arrays_cost_nothing() {
    let mut w = module(2, |w| {
        w.record(11, &[1 << 60, 1]).record(12, &[u64::from(u32::MAX), 1]).leave();
    });
    w.enter(11, 4).record(1, &[4]).record(2, &[]).record(1, &[5]).record(2, &[]).record(4, &[14]).leave();
    let module = open(w).unwrap();
    assert!(module.consts.len() < 100);
}

#[test]
fn overlapping_names_are_paid_for() {
    let mut w = Writer::bitcode();
    w.enter(8, 3).record(1, &[2]);
    w.enter(17, 4).record(1, &[1]).record(7, &[32]).leave();
    (0..4000).for_each(|i| {
        w.record(7, &[i, 60_000 - i, 0, 3, 0, 0, 0, 0]);
    });
    w.leave();
    w.enter(23, 3).id(2).vbr(2, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(5, 3);
    w.id(4).vbr(60_000, 6).align();
    (0..15_000).for_each(|i| {
        w.fixed(i * 7919, 32);
    });
    assert_eq!(kind_of(w), ErrorKind::TooLarge);
}

#[test]
fn constants_may_refer_forwards_but_not_to_themselves() {
    // { i32, i32 } made of two constants that follow, then one that contains itself.
    let types = |w: &mut Writer| {
        w.record(18, &[0, 1, 1]).leave();
    };
    let mut good = module(1, types);
    good.enter(11, 4).record(1, &[4]).record(7, &[1, 2]).record(1, &[1]).record(4, &[14]).record(4, &[15]).leave();
    assert_eq!(open(good).unwrap().consts.len(), 3);
    let mut bad = module(1, types);
    bad.enter(11, 4).record(1, &[4]).record(7, &[0, 0]).leave();
    let error = open(bad).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("does not contain itself"), "{error}");
}

#[test]
fn a_deep_chain_of_forward_constants_needs_no_stack() {
    let depth = 50_000;
    let mut w = module(depth, |w| {
        w.record(11, &[1, 1]);
        (1..depth).for_each(|i| {
            w.record(11, &[1, 3 + i]);
        });
        w.leave();
    });
    w.enter(11, 4);
    (0..depth).rev().for_each(|i| {
        w.record(1, &[4 + i]).record(7, &[depth - i]);
    });
    w.record(1, &[1]).record(4, &[14]).leave();
    assert_eq!(open(w).unwrap().consts.len() as u64, depth + 1);
}

#[test]
fn more_blocks_than_bits_are_refused() {
    let error = decode(function(|w| {
        w.record(1, &[1 << 40]);
    }));
    assert!(error.unwrap_err().contains("blocks, declared once"));
}

#[test]
fn bodies_that_do_not_hold_together_are_refused() {
    type Case = (&'static str, fn(&mut Writer));
    let cases: &[Case] = &[
        ("a body with blocks", |_| {}),
        ("a terminator at the end of block1", |w| {
            w.record(1, &[2]).record(10, &[]);
        }),
        ("one terminator each", |w| {
            w.record(1, &[1]).record(10, &[]).record(10, &[]);
        }),
        ("a block number below 1, found 7", |w| {
            w.record(1, &[1]).record(11, &[7]);
        }),
        ("a known instruction", |w| {
            w.record(1, &[1]).record(99, &[]);
        }),
        ("a definition of value 5, which is used", |w| {
            // A phi of i32 with a value that never comes: number 5 is 4 after the phi's own, 1.
            w.record(1, &[2]).record(11, &[1]).record(16, &[1, (4 << 1) | 1, 0]).record(10, &[]);
        }),
        ("an operand of the type that its place asks for", |w| {
            // A branch on the function itself as the condition.
            w.record(1, &[2]).record(11, &[0, 1, 1]).record(10, &[]);
        }),
        ("the number of a type, below 4, found 44", |w| {
            w.record(1, &[1]).record(19, &[44, 1, 0, 64]);
        }),
        ("at least 3 operands, found 2", |w| {
            w.record(1, &[1]).record(19, &[1, 1]);
        }),
        ("the number of a bundle tag", |w| {
            w.record(1, &[1]).record(55, &[3]);
        }),
    ];
    for (expected, body) in cases {
        let error = decode(function(body)).map(|_| ()).expect_err(expected);
        assert!(error.contains(expected), "{error}\nshould say: {expected}");
        assert!(error.contains("block FUNCTION") || error.contains("at byte"), "{error}");
    }
}

#[test]
fn a_body_too_few_or_too_many_is_refused() {
    let mut few = module(0, |w| {
        w.leave();
    });
    few.record(8, &[3, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(kind_of(few), ErrorKind::Corrupt);
    let mut many = module(0, |w| {
        w.leave();
    });
    many.enter(12, 4).record(1, &[1]).record(10, &[]).leave();
    assert_eq!(kind_of(many), ErrorKind::Corrupt);
}

#[test]
fn a_long_phi_is_not_searched_for_each_entry() {
    let blocks = 20_000;
    let result = decode(function(|w| {
        w.record(1, &[blocks]);
        let mut phi = vec![2];
        // The function's own address, value 0, from every block, and then again.
        (0..2 * blocks).for_each(|i| phi.extend([2, i % blocks]));
        w.record(16, &phi);
        (0..blocks).for_each(|_| {
            w.record(15, &[]);
        });
    }));
    let module = result.unwrap();
    let body = module.funcs.values().find_map(|func| func.body.ready()).unwrap();
    let Some(braid_ir::Inst::Phi { incoming }) = body.insts.values().next().map(|data| &data.inst) else {
        panic!("a phi")
    };
    assert_eq!(incoming.len() as u64, blocks);
}

#[test]
fn metadata_in_circles_ends() {
    let mut w = module(0, |w| {
        w.leave();
    });
    // 0 and 1: lexical blocks inside each other; 2 and 3: locations inlined at each other.
    w.enter(15, 4);
    w.record(22, &[1, 2, 0, 1, 1]).record(22, &[1, 1, 0, 2, 2]);
    w.record(7, &[1, 5, 1, 0, 4]).record(7, &[1, 6, 1, 1, 3]).leave();
    w.record(8, &[3, 0, 0, 0, 0, 0, 0, 0]);
    w.enter(12, 4).record(1, &[1]).record(10, &[]).record(35, &[7, 3, 1, 3, 0]).leave();
    let mut module = open(w).unwrap();
    module.decode_all().unwrap();
    assert_eq!(module.debug.scopes.len(), 2);
    assert!(module.debug.locs.len() >= 2);
}
