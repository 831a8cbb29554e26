//! Preloaded libraries whose replacement of a function is hidden: the original is called, without a word.
use std::cell::OnceCell;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::TargetId;
use crate::model::binaries::{Defined, DefinedKind, is_cxx};
use crate::model::launches::{Preload, SharedFiles};
use crate::native::{ArgumentValue, Handle, LoadKind};
use crate::source::{SourceMap, Span};
use crate::symbols::{Decision, Symbol, version_script};

use crate::rules::{Context, Draft, Place, Project, Sink};

/// Functions of the C library that preloaded libraries replace (ld.so(8), malloc(3) and the manual pages of libc).
const REPLACED: &[&str] = &[
    "malloc",
    "free",
    "calloc",
    "realloc",
    "memalign",
    "posix_memalign",
    "aligned_alloc",
    "mmap",
    "munmap",
    "open",
    "open64",
    "openat",
    "fopen",
    "fopen64",
    "close",
    "read",
    "write",
    "ioctl",
    "stat",
    "access",
    "rename",
    "unlink",
    "connect",
    "bind",
    "accept",
    "socket",
    "send",
    "recv",
    "sendto",
    "recvfrom",
    "getaddrinfo",
    "gethostbyname",
    "dlopen",
    "dlsym",
    "dlclose",
    "pthread_create",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "fork",
    "execve",
    "getenv",
    "time",
    "gettimeofday",
    "clock_gettime",
    "nanosleep",
    "sleep",
    "rand",
    "random",
    "getuid",
    "geteuid",
];

/// How the functions of interfaces are called that tools replace to watch programs: HIP, CUDA's runtime and driver, NCCL, Level Zero, MPI.
const INTERFACES: &[&str] = &["MPI_", "cu", "cuda", "hip", "nccl", "ze"];

/// Whether a name is one of such an interface: a prefix and a capital letter.
fn is_of_interface(name: &str) -> bool {
    INTERFACES
        .iter()
        .filter_map(|prefix| name.strip_prefix(prefix))
        .any(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = |shim| Search { cx, project, shim, of_others: OnceCell::new() };
    let mut seen = FxHashSet::default();
    if let Some((files, preloads)) = SharedFiles::preloads(project.model, project.scripts) {
        for preload in preloads {
            for element in preload.elements() {
                for &(shim, cond) in files.preloaded(&element) {
                    if seen.insert(shim) {
                        search(shim).look(Some(&preload), cond, sink);
                    }
                }
            }
        }
    }
    // Whoever asks for the next function of the name of his own wants to be called before it: by `LD_PRELOAD`, or linked in front.
    let model = project.model;
    let asking = project.natives.mentioning(&["RTLD_NEXT"]);
    let mut others = model.judged_targets().filter(|id| !asking.is_empty() && !seen.contains(id));
    let is_asking = |path: &Path| project.natives.index(path).is_some_and(|index| asking.contains(&index));
    others.by_ref().for_each(|id| {
        let cond = model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
        if !cond.is_false() && model.sources(id).iter().any(|source| source.path.as_deref().is_some_and(is_asking)) {
            search(id).look(None, cond, sink);
        }
    });
}

struct Search<'a> {
    cx: &'a Context<'a>,
    project: Project<'a>,
    shim: TargetId,
    of_others: OnceCell<FxHashSet<Symbol>>,
}

impl Search<'_> {
    /// Looks for a function that is hidden, in a library that a script preloads, or that asks for the functions behind its own itself.
    fn look(&self, preload: Option<&Preload<'_>>, cond: Cond, sink: &mut Sink) {
        let (model, binaries) = (self.project.model, self.project.binaries);
        let conds = &model.facts.conds;
        let wrapped = self.looked_up_behind();
        for defined in binaries.definitions(self.shim).iter() {
            let is_hook =
                defined.kind == DefinedKind::Function && !defined.member && defined.symbol.demangled.is_none();
            let Some((hidden, why, place)) = is_hook.then(|| self.hidden(defined)).flatten() else { continue };
            let asked = wrapped.get(&defined.name).copied();
            if asked.is_none() && (preload.is_none() || !self.replaces(defined)) {
                continue;
            }
            let cond = conds.all([cond, hidden, defined.unit.cond, model.elf()]);
            if !cond.is_possible() {
                continue;
            }
            let library = model.name(self.shim);
            let mut draft = Draft::new(cond, Place::new(defined.span, "hidden: nobody outside calls this"))
                .named("library", library)
                .named("function", defined.name.clone())
                .value("why", &*why);
            if let Some(span) = place {
                draft = draft.related(span, "hides it");
            }
            let told = match (preload, asked) {
                (Some(preload), _) => Some((preload.span(), format!("`{library}` is preloaded here"))),
                (None, asked) => asked.map(|span| (span, "the one behind it is looked up here".to_owned())),
            };
            if preload.is_none() {
                draft = draft.message(format!(
                    "`{library}` has a `{0}` that looks up the next one, to be called instead of it, but does not export it: {why}",
                    defined.name
                ));
            }
            return sink.report(told.into_iter().fold(draft, |draft, (span, label)| draft.related(span, label)));
        }
    }

    /// Functions that the library looks up behind itself (`dlsym(RTLD_NEXT, "name")`), and where: those that it replaces.
    fn looked_up_behind(&self) -> FxHashMap<String, Span> {
        let mut names = FxHashMap::default();
        for unit in self.project.binaries.read_units(self.shim).iter() {
            let Some(file) = self.project.natives.file(&unit.path) else { continue };
            let lookups = file
                .facts
                .loads
                .iter()
                .filter(|load| load.kind == LoadKind::Symbol && load.handle == Some(Handle::Next));
            for load in lookups {
                if let Some(ArgumentValue::Literal(texts)) = load.symbol.as_ref().map(|symbol| &symbol.value) {
                    let span = Span::new(file.source.id(), load.range.clone());
                    for text in texts {
                        names.entry(text.clone()).or_insert(span);
                    }
                }
            }
        }
        names
    }

    /// Whether a function is there to be called instead of another one.
    fn replaces(&self, defined: &Defined) -> bool {
        if REPLACED.contains(&defined.name.as_str()) || is_of_interface(&defined.name) {
            return true;
        }
        // What comes out of an archive is there for the library's own use.
        if defined.unit.archive.is_some() {
            return false;
        }
        self.of_others.get_or_init(|| self.symbols_of_others()).contains(&defined.symbol)
    }

    /// What libraries have that are no part of the shim and that something else links: the functions of one that is loaded by name alone, or
    /// preloaded, too, nobody calls through the table of symbols.
    fn symbols_of_others(&self) -> FxHashSet<Symbol> {
        let model = self.project.model;
        let mut used: FxHashSet<TargetId> = FxHashSet::default();
        for id in model.built_targets().filter(|id| *id != self.shim) {
            used.extend(model.link_closure(id).iter().map(|(to, _)| *to).filter(|to| *to != id));
        }
        let linked: FxHashSet<TargetId> = model.link_closure(self.shim).iter().map(|(to, _)| *to).collect();
        let others = model.built_targets().filter(|id| {
            *id != self.shim
                && used.contains(id)
                && !linked.contains(id)
                && !model.is_kind(*id, &[TargetKind::Shared]).is_false()
        });
        let of_shim = |path: &Path| model.containers(path).iter().any(|(id, _)| *id == self.shim);
        let mut symbols = FxHashSet::default();
        for id in others {
            let theirs = self.project.binaries.definitions(id);
            symbols.extend(theirs.iter().filter(|one| !of_shim(&one.unit.path)).map(|one| one.symbol.clone()));
        }
        symbols
    }

    /// When a function does not get into the table of symbols, why, and what says so.
    fn hidden(&self, defined: &Defined) -> Option<(Cond, String, Option<Span>)> {
        let model = self.project.model;
        let compiled = model.compiled_hidden(defined.unit.compiled_by, is_cxx(&defined.unit.path)?);
        if let Some((cond, item)) = &*compiled {
            let shown = self.project.binaries.exported_by_source(defined)?;
            let cond = model.facts.conds.diff(*cond, shown);
            if !cond.is_false() {
                return Some((cond, "it is compiled with hidden visibility".to_owned(), model.span(item.origin)));
            }
        }
        let flags = model.link_flags(self.shim);
        let scripts: Vec<_> = flags
            .iter()
            .filter_map(|source| match &source.flag.flag {
                LinkFlag::VersionScript(path) => Some((path, source.cond)),
                _ => None,
            })
            .collect();
        let [(path, cond)] = scripts.as_slice() else { return None };
        let place = hides(self.cx.facts.sources, Path::new(path), defined)?;
        Some((*cond, "the version script makes it local".to_owned(), Some(place)))
    }
}

/// The pattern of a version script that makes a symbol local.
fn hides(sources: &SourceMap, path: &Path, defined: &Defined) -> Option<Span> {
    let file = sources.load(path).ok()?;
    let script = version_script::parse(file.bytes());
    if !script.errors.is_empty() {
        return None;
    }
    match script.decide(&defined.symbol) {
        Decision::Hidden { node, pattern } => {
            let range = script.pattern(node, pattern)?.range.clone();
            Some(Span::new(file.id(), range))
        }
        _ => None,
    }
}
