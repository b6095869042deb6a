//! The listing of LLVM's text form, as `llvm-dis` and `rustc --emit=llvm-ir` print it.
//!
//! Not a parser of the language: the printers put one instruction on a line, indented by two, and that is used. What
//! goes on over several lines (cases of a switch, targets of an invoke) is indented further.

use rustc_hash::FxHashMap;

use super::module::is_debug_intrinsic;
use super::{Callee, ListedFunction, ListedGlobal, ListedInst, Listing, Position};

/// Keywords of linkage; a definition that has none is external.
const LINKAGES: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "appending",
    "extern_weak",
    "common",
    "external",
];

/// The listing of a module in LLVM's text form.
pub fn of_text(text: &str) -> Listing {
    let metadata = Metadata::read(text);
    let mut listing = Listing::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("define ") || line.starts_with("declare ") {
            let mut function = header(line);
            if line.starts_with("define ") {
                let body = lines.by_ref().take_while(|line| *line != "}");
                read_body(body, &metadata, &mut function);
            }
            listing.functions.push(function);
        } else if line.starts_with('@') {
            read_global(line, &mut listing);
        }
    }
    listing
}

/// A symbol or value name at the start of `text`, without its mark and quotes; and what follows it.
fn name(text: &str) -> Option<(String, &str)> {
    let rest = text.strip_prefix(['@', '%'])?;
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((unescaped(&quoted[..end]), &quoted[end + 1..]));
    }
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-$._".contains(c))).unwrap_or(rest.len());
    Some((rest[..end].to_owned(), &rest[end..]))
}

/// A string with its `\hh` escapes resolved. The mark of names that no mangling may touch stays as it is.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&byte, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match code {
            Some(code) if byte == b'\\' => {
                out.push(code);
                rest = &tail[2..];
            }
            _ => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A name in the symbol table; numbers stand for no name.
fn symbol(text: &str) -> String {
    let found = name(text).map(|(name, _)| name).unwrap_or_default();
    let numbered = !text.starts_with("@\"") && found.bytes().all(|byte| byte.is_ascii_digit());
    if numbered { String::new() } else { found }
}

fn linkage<'a>(words: impl Iterator<Item = &'a str>, default: &str) -> String {
    let mut words = words.take_while(|word| !word.starts_with('@'));
    words.find(|word| LINKAGES.contains(word)).unwrap_or(default).to_owned()
}

fn header(line: &str) -> ListedFunction {
    // The name is the first one that is followed by its parameters.
    let at = line
        .match_indices('@')
        .map(|(at, _)| &line[at..])
        .find(|rest| name(rest).is_some_and(|(_, rest)| rest.starts_with('(')));
    ListedFunction {
        name: at.map(symbol).unwrap_or_default(),
        linkage: linkage(line.split(' ').skip(1), "external"),
        ..ListedFunction::default()
    }
}

fn read_global(line: &str, listing: &mut Listing) {
    let Some((_, rest)) = name(line) else { return };
    let Some(rest) = rest.strip_prefix(" = ") else { return };
    let words: Vec<&str> = rest.split(' ').collect();
    let kinds = ["global", "constant", "alias", "ifunc"];
    let Some(kind) = words.iter().find(|word| kinds.contains(word)) else { return };
    if matches!(*kind, "alias" | "ifunc") {
        listing.aliases.push(symbol(line));
        return;
    }
    let before = words.iter().take_while(|word| *word != kind).copied();
    let align = rest.rsplit_once(", align ").map(|(_, tail)| tail.split([',', ' ']).next().unwrap_or(tail));
    listing.globals.push(ListedGlobal {
        name: symbol(line),
        linkage: linkage(before.clone(), "external"),
        constant: *kind == "constant",
        thread_local: before.into_iter().any(|word| word.starts_with("thread_local")),
        align: align.and_then(|align| align.parse().ok()).unwrap_or(0),
    });
}

fn read_body<'a>(lines: impl Iterator<Item = &'a str>, metadata: &Metadata, function: &mut ListedFunction) {
    let mut insts: Vec<ListedInst> = Vec::new();
    for line in lines {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(record) = text.strip_prefix("#dbg_") {
            count_record(record.split('(').next().unwrap_or(record), function);
        } else if indent == 2 && !text.starts_with(']') {
            let inst = instruction(text, metadata);
            match inst.callee {
                Some(Callee::Named(ref name)) if is_debug_intrinsic(name) => {
                    count_record(name.trim_start_matches("llvm.dbg."), function);
                }
                _ => insts.push(inst),
            }
        } else if indent >= 2
            && let (Some(last), Some(position)) = (insts.last_mut(), metadata.position_in(text))
        {
            last.position = position;
        }
    }
    function.body = Some(insts);
}

fn count_record(kind: &str, function: &mut ListedFunction) {
    match kind {
        "declare" => function.declares += 1,
        "value" | "assign" | "addr" => function.values += 1,
        _ => {}
    }
}

fn instruction(text: &str, metadata: &Metadata) -> ListedInst {
    let body = if text.starts_with('%') {
        name(text).and_then(|(_, rest)| rest.strip_prefix(" = ")).unwrap_or(text)
    } else {
        text
    };
    let first = body.split([' ', ',']).next().unwrap_or(body);
    let opcode = if matches!(first, "tail" | "musttail" | "notail") { "call" } else { first };
    let calls = matches!(opcode, "call" | "invoke" | "callbr");
    ListedInst {
        opcode: opcode.to_owned(),
        callee: calls.then(|| callee(body)),
        position: metadata.position_in(text).unwrap_or_default(),
    }
}

/// The callee: the first name with arguments behind it. A cast of a symbol calls the symbol.
fn callee(text: &str) -> Callee {
    let marks = text.match_indices(['@', '%']).map(|(at, _)| at);
    let called = marks.filter_map(|at| Some((at, name(&text[at..])?))).find(|(at, (_, rest))| {
        rest.starts_with('(') || (rest.starts_with(" to ") && text[..*at].contains(" bitcast ("))
    });
    let assembly = text.find(" asm ");
    match called {
        Some((at, _)) if assembly.is_some_and(|assembly| assembly < at) => Callee::Asm,
        None if assembly.is_some() => Callee::Asm,
        Some((at, (found, _))) if text[at..].starts_with('@') => Callee::Named(found),
        _ => Callee::Indirect,
    }
}

/// Positions and the scopes they are in.
struct Metadata {
    positions: FxHashMap<u32, RawPosition>,
    scopes: FxHashMap<u32, Scope>,
}

struct RawPosition {
    line: u32,
    column: u32,
    scope: u32,
    inlined_at: Option<u32>,
}

enum Scope {
    Function(String),
    Inside(u32),
}

impl Metadata {
    fn read(text: &str) -> Metadata {
        let mut metadata = Metadata { positions: FxHashMap::default(), scopes: FxHashMap::default() };
        for line in text.lines().filter(|line| line.starts_with('!')) {
            let Some((number, node)) = line[1..].split_once(" = ") else { continue };
            let Ok(number) = number.parse() else { continue };
            let node = node.strip_prefix("distinct ").unwrap_or(node);
            if node.starts_with("!DILocation(") {
                let position = RawPosition {
                    line: field(node, "line").unwrap_or(0),
                    column: field(node, "column").unwrap_or(0),
                    scope: field(node, "scope").unwrap_or(0),
                    inlined_at: field(node, "inlinedAt"),
                };
                metadata.positions.insert(number, position);
            } else if node.starts_with("!DISubprogram(") {
                metadata.scopes.insert(number, Scope::Function(string_field(node, "name")));
            } else if node.starts_with("!DILexicalBlock") {
                metadata.scopes.insert(number, Scope::Inside(field(node, "scope").unwrap_or(0)));
            }
        }
        metadata
    }

    /// The position that a line of text names.
    fn position_in(&self, text: &str) -> Option<Vec<Position>> {
        let (_, tail) = text.rsplit_once("!dbg !")?;
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let mut next = Some(tail[..digits].parse().ok()?);
        let mut chain = Vec::new();
        while let Some(raw) = next.and_then(|number| self.positions.get(&number)) {
            chain.push(Position { line: raw.line, column: raw.column, function: self.function(raw.scope) });
            next = raw.inlined_at;
        }
        Some(chain)
    }

    fn function(&self, mut scope: u32) -> String {
        loop {
            match self.scopes.get(&scope) {
                Some(Scope::Function(name)) => return name.clone(),
                Some(Scope::Inside(outer)) => scope = *outer,
                None => return String::new(),
            }
        }
    }
}

/// A number or the number of a node in a field `name: `.
fn field(node: &str, name: &str) -> Option<u32> {
    let start =
        [format!("({name}: "), format!(", {name}: ")].iter().find_map(|key| Some(node.find(key)? + key.len()))?;
    let value = node[start..].trim_start_matches('!');
    value[..value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len())].parse().ok()
}

fn string_field(node: &str, name: &str) -> String {
    let key = format!("({name}: \"");
    let Some(start) = node.find(&key).map(|at| at + key.len()) else { return String::new() };
    unescaped(&node[start..start + node[start..].find('"').unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r#"
@.str = private unnamed_addr constant [3 x i8] c"a\00b", align 1
@tls = thread_local(localexec) global i32 5, align 4
@0 = internal global i8 0
@other = alias i32, ptr @tls
define dso_local i32 @"odd name"(ptr sret(%struct.s) %0) #0 !dbg !4 {
  %2 = alloca i32, align 4
    #dbg_declare(ptr %2, !5, !DIExpression(), !6)
  call void @llvm.dbg.value(metadata i32 0, metadata !7, metadata !DIExpression()), !dbg !6
  %3 = tail call i32 (ptr, ...) @printf(ptr @.str), !dbg !6
  %4 = call i32 bitcast (i32 (...)* @loose to i32 (i32)*)(i32 1)
  call void asm sideeffect "nop # @f(", ""()
  %5 = invoke i32 %4(i32 0)
          to label %6 unwind label %7, !dbg !8

6:                                                ; preds = %1
  switch i32 %5, label %7 [
    i32 0, label %7
  ], !dbg !6
}
declare i32 @printf(ptr, ...)
!4 = distinct !DISubprogram(name: "odd", scope: !1)
!6 = !DILocation(line: 3, column: 7, scope: !9)
!8 = !DILocation(line: 9, column: 2, scope: !4, inlinedAt: !6)
!9 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2)
"#;

    #[test]
    fn a_module_is_listed() {
        let listing = of_text(SAMPLE);
        let names: Vec<_> =
            listing.globals.iter().map(|global| (global.name.as_str(), global.linkage.as_str())).collect();
        assert_eq!(names, [(".str", "private"), ("tls", "external"), ("", "internal")]);
        assert_eq!((listing.globals[0].align, listing.globals[1].thread_local), (1, true));
        assert_eq!(listing.aliases, ["other"]);
        let function = &listing.functions[0];
        assert_eq!((function.name.as_str(), function.declares, function.values), ("odd name", 1, 1));
        let body = function.body.as_ref().unwrap();
        let opcodes: Vec<_> = body.iter().map(|inst| inst.opcode.as_str()).collect();
        assert_eq!(opcodes, ["alloca", "call", "call", "call", "invoke", "switch"]);
        let callees: Vec<_> = body.iter().filter_map(|inst| inst.callee.clone()).collect();
        let named = |name: &str| Callee::Named(name.to_owned());
        assert_eq!(callees, [named("printf"), named("loose"), Callee::Asm, Callee::Indirect]);
        let lines: Vec<_> = body[4].position.iter().map(|at| (at.line, at.column, at.function.as_str())).collect();
        assert_eq!(lines, [(9, 2, "odd"), (3, 7, "odd")]);
        assert_eq!(body[5].position.len(), 1);
        assert!(listing.functions[1].body.is_none());
    }
}
