//! What the files of a project say about each other, as far as their texts tell without search folders.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{FileFacts, Linkage, MacroDef};
use super::tables::LinkageMacro;
use super::{export_macro, preprocessor, scan, walker};

type Files = [(PathBuf, FileFacts)];

/// Applies macros that say `extern "C"` to the files that do not define them.
pub(super) fn linkage_macros<B: AsRef<[u8]> + Send + Sync>(files: &mut [(PathBuf, FileFacts, B)]) {
    let macros: Vec<_> = files
        .par_iter()
        .map(|(_, facts, _)| export_macro::linkage_macros(&facts.macros, &FxHashMap::default()))
        .collect();
    let others: FxHashMap<String, LinkageMacro> = macros.into_iter().flatten().collect();
    if others.is_empty() {
        return;
    }
    files.par_iter_mut().for_each(|(path, facts, bytes)| {
        let names = facts.functions.iter().flat_map(|function| &function.attributes.macros);
        let names = names.chain(facts.variables.iter().flat_map(|variable| &variable.attributes.macros));
        let kinds: Vec<LinkageMacro> = names.filter_map(|name| others.get(name).copied()).collect();
        if kinds.contains(&LinkageMacro::Open) {
            // Blocks change what comes after them: the file is read again.
            *facts = walker::walk(
                bytes.as_ref(),
                scan::language(path),
                preprocessor::preprocess(bytes.as_ref()),
                &others,
                &FxHashMap::default(),
            );
        } else if kinds.contains(&LinkageMacro::Prefix) {
            let says_c = |macros: &[String]| macros.iter().any(|name| others.get(name) == Some(&LinkageMacro::Prefix));
            for function in facts.functions.iter_mut().filter(|function| says_c(&function.attributes.macros)) {
                function.linkage = Linkage::C;
            }
            for variable in facts.variables.iter_mut().filter(|variable| says_c(&variable.attributes.macros)) {
                variable.linkage = Linkage::C;
            }
        }
    });
}

/// Gives every file the export macros that are names for those of other files.
pub(super) fn exports(files: &mut Files) {
    let mut exporting = FxHashSet::default();
    // Chains of names over files are short.
    for _ in 0..8 {
        let before = exporting.len();
        exporting
            .extend(files.iter().flat_map(|(_, facts)| facts.export_macros.iter().map(|found| found.name.clone())));
        if exporting.len() == before {
            return;
        }
        files.par_iter_mut().for_each(|(_, facts)| {
            let names_one =
                |definition: &MacroDef| definition.body.as_ref().is_some_and(|body| exporting.contains(body));
            if facts.macros.iter().any(names_one) {
                facts.export_macros = export_macro::find(&facts.macros, &exporting);
            }
        });
    }
}

/// Completes the names of members that are defined behind `using namespace`: `T::f` is `ns::T::f` when no class `T` is known
/// and one class `ns::T` is.
pub(super) fn namespaces(files: &mut Files) {
    let mut scopes: FxHashSet<String> = FxHashSet::default();
    for (_, facts) in files.iter() {
        let classes = facts.classes.iter().map(|class| class.qualified.as_str());
        let free =
            facts.functions.iter().filter(|function| !function.member).map(|function| function.qualified.as_str());
        for (name, class) in classes.map(|name| (name, true)).chain(free.map(|name| (name, false))) {
            if class {
                scopes.insert(name.to_owned());
            }
            let mut rest = name;
            while let Some((outer, _)) = rest.rsplit_once("::") {
                if !scopes.insert(outer.to_owned()) {
                    break;
                }
                rest = outer;
            }
        }
    }
    files.par_iter_mut().filter(|(_, facts)| !facts.usings.is_empty()).for_each(|(_, facts)| {
        let usings = std::mem::take(&mut facts.usings);
        let functions =
            facts.functions.iter_mut().filter(|function| function.member).map(|function| &mut function.qualified);
        let variables = facts.variables.iter_mut().map(|variable| &mut variable.qualified);
        for qualified in functions.chain(variables) {
            if let Some(whole) = completed(qualified, &usings, &scopes) {
                *qualified = whole;
            }
        }
        facts.usings = usings;
    });
}

/// The qualified name with the namespace that makes its owner known, when exactly one does.
fn completed(qualified: &str, usings: &[(String, String)], scopes: &FxHashSet<String>) -> Option<String> {
    let (owner, _) = qualified.rsplit_once("::")?;
    if scopes.contains(owner) {
        return None;
    }
    let mut found: Option<String> = None;
    for (name, around) in usings {
        for space in [name.clone(), format!("{around}::{name}")] {
            if scopes.contains(&format!("{space}::{owner}")) && found.as_ref() != Some(&space) {
                if found.is_some() {
                    return None;
                }
                found = Some(space);
            }
        }
    }
    found.map(|space| format!("{space}::{qualified}"))
}

/// Gives definitions the C linkage that a declaration in an included header has. Headers are found by the end of their path.
pub(super) fn declarations(files: &mut Files) {
    let mut declared: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, (_, facts)) in files.iter().enumerate() {
        for function in
            facts.functions.iter().filter(|function| function.linkage == Linkage::C && !function.is_definition)
        {
            let places = declared.entry(function.qualified.as_str()).or_default();
            if places.last() != Some(&index) {
                places.push(index);
            }
        }
    }
    if declared.is_empty() {
        return;
    }
    let graph = Includes::new(files);
    let changes: Vec<Vec<usize>> = files
        .par_iter()
        .enumerate()
        .map(|(file, (_, facts))| {
            let mut reach: Option<FxHashSet<usize>> = None;
            let mut found = Vec::new();
            for (index, function) in facts.functions.iter().enumerate() {
                let open = function.is_definition
                    && function.linkage == Linkage::Cxx
                    && !function.internal
                    && !function.member;
                let Some(places) = declared.get(function.qualified.as_str()).filter(|_| open) else { continue };
                let reach = reach.get_or_insert_with(|| graph.closure(file));
                if places.iter().any(|place| reach.contains(place)) {
                    found.push(index);
                }
            }
            found
        })
        .collect();
    for ((_, facts), indices) in files.iter_mut().zip(changes) {
        for index in indices {
            if let Some(function) = facts.functions.get_mut(index) {
                function.linkage = Linkage::C;
            }
        }
    }
}

/// Which file includes which: for each file the indices of those that its includes may name, by the ends of paths.
struct Includes {
    edges: Vec<Vec<usize>>,
}

impl Includes {
    fn new(files: &Files) -> Self {
        let mut by_name: FxHashMap<&OsStr, Vec<usize>> = FxHashMap::default();
        for (index, (path, _)) in files.iter().enumerate() {
            if let Some(name) = path.file_name() {
                by_name.entry(name).or_default().push(index);
            }
        }
        let named = |include: &str| {
            let path = Path::new(include.trim_start_matches("./").trim_start_matches("../"));
            let candidates = path.file_name().and_then(|name| by_name.get(name)).into_iter().flatten().copied();
            candidates
                .filter(|&index| files.get(index).is_some_and(|(file, _)| file.ends_with(path)))
                .collect::<Vec<_>>()
        };
        let edges =
            files.par_iter().map(|(_, facts)| facts.includes.iter().flat_map(|include| named(&include.path)).collect());
        Self { edges: edges.collect() }
    }

    /// Every file that `start` reaches.
    fn closure(&self, start: usize) -> FxHashSet<usize> {
        let mut seen = FxHashSet::default();
        let mut open = vec![start];
        while let Some(index) = open.pop() {
            if seen.insert(index) {
                open.extend(self.edges.get(index).into_iter().flatten().copied().filter(|next| !seen.contains(next)));
            }
        }
        seen
    }
}
