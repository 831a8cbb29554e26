//! Calls that load libraries, look symbols up, run processes or register something.
use super::*;

fn literal(argument: Option<&Argument>) -> Vec<String> {
    match argument.map(|argument| &argument.value) {
        Some(ArgumentValue::Literal(values)) => values.clone(),
        other => panic!("no literal: {other:?}"),
    }
}

#[test]
fn loads_with_their_arguments() {
    let facts = cxx(
        "#define LIB \"lib\" \"foo.so\"\nstatic const char kName[] = \"entry\";\nnamespace n { void f() {\n\
         void* h = dlopen(LIB, RTLD_NOW | RTLD_GLOBAL);\n auto p = (fn)dlsym(h, kName);\n dlsym(RTLD_DEFAULT, \"a\" \"b\");\n\
         dlopen(NULL, flags); ::dlopen((dir + \"/x.so\").c_str(), RTLD_LAZY); LoadLibraryW(L\"k.dll\"); } }",
    );
    assert_eq!(facts.loads.len(), 6);
    let open = &facts.loads[0];
    assert_eq!((open.function, open.kind, open.ignored), ("dlopen", LoadKind::Open, false));
    assert_eq!(literal(open.file.as_ref()), ["libfoo.so"]);
    assert_eq!(open.flags.as_deref(), Some(&["RTLD_NOW".to_owned(), "RTLD_GLOBAL".into()][..]));
    assert_eq!(open.enclosing, "n::f");
    assert_eq!(open.function_index.map(|index| facts.functions[index].qualified.as_str()), Some("n::f"));
    assert_eq!(literal(facts.loads[1].symbol.as_ref()), ["entry"]);
    assert_eq!(facts.loads[1].handle, Some(Handle::Other));
    assert_eq!(facts.loads[2].handle, Some(Handle::Default));
    assert!(facts.loads[2].ignored);
    assert_eq!(facts.loads[3].file.as_ref().map(|file| &file.value), Some(&ArgumentValue::Null));
    assert_eq!(facts.loads[3].flags, None);
    assert_eq!(
        facts.loads[4].file.as_ref().map(|file| &file.value),
        Some(&ArgumentValue::Fragments(vec!["/x.so".into()]))
    );
    assert_eq!(literal(facts.loads[5].file.as_ref()), ["k.dll"]);
}

#[test]
fn loads_of_classes_members_and_macros() {
    let facts = cxx(
        "void f() { QPluginLoader loader(\"p\"); llvm::sys::DynamicLibrary::getPermanentLibrary(\"q\"); x.dlopen(\"no\"); \
         boost::dll::shared_library lib(\"b\", m); getPermanentLibrary(\"no\"); }\n\
         #define OPEN(n) static void* h = \\\n dlopen(n, FLAGS)\nvoid* dlopen(const char*, int);\n// dlopen(\"c\")\n",
    );
    let found: Vec<_> = facts.loads.iter().map(|load| (load.function, load.in_macro)).collect();
    assert_eq!(
        found,
        [
            ("QPluginLoader", false),
            ("DynamicLibrary::getPermanentLibrary", false),
            ("dll::shared_library", false),
            ("dlopen", true)
        ]
    );
    assert_eq!(facts.loads[3].enclosing, "OPEN");
    assert_eq!(literal(facts.loads[0].file.as_ref()), ["p"]);
}

#[test]
fn loaders_on_the_heap() {
    let facts = cxx(
        "void f() { loader = new QPluginLoader(path); auto other = std::make_unique<QLibrary>(\"q\"); new Widget(path); \
         std::vector<QLibrary> none(3); }\n",
    );
    let found: Vec<_> = facts.loads.iter().map(|load| load.function).collect();
    assert_eq!(found, ["QPluginLoader", "QLibrary"]);
    assert_eq!(facts.loads[0].file.as_ref().map(|file| &file.value), Some(&ArgumentValue::Opaque));
    assert_eq!(literal(facts.loads[1].file.as_ref()), ["q"]);
}

#[test]
fn lookups_by_methods() {
    let facts = cxx(
        "void f(Other &c) { QLibrary a(p); a.resolve(\"one\"); auto b = std::make_unique<QLibrary>(p); b->resolve(\"two\"); \
         c.resolve(\"three\"); d = new QLibrary(p); d->resolve(\"four\"); const QLibrary &e = a; e.resolve(\"five\"); }\n",
    );
    let looked = facts.loads.iter().filter(|load| load.kind == LoadKind::Symbol);
    let names: Vec<_> = looked.flat_map(|load| literal(load.symbol.as_ref())).collect();
    assert_eq!(names, ["one", "two", "four", "five"]);
}

#[test]
fn processes_and_what_stands_near() {
    let facts = cxx(
        "int g() { std::string c = \"cc -shared -fPIC\"; if (system(c.c_str()) != 0) return 1; system(\"ls\"); return 0; }",
    );
    assert_eq!(facts.processes.len(), 2);
    assert_eq!(facts.processes[0].nearby, ["cc -shared -fPIC", "ls"]);
    assert_eq!(facts.processes.iter().map(|call| call.ignored).collect::<Vec<_>>(), [false, true]);
    let command = facts.processes[0].command.as_ref().map(|command| &command.value);
    assert_eq!(command, Some(&ArgumentValue::Fragments(vec!["cc -shared -fPIC".into()])));
}

#[test]
fn registrations() {
    let facts = cxx(
        "TORCH_LIBRARY(ns, m) { m.def(\"f\"); }\nTVM_REGISTER_GLOBAL(\"a.b\").set_body(f);\nTEST(A, B) { go(); }\n\
         static Registrar r(\"x\", 1);\nRegistrar s(\"y\");\nstatic const char t(\"z\");\nstatic bool done = Register(1);\n__attribute__((constructor)) static void init() {}\n\
         constexpr int k = f(1);\nstatic int z = sizeof(int);\nvoid g() { TEST_CASE(1); }\nREGISTER_FACTORY(T)\nint after();\n",
    );
    let found: Vec<_> = facts.registrations.iter().map(|r| (r.kind, r.name.as_str(), r.detail.as_str())).collect();
    assert_eq!(
        found,
        [
            (RegistrationKind::Macro, "TORCH_LIBRARY", "ns, m"),
            (RegistrationKind::Macro, "TVM_REGISTER_GLOBAL", "\"a.b\""),
            (RegistrationKind::Macro, "TEST", "A, B"),
            (RegistrationKind::DynamicInit, "r", "static Registrar"),
            (RegistrationKind::DynamicInit, "s", "Registrar"),
            (RegistrationKind::DynamicInit, "done", "Register"),
            (RegistrationKind::Constructor, "init", ""),
            (RegistrationKind::Macro, "REGISTER_FACTORY", "T"),
        ]
    );
    let last = facts.invocations.last().expect("an invocation");
    assert_eq!((last.name.as_str(), last.words.as_slice()), ("REGISTER_FACTORY", &["T".to_owned()][..]));
    assert_eq!(names(&facts).last(), Some(&"after"));
    assert!(facts.uses.iter().any(|used| &*used.name == "go"));
}

#[test]
fn llvm_initialisers() {
    let facts = cxx(
        "extern \"C\" void LLVMInitializeX86TargetInfo();\nextern \"C\" void LLVMInitializeFooTarget() {}\n\
         void f() { llvm::InitializeNativeTarget(); InitializeNativeTargetAsmPrinter(); llvm::InitializeAllTargetMCs(); \
         LLVMInitializeX86AsmParser(); InitializeOther(); }",
    );
    let found: Vec<_> = facts.llvm.iter().map(|l| (l.target.as_str(), l.component.as_str(), l.used)).collect();
    assert_eq!(
        found,
        [
            ("X86", "TargetInfo", LlvmUse::Declaration),
            ("Foo", "Target", LlvmUse::Definition),
            ("Native", "Target", LlvmUse::Call),
            ("Native", "AsmPrinter", LlvmUse::Call),
            ("All", "TargetMC", LlvmUse::Call),
            ("X86", "AsmParser", LlvmUse::Call),
        ]
    );
}
