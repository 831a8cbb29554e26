//! Which code loads libraries at run time, and what it names.
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::value::Origin;
use crate::cmake::eval::{self, Files, Listed};
use crate::cmake::syntax::Part;
use crate::cond::Cond;
use crate::native::{Argument, ArgumentValue, FileIndex, LoadCall, LoadKind, NativeFile, Natives, Triggers};
use crate::source::{Purpose, Span, purpose};

use super::loader_headers::LoaderHeaders;
use super::preprocess::Compilation;
use super::symbols::{Site, is_test};
use super::{Item, Model, Source, TargetId};

/// A call that loads a library or looks up a symbol, in the code of a target.
#[derive(Clone)]
pub struct Load {
    /// The call.
    pub call: LoadCall,
    /// Its file.
    pub file: NativeFile,
    /// The source that it is compiled with: its file, or one that includes it.
    pub source: Arc<Path>,
    /// When it is compiled.
    pub cond: Cond,
    /// Its condition is known for sure.
    pub sure: bool,
}

impl Load {
    /// The call's place.
    pub fn span(&self) -> Span {
        Span::new(self.file.source.id(), self.call.range.clone())
    }

    /// Whether it makes the symbols of what it loads visible to all others, or may do so.
    pub fn is_global(&self) -> bool {
        self.call.flags.as_ref().is_some_and(|flags| flags.iter().any(|flag| flag == "RTLD_GLOBAL"))
    }
}

impl Model<'_> {
    /// Systems where executables export nothing unless asked to.
    pub fn unasked_exports_nothing(&self) -> Cond {
        let conds = &self.facts.conds;
        let others = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name));
        // ld(1) of Solaris exports the global symbols of programs, too.
        let solaris = conds.well_known("CMAKE_SYSTEM_NAME").map(|system| conds.equals(system, "SunOS"));
        conds.not(conds.any(others.chain(solaris).collect::<Vec<_>>()))
    }

    /// Calls in a target's own code that load a library where files are ELF ones.
    pub fn loads(&self, natives: &Natives<'_>, id: TargetId) -> Vec<Load> {
        self.loader_calls(natives, id, |call| {
            call.kind == LoadKind::Open && loads_elf(call.function) && !loads_itself(call)
        })
    }

    /// Calls in a target's own code that load a library or look up a symbol, as far as they are wanted: in its sources, and in the headers
    /// that they include and use.
    pub fn loader_calls(&self, natives: &Natives<'_>, id: TargetId, wanted: impl Fn(&LoadCall) -> bool) -> Vec<Load> {
        let headers = natives.once(|| LoaderHeaders::find(natives));
        let mut out = Vec::new();
        // A header's code is that of the target once, whichever source brings it.
        let mut seen: FxHashSet<FileIndex> = FxHashSet::default();
        for source in self.sources(id) {
            let Some((path, index)) = source.path.as_ref().and_then(|path| Some((path, natives.index(path)?))) else {
                continue;
            };
            let own = natives.may_hold(path, Triggers::LOAD).then_some(index);
            let brought = headers.of(index).iter().copied().filter(|header| seen.insert(*header));
            let files: Vec<FileIndex> = own.into_iter().chain(brought).collect();
            for file in files.into_iter().filter_map(|file| natives.at(file)) {
                let calls: Vec<LoadCall> = file.facts.loads.iter().filter(|call| wanted(call)).cloned().collect();
                self.compile_calls(id, source, file, calls, &mut out);
            }
        }
        out
    }

    /// Calls in a file as a source of a target brings them.
    fn compile_calls(
        &self,
        id: TargetId,
        source: &Source,
        file: &NativeFile,
        calls: Vec<LoadCall>,
        out: &mut Vec<Load>,
    ) {
        let conds = &self.facts.conds;
        let Some(path) = source.path.as_ref().filter(|_| !calls.is_empty()) else { return };
        let compilation = Compilation::new(self, id, path);
        let by: Arc<Path> = Arc::from(path.as_path());
        for call in calls {
            let (cond, sure) = compilation.holds(&file.facts.guards, call.guard).under(conds, source.cond);
            out.push(Load { call, file: file.clone(), source: Arc::clone(&by), cond, sure });
        }
    }

    /// The name of a target's file without prefix and suffix.
    pub fn stem(&self, id: TargetId) -> String {
        let output = self.property(id, "OUTPUT_NAME");
        output.first().map_or_else(|| self.name(id).to_owned(), |item| item.text.to_string())
    }

    /// The files of an imported library (cmake-properties(7), `IMPORTED_LOCATION)`: one may be what the project builds.
    pub fn locations(&self, id: TargetId) -> Vec<Item> {
        let names = self.target(id).properties.keys().filter(|name| name.starts_with("IMPORTED_LOCATION"));
        names.flat_map(|name| self.property(id, name)).collect()
    }

    /// Whether a target names what it links by a value of the toolchain (`${LIBS_${CMAKE_SYSTEM_NAME}}`): which variable that is, only
    /// configuring tells.
    pub fn links_by_platform(&self, files: &Files<'_>, id: TargetId) -> bool {
        let all = files.all();
        all.once(|| ByPlatform::find(&all)).0.contains(self.name(id))
    }

    /// Whether a target itself links something of which the name is not known; variables that CMake or users fill
    /// (`${CMAKE_DL_LIBS}`) are left out.
    pub fn links_unknown(&self, id: TargetId) -> bool {
        self.link_items(id).iter().any(|item| self.is_unknown(&item.text))
    }

    /// Whether a target itself links something unknown that may be any library of the project: what a search found is one of others.
    pub fn links_anything(&self, id: TargetId) -> bool {
        self.link_items(id).iter().any(|item| self.is_unknown(&item.text) && self.may_say_anything(&item.text))
    }

    /// Whether a command that nobody here knows is given a name: it may make a target of it.
    pub fn may_be_made_unseen(&self, name: &str) -> bool {
        self.given_away().contains_key(name)
    }

    fn given_away(&self) -> &FxHashMap<Arc<str>, Origin> {
        self.cache.given_away.get_or_init(|| {
            let mut last = FxHashMap::default();
            for call in self.facts.calls.iter().filter(|call| !eval::is_modelled(&call.command)) {
                for name in call.arguments.elems.iter().filter_map(|e| self.facts.texts.plain(e.text)) {
                    let known = last.entry(name).or_insert(call.origin);
                    *known = call.origin.max(*known);
                }
            }
            last
        })
    }

    /// Whether a command that nobody here knows is given the target's name, once there is the target: it may link something to it, or
    /// export it.
    pub fn is_given_away(&self, id: TargetId) -> bool {
        let given = self.given_away();
        let made = self.definitions_of(id).iter().map(|one| one.origin).min();
        given.get(self.name(id)).is_some_and(|last| made.is_none_or(|made| *last > made))
    }

    /// Whether the file of a library has no prefix, in every configuration at hand: it is to be loaded rather than linked.
    pub fn has_bare_name(&self, id: TargetId, cond: Cond) -> bool {
        // The name itself may begin so.
        if self.stem(id).starts_with("lib") {
            return false;
        }
        let prefix = self.target(id).properties.get("PREFIX");
        prefix.is_some_and(|value| {
            let there = value.elems.iter().filter(|elem| !self.facts.conds.disjoint(elem.cond, cond));
            let mut texts = there.map(|elem| self.facts.texts.as_str(elem.text));
            !cond.is_false() && self.facts.conds.implies(cond, value.defined) && texts.all(|text| text == Some(""))
        })
    }

    /// Whether a target is a test or a benchmark, by its folder or its name.
    pub fn is_test_target(&self, id: TargetId) -> bool {
        let folder = self.definitions_of(id).first().map(|d| &self.facts.directories[d.directory.0 as usize]);
        let below = folder.and_then(|d| d.source.strip_prefix(&self.facts.source_dir).ok()).is_some_and(is_test);
        below || self.name(id).split(['_', '-', '.']).any(|word| purpose(word) == Some(Purpose::Test))
    }

    /// When a piece of a file is compiled, and whether that is sure.
    pub fn compiled(&self, target: TargetId, site: &Site, guard: crate::native::GuardId) -> (Cond, bool) {
        let compilation = Compilation::new(self, target, &site.path);
        compilation.holds(&site.file.facts.guards, guard).under(&self.facts.conds, site.cond)
    }
}

/// Targets that are written out in a command with a reference whose name has a value of CMake's own in it.
struct ByPlatform(BTreeSet<String>);

impl ByPlatform {
    fn find(all: &Listed) -> Self {
        let is_of_cmake = |part: &Part| match part {
            Part::Reference(_, name) => name.literal().is_some_and(|name| name.starts_with("CMAKE_")),
            Part::Literal(_) => false,
        };
        let is_made = |part: &Part| match part {
            Part::Reference(_, name) => name.0.len() > 1 && name.0.iter().any(is_of_cmake),
            Part::Literal(_) => false,
        };
        let links = all.calls("target_link_libraries").filter_map(|(_, command)| {
            let (target, items) = command.arguments.split_first()?;
            let made = items.iter().any(|item| item.template.0.iter().any(is_made));
            target.template.literal().filter(|_| made).map(str::to_owned)
        });
        Self(links.collect())
    }
}

/// Whether a loader exists where executables are ELF files.
pub(super) fn loads_elf(function: &str) -> bool {
    !["LoadLibrary", "LoadPackagedLibrary", "NSAddImage", "CFBundle"].iter().any(|other| function.starts_with(other))
}

/// `dlopen(NULL)` gives the program itself; `RTLD_NOLOAD` loads nothing.
pub(super) fn loads_itself(call: &LoadCall) -> bool {
    let null = call.file.as_ref().is_some_and(|file| file.value == ArgumentValue::Null);
    null || call.flags.as_ref().is_some_and(|flags| flags.iter().any(|flag| flag == "RTLD_NOLOAD"))
}

/// The literal texts of an argument, whole or in part.
pub fn literals(argument: &Argument) -> &[String] {
    match &argument.value {
        ArgumentValue::Literal(texts) | ArgumentValue::Fragments(texts) => texts,
        _ => &[],
    }
}

/// Whether an argument names a library: yes, no, or not known.
pub fn names_file(argument: Option<&Argument>, stem: &str) -> Option<bool> {
    let argument = argument?;
    let texts = literals(argument);
    let stem_of = |text: &str| {
        let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
        let name = name.split(".so").next().unwrap_or(name);
        name.strip_prefix("lib").unwrap_or(name).to_owned()
    };
    let own = stem.strip_prefix("lib").unwrap_or(stem);
    if texts.iter().any(|text| stem_of(text) == own) {
        return Some(true);
    }
    let whole = matches!(argument.value, ArgumentValue::Literal(_));
    let other = texts.iter().any(|text| text.contains(".so") && !stem_of(text).is_empty());
    if whole || other { Some(false) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(value: ArgumentValue) -> Argument {
        Argument { text: String::new(), value, range: 0..0 }
    }

    #[test]
    fn a_constant_names_one_library() {
        let literal = |text: &str| argument(ArgumentValue::Literal(vec![text.to_owned()]));
        assert_eq!(names_file(Some(&literal("./plugins/libupper.so.1")), "upper"), Some(true));
        assert_eq!(names_file(Some(&literal("upper.so")), "upper"), Some(true));
        assert_eq!(names_file(Some(&literal("libcuda.so.1")), "upper"), Some(false));
        let part = argument(ArgumentValue::Fragments(vec!["/lib".to_owned(), ".so".to_owned()]));
        assert_eq!(names_file(Some(&part), "upper"), None);
        assert_eq!(names_file(Some(&argument(ArgumentValue::Opaque)), "upper"), None);
    }
}
