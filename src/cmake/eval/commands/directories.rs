//! `add_subdirectory` and the commands that act on a whole directory.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{Directory, DirectoryId, InOrder, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::scope::ScopeKind;
use crate::cmake::eval::text::{Text, is_symbol};
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::Cond;
use crate::source::normalize;

use super::Handler::{Bulk, Plain};
use super::Table;

pub(super) const COMMANDS: Table = &[
    ("add_subdirectory", Plain(add_subdirectory)),
    ("subdirs", Plain(subdirs)),
    ("include_directories", Bulk(include_directories)),
    ("link_directories", Bulk(link_directories)),
    ("link_libraries", Bulk(|m, c| append_directory(m, c, "LINK_LIBRARIES", 0))),
    ("add_compile_options", Bulk(|m, c| append_directory(m, c, "COMPILE_OPTIONS", 0))),
    ("add_link_options", Bulk(|m, c| append_directory(m, c, "LINK_OPTIONS", 0))),
    ("add_compile_definitions", Bulk(|m, c| append_directory(m, c, "COMPILE_DEFINITIONS", 0))),
    ("add_definitions", Bulk(add_definitions)),
    ("remove_definitions", Bulk(remove_definitions)),
];

/// Variables that are read when a directory ends, so that a late `set` still acts (measured with 3.25 and 4.4).
const READ_AT_END: &[&str] = &[
    "_LIBRARY_PREFIX",
    "_LIBRARY_SUFFIX",
    "_MODULE_PREFIX",
    "_MODULE_SUFFIX",
    "CMAKE_EXECUTABLE_SUFFIX",
    "_FLAGS",
    "_LINKER_FLAGS",
    "_FLAGS_DEBUG",
    "_FLAGS_RELEASE",
    "_FLAGS_RELWITHDEBINFO",
    "_FLAGS_MINSIZEREL",
    "_STANDARD_LIBRARIES",
    "CMAKE_BUILD_TYPE",
    // Found by project(), and told with the rest.
    "CMAKE_C_COMPILER",
    "CMAKE_CXX_COMPILER",
    "CMAKE_INCLUDE_CURRENT_DIR",
    "CMAKE_INCLUDE_CURRENT_DIR_IN_INTERFACE",
    "CMAKE_SKIP_INSTALL_RPATH",
    "CMAKE_SKIP_RPATH",
    // Of the last directory of all, the top.
    "CMAKE_INSTALL_PREFIX",
    "_PIE_SUPPORTED",
    "EXECUTABLE_OUTPUT_PATH",
    "LIBRARY_OUTPUT_PATH",
];

fn is_read_at_end(name: &str) -> bool {
    let known = name.starts_with("CMAKE_") || name.ends_with("_OUTPUT_PATH");
    // How features of link items are written.
    let feature = || name.contains("LINK_LIBRARY_USING_") || name.contains("LINK_GROUP_USING_");
    known && (READ_AT_END.iter().any(|suffix| name.ends_with(suffix)) || feature() || is_for_build_type(name))
}

/// Whether a variable may hold flags of a build type that the project has made (`CMAKE_CXX_FLAGS_ASAN`).
fn is_for_build_type(name: &str) -> bool {
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let of_type = name.split_once("_FLAGS_").map(|(_, build_type)| build_type);
    of_type
        .is_some_and(|build_type| build_type != "INIT" && !build_type.is_empty() && build_type.chars().all(is_capital))
}

fn add_subdirectory(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((source, rest)) = args.split_first() else {
        machine.error("add_subdirectory called with incorrect number of arguments", call.origin);
        return;
    };
    let excluded = rest.iter().any(|w| &**w == "EXCLUDE_FROM_ALL");
    let binary = rest.iter().find(|w| !matches!(&***w, "EXCLUDE_FROM_ALL" | "SYSTEM"));
    let Some(source_dir) = machine.known_path(source) else {
        machine.unknown(Reason::UnknownValue, "directory that add_subdirectory() adds", call.origin);
        return;
    };
    let parent = &machine.facts.directories[machine.directory.0 as usize];
    let binary_dir = match binary {
        Some(binary) => normalize(&parent.binary.join(machine.facts.texts.with_defaults(binary).0)),
        None => match source_dir.strip_prefix(&parent.source) {
            Ok(relative) => parent.binary.join(relative),
            Err(_) => parent.binary.clone(),
        },
    };
    machine.enter_directory(call, source_dir, binary_dir, excluded);
}

fn subdirs(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    for name in args.iter().filter(|w| !matches!(&***w, "EXCLUDE_FROM_ALL" | "PREORDER")) {
        add_subdirectory(machine, call, std::slice::from_ref(name));
    }
}

impl Machine<'_> {
    /// Evaluates a directory in a scope of its own.
    pub(in crate::cmake::eval) fn enter_directory(
        &mut self,
        call: &Invocation<'_>,
        source: PathBuf,
        binary: PathBuf,
        excluded: bool,
    ) {
        let list_file = source.join("CMakeLists.txt");
        let again = self.ancestors().any(|d| d.source == source);
        if again || self.depth >= self.env.options.limits.depth {
            self.unknown(Reason::Limit, &format!("add_subdirectory cycle at {}", source.display()), call.origin);
            return;
        }
        let sandbox = self.env.files.sources().sandbox();
        let found = sandbox.is_file(&list_file);
        // An example that reaches the project above by a link (`libs/self -> ../..`): the project is evaluated by itself.
        let real = sandbox.resolve(&source).ok().filter(|real| *real != source);
        if real.is_some_and(|real| self.facts.source_dir.starts_with(real)) && self.env.options.all_configurations {
            let text = format!("the project above, by the link {}", source.display());
            self.unknown(Reason::Limit, &text, call.origin);
            return;
        }
        let parent = self.directory;
        let properties = self.facts.directories[parent.0 as usize].properties.clone();
        let id = DirectoryId(self.facts.directories.len() as u32);
        let pc = self.pc;
        self.facts.directories.push(Directory {
            source,
            binary,
            parent: Some(parent),
            cond: pc,
            origin: call.origin,
            properties: inherited(properties),
            end_variables: indexmap::IndexMap::default(),
            found,
            excluded: if excluded { pc } else { Cond::FALSE },
        });
        if !found {
            self.unknown(Reason::MissingFile, &format!("{}", list_file.display()), call.origin);
            return;
        }
        let Some(file) = self.parse_file(&list_file, call) else { return };
        self.depth += 1;
        let caller = std::mem::replace(&mut self.caller, call.origin);
        let policies = self.policies.clone();
        let running = std::mem::take(&mut self.running);
        self.directory = id;
        self.scopes.push(ScopeKind::Directory, pc);
        let outer = self.conds().confine();
        self.run_file(&list_file, &file);
        self.conds().release(outer);
        self.end_directory(id);
        if let Some(scope) = self.scopes.pop() {
            self.ended.insert(id, scope);
        }
        self.directory = parent;
        self.running = running;
        self.policies = policies;
        self.caller = caller;
        self.depth -= 1;
    }

    fn ancestors(&self) -> impl Iterator<Item = &Directory> {
        let mut at = Some(self.directory);
        std::iter::from_fn(move || {
            let directory = &self.facts.directories[at?.0 as usize];
            at = directory.parent;
            Some(directory)
        })
    }

    /// What happens when a directory's file has been read: deferred calls, and variables that are read only now.
    pub(in crate::cmake::eval) fn end_directory(&mut self, id: DirectoryId) {
        self.run_deferred(id);
        let mut names: Vec<(String, crate::cmake::eval::text::Text)> = Vec::new();
        for scope in self.scopes.iter() {
            for name in scope.names() {
                let Some(plain) = self.facts.texts.as_str(name) else { continue };
                if is_read_at_end(plain) {
                    names.push((plain.to_owned(), name));
                }
            }
        }
        let cached: Vec<String> =
            self.facts.cache.keys().filter(|n| is_read_at_end(n)).map(ToString::to_string).collect();
        for name in cached {
            let text = self.intern(&name);
            names.push((name, text));
        }
        for given in &self.env.options.given {
            if is_read_at_end(&given.name) {
                let text = self.facts.texts.intern(&given.name);
                names.push((given.name.clone(), text));
            }
        }
        names.sort();
        names.dedup();
        for (plain, name) in names {
            let value = self.read_variable(name);
            self.facts.directories[id.0 as usize].end_variables.insert(plain.into(), value);
        }
    }

    /// Appends to a list property where the running condition holds. As in CMake, appending nothing does not set it.
    pub(in crate::cmake::eval) fn appended(&self, old: &Value, new: &Value) -> Value {
        let mut elems: Vec<_> = old.elems.iter().copied().collect();
        for elem in new.elems.iter() {
            let cond = self.conds().and(elem.cond, self.pc);
            if !cond.is_false() {
                elems.push(Elem { cond, ..*elem });
            }
        }
        let whole = elems.iter().any(|e| e.cond.is_true());
        Value { defined: if whole { Cond::TRUE } else { old.defined }, elems: Arc::new(elems) }
    }

    /// As [`Self::appended`], in front.
    pub(in crate::cmake::eval) fn prepended(&self, old: &Value, new: &Value) -> Value {
        let front = self.appended(&Value::unset(), new);
        let elems = front.elems.iter().chain(old.elems.iter()).copied().collect();
        let defined = if front.defined.is_true() { Cond::TRUE } else { old.defined };
        Value { defined, elems: Arc::new(elems) }
    }
}

/// Properties that a subdirectory starts with.
fn inherited(mut properties: InOrder<Arc<str>, Value>) -> InOrder<Arc<str>, Value> {
    const INHERITED: &[&str] = &[
        "COMPILE_DEFINITIONS",
        "COMPILE_OPTIONS",
        "INCLUDE_DIRECTORIES",
        "SYSTEM_INCLUDE_DIRECTORIES",
        "LINK_DIRECTORIES",
        "LINK_LIBRARIES",
        "LINK_OPTIONS",
        "DEFINITION_FLAGS",
    ];
    properties.retain(|name, _| INHERITED.contains(&&**name));
    properties
}

fn append_directory(machine: &mut Machine<'_>, call: &Invocation<'_>, property: &str, skip: usize) {
    let value = machine.value_of(call, &call.args[skip.min(call.args.len())..]);
    let value = super::expressions::whole_expressions(machine, &value);
    append_value(machine, property, &value, false);
}

fn append_value(machine: &mut Machine<'_>, property: &str, value: &Value, front: bool) {
    let index = machine.directory.0 as usize;
    let value = &if property == "COMPILE_DEFINITIONS" { machine.in_alternatives(value) } else { value.clone() };
    let old = machine.facts.directories[index].properties.get(property).cloned().unwrap_or_else(Value::unset);
    let new = if front { machine.prepended(&old, value) } else { machine.appended(&old, value) };
    machine.facts.directories[index].properties.insert(property.into(), new);
}

/// Makes the path elements of a value absolute, leaving generator expressions alone.
pub(super) fn absolute_paths(machine: &mut Machine<'_>, value: &Value, base: &Path) -> Value {
    let elems = value
        .elems
        .iter()
        .map(|elem| {
            let Some(text) = machine.facts.texts.plain(elem.text) else { return *elem };
            let unknown = text.starts_with(crate::cmake::eval::text::is_symbol);
            if text.is_empty() || text.starts_with("$<") || text.starts_with('/') || unknown {
                return *elem;
            }
            // As CMake stores them: `.` and `..` stay in the path.
            let path = format!("{}/{text}", base.display());
            let text = machine.intern(&path);
            Elem { text, ..*elem }
        })
        .collect();
    let elems = if machine.env.options.all_configurations { without_repeated(machine, elems) } else { elems };
    Value { defined: value.defined, elems: Arc::new(elems) }
}

/// A long list of folders without those that are there before in any case: searched again they change nothing, and lists
/// that are made of others of their kind would double each time.
fn without_repeated(machine: &Machine<'_>, mut elems: Vec<Elem>) -> Vec<Elem> {
    const LONG: usize = 64;
    if elems.len() <= LONG {
        return elems;
    }
    let mut seen: FxHashMap<Text, Cond> = FxHashMap::default();
    elems.retain(|elem| {
        let before = seen.entry(elem.text).or_insert(Cond::FALSE);
        let repeated = machine.facts.conds.implies(elem.cond, *before);
        *before = machine.facts.conds.or(*before, elem.cond);
        !repeated
    });
    elems
}

/// `include_directories([BEFORE|AFTER] [SYSTEM] dir…)`: BEFORE and AFTER count in front only, SYSTEM anywhere, for what
/// follows. What is put before stands in reverse order (measured with 3.25).
fn include_directories(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let first = call.args.first().and_then(|a| machine.facts.texts.as_str(a.text));
    let skip = usize::from(matches!(first, Some("BEFORE" | "AFTER")));
    let before = match first {
        Some("BEFORE") => true,
        Some("AFTER") => false,
        _ => is_on(machine, "CMAKE_INCLUDE_DIRECTORIES_BEFORE"),
    };
    let (mut system, mut args, mut marked) = (false, Vec::new(), Vec::new());
    for arg in &call.args[skip..] {
        if machine.facts.texts.as_str(arg.text) == Some("SYSTEM") {
            system = true;
            continue;
        }
        args.push(*arg);
        if system {
            marked.push(*arg);
        }
    }
    if before {
        args.reverse();
    }
    let base = machine.facts.directories[machine.directory.0 as usize].source.clone();
    for (property, args) in [("INCLUDE_DIRECTORIES", args), ("SYSTEM_INCLUDE_DIRECTORIES", marked)] {
        if property != "INCLUDE_DIRECTORIES" && args.is_empty() {
            continue;
        }
        let value = machine.value_of(call, &args);
        let value = without_slashes(machine, &value);
        let value = absolute_paths(machine, &value, &base);
        append_value(machine, property, &value, before);
        add_to_own_targets(machine, property, &value, before);
    }
}

/// Folders without slashes at their ends.
fn without_slashes(machine: &mut Machine<'_>, value: &Value) -> Value {
    let elems = value
        .elems
        .iter()
        .map(|elem| match machine.facts.texts.as_str(elem.text).filter(|t| t.len() > 1 && t.ends_with('/')) {
            Some(text) => {
                let text = text.trim_end_matches('/').to_owned();
                Elem { text: machine.intern(&text), ..*elem }
            }
            None => *elem,
        })
        .collect();
    Value { defined: value.defined, elems: Arc::new(elems) }
}

/// It reaches the targets that the directory has already, too.
fn add_to_own_targets(machine: &mut Machine<'_>, property: &str, value: &Value, before: bool) {
    let directory = machine.directory;
    let targets: Vec<Arc<str>> = machine
        .facts
        .targets
        .values()
        .filter(|t| t.definitions.iter().any(|d| d.directory == directory && !d.imported && d.alias_of.is_none()))
        .map(|t| Arc::clone(&t.name))
        .collect();
    for target in targets {
        let old = machine.target_property(&target, property);
        let new = if before { machine.prepended(&old, value) } else { machine.appended(&old, value) };
        machine.store_target_property(&target, property, new);
    }
}

/// Whether a variable is on for certain.
fn is_on(machine: &Machine<'_>, name: &str) -> bool {
    machine.peek_str(name).is_some_and(|v| !crate::cmake::lang::condition::is_off(&v))
}

fn link_directories(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let first = call.args.first().and_then(|a| machine.facts.texts.as_str(a.text));
    let skip = usize::from(matches!(first, Some("BEFORE" | "AFTER")));
    let front = match first {
        Some("BEFORE") => true,
        Some("AFTER") => false,
        _ => is_on(machine, "CMAKE_LINK_DIRECTORIES_BEFORE"),
    };
    let value = machine.value_of(call, &call.args[skip..]);
    let value = without_slashes(machine, &value);
    let base = machine.facts.directories[machine.directory.0 as usize].source.clone();
    let value = absolute_paths(machine, &value, &base);
    append_value(machine, "LINK_DIRECTORIES", &value, front);
}

fn add_definitions(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let value = machine.value_of(call, &call.args);
    let value = machine.in_alternatives(&value);
    let (mut definitions, mut flags) = (Vec::new(), Vec::new());
    for elem in machine.list_elements(&value) {
        let text = machine.facts.texts.plain(elem.text);
        let definition = text.as_deref().and_then(|t| t.strip_prefix("-D").or_else(|| t.strip_prefix("/D")));
        match definition.filter(|text| is_definition(text)) {
            Some(definition) => {
                let text = machine.intern(definition);
                definitions.push(Elem { text, ..elem });
            }
            None => flags.push(elem),
        }
    }
    append_value(machine, "COMPILE_DEFINITIONS", &Value::list(definitions), false);
    append_value(machine, "DEFINITION_FLAGS", &Value::list(flags), false);
}

/// Whether `-D…` is taken as a definition: what begins otherwise than with a name and `=` (several flags in one word, say) stays a flag
/// (`cmMakefile::ParseDefineFlag`).
fn is_definition(text: &str) -> bool {
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || is_symbol(c);
    name.starts_with(|c: char| is_word(c) && !c.is_ascii_digit()) && name.chars().all(is_word)
}

fn remove_definitions(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let index = machine.directory.0 as usize;
    let removed: Vec<Arc<str>> = call
        .args
        .iter()
        .filter_map(|a| machine.facts.texts.plain(a.text))
        .map(|t| t.strip_prefix("-D").unwrap_or(&t).into())
        .collect();
    let Some(old) = machine.facts.directories[index].properties.get("COMPILE_DEFINITIONS").cloned() else { return };
    let kept: Vec<_> = old
        .elems
        .iter()
        .copied()
        .filter(|e| machine.facts.texts.as_str(e.text).is_none_or(|t| !removed.iter().any(|r| **r == *t)))
        .collect();
    let new = old.assign(machine.conds(), machine.pc, &Value::list(kept));
    machine.facts.directories[index].properties.insert("COMPILE_DEFINITIONS".into(), new);
}
