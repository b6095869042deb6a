//! Arguments, standard input and files of Rust's library, on the file model.
// flags: --sym-stdin 2 -- word
use std::io::{Read, Write};
fn main() {
    let words: Vec<String> = std::env::args().collect();
    assert_eq!((words.len(), words[1].as_str()), (2, "word"));
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    assert_eq!(bytes.len(), 2);
    std::fs::write("out", &bytes).unwrap();
    let mut file = std::fs::OpenOptions::new().append(true).open("out").unwrap();
    file.write_all(b"more").unwrap();
    drop(file);
    let mut again = Vec::new();
    std::fs::File::open("out").unwrap().read_to_end(&mut again).unwrap();
    assert_eq!((&again[..2], &again[2..]), (&bytes[..], &b"more"[..]));
    assert_eq!(std::fs::metadata("out").unwrap().len(), 6);
    assert!(std::fs::read("none").is_err());
    if bytes[0] == b'x' {
        std::fs::remove_file("out").unwrap(); //~ reached
    }
    std::fs::create_dir("folder").unwrap();
    std::fs::rename("out", "folder/out").ok();
    println!("{}", std::fs::read_dir("folder").unwrap().count());
}
