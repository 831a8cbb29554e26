//! Functions of a header that the list of exports lacks, which names the others of that header.
#[path = "unlisted_public_function/defined.rs"]
mod defined;
#[path = "unlisted_public_function/macros.rs"]
mod macros;
#[path = "unlisted_public_function/nothing.rs"]
mod nothing;
#[path = "unlisted_public_function/written.rs"]
mod written;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::comments::keeps_apart;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::binaries::{LINKED, emits, is_compiled};
use crate::model::export_lists::{Contents, Syntax, is_script, without_places};
use crate::model::mentions::all_words;
use crate::model::symbols::is_internal;
use crate::model::{FlagSource, TargetId};
use crate::native::{FileIndex, Function, GuardId, Linkage, NativeFile, Visibility};
use crate::rules::wording::listing;
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::{FileId, Purpose, SourceFile, SourceMap, Span, purpose};
use crate::symbols::{Decision, Language, Match, Symbol, apple_list, def_file, version_script};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, sources: cx.facts.sources, macros: RefCell::default() };
    let lists = project.model.export_lists();
    let mut read: BTreeSet<FileId> = BTreeSet::new();
    for ((path, syntax), users) in &lists {
        if rule.is_for_tests(path) {
            continue;
        }
        let Some(contents) = project.model.list_contents(rule.sources, path) else {
            rule.written((path, *syntax), users, sink);
            continue;
        };
        read.extend(contents.files.iter().map(|file| file.id()));
        if let Some(list) = List::read(contents, *syntax) {
            rule.nothing(&list, users, sink);
            rule.defined(&list, users, sink);
            let users = Users::Known(users);
            if list.named.len() >= LEAST {
                rule.list(&list, &rule.headers(&users), &users, sink);
            }
        }
    }
    rule.unlinked(&read, sink);
}

/// The targets that a list is for.
enum Users<'u> {
    /// Their link lines name it.
    Known(&'u [(TargetId, Cond)]),
    /// No link line that is known does, and the build's description names it: any.
    Any,
}

struct Rule<'a> {
    project: Project<'a>,
    sources: &'a SourceMap,
    macros: RefCell<macros::Macros>,
}

/// As many functions of the header have to be listed for one that is not.
const FOR_EACH: usize = 10;
/// And at least as many in all.
const LEAST: usize = 4;

/// Headers of which a list forgets something.
const MOST_HEADERS: usize = 2;

/// More lists than these are not looked at together.
const MOST_LISTS: usize = 64;

/// A list that is read.
struct List {
    contents: Contents,
    /// Names that are written out, with their places.
    named: BTreeMap<String, Span>,
    syntax: Syntax,
    scripts: Vec<version_script::VersionScript>,
    lines: Vec<apple_list::Line>,
    /// All words of its text, those of its comments included.
    words: FxHashSet<String>,
    /// The file that the build description writes it to, and the command that does.
    written: Option<(PathBuf, Span)>,
}

impl List {
    fn read(contents: Contents, syntax: Syntax) -> Option<Self> {
        let words = contents.files.iter().flat_map(|file| all_words(file.bytes()).map(|(word, _)| word.to_owned()));
        let words = words.collect();
        let (named, scripts, lines) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut list = Self { contents, named, syntax, scripts, lines, words, written: None };
        for file in list.contents.files.clone() {
            let names = list.names(&file)?;
            list.named.extend(names.into_iter().map(|(name, range)| (name, Span::new(file.id(), range))));
        }
        let hides = |script: &version_script::VersionScript| script.hides_the_rest();
        let hides = syntax != Syntax::VersionScript || list.contents.made || list.scripts.iter().any(hides);
        (hides && !list.named.is_empty()).then_some(list)
    }

    /// The names of C that a file exports; nothing when it is not understood.
    fn names(&mut self, file: &Arc<SourceFile>) -> Option<Vec<(String, Range<u32>)>> {
        let filled = self.contents.template.then(|| without_places(file.bytes()));
        let bytes = filled.as_deref().unwrap_or_else(|| file.bytes());
        Some(match self.syntax {
            Syntax::VersionScript => {
                let script = version_script::parse(bytes);
                if !script.errors.is_empty() {
                    return None;
                }
                let patterns = script.patterns();
                let plain = patterns.filter(|one| !one.local && one.language == Language::C && one.is_literal());
                let names = plain.map(|one| (one.text.clone(), one.range.clone())).collect();
                self.scripts.push(script);
                names
            }
            Syntax::Def => {
                let def = def_file::parse(bytes);
                if !def.errors.is_empty() {
                    return None;
                }
                def.exports.into_iter().map(|one| (one.internal.unwrap_or(one.name), one.range)).collect()
            }
            Syntax::Apple => {
                self.lines.extend(apple_list::parse(bytes));
                let lines = self.lines.iter();
                lines.filter_map(|line| Some((line.text.strip_prefix('_')?.to_owned(), line.range.clone()))).collect()
            }
        })
    }

    fn is_def(&self) -> bool {
        self.syntax == Syntax::Def
    }

    /// Whether the list leaves a function of C out for certain, and not on purpose: a comment that names it says why.
    fn lacks(&self, name: &str) -> bool {
        if self.words.contains(name) {
            return false;
        }
        let symbol = Symbol::c(name);
        match self.syntax {
            Syntax::VersionScript => self.scripts.iter().all(|script| match script.decide(&symbol) {
                Decision::Hidden { node, pattern } => script.pattern(node, pattern).is_some_and(|p| p.is_star()),
                Decision::Unlisted => self.contents.made || self.scripts.len() > 1,
                Decision::Exported { .. } | Decision::Unknown => false,
            }),
            Syntax::Def => !self.named.contains_key(name),
            Syntax::Apple => apple_list::names(&self.lines, &symbol).0 == Match::No,
        }
    }
}

impl Rule<'_> {
    /// A list for tests names what they call.
    fn is_for_tests(&self, path: &Path) -> bool {
        let below = path.strip_prefix(&self.project.model.facts.source_dir).unwrap_or(path);
        below.iter().any(|part| purpose(&part.to_string_lossy()) == Some(Purpose::Test))
    }

    fn list(&self, list: &List, headers: &BTreeSet<FileIndex>, users: &Users<'_>, sink: &mut Sink) {
        let mut found = Sink::default();
        for index in headers {
            if let Some(file) = self.project.natives.at(*index) {
                self.header(file, list, users, &mut found);
            }
        }
        // A list that leaves out functions of one header after the other does so on purpose.
        if found.len() <= MOST_HEADERS {
            sink.append(found);
        }
    }

    /// Version scripts that the build's description names, and that it gives to no target as far as it is understood: all
    /// together, for one may have what another lacks.
    fn unlinked(&self, read: &BTreeSet<FileId>, sink: &mut Sink) {
        let Project { inputs, natives, files, .. } = self.project;
        let texts = files.all();
        let named = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| texts.mention(name, self.sources))
        };
        let candidates =
            inputs.of(Kind::ExportList).iter().filter(|path| named(path) && !self.is_for_tests(path)).take(MOST_LISTS);
        let mut files: Vec<Arc<SourceFile>> = candidates
            .filter_map(|path| self.sources.load(path).ok())
            .filter(|file| !read.contains(&file.id()) && is_script(file))
            .collect();
        if files.is_empty() {
            return;
        }
        let of_archives = self.given_to_archives();
        files.retain(|file| !of_archives.contains(file.path()));
        let contents = Contents { files, made: true, template: false };
        let list = List::read(contents, Syntax::VersionScript).filter(|list| list.named.len() >= LEAST);
        let Some(list) = list else { return };
        let names: Vec<String> = list.named.keys().cloned().collect();
        let headers: BTreeSet<FileIndex> = natives
            .mentioning(&names)
            .iter()
            .copied()
            .filter(|index| natives.path(*index).is_some_and(|path| !is_compiled(path)))
            .collect();
        self.list(&list, &headers, &Users::Any, sink);
    }

    /// Version scripts that stand among the link flags of what is never linked: no linker reads them.
    fn given_to_archives(&self) -> BTreeSet<PathBuf> {
        let model = self.project.model;
        let archives = model.built_targets().filter(|id| model.is_kind(*id, LINKED).is_false());
        let flags = archives.map(|id| model.link_flags(id));
        let script = |source: &FlagSource| match &source.flag.flag {
            LinkFlag::VersionScript(path) => Some(PathBuf::from(path)),
            _ => None,
        };
        flags.flat_map(|flags| flags.iter().filter_map(script).collect::<Vec<_>>()).collect()
    }

    /// Headers that the sources of the targets reach.
    fn headers(&self, users: &Users<'_>) -> BTreeSet<FileIndex> {
        let Project { binaries, natives, .. } = self.project;
        let mut found = BTreeSet::new();
        let Users::Known(users) = users else { return found };
        for (id, _) in *users {
            for unit in binaries.read_units(*id).iter().filter(|unit| unit.archive.is_none()) {
                let reached = binaries.headers.reached(unit.compiled_by, &unit.path);
                found.extend(reached.files.iter().filter(|index| {
                    let path = natives.path(**index);
                    path.is_some_and(|path| !is_compiled(path))
                }));
            }
        }
        found
    }

    fn header(&self, file: &NativeFile, list: &List, users: &Users<'_>, sink: &mut Sink) {
        let declared = |one: &&Function| {
            !one.is_definition && !one.internal && !one.inline && !one.template && !one.member && !one.attributes.weak
        };
        let functions: Vec<&Function> = file.facts.functions.iter().filter(declared).collect();
        let (listed, others): (Vec<&Function>, Vec<&Function>) =
            functions.into_iter().partition(|one| list.named.contains_key(&one.name));
        if listed.len() < LEAST {
            return;
        }
        let macros: BTreeSet<&String> = listed.iter().flat_map(|one| &one.attributes.macros).collect();
        // What a macro calls otherwise has that other name in the list.
        let renamed = |name: &str| {
            let mut macros = file.facts.macros.iter();
            macros.any(|known| *known.name == *name && known.body.as_deref() != Some(name))
        };
        let is_kept_apart = |one: &Function| keeps_apart(file.source.bytes(), one.range.start as usize);
        let bare: Vec<&Function> = others
            .into_iter()
            .filter(|one| list.lacks(&one.name) && !renamed(&one.name) && !is_kept_apart(one))
            .collect();
        if bare.is_empty() || bare.len() * FOR_EACH > listed.len().max(FOR_EACH) {
            return;
        }
        let mut lost: Vec<Lost<'_>> = Vec::new();
        for one in bare {
            let siblings = || listed.iter().filter(|other| other.guard == one.guard);
            // A mark of its own, or none where all others have one, says that it is something else.
            let same_kind = one.attributes.macros.iter().all(|name| macros.contains(name))
                && (!one.attributes.macros.is_empty() || siblings().any(|other| other.attributes.macros.is_empty()));
            if list.syntax == Syntax::Def && self.may_export(&one.attributes.macros) {
                continue;
            }
            if siblings().count() < LEAST || !same_kind || is_internal(&one.name) || one.name.contains("__") {
                continue;
            }
            lost.extend(match users {
                Users::Known(users) => users.iter().find_map(|user| self.lost(file, one, *user)),
                Users::Any => self.lost_somewhere(one, &listed),
            });
        }
        self.report(file, list, (&listed, &lost), sink);
    }

    /// Whether a macro at a declaration may say `dllexport`, which exports beside a `.def`, too; one that no header here defines may.
    fn may_export(&self, macros: &[String]) -> bool {
        let mut known = self.macros.borrow_mut();
        macros.iter().any(|name| known.may_export(self.project.natives, name))
    }

    /// The definition in one of the targets.
    fn lost<'f>(&self, header: &NativeFile, one: &'f Function, (id, cond): (TargetId, Cond)) -> Option<Lost<'f>> {
        let Project { model, binaries, natives, .. } = self.project;
        let header = natives.index(header.source.path());
        let units = binaries.read_units(id);
        let mut own = units.iter().filter(|unit| unit.archive.is_none());
        own.find_map(|unit| {
            let file = natives.file(&unit.path)?;
            let cond = model.facts.conds.and(cond, unit.cond);
            let sees =
                || binaries.headers.reached(unit.compiled_by, &unit.path).files.iter().any(|at| Some(*at) == header);
            let defined = definition(&file, one, &sees)?;
            cond.is_possible().then_some(Lost { one, target: Some(id), cond, defined })
        })
    }

    /// The definition in any target; where none that is known compiles the file, beside that of one which is listed.
    fn lost_somewhere<'f>(&self, one: &'f Function, listed: &[&Function]) -> Option<Lost<'f>> {
        let Project { model, natives, .. } = self.project;
        let mut files: Vec<FileIndex> = natives.mentioning(std::slice::from_ref(&one.name)).iter().copied().collect();
        files.sort();
        files.into_iter().find_map(|index| {
            let (path, file) = (natives.path(index)?, natives.at(index)?);
            let defined = definition(file, one, &|| false)?;
            let containers = model.containers(path);
            if let Some(&(target, cond)) = containers.iter().find(|(_, cond)| cond.is_possible()) {
                return Some(Lost { one, target: Some(target), cond, defined });
            }
            let is_of_list = || listed.iter().any(|other| definition(file, other, &|| false).is_some());
            let is_left = containers.is_empty() && is_compiled(path) && is_of_list();
            is_left.then_some(Lost { one, target: None, cond: Cond::TRUE, defined })
        })
    }

    fn report(&self, file: &NativeFile, list: &List, (listed, lost): (&[&Function], &[Lost<'_>]), sink: &mut Sink) {
        let Some(first) = lost.first() else { return };
        let model = self.project.model;
        // The one that stands before it in the header, where somebody would write it.
        let before = listed.iter().rfind(|other| other.range.start < first.one.range.start);
        let neighbour = before.or_else(|| listed.first()).and_then(|other| self.place(list, &other.name));
        let Some(place) = neighbour else { return };
        let source = self.sources.get(place.file);
        let path = list.written.as_ref().map_or(source.path(), |(path, _)| path);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let header = file.source.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let names: Vec<&str> = lost.iter().map(|one| one.one.name.as_str()).collect();
        let cond = model.facts.conds.any(lost.iter().map(|one| one.cond).collect::<Vec<_>>());
        let effect = if list.contents.made {
            "it gets no version, and where the rest is local, nobody can call it"
        } else {
            "nobody who links it can call it"
        };
        let mut draft = Draft::new(cond, Place::new(place, "the one before it in the header"))
            .severity(Severity::Warning)
            .named("list", name)
            .value("header", header)
            .value("others", listed.len().to_string())
            .value("symbols", listing(&names))
            .value("effect", effect);
        if let Some(target) = first.target {
            draft = draft.named("target", model.name(target));
        }
        for one in lost.iter().take(8) {
            draft = draft
                .subject(one.one.name.clone())
                .related(Span::new(file.source.id(), one.one.range.clone()), "declared here")
                .related(one.defined, "defined here");
        }
        if self.is_kept_back(file.source.path()) {
            draft = draft.confidence(Confidence::Heuristic);
        }
        sink.report(draft);
    }

    /// Whether a header is not among those that the project installs, one by one: others do not call what it declares.
    fn is_kept_back(&self, header: &Path) -> bool {
        let model = self.project.model;
        let name = header.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_header = |name: &str| [".h", ".hpp", ".hh", ".hxx"].iter().any(|end| name.ends_with(end));
        let installed = model.installed();
        let below = header.strip_prefix(&model.facts.source_dir).unwrap_or(header);
        let public = below.iter().any(|part| matches!(part.to_str(), Some("include" | "inc" | "public" | "api")));
        !public && installed.files.iter().any(|file| is_header(&file.name)) && installed.of_name(name).next().is_none()
    }
}

/// The definition of a function of C in a file, where others may see it; one that sees the declaration need not say again that it
/// is of C ([dcl.link] of C++).
fn definition(file: &NativeFile, one: &Function, sees: &dyn Fn() -> bool) -> Option<Span> {
    let declared = |found: &Function| one.linkage == Linkage::C && found.qualified == one.name && sees();
    let is_it = |found: &&Function| {
        let attributes = &found.attributes;
        let exported = |visibility: Option<Visibility>| visibility.is_none_or(Visibility::is_exported);
        found.name == one.name
            && emits(found)
            && found.guard == GuardId::TRUE
            && (found.symbol().is_some_and(|symbol| symbol == Symbol::c(&one.name)) || declared(found))
            && attributes.alias.is_none()
            && !attributes.weak
            && exported(attributes.visibility)
            && exported(attributes.pragma_visibility)
    };
    let found = file.facts.functions.iter().find(is_it)?;
    Some(Span::new(file.source.id(), found.range.clone()))
}

/// A function that is not listed.
struct Lost<'f> {
    one: &'f Function,
    /// Nothing where the target is not known.
    target: Option<TargetId>,
    cond: Cond,
    defined: Span,
}
