//! The readable report of a fault, `testNNNNNN.<kind>.err`: what, where, the source, the stack, the inputs.

use crate::fault::Fault;
use crate::inputs;
use crate::ktest::KTest;
use crate::source::Sources;

/// The report of one fault.
pub fn render(fault: &Fault, test_name: &str, test: &KTest, sources: &Sources) -> String {
    let mut text = format!("Fault:   {}\nPlace:   {}\n", fault.kind, fault.place);
    if !fault.message.is_empty() {
        text.push_str(&format!("What:    {}\n", fault.message));
    }
    text.push_str(&format!("Test:    {test_name}\n"));
    if let Some(excerpt) = sources.excerpt(&fault.place) {
        text.push_str(&format!("\n{excerpt}"));
    }
    if !fault.stack.is_empty() {
        text.push_str(&format!("\nStack:\n{}", stack(fault)));
    }
    if !test.objects.is_empty() {
        text.push_str(&format!("\nInputs:\n{}", inputs::render(test)));
    }
    text
}

/// The frames, innermost first, one line each.
pub fn stack(fault: &Fault) -> String {
    let frames = fault.stack.iter().enumerate();
    frames.map(|(at, frame)| format!("  #{at} {frame}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ktest::InputObject;
    use crate::place::Place;

    #[test]
    fn a_report_tells_all_that_is_known() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), "int main(void) { return *(int *)0; }\n").unwrap();
        let place =
            |function: &str| Place { file: Some("a.c".to_owned()), line: 1, column: 25, function: function.to_owned() };
        let fault = Fault {
            kind: "null-deref".to_owned(),
            place: place("f"),
            message: "read of 4 bytes at address 0".to_owned(),
            stack: vec![place("f"), place("main")],
        };
        let test = KTest { objects: vec![InputObject::new("x", &[7])], ..KTest::default() };
        let expected = "Fault:   null-deref\nPlace:   a.c:1:25 in f\nWhat:    read of 4 bytes at address 0\n\
            Test:    test000001\n\n>    1 | int main(void) { return *(int *)0; }\n       |                         ^\n\
            \nStack:\n  #0 a.c:1:25 in f\n  #1 a.c:1:25 in main\n\nInputs:\n  x (1 byte): 7, \"\\x07\"\n";
        assert_eq!(render(&fault, "test000001", &test, &Sources::new(folder.path())), expected);
        let without = render(&fault, "test000001", &test, &Sources::none());
        assert!(!without.contains('|') && without.contains("Stack:"));
    }
}
