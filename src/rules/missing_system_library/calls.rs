//! Calls of the functions of a library in the sources of a target.
use std::cell::OnceCell;
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cond::Cond;
use crate::model::binaries::is_header;
use crate::model::call_sites::{drops_arguments, may_be_skipped};
use crate::model::mentions::in_comment;
use crate::model::preprocess::Compilation;
use crate::model::{Source, TargetId};
use crate::native::{GuardId, NativeFile, Use};

use super::text::{aliases_of, asks_no_errno, calls, enclosing, makes_one, stays_a_call};
use super::{Call, Search};

impl Search<'_> {
    /// A call of one of the functions that is certainly compiled: in the source, or in a function of a header that the source
    /// calls.
    pub(super) fn call(&self, id: TargetId, source: &Source) -> Option<Call> {
        let path = source.path.as_ref()?;
        let index = self.natives.index(path)?;
        let target = source.through.unwrap_or(id);
        // A header among the sources is compiled by those that include it, with the macros that they have.
        if self.mentioned.files.contains(&index) && !is_header(path) {
            let file = self.natives.at(index)?;
            let compilation = Compilation::with_headers(self.model, target, path, self.headers);
            let view = self.view(target, path);
            let drops = |name: &str| drops_arguments(view.iter().copied(), name);
            let is_call = |used: &Use| (!may_be_skipped(file, used, &drops)).then(|| self.stays(target, used));
            let call = self.call_in(&compilation, file, &view, source.cond, is_call);
            let types = || self.type_in(&compilation, file, &view, source.cond);
            if let Some(call) = call.or_else(types) {
                return Some(call);
            }
        }
        if !self.mentioned.header {
            return None;
        }
        let reached = self.headers.reached(target, path);
        let mut headers = reached.files.iter().filter(|file| **file != index && self.mentioned.files.contains(*file));
        let (compilation, view) = (OnceCell::new(), OnceCell::new());
        headers.find_map(|header| {
            let (header, file) = (self.natives.at(*header)?, self.natives.at(index)?);
            let compilation =
                compilation.get_or_init(|| Compilation::with_headers(self.model, target, path, self.headers));
            let view = view.get_or_init(|| self.view(target, path));
            self.call_in(compilation, header, view, source.cond, |used| {
                let function = enclosing(header, used.range.start)?;
                let meant = |call: &&Use| call.name.trim_start_matches("::") == function.qualified;
                let call = file.facts.uses.iter().find(meant)?;
                let must = compilation.holds(&file.facts.guards, call.guard).must;
                Some(self.model.facts.conds.and(must, self.stays(target, used)))
            })
        })
    }

    /// The files that a source sees, itself first.
    pub(super) fn view(&self, target: TargetId, path: &Path) -> Vec<&NativeFile> {
        let reached = self.headers.reached(target, path);
        reached.files.iter().filter_map(|index| self.natives.at(*index)).collect()
    }

    /// Whether a file sees a declaration of the library's: it includes a header that has them, or one that it sees does, and none of these
    /// has something of that name. What C reserves (C17, 7.1.3) needs no header that can be seen.
    fn is_declared(&self, file: &NativeFile, view: &[&NativeFile], name: &str) -> bool {
        let headers = &self.row.headers;
        let includes = |file: &NativeFile| file.facts.includes.iter().any(|include| headers.contains(&include.path));
        let has = |file: &NativeFile| {
            let facts = &file.facts;
            facts.functions.iter().any(|one| one.name == name)
                || facts.macros.iter().any(|one| one.name == name)
                || facts.variables.iter().any(|one| one.name == name)
        };
        headers.is_empty()
            || includes(file)
            || (self.row.reserved || view.iter().any(|one| includes(one))) && !view.iter().any(|one| has(one))
    }

    /// Names that a source has for the namespace of the library; None where another one may be meant.
    fn aliases(&self, view: &[&NativeFile]) -> Option<Vec<String>> {
        let Some(namespace) = &self.row.namespace else { return Some(Vec::new()) };
        let is_other = |file: &&NativeFile| memchr::memmem::find(file.source.bytes(), b"experimental").is_some();
        let files = view.iter().map(|file| file.source.bytes());
        (!view.iter().any(is_other)).then(|| files.flat_map(|bytes| aliases_of(bytes, namespace)).collect())
    }

    /// When a call of a function is compiled as one: not where processors have an instruction for it and the options say that nobody asks
    /// for `errno`.
    fn stays(&self, target: TargetId, used: &Use) -> Cond {
        if !self.row.instructions.iter().any(|name| name == used.name.trim_start_matches("::")) {
            return Cond::TRUE;
        }
        let conds = &self.model.facts.conds;
        let options = self.model.compile_options(target);
        let without = options.iter().filter(|item| asks_no_errno(&item.text));
        conds.not(conds.any(without.map(|item| item.cond).collect::<Vec<_>>()))
    }

    /// When a file that is seen gives a name another meaning: `#define floor SDL_floor` before a header is included that calls it.
    fn renamed(&self, compilation: &Compilation<'_>, view: &[&NativeFile], wanted: impl Fn(&str) -> bool) -> Cond {
        let renames = |file: &NativeFile| {
            let macros = file.facts.macros.iter().filter(|one| wanted(&one.name));
            macros.map(|one| compilation.holds(&file.facts.guards, one.guard).may).collect::<Vec<_>>()
        };
        self.model.facts.conds.any(view.iter().flat_map(|file| renames(file)).collect::<Vec<_>>())
    }

    /// A call in a file, and when it is compiled: `reached` says when a place of it is.
    fn call_in(
        &self,
        compilation: &Compilation<'_>,
        file: &NativeFile,
        view: &[&NativeFile],
        under: Cond,
        reached: impl Fn(&Use) -> Option<Cond>,
    ) -> Option<Call> {
        let conds = &self.model.facts.conds;
        let facts = &file.facts;
        let aliases = self.aliases(view)?;
        let wanted = |name: &str| self.row.has(name, &aliases);
        // Where the file has such a function of its own, or a macro, that is meant.
        let functions = facts.functions.iter().filter(|one| one.is_definition && wanted(&one.name));
        let pointers = facts.variables.iter().filter(|one| wanted(&one.name));
        let own = functions.map(|one| one.guard).chain(pointers.map(|one| one.guard));
        let own = conds.any(own.map(|guard| compilation.holds(&facts.guards, guard).may).collect::<Vec<_>>());
        let renamed = OnceCell::new();
        let meant_otherwise = || conds.or(own, *renamed.get_or_init(|| self.renamed(compilation, view, wanted)));
        let calls = |body: &str| {
            self.row.namespace.is_none() && self.row.functions.iter().any(|function| calls(body, function))
        };
        // A macro of the file that stands for the call: `#define OPEN(x) dlopen(x, RTLD_LAZY)`.
        let macros = facts.macros.iter().filter(|one| {
            one.body.as_deref().is_some_and(calls) && !compilation.holds(&facts.guards, one.guard).must.is_false()
        });
        let wrapped: FxHashSet<&str> = macros.map(|one| one.name.as_str()).collect();
        let bytes = file.source.bytes();
        let called = |used: &Use| !self.row.comes_with_cxx || stays_a_call(bytes, used);
        let last = |used: &Use| used.name.rsplit("::").next().unwrap_or_default().to_owned();
        let meant = |used: &&Use| {
            let named = wanted(&used.name) && self.is_declared(file, view, &last(used));
            (named || wrapped.contains(&*used.name) && self.is_declared(file, &[], "")) && called(used)
        };
        facts.uses.iter().filter(meant).find_map(|used| {
            let must = compilation.holds(&facts.guards, used.guard).must;
            let cond = conds.diff(conds.all([must, under, reached(used)?]), meant_otherwise());
            let mut used = used.clone();
            if let Some(namespace) = &self.row.namespace {
                used.name = format!("{namespace}::{}", last(&used)).into();
            }
            (!cond.is_false()).then(|| Call { file: file.clone(), used, cond })
        })
    }

    /// A class of C++ that a source makes objects of, and when: as its header is included, where no condition is nearer.
    fn type_in(
        &self,
        compilation: &Compilation<'_>,
        file: &NativeFile,
        view: &[&NativeFile],
        under: Cond,
    ) -> Option<Call> {
        let conds = &self.model.facts.conds;
        let bytes = file.source.bytes();
        let of_cxx = |name: &str| name == "thread" || name == "future";
        if self.row.types.is_empty() {
            return None;
        }
        // A header of the project may include it for all.
        let always = |file: &&NativeFile| {
            file.facts.includes.iter().any(|include| of_cxx(&include.path) && include.guard == GuardId::TRUE)
        };
        let own = file.facts.includes.iter().find(|include| of_cxx(&include.path)).map(|include| include.guard);
        let include = own.or_else(|| view.iter().any(always).then_some(GuardId::TRUE))?;
        let (name, at) = self.row.types.iter().find_map(|name| {
            let mut places = memchr::memmem::find_iter(bytes, name.as_bytes());
            let at = places.find(|at| makes_one(bytes, *at, name.len()) && !in_comment(bytes, *at))?;
            Some((name, at))
        })?;
        let function = file.facts.functions.iter().rfind(|one| one.head.start as usize <= at);
        let from = function.map_or(0, |function| function.head.start as usize);
        let count = |word: &[u8]| memchr::memmem::find_iter(&bytes[from.min(at)..at], word).count();
        let guard = match function {
            Some(function) if count(b"#if") == count(b"#endif") => function.guard,
            None if count(b"#if") <= count(b"#endif") + 1 => include,
            _ => return None,
        };
        let holds = |guard| compilation.holds(&file.facts.guards, guard).must;
        let cond = conds.all([holds(guard), holds(include), under]);
        let range = at as u32..(at + name.len()) as u32;
        let used = Use { name: name.as_str().into(), through: false, guard, range };
        (!cond.is_false()).then(|| Call { file: file.clone(), used, cond })
    }
}
