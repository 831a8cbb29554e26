//! A variable in the run path of an installed target that nothing sets.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cmake::eval::Names;
use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::lang::property_table::known_variable;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::Model;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let mut found: BTreeMap<(Span, &str), (Cond, BTreeSet<&str>)> = BTreeMap::new();
    for (&id, places) in model.installed_targets().iter() {
        let installed = conds.any(places.iter().map(|place| place.cond).collect::<Vec<_>>());
        for item in model.property(id, "INSTALL_RPATH") {
            let cond = conds.and(item.cond, installed);
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { continue };
            for name in item.text.chars().filter_map(|c| free(model, c)) {
                let (all, targets) = found.entry((span.clone(), name)).or_insert((Cond::FALSE, BTreeSet::new()));
                *all = conds.or(*all, cond);
                targets.insert(model.name(id));
            }
        }
    }
    if found.is_empty() {
        return;
    }
    let files = project.files.all();
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    for ((span, name), (cond, targets)) in found {
        let Some(near) =
            meant(&names, name).filter(|_| !may_be_set(cx, model, &span) && !is_offered(cx, project, name))
        else {
            continue;
        };
        let mut draft =
            Draft::new(cond, Place::new(span, "a part of it is empty")).named("variable", name).value("near", near);
        for target in targets.into_iter().take(MOST) {
            draft = draft.subject(target);
        }
        sink.report(draft);
    }
}

/// Whether a file that is not there may set what a place reads. A `CMakeLists.txt` sets variables for its own folder and those below.
fn may_be_set(cx: &Context<'_>, model: &Model<'_>, place: &Span) -> bool {
    let path = |span: &Span| cx.facts.sources.get(span.file).path().to_path_buf();
    let reader = path(place);
    let missing = model.facts.unknowns.iter().filter(|unknown| unknown.reason == Reason::MissingFile);
    let mut places = missing.map(|unknown| model.span(unknown.origin).map(|span| path(&span)));
    places.any(|file| {
        let beside = |file: &Path| {
            file.file_name().is_some_and(|name| name == "CMakeLists.txt")
                && !file.parent().is_some_and(|folder| reader.starts_with(folder))
        };
        file.is_none_or(|file| !beside(&file))
    })
}

/// As many targets are named.
const MOST: usize = 8;

/// The variable that a character of a text stands for, where users alone could give it a value.
fn free<'m>(model: &'m Model<'_>, c: char) -> Option<&'m str> {
    let texts = &model.facts.texts;
    let info = texts.info(texts.symbol_of(c)?);
    let known = info.default.is_some() || model.facts.cache.contains_key(&*info.name);
    (info.kind == SymbolKind::Input && !known).then_some(&*info.name)
}

/// The variable that is meant by one that no file of the project sets, tests or declares: its name with something before it
/// (`CMAKE_INSTALL_LIBDIR` for `LIBDIR`), which the project uses in other places.
fn meant<'n>(names: &'n Names, name: &str) -> Option<&'n str> {
    if names.assigned.contains(name) || names.declared.contains_key(name) || names.tested.contains(name) {
        return None;
    }
    if known_variable(name) || name.starts_with("CMAKE_") {
        return None;
    }
    let end = format!("_{name}");
    let set = |other: &str| names.assigned.contains(other) || names.declared.contains_key(other) || is_installs(other);
    let mut near: Vec<&str> =
        names.referenced.iter().map(|other| &**other).filter(|other| other.ends_with(&end) && set(other)).collect();
    // CMake's own first.
    near.sort_by_key(|other| (!is_installs(other), *other));
    near.first().copied()
}

/// Folders of GNUInstallDirs (cmake-modules(7)).
fn is_installs(name: &str) -> bool {
    name.strip_prefix("CMAKE_INSTALL_").is_some_and(|rest| rest.trim_start_matches("FULL_").ends_with("DIR"))
}

/// Whether somebody is known to give the variable a value on the command line: a script, or what people read.
fn is_offered(cx: &Context<'_>, project: Project<'_>, name: &str) -> bool {
    let define = format!("-D{name}");
    let says = |bytes: &[u8]| memchr::memmem::find(bytes, define.as_bytes()).is_some();
    let sandbox = cx.facts.sources.sandbox();
    let top = &project.inputs.root;
    let read = ["README.md", "README", "README.rst", "README.txt", "INSTALL.md", "INSTALL"].map(|file| top.join(file));
    let texts = project.inputs.of(Kind::Script).iter().chain(&read);
    texts.into_iter().any(|path| sandbox.read(path).is_ok_and(|bytes| says(&bytes)))
}
