//! Reads bitcode files, decodes and verifies all bodies, and says what was found: `decode FILE...`
#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut failed = false;
    for path in std::env::args().skip(1) {
        match decode(&path) {
            Ok(line) => println!("{path}: {line}"),
            Err(error) => {
                println!("{path}: {error}");
                failed = true;
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn decode(path: &str) -> Result<String, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    let len = bytes.len();
    let start = Instant::now();
    let mut module = braid_bitcode::read(bytes, path)?;
    let opened = start.elapsed();
    module.decode_all()?;
    let decoded = start.elapsed();
    let bodies = module.funcs.values().filter_map(|func| func.body.ready());
    let insts: usize = bodies.map(|body| body.inst_count()).sum();
    let faults = braid_ir::verify::module(&module);
    let verified = start.elapsed();
    if let Some(fault) = faults.first() {
        return Err(format!("{} problems, first: {}", faults.len(), fault).into());
    }
    Ok(format!(
        "{len} bytes, {} functions, {insts} instructions; {opened:?} {decoded:?} {verified:?}",
        module.funcs.len()
    ))
}
