//! Plugins from elsewhere: what a program hands to the libraries that it loads says what they need from it.
//!
//! The entry point of a plugin is looked up and called with pointers to the program's own types, or Qt makes an object of an
//! interface whose functions take them. Such a pointer is of no use to a plugin that cannot call the type's functions.
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::loading::{Load, literals};
use crate::model::mentions::{in_comment, words};
use crate::model::symbols::{Site, last};
use crate::native::{ArgumentValue, LoadKind, NativeFile};
use crate::rules::{Confidence, Draft, Place, Severity, Sink};
use crate::source::Span;

use super::{Host, Search};

/// A type has to have as many functions in the program for a pointer to it to mean that plugins call them.
const LEAST: usize = 3;
/// More files than these are not read for the text of one declaration.
const MOST_FILES: usize = 400;

/// What is handed over, and the functions of the program that belong to it.
struct Handed {
    type_name: String,
    /// Where the interface says so.
    said: Span,
    functions: Vec<Site>,
}

/// Programs that load the same way, with what they hand over.
struct Loading<'h> {
    hosts: Vec<(&'h Host, Cond)>,
    load: Span,
    handed: Handed,
}

impl Search<'_> {
    /// Reports programs whose plugins are not part of the project. One finding for each place that loads.
    pub(super) fn interfaces(&self, hosts: &[Host], told: &BTreeSet<TargetId>, sink: &mut Sink) {
        let plugins = self.plugins();
        let mut found: BTreeMap<Span, Loading<'_>> = BTreeMap::new();
        let mut served: BTreeSet<Span> = BTreeSet::new();
        for host in hosts {
            let any = plugins.iter().any(|plugin| self.load_of(host, plugin.id).is_some());
            if any || told.contains(&host.id) || self.model.is_test_target(host.id) {
                continue;
            }
            for load in host.loads.iter().filter(|load| opens_anything(load)) {
                let span = load.span();
                let cond = self.unexported(host, load.cond);
                if cond.is_false() {
                    served.insert(span);
                    continue;
                }
                if cond.is_unknown() || !self.loader_is_named(host, load) {
                    continue;
                }
                if let Some(known) = found.get_mut(&span) {
                    known.hosts.push((host, cond));
                } else if let Some(handed) = self.handed(host, load) {
                    found.insert(span, Loading { hosts: vec![(host, cond)], load: span, handed });
                }
            }
        }
        // Where another program exports for the same call, that one is the plugins' home.
        found.retain(|span, _| !served.contains(span));
        let mut seen: BTreeSet<TargetId> = BTreeSet::new();
        for (_, mut loading) in found {
            loading.hosts.retain(|(host, _)| seen.insert(host.id));
            self.report_interface(&loading, sink);
        }
    }

    /// Whether some other source of a host names what loads: a library has functions that a program does not use.
    fn loader_is_named(&self, host: &Host, load: &Load) -> bool {
        let path = &*load.source;
        let of_host = self.model.sources(host.id).iter().any(|source| source.path.as_deref() == Some(path));
        let mut names = load.call.enclosing.rsplit("::");
        let Some(function) = names.next().filter(|name| !name.is_empty() && !of_host) else { return true };
        let asked = [names.next().unwrap_or(function).to_owned()];
        let mentioning = self.natives.mentioning(&asked);
        host.parts.iter().any(|(part, _)| {
            let mut sources = self.model.sources(*part).iter().filter_map(|source| source.path.as_deref());
            sources.any(|other| {
                other != path && self.natives.index(other).is_some_and(|index| mentioning.contains(&index))
            })
        })
    }

    /// When a host loads and exports nothing at all.
    fn unexported(&self, host: &Host, load: Cond) -> Cond {
        let line = self.line(host);
        if line.flags.iter().any(|flag| flag.flag.flag.exports_from_executable()) {
            return Cond::FALSE;
        }
        let conds = &self.model.facts.conds;
        let cond = conds.diff(load, line.exports);
        match conds.platform("LINUX") {
            Some(linux) if conds.disjoint(cond, linux) => Cond::FALSE,
            _ => cond,
        }
    }

    fn handed(&self, host: &Host, load: &Load) -> Option<Handed> {
        let path = &*load.source;
        let is_in = |part: TargetId| self.model.sources(part).iter().any(|source| source.path.as_deref() == Some(path));
        let part = host.parts.iter().map(|(part, _)| *part).find(|part| is_in(*part))?;
        let view = self.symbols.headers.view(part, path);
        let files: Vec<&NativeFile> = view.files.iter().map(|(_, file)| file).take(MOST_FILES).collect();
        if load.call.function.starts_with("QPluginLoader") {
            return self.handed_by(host, interfaces_of_qt(&files), &files);
        }
        let direct = load.file.facts.loads.iter().filter(|call| call.kind == LoadKind::Symbol && !call.in_macro);
        let direct = direct.flat_map(|call| entry_point(&load.file, &files, &call.range)).collect();
        self.handed_by(host, direct, &files).or_else(|| self.handed_through(host, &wrappers(&files)))
    }

    /// What signatures hand over that is the program's own.
    fn handed_by(&self, host: &Host, signatures: Vec<(String, Span)>, files: &[&NativeFile]) -> Option<Handed> {
        let mut tried: BTreeSet<String> = BTreeSet::new();
        signatures.into_iter().filter(|(text, _)| !takes_functions(text)).find_map(|(text, said)| {
            pointed_to(&text).into_iter().filter(|name| tried.insert(name.clone())).find_map(|name| {
                let table = files.iter().any(|file| is_table(file, &name));
                let functions = if table { Vec::new() } else { self.functions_of(host, &name) };
                let is_own = functions.len() >= LEAST && self.is_own(host, &name, files, &functions);
                is_own.then_some(Handed { type_name: name, said, functions })
            })
        })
    }

    /// Whether a type is the program's: functions are members of it, or a file that the loading or one of the functions sees defines
    /// it. What a library of others defines is that library's to serve: plugins call its functions there.
    fn is_own(&self, host: &Host, name: &str, files: &[&NativeFile], functions: &[Site]) -> bool {
        /// What is defined out of sight of so many functions is taken for unknown.
        const MOST_FUNCTIONS: usize = 8;
        let is_member = |site: &Site| site.function().is_some_and(|function| function.member);
        let sees = |site: &Site| {
            host.parts.iter().any(|(part, _)| {
                let view = self.symbols.headers.view(*part, &site.path);
                view.files.iter().take(MOST_FILES).any(|(_, file)| defines_type(file, name))
            })
        };
        functions.iter().any(is_member)
            || files.iter().any(|file| defines_type(file, name))
            || functions.iter().take(MOST_FUNCTIONS).any(|site| defines_type(&site.file, name) || sees(site))
    }

    /// The same for symbols that are looked up by a function or macro of the program itself.
    fn handed_through(&self, host: &Host, wrappers: &BTreeSet<String>) -> Option<Handed> {
        /// More files are not read for it.
        const MOST_CALLERS: usize = 32;
        for wrapper in wrappers {
            for (part, _) in &host.parts {
                let names = self.symbols.names(*part);
                for site in names.called.get(wrapper).into_iter().flatten().take(MOST_CALLERS) {
                    let view = self.symbols.headers.view(*part, &site.path);
                    let files: Vec<&NativeFile> = view.files.iter().map(|(_, file)| file).take(MOST_FILES).collect();
                    let calls = calls_of(site.file.source.bytes(), wrapper);
                    let found = calls.iter().flat_map(|range| entry_point(&site.file, &files, range)).collect();
                    if let Some(handed) = self.handed_by(host, found, &files) {
                        return Some(handed);
                    }
                }
            }
        }
        None
    }

    /// Functions in a host's code that belong to a type: its members, or what takes a pointer to it.
    fn functions_of(&self, host: &Host, type_name: &str) -> Vec<Site> {
        let conds = &self.model.facts.conds;
        let beside = &self.line(host).beside;
        let mut found: BTreeMap<String, Site> = BTreeMap::new();
        for (part, linked) in &host.parts {
            // Plugins may link a library that is installed.
            if *part != host.id && self.is_installed(*part) {
                continue;
            }
            if linked.is_false() {
                continue;
            }
            let names = self.symbols.names(*part);
            let belonging = self.belonging(*part, &names);
            for (name, at) in belonging.get(type_name).into_iter().flatten() {
                let Some(site) = names.defined.get(name).and_then(|sites| sites.get(*at)) else { continue };
                let cond = conds.diff(conds.and(*linked, site.cond), self.symbols.defined_on(beside, name));
                if !cond.is_false() {
                    found.insert(name.clone(), Site { cond, ..site.clone() });
                }
            }
        }
        let mut out: Vec<Site> = found.into_values().collect();
        // The best example first: a function that is named after the type.
        let is_named = |site: &Site| {
            site.function().is_some_and(|one| one.qualified.to_lowercase().contains(&type_name.to_lowercase()))
        };
        out.sort_by_key(|site| !is_named(site));
        out
    }

    fn is_installed(&self, id: TargetId) -> bool {
        let name = self.model.name(id);
        let installs = self.model.facts.installs.iter();
        let mut targets = installs.filter(|one| one.kind == crate::cmake::eval::facts::InstallKind::Target);
        targets.any(|one| self.model.items(&one.items, None).iter().any(|item| &*item.text == name))
    }

    fn report_interface(&self, loading: &Loading<'_>, sink: &mut Sink) {
        let Some((first, _)) = loading.hosts.first() else { return };
        let (Some(place), Some(site)) = (self.model.definition_span(first.id), loading.handed.functions.first()) else {
            return;
        };
        let Some(function) = site.function() else { return };
        let host = self.model.name(first.id);
        let conds = &self.model.facts.conds;
        let cond = conds.and(conds.any(loading.hosts.iter().map(|(_, cond)| *cond).collect::<Vec<_>>()), site.cond);
        if !cond.is_possible() {
            return;
        }
        let Handed { type_name, said, functions } = &loading.handed;
        let others = match loading.hosts.len() {
            1 => String::new(),
            more => format!(" (and {} other programs alike)", more - 1),
        };
        let message = format!(
            "`{host}` loads plugins and gives them its `{type_name}`, and exports none of the functions that it has for that, \
             as `{}`{others}",
            function.qualified
        );
        let mut draft = Draft::new(cond, Place::new(place, "exports nothing that is not asked for"))
            .related(loading.load, "loads plugins")
            .related(*said, format!("hands `{type_name}` to them"))
            .related(site.span(&function.range), format!("one of {} functions for it", functions.len()))
            .named("host", host)
            .named("symbol", function.qualified.clone())
            .value("plugins", "plugins need")
            .value("more", "")
            .value("alike", "")
            .message(message)
            .help(format!("set_target_properties({host} PROPERTIES ENABLE_EXPORTS ON)"))
            .confidence(Confidence::Likely)
            .severity(Severity::Warning);
        draft =
            loading.hosts.first().and_then(|(first, _)| self.exporting(first.id)).into_iter().fold(draft, Draft::fix);
        for (other, _) in loading.hosts.iter().skip(1).take(8) {
            draft = draft.subject(self.model.name(other.id));
            if let Some(span) = self.model.definition_span(other.id) {
                draft = draft.related(span, "loads them, too");
            }
        }
        sink.report(draft);
    }
}

/// Whether a signature takes functions beside the rest, which plugins call then: a declarator of one, or a type that is named so.
fn takes_functions(signature: &str) -> bool {
    const NAMES: &[&str] = &["fn", "cb", "func", "callback", "callbacks"];
    let mut words = signature.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = |word: &str| {
        let plain = word.strip_suffix("_t").unwrap_or(word).to_ascii_lowercase();
        NAMES.iter().any(|name| plain == *name || plain.ends_with(&format!("_{name}"))) || plain.ends_with("callback")
    };
    // The first one is the entry point itself.
    signature.matches("(*").count() > 1 || words.any(named)
}

/// Whether a call may load what it does not name.
fn opens_anything(load: &Load) -> bool {
    load.call.kind == LoadKind::Open
        && load.call.file.as_ref().is_none_or(|file| match &file.value {
            ArgumentValue::Opaque => true,
            ArgumentValue::Fragments(_) => literals(file)
                .iter()
                .all(|text| !text.contains(".so") || text.starts_with('.') || text.starts_with('_')),
            _ => false,
        })
}

/// What Qt's plugins implement: the bodies of interfaces that a file sees declared.
fn interfaces_of_qt(files: &[&NativeFile]) -> Vec<(String, Span)> {
    let mut out = Vec::new();
    for file in files {
        let declared = file.facts.invocations.iter().filter(|one| one.name == "Q_DECLARE_INTERFACE");
        for name in declared.filter_map(|one| one.words.first()) {
            for owner in files {
                let classes = owner.facts.classes.iter().filter(|class| class.name == *name);
                for class in classes {
                    let text = block(owner.source.bytes(), class.range.end as usize);
                    out.push((text, Span::new(owner.source.id(), class.range.clone())));
                }
            }
        }
    }
    out
}

/// Functions and macros that look up whatever symbol they are asked for.
fn wrappers(files: &[&NativeFile]) -> BTreeSet<String> {
    /// More of them are not followed.
    const MOST: usize = 8;
    let calls = files.iter().flat_map(|file| &file.facts.loads).filter(|call| call.kind == LoadKind::Symbol);
    let open = calls.filter(|call| {
        call.in_macro || !call.symbol.as_ref().is_some_and(|name| matches!(name.value, ArgumentValue::Literal(_)))
    });
    open.map(|call| last(&call.enclosing).to_owned())
        .filter(|name| name.len() > 2 && name != "main")
        .take(MOST)
        .collect()
}

/// Calls of a function or macro in a text, each up to its semicolon.
fn calls_of(bytes: &[u8], name: &str) -> Vec<Range<u32>> {
    const MOST: usize = 32;
    let calls = words(bytes, name).filter(|at| {
        let after = bytes.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
        let line = bytes.get(..*at).unwrap_or_default();
        let line = line.get(memchr::memrchr(b'\n', line).map_or(0, |end| end + 1)..).unwrap_or_default();
        after.starts_with(b"(") && !line.trim_ascii_start().starts_with(b"#") && !in_comment(bytes, *at)
    });
    let range = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        let end = memchr::memchr2(b';', b'{', rest).unwrap_or(rest.len()).min(400);
        at as u32..(at + end) as u32
    };
    calls.take(MOST).map(range).collect()
}

/// The type of a function that is looked up: texts of declarations with `(*name)(…)`.
fn entry_point(file: &NativeFile, files: &[&NativeFile], call: &Range<u32>) -> Vec<(String, Span)> {
    /// More words of one statement are not looked for.
    const MOST_WORDS: usize = 24;
    let bytes = file.source.bytes();
    let mut out: Vec<(String, Span)> = Vec::new();
    let start = statement(bytes, call.start as usize);
    let text = bytes.get(start..call.end as usize).unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    let mut named: Vec<String> = identifiers(&text).take(MOST_WORDS).map(str::to_owned).collect();
    named.extend(named.clone().iter().filter_map(|name| type_of_variable(bytes, name)));
    named.sort();
    named.dedup();
    let span = Span::new(file.source.id(), call.clone());
    // Declared in the statement itself, or elsewhere.
    if text.contains("(*") {
        out.push((text.to_string(), span));
    }
    for name in &named {
        for other in files {
            out.extend(declaration(other.source.bytes(), name).map(|text| (text, span)));
        }
    }
    out
}

/// The type that a variable is declared with: `T name;` or `T name =`.
fn type_of_variable(bytes: &[u8], name: &str) -> Option<String> {
    words(bytes, name).take(64).find_map(|at| {
        let after = bytes.get(at + name.len()..)?.trim_ascii_start();
        let declares = after.starts_with(b";") || (after.starts_with(b"=") && !after.starts_with(b"=="));
        let before = bytes.get(at.saturating_sub(120)..at)?;
        let line = memchr::memrchr3(b'\n', b';', b'{', before).map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(before.get(line..)?).into_owned();
        let last = identifiers(&text).last()?.to_owned();
        (declares && text.trim_end().ends_with(&last) && !matches!(&*last, "return" | "case" | "goto")).then_some(last)
    })
}

/// The text of `… (*name)(…)` or `using name = …;`.
fn declaration(bytes: &[u8], name: &str) -> Option<String> {
    words(bytes, name).take(256).find_map(|at| {
        let before = bytes.get(..at)?.trim_ascii_end();
        let after = bytes.get(at + name.len()..)?.trim_ascii_start();
        let pointer =
            before.ends_with(b"*") && after.starts_with(b")") && after.get(1..)?.trim_ascii_start().starts_with(b"(");
        let alias = before.ends_with(b"using") && after.starts_with(b"=");
        if !(pointer || alias) || in_comment(bytes, at) {
            return None;
        }
        let start = statement(bytes, at);
        let end = memchr::memchr2(b';', b'{', after).unwrap_or(after.len()).min(2000);
        let text = [bytes.get(start..at + name.len())?, after.get(..end)?].concat();
        Some(String::from_utf8_lossy(&text).into_owned())
    })
}

/// Where the statement or declaration begins that holds a place.
fn statement(bytes: &[u8], at: usize) -> usize {
    let before = bytes.get(at.saturating_sub(600)..at).unwrap_or_default();
    let end = memchr::memrchr3(b';', b'{', b'}', before).map_or(0, |found| found + 1);
    // A line of the preprocessor is no part of it.
    let lines = memchr::memmem::rfind(before, b"\n#").map_or(0, |hash| {
        before.get(hash + 1..).and_then(|rest| memchr::memchr(b'\n', rest)).map_or(before.len(), |end| hash + 2 + end)
    });
    at - before.len() + end.max(lines)
}

/// The text between the braces that open after a place.
fn block(bytes: &[u8], from: usize) -> String {
    const LONGEST: usize = 20_000;
    let rest = bytes.get(from..).unwrap_or_default();
    let Some(open) = memchr::memchr2(b'{', b';', rest) else { return String::new() };
    let mut depth = 0usize;
    let mut end = open;
    for (at, byte) in rest.iter().enumerate().skip(open).take(LONGEST) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        end = at;
        if depth == 0 {
            break;
        }
    }
    String::from_utf8_lossy(rest.get(open..end).unwrap_or_default()).into_owned()
}

/// Words of a text that may be names.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let split = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    split.filter(|word| word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Types that a declaration has pointers or references to, as they may be types of the program.
fn pointed_to(text: &str) -> Vec<String> {
    const BUILT_IN: &[&str] =
        &["void", "char", "int", "unsigned", "signed", "short", "long", "float", "double", "bool", "const", "struct"];
    let mut out: Vec<String> = Vec::new();
    for (at, _) in text.match_indices(['*', '&']) {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let before = before.strip_suffix("const").map_or(before, str::trim_end);
        let Some(name) = identifiers(before).last().filter(|name| before.ends_with(name)) else { continue };
        let foreign = name.starts_with("std") || name.ends_with("_t") && name.starts_with(['u', 'i', 's']);
        if !BUILT_IN.contains(&name) && !foreign && !out.iter().any(|known| known == name) {
            out.push(name.to_owned());
        }
    }
    out
}

/// Whether a type is a table of functions, at least by half: who gets that needs nothing else.
fn is_table(file: &NativeFile, name: &str) -> bool {
    let mut classes = file.facts.classes.iter().filter(|class| class.name == name);
    classes.any(|class| {
        let text = block(file.source.bytes(), class.range.end as usize);
        let pointers = text.matches("(*").count();
        pointers > 0 && pointers * 2 >= text.matches(';').count()
    })
}

/// Whether a file defines a type: a class of that name, or `typedef … name;`.
fn defines_type(file: &NativeFile, name: &str) -> bool {
    let bytes = file.source.bytes();
    file.facts.classes.iter().any(|class| class.name == name)
        || words(bytes, name).take(64).any(|at| {
            let after = bytes.get(at + name.len()..).unwrap_or_default().trim_ascii_start();
            let before = bytes.get(..at).unwrap_or_default().trim_ascii_end();
            let start = statement(bytes, at);
            let text = bytes.get(start..at).unwrap_or_default().trim_ascii_start();
            after.starts_with(b";")
                && (text.starts_with(b"typedef") && !is_fundamental(text) || before.ends_with(b"}"))
                && !in_comment(bytes, at)
        })
}

/// Whether a declaration's type is one of the language's own, or none that can be told from them (`typedef unsigned char byte`).
fn is_fundamental(declaration: &[u8]) -> bool {
    const WORDS: &[&[u8]] = &[
        b"typedef",
        b"const",
        b"volatile",
        b"unsigned",
        b"signed",
        b"char",
        b"short",
        b"int",
        b"long",
        b"float",
        b"double",
        b"void",
        b"bool",
        b"_Bool",
        b"wchar_t",
        b"size_t",
    ];
    let is_sized = |word: &[u8]| word.ends_with(b"_t") && word.iter().any(u8::is_ascii_digit);
    let mut words =
        declaration.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').filter(|word| !word.is_empty());
    words.all(|word| WORDS.contains(&word) || is_sized(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_of_the_languages_types() {
        assert!(is_fundamental(b"typedef unsigned char ") && is_fundamental(b"typedef const uint8_t *"));
        assert!(!is_fundamental(b"typedef struct host ") && !is_fundamental(b"typedef host_state *"));
    }

    #[test]
    fn types_of_a_signature() {
        assert_eq!(
            pointed_to("typedef Context *(*create_t)(GlobalContext *global, term opts)"),
            ["Context", "GlobalContext"]
        );
        assert_eq!(pointed_to("int (*init)(const struct host *h, void *p, char **argv, uint8_t *b)"), ["host"]);
        assert_eq!(pointed_to("virtual void setup(ns::Window &w) = 0;"), ["Window"]);
    }

    #[test]
    fn declarations_of_function_types() {
        let text = b"struct A;\ntypedef struct A *(*make_t)(struct B *b, int);\n// (*make_t)(int)\nusing Other = void(B *);\nstatic make_t f;";
        assert_eq!(declaration(text, "make_t").as_deref(), Some("\ntypedef struct A *(*make_t)(struct B *b, int)"));
        assert!(declaration(text, "Other").is_some_and(|text| text.contains("void(B *)")));
        assert_eq!(declaration(text, "f"), None);
        assert_eq!(type_of_variable(text, "f").as_deref(), Some("make_t"));
    }
}
