//! The name that is given to `dlopen` is not that of the file which the build makes.
#[path = "wrong_library_file_name/compiled.rs"]
mod compiled;

use std::collections::BTreeSet;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::model::loading::Load;
use crate::model::{Model, TargetId};
use crate::native::{ArgumentValue, Natives, Triggers, completes_names};
use crate::rules::context::Project;
use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if project.natives.with(Triggers::LOAD).next().is_none() {
        return;
    }
    let model = project.model;
    let loads: Vec<(TargetId, Vec<Load>)> = model
        .built_targets()
        .map(|id| (id, model.loads(project.natives, id)))
        .filter(|(_, loads)| !loads.is_empty())
        .collect();
    if loads.is_empty() {
        return;
    }
    let says = |name: &str| cx.facts.build_says(&[name]);
    let search = Search { model, natives: project.natives, files: files(&project), says: &says };
    for (id, loads) in &loads {
        for load in loads.iter().filter(|load| load.sure && !load.call.in_macro) {
            search.named(*id, load, loads, sink);
            search.compiled(*id, load, sink);
        }
    }
}

/// A library that the project makes.
struct Library {
    id: TargetId,
    /// The name between prefix and suffix.
    stem: String,
    prefix: String,
    suffix: String,
    /// `SOVERSION` and `VERSION`.
    versions: Vec<String>,
    /// When its file has a name with a version: CMake gives none to modules, and none on Android (Platform/Android.cmake,
    /// `CMAKE_PLATFORM_NO_VERSIONED_SONAME`).
    versioned: Cond,
    /// When it is a library that can be loaded.
    cond: Cond,
}

impl Library {
    /// The file of the development package.
    fn file(&self) -> String {
        format!("{}{}{}", self.prefix, self.stem, self.suffix)
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    files: Vec<Library>,
    /// Whether the build description holds a text: a command may make or rename a file.
    says: &'a dyn Fn(&str) -> bool,
}

/// The loadable libraries of a project; none where the names of their files are not known.
fn files(project: &Project<'_>) -> Vec<Library> {
    const STARTS: &[&str] = &["CMAKE_SHARED_LIBRARY_", "CMAKE_SHARED_MODULE_", "CMAKE_IMPORT_LIBRARY_"];
    let model = project.model;
    let of_files = |name: &str| {
        let rests = STARTS.iter().filter_map(|start| name.strip_prefix(start));
        rests.into_iter().any(|end| matches!(end, "PREFIX" | "SUFFIX"))
    };
    let all = project.files.all();
    let mut names = all.calls("set").filter_map(|(_, set)| set.arguments.first()?.template.literal());
    if names.any(of_files) {
        return Vec::new();
    }
    model.built_targets().filter_map(|id| library(model, id)).collect()
}

fn library(model: &Model<'_>, id: TargetId) -> Option<Library> {
    let cond = model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
    let one = |name: &str, default: &str| -> Option<String> {
        if !model.target(id).properties.contains_key(name) {
            return Some(default.to_owned());
        }
        match model.property(id, name).as_slice() {
            [] => Some(String::new()),
            [one] if one.cond.is_true() && !has_symbol(&one.text) && !one.text.contains("$<") => {
                Some(one.text.to_string())
            }
            _ => None,
        }
    };
    let name = one("OUTPUT_NAME", model.name(id))?;
    let stem = one("LIBRARY_OUTPUT_NAME", &name)?;
    let conds = &model.facts.conds;
    let stated: Vec<_> = ["SOVERSION", "VERSION"].into_iter().flat_map(|name| model.property(id, name)).collect();
    let versioned = conds.and(
        model.is_kind(id, &[TargetKind::Shared]),
        conds.any(stated.iter().map(|item| item.cond).collect::<Vec<_>>()),
    );
    let versioned = conds.diff(versioned, model.property_true(id, "NO_SONAME"));
    let versioned = conds.diff(versioned, conds.platform("ANDROID").unwrap_or(Cond::FALSE));
    let versions = stated.iter().map(|item| item.text.to_string()).collect();
    let (prefix, suffix) = (one("PREFIX", "lib")?, one("SUFFIX", ".so")?);
    let library = Library { id, stem, prefix, suffix, versions, versioned, cond };
    (!cond.is_false()).then_some(library)
}

impl Search<'_> {
    /// A call with a name that is nearly that of a library of the project.
    fn named(&self, id: TargetId, load: &Load, all: &[Load], sink: &mut Sink) {
        let names = names(load);
        let made = |name: &str| self.files.iter().any(|library| is_file_of(name, library));
        if names.iter().any(|name| made(base(name))) {
            self.development(id, load, &names, all, sink);
            return;
        }
        for name in &names {
            let Some(library) = self.files.iter().find(|library| is_nearly(name, library)) else { continue };
            // The loader puts `lib` before it by itself.
            if library.prefix == "lib" && completes_names(load.call.function) {
                continue;
            }
            // Another call has the right name.
            if all.iter().flat_map(self::names).any(|other| is_file_of(base(&other), library)) {
                continue;
            }
            if self.is_installed_elsewhere(base(name)) || (self.says)(base(name)) {
                continue;
            }
            let file = library.file();
            let prefix = if library.prefix.is_empty() { "lib" } else { "" };
            let help = format!(
                "load `{file}`, or set_target_properties({} PROPERTIES PREFIX \"{prefix}\")",
                self.model.name(library.id)
            );
            let message =
                format!("no target makes `{}`: the file of `{}` is `{file}`", base(name), self.model.name(library.id));
            self.report(load, library, (name, Cond::TRUE), (message, help), sink);
        }
    }

    /// A bare name without version, of a library that has one: the link of that name is for developers.
    fn development(&self, id: TargetId, load: &Load, names: &BTreeSet<String>, all: &[Load], sink: &mut Sink) {
        let bare = names.iter().find(|name| !name.contains('/'));
        let found = bare.and_then(|name| self.files.iter().find(|library| library.file() == **name).map(|l| (name, l)));
        let Some((name, library)) = found.filter(|(_, library)| library.versioned.is_possible()) else { return };
        let versioned = format!("{name}.");
        // Whole, or as the beginning of a name that is put together (`"libx.so.%d"`).
        let tried = all.iter().flat_map(self::names).any(|other| base(&other).starts_with(&versioned))
            || memchr::memmem::find(load.file.source.bytes(), versioned.as_bytes()).is_some();
        let installed = self.model.facts.installs.iter().any(|rule| {
            rule.kind == InstallKind::Target
                && self.model.items(&rule.items, None).iter().any(|item| &*item.text == self.model.name(library.id))
        });
        if tried || !installed || self.model.is_test_target(id) {
            return;
        }
        let version =
            library.versions.first().filter(|version| !has_symbol(version)).map_or("<SOVERSION>", String::as_str);
        let message = format!(
            "`{name}` is the link for developers: where only the library is installed, its name is `{name}.{version}`"
        );
        let help = format!("load `{name}.{version}`");
        self.report(load, library, (name, library.versioned), (message, help), sink);
    }

    fn report(&self, load: &Load, library: &Library, found: (&str, Cond), texts: (String, String), sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let (name, when) = found;
        let cond = conds.all([load.cond, library.cond, when, self.model.elf()]);
        if !cond.is_possible() {
            return;
        }
        let mut draft = Draft::new(cond, Place::new(load.span(), "loaded by this name"))
            .subject(name)
            .subject(self.model.name(library.id))
            .message(texts.0)
            .help(texts.1)
            .severity(Severity::Warning)
            .confidence(Confidence::Likely);
        if let Some(span) = self.model.definition_span(library.id) {
            draft = draft.related(span, "made here");
        }
        sink.report(draft);
    }

    /// Whether an install rule or a generated file has that name.
    fn is_installed_elsewhere(&self, name: &str) -> bool {
        let files = self.model.facts.installs.iter().filter(|rule| rule.kind != InstallKind::Target);
        let mut items = files.flat_map(|rule| self.model.items(&rule.items, None));
        let text = |text| self.model.facts.texts.as_str(text).is_some_and(|text| text.ends_with(name));
        items.any(|item| item.text.ends_with(name)) || self.model.facts.generated.iter().any(|file| text(file.output))
    }
}

/// The file names that a call gives, where they are whole: literals, or the last part of one that begins in a folder.
fn names(load: &Load) -> BTreeSet<String> {
    match load.call.file.as_ref().map(|file| &file.value) {
        Some(ArgumentValue::Literal(texts)) => texts.iter().cloned().collect(),
        Some(ArgumentValue::Fragments(texts)) => {
            let whole = |text: &&String| text.starts_with('/') && text.len() > 1;
            texts.last().filter(whole).into_iter().cloned().collect()
        }
        _ => BTreeSet::new(),
    }
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether a name is that of a library's file, with or without a version.
fn is_file_of(name: &str, library: &Library) -> bool {
    let file = library.file();
    name.strip_prefix(&*file).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether a name differs from that of a library's file by `lib` only. Without a folder `libx.so` may be one of the system's.
fn is_nearly(name: &str, library: &Library) -> bool {
    let file = base(name);
    let own = format!("{}{}", library.stem, library.suffix);
    library.suffix == ".so"
        && match &*library.prefix {
            "lib" => file == own,
            "" => name.contains('/') && file.strip_prefix("lib") == Some(&*own),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        let library = |prefix: &str| Library {
            id: TargetId(0),
            stem: "tone".to_owned(),
            prefix: prefix.to_owned(),
            suffix: ".so".to_owned(),
            versions: Vec::new(),
            versioned: Cond::FALSE,
            cond: Cond::TRUE,
        };
        assert!(is_file_of("libtone.so.1", &library("lib")) && !is_file_of("tone.so", &library("lib")));
        assert!(is_nearly("a/tone.so", &library("lib")) && is_nearly("tone.so", &library("lib")));
        assert!(is_nearly("a/libtone.so", &library("")) && !is_nearly("libtone.so", &library("")));
        assert!(!is_nearly("a/libtones.so", &library("")));
    }
}
