//! Linking compared with `llvm-link`: both link the same modules, and the symbols must be the same.

use std::collections::BTreeMap;
use std::path::Path;

use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::{Linkage, Module};
use braid_link::{LoadOptions, Undefined, load};

use crate::support::{Folder, have, message, sound, versions};

/// A program in several modules; each is the text of a file with its ending.
struct Case {
    name: &'static str,
    ending: &'static str,
    modules: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "C with tentative, weak and local definitions",
        ending: "c",
        modules: &[
            "int shared; char buffer[10]; extern int given; static int local = 1; static int twice(int x) { return 2 * x; }
             int weak(void) __attribute__((weak)); int weak(void) { return 1; }
             extern int maybe(void) __attribute__((weak)); int helper(int);
             struct node; extern struct node list; struct node *first(void) { return &list; }
             int main(void) { return helper(twice(shared + given + local)) + (maybe ? maybe() : weak()) + buffer[3]; }",
            "int shared; char buffer[100]; int given = 4; static int local = 2; static int twice(int x) { return x + x; }
             int weak(void) { return 2; } struct node { struct node *next; int value; }; struct node list = { &list, 3 };
             __attribute__((constructor(300))) static void early(void) { given = local; }
             int helper(int x) { return twice(x); }",
            "int shared = 7; extern char buffer[]; int weak(void) __attribute__((weak)); int weak(void) { return 3; }
             __attribute__((constructor)) static void late(void) { shared = buffer[0]; }
             __attribute__((destructor)) static void end(void) { shared = weak(); }
             __attribute__((used)) static int kept = 3;",
        ],
    },
    Case {
        name: "C++ with inline functions, templates and static data",
        ending: "cc",
        modules: &[
            "template <class T> struct Counter { static T value; static T next() { return ++value; } };
             template <class T> T Counter<T>::value = T(3);
             inline int &shared() { static int x = Counter<int>::next(); return x; }
             struct Base { virtual int get() { return 1; } virtual ~Base() {} };
             int other(); int main() { Base b; return shared() + Counter<long>::next() + b.get() + other(); }",
            "template <class T> struct Counter { static T value; static T next() { return ++value; } };
             template <class T> T Counter<T>::value = T(3);
             inline int &shared() { static int x = Counter<int>::next(); return x; }
             struct Base { virtual int get() { return 1; } virtual ~Base() {} };
             static int start = Counter<int>::next(); inline int inlined = start;
             int other() { Base b; return shared() + b.get() + start + inlined; }",
        ],
    },
    Case {
        name: "aliases, indirect functions and comdat groups",
        ending: "ll",
        modules: &[
            "$pick = comdat any
             $big = comdat largest
             @pick = linkonce_odr global i32 1, comdat
             @big = weak_odr global [4 x i8] zeroinitializer, comdat
             @alias = weak alias i32, i32* @pick
             @llvm.used = appending global [1 x i8*] [i8* bitcast (i32* @pick to i8*)], section \"llvm.metadata\"
             declare i32 @chosen()
             declare i32 @through()
             define i32 @main() { %a = call i32 @chosen()
               %b = call i32 @through()
               %p = load i32, i32* @alias
               %c = add i32 %a, %p
               ret i32 %c }
             define available_externally i32 @inlined() { ret i32 9 }",
            "$pick = comdat any
             $big = comdat largest
             @pick = linkonce_odr global i32 2, comdat
             @extra = internal global i32 3, comdat($pick)
             @big = weak_odr global [8 x i8] zeroinitializer, comdat
             @through = alias i32 (), i32 ()* @target
             @chosen = ifunc i32 (), i32 ()* ()* @resolver
             @alias = weak alias i32, i32* @pick
             @llvm.used = appending global [1 x i8*] [i8* bitcast (i32* @pick to i8*)], section \"llvm.metadata\"
             define internal i32 ()* @resolver() { ret i32 ()* @target }
             define i32 @target() { ret i32 5 }
             define i32 @inlined() { ret i32 9 }",
        ],
    },
];

/// Newer tools do not read typed pointers.
const TYPED_POINTERS: u32 = 15;

#[test]
fn the_symbols_are_those_of_llvm_link() {
    for version in versions(&["clang", "llvm-link", "llvm-as", "llvm-nm"]) {
        for case in CASES.iter().filter(|case| case.ending != "ll" || version < TYPED_POINTERS) {
            let folder = Folder::new();
            let names = compile(&folder, case, version);
            let paths: Vec<_> = names.iter().map(|name| folder.path(name)).collect();
            let paths: Vec<&Path> = paths.iter().map(|path| path.as_path()).collect();
            let arguments: Vec<&str> = names.iter().map(String::as_str).chain(["-o", "linked.bc"]).collect();
            folder.run(&format!("llvm-link-{version}"), &arguments);
            let (ours, theirs) = (sound(&paths), sound(&[&folder.path("linked.bc")]));
            assert_eq!(symbols(&ours), symbols(&theirs), "{} with LLVM {version}", case.name);
            for array in ["llvm.global_ctors", "llvm.global_dtors", "llvm.used"] {
                assert_eq!(entries(&ours, array), entries(&theirs, array), "{} with LLVM {version}", case.name);
            }
        }
    }
}

fn compile(folder: &Folder, case: &Case, version: u32) -> Vec<String> {
    let compile = |(at, source): (usize, &&str)| {
        let (input, output) = (format!("part{at}.{}", case.ending), format!("part{at}.bc"));
        folder.write(&input, source);
        match case.ending {
            "ll" => folder.run(&format!("llvm-as-{version}"), &[&input, "-o", &output]),
            _ => folder.run(
                &format!("clang-{version}"),
                &["-c", "-emit-llvm", "-g", "-fcommon", "-w", "-std=gnu++17", &input, "-o", &output][..]
                    .iter()
                    .copied()
                    .filter(|flag| case.ending == "cc" || *flag != "-std=gnu++17")
                    .collect::<Vec<_>>(),
            ),
        }
        output
    };
    case.modules.iter().enumerate().map(compile).collect()
}

/// What linking decides about each symbol that modules share: its kind, linkage, whether it is defined, and what the
/// definition is.
fn symbols(module: &Module) -> BTreeMap<String, String> {
    let shared = module.symbols().filter(|(_, info)| !info.linkage.is_local() && info.linkage != Linkage::Appending);
    shared
        .map(|(symbol, info)| {
            let what = match symbol {
                GlobalRef::Func(id) => {
                    let insts = module.funcs[id].body.ready().map(|body| body.inst_count());
                    format!("function of {insts:?} instructions")
                }
                GlobalRef::Var(id) => {
                    let global = &module.globals[id];
                    let size = module.layout.size(&module.types, global.ty);
                    let value = global.init.and_then(|init| module.consts.as_int(init));
                    format!("variable of {size:?} bytes, align {}, value {value:?}", global.align)
                }
                GlobalRef::Alias(id) => format!("alias of {:?}", target(module, module.aliases[id].target)),
                GlobalRef::IFunc(_) => "indirect function".to_owned(),
            };
            let defined = module.is_defined(symbol);
            (module.names.get(info.name).to_owned(), format!("{:?}, defined: {defined}, {what}", info.linkage))
        })
        .collect()
}

fn target(module: &Module, id: braid_ir::ConstId) -> Option<&str> {
    match &module.consts[id] {
        Constant::Global(symbol) => Some(module.symbol_name(*symbol)),
        Constant::PtrAdd { base: arg, .. } => target(module, *arg),
        Constant::Cast(cast) => target(module, cast.arg),
        _ => None,
    }
}

/// The entries of a joined array: priority and function, or the symbol. Numbers that keep local names apart are left
/// out: they are given in another order.
fn entries(module: &Module, name: &str) -> Vec<String> {
    let array = module.globals.values().find(|global| module.names.get(global.symbol.name) == name);
    let Some(init) = array.and_then(|array| array.init) else { return Vec::new() };
    let Constant::Aggregate { parts, .. } = &module.consts[init] else { return Vec::new() };
    let base = |id| target(module, id).map(|name| name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit()));
    let entry = |&id: &braid_ir::ConstId| match &module.consts[id] {
        Constant::Aggregate { parts, .. } => format!("{:?} {:?}", module.consts.as_int(parts[0]), base(parts[1])),
        _ => format!("{:?}", base(id)),
    };
    parts.iter().map(entry).collect()
}

#[test]
fn duplicates_are_told_with_file_member_and_line() {
    if !have(&["clang-14", "ar"]) {
        return;
    }
    let folder = Folder::new();
    let main = folder.bitcode(
        "clang-14",
        "main",
        "int other(void);\nint twice(void) {\n return other(); }\nint main(void) { return 0; }",
    );
    folder.bitcode("clang-14", "lib", "\n\n\nint twice(void) { return 2; }\nint other(void) { return 1; }");
    folder.run("ar", &["rcS", "lib.a", "lib.bc"]);
    let text = message(&[&main, &folder.path("lib.a")]);
    let (main, lib) = (main.display(), folder.path("lib.a").display().to_string());
    assert_eq!(
        text,
        format!("symbol 'twice' is defined twice\n  in {main} (main.c:2)\n  and in {lib}(lib.bc) (lib.c:4)")
    );
}

#[test]
fn duplicate_variables_are_told_with_their_lines() {
    for version in versions(&["clang"]) {
        let folder = Folder::new();
        let clang = format!("clang-{version}");
        let first =
            folder.bitcode(&clang, "first", "int before = 1;\n\nint level = 7;\nint main(void) { return level; }");
        let second = folder.bitcode(&clang, "second", "\n\n\n\nint level = 8;");
        let text = message(&[&first, &second]);
        let (first, second) = (first.display(), second.display());
        let places = format!("in {first} (first.c:3)\n  and in {second} (second.c:5)");
        assert_eq!(text, format!("symbol 'level' is defined twice\n  {places}"), "{clang}");
    }
}

#[test]
fn missing_symbols_are_told_with_both_places() {
    if !have(&["clang-14"]) {
        return;
    }
    let folder = Folder::new();
    let main = folder.bitcode("clang-14", "main", "int absent(int);\nint main(void) {\n\n return absent(1); }");
    let options = LoadOptions { undefined: Undefined::Refuse, ..LoadOptions::default() };
    let text = load(std::slice::from_ref(&main), &options).unwrap_err().to_string();
    let main = main.display();
    assert_eq!(
        text,
        format!(
            "symbol 'absent' is not defined\n  declared in {main} (from main.c)\n  used by 'main' in {main} (main.c:4)"
        )
    );
}

#[test]
fn modules_of_all_compilers_fit_together() {
    if !have(&["clang-14", "clang-19"]) {
        return;
    }
    let folder = Folder::new();
    let main = folder.bitcode("clang-14", "main", "int old(int), new(int); int main(void) { return old(1) + new(2); }");
    let old = folder.bitcode(
        "clang-14",
        "old",
        "struct s { int a, b; }; int old(int x) { struct s v = { x, x }; return v.b; }",
    );
    let new =
        folder.bitcode("clang-19", "new", "struct s { long a; }; int new(int x) { struct s v = { x }; return v.a; }");
    folder.write("rust.rs", "#[no_mangle] pub extern \"C\" fn rust(x: i32) -> i32 { x }");
    folder.run("rustc", &["--crate-type=lib", "--emit=llvm-bc", "rust.rs", "-o", "rust.bc"]);
    let module = sound(&[&main, &old, &new, &folder.path("rust.bc")]);
    assert!(
        ["main", "old", "new", "rust"]
            .iter()
            .all(|name| { module.func_named(name).is_some_and(|func| module.funcs[func].body.ready().is_some()) })
    );
}
