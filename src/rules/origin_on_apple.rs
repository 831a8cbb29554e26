//! `$ORIGIN` in a run path on Apple's platforms.
use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::elf_flag_on_apple::{for_other_machines, is_checked, only_packs};
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::Argument;
use crate::cond::{Cond, SubjectKind};
use crate::discover::Kind;
use crate::flags::{Dialect, LinkFlag, system_library};
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::{FlagSource, Item, Model, TargetId, apple_linker};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

/// An entry of run paths.
struct Entry {
    /// When it is there and something is looked for by it.
    cond: Cond,
    targets: Vec<TargetId>,
    /// Where Apple's systems are known.
    evidence: Option<Span>,
    /// Whether it may be the path to libraries of the project, and of those that a program of its finds otherwise.
    leads_to_own: bool,
    found_by_programs: bool,
}

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
    let (bundled, rewritten) = (OnceCell::new(), OnceCell::new());
    let is_bundled = || *bundled.get_or_init(|| makes_bundles(cx, project));
    let is_rewritten = || *rewritten.get_or_init(|| rewrites_paths(cx, project));
    let skipped = skipped(model, macos);
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
            let sought = sought(project, *id);
            let looked = conds.or(sought.own, sought.others);
            let cond = conds.all([item.cond, macos, model.is_kind(*id, LINKED), model.defined(*id), looked]);
            let cond = conds.diff(cond, conds.or(refused, skipped));
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
            let by_programs = found_by_programs(model, *id, macos);
            // Nobody else links it.
            if is_rewritten() || by_programs && !model.exported_targets().contains_key(id) {
                continue;
            }
            let entry = found.entry((span, item.text.to_string())).or_insert_with(|| Entry {
                cond: Cond::FALSE,
                targets: Vec::new(),
                evidence: Some(evidence),
                leads_to_own: false,
                found_by_programs: true,
            });
            entry.cond = conds.or(entry.cond, cond);
            entry.targets.push(*id);
            entry.leads_to_own |= !conds.disjoint(cond, sought.own);
            entry.found_by_programs &= by_programs;
        }
    }
    report(model, found, sink);
}

/// One finding for each entry, whatever targets have it.
fn report(model: &Model<'_>, found: BTreeMap<(Span, String), Entry>, sink: &mut Sink) {
    for ((span, text), entry) in found {
        let mut draft = Draft::new(entry.cond, Place::new(span, "on Apple's platforms too"))
            .value("entry", without_computed(&model.display(&text)));
        for id in entry.targets.iter().take(MOST) {
            draft = draft.subject(model.name(*id));
        }
        if let Some(evidence) = entry.evidence.filter(|evidence| *evidence != span) {
            draft = draft.related(evidence, "Apple's systems are known here");
        }
        if !entry.leads_to_own {
            draft = draft.confidence(Confidence::Heuristic);
        }
        sink.report(if entry.found_by_programs { draft.severity(Severity::Note) } else { draft });
    }
}

/// When a target has something to find by a run path.
struct Sought {
    /// A shared library of the project, or whatever it loads itself.
    own: Cond,
    /// What comes from elsewhere: that has its own place, and a path beside the file leads to it where somebody has laid it there.
    others: Cond,
}

/// What a target looks for: all but static libraries and those of the system.
fn sought(project: Project<'_>, id: TargetId) -> Sought {
    const WITHOUT_FILE: &[TargetKind] = &[TargetKind::Static, TargetKind::Object, TargetKind::Interface];
    let model = project.model;
    let conds = &model.facts.conds;
    if !model.loads(project.natives, id).is_empty() {
        return Sought { own: Cond::TRUE, others: Cond::FALSE };
    }
    let is_in_tree = |text: &str| {
        let path = std::path::Path::new(text);
        path.starts_with(&model.facts.source_dir) || path.starts_with(&model.facts.binary_dir)
    };
    let located =
        |to: TargetId| model.property(to, "IMPORTED_LOCATION").iter().any(|location| is_in_tree(&location.text));
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (to, linked) in &model.link_closure(id) {
        let is_file = |kind: TargetKind| !WITHOUT_FILE.contains(&kind);
        let there = model.definitions_of(*to).iter().filter(|one| is_file(one.kind)).map(|one| one.cond);
        let there = conds.and(*linked, conds.any(there.collect::<Vec<_>>()));
        let is_own = !model.is_imported(*to) || located(*to);
        let found = if is_own { &mut own } else { &mut others };
        found.push(conds.diff(there, named_otherwise(model, *to)));
    }
    let is_dynamic =
        |text: &str| !text.ends_with(".a") && system_library(text.strip_prefix("-l").unwrap_or(text)).is_none();
    let is_library = |text: &str| text.starts_with("-l") || !text.starts_with('-');
    for item in model.library_items(id).iter().filter(|item| is_library(&item.text) && is_dynamic(&item.text)) {
        let found = if is_in_tree(&item.text) { &mut own } else { &mut others };
        found.push(item.cond);
    }
    // CMake writes their folders into the run path.
    let others = conds.diff(conds.any(others), model.property_true(id, "INSTALL_RPATH_USE_LINK_PATH"));
    Sought { own: conds.any(own), others }
}

/// When the install name of a library does not begin with `@rpath`: then no run path is asked for it (cmake-properties(7), `INSTALL_NAME_DIR`
/// and `MACOSX_RPATH`).
fn named_otherwise(model: &Model<'_>, id: TargetId) -> Cond {
    let folders = model.property(id, "INSTALL_NAME_DIR").into_iter().filter(|item| !item.text.starts_with("@rpath"));
    let off = model.property(id, "MACOSX_RPATH").into_iter().filter(|item| constant(&item.text) == Some(false));
    model.facts.conds.any(folders.chain(off).map(|item| item.cond).collect::<Vec<_>>())
}

/// When the project itself has CMake write no run path into what is installed (cmake-variables(7)).
fn skipped(model: &Model<'_>, macos: Cond) -> Cond {
    const SWITCHES: &[&str] = &["CMAKE_SKIP_INSTALL_RPATH", "CMAKE_SKIP_RPATH"];
    let Some(top) = model.facts.directories.first() else { return Cond::FALSE };
    let values = SWITCHES.iter().filter_map(|name| top.end_variables.get(*name));
    let items = values.flat_map(|value| model.items(value, None));
    let on = items.filter(|item| constant(&item.text) == Some(true)).map(|item| item.cond);
    let conds = &model.facts.conds;
    conds.and(macos, conds.any(on.collect::<Vec<_>>()))
}

/// Whether programs of the project link a library, each of which has an entry for Apple's systems: the loader looks in the run paths of all
/// that led to the library, of the main program too (dyld(1), "@rpath/").
fn found_by_programs(model: &Model<'_>, id: TargetId, macos: Cond) -> bool {
    let conds = &model.facts.conds;
    let links = |program: TargetId| {
        let linked = model.link_closure(program).into_iter().filter(|(to, _)| *to == id).map(|(_, cond)| cond);
        let linked = conds.any(linked.collect::<Vec<_>>());
        conds.all([linked, macos, model.is_kind(program, &[TargetKind::Executable])])
    };
    let mut programs =
        model.built_targets().map(|one| (one, links(one))).filter(|(_, cond)| cond.is_possible()).peekable();
    programs.peek().is_some()
        && programs.all(|(program, cond)| {
            let entries = run_path(model, program).into_iter().chain(linked_entries(model, program));
            let led = entries.filter(|item| is_for_apple(&item.text)).map(|item| item.cond);
            conds.implies(cond, conds.any(led.collect::<Vec<_>>()))
        })
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

/// When a target is given what Apple's linkers stop at, or takes nothing that is there: no run path of its is looked in.
fn refused_flags(model: &Model<'_>, id: TargetId) -> Cond {
    let flags = model.link_flags(id);
    let is_refused =
        |source: &&FlagSource| source.flag.dialect == Dialect::Elf && apple_linker::refuses(&source.flag.spelling);
    let refused = flags.iter().filter(is_refused).map(|source| source.cond);
    // A file of ELF, which no linker there reads, and what is for other machines.
    let libraries = model.library_items(id);
    let elf = libraries.iter().filter(|item| item.text.starts_with('/') && item.text.ends_with(".so"));
    let elf = elf.map(|item| item.cond);
    let conds = &model.facts.conds;
    conds.or(conds.any(refused.chain(elf).collect::<Vec<_>>()), for_other_machines(model, id, &flags))
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
    let says = |bytes: &[u8]| BUNDLERS.iter().any(|word| memchr::memmem::find(bytes, word.as_bytes()).is_some());
    anywhere(cx, project, &says)
}

/// Whether the project writes paths into finished files, programs and libraries alike: with `install_name_tool -add_rpath` and `-change` of
/// Apple (`install_name_tool`(1)), or with `delocate`, which takes the libraries of wheels along (its README).
fn rewrites_paths(cx: &Context<'_>, project: Project<'_>) -> bool {
    const TOOLS: &[&str] = &["install_name_tool", "INSTALL_NAME_TOOL"];
    const WAYS: &[&str] = &["-add_rpath", "-change", "-rpath"];
    const WHEELS: &[&str] = &["delocate-wheel", "delocate-path"];
    let says = |bytes: &[u8]| {
        let any = |words: &[&str]| words.iter().any(|word| memchr::memmem::find(bytes, word.as_bytes()).is_some());
        any(WHEELS) || any(TOOLS) && any(WAYS)
    };
    anywhere(cx, project, &says)
}

/// Whether a text of the build description, a script or a recipe says something.
fn anywhere(cx: &Context<'_>, project: Project<'_>, says: &dyn Fn(&[u8]) -> bool) -> bool {
    const KINDS: &[Kind] = &[Kind::CMakeModule, Kind::CMakeTemplate, Kind::Script, Kind::Python, Kind::Recipe];
    let sandbox = cx.facts.sources.sandbox();
    cx.facts.any_build_text(says)
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
            // Who only packs there, or says something, may build nothing.
            if file
                .commands
                .iter()
                .position(|one| one.range == command.range)
                .is_some_and(|at| only_packs(&file.commands, at))
            {
                return None;
            }
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
