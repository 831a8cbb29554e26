//! A symbol is looked up by a name that its definition, in C++, does not have.
#[path = "lookup_of_mangled_name/generated.rs"]
mod generated;
#[path = "lookup_of_mangled_name/unwritten.rs"]
mod unwritten;

use std::collections::BTreeMap;
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::model::loading::{Load, literals, names_file};
use crate::model::symbols::{Key, Site, Symbols};
use crate::model::{Model, TargetId};
use crate::native::{ArgumentValue, Function, Handle, Language, Linkage, LoadKind, Natives, Triggers};
use crate::rules::{Confidence, Context, Draft, Place, Sink};

/// Kinds of targets whose symbols are looked up.
const LOADABLE: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model, natives: project.natives, symbols: project.symbols };
    if search.natives.with(Triggers::LOAD).next().is_none() {
        return;
    }
    let mut lookups = Lookups::new();
    for id in search.model.built_targets() {
        search.lookups(id, &mut lookups);
        search.generated(id, sink);
    }
    search.unwritten(&mut lookups);
    if !lookups.is_empty() {
        search.definitions(&lookups, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    symbols: &'a Symbols<'a>,
}

/// Names that are looked up.
type Lookups = BTreeMap<String, Vec<Lookup>>;

/// A look-up in the code of a target.
#[derive(Clone)]
struct Lookup {
    by: TargetId,
    load: Load,
    /// The module whose name it is, where the call itself does not say which name it asks for.
    only: Option<TargetId>,
}

/// A definition of a name that is looked up.
struct Found {
    id: TargetId,
    site: Site,
    /// It has the name in the object file.
    plain: bool,
}

impl Search<'_> {
    /// Names that a target's code looks up in what it loads.
    fn lookups(&self, id: TargetId, out: &mut Lookups) {
        let calls = self.model.loader_calls(self.natives, id, |call| {
            call.kind == LoadKind::Symbol
                && call.handle.is_none_or(|handle| handle == Handle::Other)
                && matches!(call.symbol.as_ref().map(|symbol| &symbol.value), Some(ArgumentValue::Literal(_)))
        });
        for load in calls.into_iter().filter(|load| load.sure && !load.call.in_macro) {
            let names = load.call.symbol.as_ref().map(literals).unwrap_or_default();
            for name in names.iter().filter(|name| is_plain(name)) {
                out.entry(name.clone()).or_default().push(Lookup { by: id, load: load.clone(), only: None });
            }
        }
    }

    /// What libraries define by the names that are looked up.
    fn definitions(&self, lookups: &Lookups, sink: &mut Sink) {
        let mut found: BTreeMap<&String, Vec<Found>> = BTreeMap::new();
        let words: Vec<String> = lookups.keys().cloned().collect();
        let mentioning = self.natives.mentioning(&words);
        for id in self.model.built_targets() {
            for source in self.model.sources(id) {
                let Some(path) = &source.path else { continue };
                let index = self.natives.index(path).filter(|index| mentioning.contains(index));
                let Some(file) = index.and_then(|index| self.natives.at(index)) else { continue };
                for (at, function) in file.facts.functions.iter().enumerate().filter(|(_, f)| f.is_definition) {
                    let Some((name, _)) = lookups.get_key_value(&function.name) else { continue };
                    let site = Site {
                        path: path.as_path().into(),
                        file: file.clone(),
                        index: at,
                        cond: source.cond,
                        is_included: false,
                    };
                    let key = Key { c: true, name: name.clone() };
                    // A label on a declaration names the definition, too.
                    let labelled = |one: &Function| one.name == function.name && one.attributes.asm_name.is_some();
                    let plain =
                        self.symbols.is_definition_of(id, &site, &key) || file.facts.functions.iter().any(labelled);
                    found.entry(name).or_default().push(Found { id, site, plain });
                }
                for invocation in &file.facts.invocations {
                    // A macro may define it in any way.
                    for word in &invocation.words {
                        found.remove(word);
                    }
                }
            }
        }
        for (name, definitions) in found {
            if let Some(lookups) = lookups.get(name).filter(|_| definitions.iter().all(|one| !one.plain)) {
                self.judge(name, lookups, &definitions, sink);
            }
        }
    }

    fn judge(&self, name: &str, lookups: &[Lookup], definitions: &[Found], sink: &mut Sink) {
        for found in definitions {
            if !self.is_mangled(found) {
                continue;
            }
            let fitting = lookups.iter().filter(|lookup| lookup.only.is_none_or(|only| only == found.id));
            let mut loading = fitting.filter_map(|lookup| Some((lookup, self.may_load(lookup.by, found.id)?)));
            let Some((lookup, named)) = loading.next() else { continue };
            let module = !self.model.is_kind(found.id, &[TargetKind::Module]).is_false();
            if module || named {
                self.report(name, (lookup, named), found, sink);
            }
        }
    }

    /// Whether a definition certainly has a name of C++: no header that is not known may say something else.
    fn is_mangled(&self, found: &Found) -> bool {
        let Some(function) = found.site.function() else { return false };
        let facts = &found.site.file.facts;
        let emitted =
            !function.internal && !function.template && !function.inline && !function.member && !function.device;
        let attributes = &function.attributes;
        let unknown_macro = attributes.macros.iter().any(|name| !facts.macros.iter().any(|known| known.name == *name))
            && !self.knows_macros(found);
        facts.language == Some(Language::Cxx)
            && function.linkage == Linkage::Cxx
            && emitted
            && attributes.alias.is_none()
            && !unknown_macro
            && function.qualified != "main"
            // What stands in a namespace may be the library's own, and the lookup of what it has not be an error.
            && function.qualified == function.name
            && self.sees_all(found)
            && !self.may_say_c(found)
    }

    /// Whether what the source sees may say `extern "C"` around the function: a macro before it, or a header that opens a block and leaves it
    /// to another one to close it.
    fn may_say_c(&self, found: &Found) -> bool {
        let Some(function) = found.site.function() else { return true };
        let view = self.symbols.headers.view(found.id, &found.site.path);
        let mut open: Vec<&str> = function.attributes.macros.iter().map(String::as_str).collect();
        let mut seen: FxHashSet<&str> = open.iter().copied().collect();
        while let Some(name) = open.pop() {
            let definitions = view.files.iter().flat_map(|(_, file)| &file.facts.macros).filter(|one| one.name == name);
            for body in definitions.filter_map(|one| one.body.as_deref()) {
                if body.contains("extern \"C\"") {
                    return true;
                }
                open.extend(body.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| seen.insert(word)));
            }
        }
        view.files.iter().any(|(path, file)| {
            let text = file.source.bytes();
            let count = |brace| memchr::memchr_iter(brace, text).count();
            **path != *found.site.path
                && memchr::memmem::find(text, b"extern \"C\"").is_some()
                && count(b'{') > count(b'}')
        })
    }

    /// Whether every macro before the function is one of a framework that says nothing of the linkage, or is defined in a file that the
    /// source sees.
    fn knows_macros(&self, found: &Found) -> bool {
        let Some(function) = found.site.function() else { return false };
        let view = self.symbols.headers.view(found.id, &found.site.path);
        function.attributes.macros.iter().all(|name| {
            EXPORTING.contains(&name.as_str())
                || view.files.iter().any(|(_, file)| file.facts.macros.iter().any(|known| known.name == *name))
        })
    }

    /// Whether all headers that the source sees are of the project, of the language or of the system.
    fn sees_all(&self, found: &Found) -> bool {
        let view = self.symbols.headers.view(found.id, &found.site.path);
        let known = |path: &str| {
            view.files.iter().any(|(file, _)| file.ends_with(Path::new(path).file_name().unwrap_or_default()))
        };
        view.missing.is_empty()
            && view.files.iter().all(|(_, file)| {
                let includes = file.facts.includes.iter().filter(|include| !include.quoted);
                includes.into_iter().all(|include| is_standard(&include.path) || known(&include.path))
            })
    }

    /// Whether a target's code may load a library: it names it (true), or loads something of which the name is not known.
    fn may_load(&self, by: TargetId, library: TargetId) -> Option<bool> {
        let linked = self.model.link_closure(by).iter().any(|(to, _)| *to == library);
        let kind = self.model.is_kind(library, LOADABLE);
        if linked || by == library || kind.is_false() {
            return None;
        }
        let stem = self.model.stem(library);
        let targets = self.model.process_of(by).into_iter();
        let opens: Vec<Option<bool>> = targets
            .flat_map(|target| self.model.loads(self.natives, target))
            .map(|load| names_file(load.call.file.as_ref(), &stem))
            .collect();
        if opens.contains(&Some(true)) {
            return Some(true);
        }
        opens.contains(&None).then_some(false)
    }

    fn report(&self, name: &str, (lookup, named): (&Lookup, bool), found: &Found, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let Some(function) = found.site.function() else { return };
        let Lookup { by, load, only } = lookup;
        let (when, sure) = self.model.compiled(found.id, &found.site, function.guard);
        let cond = conds.all([when, load.cond, self.model.is_kind(found.id, LOADABLE), self.model.defined(*by)]);
        if !cond.is_possible() || !sure {
            return;
        }
        let confidence = if named && only.is_none() { Confidence::Proved } else { Confidence::Likely };
        let draft = Draft::new(cond, Place::new(found.site.span(&function.range), "has a name of C++"))
            .related(load.span(), "looked up here")
            .named("symbol", name)
            .named("library", self.model.name(found.id))
            .subject(self.model.name(*by))
            .value("function", load.call.function)
            .confidence(confidence);
        sink.report(draft);
    }
}

/// Macros of frameworks that make a function visible and leave its linkage as it is (Qt, "Creating Shared Libraries"; `GLib`, "Dynamic Loading
/// of Modules"; Boost.Config, "Macros for libraries with separate source code").
const EXPORTING: &[&str] = &["BOOST_SYMBOL_EXPORT", "G_MODULE_EXPORT", "Q_DECL_EXPORT"];

/// A name of C: no mangled one, and no special one of some loader.
fn is_plain(name: &str) -> bool {
    !name.starts_with("_Z")
        && name.len() > 2
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Headers of C, C++ and of the system, which declare no function of a plugin's interface.
fn is_standard(path: &str) -> bool {
    /// ISO C, and the headers of POSIX and Linux that plugins include.
    const HEADERS: &[&str] = &[
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fenv.h",
        "float.h",
        "inttypes.h",
        "limits.h",
        "locale.h",
        "math.h",
        "setjmp.h",
        "signal.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "tgmath.h",
        "threads.h",
        "time.h",
        "uchar.h",
        "wchar.h",
        "wctype.h",
        "dlfcn.h",
        "fcntl.h",
        "pthread.h",
        "unistd.h",
        "dirent.h",
        "semaphore.h",
        "sched.h",
        "strings.h",
        "poll.h",
        "netdb.h",
        "syslog.h",
        "windows.h",
    ];
    let folder = path.split_once('/').map(|(folder, _)| folder);
    match folder {
        None => !path.contains('.') || HEADERS.contains(&path),
        // Boost and Qt declare no function of a plugin's own (Q_PLUGIN_METADATA is a macro between the declarations).
        Some(folder) => {
            matches!(folder, "sys" | "bits" | "net" | "netinet" | "arpa" | "linux" | "asm" | "boost")
                || folder.starts_with("Qt")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_headers() {
        assert!(is_plain("create_plugin") && !is_plain("_Z3foov") && !is_plain("ns::f") && !is_plain(""));
        assert!(is_standard("vector") && is_standard("stdio.h") && is_standard("sys/stat.h"));
        assert!(!is_standard("frei0r.h") && !is_standard("obs/obs-module.h"));
    }
}
