//! Whether code is compiled so that it may become part of a shared library.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::text::SymbolKind;
use crate::cond::Cond;
use crate::flags::{self, CompileFlag, PicMode};

use super::cache::OfItem;
use super::{Model, TargetId};

impl Model<'_> {
    /// When a target's sources are compiled with `-fPIC`, or may be: by property, by a library's usage requirement, by a
    /// flag. What is not known counts.
    pub fn position_independent(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let mut when = self.property_true(id, "POSITION_INDEPENDENT_CODE");
        for (library, cond) in self.usage_closure(id) {
            let asked = self.property_true(library, "INTERFACE_POSITION_INDEPENDENT_CODE");
            let asked = if asks_for_it(self.name(library)) { Cond::TRUE } else { asked };
            when = conds.or(when, conds.and(cond, asked));
        }
        let by_variable = |text: &str| self.lone_variable(text).is_some_and(holds_asking);
        for item in self.library_items(id).iter().filter(|item| asks_for_it(&item.text) || by_variable(&item.text)) {
            when = conds.or(when, item.cond);
        }
        // The flags may stand in a file whose name is not known, or come with something that is not known and is about flags.
        let unseen = [self.reads_unknown_files(), self.misses_modules(), self.misses_setup(id), self.links_setup(id)];
        when = conds.any([when].into_iter().chain(unseen));
        // What users ask for by the variable, all targets have.
        if let Some(symbol) = self.facts.texts.find_symbol(SymbolKind::Input, "CMAKE_POSITION_INDEPENDENT_CODE") {
            when = conds.or(when, conds.truthy(self.facts.texts.info(symbol).subject));
        }
        let flags = self.compile_flags(id);
        let mut of_item = OfItem::default();
        for source in flags.iter() {
            let may = of_item.answer(&source.item.text, |text| self.is_unknown(text) || is_for_apple(text));
            if may || source.flag.flag == CompileFlag::Pic(PicMode::Pic) {
                when = conds.or(when, source.cond);
            }
        }
        self.for_sources(id, self.whatever_is_built(when))
    }

    /// Whether a source has such a flag of its own, in some configuration, or one that is not known.
    pub fn source_is_position_independent(&self, source: &Path) -> bool {
        let path = source.to_string_lossy();
        ["COMPILE_FLAGS", "COMPILE_OPTIONS"].iter().any(|property| {
            let value = self.facts.source_properties.get(&(Arc::from(&*path), Arc::from(*property)));
            let items = value.map_or_else(Vec::new, |value| self.items(value, None));
            let is_pic =
                |text: &str| flags::compile_line(text).iter().any(|flag| flag.flag == CompileFlag::Pic(PicMode::Pic));
            items.iter().any(|item| self.is_unknown(&item.text) || is_pic(&item.text))
        })
    }

    /// Systems on which code that is not position-independent cannot become part of a shared library: those with ELF
    /// whose compilers do not always make such code.
    pub fn needs_position_independence(&self) -> Cond {
        let conds = &self.facts.conds;
        let others = ["CYGWIN", "APPLE", "ANDROID", "EMSCRIPTEN"];
        let others = conds.any(others.into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>());
        conds.diff(conds.platform("UNIX").unwrap_or(Cond::UNKNOWN), others)
    }

    /// The part of a condition where addresses have 64 bits. ELF for 32 bits of Intel's has text relocations in shared libraries, which
    /// linkers make without an error (ld(1), "-z text").
    pub fn on_64_bits(&self, cond: Cond) -> Cond {
        let (texts, conds) = (&self.facts.texts, &self.facts.conds);
        let size = texts.find_symbol(SymbolKind::Toolchain, "CMAKE_SIZEOF_VOID_P");
        let size = size.map(|size| texts.info(size).subject).filter(|size| conds.depends_on_subject(cond, *size));
        size.map_or(cond, |size| conds.and(cond, conds.equals(size, "8")))
    }

    /// The part of a condition on machines whose linker refuses such code. By the name of the processor, x86-64; for variables that others
    /// see also `AArch64` (`R_AARCH64_ADR_PREL_PG_HI21 … can not be used when making a shared object`), which reaches constants otherwise.
    pub fn on_refusing_processor(&self, cond: Cond, variables: bool) -> Cond {
        let conds = &self.facts.conds;
        let of_processor = |name: &str| matches!(name, "CMAKE_SYSTEM_PROCESSOR" | "CMAKE_HOST_SYSTEM_PROCESSOR");
        conds.subjects(cond).into_iter().fold(cond, |cond, subject| {
            if !of_processor(&conds.subject_info(subject).name) {
                return cond;
            }
            let on = |name: &str| !conds.with_text(cond, subject, Some(name)).is_false();
            if ["x86_64", "amd64", "AMD64"].into_iter().all(on) {
                return cond;
            }
            let on = ["aarch64", "arm64"].into_iter().all(on);
            if variables && on { conds.and(cond, conds.equals(subject, "aarch64")) } else { Cond::FALSE }
        })
    }
}

/// Whether a word of a command line names a system of Apple's, whose code is position-independent anyway: `x86_64-apple-darwin`
/// (clang(1), "-target"; LLVM, Triple.h).
fn is_for_apple(text: &str) -> bool {
    text.contains("-apple-")
}

/// Rows of the table.
const ASKING: &str = include_str!("position.txt");

/// Whether a library is one of a package that asks for position-independent code, or is made on it.
fn asks_for_it(name: &str) -> bool {
    name.split_once("::").is_some_and(|(space, own)| {
        let either = |is: &dyn Fn(&str) -> bool| is(space) || is(own);
        let rows = ASKING.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
        rows.into_iter().any(|(how, word)| match how {
            "holds" => either(&|name| name.contains(word)),
            "begins" => either(&|name| name.starts_with(word)),
            _ => space.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic())),
        })
    })
}

/// Whether a variable holds the libraries of such a package: `Qt5Core_LIBRARIES` (cmake-developer(7), "Standard Variable Names"), which has its
/// targets.
fn holds_asking(name: &str) -> bool {
    const ENDS: &[&str] = &["_LIBRARIES", "_LIBRARY", "_LIBS"];
    let package = ENDS.iter().find_map(|end| name.strip_suffix(end));
    package.is_some_and(|package| asks_for_it(&format!("{package}::")))
}

#[cfg(test)]
mod tests {
    use super::{asks_for_it, holds_asking};

    #[test]
    fn variables_with_libraries_of_qt() {
        assert!(holds_asking("Qt5Core_LIBRARIES") && holds_asking("KF5_LIBRARIES"));
        assert!(!holds_asking("ZLIB_LIBRARIES") && !holds_asking("Qt5_DIR"));
    }

    #[test]
    fn libraries_that_are_made_on_qt() {
        for name in ["Qt5::Core", "Qt\u{e000}::Widgets", "KF6::CoreAddons", "Poppler::Qt6", "qt::core"] {
            assert!(asks_for_it(name), "{name}");
        }
        for name in ["ZLIB::ZLIB", "KFoo::Bar", "Qt5Core", "Boost::thread"] {
            assert!(!asks_for_it(name), "{name}");
        }
    }
}
