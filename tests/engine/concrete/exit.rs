//! A program that ends by exit in the middle of a line: what it printed appears, values that live are not dropped.
struct Loud(&'static str);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("drop of {}", self.0);
    }
}

fn main() {
    let _kept = Loud("what exit leaves alone");
    {
        let _dropped = Loud("what ends before");
    }
    print!("a line without an end");
    std::process::exit(0);
}
