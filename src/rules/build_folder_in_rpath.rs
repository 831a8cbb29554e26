//! An installed file whose search path leads into the build or the source tree.
use std::path::Path;

use crate::cmake::eval::facts::{Call, Install, InstallKind, TargetKind};
use crate::cmake::eval::mentions::Mentions;
use crate::cmake::syntax::Part;
use crate::cond::{Cond, SubjectKind};
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::model::mentions::has_word;
use crate::model::{InstalledTarget, Item, Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let inside = prefix_inside(project);
    if inside.is_true() {
        return;
    }
    let rewritten = Rewritten::find(cx, model);
    by_file(model, inside, &rewritten, sink);
    by_flag(model, inside, sink);
    by_command(project, inside, sink);
    by_install_name(model, inside, sink);
    let has = |id: &TargetId| model.target(*id).properties.contains_key("INSTALL_RPATH");
    if !model.facts.installs.iter().any(|i| i.kind == InstallKind::Target) || !model.built_targets().any(|id| has(&id))
    {
        return;
    }
    let conds = &model.facts.conds;
    let prefixes = given_prefixes(cx, project);
    for (&id, places) in model.installed_targets().iter().filter(|(id, _)| has(id)) {
        if rewritten.has(model.name(id)) {
            continue;
        }
        let installed = installed(model, places);
        for item in model.property(id, "INSTALL_RPATH") {
            let led = item.text.split(':').find_map(|part| Some((part, tree(model, part)?)));
            let led =
                led.filter(|(part, _)| !holds_installed(model, id, part) && !leads_through(model, part, &prefixes));
            let Some((part, tree)) = led else { continue };
            let cond = conds.diff(conds.and(item.cond, installed), inside);
            let Some(span) = model.span(item.origin).filter(|_| !cond.is_false()) else { continue };
            let mut draft = Draft::new(cond, Place::new(span, format!("a folder of the {tree} tree")))
                .named("target", model.name(id))
                .value("tree", tree)
                .value("folder", shown(model, part));
            if let Some(span) = places.first().and_then(|place| model.span(place.origin)) {
                draft = draft.related(span, "installed here");
            }
            sink.report(if is_for_developers(model, cond) { draft.confidence(Confidence::Heuristic) } else { draft });
        }
    }
}

/// Whether a library that a target links is installed to just that folder.
fn holds_installed(model: &Model<'_>, id: TargetId, folder: &str) -> bool {
    let installed = model.installed_targets();
    let is_there = |place: &InstalledTarget| {
        place.directory.as_ref().is_some_and(|directory| Path::new(&**directory) == Path::new(folder))
    };
    let mut libraries = model.shared_closure(id).into_iter();
    libraries.any(|(library, _)| installed.get(&library).is_some_and(|places| places.iter().any(is_there)))
}

/// Whether an option asks for it that is off unless somebody develops the project: who switches it on wants to run what lies in the tree.
fn is_for_developers(model: &Model<'_>, cond: Cond) -> bool {
    const WORDS: &[&str] = &["DEV", "DEVEL", "DEVELOP", "DEVELOPER", "DEVELOPMENT", "INPLACE", "INTREE", "UNINSTALLED"];
    const PAIRS: &[&str] = &["IN_TREE", "IN_PLACE"];
    let conds = &model.facts.conds;
    conds.subjects(cond).into_iter().any(|subject| {
        let info = conds.subject_info(subject);
        let name = info.name.to_ascii_uppercase();
        let is_meant =
            name.split('_').any(|word| WORDS.contains(&word)) || PAIRS.iter().any(|pair| name.contains(pair));
        let is_off = info.kind == SubjectKind::Option && info.default.as_deref() == Some("OFF");
        is_meant && is_off && conds.implies(cond, conds.truthy(subject))
    })
}

/// Where the project itself takes run paths out of finished files, or writes others: patchelf(1), chrpath(1), `install_name_tool`(1).
struct Rewritten {
    /// A step of the install does it, of whatever file.
    at_install: bool,
    /// The arguments of the commands that do it.
    commands: Vec<String>,
}

impl Rewritten {
    const TOOLS: &[&str] =
        &["patchelf", "chrpath", "install_name_tool", "INSTALL_NAME_TOOL", "RPATH_CHANGE", "RPATH_REMOVE"];

    fn find(cx: &Context<'_>, model: &Model<'_>) -> Self {
        let facts = model.facts;
        let says = |text: &str| Self::TOOLS.iter().any(|tool| text.contains(tool));
        let script = |item: &Item| {
            let file = cx.facts.sources.load(Path::new(&*item.text)).ok();
            says(&item.text) || file.is_some_and(|file| says(&String::from_utf8_lossy(file.bytes())))
        };
        let steps = facts.installs.iter().filter(|install| install.kind == InstallKind::Script);
        let at_install = steps.into_iter().any(|install| model.items(&install.items, None).iter().any(script));
        let mut mentions = Mentions::new(&facts.texts, |text: &str| says(text));
        let calls = facts.calls.iter().filter(|call| &*call.command == "add_custom_command");
        let commands = calls.filter(|call| mentions.hold(&call.arguments)).map(|call| {
            let items = model.items(&call.arguments, None);
            items.iter().map(|item| &*item.text).collect::<Vec<_>>().join(" ")
        });
        Self { at_install, commands: commands.collect() }
    }

    fn has(&self, target: &str) -> bool {
        self.at_install || self.commands.iter().any(|command| has_word(command.as_bytes(), target))
    }
}

/// `INSTALL_NAME_DIR` with a folder of one of the trees: the name of the installed library on Apple's systems, which whoever links it copies.
fn by_install_name(model: &Model<'_>, inside: Cond, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let apple = conds.platform("APPLE").unwrap_or(Cond::FALSE);
    for (&id, places) in model.installed_targets().iter() {
        if !model.target(id).properties.contains_key("INSTALL_NAME_DIR") {
            continue;
        }
        for item in model.property(id, "INSTALL_NAME_DIR") {
            let Some(tree) = tree(model, &item.text) else { continue };
            let installed = installed(model, places);
            let cond = conds.all([item.cond, installed, apple, model.is_kind(id, &[TargetKind::Shared])]);
            let cond = conds.diff(cond, inside);
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { continue };
            let mut draft = Draft::new(cond, Place::new(span, format!("a folder of the {tree} tree")))
                .named("target", model.name(id))
                .value("tree", tree)
                .value("folder", shown(model, &item.text))
                .message(format!(
                    "on macOS the installed `{}` is known by its place in the {tree} tree, `{}`: who links it looks for it there",
                    model.name(id),
                    shown(model, &item.text)
                ))
                .help("leave INSTALL_NAME_DIR out: the name then begins with `@rpath` (MACOSX_RPATH, CMP0042)");
            if let Some(span) = places.first().and_then(|place| model.span(place.origin)) {
                draft = draft.related(span, "installed here");
            }
            sink.report(draft);
        }
    }
}

/// `-Wl,-rpath,…` among the link options of installed targets: `install(TARGETS)` leaves it as it is.
fn by_flag(model: &Model<'_>, inside: Cond, sink: &mut Sink) {
    let conds = &model.facts.conds;
    for (&id, places) in model.installed_targets().iter() {
        for flag in model.link_flags(id).iter() {
            let LinkFlag::Rpath(paths) = &flag.flag.flag else { continue };
            let Some((path, tree)) = paths.iter().find_map(|path| Some((path, tree(model, path)?))) else { continue };
            let installed = installed(model, places);
            let cond = conds.diff(conds.all([flag.cond, installed, model.is_kind(id, LINKED)]), inside);
            let Some(span) = model.span(flag.item.origin).filter(|_| cond.is_possible()) else { continue };
            let mut draft = Draft::new(cond, Place::new(span, format!("a folder of the {tree} tree")))
                .named("target", model.name(id))
                .value("tree", tree)
                .value("folder", shown(model, path))
                .help("a path among the link options stays when it is installed: leave it to CMake, which adds the folders of the build tree for the build tree only, or set BUILD_RPATH");
            if let Some(span) = places.first().and_then(|place| model.span(place.origin)) {
                draft = draft.related(span, "installed here");
            }
            sink.report(draft);
        }
    }
}

/// Custom commands that link with a path into one of the trees, whose file is installed.
fn by_command(project: Project<'_>, inside: Cond, sink: &mut Sink) {
    let model = project.model;
    let (facts, conds) = (model.facts, &model.facts.conds);
    let mut mentions = Mentions::new(&facts.texts, |text: &str| text.contains("-rpath"));
    let commands = facts.calls.iter().filter(|call| &*call.command == "add_custom_command");
    let commands = commands.filter(|call| mentions.hold(&call.arguments));
    let linking: Vec<(&Call, Vec<Item>)> = commands
        .map(|call| (call, model.items(&call.arguments, None)))
        .filter(|(_, items)| items.iter().any(|item| baked(model, &item.text).is_some()))
        .collect();
    if linking.is_empty() {
        return;
    }
    let files = |install: &&Install| matches!(install.kind, InstallKind::Files | InstallKind::Programs);
    for install in facts.installs.iter().filter(files) {
        for file in model.items(&install.items, None) {
            let made = |items: &[Item]| items.iter().any(|item| item.text == file.text);
            let Some((call, items)) = linking.iter().find(|(_, items)| made(items)) else { continue };
            let Some(flag) = items.iter().find(|item| baked(model, &item.text).is_some()) else { continue };
            let Some((path, tree)) = baked(model, &flag.text) else { continue };
            let cond = conds.diff(conds.all([call.cond, flag.cond, install.cond, file.cond]), inside);
            let Some(span) = model.span(flag.origin).filter(|_| cond.is_possible()) else { continue };
            let mut draft = Draft::new(cond, Place::new(span, format!("a folder of the {tree} tree")))
                .subject(model.display(&file.text).rsplit('/').next().unwrap_or_default())
                .value("tree", tree)
                .value("folder", shown(model, &path))
                .help("nothing takes the path out of a file that a command of its own links: use `$ORIGIN/…` relative to the installed file")
                .confidence(Confidence::Likely);
            if let Some(written) = written(project, span) {
                draft = draft.related(written, "the path is written here");
            }
            if let Some(span) = model.span(install.origin) {
                draft = draft.related(span, "what it makes is installed here");
            }
            sink.report(draft);
        }
    }
}

/// Where a variable that an argument names gets its run path.
fn written(project: Project<'_>, argument: Span) -> Option<Span> {
    let source = project.files.sources().get(argument.file);
    let own = source.written(argument.start..argument.end);
    if own.contains("-rpath") {
        return None;
    }
    let names: Vec<&str> = own.split("${").skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
    project.files.all().calls("set").find_map(|(file, command)| {
        let [name, values @ ..] = command.arguments.as_slice() else { return None };
        name.template.literal().filter(|name| names.contains(name))?;
        let source = project.files.sources().get(file.id);
        let path = values.iter().find(|value| source.written(value.range.clone()).contains("-rpath"))?;
        Some(Span::new(file.id, path.range.clone()))
    })
}

/// The folder of one of the trees that an argument for a linker makes a run path of.
fn baked(model: &Model<'_>, text: &str) -> Option<(String, &'static str)> {
    let rest = text.split_once("-rpath")?.1.trim_start_matches([',', '=', ' ']);
    let rest = rest.strip_prefix("-Wl,").unwrap_or(rest);
    let path = rest.split([',', ' ', ':', '\'', '"']).next()?;
    Some((path.to_owned(), tree(model, path)?))
}

/// Programs and libraries that are installed as plain files: the path of the build tree, which `install(TARGETS)` takes out, stays in them.
fn by_file(model: &Model<'_>, inside: Cond, rewritten: &Rewritten, sink: &mut Sink) {
    let (facts, conds) = (model.facts, &model.facts.conds);
    let files = |install: &&Install| matches!(install.kind, InstallKind::Files | InstallKind::Programs);
    let named = |item: &Item| {
        let name = item.text.strip_prefix("$<TARGET_FILE:")?.strip_suffix('>')?;
        model.find(name)
    };
    let mut found: Vec<(TargetId, Item)> = Vec::new();
    for install in facts.installs.iter().filter(files) {
        let items = model.items(&install.items, None).into_iter();
        let of = |item: Item| Item { cond: conds.and(item.cond, install.cond), ..item };
        found.extend(items.filter_map(|item| Some((named(&item)?, of(item)))));
    }
    // A script may take the path out.
    let skips = ["CMAKE_SKIP_RPATH", "CMAKE_SKIP_BUILD_RPATH"];
    let skipped =
        |name: &&str| facts.cache.contains_key(*name) || facts.overrides.iter().any(|one| *one.name == **name);
    if found.is_empty()
        || facts.installs.iter().any(|install| install.kind == InstallKind::Script)
        || skips.iter().any(skipped)
    {
        return;
    }
    for (id, item) in found.into_iter().filter(|(id, _)| !rewritten.has(model.name(*id))) {
        let libraries = model.shared_closure(id).into_iter();
        let own = libraries.filter(|(library, _)| !model.is_imported(*library));
        let mut own =
            own.map(|(library, linked)| (library, conds.and(linked, model.is_kind(library, &[TargetKind::Shared]))));
        let Some((library, linked)) = own.find(|(_, cond)| !cond.is_false()) else { continue };
        let not = ["BUILD_WITH_INSTALL_RPATH", "SKIP_BUILD_RPATH", "BUILD_RPATH_USE_ORIGIN"];
        let not = not.iter().map(|name| model.property_true(id, name)).chain(conds.platform("WIN32"));
        let cond = conds.all([item.cond, linked, model.is_kind(id, LINKED)]);
        let cond = conds.diff(cond, conds.any(not.chain([inside]).collect::<Vec<_>>()));
        let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else { continue };
        let (name, library) = (model.name(id), model.name(library));
        let mut draft = Draft::new(cond, Place::new(span, "installed as the file that the build tree has"))
            .named("target", name)
            .subject(library)
            .message(format!(
                "`{name}` is installed as a plain file: it keeps the path into the build tree by which it finds `{library}`"
            ))
            .help(format!("install(TARGETS {name} …) takes that path out and writes INSTALL_RPATH"))
            .confidence(Confidence::Likely);
        if let Some(span) = model.definition_span(id) {
            draft = draft.related(span, "made here");
        }
        sink.report(draft);
    }
}

/// When a target is installed outside of both trees: what stays in one of them may look for its libraries there.
fn installed(model: &Model<'_>, places: &[InstalledTarget]) -> Cond {
    let away = |place: &&InstalledTarget| place.directory.as_ref().is_none_or(|folder| tree(model, folder).is_none());
    model.facts.conds.any(places.iter().filter(away).map(|place| place.cond).collect::<Vec<_>>())
}

/// The tree that holds a path.
fn tree(model: &Model<'_>, path: &str) -> Option<&'static str> {
    let path = Path::new(path);
    if path.starts_with(&model.facts.binary_dir) {
        Some("build")
    } else if path.starts_with(&model.facts.source_dir) {
        Some("source")
    } else {
        None
    }
}

/// When the project itself says that it is installed into one of its trees: there such a path may be right. Always, where users are offered
/// that.
fn prefix_inside(project: Project<'_>) -> Cond {
    const NAME: &str = "CMAKE_INSTALL_PREFIX";
    let (model, facts) = (project.model, project.model.facts);
    let entry = facts.cache.get(NAME).map(|entry| &entry.value);
    let writes = facts.overrides.iter().filter(|write| &*write.name == NAME).map(|write| &write.value);
    let mut values = entry.into_iter().chain(writes);
    if values.any(|value| model.items(value, None).iter().any(|item| tree(model, &item.text).is_some())) {
        return Cond::TRUE;
    }
    // What the top directory has at its end, by whatever variables.
    let conds = &facts.conds;
    let value = facts.directories.first().and_then(|top| top.end_variables.get(NAME));
    let items = value.map(|value| model.items(value, None)).unwrap_or_default();
    let held = items.iter().filter(|item| tree(model, &item.text).is_some()).map(|item| item.cond);
    let held = conds.any(held.collect::<Vec<_>>());
    let files = project.files.all();
    let sets = files.calls("set").filter(|(_, command)| match command.arguments.as_slice() {
        [name, value, ..] => name.template.literal() == Some(NAME) && begins_in_tree(value.template.0.first()),
        _ => false,
    });
    let ran = sets.filter_map(|(file, command)| facts.assigned.get(&Span::new(file.id, command.range.clone())));
    conds.or(held, conds.any(ran.flatten().copied().collect::<Vec<_>>()))
}

/// The last folders of prefixes in the trees that a preset or a script of the project gives: `"installDir": "${sourceDir}/out"`
/// (cmake-presets(7)), `-DCMAKE_INSTALL_PREFIX=$PWD/dist`, `--install-prefix "$PWD/dist"` (cmake(1)).
fn given_prefixes(cx: &Context<'_>, project: Project<'_>) -> Vec<String> {
    const INSIDE: &[&str] = &["$PWD", "${PWD}", "$(pwd)", "`pwd`", "./", "${sourceDir}", "$(CURDIR)"];
    const GIVING: &[&str] = &[
        "CMAKE_INSTALL_PREFIX=",
        "CMAKE_INSTALL_PREFIX:PATH=",
        "--install-prefix",
        "\"installDir\"",
        "\"CMAKE_INSTALL_PREFIX\"",
    ];
    let prefix = |text: &str| {
        let value = text.trim_start_matches(['"', '\'', ' ', '=', ':']);
        let rest = INSIDE.iter().find_map(|start| value.strip_prefix(start))?;
        let path = rest.split(['"', '\'', ' ', '\n', ';', ',']).next()?;
        let last = path.trim_end_matches('/').rsplit('/').next()?;
        (!last.is_empty()).then(|| last.to_owned())
    };
    let sandbox = cx.facts.sources.sandbox();
    let own = [Kind::Presets, Kind::Script].into_iter().flat_map(|kind| project.inputs.of(kind));
    let mut out = Vec::new();
    for text in own.filter_map(|path| sandbox.read(path).ok()) {
        let text = String::from_utf8_lossy(&text);
        for word in GIVING {
            let places = text.match_indices(word);
            out.extend(places.filter_map(|(at, _)| prefix(text.get(at + word.len()..).unwrap_or_default())));
        }
    }
    out
}

/// Whether a path in a tree leads through a folder of one of some names.
fn leads_through(model: &Model<'_>, path: &str, names: &[String]) -> bool {
    let path = Path::new(path);
    let trees = [&model.facts.binary_dir, &model.facts.source_dir];
    let below = trees.iter().find_map(|tree| path.strip_prefix(tree).ok());
    below.is_some_and(|below| below.iter().any(|part| names.iter().any(|name| part == std::ffi::OsStr::new(name))))
}

/// Whether a text begins with the folder of a tree (cmake-variables(7)).
fn begins_in_tree(first: Option<&Part>) -> bool {
    const FOLDERS: &[&str] = &["SOURCE_DIR", "BINARY_DIR"];
    const OF: &[&str] = &["CMAKE", "CMAKE_CURRENT", "PROJECT"];
    let Some(Part::Reference(_, name)) = first else { return false };
    let name = name.literal().unwrap_or_default();
    FOLDERS.iter().any(|folder| {
        name.strip_suffix(folder).and_then(|rest| rest.strip_suffix('_')).is_some_and(|rest| OF.contains(&rest))
    })
}

/// A path without the parts that differ from machine to machine.
fn shown(model: &Model<'_>, path: &str) -> String {
    for (folder, name) in
        [(&model.facts.binary_dir, "${CMAKE_BINARY_DIR}"), (&model.facts.source_dir, "${CMAKE_SOURCE_DIR}")]
    {
        if let Ok(rest) = Path::new(path).strip_prefix(folder) {
            let rest = model.display(&rest.to_string_lossy());
            return if rest.is_empty() { name.to_owned() } else { format!("{name}/{rest}") };
        }
    }
    model.display(path)
}
