//! What the memory of a state costs: host instructions of a load and a store (run it under callgrind with the argument
//! `load` or `store`), time of a snapshot, bytes of a live snapshot.

#![allow(clippy::print_stdout, reason = "a measurement prints what it measured")]

use std::hint::black_box;
use std::time::Instant;

use braid_expr::testing::peak_memory;
use braid_state::Value;
use braid_state::memory::{Bench, CallPath, Contents, Identity, Memory, Object, Origin, OriginKind, Site, Slots};

/// Rounds of the loops that callgrind counts.
const ROUNDS: u64 = 1_000_000;

fn memory(objects: u32, size: u64) -> (Memory, Vec<u64>) {
    let (mut memory, mut slots, mut bases) = (Memory::new(), Slots::new(), Vec::new());
    for instruction in 0..objects {
        let site = Site { function: 1, instruction };
        let identity = memory.next_identity(site, CallPath::default());
        let base = slots.place(&identity, size, 8).expect("small");
        let origin = Origin { kind: OriginKind::Heap, site, name: None };
        let contents = Contents::of_bytes(&vec![7; size as usize]);
        memory.insert(Object::new(base, Value::Word(size), size, origin).with_contents(contents));
        bases.push(base);
    }
    (memory, bases)
}

fn load(size: u64) {
    let (mut memory, bases) = memory(1, size);
    for round in 0..ROUNDS {
        let address = bases[0] + ((round * 4) & (size - 1));
        black_box(memory.load_word(black_box(address), 4));
    }
}

fn store(size: u64) {
    let (mut memory, bases) = memory(1, size);
    for round in 0..ROUNDS {
        let address = bases[0] + ((round * 4) & (size - 1));
        black_box(memory.store_word(black_box(address), 4, round));
    }
}

fn nothing() {
    let (_, bases) = memory(1, 64);
    for round in 0..ROUNDS {
        let address = bases[0] + ((round * 4) & 63);
        black_box(black_box(address));
    }
}

/// A call with one local variable, over and over.
fn locals() {
    let (mut memory, _) = memory(10, 16);
    let (mut slots, site) = (Slots::new(), Site { function: 2, instruction: 0 });
    let start = Instant::now();
    for round in 0..ROUNDS {
        let identity = Identity { site, path: CallPath::default(), count: 0 };
        let base = memory.place_local(&mut slots, identity, 16, 8).expect("small");
        let origin = Origin { kind: OriginKind::Stack, site, name: None };
        memory.insert(Object::new(base, Value::Word(16), 16, origin));
        memory.store_word(base, 4, round);
        memory.store_word(base + 4, 4, round);
        memory.free(base, site);
    }
    println!("{} ns for a local variable", start.elapsed().as_nanos() / u128::from(ROUNDS));
}

/// A state that runs for a little and is put aside, over and over.
fn settle() {
    let (mut memory, bases) = memory(100, 16);
    let mut bench = Bench::default();
    let start = Instant::now();
    for round in 0..ROUNDS {
        memory.begin(&mut bench);
        memory.store_word(bases[0], 4, round);
        memory.settle(&mut bench);
    }
    println!("{} ns for a run of one store", start.elapsed().as_nanos() / u128::from(ROUNDS));
}

/// Time and bytes of snapshots of `objects` objects of which `hot` are changed before each.
fn snapshots(objects: u32, hot: usize, count: usize, keep: bool) {
    let (mut memory, bases) = memory(objects, 16);
    let before = peak_memory().unwrap_or(0);
    let start = Instant::now();
    let mut kept = Vec::new();
    for round in 0..count {
        for which in 0..hot {
            memory.store_word(bases[(which * 31) % bases.len()], 4, round as u64);
        }
        let snapshot = memory.snapshot();
        if keep {
            kept.push(snapshot);
        }
    }
    let nanoseconds = start.elapsed().as_nanos() / count as u128;
    let bytes = (peak_memory().unwrap_or(0) - before) / count as u64;
    println!(
        "{objects} objects, {hot} hot, kept {keep}: {nanoseconds} ns and {bytes} bytes for each of {count} snapshots"
    );
    drop(kept);
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("load") => load(64),
        Some("load-large") => load(8192),
        Some("store") => store(64),
        Some("store-large") => store(8192),
        Some("nothing") => nothing(),
        Some("locals") => locals(),
        Some("settle") => settle(),
        Some("keep-100") => snapshots(100, 1, 1_000_000, true),
        Some("keep-10") => snapshots(10, 1, 1_000_000, true),
        _ => {
            println!("Memory takes {} bytes, Object {}", size_of::<Memory>(), size_of::<Object>());
            snapshots(100, 3, 200_000, false);
            snapshots(100, 1, 200_000, false);
            snapshots(100, 0, 200_000, false);
            snapshots(10, 1, 200_000, false);
            snapshots(10, 1, 200_000, true);
        }
    }
}
