//! How plugins are entered: a program looks up names that they have.
//!
//! Programs of one project share a loader, and each loads what it names. Where the text does not name a plugin's file, the names that are
//! looked up tell: a program whose code knows none of a plugin's own does not load it.
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::makes_python_module;
use crate::model::TargetId;
use crate::model::binaries::is_header;
use crate::model::extensions;
use crate::model::mentions::{Names, has_word};
use crate::native::{ArgumentValue, FileIndex, Handle, LoadCall, LoadKind, NativeFile, Triggers};
use crate::source::Span;

use super::{Host, Search};

/// A shorter part of a name says nothing.
const SHORTEST: usize = 4;

/// The names of plugins, and who knows them.
pub(super) struct Entries<'s, 'm> {
    search: &'s Search<'m>,
    /// Functions and variables that plugins have.
    names: FxHashMap<TargetId, FxHashSet<String>>,
    /// All of them together.
    all: FxHashSet<String>,
    /// Those that files have in quotes.
    quoted: FxHashMap<FileIndex, Rc<FxHashSet<String>>>,
    /// Those that some header has in quotes.
    in_headers: FxHashSet<String>,
    /// What hosts look up.
    lookups: FxHashMap<TargetId, Rc<Lookups>>,
}

/// The names that a host looks up in what it loads.
#[derive(Default)]
struct Lookups {
    /// There is a lookup.
    any: bool,
    /// A macro makes the name, or something else that is not followed.
    unknown: bool,
    /// Names that its code has in quotes.
    quoted: FxHashSet<String>,
    /// Names that are looked up as they are written.
    literal: BTreeSet<String>,
    /// How names begin and end that are put together.
    parts: BTreeSet<(String, String)>,
}

impl<'s, 'm> Entries<'s, 'm> {
    pub(super) fn new(search: &'s Search<'m>, plugins: &BTreeSet<TargetId>) -> Self {
        let names: FxHashMap<TargetId, FxHashSet<String>> =
            plugins.iter().map(|plugin| (*plugin, search.names_of(*plugin))).collect();
        let all = names.values().flatten().filter(|name| name.len() >= SHORTEST).cloned().collect();
        let mut this = Self {
            search,
            names,
            all,
            quoted: FxHashMap::default(),
            in_headers: FxHashSet::default(),
            lookups: FxHashMap::default(),
        };
        // A constant for the name is in the interface, often.
        for index in search.natives.paths().filter(|path| is_header(path)).filter_map(|path| search.natives.index(path))
        {
            if this.all.is_empty() {
                break;
            }
            let found = this.quoted_in(index);
            this.in_headers.extend(found.iter().cloned());
        }
        this
    }

    /// Whether a host may enter a plugin: it looks up nothing (then plugins register themselves), or its code has the text of a name that
    /// the plugin has, or a part of it that a name is put together from.
    pub(super) fn may_enter(&mut self, host: &Host, plugin: TargetId) -> bool {
        let lookups = self.lookups(host);
        let Some(names) = self.names.get(&plugin) else { return true };
        let is_sought = |name: &String| {
            lookups.quoted.contains(name) || lookups.literal.contains(name) || self.in_headers.contains(name)
        };
        if !lookups.any || lookups.unknown || names.iter().any(is_sought) {
            return true;
        }
        let fits = |(begin, end): &(String, String)| {
            let fits = |name: &String| {
                name.len() > begin.len() + end.len() && name.starts_with(begin.as_str()) && name.ends_with(end.as_str())
            };
            names.iter().any(fits)
        };
        lookups.parts.iter().any(fits) || self.search.may_write(plugin, &lookups)
    }

    fn lookups(&mut self, host: &Host) -> Rc<Lookups> {
        if let Some(known) = self.lookups.get(&host.id) {
            return Rc::clone(known);
        }
        let mut found = Lookups::default();
        for (part, _) in &host.parts {
            for source in self.search.model.sources(*part) {
                let Some(path) = source.path.as_deref() else { continue };
                let Some(index) = self.search.natives.index(path) else { continue };
                found.quoted.extend(self.quoted_in(index).iter().cloned());
                let file = self.search.natives.may_hold(path, Triggers::LOAD).then(|| self.search.natives.at(index));
                for call in
                    file.flatten().into_iter().flat_map(|file| file.facts.loads.iter().map(move |one| (file, one)))
                {
                    found.add(call);
                }
            }
        }
        let found = Rc::new(found);
        self.lookups.insert(host.id, Rc::clone(&found));
        found
    }

    /// The names of plugins that a file has in quotes.
    fn quoted_in(&mut self, index: FileIndex) -> Rc<FxHashSet<String>> {
        if let Some(known) = self.quoted.get(&index) {
            return Rc::clone(known);
        }
        let names: Names<'_> = self.all.iter().map(String::as_str).collect();
        let text = self.search.natives.text(index).filter(|_| !names.is_empty());
        let in_quotes = |text: &[u8]| {
            let quote = |at: Option<usize>| at.and_then(|at| text.get(at)) == Some(&b'"');
            let found = names.among(text).into_iter();
            let found = found.filter(|(name, at)| quote(at.checked_sub(1)) && quote(Some(at + name.len())));
            found.map(|(name, _)| name.to_owned()).collect()
        };
        let found: Rc<FxHashSet<String>> = Rc::new(text.map(|text| in_quotes(&text)).unwrap_or_default());
        self.quoted.insert(index, Rc::clone(&found));
        found
    }
}

impl Lookups {
    fn add(&mut self, (file, call): (&NativeFile, &LoadCall)) {
        // What is looked up in the whole process is no entry of a plugin.
        let of_library = call.handle.is_none_or(|handle| handle == Handle::Other);
        if call.kind != LoadKind::Symbol || !of_library {
            return;
        }
        self.any = true;
        match call.symbol.as_ref().map(|symbol| &symbol.value) {
            Some(ArgumentValue::Literal(names)) => self.literal.extend(names.iter().cloned()),
            _ if call.in_macro => self.unknown = true,
            _ => self.parts.extend(parts_of_names(file.source.bytes())),
        }
    }
}

impl Search<'_> {
    /// Functions that are no members, and variables, that the sources of a plugin define.
    fn names_of(&self, plugin: TargetId) -> FxHashSet<String> {
        let defined = &self.symbols.names(plugin).defined;
        let plain = |sites: &Vec<crate::model::symbols::Site>| {
            sites.iter().any(|site| site.function().is_some_and(|function| !function.member && !function.internal))
        };
        let mut names: FxHashSet<String> =
            defined.iter().filter(|(_, sites)| plain(sites)).map(|(name, _)| name.clone()).collect();
        for path in self.model.sources(plugin).iter().filter_map(|source| source.path.as_deref()) {
            let Some(file) = self.natives.file(path) else { continue };
            names.extend(file.facts.variables.iter().filter(|one| !one.internal).map(|one| one.name.clone()));
        }
        names
    }

    /// Whether a macro between the declarations of a plugin, or the body of one, may write a name that is looked up.
    fn may_write(&self, plugin: TargetId, lookups: &Lookups) -> bool {
        let sought: Vec<&String> = lookups.literal.iter().collect();
        let sources = self.model.sources(plugin);
        let files = sources.iter().filter_map(|source| self.natives.file(source.path.as_deref()?));
        // A macro of the plugins' own interface takes arguments or stands alone; what it makes is not followed.
        let mut files = files.filter(|file| !file.facts.invocations.is_empty());
        let in_body = || {
            let mentioned = self.natives.mentioning(&sought);
            let mut macros =
                mentioned.iter().filter_map(|index| self.natives.at(*index)).flat_map(|file| &file.facts.macros);
            macros.any(|one| {
                one.body.as_deref().is_some_and(|body| sought.iter().any(|name| has_word(body.as_bytes(), name)))
            })
        };
        files.next().is_some() || !sought.is_empty() && in_body()
    }
}

/// How names begin and end that a text puts together: `mod_` and `_init` of `"mod_%s_init"`, and texts that end or begin with an underscore.
fn parts_of_names(text: &[u8]) -> BTreeSet<(String, String)> {
    /// Longer texts are no names.
    const LONGEST: usize = 80;
    // Line by line, as a quote in a character constant would turn all that follows inside out.
    let lines = text.split(|byte| *byte == b'\n');
    let strings = lines.flat_map(|line| line.split(|byte| *byte == b'"').skip(1).step_by(2));
    let strings =
        strings.filter(|string| string.len() <= LONGEST).filter_map(|string| std::str::from_utf8(string).ok());
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let parts = strings.filter_map(|string| {
        let (begin, end) = match string.split_once("%s") {
            Some((begin, rest)) => (begin, rest.rsplit_once("%s").map_or(rest, |(_, end)| end)),
            None if string.starts_with('_') => ("", string),
            None if string.ends_with('_') => (string, ""),
            None => return None,
        };
        let tells = begin.len() + end.len() >= SHORTEST && is_name(begin) && is_name(end);
        tells.then(|| (begin.to_owned(), end.to_owned()))
    });
    parts.collect()
}

impl Search<'_> {
    /// Whether Python loads a library, as the command that makes it or its sources say.
    pub(super) fn is_of_python(&self, id: TargetId) -> bool {
        let made = |span: Span| {
            let file = self.sources.get(span.file);
            let text = file.bytes().get(span.start as usize..);
            let name = text.unwrap_or_default().split(|byte| *byte == b'(').next().unwrap_or_default();
            makes_python_module(&String::from_utf8_lossy(name).trim().to_ascii_lowercase())
        };
        let sources = self.model.sources(id);
        let paths = sources.iter().filter_map(|source| source.path.as_ref());
        let mut texts = paths.filter_map(|path| self.natives.text(self.natives.index(path)?));
        self.model.definition_span(id).is_some_and(made)
            || texts.any(|text| extensions::entry(&text, extensions::PYTHON).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_names_begin_and_end() {
        let parts = |text: &str| {
            let parts = parts_of_names(text.as_bytes()).into_iter();
            parts.map(|(begin, end)| format!("{begin}*{end}")).collect::<Vec<_>>()
        };
        assert_eq!(parts("sprintf(n, \"config_%s_init\", a); dlsym(h, n); puts(\"plain\");"), ["config_*_init"]);
        assert_eq!(parts("cat(\"mod_\", a, \"_plugin_start\")"), ["*_plugin_start", "mod_*"]);
        assert_eq!(parts("printf(\"%s: cannot load %s\", a, b); f(\"_x\"); c = '\"';\n g(\"%s_open\");"), ["*_open"]);
    }
}
