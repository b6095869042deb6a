//! Builds ten million distinct small terms and prints what they cost: the process must stay below 400 MB.
//! `cargo run --release -p braid-expr --example ten_million`

use std::io::Write;
use std::time::Instant;

use braid_expr::testing::{fill, peak_memory};
use braid_expr::{ExprPool, Rule};

fn main() -> std::io::Result<()> {
    let start = Instant::now();
    let mut pool = ExprPool::new();
    fill(&mut pool, 10_000_000);
    let seconds = start.elapsed().as_secs_f64();
    let hits: u64 = pool.rule_hits().map(|(_, hits)| hits).sum();
    let peak = peak_memory()?;
    let mut out = std::io::stdout();
    writeln!(out, "{} terms, {hits} applications of {} rules, {seconds:.1} s", pool.len(), Rule::ALL.len())?;
    writeln!(out, "peak memory {} MB", peak / 1_000_000)?;
    if peak > 400_000_000 {
        return Err(std::io::Error::other("more than 400 MB"));
    }
    Ok(())
}
