//! `LD_PRELOAD` with a path at which the library is not: the loader says so and goes on without it.
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::launches::{Preload, SharedFiles};
use crate::rules::{Context, Draft, Place, Sink};
use crate::scripts::{Act, Part, Ran, Script, Text};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let Some((files, preloads)) = SharedFiles::preloads(project.model, project.scripts) else { return };
    for preload in preloads {
        for element in preload.elements() {
            let [(target, _)] = files.preloaded(&element) else { continue };
            let search = Search { files: &files, preload, element: &element, target: *target };
            if let Some(draft) = search.draft() {
                let library = project.model.name(*target);
                let mut draft = draft.named("library", library).value("path", element.shown());
                if let Some(defined) = project.model.definition_span(*target) {
                    draft = draft.related(defined, format!("`{library}` is made here"));
                }
                sink.report(draft);
            }
        }
    }
}

struct Search<'a> {
    files: &'a SharedFiles<'a>,
    preload: Preload<'a>,
    element: &'a Text,
    target: TargetId,
}

impl Search<'_> {
    fn draft(&self) -> Option<Draft> {
        let name = self.element.file_name()?;
        let slash = self.element.parts.iter().any(|part| matches!(part, Part::Known(text) if text.contains('/')));
        if !slash || places(self.preload.script, name) || builds_elsewhere(self.preload.script) {
            return None;
        }
        let builds: Vec<&Text> =
            self.preload.script.configures.iter().filter_map(|configure| configure.build.as_ref()).collect();
        let relative = matches!(self.element.parts.first(), Some(Part::Known(text)) if !text.starts_with(['/', '~']));
        let place = Place::new(self.preload.span(), "no library is there");
        for (step, ran) in self.preload.commands() {
            let path = self.element.below(&ran.folder);
            let inside = builds.iter().find_map(|build| path.within(build));
            let away = ran.folder.literal().filter(|folder| folder.starts_with('/'));
            if let (true, Some(folder), None) = (relative, away, &inside) {
                if builds.iter().any(|build| build.literal().is_some()) {
                    return None;
                }
                let why = format!("a relative path, and the command runs in `{folder}`");
                let span = Span::new(self.preload.script.source.id(), step.range.clone());
                return Some(Draft::new(Cond::TRUE, place).value("why", why).related(span, "run in another folder"));
            }
            if let (Some(inside), Some(built)) = (inside, self.files.built_in(self.target))
                && !inside.contains("..")
                && inside != built
                && !names_folder(self.preload.script, &inside)
            {
                let why = format!("the build puts it at `{built}` below the build folder");
                return Some(Draft::new(Cond::TRUE, place).value("why", why));
            }
        }
        None
    }
}

/// Whether something that a script says decides where a build puts its files, and what it installs: settings of the folders, a preset, a
/// generator with a folder for each build type (cmake-generators(7)), an installation or a package.
fn builds_elsewhere(script: &Script) -> bool {
    const GENERATORS: &[&str] = &["Multi-Config", "Visual Studio", "Xcode"];
    let many = |text: &str| GENERATORS.iter().any(|name| text.contains(name));
    let moved = |name: &str| name.ends_with("_OUTPUT_DIRECTORY") || name == "CMAKE_INSTALL_PREFIX";
    let set = script.configures.iter().any(|one| one.settings.iter().any(|(name, _, _)| moved(name)));
    let by_environment = script.facts.steps.iter().any(|step| match &step.act {
        Act::Assigned(assigned) => assigned.name == "CMAKE_GENERATOR" && many(&assigned.value.shown()),
        Act::Ran(_) => false,
    });
    set || by_environment
        || commands(script).any(|ran| {
            let words = ran.words.iter().skip(1).map(Text::shown).collect::<Vec<_>>();
            let tool = matches!(ran.program(), Some("cmake" | "make" | "ninja" | "gmake" | "cpack" | "meson"));
            tool && words.iter().any(|word| {
                many(word)
                    || matches!(word.as_str(), "install" | "--install" | "package" | "package/fast" | "install/strip")
                    || word.starts_with("--preset")
            })
        })
}

/// Whether a command that neither configures nor builds names a folder below the build folder: it may put files there.
fn names_folder(script: &Script, inside: &str) -> bool {
    let Some((folder, _)) = inside.rsplit_once('/') else { return false };
    commands(script).any(|ran| {
        let builds = matches!(ran.program(), Some("cmake" | "make" | "ninja" | "mkdir" | "cd" | "echo"));
        !builds && ran.preload.is_none() && ran.words.iter().any(|word| word.shown().contains(folder))
    })
}

fn commands(script: &Script) -> impl Iterator<Item = &Ran> {
    script.facts.steps.iter().filter_map(|step| match &step.act {
        Act::Ran(ran) => Some(ran),
        Act::Assigned(_) => None,
    })
}

/// Whether the script puts files somewhere itself: what it copies or links by that name, what it installs.
fn places(script: &Script, name: &str) -> bool {
    commands(script).any(|ran| {
        let named = || ran.words.iter().any(|word| word.shown().contains(name) || word.shown().contains('*'));
        match ran.program() {
            Some(
                "cp" | "mv" | "ln" | "install" | "rsync" | "tar" | "unzip" | "curl" | "wget" | "gcc" | "cc" | "g++",
            ) => named(),
            _ => false,
        }
    })
}
