//! Bodies are decoded on first use: opening costs nothing, one damaged body does not harm the others.

mod common;

use std::sync::OnceLock;

use braid_ir::module::BodyState;
use common::{clang, clangs, read, source};

fn basics() -> Vec<u8> {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| clang(clangs()[0], &source("basics.c"), &["-O0", "-g"]).unwrap()).clone()
}

#[test]
fn opening_decodes_no_body_and_no_debug_information() {
    let mut module = braid_bitcode::read(basics(), "basics.bc").unwrap();
    let lazy = |module: &braid_ir::Module| {
        module.funcs.values().filter(|func| matches!(func.body, BodyState::Lazy { .. })).count()
    };
    let defined = lazy(&module);
    assert!(defined > 15);
    assert!(module.debug.scopes.is_empty() && module.debug.vars.is_empty());
    let main = module.func_named("arithmetic").unwrap();
    let insts = module.body(main).unwrap().unwrap().inst_count();
    assert!(insts > 30);
    assert_eq!(lazy(&module), defined - 1);
    assert!(!module.debug.scopes.is_empty());
}

#[test]
fn the_order_of_decoding_does_not_change_a_body() {
    let forward = read(basics(), "basics.bc");
    let mut backward = braid_bitcode::read(basics(), "basics.bc").unwrap();
    for func in backward.funcs.ids().rev() {
        backward.decode(func).unwrap();
    }
    for (id, func) in forward.funcs.iter() {
        let (Some(a), Some(b)) = (func.body.ready(), backward.funcs[id].body.ready()) else { continue };
        assert_eq!(a.inst_count(), b.inst_count());
        let text = |module, body: &braid_ir::Body| -> Vec<String> {
            // Scopes and variables are numbered in the order of decoding.
            let insts = body.order.iter().flat_map(|&block| body.blocks[block].insts.clone());
            let insts = insts.filter(|&inst| !body.insts[inst].inst.is_debug());
            insts.map(|inst| braid_ir::text::inst_text(module, body, inst)).collect()
        };
        assert_eq!(text(&forward, a), text(&backward, b));
    }
}

#[test]
fn a_damaged_body_is_reported_with_its_place_and_the_others_are_read() {
    let bytes = basics();
    let mut broken = None;
    // Some byte in the second half of the file is inside a body and breaks it.
    for at in (bytes.len() / 3..bytes.len()).step_by(16) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xff;
        let Ok(mut module) = braid_bitcode::read(damaged, "damaged.bc") else { continue };
        let results: Vec<_> = module.funcs.ids().map(|func| module.decode(func)).collect();
        if let [error] = results.iter().filter_map(|result| result.as_ref().err()).collect::<Vec<_>>()[..] {
            broken = Some(error.to_string());
            break;
        }
    }
    let message = broken.expect("a byte whose damage one body shows");
    assert!(message.contains("byte ") && message.contains("block "), "{message}");
}

#[test]
fn a_wrapped_file_is_the_file_in_it() {
    let bytes = basics();
    let words = [0x0B17_C0DE, 0, 20, bytes.len() as u32, 0x0100_0007];
    let mut wrapped: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    wrapped.extend_from_slice(&bytes);
    assert!(braid_bitcode::is_bitcode(&wrapped) && braid_bitcode::is_bitcode(&bytes));
    assert_eq!(braid_bitcode::producer(&wrapped).unwrap(), braid_bitcode::producer(&bytes).unwrap());
    assert!(braid_bitcode::producer(&bytes).unwrap().starts_with("LLVM"));
    let (a, b) = (read(bytes, "x"), read(wrapped, "x"));
    assert_eq!(braid_ir::text::print(&a), braid_ir::text::print(&b));
}

#[test]
fn a_file_of_two_modules_gives_both() {
    let twice = [basics(), basics()].concat();
    let modules = braid_bitcode::read_all(twice, "twice.bc", &braid_entity::Interrupt::default()).unwrap();
    assert_eq!(modules.len(), 2);
    let names = |module: &braid_ir::Module| {
        module.funcs.values().map(|f| module.names.get(f.symbol.name).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&modules[0]), names(&modules[1]));
}

#[test]
fn a_file_cut_anywhere_is_refused_or_its_bodies_are() {
    let bytes = basics();
    for len in (0..bytes.len()).step_by(97) {
        let mut cut = bytes.clone();
        cut.truncate(len);
        if let Ok(mut module) = braid_bitcode::read(cut, "cut.bc") {
            assert!(module.decode_all().is_err() || len + 64 > bytes.len(), "cut to {len} of {}", bytes.len());
        }
    }
}
