//! Build scripts that look in `lib` for what a CMake project installs into `lib64` on some systems.
use std::path::PathBuf;

use rustc_hash::FxHashSet;

use crate::cargo::script::{Build, Builder, UNKNOWN, resolve};
use crate::cargo::{BuildScript, Cargo, Directive, Package};
use crate::cmake::syntax::{Argument, Command, File, Namespace, Part, Template, parse};
use crate::comments::{Language, without_comments};
use crate::source::{SourceMap, Span};

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        let builds: Vec<&Build> = script.script.builds.iter().filter(|build| build.builder == Builder::CMake).collect();
        // With two projects it is not known which folder is whose.
        if let [build] = builds.as_slice() {
            look(cargo, package, script, build, sink);
        }
    }
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, build: &Build, sink: &mut Sink) {
    let code = without_comments(script.source.bytes(), Language::C);
    let text = String::from_utf8_lossy(&code);
    if text.contains("lib64") || text.contains("LIBDIR") || build.calls.iter().any(|call| call.method == "build_target")
    {
        return;
    }
    let searched =
        script.script.directives.iter().find(|one| one.key == "rustc-link-search" && one.value.ends_with("/lib"));
    let Some(searched) = searched else { return };
    let elsewhere = script.script.directives.iter().any(|one| {
        one.key == "rustc-link-search" && one.value != searched.value && !cargo.conds.disjoint(one.cond, searched.cond)
    });
    let Some(list) = resolve(&package.folder, &build.subject).map(|folder| folder.join("CMakeLists.txt")) else {
        return;
    };
    if elsewhere || !cargo.sources.sandbox().is_file(&list) {
        return;
    }
    let project = Lists::read(cargo.sources, list);
    let shared = script.script.directives.iter().filter_map(Directive::link_lib).any(|one| one.kind == "dylib");
    let Some(place) = project.library_folder(if shared { "LIBRARY" } else { "ARCHIVE" }) else { return };
    // What is given by a name that is not known may be the folder.
    if build.settings("define").any(|(name, _, _)| name.contains(UNKNOWN) || project.folders.contains(name)) {
        return;
    }
    let linux = cargo.conds.platform("LINUX").unwrap_or(crate::cond::Cond::TRUE);
    let cond =
        cargo.conds.and(linux, cargo.conds.opaque("the system installs libraries into lib64 (Fedora, openSUSE)"));
    let cond = cargo.conds.all([cond, searched.cond, build.cond]);
    let draft = Draft::new(cond, Place::new(script.span(&searched.range), "only `lib` is searched"))
        .related(place, "`lib64` there")
        .named("package", package.name.text.clone())
        .named("project", if build.subject.is_empty() { "." } else { &*build.subject });
    sink.report(draft);
}

/// The lists of a CMake project that lead to one another by written names.
struct Lists {
    files: Vec<File>,
    /// Variables that hold the folder of `GNUInstallDirs`, or one below; none where the project says that folder itself.
    folders: FxHashSet<Box<str>>,
}

impl Lists {
    /// Reads a list and those of the folders that it adds.
    fn read(sources: &SourceMap, list: PathBuf) -> Self {
        /// More are no project that is built beside a crate.
        const MOST: usize = 256;
        let (mut files, mut queue): (Vec<File>, Vec<PathBuf>) = (Vec::new(), vec![list]);
        while let Some(list) = queue.pop().filter(|_| files.len() < MOST) {
            let Ok(source) = sources.load(&list) else { continue };
            if files.iter().any(|known| known.id == source.id()) {
                continue;
            }
            let file = parse(source.id(), source.bytes());
            let added = file.commands.iter().filter(|command| &*command.lower == "add_subdirectory");
            let names = added.filter_map(|command| command.arguments.first()?.template.literal());
            queue.extend(names.filter_map(|name| Some(list.parent()?.join(name).join("CMakeLists.txt"))));
            files.push(file);
        }
        let mut lists = Self { files, folders: FxHashSet::default() };
        lists.folders = lists.folders();
        lists
    }

    fn commands(&self, name: &str) -> impl Iterator<Item = (&File, &Command)> {
        let all = self.files.iter().flat_map(|file| file.commands.iter().map(move |command| (file, command)));
        all.filter(move |(_, command)| &*command.lower == name)
    }

    fn folders(&self) -> FxHashSet<Box<str>> {
        let mut folders = FxHashSet::default();
        // A project that sets it itself knows its folder.
        if !self.commands("include").any(|(_, command)| first(command, "GNUInstallDirs"))
            || self.commands("set").any(|(_, command)| first(command, "CMAKE_INSTALL_LIBDIR"))
        {
            return folders;
        }
        folders.extend(["CMAKE_INSTALL_LIBDIR", "CMAKE_INSTALL_FULL_LIBDIR"].map(Box::from));
        loop {
            let says = |argument: &Argument| names(&argument.template).any(|name| folders.contains(name));
            let next = self.commands("set").find_map(|(_, command)| {
                let (name, values) = command.arguments.split_first()?;
                let name = name.template.literal().filter(|name| !folders.contains(*name))?;
                values.iter().any(says).then_some(name)
            });
            let Some(name) = next else { return folders };
            folders.insert(name.into());
        }
    }

    /// Where the project installs a library into that folder, as an artifact of this kind.
    fn library_folder(&self, kind: &str) -> Option<Span> {
        self.commands("install").find_map(|(file, command)| {
            let words = || command.arguments.iter().filter_map(|argument| argument.template.literal());
            let destination = match words().next()? {
                // CMake's own default is that folder.
                "TARGETS" if !words().any(|word| word == "DESTINATION") => {
                    let is_made = |word: &str| self.commands("add_library").any(|(_, made)| first(made, word));
                    let made = !self.folders.is_empty() && words().skip(1).any(is_made);
                    return made.then(|| Span::new(file.id, command.range.clone()));
                }
                "TARGETS" => destination(command, kind)?,
                "FILES" | "PROGRAMS" if command.arguments.iter().any(is_library) => destination(command, "")?,
                _ => return None,
            };
            let says = names(&destination.template).any(|name| self.folders.contains(name));
            // What lies in a folder below is not what the search is for.
            let below = matches!(destination.template.0.last(), Some(Part::Literal(text)) if text.starts_with('/'));
            (says && !below).then(|| Span::new(file.id, destination.range.clone()))
        })
    }
}

/// Whether the first argument of a command is this text.
fn first(command: &Command, text: &str) -> bool {
    command.arguments.first().and_then(|argument| argument.template.literal()) == Some(text)
}

/// Where a rule puts an artifact: what is said of this kind, or else of all (cmake-commands(7), install).
fn destination<'c>(command: &'c Command, kind: &str) -> Option<&'c Argument> {
    const KINDS: &[&str] = &[
        "ARCHIVE",
        "LIBRARY",
        "RUNTIME",
        "OBJECTS",
        "FRAMEWORK",
        "BUNDLE",
        "PRIVATE_HEADER",
        "PUBLIC_HEADER",
        "RESOURCE",
        "FILE_SET",
        "CXX_MODULES_BMI",
        "INCLUDES",
    ];
    let (mut of, mut found) = ("", None);
    for (at, argument) in command.arguments.iter().enumerate() {
        match argument.template.literal() {
            Some(word) if KINDS.contains(&word) => of = word,
            Some("DESTINATION") if of == kind => return command.arguments.get(at + 1),
            Some("DESTINATION") if of.is_empty() => found = command.arguments.get(at + 1),
            _ => {}
        }
    }
    found
}

/// Whether a file is a library by its name, or one that a target makes.
fn is_library(argument: &Argument) -> bool {
    let text = argument.template.0.last();
    let Some(Part::Literal(text)) = text else { return false };
    text.ends_with(".a") || text.ends_with(".so") || text.starts_with("$<TARGET_FILE:")
}

/// The variables that a text names.
fn names(template: &Template) -> impl Iterator<Item = &str> {
    template.0.iter().filter_map(|part| match part {
        Part::Reference(Namespace::Variable, name) => name.literal(),
        _ => None,
    })
}
