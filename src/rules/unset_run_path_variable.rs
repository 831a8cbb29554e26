//! A variable in the run path of an installed target that nothing sets.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cmake::eval::Names;
use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::property_table::known_variable;
use crate::cond::{Cond, SubjectId};
use crate::model::Model;
use crate::model::branches::references;
use crate::rules::wording::is_hook;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{FileId, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let mut found: BTreeMap<(Span, &str), Part<'_>> = BTreeMap::new();
    for (&id, places) in model.installed_targets().iter() {
        let installed = conds.any(places.iter().map(|place| place.cond).collect::<Vec<_>>());
        for item in model.property(id, "INSTALL_RPATH") {
            let cond = conds.and(item.cond, installed);
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { continue };
            let whole = item.text.chars().count() == 1;
            for (name, subject) in item.text.chars().filter_map(|c| free(model, c)) {
                // Where it is set, there is no hazard; the path without it may be an element of its own.
                let cond = conds.diff(conds.exists_subject(cond, subject), conds.defined(subject));
                let one = found.entry((span, name)).or_insert(Part {
                    cond: Cond::FALSE,
                    targets: BTreeSet::new(),
                    whole,
                    read: item.origin,
                });
                one.read = one.read.max(item.origin);
                one.cond = conds.or(one.cond, cond);
                one.targets.insert(model.name(id));
            }
        }
    }
    unbraced(cx, project, sink);
    if found.is_empty() {
        return;
    }
    let files = project.files.all();
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    for ((span, name), part) in found {
        let near = meant(&names, name);
        // What is nothing but the variable is for nothing else, unless a command that installs takes it, too.
        let empty = || part.whole && is_nobodys(&names, name) && !installs_to(project, name);
        if near.is_none() && !empty()
            || may_be_set(cx, model, &span, part.read)
            || is_searched(model, name)
            || part.whole && model.is_of_package(name)
            || cx.facts.is_given(name)
        {
            continue;
        }
        let label = if part.whole { "it is empty" } else { "a part of it is empty" };
        let (why, mend) = match near {
            Some(near) => (format!("`{near}` is set"), format!("write `${{{near}}}`")),
            None => ("it is empty".to_owned(), "write the folder of the libraries, as `$ORIGIN/../lib`".to_owned()),
        };
        let mut draft = Draft::new(part.cond, Place::new(span, label))
            .named("variable", name)
            .value("why", why)
            .value("mend", mend);
        for target in part.targets.into_iter().take(MOST) {
            draft = draft.subject(target);
        }
        sink.report(draft);
    }
}

/// When a name is written so, in which targets, and where.
type Unbraced<'m> = (Cond, BTreeSet<&'m str>, BTreeSet<Span>);

/// `$name` where `${name}` is meant: CMake leaves the text as it is, and no loader knows the word.
fn unbraced(cx: &Context<'_>, project: Project<'_>, sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    let mut found: BTreeMap<(FileId, String), Unbraced<'_>> = BTreeMap::new();
    for (&id, places) in model.installed_targets().iter() {
        if !model.target(id).properties.contains_key("INSTALL_RPATH") {
            continue;
        }
        let installed = conds.any(places.iter().map(|place| place.cond).collect::<Vec<_>>());
        for item in model.property(id, "INSTALL_RPATH") {
            let cond = conds.and(item.cond, installed);
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { continue };
            for name in words(&item.text) {
                let one = found.entry((span.file, name.to_owned())).or_insert((
                    Cond::FALSE,
                    BTreeSet::new(),
                    BTreeSet::new(),
                ));
                one.2.insert(span);
                one.0 = conds.or(one.0, cond);
                one.1.insert(model.name(id));
            }
        }
    }
    if found.is_empty() {
        return;
    }
    let files = project.files.all();
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    for ((file, name), (cond, targets, spans)) in found {
        // A word of another tool is none of the project's variables, and the text stands there as it is written.
        let written = cx.facts.sources.get(file);
        let mut spans = spans.into_iter().filter(|span| {
            let text = written.written(span.start..span.end);
            words(&text).any(|word| word == name)
        });
        let Some(span) = spans.next().filter(|_| names.assigned.contains(&*name)) else { continue };
        let mut draft = Draft::new(cond, Place::new(span, "the text itself"))
            .named("variable", &name)
            .message(format!(
                "`${name}` in the run path is no reference to the variable `{name}`: the text stays as it is"
            ))
            .help(format!("write `${{{name}}}`"));
        for other in spans.take(MOST) {
            draft = draft.related(other, "and here");
        }
        for target in targets.into_iter().take(MOST) {
            draft = draft.subject(target);
        }
        sink.report(draft);
    }
}

/// The words after a `$` of a run path that no loader knows (ld.so(8), "Dynamic string tokens"; ld.so.1(1) of Solaris).
fn words(text: &str) -> impl Iterator<Item = &str> {
    const TOKENS: &[&str] = &[
        "ORIGIN",
        "LIB",
        "PLATFORM",
        "EXEC_ORIGIN",
        "OSNAME",
        "OSREL",
        "ISALIST",
        "CAPABILITY",
        "HWCAP",
        "MACHINE",
        "ENV",
    ];
    text.match_indices('$').filter_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = rest.get(..end)?;
        let begins = word.starts_with(|c: char| c.is_ascii_alphabetic());
        (begins && !TOKENS.contains(&word) && !text.get(..at)?.ends_with(['$', '\\'])).then_some(word)
    })
}

/// A variable in a run path.
struct Part<'m> {
    cond: Cond,
    targets: BTreeSet<&'m str>,
    /// The path is nothing else.
    whole: bool,
    /// Where it is read, the last time.
    read: Origin,
}

/// Whether a command that installs takes a variable: then it is a setting for where things go.
fn installs_to(project: Project<'_>, name: &str) -> bool {
    project.files.all().calls("install").any(|(_, command)| {
        let mut read = BTreeSet::new();
        command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
        read.contains(name)
    })
}

/// Whether a file that is not there may set what a place reads. A `CMakeLists.txt` sets variables for its own folder and those below.
///
/// What is missing later sets nothing: places are numbered as they are reached.
fn may_be_set(cx: &Context<'_>, model: &Model<'_>, place: &Span, read: Origin) -> bool {
    let path = |span: &Span| cx.facts.sources.get(span.file).path().to_path_buf();
    let reader = path(place);
    let missing = model.facts.unknowns.iter().filter(|unknown| unknown.reason == Reason::MissingFile);
    let missing = missing.filter(|unknown| unknown.origin < read);
    let mut places = missing.map(|unknown| model.span(unknown.origin).map(|span| path(&span)));
    places.any(|file| {
        let beside = |file: &Path| {
            file.file_name().is_some_and(|name| name == "CMakeLists.txt")
                && !file.parent().is_some_and(|folder| reader.starts_with(folder))
        };
        file.is_none_or(|file| !beside(&file))
    })
}

/// Whether a command that nobody models is given a name that the variable begins with: it may search the package (`GzOGRE2` for
/// `OGRE2_LIBRARY_DIRS`).
fn is_searched(model: &Model<'_>, name: &str) -> bool {
    let facts = model.facts;
    let stem = name.split('_').next().unwrap_or(name).to_ascii_lowercase();
    let unmodelled: BTreeSet<&str> = facts
        .unknowns
        .iter()
        .filter(|unknown| unknown.reason == Reason::UnmodelledCommand)
        .map(|unknown| unknown.what.as_str())
        .collect();
    facts.calls.iter().filter(|call| unmodelled.contains(&*call.command)).any(|call| {
        let mut words = call.arguments.elems.iter().filter_map(|elem| facts.texts.as_str(elem.text));
        words.any(|word| word.to_ascii_lowercase().contains(&stem))
    })
}

/// As many targets are named.
const MOST: usize = 8;

/// The variable that a character of a text stands for, where users alone could give it a value.
fn free<'m>(model: &'m Model<'_>, c: char) -> Option<(&'m str, SubjectId)> {
    let texts = &model.facts.texts;
    let info = texts.info(texts.symbol_of(c)?);
    let known = info.default.is_some() || model.facts.cache.contains_key(&*info.name);
    (info.kind == SymbolKind::Input && !known).then_some((&*info.name, info.subject))
}

/// The variable that is meant by one that no file of the project sets, tests or declares: its name with something before it
/// (`CMAKE_INSTALL_LIBDIR` for `LIBDIR`), which the project uses in other places.
fn meant<'n>(names: &'n Names, name: &str) -> Option<&'n str> {
    if !is_nobodys(names, name) {
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

/// Whether no file of the project sets, tests or declares a variable, and it is none of CMake's.
fn is_nobodys(names: &Names, name: &str) -> bool {
    let spoken = names.assigned.contains(name) || names.declared.contains_key(name) || names.tested.contains(name);
    // What packagers may add to is empty for all others.
    !spoken && !known_variable(name) && !name.starts_with("CMAKE_") && !is_hook(name)
}

/// Folders of `GNUInstallDirs` (cmake-modules(7)).
fn is_installs(name: &str) -> bool {
    name.strip_prefix("CMAKE_INSTALL_").is_some_and(|rest| rest.trim_start_matches("FULL_").ends_with("DIR"))
}
