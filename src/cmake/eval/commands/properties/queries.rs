//! Commands that ask for properties.
use std::sync::Arc;

use crate::cmake::eval::facts::{Definition, DirectoryId, PROPERTY, Reason, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::scope::Scope;
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cond::Cond;

use super::Owner;

impl Machine<'_> {
    /// A property of a target as `get_target_property` sees it; computed ones included.
    fn read_target_property(&mut self, call: &Invocation<'_>, target: &str, property: &str) -> Value {
        let named = target;
        let target = self.resolve_alias(target);
        let Some(entry) = self.facts.targets.get(&target) else {
            let shown = self.facts.texts.display_str(&format!("{PROPERTY}{property} of {target}"));
            let symbol = self.found_symbol(&shown);
            return Value::text(symbol, call.origin);
        };
        let computed = |m: &mut Self, each: &dyn Fn(&crate::cmake::eval::facts::Definition, &mut Self) -> String| {
            let definitions = m.facts.targets[&target].definitions.clone();
            let mut value = Value::unset();
            for definition in &definitions {
                let text = each(definition, m);
                let text = m.intern(&text);
                value = value.assign(&m.facts.conds, definition.cond, &Value::text(text, call.origin));
            }
            value
        };
        match property {
            "TYPE" => computed(self, &|d, _| d.kind.cmake_name().to_owned()),
            "IMPORTED" => computed(self, &|d, _| if d.imported { "TRUE" } else { "FALSE" }.to_owned()),
            "NAME" => computed(self, &|_, _| target.to_string()),
            "SOURCE_DIR" => computed(self, &|d, m| {
                m.facts.directories[d.directory.0 as usize].source.to_string_lossy().into_owned()
            }),
            "BINARY_DIR" => computed(self, &|d, m| {
                m.facts.directories[d.directory.0 as usize].binary.to_string_lossy().into_owned()
            }),
            "ALIASED_TARGET" if *named == *target => Value::unset(),
            "ALIASED_TARGET" => {
                let text = self.intern(&target);
                Value::text(text, call.origin)
            }
            "LOCATION" => {
                let symbol = self.toolchain_symbol(&format!("location of {target}"));
                Value::text(symbol, call.origin)
            }
            _ => {
                let own = entry.properties.get(property).cloned().unwrap_or_else(Value::unset);
                let Some((_, initial)) = INITIAL.iter().find(|(name, _)| *name == property) else { return own };
                let built: Vec<Cond> =
                    entry.definitions.iter().filter(|one| is_built(one)).map(|one| one.cond).collect();
                let (built, text) = (self.conds().any(built), self.intern(initial));
                let first = Value::unset().assign(self.conds(), built, &Value::text(text, call.origin));
                first.assign(self.conds(), own.defined, &own)
            }
        }
    }

    /// Stores what a property query found; `absent` where it is not set.
    fn store_query(&mut self, output: &str, value: &Value, absent: Option<&str>, call: &Invocation<'_>) {
        let name = self.intern(output);
        let value = &value.completed(&self.facts.conds);
        let missing = self.conds().not(value.defined);
        let complete = match absent {
            Some(text) if !missing.is_false() => {
                let text = self.intern(text);
                value.assign(&self.facts.conds, missing, &Value::text(text, call.origin))
            }
            _ => value.clone(),
        };
        self.set_variable(name, &complete);
    }
}

pub(super) fn get_target_property(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [output, target, property, ..] = args else {
        machine.error("get_target_property called with incorrect number of arguments", call.origin);
        return;
    };
    let (target, _) = machine.facts.texts.with_defaults(target);
    let value = machine.read_target_property(call, &target, property);
    let absent = format!("{output}-NOTFOUND");
    machine.store_query(output, &value, Some(&absent), call);
}

/// Properties that targets which are built have from the beginning (cmTarget; asked of CMake 3.25).
const INITIAL: &[(&str, &str)] = &[
    ("BUILD_WITH_INSTALL_RPATH", "OFF"),
    ("INSTALL_RPATH", ""),
    ("INSTALL_RPATH_USE_LINK_PATH", "OFF"),
    ("SKIP_BUILD_RPATH", "OFF"),
];

fn is_built(definition: &Definition) -> bool {
    !definition.imported && definition.kind != TargetKind::Interface
}

pub(super) fn get_property(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    let [output, scope, rest @ ..] = words.as_slice() else {
        machine.error("get_property called with incorrect number of arguments", call.origin);
        return;
    };
    let Some(at) = rest.iter().position(|w| *w == "PROPERTY") else {
        machine.error("get_property not given a PROPERTY", call.origin);
        return;
    };
    let Some(property) = rest.get(at + 1) else { return };
    let name = if at > 0 { Some(rest[0]) } else { None };
    let query = rest.get(at + 2).copied().unwrap_or("");
    let value = read_scope(machine, call, scope, name, property);
    match query {
        "SET" | "DEFINED" => {
            let one = machine.intern("1");
            let zero = machine.intern("0");
            let set =
                Value::text(zero, call.origin).assign(machine.conds(), value.defined, &Value::text(one, call.origin));
            machine.store_query(output, &set, None, call);
        }
        _ => machine.store_query(output, &value, None, call),
    }
}

fn read_scope(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    scope: &str,
    name: Option<&str>,
    property: &str,
) -> Value {
    match scope {
        "GLOBAL" => read_global(machine, property),
        "DIRECTORY" => {
            let id = machine.directory_named(name);
            read_directory(machine, id, property)
        }
        "TARGET" => {
            let target = machine.facts.texts.with_defaults(name.unwrap_or_default()).0;
            machine.read_target_property(call, &target, property)
        }
        "SOURCE" => {
            let key = machine.source_key(name.unwrap_or_default());
            machine.property(&Owner::Source(key), property)
        }
        "CACHE" => machine.property(&Owner::Cache(name.unwrap_or_default().into()), property),
        "VARIABLE" => machine.read_named(property),
        _ => Value::unset(),
    }
}

fn read_global(machine: &mut Machine<'_>, property: &str) -> Value {
    match property {
        "GENERATOR_IS_MULTI_CONFIG" => {
            if !machine.env.options.all_configurations {
                let text = machine.intern("0");
                return Value::text(text, crate::cmake::eval::value::Origin::NONE);
            }
            let symbol = machine.toolchain_symbol("GENERATOR_IS_MULTI_CONFIG");
            Value::text(symbol, crate::cmake::eval::value::Origin::NONE)
        }
        "TARGET_SUPPORTS_SHARED_LIBS" => {
            let text = machine.intern("TRUE");
            Value::text(text, crate::cmake::eval::value::Origin::NONE)
        }
        _ => match known_features(property) {
            Some(features) => {
                let text = machine.intern(features);
                Value::text(text, crate::cmake::eval::value::Origin::NONE)
            }
            None => with_packages(machine, property),
        },
    }
}

/// A global property, to which the configuration of a package that was searched may have added (`MLIR_DIALECT_LIBS` of MLIR's).
fn with_packages(machine: &mut Machine<'_>, property: &str) -> Value {
    let own = machine.property(&Owner::Global, property);
    let facts = &machine.facts;
    let fits = |package: &str| {
        let rest = property.get(..package.len()).filter(|start| start.eq_ignore_ascii_case(package));
        rest.is_some() && property.as_bytes().get(package.len()) == Some(&b'_')
    };
    let searched = facts.packages.iter().filter(|search| facts.texts.as_str(search.name).is_some_and(fits));
    let searched: Vec<Cond> = searched.map(|search| search.cond).collect();
    let when = machine.conds().any(searched);
    if when.is_false() {
        return own;
    }
    let symbol = machine.found_symbol(&format!("global property {property}"));
    let mut elems = own.elems.to_vec();
    elems.push(Elem { cond: when, text: symbol, origin: Origin::NONE });
    Value { defined: machine.conds().or(own.defined, when), elems: Arc::new(elems) }
}

/// The features that CMake knows of a language (`CMAKE_<LANG>_KNOWN_FEATURES`).
fn known_features(property: &str) -> Option<&'static str> {
    let language = property.strip_prefix("CMAKE_")?.strip_suffix("_KNOWN_FEATURES")?;
    let mut rows = include_str!("../../data/known_features.txt").lines().filter(|line| !line.starts_with('#'));
    rows.find_map(|row| row.strip_prefix(language)?.strip_prefix('\t'))
}

fn read_directory(machine: &mut Machine<'_>, id: DirectoryId, property: &str) -> Value {
    let list = |machine: &mut Machine<'_>, texts: Vec<(Cond, String)>| {
        let elems = texts
            .into_iter()
            .map(|(cond, text)| crate::cmake::eval::value::Elem {
                cond,
                text: machine.intern(&text),
                origin: crate::cmake::eval::value::Origin::NONE,
            })
            .collect();
        Value::list(elems)
    };
    match property {
        "BUILDSYSTEM_TARGETS" => {
            let mut names = Vec::new();
            for target in machine.facts.targets.values() {
                let own =
                    target.definitions.iter().filter(|d| d.directory == id && !d.imported && d.alias_of.is_none());
                let conds: Vec<Cond> = own.map(|d| d.cond).collect();
                if !conds.is_empty() {
                    names.push((machine.conds().any(conds), target.name.to_string()));
                }
            }
            list(machine, names)
        }
        "SUBDIRECTORIES" => {
            let children = machine
                .facts
                .directories
                .iter()
                .filter(|d| d.parent == Some(id))
                .map(|d| (d.cond, d.source.to_string_lossy().into_owned()))
                .collect();
            list(machine, children)
        }
        "PARENT_DIRECTORY" => {
            let parent = machine.facts.directories[id.0 as usize].parent;
            let text = parent.map_or(String::new(), |p| {
                machine.facts.directories[p.0 as usize].source.to_string_lossy().into_owned()
            });
            list(machine, vec![(Cond::TRUE, text)])
        }
        _ => machine.property(&Owner::Directory(id), property),
    }
}

pub(super) fn get_source_file_property(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [output, file, .., property] = args else { return };
    let key = machine.source_key(file);
    let value = machine.property(&Owner::Source(key), property);
    machine.store_query(output, &value, Some("NOTFOUND"), call);
}

pub(super) fn get_directory_property(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    let Some((output, rest)) = words.split_first() else { return };
    let (directory, rest) = match rest {
        ["DIRECTORY", directory, rest @ ..] => (Some(*directory), rest),
        rest => (None, rest),
    };
    let id = machine.directory_named(directory);
    let value = match rest {
        ["DEFINITION", variable, ..] => {
            let name = machine.intern(variable);
            let own = machine.ended.get(&id).and_then(|scope| scope.value(machine.conds(), name));
            own.unwrap_or_else(|| machine.read_variable(name))
        }
        [property, ..] => read_directory(machine, id, property),
        [] => return,
    };
    machine.store_query(output, &value, None, call);
}

pub(super) fn get_cmake_property(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [output, property, ..] = args else { return };
    let value = match &**property {
        // In one configuration the names that are set here: projects ask for those with a beginning of their own.
        "VARIABLES" | "CACHE_VARIABLES" if machine.script.is_some() || !machine.env.options.all_configurations => {
            let cached = machine.facts.cache.iter().filter(|(_, entry)| !entry.value.defined.is_false());
            let mut names: Vec<Arc<str>> = cached.map(|(name, _)| Arc::clone(name)).collect();
            if &**property == "VARIABLES" {
                let set =
                    machine.scopes.iter().flat_map(Scope::names).filter_map(|name| machine.facts.texts.plain(name));
                names.extend(set);
            }
            names.sort();
            names.dedup();
            let text = machine.intern(&names.join(";"));
            Value::text(text, call.origin)
        }
        "VARIABLES" | "CACHE_VARIABLES" | "COMMANDS" | "MACROS" | "COMPONENTS" => {
            machine.unknown(Reason::UnmodelledForm, &format!("get_cmake_property({property})"), call.origin);
            let symbol = machine.unmodelled_symbol(&format!("cmake property {property}"));
            Value::text(symbol, call.origin)
        }
        _ => read_global(machine, property),
    };
    machine.store_query(output, &value, Some("NOTFOUND"), call);
}

pub(super) fn get_unknown(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let output: Option<Text> = args.last().map(|a| machine.intern(a));
    if let Some(output) = output {
        machine.havoc(output, &call.command.lower);
    }
}
