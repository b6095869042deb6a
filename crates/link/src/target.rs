//! Whether modules were compiled for the same machine.
//!
//! Data layouts and triples of one machine differ in details from compiler to compiler (a newer LLVM aligns 128-bit
//! integers to 16 bytes; one vendor is `pc`, another `unknown`), so they are compared by what they mean. Byte order and
//! pointer width must agree, or addresses and integers in memory would mean different things: this is an error.
//! Any other difference is a warning.

use braid_ir::Module;

/// The machine a module was compiled for, as far as linking cares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
    /// Width of a pointer in bits.
    pub pointer_bits: u32,
    /// The triple, empty if there is none.
    pub triple: String,
}

impl Target {
    /// The target of a module; none if it does not say.
    pub(crate) fn of(module: &Module) -> Option<Target> {
        let triple = module.triple.map(|triple| module.names.get(triple).to_owned()).unwrap_or_default();
        (!module.layout.text().is_empty() || !triple.is_empty()).then(|| Target {
            big_endian: module.layout.is_big_endian(),
            pointer_bits: module.layout.pointer(0).bits,
            triple,
        })
    }
    /// Whether programs for it can be run: those in which the first byte is the lowest and pointers have 64 bits, and those for i386.
    pub(crate) fn is_known(&self) -> bool {
        !self.big_endian && (self.pointer_bits == 64 || self.is_i386())
    }
    /// Whether it is a 32-bit x86 processor with the calling convention of System V.
    fn is_i386(&self) -> bool {
        let (processor, system) = system(&self.triple);
        let other_system = system.iter().any(|part| part.starts_with("windows") || part.starts_with("darwin"));
        self.pointer_bits == 32 && I386.contains(&processor) && !other_system
    }
    /// Whether memory means the same on both.
    pub(crate) fn is_compatible(&self, other: &Target) -> bool {
        (self.big_endian, self.pointer_bits) == (other.big_endian, other.pointer_bits)
    }
    /// Whether both are the same processor and system; the vendor does not matter.
    pub(crate) fn is_same_system(&self, other: &Target) -> bool {
        self.triple.is_empty() || other.triple.is_empty() || system(&self.triple) == system(&other.triple)
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let order = if self.big_endian { "big-endian" } else { "little-endian" };
        let triple = if self.triple.is_empty() { "no target triple" } else { &self.triple };
        write!(f, "{triple}: {order}, {}-bit pointers", self.pointer_bits)
    }
}

/// Names of 32-bit x86 processors in triples.
const I386: &[&str] = &["i386", "i486", "i586", "i686"];

/// Processor, system and environment of a triple, without the vendor.
fn system(triple: &str) -> (&str, Vec<&str>) {
    let mut parts = triple.split('-');
    let processor = parts.next().unwrap_or_default();
    (processor, parts.skip(1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(triple: &str) -> Target {
        Target { big_endian: false, pointer_bits: 64, triple: triple.to_owned() }
    }

    #[test]
    fn the_vendor_does_not_matter_but_the_system_does() {
        let debian = target("x86_64-pc-linux-gnu");
        assert!(debian.is_same_system(&target("x86_64-unknown-linux-gnu")));
        assert!(debian.is_same_system(&target("")));
        assert!(!debian.is_same_system(&target("x86_64-pc-windows-msvc")));
        assert!(!debian.is_same_system(&target("aarch64-unknown-linux-gnu")));
    }

    #[test]
    fn pointer_width_and_byte_order_must_agree() {
        let wide = target("x86_64-pc-linux-gnu");
        assert!(wide.is_compatible(&target("aarch64-unknown-linux-gnu")));
        assert!(!wide.is_compatible(&Target { pointer_bits: 32, ..wide.clone() }));
        assert!(!wide.is_compatible(&Target { big_endian: true, ..wide.clone() }));
        assert!(wide.is_known() && !Target { pointer_bits: 32, ..wide.clone() }.is_known());
        assert!(!Target { big_endian: true, ..wide }.is_known());
        let narrow = |triple: &str| Target { pointer_bits: 32, ..target(triple) };
        assert!(narrow("i386-pc-linux-gnu").is_known() && narrow("i686-unknown-linux-gnu").is_known());
        let others = [
            "armv7-linux-gnueabihf",
            "riscv32-unknown-elf",
            "wasm32-wasi",
            "i686-pc-windows-msvc",
            "x86_64-pc-linux-gnux32",
        ];
        assert!(others.iter().all(|triple| !narrow(triple).is_known()));
    }
}
