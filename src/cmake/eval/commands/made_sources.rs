//! Commands that make sources of other files, and write lists of their names: Qt's (doc.qt.io, `qt_wrap_cpp` and its kin), `FindProtobuf`'s,
//! `FindFLEX`'s and `FindBISON`'s (cmake-modules(7)), and `create_test_sourcelist`. What stands in such a file is not known.
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{GeneratedBy, GeneratedFile};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::Value;
use crate::cmake::lang::path::name_without_extension;
use crate::cond::Cond;

use super::Handler::{Bulk, Plain};
use super::usage::by_keyword;
use super::{Table, run};

pub(super) const COMMANDS: Table = &[
    ("qt4_wrap_cpp", Bulk(|m, c| wrap(m, c, &MOC))),
    ("qt5_wrap_cpp", Bulk(|m, c| wrap(m, c, &MOC))),
    ("qt6_wrap_cpp", Bulk(|m, c| wrap(m, c, &MOC))),
    ("qt_wrap_cpp", Bulk(|m, c| wrap(m, c, &MOC))),
    ("qt4_wrap_ui", Bulk(|m, c| wrap(m, c, &UI))),
    ("qt5_wrap_ui", Bulk(|m, c| wrap(m, c, &UI))),
    ("qt6_wrap_ui", Bulk(|m, c| wrap(m, c, &UI))),
    ("qt_wrap_ui", Bulk(|m, c| wrap(m, c, &UI))),
    ("qt4_add_resources", Bulk(|m, c| wrap(m, c, &RESOURCES))),
    ("qt5_add_resources", Bulk(|m, c| wrap(m, c, &RESOURCES))),
    ("qt6_add_resources", Bulk(|m, c| wrap(m, c, &RESOURCES))),
    ("qt_add_resources", Bulk(|m, c| wrap(m, c, &RESOURCES))),
    ("qt5_add_translation", Bulk(|m, c| wrap(m, c, &TRANSLATION))),
    ("qt6_add_translation", Bulk(|m, c| wrap(m, c, &TRANSLATION))),
    ("qt_add_translation", Bulk(|m, c| wrap(m, c, &TRANSLATION))),
    ("protobuf_generate_cpp", Bulk(protobuf)),
    ("protobuf_generate_python", Bulk(protobuf)),
    ("create_test_sourcelist", Bulk(test_driver)),
    ("flex_target", Plain(flex)),
    ("bison_target", Plain(bison)),
    ("add_flex_bison_dependency", Plain(|_, _, _| ())),
];

/// How the file that is made of another is called.
struct Naming {
    prefix: &'static str,
    ending: &'static str,
    /// It lies where the other one does, below the folder for what is built.
    mirrors: bool,
}

const MOC: Naming = Naming { prefix: "moc_", ending: ".cpp", mirrors: true };
const UI: Naming = Naming { prefix: "ui_", ending: ".h", mirrors: false };
const RESOURCES: Naming = Naming { prefix: "qrc_", ending: ".cpp", mirrors: false };
const TRANSLATION: Naming = Naming { prefix: "", ending: ".qm", mirrors: false };

/// What follows these words are no files; with the later ones files go to a target.
const NO_FILES: &[&str] = &["OPTIONS", "TARGET", "DEPENDS"];
const OF_TARGETS: &[&str] = &["FILES", "PREFIX", "LANG", "BASE", "BIG_RESOURCES"];

impl Naming {
    /// The made file, for folders of sources and of what is built.
    fn of(&self, file: &str, source: &Path, binary: &Path) -> PathBuf {
        let path = Path::new(file);
        let name = format!("{}{}{}", self.prefix, name_without_extension(file), self.ending);
        let beside = path.parent().filter(|_| self.mirrors).unwrap_or(Path::new(""));
        let below = beside.strip_prefix(binary).or_else(|_| beside.strip_prefix(source)).unwrap_or(beside);
        let mut folder = binary.to_path_buf();
        for part in below.components() {
            match part {
                Component::Normal(part) => folder.push(part),
                Component::ParentDir => folder.push("__"),
                Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
            }
        }
        folder.join(name)
    }
}

fn folders(machine: &Machine<'_>) -> (PathBuf, PathBuf) {
    let directory = &machine.facts.directories[machine.directory.0 as usize];
    (directory.source.clone(), directory.binary.clone())
}

/// The argument that stands for a file made of another.
fn made(machine: &mut Machine<'_>, call: &Invocation<'_>, input: &Arg, naming: &Naming) -> Arg {
    let plain = machine.facts.texts.plain(input.text).filter(|text| !has_symbol(text));
    let text = match plain {
        Some(file) => {
            let (source, binary) = folders(machine);
            let output = machine.intern(&naming.of(&file, &source, &binary).to_string_lossy());
            let cond = machine.conds().and(machine.pc, input.cond);
            note(machine, call, Some(input.text), output, cond);
            output
        }
        None => machine.derived(&format!("a file that {}() makes", call.command.lower)),
    };
    Arg { text, quoted: true, ..*input }
}

fn note(machine: &mut Machine<'_>, call: &Invocation<'_>, input: Option<Text>, output: Text, cond: Cond) {
    let directory = machine.directory;
    let by = GeneratedBy::CustomCommand;
    let origin = call.origin;
    machine.facts.generated.push(GeneratedFile { by, input, output, content: None, cond, origin, directory });
}

fn is_one(machine: &Machine<'_>, arg: &Arg, words: &[&str]) -> bool {
    !arg.quoted && machine.facts.texts.as_str(arg.text).is_some_and(|text| words.contains(&text))
}

/// `command(LIST file…)`: the files made of these are added to the list.
fn wrap(machine: &mut Machine<'_>, call: &Invocation<'_>, naming: &Naming) {
    let Some((list, rest)) = call.args.split_first() else { return };
    if rest.iter().any(|arg| is_one(machine, arg, OF_TARGETS)) {
        return machine.keep_call(&call.command.lower, call);
    }
    let files = by_keyword(machine, rest, NO_FILES, "");
    let append = Arg { text: machine.intern("APPEND"), quoted: false, cond: Cond::TRUE, ..*list };
    let mut args = vec![append, *list];
    for (_, file) in files.iter().filter(|(keyword, _)| keyword.is_empty()) {
        args.push(made(machine, call, file, naming));
    }
    run(machine, call, "list", args);
}

/// `protobuf_generate_cpp(SOURCES HEADERS [DESCRIPTORS list] [EXPORT_MACRO macro] file…)`, and `protobuf_generate_python(SOURCES file…)`.
fn protobuf(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    const CXX: &[&str] = &[".pb.cc", ".pb.h"];
    let endings = if call.command.lower.ends_with("_python") { &["_pb2.py"] } else { CXX };
    let Some((lists, rest)) = call.args.split_at_checked(endings.len()) else { return };
    let (mut files, mut skip) = (Vec::new(), false);
    for arg in rest {
        match is_one(machine, arg, &["DESCRIPTORS", "EXPORT_MACRO"]) {
            true => skip = true,
            false if skip => skip = false,
            false => files.push(*arg),
        }
    }
    for (list, ending) in lists.iter().zip(endings) {
        let naming = Naming { prefix: "", ending, mirrors: false };
        let mut args = vec![*list];
        for file in &files {
            args.push(made(machine, call, file, &naming));
        }
        run(machine, call, "set", args);
    }
}

/// `create_test_sourcelist(LIST driver file… [EXTRA_INCLUDE header] [FUNCTION name])` (cmake-commands(7)).
fn test_driver(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    machine.keep_call(&call.command.lower, call);
    let [list, driver, rest @ ..] = call.args.as_slice() else { return };
    let tests = by_keyword(machine, rest, &["EXTRA_INCLUDE", "FUNCTION"], "");
    let driver = match machine.facts.texts.plain(driver.text).filter(|text| !has_symbol(text)) {
        Some(name) => {
            let output = folders(machine).1.join(&*name);
            let output = machine.intern(&output.to_string_lossy());
            let cond = machine.conds().and(machine.pc, driver.cond);
            note(machine, call, None, output, cond);
            Arg { text: output, quoted: true, ..*driver }
        }
        None => *driver,
    };
    let files = tests.iter().filter(|(keyword, _)| keyword.is_empty()).map(|(_, arg)| *arg);
    let args = [*list, driver].into_iter().chain(files).collect();
    run(machine, call, "set", args);
}

/// Writes variables of `<start>_…`, each with its list of files; those of `OUTPUTS` are made.
fn outputs(machine: &mut Machine<'_>, call: &Invocation<'_>, start: &str, lists: &[(&str, &[&str])]) {
    let binary = folders(machine).1;
    for (end, files) in lists {
        for file in files.iter().filter(|_| *end == "OUTPUTS") {
            let output = crate::source::normalize(&binary.join(file));
            let (output, cond) = (machine.intern(&output.to_string_lossy()), machine.pc);
            note(machine, call, None, output, cond);
        }
        set(machine, call, &format!("{start}_{end}"), &files.join(";"));
    }
    set(machine, call, &format!("{start}_DEFINED"), "TRUE");
}

fn set(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, text: &str) {
    let (name, text) = (machine.intern(name), machine.intern(text));
    machine.set_variable(name, &Value::text(text, call.origin));
}

/// The value after a keyword.
fn after<'a>(args: &'a [Arc<str>], keyword: &str) -> Option<&'a str> {
    let at = args.iter().position(|arg| &**arg == keyword)?;
    args.get(at + 1).map(|arg| &**arg)
}

/// `flex_target(Name input output [DEFINES_FILE header] …)`: before CMP0098, a path that is not absolute counts from the sources.
fn flex(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [name, _, output, rest @ ..] = args else { return };
    let start = format!("FLEX_{name}");
    if args.iter().any(|arg| has_symbol(arg)) {
        return unknown(machine, &start, &["OUTPUTS", "OUTPUT_HEADER"]);
    }
    let (source, binary) = folders(machine);
    let base = if machine.policy_new(98) { binary } else { source };
    let header = after(rest, "DEFINES_FILE");
    let absolute = |file: &str| base.join(file).to_string_lossy().into_owned();
    let all: Vec<String> = std::iter::once(&**output).chain(header).map(absolute).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    outputs(machine, call, &start, &[("OUTPUTS", &all), ("OUTPUT_HEADER", &[header.unwrap_or_default()])]);
}

/// `bison_target(Name input output [DEFINES_FILE header] [VERBOSE [file]] …)`: paths stay as they are written.
fn bison(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [name, _, output, rest @ ..] = args else { return };
    let start = format!("BISON_{name}");
    if args.iter().any(|arg| has_symbol(arg)) || rest.iter().any(|arg| &**arg == "VERBOSE") {
        return unknown(machine, &start, &["OUTPUTS", "OUTPUT_SOURCE", "OUTPUT_HEADER"]);
    }
    let usual = output.rsplit_once('.').map(|(before, ending)| format!("{before}.{}", ending.replace('c', "h")));
    let header = after(rest, "DEFINES_FILE").or(usual.as_deref()).unwrap_or(output);
    let lists: &[(&str, &[&str])] =
        &[("OUTPUTS", &[output, header]), ("OUTPUT_SOURCE", &[output]), ("OUTPUT_HEADER", &[header])];
    outputs(machine, call, &start, lists);
}

fn unknown(machine: &mut Machine<'_>, start: &str, ends: &[&str]) {
    for end in ends {
        let name = machine.intern(&format!("{start}_{end}"));
        machine.havoc(name, "a generator of parsers");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_files_lie_where_the_generators_put_them() {
        let of = |naming: &Naming, file: &str| {
            naming.of(file, Path::new("/p/src"), Path::new("/b/src")).to_string_lossy().into_owned()
        };
        assert_eq!(of(&MOC, "gui/main.window.h"), "/b/src/gui/moc_main.cpp");
        assert_eq!(of(&MOC, "/p/src/gui/a.h"), "/b/src/gui/moc_a.cpp");
        assert_eq!(of(&MOC, "../a.h"), "/b/src/__/moc_a.cpp");
        assert_eq!(of(&UI, "gui/a.ui"), "/b/src/ui_a.h");
    }
}
