//! Text IR: parsing must end with an answer, and what a sound program prints must read back as the same text.

#![no_main]

use braid_ir::{text, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &str| {
    let Ok(module) = text::parse(data) else { return };
    if !verify::module(&module).is_empty() {
        return;
    }
    let printed = text::print(&module);
    let again = text::parse(&printed).expect("what was printed parses");
    assert_eq!(text::print(&again), printed);
});
