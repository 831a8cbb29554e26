//! Installed programs and libraries that need a shared library of the project which nothing installs.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::syntax::{Command, File};
use crate::cond::{Cond, Conds, SubjectKind};
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::binaries::is_compiled;
use crate::model::{Installed, InstalledTarget, Item, Model, TargetId};
use crate::rules::wording::listing;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::{Purpose, SourceMap, Span, is_stand_in, normalize, purposes};

/// As many places more are shown.
const MOST: usize = 8;

/// What is linked at run time with all that it needs.
const LINKED: &[TargetKind] = &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module];

/// Who needs a library that stays behind.
#[derive(Default)]
struct Users {
    cond: Option<Cond>,
    names: BTreeSet<String>,
    /// Where they are installed.
    places: Vec<(Span, String)>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let places = model.installed_targets();
    if places.is_empty() {
        return;
    }
    let conds = &model.facts.conds;
    if others_install(project) {
        return;
    }
    let installed = model.installed();
    let packed = on_packed_systems(conds);
    let rule = Rule { model, sources: cx.facts.sources, installed: &installed };
    let mut left: BTreeMap<TargetId, Cond> = BTreeMap::new();
    let mut found: BTreeMap<TargetId, Users> = BTreeMap::new();
    for (&id, own) in places.iter().filter(|(id, _)| model.is_judged(**id)) {
        let Some((runs, origin)) = rule.installed(id, own) else { continue };
        let user = conds.diff(conds.and(runs, model.is_kind(id, LINKED)), rule.leads_to_build(id));
        for (library, linked) in model.shared_closure(id) {
            let needs = conds.and(user, linked);
            if library == id || needs.is_false() || model.is_imported(library) {
                continue;
            }
            let there = *left.entry(library).or_insert_with(|| rule.there(library));
            let cond = conds.diff(conds.diff(needs, there), packed);
            if !cond.is_possible() {
                continue;
            }
            let users = found.entry(library).or_default();
            users.cond = Some(users.cond.map_or(cond, |before| conds.or(before, cond)));
            users.names.insert(model.name(id).to_owned());
            if users.places.len() < MOST && users.places.iter().all(|(known, _)| *known != origin) {
                users.places.push((origin, format!("`{}` is installed here", model.name(id))));
            }
        }
    }
    // What code of others does with its own libraries is not what the project delivers.
    let of_others = |library: &Span, users: &Users| {
        is_aside(cx, model, library) && users.places.iter().all(|(place, _)| is_aside(cx, model, place))
    };
    let mut groups: BTreeMap<(Cond, bool), Group> = BTreeMap::new();
    for (library, users) in found {
        let stays = names_file(cx, project, library) || stands_in(model, library);
        let Some(cond) = users.cond.filter(|_| !stays) else { continue };
        let Some(span) = model.definition_span_under(library, cond) else { continue };
        // Whoever switches the rules of the library off has it from elsewhere.
        let by_default = left.get(&library).is_none_or(|there| there.is_false()) || conds.holds_by_default(cond);
        let is_usual = by_default && !is_for_developers(conds, cond) && !of_others(&span, &users);
        let group = groups.entry((cond, is_usual)).or_default();
        group.libraries.push((span, model.name(library).to_owned()));
        group.names.extend(users.names);
        group.places.extend(users.places);
    }
    for ((cond, is_usual), group) in groups {
        if let Some(draft) = group.draft(cond) {
            sink.report(if is_usual { draft } else { draft.confidence(Confidence::Heuristic) });
        }
    }
}

/// Systems whose packages other programs make of what is built (Gradle takes all libraries of the build), and those without shared libraries.
fn on_packed_systems(conds: &Conds) -> Cond {
    conds.any(["ANDROID", "EMSCRIPTEN"].iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>())
}

/// Whether somebody else installs, too: packages take whole folders of the build tree (`CPack`, `CPACK_INSTALLED_DIRECTORIES`), or those who make
/// them may bring a file with more rules.
fn others_install(project: Project<'_>) -> bool {
    let evaluated: Vec<_> = project.evaluated().collect();
    let is_there = |name: &str| {
        let mut paths = evaluated.iter().map(|file| project.files.sources().get(file.id).path().to_path_buf());
        paths.any(|path| path.ends_with(name))
    };
    let says = |command: &Command| {
        let words: Vec<&str> = command.arguments.iter().filter_map(|one| one.template.literal()).collect();
        match (&*command.lower, &*words) {
            ("set", ["CPACK_INSTALLED_DIRECTORIES", _, ..]) => true,
            ("include", [name, "OPTIONAL", ..]) => name.to_lowercase().contains("install") && !is_there(name),
            _ => false,
        }
    };
    evaluated.iter().any(|file| file.commands.iter().any(says))
}

/// Whether something happens only in builds of the project's own developers, which nobody installs: without optimisation, or by an option
/// that is called so.
fn is_for_developers(conds: &Conds, cond: Cond) -> bool {
    const WORDS: &[&str] = &[
        "ASAN",
        "COVERAGE",
        "DEV",
        "DEVEL",
        "DEVELOPER",
        "DEVELOPMENT",
        "FUZZ",
        "FUZZER",
        "FUZZERS",
        "FUZZING",
        "GCOV",
        "MAINTAINER",
        "MSAN",
        "PROFILING",
        "SANITIZE",
        "SANITIZER",
        "SANITIZERS",
        "TESTING",
        "TESTS",
        "TSAN",
        "UBSAN",
    ];
    /// Build types that are installed (cmake-variables(7), `CMAKE_BUILD_TYPE`).
    const INSTALLED: &[&str] = &["Release", "RelWithDebInfo", "MinSizeRel", ""];
    conds.subjects(cond).into_iter().any(|subject| {
        let info = conds.subject_info(subject);
        let is_option = matches!(info.kind, SubjectKind::Option | SubjectKind::Input);
        let named = is_option && info.name.split('_').any(|word| WORDS.contains(&word));
        named && conds.implies(cond, conds.truthy(subject))
            || info.name == "CMAKE_BUILD_TYPE"
                && INSTALLED.iter().all(|name| conds.disjoint(cond, conds.equals(subject, name)))
    })
}

/// Whether a place is in code of others, or in tests and examples.
fn is_aside(cx: &Context<'_>, model: &Model<'_>, span: &Span) -> bool {
    let aside = |one| matches!(one, Purpose::Test | Purpose::Example | Purpose::Vendored);
    purposes(cx.facts.sources.get(span.file).path(), &model.facts.source_dir).any(aside)
}

/// Whether a library stands in for one that others deliver: a program is linked with it, and runs with the other.
fn stands_in(model: &Model<'_>, library: TargetId) -> bool {
    let stems = model.sources(library).iter().filter(|source| source.path.as_deref().is_some_and(is_compiled));
    let mut stems = stems.filter_map(|source| source.path.as_deref()?.file_stem()?.to_str()).peekable();
    is_stand_in(model.name(library))
        || is_stand_in(&model.stem(library))
        || stems.peek().is_some() && stems.all(is_stand_in)
}

/// Libraries that stay behind in the same configurations: who says which kind they are, or installs them, mends all.
#[derive(Default)]
struct Group {
    libraries: Vec<(Span, String)>,
    names: BTreeSet<String>,
    places: Vec<(Span, String)>,
}

impl Group {
    fn draft(mut self, cond: Cond) -> Option<Draft> {
        self.libraries.sort_unstable();
        let (primary, first) = self.libraries.first()?.clone();
        let names: Vec<&str> = self.libraries.iter().map(|(_, name)| name.as_str()).collect();
        let (is, needs) = if self.names.len() == 1 { ("is", "needs") } else { ("are", "need") };
        let libraries = if names.len() == 1 { "library" } else { "libraries" };
        let mut draft = Draft::new(cond, Place::new(primary, "not installed"))
            .named("library", first)
            .named("target", self.names.first()?)
            .message(format!(
                "{} {is} installed and {needs} the shared {libraries} {}, which nothing installs",
                listing(&self.names),
                listing(&names)
            ));
        if names.len() > 1 {
            draft = draft.help("install these libraries, too, or make them STATIC");
        }
        for (span, name) in self.libraries.iter().skip(1).take(MOST) {
            draft = draft.related(*span, format!("nor is `{name}`")).subject(name);
        }
        let mut told = BTreeSet::new();
        for (span, label) in self.places.into_iter().filter(|(span, _)| told.insert(*span)).take(MOST) {
            draft = draft.related(span, label);
        }
        Some(draft)
    }
}

struct Rule<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    installed: &'a Installed,
}

impl Rule<'_> {
    /// When a target is installed outside of the project's own trees and of where it is built, and where that is said first.
    fn installed(&self, id: TargetId, places: &[InstalledTarget]) -> Option<(Cond, Span)> {
        let outputs = self.outputs(id);
        let inside = |place: &&InstalledTarget| {
            let to = place.directory.as_deref().map(|to| normalize(Path::new(to)));
            to.is_some_and(|to| self.is_own(&to) || outputs.contains(&to))
        };
        let outside: Vec<&InstalledTarget> = places.iter().filter(|place| !inside(place)).collect();
        let span = self.model.span(outside.first()?.origin)?;
        Some((self.model.facts.conds.any(outside.iter().map(|place| place.cond).collect::<Vec<_>>()), span))
    }

    fn is_own(&self, path: &Path) -> bool {
        let facts = self.model.facts;
        path.starts_with(&facts.source_dir) || path.starts_with(&facts.binary_dir)
    }

    /// When what is installed looks for its libraries in the build tree.
    fn leads_to_build(&self, id: TargetId) -> Cond {
        let paths = self.model.property(id, "INSTALL_RPATH").into_iter();
        let own = paths.filter(|item| item.text.split(';').any(|path| self.is_own(Path::new(path))));
        let flags = self.model.link_flags(id);
        let said = flags.iter().filter(|source| {
            matches!(&source.flag.flag, LinkFlag::Rpath(paths) if paths.iter().any(|path| self.is_own(Path::new(path))))
        });
        let conds: Vec<Cond> = own.map(|item| item.cond).chain(said.map(|source| source.cond)).collect();
        self.model.facts.conds.any(conds)
    }

    /// The folders that a target is built in, where they are said.
    fn outputs(&self, id: TargetId) -> Vec<PathBuf> {
        let items = self.model.output_folders(id).into_iter();
        items.map(|item| normalize(Path::new(&*item.text))).collect()
    }

    /// When a library is installed, or may be.
    fn there(&self, library: TargetId) -> Cond {
        let (model, conds) = (self.model, &self.model.facts.conds);
        if model.is_given_away(library) {
            return Cond::TRUE;
        }
        let mut there = Cond::FALSE;
        for install in &model.facts.installs {
            if install.kind == InstallKind::Target {
                for item in model.items(&install.items, None) {
                    if may_be(model, &item, library) {
                        there = conds.or(there, conds.and(model.install_runs(install), item.cond));
                    }
                }
            }
        }
        let outputs = self.outputs(library);
        conds.any([
            there,
            model.installed_as_dependency(library),
            model.built_in_place(library),
            self.installed.takes_built(model, self.sources, [model.name(library), &model.stem(library)], &outputs),
        ])
    }
}

/// Whether an item that is installed is a target, or may be.
pub(super) fn may_be(model: &Model<'_>, item: &Item, target: TargetId) -> bool {
    model.find(&item.text).map_or_else(|| model.is_unknown(&item.text), |id| id == target)
}

/// Whether some file of the repository names the file of a library: it is copied, or packed.
pub(super) fn names_file(cx: &Context<'_>, project: Project<'_>, library: TargetId) -> bool {
    let model = project.model;
    let (name, stem) = (model.name(library), model.stem(library));
    let kinds = ["FILE", "FILE_NAME", "SONAME_FILE", "SONAME_FILE_NAME", "FILE_DIR"].iter();
    let mut words: Vec<String> = kinds.map(|kind| format!("$<TARGET_{kind}:{name}>")).collect();
    words.extend(["so", "dylib", "dll"].iter().map(|end| format!("{stem}.{end}")));
    words.push(format!("{stem}${{CMAKE_SHARED_LIBRARY_SUFFIX}}"));
    let says = |text: &[u8]| words.iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some());
    // What a comment says is not done.
    let in_commands = |file: &File| {
        let source = cx.facts.sources.get(file.id);
        let arguments = file.commands.iter().flat_map(|command| &command.arguments);
        let mut texts =
            arguments.filter_map(|one| source.bytes().get(one.range.start as usize..one.range.end as usize));
        texts.any(says)
    };
    // What a function is given, its commands say of that.
    let in_calls = || {
        let mut elems = model.facts.calls.iter().flat_map(|call| call.arguments.elems.iter());
        elems.any(|elem| model.facts.texts.plain(elem.text).is_some_and(|text| says(text.as_bytes())))
    };
    let mut scripts = [Kind::Script, Kind::Packaging].into_iter().flat_map(|kind| project.inputs.of(kind));
    project.evaluated().any(|file| in_commands(&file))
        || in_calls()
        || scripts.any(|path| {
            let text = cx.facts.sources.load(path);
            text.is_ok_and(|text| says(text.bytes()) || text.bytes().split(|byte| *byte == b'\n').any(copies_all))
        })
}

/// Whether a line of a script or an installer copies all libraries of a folder, or all that a program needs.
fn copies_all(line: &[u8]) -> bool {
    /// Commands of shells; `Source:` of Inno Setup (`[Files]`), `File` of NSIS.
    const COPIES: &[&str] = &["cp", "copy", "install", "mv", "rsync", "xcopy", "Copy-Item", "Source:", "File"];
    /// Programs that put the libraries of a program beside it: linuxdeploy, linuxdeployqt, Qt's macdeployqt(1), dylibbundler.
    const BUNDLERS: &[&str] = &["linuxdeploy", "macdeployqt", "dylibbundler"];
    let mut words = line.split(|byte| byte.is_ascii_whitespace());
    let bundles = |word: &[u8]| {
        let name = word.rsplit(|byte| *byte == b'/').next().unwrap_or(word);
        BUNDLERS.iter().any(|tool| name.starts_with(tool.as_bytes()))
    };
    let all =
        [".so", ".dylib", ".dll"].iter().any(|end| memchr::memmem::find(line, format!("*{end}").as_bytes()).is_some());
    words.any(|word| bundles(word) || all && COPIES.iter().any(|copy| word == copy.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_take_all_libraries() {
        for line in [
            "cp -a build/*.so* $out/lib",
            "Source: \"..\\build\\*.dll\"; DestDir: \"{app}\"",
            "./tools/linuxdeploy-x86_64.AppImage --appdir AppDir",
        ] {
            assert!(copies_all(line.as_bytes()), "{line}");
        }
        assert!(!copies_all(b"ls build/*.so"));
        assert!(!copies_all(b"cp build/tuner $out/bin"));
    }
}
