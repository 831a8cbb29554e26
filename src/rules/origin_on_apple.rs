//! `$ORIGIN` in a run path on Apple's platforms.
use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::elf_flag_on_apple::is_checked;
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::syntax::Argument;
use crate::cond::{Cond, SubjectKind};
use crate::discover::Kind;
use crate::flags::{Dialect, LinkFlag, system_library};
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::{FlagSource, Item, Model, TargetId, apple_linker};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// When an entry is there, in which targets, and where Apple's systems are known.
type Entry = (Cond, Vec<TargetId>, Option<Span>);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let (conds, sources) = (&model.facts.conds, cx.facts.sources);
    let Some(system) = conds.well_known("CMAKE_SYSTEM_NAME") else { return };
    let macos = conds.equals(system, "Darwin");
    let paths: Vec<(TargetId, Vec<Item>)> = model.built_targets().map(|id| (id, run_path(model, id))).collect();
    if !paths.iter().any(|(_, items)| items.iter().any(|item| has_origin(&item.text))) {
        return;
    }
    let elsewhere = paths.iter().flat_map(|(_, items)| items).find(|item| is_for_apple(&item.text));
    let elsewhere = elsewhere.and_then(|item| model.span(item.origin));
    let installed = model.installed_targets();
    let tested = tests_of_apple(project);
    let bundled = OnceCell::new();
    let is_bundled = || *bundled.get_or_init(|| makes_bundles(cx, project));
    let mut found: BTreeMap<(Span, String), Entry> = BTreeMap::new();
    for (id, items) in &paths {
        let own = model.property(*id, "MACOSX_RPATH").into_iter().find_map(|item| model.span(item.origin));
        // Who asks for the system in the same place builds there: what is installed without a word on it is the same there.
        let tested = |span: Span| {
            let near = tested.iter().find(|test| test.file == span.file).or_else(|| {
                let root = model.facts.files.first().map(|file| &file.path);
                tested.iter().find(|test| root.is_some_and(|root| sources.get(test.file).path() == root))
            });
            near.copied().filter(|_| installed.contains_key(id))
        };
        let apple = conds.platform("APPLE").unwrap_or(Cond::FALSE);
        // A path that is there on Apple's systems only was written for them: each entry has one beside it.
        let answers = |known: &Item, item: &Item| {
            !conds.implies(known.cond, apple)
                || known.text.contains("Frameworks")
                || tail(&known.text) == tail(&item.text)
        };
        // The path is written where the target is installed; a test that is not has none.
        let is_written = installed.is_empty()
            || installed.contains_key(id)
            || model.is_given_away(*id)
            || !model.property(*id, "BUILD_WITH_INSTALL_RPATH").is_empty();
        if !is_written && is_ever(model, *id, &[TargetKind::Executable]) {
            continue;
        }
        let refused = refused_flags(model, *id);
        let linked = linked_entries(model, *id);
        let entries = || items.iter().chain(&linked);
        for item in items.iter().filter(|item| has_origin(&item.text) && !is_for_apple(&item.text)) {
            let cond =
                conds.all([item.cond, macos, model.is_kind(*id, LINKED), model.defined(*id), sought(project, *id)]);
            let cond = conds.diff(cond, refused);
            let mut known = entries().filter(|known| is_for_apple(&known.text) && answers(known, item));
            if known.any(|known| is_chosen(model, known.cond, item.cond, macos)) {
                continue;
            }
            let known = entries().filter(|known| is_for_apple(&known.text) && answers(known, item));
            let cond = conds.diff(cond, conds.any(known.map(|known| known.cond).collect::<Vec<_>>()));
            // A check knows its linker.
            if is_checked(model, conds.given(cond, macos)) {
                continue;
            }
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { continue };
            // A command of a package has its own path for what it is given.
            if !sources.get(span.file).written(span.start..span.end).contains('$') {
                continue;
            }
            // The same text stands in several places, of which this one may be for others.
            let set =
                project.files.command_at(span).map(|(file, at)| Span::new(file.id, file.commands[at].range.clone()));
            let ran = set.and_then(|set| model.facts.assigned.get(&set)).map(|ran| conds.any(ran.iter().copied()));
            if ran.is_some_and(|ran| conds.disjoint(ran, macos)) {
                continue;
            }
            // What puts a bundle in order writes the places of the libraries into the program.
            let program = model.is_kind(*id, &[TargetKind::Executable]);
            if conds.implies(cond, program) && is_bundled() {
                continue;
            }
            let Some(evidence) = own.or(elsewhere).or_else(|| tested(span)) else { continue };
            let entry = found.entry((span, item.text.to_string())).or_insert((Cond::FALSE, Vec::new(), Some(evidence)));
            entry.0 = conds.or(entry.0, cond);
            entry.1.push(*id);
        }
    }
    for ((span, text), (cond, targets, evidence)) in found {
        let mut draft = Draft::new(cond, Place::new(span, "on Apple's platforms too"))
            .value("entry", without_computed(&model.display(&text)));
        for id in targets.iter().take(MOST) {
            draft = draft.subject(model.name(*id));
        }
        if let Some(evidence) = evidence.filter(|evidence| *evidence != span) {
            draft = draft.related(evidence, "Apple's systems are known here");
        }
        sink.report(draft);
    }
}

/// When a target has something to find by a run path: it links a shared library, or what nobody here knows, or loads libraries itself. All
/// others are static ones and those of the system.
fn sought(project: Project<'_>, id: TargetId) -> Cond {
    const WITHOUT_FILE: &[TargetKind] = &[TargetKind::Static, TargetKind::Object, TargetKind::Interface];
    let model = project.model;
    let conds = &model.facts.conds;
    if !model.loads(project.natives, id).is_empty() {
        return Cond::TRUE;
    }
    let closure = model.link_closure(id);
    let targets = closure.iter().map(|(to, linked)| {
        let is_file = |kind: TargetKind| !WITHOUT_FILE.contains(&kind);
        let there = model.definitions_of(*to).iter().filter(|one| is_file(one.kind)).map(|one| one.cond);
        conds.and(*linked, conds.any(there.collect::<Vec<_>>()))
    });
    let items = model.library_items(id);
    let is_own =
        |text: &str| !text.ends_with(".a") && system_library(text.strip_prefix("-l").unwrap_or(text)).is_none();
    let is_library = |text: &str| text.starts_with("-l") || !text.starts_with('-');
    let others = items.iter().filter(|item| is_library(&item.text) && is_own(&item.text)).map(|item| item.cond);
    conds.any(targets.chain(others).collect::<Vec<_>>())
}

/// Entries of the run path that the link line has beside the property: `-Wl,-rpath,@loader_path`.
fn linked_entries(model: &Model<'_>, id: TargetId) -> Vec<Item> {
    let mut out = Vec::new();
    for source in model.link_flags(id).iter() {
        if let LinkFlag::Rpath(paths) = &source.flag.flag {
            let item = |path: &String| Item { text: path.as_str().into(), cond: source.cond, ..(*source.item).clone() };
            out.extend(paths.iter().map(item));
        }
    }
    out
}

/// When a flag that Apple's linkers stop at is given to a target: no run path of its is looked in there.
fn refused_flags(model: &Model<'_>, id: TargetId) -> Cond {
    let flags = model.link_flags(id);
    let is_refused =
        |source: &&FlagSource| source.flag.dialect == Dialect::Elf && apple_linker::refuses(&source.flag.spelling);
    model.facts.conds.any(flags.iter().filter(is_refused).map(|source| source.cond).collect::<Vec<_>>())
}

/// Whether a setting of the project's own says for which system an entry for Apple is, and on macOS chooses between that and another one:
/// whoever builds there gives it.
fn is_chosen(model: &Model<'_>, known: Cond, other: Cond, macos: Cond) -> bool {
    let conds = &model.facts.conds;
    // Where the project asks CMake for the system, the setting is about something else.
    if conds.platform("APPLE").is_none_or(|apple| conds.implies(known, apple)) {
        return false;
    }
    let (known, other) = (conds.and(known, macos), conds.and(other, macos));
    if known.is_false() || other.is_false() || !conds.disjoint(known, other) {
        return false;
    }
    conds.subjects(known).into_iter().any(|subject| {
        let of_users = matches!(conds.subject_info(subject).kind, SubjectKind::Option | SubjectKind::Input);
        // It alone keeps them apart.
        of_users && !conds.disjoint(conds.exists_subject(known, subject), other)
    })
}

/// Tools that copy the libraries of a program into its bundle and change how it finds them (cmake-modules(7), `BundleUtilities`; Qt's
/// documentation, "The Mac Deployment Tool" and "Deployment"; dylibbundler's README).
const BUNDLERS: &[&str] = &[
    "fixup_bundle",
    "BundleUtilities",
    "macdeployqt",
    "dylibbundler",
    "qt_generate_deploy",
    "qt6_generate_deploy",
    "qt_deploy_runtime",
];

/// Whether the project puts its bundles in order with such a tool, in the build or in a script.
fn makes_bundles(cx: &Context<'_>, project: Project<'_>) -> bool {
    const KINDS: &[Kind] = &[Kind::CMakeModule, Kind::CMakeTemplate, Kind::Script, Kind::Python];
    let says = |bytes: &[u8]| BUNDLERS.iter().any(|word| memchr::memmem::find(bytes, word.as_bytes()).is_some());
    let sandbox = cx.facts.sources.sandbox();
    cx.facts.build_says(BUNDLERS)
        || KINDS
            .iter()
            .flat_map(|kind| project.inputs.of(*kind))
            .any(|path| sandbox.read(path).is_ok_and(|bytes| says(&bytes)))
}

/// The `if(APPLE)` and `elseif(APPLE)` of the project, and other tests that tell that system apart (`UNIX AND NOT APPLE`, the system's name).
fn tests_of_apple(project: Project<'_>) -> Vec<Span> {
    let all = project.files.all();
    let tests = ["if", "elseif"].into_iter().flat_map(|name| all.calls(name));
    let mut out: Vec<Span> = tests
        .filter_map(|(file, command)| {
            let word = |word: &str| command.arguments.iter().find(|one| one.template.literal() == Some(word));
            let named = |one: &Argument| {
                let name = one.template.literal().or_else(|| one.template.reference());
                name == Some("CMAKE_SYSTEM_NAME")
            };
            let system = || word("Darwin").filter(|_| command.arguments.iter().any(named));
            word("APPLE").or_else(system).map(|found| Span::new(file.id, found.range.clone()))
        })
        .collect();
    out.sort_unstable();
    out
}

/// As many targets are named.
const MOST: usize = 20;

/// What users of the installed files look in.
fn run_path(model: &Model<'_>, id: TargetId) -> Vec<Item> {
    let has = model.target(id).properties.contains_key("INSTALL_RPATH");
    if has { model.property(id, "INSTALL_RPATH") } else { Vec::new() }
}

fn has_origin(text: &str) -> bool {
    text.split(':').any(|part| part.starts_with("$ORIGIN") || part.starts_with("${ORIGIN}"))
}

/// What stands behind the folder of the file in the first entry that begins with it.
fn tail(text: &str) -> Option<Vec<&str>> {
    const WORDS: &[&str] = &["$ORIGIN", "${ORIGIN}", "@loader_path", "@executable_path"];
    let part = |part: &'static str| text.split(':').find_map(move |entry| entry.strip_prefix(part));
    WORDS
        .iter()
        .find_map(|word| part(word))
        .map(|rest| rest.split('/').filter(|part| !matches!(*part, "" | ".")).collect())
}

fn is_for_apple(text: &str) -> bool {
    ["@loader_path", "@executable_path"].iter().any(|word| text.contains(word))
}

/// A text without what configuring computes (`$ORIGIN/<file(…)>`), which says nothing to its readers.
fn without_computed(shown: &str) -> String {
    match (shown.find('<'), shown.rfind('>')) {
        (Some(start), Some(end)) if start < end && !shown[..start].ends_with('$') => {
            format!("{}…{}", &shown[..start], &shown[end + 1..])
        }
        _ => shown.to_owned(),
    }
}
