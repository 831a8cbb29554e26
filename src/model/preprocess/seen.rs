//! Macros that the headers of the project define, as a source sees them: `OS_POSIX` of a header that asks for the system.
use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::headers::{Headers, Reached};
use crate::model::mentions::words;
use crate::native::{FileIndex, GuardId, Guards, NativeFile};

use super::{Bounds, Compilation};

/// Names whose definitions hang on one another more deeply are not followed.
const DEEPEST: usize = 4;

/// What a source includes, and what was found out about it.
pub(super) struct Seen<'m> {
    headers: &'m Headers<'m>,
    target: TargetId,
    source: PathBuf,
    /// Names that are asked for at the moment: their own definitions do not count yet.
    open: RefCell<Vec<Box<str>>>,
    /// An answer hangs on one of these, or was not looked for.
    cut: Cell<bool>,
    /// By the file that asks, and the name.
    known: RefCell<FxHashMap<usize, ByName>>,
    /// When each file is included.
    included: OnceCell<FxHashMap<FileIndex, Bounds>>,
}

/// What was found out, by name.
type ByName = FxHashMap<Box<str>, Rc<Definitions>>;

/// A name in the headers that a source sees.
#[derive(Default)]
pub(super) struct Definitions {
    /// When it is defined, with the number that it stands for.
    pub(super) all: Vec<(Bounds, Option<i64>)>,
    /// The project defines it, if only in the file that asks.
    pub(super) own: bool,
    /// Some header takes a definition back: none of them is sure.
    pub(super) undone: bool,
}

impl<'m> Seen<'m> {
    pub(super) fn new(headers: &'m Headers<'m>, target: TargetId, source: PathBuf) -> Self {
        Self {
            headers,
            target,
            source,
            open: RefCell::default(),
            cut: Cell::new(false),
            known: RefCell::default(),
            included: OnceCell::new(),
        }
    }

    fn reached(&self) -> Rc<Reached> {
        self.headers.reached(self.target, &self.source)
    }

    /// The definitions of a name in all files that the source sees but the one whose conditions are asked for: in these the preprocessor
    /// has put in what the file defines itself.
    pub(super) fn definitions(&self, compilation: &Compilation<'_>, name: &str, asking: &Guards) -> Rc<Definitions> {
        let key = std::ptr::from_ref(asking).addr();
        if let Some(known) = self.known.borrow().get(&key).and_then(|known| known.get(name)) {
            return Rc::clone(known);
        }
        let is_open = self.open.borrow().iter().any(|open| **open == *name);
        if is_open || self.open.borrow().len() >= DEEPEST {
            self.cut.set(true);
            return Rc::new(Definitions { all: Vec::new(), own: true, undone: !is_open });
        }
        let cut = self.cut.replace(false);
        let out = Rc::new(self.find(compilation, name, asking));
        // What hangs on a name that is being asked for is another thing to others.
        if !self.cut.get() || self.open.borrow().is_empty() {
            self.known.borrow_mut().entry(key).or_default().insert(name.into(), Rc::clone(&out));
        }
        self.cut.set(cut || self.cut.get());
        out
    }

    fn find(&self, compilation: &Compilation<'_>, name: &str, asking: &Guards) -> Definitions {
        let natives = self.headers.natives();
        let files = self.headers.defining(&self.reached(), name);
        let files: Vec<(FileIndex, &NativeFile)> =
            files.into_iter().filter_map(|index| Some((index, natives.at(index)?))).collect();
        let mut out = Definitions { own: !files.is_empty(), ..Definitions::default() };
        self.open.borrow_mut().push(name.into());
        for (index, file) in files.iter().filter(|(_, file)| !std::ptr::eq(&raw const file.facts.guards, asking)) {
            for one in file.facts.macros.iter().filter(|one| one.name == name) {
                let number = one.body.as_deref().and_then(|body| body.trim().parse().ok());
                out.all.push((self.made(compilation, (*index, file), one.guard), number));
            }
            out.undone |= undefines(file.source.bytes(), name);
        }
        self.open.borrow_mut().pop();
        out
    }

    /// When a definition is read: its file is included, and its condition holds.
    fn made(&self, compilation: &Compilation<'_>, (index, file): (FileIndex, &NativeFile), guard: GuardId) -> Bounds {
        let conds = &compilation.model.facts.conds;
        let included = self.included.get_or_init(|| self.find_included(compilation));
        let (there, holds) = (included.get(&index), compilation.holds(&file.facts.guards, guard));
        let there = there.copied().unwrap_or(Bounds::UNKNOWN);
        Bounds { must: conds.and(there.must, holds.must), may: conds.and(there.may, holds.may) }
    }

    /// When the files are included that the source sees, by what compilers and the command line define.
    fn find_included(&self, compilation: &Compilation<'_>) -> FxHashMap<FileIndex, Bounds> {
        let conds = &compilation.model.facts.conds;
        let plain = compilation.without_headers();
        let reached = self.reached();
        let natives = self.headers.natives();
        let mut out: FxHashMap<FileIndex, Bounds> = FxHashMap::default();
        if let Some(source) = reached.files.first() {
            out.insert(*source, Bounds::exactly(Cond::TRUE));
        }
        // Breadth first: who includes a file stands in front of it, but for circles, which add nothing.
        for file in &reached.files {
            let (Some(from), Some(native)) = (out.get(file).copied(), natives.at(*file)) else { continue };
            for (include, to) in self.headers.included(self.target, *file) {
                let holds = plain.holds(&native.facts.guards, include);
                let through = Bounds { must: conds.and(from.must, holds.must), may: conds.and(from.may, holds.may) };
                let so_far = out.entry(to).or_insert(Bounds::exactly(Cond::FALSE));
                *so_far = Bounds { must: conds.or(so_far.must, through.must), may: conds.or(so_far.may, through.may) };
            }
        }
        out
    }
}

/// Whether a text has `#undef NAME`.
fn undefines(bytes: &[u8], name: &str) -> bool {
    memchr::memmem::find(bytes, b"undef").is_some()
        && words(bytes, name).any(|at| bytes.get(..at).unwrap_or_default().trim_ascii_end().ends_with(b"undef"))
}
