//! Variables that the platform, the toolchain and the generator decide (cmake-variables(7)).
use std::sync::Arc;

use crate::cond::{Cond, Domain, Subject, SubjectKind};

use super::builtin::AboutCompiler;
use super::facts::Reason;
use super::machine::Machine;
use super::policy::Version;
use super::text::SymbolKind;
use super::value::{Elem, Origin, Value};

/// Systems that a build may be for; any other one is `other`.
pub(super) const SYSTEMS: &[&str] = &[
    "Linux",
    "Darwin",
    "Windows",
    "Android",
    "iOS",
    "FreeBSD",
    "Emscripten",
    "SunOS",
    "AIX",
    "CYGWIN",
    "OpenBSD",
    "NetBSD",
    "DragonFly",
    "tvOS",
    "watchOS",
    "visionOS",
    "MSYS",
    "WindowsStore",
    "WindowsPhone",
    "WindowsCE",
    "Haiku",
    "QNX",
    "GNU",
    "OHOS",
    "SerenityOS",
    "HP-UX",
    "Fuchsia",
    "WASI",
    "Generic",
];

/// Variables that name something about the toolchain: their text is unknown but never empty.
const TOOLCHAIN_TEXTS: &[&str] = &[
    "CMAKE_SYSTEM_PROCESSOR",
    "CMAKE_HOST_SYSTEM_PROCESSOR",
    "CMAKE_SYSTEM_VERSION",
    "CMAKE_SYSTEM",
    "CMAKE_HOST_SYSTEM_VERSION",
    "CMAKE_HOST_SYSTEM",
    "CMAKE_GENERATOR",
    "CMAKE_MAKE_PROGRAM",
    "CMAKE_COMMAND",
    "CMAKE_C_COMPILER",
    "CMAKE_CXX_COMPILER",
    "CMAKE_C_COMPILER_ID",
    "CMAKE_CXX_COMPILER_ID",
    "CMAKE_C_COMPILER_VERSION",
    "CMAKE_CXX_COMPILER_VERSION",
    "CMAKE_CUDA_COMPILER_ID",
    "CMAKE_CUDA_COMPILER_VERSION",
    "CMAKE_HIP_COMPILER_VERSION",
    "CMAKE_Fortran_COMPILER_ID",
    "CMAKE_LINKER",
    "CMAKE_EXECUTABLE_FORMAT",
    "CMAKE_AR",
    "CMAKE_RANLIB",
    "CMAKE_NM",
    "CMAKE_STRIP",
    "CMAKE_OBJCOPY",
    "CMAKE_OBJDUMP",
    "CMAKE_SIZEOF_VOID_P",
    "CMAKE_C_BYTE_ORDER",
    "CMAKE_CXX_BYTE_ORDER",
    "CMAKE_C_SIZEOF_DATA_PTR",
    "CMAKE_CXX_SIZEOF_DATA_PTR",
    "CMAKE_C_COMPILE_FEATURES",
    "CMAKE_CXX_COMPILE_FEATURES",
    "CMAKE_CTEST_COMMAND",
    "CMAKE_CPACK_COMMAND",
    "CMAKE_ROOT",
    "CMAKE_C_IMPLICIT_LINK_LIBRARIES",
    "CMAKE_CXX_IMPLICIT_LINK_LIBRARIES",
    "CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES",
    "CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES",
    "CMAKE_C_IMPLICIT_LINK_DIRECTORIES",
    "CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES",
    "CMAKE_CXX_STANDARD_COMPUTED_DEFAULT",
    "CMAKE_C_STANDARD_COMPUTED_DEFAULT",
];

/// Variables that CMake sets with a compiler of Microsoft's, or one that stands for it (cmake-variables(7); Windows-MSVC.cmake).
const OF_MSVC: &[&str] = &[
    "CMAKE_CL_64",
    "CMAKE_COMPILER_2005",
    "MSVC10",
    "MSVC11",
    "MSVC12",
    "MSVC14",
    "MSVC60",
    "MSVC70",
    "MSVC71",
    "MSVC80",
    "MSVC90",
    "MSVC_CXX_ARCHITECTURE_ID",
    "MSVC_C_ARCHITECTURE_ID",
    "MSVC_TOOLSET_VERSION",
    "MSVC_VERSION",
];

/// The value of a system variable, or nothing when the name is none.
pub(super) fn system_variable(machine: &mut Machine<'_>, name: &str) -> Option<Value> {
    if matches!(name, "CMAKE_SYSTEM_NAME" | "CMAKE_HOST_SYSTEM_NAME") {
        return Some(system_name(machine));
    }
    let known = match name {
        "CMAKE_HOST_UNIX" => Some("UNIX"),
        "CMAKE_HOST_WIN32" => Some("WIN32"),
        "CMAKE_HOST_APPLE" => Some("APPLE"),
        "CMAKE_HOST_LINUX" => Some("LINUX"),
        _ => None,
    };
    if let Some(cond) = machine.conds().platform(known.unwrap_or(name)) {
        let cond = pinned(machine, name, cond);
        return Some(flag(machine, cond));
    }
    // cmake-variables(7): set where the compiler is GCC.
    let gnu = match name {
        "CMAKE_COMPILER_IS_GNUCC" => Some("CMAKE_C_COMPILER_ID"),
        "CMAKE_COMPILER_IS_GNUCXX" => Some("CMAKE_CXX_COMPILER_ID"),
        _ => None,
    };
    if let Some(compiler) = gnu.filter(|_| machine.env.options.all_configurations)
        && let Some(compiler) = machine.conds().well_known(compiler)
    {
        let cond = machine.conds().equals(compiler, "GNU");
        return Some(flag(machine, cond));
    }
    // Set by CMakeDetermineCompilerABI from what the compiler makes.
    if name == "CMAKE_EXECUTABLE_FORMAT" && machine.env.options.all_configurations {
        return Some(by_system(machine, "", "MACHO", "ELF"));
    }
    if name == "CMAKE_EXECUTABLE_SUFFIX" {
        return Some(by_system(machine, ".exe", "", ""));
    }
    if let Some(values) = suffix(name) {
        return Some(by_system(machine, values.0, values.1, values.2));
    }
    if name == "CMAKE_DL_LIBS" {
        return Some(by_system(machine, "", "", "dl"));
    }
    if OF_MSVC.contains(&name) && machine.env.options.all_configurations {
        let text = machine.toolchain_symbol(name);
        let cond = machine.conds().platform("MSVC").unwrap_or(Cond::UNKNOWN);
        let cond = pinned(machine, name, cond);
        return Some(Value { defined: cond, elems: Arc::new(vec![Elem { cond, text, origin: Origin::NONE }]) });
    }
    let simulates = machine.env.options.all_configurations && crate::cond::simulates(name);
    (simulates || TOOLCHAIN_TEXTS.contains(&name)).then(|| {
        let text = match (name, machine.env.options.all_configurations) {
            ("CMAKE_SIZEOF_VOID_P", false) => machine.intern("8"),
            ("CMAKE_GENERATOR", false) => machine.intern("Ninja"),
            ("CMAKE_SYSTEM_PROCESSOR" | "CMAKE_HOST_SYSTEM_PROCESSOR", false) => machine.intern("x86_64"),
            ("CMAKE_C_COMPILER_ID" | "CMAKE_CXX_COMPILER_ID", false) => machine.intern("GNU"),
            _ => machine.toolchain_symbol(name),
        };
        Value::text(text, Origin::NONE)
    })
}

/// What CMake always knows (cmake-variables(7)), and what it knows of a compiler that it has found.
const NEVER_EMPTY: &[&str] = &[
    "CMAKE_AR",
    "CMAKE_COMMAND",
    "CMAKE_CPACK_COMMAND",
    "CMAKE_CTEST_COMMAND",
    "CMAKE_CXX_COMPILER_ID",
    "CMAKE_CXX_COMPILER_VERSION",
    "CMAKE_C_COMPILER_ID",
    "CMAKE_C_COMPILER_VERSION",
    "CMAKE_GENERATOR",
    "CMAKE_HOST_SYSTEM",
    "CMAKE_HOST_SYSTEM_NAME",
    "CMAKE_HOST_SYSTEM_PROCESSOR",
    "CMAKE_MAKE_PROGRAM",
    "CMAKE_ROOT",
    "CMAKE_SIZEOF_VOID_P",
    "CMAKE_SYSTEM",
    "CMAKE_SYSTEM_NAME",
    "MSVC_CXX_ARCHITECTURE_ID",
    "MSVC_C_ARCHITECTURE_ID",
    "MSVC_TOOLSET_VERSION",
    "MSVC_VERSION",
];

/// Whether an unknown text is one that is there and says no "no".
pub(super) fn is_never_empty(name: &str) -> bool {
    NEVER_EMPTY.contains(&name)
}

/// When a variable is set that comes with a compiler, and is not there before.
pub(super) fn set_with(machine: &Machine<'_>, name: &str) -> Option<Cond> {
    // Modules/Platform/Windows-MSVC.cmake and Windows-GNU.cmake set the two, with the first language.
    if matches!(name, "CMAKE_SIZEOF_VOID_P" | "MSVC" | "MINGW") || OF_MSVC.contains(&name) {
        return Some(compiles(machine));
    }
    let of = |end: &&str| name.strip_prefix("CMAKE_").and_then(|name| name.strip_suffix(*end));
    let language = OF_COMPILER.iter().find_map(of)?;
    // What is not read may enable one.
    let unread = || machine.facts.unknowns.iter().any(|unknown| unknown.reason == Reason::MissingFile);
    (matches!(language, "C" | "CXX") || !unread()).then(|| enabled(machine, |name| name == language))
}

/// What CMake says of the compiler of a language that is enabled (cmake-variables(7), "Variables for Languages").
const OF_COMPILER: &[&str] = &["_COMPILER_ID", "_COMPILER_VERSION", "_STANDARD_COMPUTED_DEFAULT"];

/// A variable about the compiler of a language where that may be enabled already: without a compiler that works, CMake has stopped.
pub(super) fn with_compiler(machine: &mut Machine<'_>, free: &Value, language: &str, about: AboutCompiler) -> Value {
    let enabled = enabled(machine, |name| name == language);
    let text = match (about, free.elems.as_slice()) {
        (AboutCompiler::Works, _) => machine.intern("TRUE"),
        (AboutCompiler::Path, [only]) if machine.facts.texts.lone_symbol(only.text).is_some() => only.text,
        (AboutCompiler::Path, _) => return free.clone(),
    };
    if let Some(symbol) = machine.facts.texts.lone_symbol(text).filter(|_| enabled.is_true()) {
        machine.sure_texts.insert(machine.facts.texts.info(symbol).subject);
    }
    free.assign(&machine.facts.conds, enabled, &Value::text(text, Origin::NONE))
}

/// When some language is compiled already: what a compiler says is not known before. A project without a call of `project()` has C and C++
/// from the beginning (`project()`).
pub(super) fn compiles(machine: &Machine<'_>) -> Cond {
    const OTHERS: &[&str] = &["ASM", "RC"];
    enabled(machine, |name| !OTHERS.iter().any(|other| name.starts_with(other)))
}

/// When some language of those that are wanted, or one that is not known, is enabled already.
pub(super) fn enabled(machine: &Machine<'_>, wanted: impl Fn(&str) -> bool) -> Cond {
    let languages = machine.facts.global_properties.get("ENABLED_LANGUAGES");
    let is_compiled = |elem: &&Elem| machine.facts.texts.as_str(elem.text).is_none_or(&wanted);
    let enabled = languages.into_iter().flat_map(|value| value.elems.iter()).filter(is_compiled).map(|elem| elem.cond);
    let enabled = machine.conds().any(enabled.collect::<Vec<_>>());
    if enabled.is_true() {
        return enabled;
    }
    let top = machine.env.files.parse(&machine.env.options.source_dir.join("CMakeLists.txt"));
    let says = top.is_ok_and(|file| file.commands.iter().any(|command| &*command.lower == "project"));
    if says { enabled } else { Cond::TRUE }
}

/// Prefixes and suffixes: on Windows, on Apple's systems, elsewhere (ELF).
fn suffix(name: &str) -> Option<(&'static str, &'static str, &'static str)> {
    Some(match name {
        "CMAKE_SHARED_LIBRARY_SUFFIX" => (".dll", ".dylib", ".so"),
        "CMAKE_SHARED_MODULE_SUFFIX" => (".dll", ".so", ".so"),
        "CMAKE_STATIC_LIBRARY_SUFFIX" => (".lib", ".a", ".a"),
        "CMAKE_IMPORT_LIBRARY_SUFFIX" => (".lib", "", ""),
        "CMAKE_STATIC_LIBRARY_PREFIX" | "CMAKE_SHARED_LIBRARY_PREFIX" | "CMAKE_SHARED_MODULE_PREFIX" => {
            ("", "lib", "lib")
        }
        // Modules/Platform/Linux-GNU.cmake, Compiler/GNU.cmake: what a shared library's sources get.
        "CMAKE_SHARED_LIBRARY_C_FLAGS" | "CMAKE_SHARED_LIBRARY_CXX_FLAGS" => ("", "", "-fPIC"),
        // Modules/Platform/Linux-GNU.cmake and Darwin.cmake.
        "CMAKE_EXE_EXPORTS_C_FLAG" | "CMAKE_EXE_EXPORTS_CXX_FLAG" => ("", "", "-Wl,--export-dynamic"),
        "CMAKE_SHARED_LIBRARY_LINK_C_FLAGS" | "CMAKE_SHARED_LIBRARY_LINK_CXX_FLAGS" => ("", "", "-rdynamic"),
        "CMAKE_SHARED_LIBRARY_RUNTIME_C_FLAG"
        | "CMAKE_SHARED_LIBRARY_RUNTIME_CXX_FLAG"
        | "CMAKE_EXECUTABLE_RUNTIME_C_FLAG"
        | "CMAKE_EXECUTABLE_RUNTIME_CXX_FLAG" => ("", "-Wl,-rpath,", "-Wl,-rpath,"),
        "CMAKE_SHARED_LIBRARY_SONAME_C_FLAG" | "CMAKE_SHARED_LIBRARY_SONAME_CXX_FLAG" => {
            ("", "-install_name", "-Wl,-soname,")
        }
        _ => return None,
    })
}

/// Compiler flags such as MSVC do not follow from the system; in one configuration they are off unless given.
fn pinned(machine: &Machine<'_>, name: &str, cond: Cond) -> Cond {
    let options = &machine.env.options;
    if options.all_configurations || options.system.as_deref() == Some("Windows") && name == "MSVC" {
        return system_given(machine, cond);
    }
    // cmake-variables(7): LINUX is there since 3.25.
    if name == "LINUX" && options.cmake < Version(3, 25, 0) {
        return Cond::FALSE;
    }
    if matches!(name, "MSVC" | "MINGW" | "MSYS" | "CYGWIN" | "MSVC_IDE" | "XCODE" | "BORLAND" | "WATCOM") {
        return Cond::FALSE;
    }
    system_given(machine, cond)
}

/// A condition on the system, decided where the system is given.
fn system_given(machine: &Machine<'_>, cond: Cond) -> Cond {
    let Some(system) = &machine.env.options.system else { return cond };
    let subject = machine.conds().subject(system_subject());
    let given = machine.conds().equals(subject, system);
    machine.conds().given(cond, given)
}

pub(super) fn system_subject() -> Subject {
    Subject {
        kind: SubjectKind::Platform,
        name: "CMAKE_SYSTEM_NAME".to_owned(),
        domain: Domain::Closed { values: SYSTEMS.iter().map(|&s| s.to_owned()).collect(), with_other: true },
        default: None,
        always_defined: true,
    }
}

fn system_name(machine: &mut Machine<'_>) -> Value {
    if let Some(system) = machine.env.options.system.clone() {
        let text = machine.intern(&system);
        return Value::text(text, Origin::NONE);
    }
    let (text, _) = machine.symbol(SymbolKind::Toolchain, "CMAKE_SYSTEM_NAME", system_subject);
    Value::text(text, Origin::NONE)
}

/// A variable that is `1` where `cond` holds and unset elsewhere.
fn flag(machine: &mut Machine<'_>, cond: Cond) -> Value {
    let text = machine.intern("1");
    let elems = if cond.is_false() { Vec::new() } else { vec![Elem { cond, text, origin: Origin::NONE }] };
    Value { defined: cond, elems: Arc::new(elems) }
}

fn by_system(machine: &mut Machine<'_>, windows: &str, apple: &str, other: &str) -> Value {
    let on = |m: &Machine<'_>, name: &str| m.conds().platform(name).map_or(Cond::FALSE, |c| system_given(m, c));
    let (win, mac) = (on(machine, "WIN32"), on(machine, "APPLE"));
    let rest = machine.conds().not(machine.conds().or(win, mac));
    let mut value = Value::empty();
    for (cond, text) in [(win, windows), (mac, apple), (rest, other)] {
        let text = machine.intern(text);
        value = value.assign(machine.conds(), cond, &Value::text(text, Origin::NONE));
    }
    value
}
