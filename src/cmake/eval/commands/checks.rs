//! `check_*`, `try_compile`, `execute_process`: what only a compiler or another process could tell.
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::{Cond, Domain, Subject, SubjectKind};

use super::Handler::{Bulk, Plain};
use super::Table;
use super::answers_by_system::BySystem;
use super::usual_answers;

pub(super) const COMMANDS: Table = &[
    ("check_c_compiler_flag", Plain(|m, c, a| compiler_flag(m, c, a, Some("C")))),
    ("check_cxx_compiler_flag", Plain(|m, c, a| compiler_flag(m, c, a, Some("CXX")))),
    ("check_fortran_compiler_flag", Plain(|m, c, a| compiler_flag(m, c, a, Some("Fortran")))),
    ("check_compiler_flag", Plain(|m, c, a| compiler_flag(m, c, a, None))),
    ("check_linker_flag", Plain(linker_flag)),
    ("check_c_source_compiles", Plain(|m, c, a| source(m, c, a, Some("C")))),
    ("check_cxx_source_compiles", Plain(|m, c, a| source(m, c, a, Some("CXX")))),
    ("check_c_source_runs", Plain(|m, c, a| source(m, c, a, Some("C")))),
    ("check_cxx_source_runs", Plain(|m, c, a| source(m, c, a, Some("CXX")))),
    ("check_source_compiles", Plain(|m, c, a| source(m, c, a, None))),
    ("check_source_runs", Plain(|m, c, a| source(m, c, a, None))),
    ("check_include_file", Plain(|m, c, a| include_files(m, c, a, "C"))),
    ("check_include_files", Plain(|m, c, a| include_files(m, c, a, "C"))),
    ("check_include_file_cxx", Plain(|m, c, a| include_files(m, c, a, "CXX"))),
    ("check_function_exists", Plain(function)),
    ("check_symbol_exists", Plain(|m, c, a| symbol(m, c, a, "C"))),
    ("check_cxx_symbol_exists", Plain(|m, c, a| symbol(m, c, a, "CXX"))),
    ("check_library_exists", Plain(library)),
    ("check_struct_has_member", Plain(fourth)),
    ("check_prototype_definition", Plain(last)),
    ("check_variable_exists", Plain(last)),
    ("check_type_size", Plain(type_size)),
    ("test_big_endian", Plain(big_endian)),
    ("check_ipo_supported", Plain(ipo)),
    ("check_pie_supported", Plain(check_pie_supported)),
    ("check_language", Plain(language)),
    ("cmake_push_check_state", Plain(nothing)),
    ("cmake_pop_check_state", Plain(nothing)),
    ("cmake_reset_check_state", Plain(nothing)),
    ("try_compile", Plain(super::trial_builds::try_compile)),
    ("try_run", Plain(super::trial_builds::try_run)),
    ("execute_process", Bulk(super::tools::execute_process)),
    ("exec_program", Plain(super::tools::exec_program)),
    ("cmake_host_system_information", Plain(host_information)),
    ("processorcount", Plain(first_unknown)),
];

/// What is known of a check before it is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// The usual toolchain settles it.
    Known(bool),
    /// It asks for something that the usual system need not have.
    Open,
    /// It asks the compiler: on a current one most succeed.
    Likely,
    /// It asks for flags that every toolchain for systems with ELF takes.
    OnElf,
    /// It asks for a function that each C library of Linux has.
    OnLinux,
    /// It asks for a flag that all compilers take but Microsoft's.
    NotMsvc,
}

impl Answer {
    /// A table's answer about things that packages may add.
    fn of_package(known: Option<bool>) -> Self {
        known.map_or(Self::Open, Self::Known)
    }

    /// A table's answer about the compiler.
    fn of_compiler(known: Option<bool>) -> Self {
        known.map_or(Self::Likely, Self::Known)
    }
}

/// `check_pie_supported([OUTPUT_VARIABLE v] [LANGUAGES …])`: executables may be linked by `POSITION_INDEPENDENT_CODE`
/// (`CheckPIESupported`); GCC and Clang can both.
fn check_pie_supported(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if machine.env.options.all_configurations {
        return;
    }
    let stated: Vec<&str> = args.iter().map(|a| &**a).skip_while(|word| *word != "LANGUAGES").skip(1).collect();
    let languages = if stated.is_empty() { vec!["C", "CXX"] } else { stated };
    for language in languages.into_iter().take_while(|word| *word != "OUTPUT_VARIABLE") {
        for kind in ["PIE", "NO_PIE"] {
            let name = machine.intern(&format!("CMAKE_{language}_LINK_{kind}_SUPPORTED"));
            let yes = machine.intern("1");
            machine.set_everywhere(name, &Value::text(yes, call.origin));
        }
    }
}

fn nothing(_: &mut Machine<'_>, _: &Invocation<'_>, _: &[Arc<str>]) {}

impl Machine<'_> {
    /// The result of a check: given, known before, or free.
    pub(in crate::cmake::eval) fn check_result(&mut self, variable: &str, call: &Invocation<'_>) {
        self.answered(variable, call, Answer::Likely);
    }

    fn answered(&mut self, variable: &str, call: &Invocation<'_>, answer: Answer) {
        self.answered_by_system(variable, call, answer, &[]);
    }

    /// The result of a check for things that are all needed, some of which the system decides.
    fn answered_by_system(&mut self, variable: &str, call: &Invocation<'_>, answer: Answer, systems: &[BySystem]) {
        let name = self.intern(variable);
        let before = self.read_cache(name);
        if !before.defined.is_false() {
            return;
        }
        let all = self.env.options.all_configurations;
        let holds = match answer {
            Answer::Known(holds) if !all => constant(holds),
            Answer::Likely | Answer::OnElf | Answer::OnLinux | Answer::NotMsvc if !all => Cond::TRUE,
            // A configured tree would remember a search; what it does not say was not asked there.
            Answer::Open if !all && self.is_told() => Cond::TRUE,
            _ => {
                let subject = self.conds().subject(Subject {
                    kind: SubjectKind::Toolchain,
                    name: variable.to_owned(),
                    domain: Domain::Boolean,
                    default: None,
                    always_defined: true,
                });
                let holds = self.conds().truthy(subject);
                let always = match answer {
                    Answer::OnElf => self.elf(),
                    Answer::OnLinux => self.conds().platform("LINUX").unwrap_or(Cond::FALSE),
                    Answer::NotMsvc => self.conds().platform("MSVC").map_or(Cond::FALSE, |msvc| self.conds().not(msvc)),
                    _ => Cond::FALSE,
                };
                let conds = self.conds();
                let there = systems
                    .iter()
                    .fold(constant(!systems.is_empty()), |there, one| conds.and(there, one.always(conds)));
                let missing = conds.any(systems.iter().map(|one| one.never(conds)).collect::<Vec<_>>());
                conds.diff(conds.any([holds, always, there]), missing)
            }
        };
        let one = self.intern("1");
        let elems =
            if holds.is_false() { Vec::new() } else { vec![Elem { cond: holds, text: one, origin: call.origin }] };
        self.set_everywhere(name, &Value::list(elems));
    }

    /// Sets what CMake keeps in the cache without a declaration of the project: every scope sees it, and it outlives the
    /// function that asked.
    pub(in crate::cmake::eval) fn set_everywhere(&mut self, name: Text, value: &Value) {
        for level in (0..self.scopes.iter().count()).rev() {
            self.set_variable_at(name, value, level);
        }
    }

    /// Systems with ELF.
    fn elf(&self) -> Cond {
        let conds = self.conds();
        let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
        conds.diff(platform("UNIX"), conds.any(["APPLE", "CYGWIN"].map(platform)))
    }

    /// Whether a configured tree is given.
    pub(in crate::cmake::eval) fn is_told(&self) -> bool {
        self.given("CMAKE_CACHEFILE_DIR").is_some()
    }

    /// What is given for a variable.
    fn told(&self, name: &str) -> Option<&str> {
        self.given(name)
    }

    /// Whether the tables of the usual toolchain hold for a language.
    fn is_usual(&self, language: &str) -> bool {
        let options = &self.env.options;
        let linux = options.system.as_deref() == Some("Linux") && !options.all_configurations;
        let compiler = self.told(&format!("CMAKE_{language}_COMPILER_ID"));
        linux && !self.is_told() && compiler == Some("GNU")
    }

    /// A `CMAKE_REQUIRED`_… variable as a list; nothing where it is not known.
    fn required(&mut self, what: &str) -> Option<Vec<String>> {
        let value = self.read_named(&format!("CMAKE_REQUIRED_{what}"));
        let mut out = Vec::new();
        for elem in value.elems.iter().filter(|elem| !elem.cond.is_false()) {
            let text = self.facts.texts.plain(elem.text).filter(|text| elem.cond.is_true() && !has_symbol(text))?;
            out.extend(text.split(';').filter(|t| !t.is_empty()).map(str::to_owned));
        }
        Some(out)
    }
}

fn constant(holds: bool) -> Cond {
    if holds { Cond::TRUE } else { Cond::FALSE }
}

fn compiler_flag(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], language: Option<&str>) {
    let (language, args) = match (language, args.split_first()) {
        (Some(language), _) => (language.to_owned(), args),
        (None, Some((language, rest))) => (language.to_string(), rest),
        (None, None) => return last(machine, call, args),
    };
    let [flag, variable, ..] = args else { return last(machine, call, args) };
    let known = if machine.is_usual(&language) && !has_symbol(flag) {
        usual_answers::compiler_flag(flag, &language)
    } else {
        None
    };
    let all = machine.env.options.all_configurations;
    let answer = match () {
        () if all && usual_answers::is_of_all(flag) => Answer::NotMsvc,
        () if usual_answers::is_of_elf(flag) => Answer::OnElf,
        () => Answer::of_compiler(known),
    };
    machine.answered(variable, call, answer);
}

/// `check_linker_flag(<lang> <flag> <var>)`.
fn linker_flag(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [_, flag, variable, ..] = args else { return last(machine, call, args) };
    let answer = if usual_answers::is_of_elf(flag) { Answer::OnElf } else { Answer::Likely };
    machine.answered(variable, call, answer);
}

/// Whether a check that includes nothing is about flags alone, and every toolchain for ELF takes them.
fn asks_for_elf_flags(machine: &mut Machine<'_>, source: &str) -> bool {
    let mut given = Vec::new();
    for kind in ["FLAGS", "LINK_OPTIONS", "LIBRARIES"] {
        let Some(words) = machine.required(kind) else { return false };
        given.extend(words);
    }
    let plain = !source.contains("#include");
    // Who knows of visibility knows the attribute.
    if plain && given.is_empty() && source.contains("__attribute__") && source.contains("visibility") {
        return true;
    }
    plain && !given.is_empty() && given.iter().all(|flag| usual_answers::is_of_elf(flag))
}

/// A source that includes a header of another system does not compile.
fn source(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], language: Option<&str>) {
    let (language, args) = match (language, args.split_first()) {
        (Some(language), _) => (language.to_owned(), args),
        (None, Some((language, rest))) => (language.to_string(), rest),
        (None, None) => return,
    };
    let [text, variable, ..] = args else { return at(machine, call, args, 1) };
    let conditional = text.contains("#if") || text.contains("# if");
    let mut answer = Answer::Likely;
    if machine.is_usual(&language) && !conditional && machine.required("INCLUDES").is_some_and(|l| l.is_empty()) {
        for file in usual_answers::included(text) {
            match usual_answers::header(file, &language) {
                Some(true) => {}
                Some(false) => answer = Answer::Known(false),
                None if answer == Answer::Likely => answer = Answer::Open,
                None => {}
            }
        }
    }
    let flags = if machine.is_usual(&language) { machine.required("FLAGS") } else { None };
    if flags.is_some_and(|all| all.iter().any(|f| usual_answers::compiler_flag(f, &language) == Some(false))) {
        answer = Answer::Known(false);
    }
    if answer == Answer::Likely && asks_for_elf_flags(machine, text) {
        answer = Answer::OnElf;
    }
    let all = machine.env.options.all_configurations && answer == Answer::Likely;
    if let Some(name) = usual_answers::asked_on_linux(text, variable).filter(|_| all) {
        let gnu = language == "CXX" || text.contains("_GNU_SOURCE") || extends_gnu(machine) == Some(true);
        if usual_answers::is_on_linux(name, gnu) {
            answer = Answer::OnLinux;
        }
    }
    let systems = if usual_answers::asks_for_headers_alone(text) {
        BySystem::of_all(usual_answers::included(text))
    } else {
        Vec::new()
    };
    machine.answered_by_system(variable, call, answer, &systems);
}

fn include_files(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], language: &str) {
    let [files, variable, rest @ ..] = args else { return at(machine, call, args, 1) };
    let stated = rest.iter().position(|w| &**w == "LANGUAGE").and_then(|at| rest.get(at + 1));
    let language = stated.map_or_else(|| language.to_owned(), ToString::to_string);
    let mut known = None;
    if machine.is_usual(&language) && !has_symbol(files) {
        let all: Vec<Option<bool>> =
            files.split(';').filter(|f| !f.is_empty()).map(|f| usual_answers::header(f, &language)).collect();
        let elsewhere = machine.required("INCLUDES").is_none_or(|folders| !folders.is_empty());
        known = match () {
            () if all.iter().all(|one| *one == Some(true)) => Some(true),
            () if !elsewhere && all.contains(&Some(false)) => Some(false),
            () => None,
        };
    }
    let systems = BySystem::of_all(files.split(';').filter(|file| !file.is_empty()));
    machine.answered_by_system(variable, call, Answer::of_package(known), &systems);
}

fn function(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [name, variable, ..] = args else { return last(machine, call, args) };
    let known = libraries(machine).and_then(|libraries| {
        let libraries: Vec<&str> = libraries.iter().map(String::as_str).collect();
        usual_answers::function(name, &libraries)
    });
    let known = Answer::of_package(known.filter(|_| machine.is_usual("C")));
    // The linker alone is asked.
    let on_linux = machine.env.options.all_configurations && usual_answers::is_on_linux(name, true);
    let answer = if on_linux { Answer::OnLinux } else { known };
    machine.answered_by_system(variable, call, answer, &BySystem::of_all(std::iter::once(&**name)));
}

/// What is linked in checks, where that is known.
fn libraries(machine: &mut Machine<'_>) -> Option<Vec<String>> {
    let mut out = machine.required("LIBRARIES")?;
    out.extend(machine.required("LINK_OPTIONS")?);
    out.extend(machine.required("FLAGS")?.iter().filter(|f| f.starts_with("-l")).cloned());
    Some(out)
}

fn symbol(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], language: &str) {
    let [name, files, variable, ..] = args else { return last(machine, call, args) };
    let elsewhere = machine.required("INCLUDES").is_none_or(|folders| !folders.is_empty());
    let mut answer = Answer::Open;
    if machine.is_usual(language)
        && !elsewhere
        && let Some(libraries) = libraries(machine)
        && let Some(gnu) = extends_gnu(machine)
    {
        let libraries: Vec<&str> = libraries.iter().map(String::as_str).collect();
        let files: Vec<&str> = files.split(';').filter(|f| !f.is_empty()).collect();
        let known = usual_answers::symbol(name, &files, language, gnu, &libraries);
        let own = files.iter().all(|f| usual_answers::header(f, language) == Some(true));
        answer = if own { Answer::of_compiler(known) } else { Answer::of_package(known) };
    }
    if machine.env.options.all_configurations {
        let gnu = language == "CXX" || extends_gnu(machine) == Some(true);
        answer = if usual_answers::is_on_linux(name, gnu) { Answer::OnLinux } else { answer };
    }
    machine.answered_by_system(variable, call, answer, &BySystem::of_all(std::iter::once(&**name)));
}

/// Whether `_GNU_SOURCE` is defined in checks.
fn extends_gnu(machine: &mut Machine<'_>) -> Option<bool> {
    let mut words = machine.required("DEFINITIONS")?;
    words.extend(machine.required("FLAGS")?);
    let flags = machine.peek_str("CMAKE_C_FLAGS");
    let defines = |text: &str| text.contains("-D_GNU_SOURCE");
    Some(words.iter().any(|w| defines(w)) || flags.is_some_and(|f| defines(&f)))
}

fn library(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [name, function, _, variable, ..] = args else { return last(machine, call, args) };
    let known = match libraries(machine) {
        Some(mut all) if machine.is_usual("C") => {
            all.push(name.to_string());
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            usual_answers::library(name).and_then(|_| usual_answers::function(function, &all))
        }
        _ => None,
    };
    machine.answered(variable, call, Answer::of_package(known));
}

pub(super) fn at(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], index: usize) {
    match args.get(index) {
        Some(variable) => machine.check_result(variable, call),
        None => machine.error("a check called with too few arguments", call.origin),
    }
}

fn fourth(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, 3);
}

fn last(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    at(machine, call, args, args.len().saturating_sub(1));
}

fn ipo(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    for (n, word) in args.iter().enumerate() {
        let Some(variable) = args.get(n + 1) else { break };
        match &**word {
            "RESULT" => machine.check_result(variable, call),
            "OUTPUT" => {
                let name = machine.intern(variable);
                machine.havoc(name, "check_ipo_supported");
            }
            _ => {}
        }
    }
}

fn language(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if let Some(language) = args.first() {
        let variable = format!("CMAKE_{language}_COMPILER");
        let name = machine.intern(&variable);
        if let Some(answer) = machine.told(&variable).map(str::to_owned) {
            machine.set_text(&variable, &answer, call.origin);
            return;
        }
        let symbol = machine.found_symbol(&variable);
        machine.set_variable(name, &Value::text(symbol, call.origin));
    }
}

/// Little-endian unless told otherwise: CMake finds out about the compiler once, and answers from that.
fn big_endian(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(variable) = args.last() else { return };
    if machine.env.options.all_configurations {
        machine.check_result(variable, call);
        return;
    }
    let order = ["C", "CXX"].iter().find_map(|l| machine.told(&format!("CMAKE_{l}_BYTE_ORDER")));
    match order {
        Some("BIG_ENDIAN") => machine.set_text(variable, "1", call.origin),
        Some("LITTLE_ENDIAN") => machine.set_text(variable, "0", call.origin),
        _ => machine.check_result(variable, call),
    }
}

fn type_size(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [kind, variable, ..] = args else { return };
    let known = if machine.is_usual("C") { usual_answers::size(kind) } else { None };
    machine.answered(&format!("HAVE_{variable}"), call, known.map_or(Answer::Likely, |size| Answer::Known(size > 0)));
    let name = machine.intern(variable);
    if !machine.read_cache(name).defined.is_false() {
        return;
    }
    match known {
        Some(0) => machine.set_text(variable, "", call.origin),
        Some(size) => machine.set_text(variable, &size.to_string(), call.origin),
        None => {
            // All pointers have the size that CMake itself says.
            let is_pointer = kind.ends_with('*') && machine.env.options.all_configurations;
            let what = if is_pointer { "CMAKE_SIZEOF_VOID_P".to_owned() } else { format!("size of {kind}") };
            let symbol = machine.toolchain_symbol(&what);
            machine.set_variable(name, &Value::text(symbol, call.origin));
        }
    }
}

fn host_information(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    // A script runs as on Linux.
    let other = args.iter().skip(3).find(|key| super::strict::on_windows(key));
    if let Some(other) = other.filter(|_| machine.script.is_some()) {
        machine.error(&format!("cmake_host_system_information does not recognize <key> {other}"), call.origin);
        return;
    }
    if let Some(variable) = args.get(1) {
        if machine.script.is_some() {
            let keys: Vec<&str> = args.iter().skip(3).map(|key| &**key).collect();
            match keys[..] {
                ["DISTRIB_INFO"] => super::searches::distribution(machine, call, variable),
                _ => super::searches::host(machine, call, variable, &keys),
            }
            return;
        }
        let name = machine.intern(variable);
        machine.havoc(name, "cmake_host_system_information");
    }
}

fn first_unknown(machine: &mut Machine<'_>, _: &Invocation<'_>, args: &[Arc<str>]) {
    if let Some(variable) = args.first() {
        let name = machine.intern(variable);
        machine.havoc(name, "ProcessorCount");
    }
}
