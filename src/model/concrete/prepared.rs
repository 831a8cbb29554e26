//! What CMake adds to the sources of a target: precompiled headers and unity files (target properties
//! `PRECOMPILE_HEADERS` and `UNITY_BUILD`).
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::lang::condition;

use super::compile::SourceFile;
use super::genex::Place;
use super::{Concrete, TargetId};

/// Languages with precompiled headers: the header's extension, that of the file which is compiled to it, and GCC's
/// name of the header's language.
const HEADERS: &[(&str, &str, &str, &str)] = &[
    ("C", "h", "c", "c-header"),
    ("CXX", "hxx", "cxx", "c++-header"),
    ("OBJC", "objc.h", "m", "objective-c-header"),
    ("OBJCXX", "objcxx.hxx", "mm", "objective-c++-header"),
];

/// Sources of one unity file, unless `UNITY_BUILD_BATCH_SIZE` says otherwise.
const BATCH: usize = 8;

/// Properties of a source that keep it out of unity files (`UNITY_BUILD`, "source file properties").
const OF_ITS_OWN: &[&str] = &["COMPILE_OPTIONS", "COMPILE_DEFINITIONS", "COMPILE_FLAGS", "INCLUDE_DIRECTORIES"];

/// The precompiled header of a language.
struct Precompiled {
    /// The header, without the ending of what is compiled.
    header: String,
    /// Whether this target compiles it (else it is that of another one).
    own: bool,
    /// The ending of the file that is compiled.
    ending: &'static str,
    /// What GCC calls the header's language.
    kind: &'static str,
}

impl Concrete<'_, '_> {
    /// The sources with those that CMake adds.
    pub(super) fn prepared(&self, id: TargetId, sources: Vec<SourceFile>) -> Option<Vec<SourceFile>> {
        let mut out = self.in_unity_files(id, sources)?;
        let languages =
            HEADERS.iter().filter(|(language, ..)| out.iter().any(|s| s.language.as_deref() == Some(language)));
        let mut added = Vec::new();
        for (language, ..) in languages {
            let Some(header) = self.precompiled(id, language, &out)? else { continue };
            let file = |path: String, language: Option<&str>| SourceFile {
                path,
                generated: false,
                language: language.map(str::to_owned),
            };
            if header.own {
                added.push(file(format!("{}.{}", header.header, header.ending), Some(language)));
            }
            added.push(file(header.header, None));
        }
        out.extend(added);
        out.extend(self.headers_of_objects(id)?);
        out.extend(self.generated_by_qt(id)?);
        Some(out)
    }

    /// The compiled headers of object libraries: they come with the objects.
    fn headers_of_objects(&self, id: TargetId) -> Option<Vec<SourceFile>> {
        let mut out = Vec::new();
        for library in self.objects_of(id)? {
            // Objects of objects may lead back.
            let sources = self.once(library, "objects of SOURCES", || self.sources(library))?;
            for (language, ..) in
                HEADERS.iter().filter(|(l, ..)| sources.iter().any(|s| s.language.as_deref() == Some(l)))
            {
                let header = self.precompiled(library, language, &sources)?.filter(|header| header.own);
                out.extend(header.map(|header| SourceFile {
                    path: format!("{}.gch", header.header),
                    generated: true,
                    language: None,
                }));
            }
        }
        Some(out)
    }

    /// The folder of what AUTOMOC, AUTOUIC and AUTORCC make for a target, where one of them is on and Qt is there
    /// (cmake-qt(7)).
    pub(super) fn qt_folder(&self, id: TargetId) -> Option<Option<String>> {
        let mut on = false;
        for property in ["AUTOMOC", "AUTOUIC", "AUTORCC"] {
            on |= self.truth(id, property)?;
        }
        let qt = ["Qt6::Core", "Qt5::Core"].iter().any(|name| self.model.find(name).is_some());
        if !on || !qt || self.is(id, &[TargetKind::Interface]) {
            return Some(None);
        }
        let own = self.setting(id, "AUTOGEN_BUILD_DIR")?.filter(|folder| !folder.is_empty());
        let binary = self.directory(id)?.binary.to_string_lossy().into_owned();
        Some(Some(own.unwrap_or_else(|| format!("{binary}/{}_autogen", self.model.name(id)))))
    }

    fn generated_by_qt(&self, id: TargetId) -> Option<Vec<SourceFile>> {
        let Some(folder) = self.qt_folder(id)? else { return Some(Vec::new()) };
        let file = |name: &str, language: Option<&str>| SourceFile {
            path: format!("{folder}/{name}"),
            generated: true,
            language: language.map(str::to_owned),
        };
        let mut out = vec![file("timestamp", None)];
        if self.truth(id, "AUTOMOC")? {
            out.push(file("mocs_compilation.cpp", Some("CXX")));
        }
        Some(out)
    }

    /// Arguments that precompiled headers bring.
    pub(super) fn precompiled_flags(&self, id: TargetId, language: &str) -> Option<Vec<String>> {
        let Some(header) = self.precompiled(id, language, &[])? else { return Some(Vec::new()) };
        if self.toolchain.compiler(language) != Some("GNU") {
            return None;
        }
        let mut out = vec!["-Winvalid-pch".to_owned()];
        if header.own {
            out.extend(["-x".to_owned(), header.kind.to_owned()]);
        }
        out.extend(["-include".to_owned(), header.header]);
        Some(out)
    }

    /// The precompiled header that a target's sources of a language are compiled with. Where the sources are given, those
    /// count that do not opt out.
    fn precompiled(&self, id: TargetId, language: &str, sources: &[SourceFile]) -> Option<Option<Precompiled>> {
        let Some(&(_, header, ending, kind)) = HEADERS.iter().find(|(name, ..)| *name == language) else {
            return Some(None);
        };
        if self.is(id, &[TargetKind::Interface]) || self.truth(id, "DISABLE_PRECOMPILE_HEADERS")? {
            return Some(None);
        }
        let from = self.setting(id, "PRECOMPILE_HEADERS_REUSE_FROM")?.filter(|name| !name.is_empty());
        let owner = match &from {
            Some(name) => self.model.find(name)?,
            None => id,
        };
        if self.own_and_used(owner, "PRECOMPILE_HEADERS", Place::compiling(owner, language))?.is_empty() {
            return Some(None);
        }
        let mut compiled = sources.iter().filter(|s| s.language.as_deref() == Some(language)).peekable();
        if compiled.peek().is_some() {
            let mut used = false;
            for source in compiled {
                let skips = self.source_setting(&source.path, "SKIP_PRECOMPILE_HEADERS")?;
                used |= !skips.is_some_and(|v| condition::is_on(&v));
            }
            if !used {
                return Some(None);
            }
        }
        let folder = format!("{}/CMakeFiles/{}.dir", self.directory(owner)?.binary.display(), self.model.name(owner));
        let header = format!("{folder}/cmake_pch.{header}");
        Some(Some(Precompiled { header, own: owner == id, ending, kind }))
    }

    /// With `UNITY_BUILD`, C and C++ sources are included by others: they are no longer compiled themselves.
    fn in_unity_files(&self, id: TargetId, mut sources: Vec<SourceFile>) -> Option<Vec<SourceFile>> {
        if self.is(id, &[TargetKind::Interface]) || !self.truth(id, "UNITY_BUILD")? {
            return Some(sources);
        }
        // Groups are named by each source: not followed.
        if self.setting(id, "UNITY_BUILD_MODE")?.is_some_and(|mode| !mode.is_empty() && mode != "BATCH") {
            return None;
        }
        let size = match self.setting(id, "UNITY_BUILD_BATCH_SIZE")? {
            Some(text) => text.trim().parse::<usize>().ok()?,
            None => BATCH,
        };
        let folder = format!("{}/CMakeFiles/{}.dir/Unity", self.directory(id)?.binary.display(), self.model.name(id));
        let mut added = Vec::new();
        for (language, ending) in [("C", "c.c"), ("CXX", "cxx.cxx")] {
            let mut included = 0usize;
            for source in sources.iter_mut().filter(|s| s.language.as_deref() == Some(language)) {
                if self.is_built_alone(&source.path)? {
                    continue;
                }
                source.language = None;
                included += 1;
            }
            let files = if size == 0 { included.min(1) } else { included.div_ceil(size) };
            added.extend((0..files).map(|at| SourceFile {
                path: format!("{folder}/unity_{at}_{ending}"),
                generated: false,
                language: Some(language.to_owned()),
            }));
        }
        added.extend(sources);
        Some(added)
    }

    fn is_built_alone(&self, path: &str) -> Option<bool> {
        let on = |value: Option<String>| value.is_some_and(|v| condition::is_on(&v));
        if on(self.source_setting(path, "SKIP_UNITY_BUILD_INCLUSION")?) {
            return Some(true);
        }
        for property in OF_ITS_OWN {
            if self.source_setting(path, property)?.is_some_and(|v| !v.is_empty()) {
                return Some(true);
            }
        }
        Some(false)
    }
}
