//! Files of any kind: reading, decoding, verifying, printing, transforming and linking must end with an answer.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

/// What every file is linked with: the first seed, so that symbols may meet.
static PARTNER: OnceLock<Vec<u8>> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let partner = PARTNER.get_or_init(|| {
        let path = std::env::var_os("BRAID_FUZZ_PARTNER");
        path.and_then(|path| std::fs::read(path).ok()).unwrap_or_default()
    });
    braid_mutants::digest(data, partner);
});
