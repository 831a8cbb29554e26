//! `$ORIGIN` in a raw linker flag, which the shell of a build takes for a variable of its own.
#[path = "unescaped_origin/scripts.rs"]
mod scripts;

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::cmake::eval::Listed;
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::eval::value::Origin;
use crate::cond::{Cond, SubjectKind};
use crate::model::cmake_versions::may_run;
use crate::model::{Item, Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};
use crate::source::{FileId, SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    scripts::check(cx, sink);
    let Some(project) = cx.facts.project else { return };
    let holds = |file: &crate::cmake::syntax::File| mentions(cx.facts.sources.get(file.id).bytes());
    let files = project.files.all();
    if !files.iter().any(|file| holds(file)) {
        return;
    }
    let mut search = Search { model: project.model, sources: cx.facts.sources, files, found: BTreeMap::new() };
    search.variables();
    for id in project.model.judged_targets() {
        search.target(id);
    }
    search.report(sink);
}

fn mentions(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"ORIGIN")
        .is_some_and(|_| [&b"$ORIGIN"[..], b"${ORIGIN}"].iter().any(|word| memchr::memmem::find(bytes, word).is_some()))
}

/// A path with `$ORIGIN` as CMake wants it.
fn plain(path: &str) -> String {
    path.replace("$$ORIGIN", "$ORIGIN").replace("\\$ORIGIN", "$ORIGIN").replace("$$", "$")
}

/// How CMake writes a text into the build's files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Written {
    /// As it is, for the shell: `CMAKE_EXE_LINKER_FLAGS`, `LINK_FLAGS`.
    Raw,
    /// As it is, and Ninja reads it first: flags among the libraries.
    Library,
    /// Quoted for the shell: `LINK_OPTIONS`. Since CMake 3.28 right in all generators.
    Quoted,
    /// Quoted, and `$ORIGIN` is meant by it: `INSTALL_RPATH`, `BUILD_RPATH`.
    Path,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Fault {
    /// The shell replaces `$ORIGIN` by nothing where Ninja runs the command.
    Expanded,
    /// No spelling suits both generators.
    Libraries,
    /// CMake before 3.28 writes `$$ORIGIN`.
    Doubled,
    /// An escape that nobody takes away again.
    Escaped,
    /// `${ORIGIN}` is a variable of CMake that nobody sets.
    Empty,
}

/// What makes one finding of several places.
type Alike = (Fault, FileId, Cond);

struct Search<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    files: Arc<Listed>,
    /// By fault and place: the first text, and when.
    found: BTreeMap<(Fault, Origin), (String, Cond)>,
}

/// Variables whose flags are written as they are (cmake-variables(7)).
const VARIABLES: &[&str] = &[
    "CMAKE_EXE_LINKER_FLAGS",
    "CMAKE_SHARED_LINKER_FLAGS",
    "CMAKE_MODULE_LINKER_FLAGS",
    "CMAKE_C_FLAGS",
    "CMAKE_CXX_FLAGS",
];

impl Search<'_> {
    fn variables(&mut self) {
        for (at, directory) in self.model.facts.directories.iter().enumerate() {
            for name in VARIABLES {
                let at = crate::cmake::eval::facts::DirectoryId(at as u32);
                for item in self.model.variable_items(at, name).iter() {
                    self.item(item, Written::Raw, directory.cond, true);
                }
            }
        }
    }

    fn target(&mut self, id: TargetId) {
        let defined = self.model.defined(id);
        // CMP0154 came with 3.28.
        let older = self
            .model
            .definitions_of(id)
            .iter()
            .any(|d| !d.imported && d.policies.state(154, Version(3, 28, 0)) != PolicyState::New);
        let properties = [
            ("LINK_FLAGS", Written::Raw),
            ("LINK_OPTIONS", Written::Quoted),
            ("INTERFACE_LINK_OPTIONS", Written::Quoted),
            ("INSTALL_RPATH", Written::Path),
            ("BUILD_RPATH", Written::Path),
        ];
        for (property, written) in properties {
            if !self.model.target(id).properties.contains_key(property) {
                continue;
            }
            let items = self.model.property(id, property);
            for item in &items {
                // The same path stands beside it as it should: this one is an entry too many.
                let right = plain(&item.text);
                if written == Written::Path && *right != *item.text && items.iter().any(|other| *other.text == *right) {
                    continue;
                }
                let mut under = defined;
                if property == "INSTALL_RPATH" && is_escaped_once(&item.text) {
                    under = self.model.facts.conds.and(under, self.keeps_escapes(id));
                }
                self.item(item, written, under, older);
            }
        }
        for item in self.model.link_items(id) {
            if item.text.starts_with('-') {
                self.item(item, Written::Library, defined, older);
            }
        }
    }

    /// Whether a CMake from before the policy runs the command that says it.
    fn runs_with_older(&self, origin: Origin) -> bool {
        let Some(span) = self.model.span(origin) else { return true };
        let file = self.files.iter().find(|file| file.id == span.file);
        file.is_none_or(|file| may_run(file, span.start, Version(3, 27, 9)))
    }

    /// When an escape in `INSTALL_RPATH` reaches the file: on the link line, and by the script that installs since CMP0095 (3.16). Before,
    /// the script takes it away when it is read.
    fn keeps_escapes(&self, id: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let new = self.model.definitions_of(id).iter();
        let new = new.filter(|one| one.policies.state(95, Version(3, 16, 0)) == PolicyState::New).map(|one| one.cond);
        let new = conds.any(new.collect::<Vec<_>>());
        conds.or(new, self.model.property_true(id, "BUILD_WITH_INSTALL_RPATH"))
    }

    fn item(&mut self, item: &Item, written: Written, under: Cond, older: bool) {
        let fault = match fault(&item.text, written, older) {
            None if is_path(&item.text, written) && self.names_variable(item.origin) && !self.defines_origin() => {
                Some(Fault::Empty)
            }
            other => other,
        };
        let Some(fault) = fault.filter(|_| !older || self.runs_with_older(item.origin)) else { return };
        let cond = self.model.facts.conds.and(item.cond, under);
        if cond.is_false() || self.asks_generator(cond) {
            return;
        }
        let new = (item.text.to_string(), Cond::FALSE);
        let known = self.found.entry((fault, item.origin)).or_insert(new);
        known.1 = self.model.facts.conds.or(known.1, cond);
    }

    /// Whether some command may set `ORIGIN`.
    fn defines_origin(&self) -> bool {
        let mut arguments = self.files.iter().flat_map(|file| &file.commands).flat_map(|command| &command.arguments);
        arguments.any(|argument| argument.template.literal() == Some("ORIGIN"))
    }

    /// Whether the project tells generators apart.
    fn asks_generator(&self, cond: Cond) -> bool {
        let conds = &self.model.facts.conds;
        conds.subjects(cond).into_iter().any(|subject| {
            let info = conds.subject_info(subject);
            info.kind == SubjectKind::Toolchain && info.name.contains("GENERATOR")
        })
    }

    /// Whether `${ORIGIN}` stands at a place: a reference, not the text.
    fn names_variable(&self, origin: Origin) -> bool {
        let Some(span) = self.model.span(origin) else { return false };
        let file = self.sources.get(span.file);
        let text = file.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
        memchr::memmem::find_iter(text, b"${ORIGIN}").any(|at| at == 0 || text.get(at - 1) != Some(&b'\\'))
    }

    /// One finding for all of a file that have the same fault in the same configurations: they are mended alike.
    fn report(&self, sink: &mut Sink) {
        let mut groups: IndexMap<Alike, Vec<(Span, &str)>> = IndexMap::new();
        for ((fault, origin), (text, cond)) in &self.found {
            let Some(span) = self.model.span(*origin) else { continue };
            let span = self.argument(span);
            groups.entry((*fault, span.file, *cond)).or_default().push((span, text));
        }
        for ((fault, _, cond), mut places) in groups {
            places.sort_by_key(|(span, _)| span.start);
            let Some(((span, text), others)) = places.split_first() else { continue };
            let mut draft = draft(fault, cond, *span, self.model.display(text).trim());
            for (other, text) in others.iter().filter(|(other, _)| other != span) {
                draft = draft.related(*other, format!("and `{}`", self.model.display(text).trim()));
            }
            sink.report(draft);
        }
    }

    /// The part of a command that says it.
    fn argument(&self, span: Span) -> Span {
        let file = self.sources.get(span.file);
        let text = file.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
        let Some(at) = memchr::memmem::find(text, b"ORIGIN") else { return span };
        let blank = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'"');
        let start = text.iter().take(at).rposition(blank).map_or(0, |before| before + 1);
        let end = text.iter().skip(at).position(blank).map_or(text.len(), |after| at + after);
        Span::new(span.file, span.start + start as u32..span.start + end as u32)
    }
}

fn draft(fault: Fault, cond: Cond, span: Span, text: &str) -> Draft {
    let draft = Draft::new(cond, Place::new(span, label(fault)));
    match fault {
        Fault::Expanded => draft.message(format!("with Ninja a shell expands the `$ORIGIN` of `{text}` to nothing")),
        Fault::Libraries => draft.message(format!(
            "Ninja takes the `$ORIGIN` of `{text}` for a variable of its own, and no spelling suits all generators"
        )),
        Fault::Doubled => draft.severity(Severity::Warning).confidence(Confidence::Likely).message(format!(
            "CMake before 3.28 writes the `$ORIGIN` of `{text}` as `$$ORIGIN`, which no loader knows"
        )),
        Fault::Escaped => draft.message(format!("the escape in `{text}` stays: the loader sees it, and no `$ORIGIN`")),
        Fault::Empty => {
            let said = format!("`${{ORIGIN}}` is a variable of CMake that nothing sets: what is left is `{text}`");
            let draft = draft.message(said);
            // In a flag the shell would have it next.
            let is_flag = text.contains("-rpath") || text.contains("-R");
            if is_flag { draft } else { draft.help("write `$ORIGIN/…`, without braces") }
        }
    }
}

fn label(fault: Fault) -> &'static str {
    match fault {
        Fault::Expanded | Fault::Libraries => "written into the build as it stands",
        Fault::Doubled => "not escaped right by each version of CMake",
        Fault::Escaped => "too much escaped",
        Fault::Empty => "CMake expands this",
    }
}

/// Whether one backslash stands before each `$ORIGIN`, and nothing else that is too much.
fn is_escaped_once(text: &str) -> bool {
    let escaped = text.match_indices("\\$").count();
    let plain = text.replace("\\$", "");
    escaped > 0 && !plain.contains(['\\', '$', '\''])
}

/// Whether a text with an empty `${ORIGIN}` is a search path.
fn is_path(text: &str, written: Written) -> bool {
    !text.contains("ORIGIN") && (written == Written::Path || text.contains("rpath") || text.starts_with("-R"))
}

/// What is wrong with a text that is written in some way.
fn fault(text: &str, written: Written, older: bool) -> Option<Fault> {
    let at = [text.find("$ORIGIN"), text.find("${ORIGIN}")].into_iter().flatten().min()?;
    let before = text.as_bytes().get(..at)?;
    let escapes = before.iter().rev().take_while(|&&byte| byte == b'\\').count();
    let doubled = before.last() == Some(&b'$');
    let quoted = memchr::memchr_iter(b'\'', before).count() % 2 == 1;
    match written {
        Written::Path => (escapes > 0 || doubled || quoted).then_some(Fault::Escaped),
        Written::Quoted if doubled || (escapes > 0 && !text.starts_with("SHELL:")) => Some(Fault::Escaped),
        Written::Quoted => older.then_some(Fault::Doubled),
        // This is how Ninja wants it: the project has chosen.
        Written::Library if doubled && quoted => None,
        Written::Library => Some(Fault::Libraries),
        Written::Raw if doubled => Some(Fault::Escaped),
        Written::Raw => (escapes % 2 == 0 && !quoted).then_some(Fault::Expanded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_the_loader() {
        let raw = |text| fault(text, Written::Raw, true);
        assert_eq!(raw("-Wl,-rpath,$ORIGIN/lib"), Some(Fault::Expanded));
        assert_eq!(raw("-Wl,-rpath,${ORIGIN}/lib"), Some(Fault::Expanded));
        assert_eq!(raw("-Wl,-rpath,\\\\$ORIGIN"), Some(Fault::Expanded));
        assert_eq!(raw("-Wl,-rpath,$$ORIGIN"), Some(Fault::Escaped));
        for right in ["-Wl,-rpath,\\$ORIGIN/lib", "-Wl,-rpath,'$ORIGIN'/lib", "-Wl,-rpath,/lib"] {
            assert_eq!(raw(right), None, "{right}");
        }
        assert_eq!(fault("$ORIGIN/../lib", Written::Path, true), None);
        assert_eq!(fault("\\$ORIGIN/../lib", Written::Path, true), Some(Fault::Escaped));
        assert!(is_escaped_once("\\$ORIGIN/../lib:\\$ORIGIN"));
        for more in ["$ORIGIN/../lib", "\\\\$ORIGIN", "\\$$ORIGIN", "\\$ORIGIN:$ORIGIN", "'\\$ORIGIN'"] {
            assert!(!is_escaped_once(more), "{more}");
        }
        assert_eq!(fault("-Wl,-rpath,$ORIGIN", Written::Quoted, true), Some(Fault::Doubled));
        assert_eq!(fault("-Wl,-rpath,$ORIGIN", Written::Quoted, false), None);
        assert_eq!(fault("-Wl,-rpath,\\$ORIGIN", Written::Library, false), Some(Fault::Libraries));
        assert_eq!(fault("-Wl,-rpath,'$$ORIGIN'", Written::Library, false), None);
    }
}
