//! Headers that are installed and include files of the project that are not.
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::{GeneratedBy, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::syntax::{Namespace, Part};
use crate::cond::Cond;
use crate::model::{InstalledHeaders, Model, TargetId};
use crate::native::{GuardId, Known, NativeFile};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::{Purpose, Span, normalize, purposes};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, sources) = (project.model, cx.facts.sources);
    let installed = model.installed();
    let Some(headers) = InstalledHeaders::new(model, project.natives, sources, &installed) else { return };
    if headers.headers.is_empty() {
        return;
    }
    let rule = Rule { project, headers: &headers, folders: OnceCell::new(), made: OnceCell::new() };
    let mut groups: BTreeMap<(Option<Span>, PathBuf), Group> = BTreeMap::new();
    for header in headers.headers.iter().filter(|header| rule.is_own(&header.path)) {
        let Some(index) = project.natives.index(&header.path) else { continue };
        let Some(text) = project.natives.text(index) else { continue };
        for written in includes(&text) {
            let Some(found) = rule.missing(&written, &header.path) else { continue };
            let Some(file) = project.natives.at(index) else { continue };
            let Some(range) = range_of(file, &written) else { continue };
            let span = Span::new(file.source.id(), range);
            let folder = found.path.parent().map(Path::to_path_buf).unwrap_or_default();
            let key = (model.span(header.origin), folder);
            groups.entry(key).or_default().add(model, span, (&header.path, header.cond), found);
        }
    }
    let is_usable = has_usable_libraries(model);
    for ((rule_span, _), group) in groups {
        if let Some(draft) = group.draft(model, rule_span) {
            sink.report(if is_usable { draft } else { draft.severity(Severity::Note) });
        }
    }
}

/// Whether others can use what headers declare: a library of the project is installed, or it has none but headers.
fn has_usable_libraries(model: &Model<'_>) -> bool {
    const COMPILED: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Module, TargetKind::Object];
    let is = |id: TargetId, kinds: &[TargetKind]| !model.is_kind(id, kinds).is_false();
    let is_program_only = |id: TargetId| !is(id, COMPILED) && !is(id, &[TargetKind::Interface]);
    let installed = model.installed_targets();
    let compiled = || model.built_targets().any(|id| is(id, COMPILED));
    let programs = || model.built_targets().any(|id| is(id, &[TargetKind::Executable]));
    !(compiled() || programs())
        || installed.keys().any(|id| !is_program_only(*id))
        || !model.exported_targets().is_empty()
}

/// `#include` as a text has it.
struct Written {
    path: String,
    quoted: bool,
}

/// The includes of a text, comments of several lines and conditions not looked at.
fn includes(text: &[u8]) -> Vec<Written> {
    let mut out = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        let Some(rest) = line.trim_ascii_start().strip_prefix(b"#") else { continue };
        let Some(rest) = rest.trim_ascii_start().strip_prefix(b"include") else { continue };
        let (quoted, end) = match rest.trim_ascii_start().first() {
            Some(b'"') => (true, b'"'),
            Some(b'<') => (false, b'>'),
            _ => continue,
        };
        let rest = rest.trim_ascii_start().get(1..).unwrap_or_default();
        let path = rest.iter().position(|byte| *byte == end).and_then(|at| std::str::from_utf8(&rest[..at]).ok());
        out.extend(path.filter(|path| !path.is_empty()).map(|path| Written { path: path.to_owned(), quoted }));
    }
    out
}

/// Where the file includes what is written so, if compilers of Linux do that whatever is defined.
fn range_of(file: &NativeFile, written: &Written) -> Option<Range<u32>> {
    let same = |one: &&crate::native::Include| one.path == written.path && one.quoted == written.quoted;
    let mut all = file.facts.includes.iter().filter(same);
    all.find(|one| one.guard == GuardId::TRUE || file.facts.guards.evaluate(one.guard, &KNOWN) == Some(true))
        .map(|one| one.range.clone())
}

/// What compilers of C++ for Linux define, and what they do not.
const KNOWN: Known<'static> = Known {
    defined: &|name| match name {
        "__cplusplus" | "__GNUC__" | "__linux__" | "__unix__" => Some(true),
        "_WIN32" | "_WIN64" | "_MSC_VER" | "__APPLE__" | "__MINGW32__" | "__CYGWIN__" | "__ANDROID__" => Some(false),
        _ => None,
    },
    value: &|_| None,
};

/// A file that an installed header includes and nothing installs.
struct Missing {
    path: PathBuf,
    /// As it is included.
    include: String,
    /// Where a file of its name goes that no such include finds.
    elsewhere: Option<String>,
}

struct Rule<'a> {
    project: Project<'a>,
    headers: &'a InstalledHeaders<'a>,
    /// The include folders of the project's targets.
    folders: OnceCell<Vec<PathBuf>>,
    /// Headers that the build description makes.
    made: OnceCell<FxHashSet<PathBuf>>,
}

impl Rule<'_> {
    /// Whether a file is the project's own, and for its users.
    fn is_own(&self, path: &Path) -> bool {
        let top = &self.project.model.facts.source_dir;
        let aside = |one| matches!(one, Purpose::Test | Purpose::Example | Purpose::Vendored);
        path.starts_with(top) && !purposes(path, top).any(aside)
    }

    fn missing(&self, written: &Written, from: &Path) -> Option<Missing> {
        let path = self.meant(written, from)?;
        if self.headers.may_find(&written.path, &path) || self.is_in_prefix(&path) {
            return None;
        }
        let name = written.path.rsplit('/').next().unwrap_or_default();
        // A prefix in the build tree is one of some configurations.
        let is_below_prefix =
            |place: &&String| !place.is_empty() && !place.starts_with('/') && !place.contains(['$', '@']);
        let elsewhere = self.headers.places_of(name).iter().find(is_below_prefix).cloned();
        Some(Missing { path, include: written.path.clone(), elsewhere })
    }

    /// Whether a header is part of an installed package that lies in the repository: its folder `include` stands beside one of libraries.
    fn is_in_prefix(&self, path: &Path) -> bool {
        const LIBRARIES: &[&str] = &[".a", ".so", ".dylib", ".lib", ".dll", ".framework"];
        let top = &self.project.model.facts.source_dir;
        let sandbox = self.project.files.sources().sandbox();
        let mut prefixes = path.ancestors().filter(|folder| folder.ends_with("include")).filter_map(Path::parent);
        prefixes.any(|prefix| {
            prefix != top
                && !sandbox.is_file(&prefix.join("CMakeLists.txt"))
                && ["lib", "lib64", "bin"].into_iter().any(|folder| {
                    let inside = sandbox.list(&prefix.join(folder));
                    inside.iter().any(|(name, _)| LIBRARIES.iter().any(|end| name.ends_with(end)))
                })
        })
    }

    /// The one file of the project that an include means.
    fn meant(&self, written: &Written, from: &Path) -> Option<PathBuf> {
        let beside = from.parent().filter(|_| written.quoted).map(|folder| normalize(&folder.join(&written.path)));
        if let Some(beside) = beside.filter(|path| self.is_there(path)) {
            return Some(beside);
        }
        let paths: BTreeSet<PathBuf> = self
            .folders()
            .iter()
            .map(|folder| normalize(&folder.join(&written.path)))
            .filter(|path| self.is_there(path))
            .collect();
        let only = paths.into_iter().collect::<Vec<_>>();
        let [path] = only.as_slice() else { return None };
        let is_made = self.made().contains(path);
        // `<zlib.h>` is whatever the system has, unless the project makes it.
        let is_named = written.quoted || written.path.contains('/') || is_made;
        (is_named && (is_made || self.is_own(path)) && self.is_of_same_project(path, from)).then(|| path.clone())
    }

    fn is_there(&self, path: &Path) -> bool {
        self.project.natives.holds(path) || self.made().contains(path)
    }

    /// Whether no other project begins between the top and a file.
    fn is_of_same_project(&self, path: &Path, from: &Path) -> bool {
        let lists = &self.project.inputs.cmake_lists;
        let tops = lists.iter().filter(|list| list.calls_project).filter_map(|list| list.path.parent());
        let tops: BTreeSet<&Path> = tops.collect();
        let nearest = |path: &Path| path.ancestors().find(|above| tops.contains(above)).map(Path::to_path_buf);
        self.made().contains(path) || nearest(path) == nearest(from)
    }

    fn folders(&self) -> &[PathBuf] {
        self.folders.get_or_init(|| {
            let model = self.project.model;
            let mut seen = BTreeSet::new();
            for id in model.built_targets() {
                let Some(definition) = model.definitions_of(id).first() else { continue };
                let Some(base) = model.facts.directories.get(definition.directory.0 as usize) else { continue };
                let own = ["INCLUDE_DIRECTORIES", "INTERFACE_INCLUDE_DIRECTORIES"].map(|one| model.property(id, one));
                let known = own.iter().flatten().filter(|item| !has_symbol(&item.text) && !item.text.contains("$<"));
                seen.extend(known.map(|item| normalize(&base.source.join(&*item.text))));
            }
            let is_own =
                |path: &PathBuf| path.starts_with(&model.facts.source_dir) || path.starts_with(&model.facts.binary_dir);
            seen.into_iter().filter(is_own).collect()
        })
    }

    fn made(&self) -> &FxHashSet<PathBuf> {
        self.made.get_or_init(|| {
            let facts = self.project.model.facts;
            if self.lists_made() {
                return FxHashSet::default();
            }
            let by = |by: GeneratedBy| matches!(by, GeneratedBy::ConfigureFile | GeneratedBy::ExportHeader);
            let made = facts.generated.iter().filter(|made| by(made.by));
            let paths = made.filter_map(|made| facts.texts.as_str(made.output)).filter(|path| !has_symbol(path));
            // What is written into the source tree a list of files may hold (`file(GLOB)`).
            paths.map(|path| normalize(Path::new(path))).filter(|path| path.starts_with(&facts.binary_dir)).collect()
        })
    }

    /// Whether some list of files takes what is there in the build tree (`file(GLOB headers ${CMAKE_BINARY_DIR}/include/*.h)`).
    fn lists_made(&self) -> bool {
        let files = self.project.files.all();
        files.calls("file").any(|(_, command)| {
            let mut arguments = command.arguments.iter();
            let first = arguments.next().and_then(|one| one.template.literal());
            let in_build_tree = |part: &Part| match part {
                Part::Reference(Namespace::Variable, name) => {
                    name.literal().is_some_and(|name| name.ends_with("BINARY_DIR"))
                }
                _ => false,
            };
            matches!(first, Some("GLOB" | "GLOB_RECURSE"))
                && arguments.any(|one| one.template.0.iter().any(in_build_tree))
        })
    }
}

/// Files of one folder that headers of one install rule include.
#[derive(Default)]
struct Group {
    found: Vec<(Span, Arc<Path>, Missing)>,
    cond: Option<Cond>,
}

/// As many places more are shown.
const MOST: usize = 8;

impl Group {
    fn add(&mut self, model: &Model<'_>, span: Span, (from, cond): (&Arc<Path>, Cond), found: Missing) {
        let conds = &model.facts.conds;
        self.cond = Some(self.cond.map_or(cond, |before| conds.or(before, cond)));
        self.found.push((span, Arc::clone(from), found));
    }

    fn draft(self, model: &Model<'_>, rule: Option<Span>) -> Option<Draft> {
        let cond = self.cond.filter(|cond| cond.is_possible())?;
        let (span, from, first) = self.found.first()?;
        let top = &model.facts.source_dir;
        let shown = |path: &Path| path.strip_prefix(top).unwrap_or(path).to_string_lossy().into_owned();
        let files: BTreeSet<&Path> = self.found.iter().map(|(_, _, missing)| missing.path.as_path()).collect();
        let others = match files.len() - 1 {
            0 => String::new(),
            more => format!(" (nor {more} more of its folder)"),
        };
        let header = shown(from);
        let message = match &first.elsewhere {
            Some(place) if !place.is_empty() && place.rsplit('/').next() == first.include.rsplit('/').next() => {
                format!(
                    "`{header}` is installed and includes `{}`, which is not installed as that{others}: the file of that name goes to `{place}`",
                    first.include
                )
            }
            _ => format!("`{header}` is installed and includes `{}`, which nothing installs{others}", first.include),
        };
        let mut draft = Draft::new(cond, Place::new(*span, "not installed"))
            .named("header", header)
            .named("include", &*first.include)
            .message(message);
        if let Some(rule) = rule {
            draft = draft.related(rule, "the header is installed here");
        }
        let mut seen: BTreeSet<&Path> = [first.path.as_path()].into();
        for (span, _, missing) in &self.found {
            if seen.insert(&missing.path) && seen.len() <= MOST {
                draft = draft.related(*span, format!("nor is `{}`", missing.include));
            }
        }
        // By that name each project has one, for its own sources.
        let is_usual = first.include == "config.h";
        Some(if is_usual { draft.confidence(Confidence::Heuristic) } else { draft })
    }
}
