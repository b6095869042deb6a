//! Streams written by hand: what must be read back, and every way a stream can be wrong.

use super::writer::Writer;
use super::*;

fn records(bytes: &[u8]) -> Result<Vec<(u32, u32, Vec<u64>)>, Error> {
    let mut stream = Stream::new(bytes);
    let (mut record, mut out, mut depth) = (Record::default(), Vec::new(), 0);
    loop {
        match stream.next()? {
            Entry::Block(header) if header.id == crate::codes::block::BLOCKINFO => stream.read_block_info(header)?,
            Entry::Block(header) => {
                stream.enter(header)?;
                depth += 1;
            }
            Entry::Record(shape) => {
                stream.read(shape, &mut record)?;
                let mut operands = record.operands.clone();
                if let Some(blob) = &record.blob {
                    operands.extend(bytes[blob.clone()].iter().map(|&b| u64::from(b)));
                }
                out.push((record.block, record.code, operands));
            }
            Entry::End => {
                depth -= 1;
                if depth == 0 {
                    return Ok(out);
                }
            }
        }
    }
}

/// Literal 5, fixed 3, vbr 6, array of char6.
fn define_sample(w: &mut Writer) {
    w.id(2).vbr(5, 5);
    w.fixed(1, 1).vbr(5, 8);
    w.fixed(0, 1).fixed(1, 3).vbr(3, 5);
    w.fixed(0, 1).fixed(2, 3).vbr(6, 5);
    w.fixed(0, 1).fixed(3, 3);
    w.fixed(0, 1).fixed(4, 3);
}

fn use_sample(w: &mut Writer, id: u64) {
    w.id(id).fixed(6, 3).vbr(1000, 6).vbr(3, 6).fixed(0, 6).fixed(27, 6).fixed(63, 6);
}

const SAMPLE: [u64; 5] = [6, 1000, b'a' as u64, b'B' as u64, b'_' as u64];

#[test]
fn plain_and_abbreviated_records_nest_in_blocks() {
    let mut w = Writer::new();
    w.enter(8, 3).record(1, &[2]);
    define_sample(&mut w);
    use_sample(&mut w, 4);
    w.enter(12, 4).record(7, &[0, u64::MAX]).leave();
    w.record(9, &[]).leave();
    let expected = vec![(8, 1, vec![2]), (8, 5, SAMPLE.to_vec()), (12, 7, vec![0, u64::MAX]), (8, 9, vec![])];
    assert_eq!(records(&w.bytes()).unwrap(), expected);
}

#[test]
fn block_info_gives_abbreviations_to_later_blocks_only() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.enter(0, 3).record(1, &[12]);
    define_sample(&mut w);
    w.leave();
    w.enter(12, 4);
    use_sample(&mut w, 4);
    w.leave().leave();
    assert_eq!(records(&w.bytes()).unwrap(), vec![(12, 5, SAMPLE.to_vec())]);

    let mut own = Writer::new();
    own.enter(8, 4);
    use_sample(&mut own, 4);
    let error = records(&own.leave().bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert!(error.to_string().contains("an abbreviation that was defined, found 4"), "{error}");
}

#[test]
fn abbreviations_end_with_their_block() {
    let mut w = Writer::new();
    w.enter(8, 3).enter(9, 4);
    define_sample(&mut w);
    use_sample(&mut w, 4);
    w.leave().enter(9, 4);
    use_sample(&mut w, 4);
    w.leave().leave();
    assert_eq!(records(&w.bytes()).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn a_blob_is_given_by_its_place() {
    let mut w = Writer::new();
    w.enter(23, 3);
    w.id(2).vbr(2, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(5, 3);
    w.id(4).vbr(5, 6).align();
    for byte in *b"hello" {
        w.fixed(u64::from(byte), 8);
    }
    w.align().leave();
    let text = b"hello".map(u64::from).to_vec();
    assert_eq!(records(&w.bytes()).unwrap(), vec![(23, 1, text)]);
}

/// One ill-formed stream per row: how to make it, and what the message must say.
#[test]
fn every_ill_formed_stream_is_refused_with_the_reason() {
    type Case = (&'static str, fn(&mut Writer));
    let cases: &[Case] = &[
        ("the end of a block that was never begun", |w| {
            w.id(0);
        }),
        ("a block of 400 bytes", |w| {
            w.id(1).vbr(8, 8).vbr(3, 4).align().fixed(100, 32);
        }),
        ("abbreviation ids of 2 to 32 bits, found 0", |w| {
            w.id(1).vbr(8, 8).vbr(0, 4).align().fixed(0, 32);
        }),
        ("abbreviation ids of 2 to 32 bits, found 33", |w| {
            w.id(1).vbr(8, 8).vbr(33, 4).align().fixed(0, 32);
        }),
        ("a block number", |w| {
            w.id(1).vbr(1 << 40, 8).vbr(3, 4).align().fixed(0, 32);
        }),
        ("a block that ends inside its parent", |w| {
            w.enter(8, 3).id(1).vbr(9, 8).vbr(3, 4).align().fixed(3, 32).leave().fixed(0, 64).fixed(0, 64);
        }),
        ("the block to end at byte", |w| {
            w.enter(8, 3).id(0).align().fixed(0, 64).leave();
        }),
        ("the end of the block, as its length says", |w| {
            w.id(1).vbr(8, 8).vbr(3, 4).align().fixed(0, 32).fixed(0, 32);
        }),
        ("operands, found 1000", |w| {
            w.enter(8, 3).id(3).vbr(1, 6).vbr(1000, 6).leave();
        }),
        ("array elements, found 4294967296", |w| {
            w.enter(8, 3);
            define_sample(w);
            w.id(4).fixed(0, 3).vbr(0, 6).vbr(1 << 32, 6).leave();
        }),
        ("an abbreviation with operands", |w| {
            w.enter(8, 3).id(2).vbr(0, 5).leave();
        }),
        ("an array of numbers or a blob only at the end", |w| {
            w.enter(8, 3).id(2).vbr(1, 5).fixed(0, 1).fixed(3, 3).leave();
        }),
        ("an array of numbers or a blob only at the end", |w| {
            w.enter(8, 3).id(2).vbr(3, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(3, 3).fixed(1, 1).vbr(1, 8).leave();
        }),
        ("an array of numbers or a blob only at the end", |w| {
            w.enter(8, 3).id(2).vbr(3, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(5, 3).fixed(1, 1).vbr(1, 8).leave();
        }),
        ("an abbreviation encoding from 1 to 5, found 6", |w| {
            w.enter(8, 3).id(2).vbr(1, 5).fixed(0, 1).fixed(6, 3).leave();
        }),
        ("a fixed field of at most 64 bits, found 65", |w| {
            w.enter(8, 3).id(2).vbr(1, 5).fixed(0, 1).fixed(1, 3).vbr(65, 5).leave();
        }),
        ("a variable field with chunks of 2 to 32 bits, found 1", |w| {
            w.enter(8, 3).id(2).vbr(1, 5).fixed(0, 1).fixed(2, 3).vbr(1, 5).leave();
        }),
        ("a SETBID record before the first abbreviation", |w| {
            w.enter(0, 3);
            define_sample(w);
            w.leave();
        }),
        ("at least 1 operands, found 0", |w| {
            w.enter(0, 3).record(1, &[]).leave();
        }),
        ("a record code of at most 32 bits", |w| {
            w.enter(8, 3).record(1 << 33, &[]).leave();
        }),
        ("blocks nested at most 64 deep", |w| {
            for _ in 0..70 {
                w.enter(8, 3);
            }
            for _ in 0..70 {
                w.leave();
            }
        }),
        ("more bytes", |w| {
            w.enter(23, 3).id(2).vbr(2, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(5, 3);
            w.id(4).vbr(5000, 6).leave();
        }),
    ];
    for (expected, build) in cases {
        let mut w = Writer::new();
        build(&mut w);
        let error = records(&w.bytes()).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}\nshould say: {expected}");
        assert!(error.place().bit <= w.len());
    }
}

#[test]
fn a_stream_cut_anywhere_is_refused() {
    let mut w = Writer::new();
    w.enter(8, 3).record(1, &[2]);
    define_sample(&mut w);
    use_sample(&mut w, 4);
    w.enter(12, 4).record(7, &[0, u64::MAX]).leave().leave();
    let bytes = w.bytes();
    assert!(records(&bytes).is_ok());
    for len in 0..bytes.len() {
        assert_eq!(records(&bytes[..len]).unwrap_err().kind(), ErrorKind::Truncated, "cut to {len}");
    }
}

#[test]
fn many_blocks_with_many_shared_abbreviations_cost_no_copies() {
    let mut w = Writer::new();
    w.enter(8, 3).enter(0, 3).record(1, &[12]);
    for _ in 0..5_000 {
        define_sample(&mut w);
    }
    w.leave();
    for _ in 0..5_000 {
        w.enter(12, 3).leave();
    }
    let bytes = w.leave().bytes();
    let mut stream = Stream::new(&bytes);
    let Entry::Block(module) = stream.next().unwrap() else { panic!("a block") };
    stream.enter(module).unwrap();
    while let Entry::Block(header) = stream.next().unwrap() {
        if header.id == crate::codes::block::BLOCKINFO {
            stream.read_block_info(header).unwrap();
        } else {
            stream.enter(header).unwrap();
            assert_eq!(stream.local.len() + stream.local_table.len(), 0);
            assert_eq!(stream.next().unwrap(), Entry::End);
        }
    }
}
