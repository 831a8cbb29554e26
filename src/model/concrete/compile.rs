//! What the sources of a target are compiled with, over all its languages.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::{GeneratedBy, TargetKind};
use crate::cmake::eval::policy::{self, PolicyState};
use crate::cmake::lang::{condition, list};
use crate::flags;

use super::genex::{Place, c_identifier};
use super::{Concrete, TargetId};

/// A source file of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceFile {
    /// Absolute.
    pub path: String,
    pub generated: bool,
    /// The language that it is compiled as.
    pub language: Option<String>,
}

/// Languages by the extension of a file (CMAKE_<LANG>_`SOURCE_FILE_EXTENSIONS`).
const EXTENSIONS: &[(&str, &[&str])] = &[
    ("C", &["c", "m"]),
    ("CXX", &["C", "M", "c++", "cc", "cpp", "cxx", "mm", "mpp", "CPP", "ixx", "cppm", "ccm", "cxxm", "c++m"]),
    ("CUDA", &["cu"]),
    ("HIP", &["hip"]),
    ("Fortran", &["f", "F", "fpp", "FPP", "f77", "F77", "f90", "F90", "for", "For", "FOR", "f95", "F95", "f03", "F03"]),
    ("OBJC", &["m"]),
    ("OBJCXX", &["mm", "M"]),
    ("ASM_NASM", &["nasm", "asm"]),
    ("ASM_MASM", &["asm"]),
    ("ASM", &["s", "S", "asm"]),
];

/// The languages that a file may have by its suffix; none where no compiler takes it.
pub(in crate::model) fn languages_of(path: &Path) -> Vec<&'static str> {
    let suffix = path.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    EXTENSIONS.iter().filter(|(_, suffixes)| suffixes.contains(&suffix)).map(|(language, _)| *language).collect()
}

/// Sources with their languages.
type Compiled = Vec<(String, String)>;

impl Concrete<'_, '_> {
    /// What [`Self::sources`] keeps.
    pub(super) fn find_sources(&self, id: TargetId) -> Option<Vec<SourceFile>> {
        let place = Place::usage(id);
        let mut texts = self.evaluated_list(id, "SOURCES", place)?;
        if self.is(id, &[TargetKind::Interface]) {
            texts.extend(self.evaluated_list(id, "INTERFACE_SOURCES", place)?);
        }
        // What packages bring has no sources.
        for &library in self.closure(id, place.lenient())?.iter() {
            texts.extend(self.evaluated_list(library, "INTERFACE_SOURCES", place)?);
        }
        let directory = self.directory(id)?;
        let mut out: Vec<SourceFile> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for text in texts.iter().filter(|t| !t.starts_with("$<TARGET_OBJECTS:")) {
            if text.contains("$<") {
                return None;
            }
            let path = self.locate(&directory.source, &directory.binary, text);
            if !seen.insert(path.clone()) {
                continue;
            }
            let generated = self.is_generated(&path)?;
            let language = self.language_of(&path)?;
            out.push(SourceFile { path, generated, language });
        }
        self.add_made_from(&mut out);
        self.prepared(id, out)
    }

    /// Files from which sources are made are sources too, never compiled themselves.
    fn add_made_from(&self, sources: &mut Vec<SourceFile>) {
        if self.needed.main.is_empty() {
            return;
        }
        let mut at = 0;
        while let Some(source) = sources.get(at) {
            at += 1;
            let Some(main) = self.needed.main.get(&source.path).cloned() else { continue };
            match sources.iter_mut().find(|other| other.path == main) {
                Some(listed) => listed.language = None,
                None => sources.push(SourceFile { path: main, generated: false, language: None }),
            }
        }
    }

    /// Relative sources are taken from the source directory, else from the binary directory.
    fn locate(&self, source: &Path, binary: &Path, text: &str) -> String {
        let below = |folder: &Path| crate::source::normalize(&folder.join(text)).to_string_lossy().into_owned();
        let first = below(source);
        if source == binary || self.is_file(&first) {
            return first;
        }
        let second = below(binary);
        let made = |path: &str| self.made.contains_key(path);
        let other = (made(&second) || self.is_file(&second)) && !made(&first);
        if other { second } else { first }
    }

    fn is_generated(&self, path: &str) -> Option<bool> {
        if self.made.get(path).is_some_and(|by| matches!(by, GeneratedBy::CustomCommand)) {
            return Some(true);
        }
        Some(self.source_setting(path, "GENERATED")?.is_some_and(|v| condition::is_on(&v)))
    }

    pub(super) fn source_setting(&self, path: &str, property: &str) -> Option<Option<String>> {
        let key = (Arc::from(path), Arc::from(property));
        self.everywhere().setting(self.model.facts.source_properties.get(&key))
    }

    fn language_of(&self, path: &str) -> Option<Option<String>> {
        if self.source_setting(path, "HEADER_FILE_ONLY")?.is_some_and(|v| condition::is_on(&v)) {
            return Some(None);
        }
        if let Some(language) = self.source_setting(path, "LANGUAGE")? {
            return Some(Some(language));
        }
        let Some(extension) = Path::new(path).extension().and_then(|e| e.to_str()) else { return Some(None) };
        // A language of its own comes before another one that takes the file too.
        let found = EXTENSIONS.iter().rev().find(|(language, extensions)| {
            extensions.contains(&extension) && self.languages.iter().any(|l| l == language)
        });
        Some(found.map(|(language, _)| (*language).to_owned()))
    }

    /// The languages of a target's own sources, in order of appearance.
    pub(super) fn own_languages(&self, id: TargetId) -> Option<Vec<String>> {
        let mut out: Vec<String> = Vec::new();
        for language in self.sources(id)?.iter().filter_map(|s| s.language.as_ref()) {
            if !out.contains(language) {
                out.push(language.clone());
            }
        }
        Some(out)
    }

    /// Each source that is compiled, with its language.
    fn compiled(&self, id: TargetId) -> Option<Compiled> {
        if self.is(id, &[TargetKind::Interface]) {
            return Some(Vec::new());
        }
        Some(self.sources(id)?.iter().filter_map(|s| Some((s.language.clone()?, s.path.clone()))).collect())
    }

    fn by_language(&self, id: TargetId) -> Option<(Vec<String>, Compiled)> {
        let compiled = self.compiled(id)?;
        let mut languages: Vec<String> = Vec::new();
        for (language, _) in &compiled {
            if !languages.contains(language) {
                languages.push(language.clone());
            }
        }
        Some((languages, compiled))
    }

    /// Definitions over all languages and sources, sorted.
    pub(super) fn definitions(&self, id: TargetId) -> Option<Vec<String>> {
        let (languages, compiled) = self.by_language(id)?;
        let mut out = Vec::new();
        for language in &languages {
            let place = Place::compiling(id, language);
            out.extend(self.own_and_used(id, "COMPILE_DEFINITIONS", place)?);
            let directory = self.directory(id)?;
            if let Some(text) = self.reader(id).setting(directory.properties.get("COMPILE_DEFINITIONS"))? {
                out.extend(self.evaluate_list(&text, place)?);
            }
            if !self.configuration.is_empty() {
                let name = format!("COMPILE_DEFINITIONS_{}", self.configuration.to_uppercase());
                out.extend(self.evaluated_list(id, &name, place)?);
            }
        }
        for (language, path) in &compiled {
            if let Some(text) = self.source_setting(path, "COMPILE_DEFINITIONS")? {
                out.extend(self.evaluate_list(&text, Place::compiling(id, language))?);
            }
        }
        if !languages.is_empty() {
            out.extend(self.export_symbol(id)?);
        }
        let mut out: Vec<String> = out
            .into_iter()
            .map(|d| self.normal.text(d.strip_prefix("-D").unwrap_or(&d)))
            .filter(|d| !d.is_empty())
            .collect();
        out.sort();
        out.dedup();
        Some(out)
    }

    /// `DEFINE_SYMBOL` of shared libraries, modules and executables that export.
    fn export_symbol(&self, id: TargetId) -> Option<Option<String>> {
        let exports = match self.definition(id)?.kind {
            TargetKind::Shared | TargetKind::Module => true,
            TargetKind::Executable => self.truth(id, "ENABLE_EXPORTS")?,
            _ => false,
        };
        if !exports {
            return Some(None);
        }
        let own = self.setting(id, "DEFINE_SYMBOL")?;
        Some(Some(own.unwrap_or_else(|| format!("{}_EXPORTS", c_identifier(self.model.name(id))))))
    }

    /// Include directories over all languages, in order, each once; those that the compiler knows itself left out.
    pub(super) fn includes(&self, id: TargetId) -> Option<Vec<String>> {
        let (languages, compiled) = self.by_language(id)?;
        let mut out: Vec<String> = Vec::new();
        let mut add = |path: String| {
            if !out.contains(&path) {
                out.push(path);
            }
        };
        for language in &languages {
            let place = Place::compiling(id, language);
            let known = self.toolchain.get(&format!("CMAKE_{language}_IMPLICIT_INCLUDE_DIRECTORIES"));
            let known = list::split(known.unwrap_or_default());
            let mut paths = Vec::new();
            let system = self.system_includes(id, place)?;
            if self.variable_on(id, "CMAKE_INCLUDE_CURRENT_DIR")? {
                let directory = self.directory(id)?;
                paths.push(directory.binary.to_string_lossy().into_owned());
                paths.push(directory.source.to_string_lossy().into_owned());
            }
            paths.extend(self.qt_folder(id)?.map(|folder| format!("{folder}/include")));
            paths.extend(self.own_and_used(id, "INCLUDE_DIRECTORIES", place)?);
            // CMake moves folders of the system behind the others.
            paths.sort_by_key(|path| system.contains(path));
            for path in paths {
                let clean = crate::source::normalize(Path::new(&path)).to_string_lossy().into_owned();
                if !known.iter().any(|k| **k == clean) && !path.is_empty() {
                    add(self.normal.path(&clean));
                }
            }
        }
        for (language, path) in &compiled {
            if let Some(text) = self.source_setting(path, "INCLUDE_DIRECTORIES")? {
                let own = self.evaluate_list(&text, Place::compiling(id, language))?;
                for path in own {
                    add(self.normal.path(&path));
                }
            }
        }
        Some(out)
    }

    /// Include directories that are marked as the system's, and all that imported targets bring.
    fn system_includes(&self, id: TargetId, place: Place<'_>) -> Option<Vec<String>> {
        let mut out = self.own_and_used(id, "SYSTEM_INCLUDE_DIRECTORIES", place)?;
        if self.truth(id, "NO_SYSTEM_FROM_IMPORTED")? {
            return Some(out);
        }
        for &library in self.closure(id, place)?.iter() {
            if self.definition(library)?.imported {
                out.extend(self.own_interface(library, "INCLUDE_DIRECTORIES", place)?);
            }
        }
        Some(out)
    }

    /// Compiler arguments over all languages and sources, each once.
    pub(super) fn compile_flags(&self, id: TargetId) -> Option<Vec<String>> {
        let (languages, compiled) = self.by_language(id)?;
        let mut out: Vec<String> = Vec::new();
        for language in &languages {
            if !self.toolchain.writes_flags(language) {
                return None;
            }
            out.extend(self.language_flags(id, language)?);
            out.extend(self.target_flags(id, language)?);
            out.extend(self.precompiled_flags(id, language)?);
        }
        for (language, path) in &compiled {
            let place = Place::compiling(id, language);
            if let Some(text) = self.source_setting(path, "COMPILE_FLAGS")? {
                out.extend(words(&self.evaluate(&text, place)?));
            }
            if let Some(text) = self.source_setting(path, "COMPILE_OPTIONS")? {
                out.extend(options(self.evaluate_list(&text, place)?));
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let texts = out.into_iter().map(|f| self.normal.text(&f));
        Some(texts.filter(|f| seen.insert(f.clone())).collect())
    }

    /// `CMAKE_<LANG>_FLAGS` and those of the configuration.
    pub(super) fn language_flags(&self, id: TargetId, language: &str) -> Option<Vec<String>> {
        let mut out = words(&self.variable(id, &format!("CMAKE_{language}_FLAGS"))?.unwrap_or_default());
        if !self.configuration.is_empty() {
            let upper = self.configuration.to_uppercase();
            let text = self.variable(id, &format!("CMAKE_{language}_FLAGS_{upper}"))?;
            out.extend(words(&text.unwrap_or_else(|| usual_flags(&upper).to_owned())));
        }
        out.extend(self.optimisation_flags(id)?);
        Some(out)
    }

    /// Link time optimisation (CMake's Modules/Compiler/GNU.cmake and Clang.cmake).
    fn optimisation_flags(&self, id: TargetId) -> Option<Vec<String>> {
        let upper = self.configuration.to_uppercase();
        let name = format!("INTERPROCEDURAL_OPTIMIZATION_{upper}");
        let on = match self.setting(id, &name)? {
            Some(value) if !upper.is_empty() => condition::is_on(&value),
            _ => self.truth(id, "INTERPROCEDURAL_OPTIMIZATION")?,
        };
        if !on || !self.policy_new(id, 69)? {
            return Some(Vec::new());
        }
        let flags: &[&str] = match self.toolchain.compiler("C").or(self.toolchain.compiler("CXX"))? {
            "GNU" => &["-flto=auto", "-fno-fat-lto-objects"],
            _ => &["-flto=thin"],
        };
        Some(flags.iter().map(|f| (*f).to_owned()).collect())
    }

    /// Whether a policy was NEW where the target was made.
    pub(super) fn policy_new(&self, id: TargetId, number: u32) -> Option<bool> {
        let introduced = policy::introduced(number)?;
        let removed = policy::removed_old(number).is_some_and(|version| self.cmake >= version);
        Some(removed || self.definition(id)?.policies.state(number, introduced) == PolicyState::New)
    }

    fn target_flags(&self, id: TargetId, language: &str) -> Option<Vec<String>> {
        let place = Place::compiling(id, language);
        let mut out = Vec::new();
        let directory = self.directory(id)?;
        if let Some(text) = self.reader(id).setting(directory.properties.get("DEFINITION_FLAGS"))? {
            out.extend(words(&text.replace(';', " ")));
        }
        if let Some(text) = self.evaluated(id, "COMPILE_FLAGS", place)? {
            out.extend(words(&text));
        }
        out.extend(self.position_flag(id, language)?.map(str::to_owned));
        out.extend(self.visibility_flags(id, language)?);
        out.extend(self.standard_flag(id, language)?);
        out.extend(options(self.own_and_used(id, "COMPILE_OPTIONS", place)?));
        if self.truth(id, "COMPILE_WARNING_AS_ERROR")? {
            out.push("-Werror".to_owned());
        }
        Some(out)
    }

    fn position_flag(&self, id: TargetId, language: &str) -> Option<Option<&'static str>> {
        // Assemblers other than the compiler's own know nothing of it.
        if matches!(language, "ASM_NASM" | "ASM_MASM" | "ASM_MARMASM") {
            return Some(None);
        }
        let kind = self.definition(id)?.kind;
        let on = match self.setting(id, "POSITION_INDEPENDENT_CODE")? {
            Some(value) => condition::is_on(&value),
            None => matches!(kind, TargetKind::Shared | TargetKind::Module) || self.asked_to_be_independent(id)?,
        };
        Some(on.then_some(if kind == TargetKind::Executable { "-fPIE" } else { "-fPIC" }))
    }

    /// Whether anything that a target links wants its users to be position independent: a property that all of them have
    /// to agree on (`INTERFACE_POSITION_INDEPENDENT_CODE`).
    fn asked_to_be_independent(&self, id: TargetId) -> Option<bool> {
        for &library in self.closure(id, Place::linking(id, None).lenient())?.iter() {
            if self.truth(library, "INTERFACE_POSITION_INDEPENDENT_CODE")? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn visibility_flags(&self, id: TargetId, language: &str) -> Option<Vec<String>> {
        let exporting = match self.definition(id)?.kind {
            TargetKind::Shared | TargetKind::Module => true,
            TargetKind::Executable => self.truth(id, "ENABLE_EXPORTS")?,
            _ => false,
        };
        let mut out = Vec::new();
        if language.starts_with("ASM") || !exporting && !self.policy_new(id, 63)? {
            return Some(out);
        }
        if let Some(preset) = self.setting(id, &format!("{language}_VISIBILITY_PRESET"))?.filter(|p| !p.is_empty()) {
            out.push(format!("-fvisibility={preset}"));
        }
        if language == "CXX" && self.truth(id, "VISIBILITY_INLINES_HIDDEN")? {
            out.push("-fvisibility-inlines-hidden".to_owned());
        }
        Some(out)
    }

    /// `-std=…` by <LANG>_STANDARD and the compile features.
    fn standard_flag(&self, id: TargetId, language: &str) -> Option<Option<String>> {
        let prefix = match language {
            "C" => "",
            "CXX" => "++",
            _ => return Some(None),
        };
        let default: u32 = self.toolchain.get(&format!("CMAKE_{language}_STANDARD_COMPUTED_DEFAULT"))?.parse().ok()?;
        let stated = match self.setting(id, &format!("{language}_STANDARD"))?.filter(|s| !s.is_empty()) {
            Some(text) => Some(text.parse::<u32>().ok()?),
            None => None,
        };
        let needed = self.standard_by_features(id, language)?;
        let needed = needed.filter(|&n| stated.is_some() || age(n) > age(default));
        let wanted = match (stated, needed) {
            (Some(a), Some(b)) => Some(if age(b) > age(a) { b } else { a }),
            (a, b) => a.or(b),
        };
        let default_extensions = self
            .toolchain
            .get(&format!("CMAKE_{language}_EXTENSIONS_COMPUTED_DEFAULT"))
            .is_none_or(|v| !condition::is_off(v));
        let extensions = match self.setting(id, &format!("{language}_EXTENSIONS"))?.filter(|e| !e.is_empty()) {
            Some(value) => condition::is_on(&value),
            None => default_extensions,
        };
        let new = self.policy_new(id, 128)?;
        let required = self.truth(id, &format!("{language}_STANDARD_REQUIRED"))? && stated.is_some();
        let dialect = if extensions { "gnu" } else { "c" };
        let flag = |standard: u32| format!("-std={dialect}{prefix}{}", spelled(language, standard));
        Some(match wanted {
            None if new && extensions != default_extensions => Some(flag(default)),
            None => None,
            Some(standard) if new && !required && standard == default && extensions == default_extensions => None,
            Some(standard) => Some(flag(standard)),
        })
    }

    fn standard_by_features(&self, id: TargetId, language: &str) -> Option<Option<u32>> {
        let meta = if language == "C" { "c_std_" } else { "cxx_std_" };
        let mut newest: Option<u32> = None;
        for feature in self.own_and_used(id, "COMPILE_FEATURES", Place::compiling(id, language))? {
            let standard = match feature.strip_prefix(meta) {
                Some(number) => Some(number.parse().ok()?),
                // Single features of C++ are all of C++11 or C++14, which no current compiler has to be asked for.
                None => None,
            };
            newest = match (newest, standard) {
                (Some(a), Some(b)) => Some(if age(b) > age(a) { b } else { a }),
                (a, b) => a.or(b),
            };
        }
        Some(newest)
    }
}

/// Standards of the last century come before those of this one.
fn age(standard: u32) -> u32 {
    if standard >= 90 { standard } else { standard + 100 }
}

/// As GCC and Clang spell the standard (CMake's Modules/Compiler/GNU-C.cmake).
fn spelled(language: &str, standard: u32) -> String {
    match (language, standard) {
        ("C", 23) => "2x".to_owned(),
        _ => format!("{standard:02}"),
    }
}

/// What CMake puts into CMAKE_<LANG>_FLAGS_<CONFIG> for GCC and Clang (CMake's Modules/Compiler/GNU.cmake).
fn usual_flags(configuration: &str) -> &'static str {
    match configuration {
        "DEBUG" => "-g",
        "RELEASE" => "-O3 -DNDEBUG",
        "RELWITHDEBINFO" => "-O2 -g -DNDEBUG",
        "MINSIZEREL" => "-Os -DNDEBUG",
        _ => "",
    }
}

/// The arguments of a flags string.
pub(super) fn words(text: &str) -> Vec<String> {
    flags::split_unix(text).into_iter().map(|word| word.text).collect()
}

/// The arguments of an options list: each item once, `SHELL:` items split.
pub(super) fn options(items: Vec<String>) -> Vec<String> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut out = Vec::new();
    for item in items {
        if !seen.insert(item.clone()) {
            continue;
        }
        match item.strip_prefix("SHELL:") {
            Some(line) => out.extend(words(line)),
            None => out.push(item),
        }
    }
    out
}
