//! Whether code is compiled so that it may become part of a shared library.
use crate::cond::Cond;
use crate::flags::{CompileFlag, PicMode};

use crate::cmake::eval::UNREAD_INCLUDE as UNREAD;

use super::{Model, TargetId};

impl Model<'_> {
    /// When a target's sources are compiled with `-fPIC`, or may be: by property, by a library's usage requirement, by a
    /// flag. What is not known counts.
    pub fn position_independent(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let mut when = self.property_true(id, "POSITION_INDEPENDENT_CODE");
        for (library, cond) in self.usage_closure(id) {
            let asked = self.property_true(library, "INTERFACE_POSITION_INDEPENDENT_CODE");
            let asked = if is_qt(self.name(library)) { Cond::TRUE } else { asked };
            when = conds.or(when, conds.and(cond, asked));
        }
        for item in self.library_items(id).iter().filter(|item| is_qt(&item.text)) {
            when = conds.or(when, item.cond);
        }
        // The flags may stand in a file whose name is not known.
        let unread = self.facts.unknowns.iter().filter(|unknown| unknown.what == UNREAD);
        when = conds.any(unread.map(|unknown| unknown.cond).chain([when]).collect::<Vec<_>>());
        for source in self.compile_flags(id).iter() {
            if self.is_unknown(&source.item.text) || source.flag.flag == CompileFlag::Pic(PicMode::Pic) {
                when = conds.or(when, source.cond);
            }
        }
        when
    }

    /// Systems on which code that is not position-independent cannot become part of a shared library: those with ELF
    /// whose compilers do not always make such code.
    pub fn needs_position_independence(&self) -> Cond {
        let conds = &self.facts.conds;
        let others = ["CYGWIN", "APPLE", "ANDROID", "EMSCRIPTEN"];
        let others = conds.any(others.into_iter().filter_map(|name| conds.platform(name)).collect::<Vec<_>>());
        conds.diff(conds.platform("UNIX").unwrap_or(Cond::UNKNOWN), others)
    }
}

/// Whether a library is one of Qt's or made on it: Qt asks it of all that link it, directly or not (Qt5CoreConfigExtras.cmake sets
/// INTERFACE_POSITION_INDEPENDENT_CODE of Qt5::Core; src/corelib/CMakeLists.txt of Qt 6 gives Qt6::Core the interface option -fPIC), and
/// KDE's frameworks link it publicly (`KF5::`, `KF6::`). The version may be a variable's: `Qt${QT_VERSION_MAJOR}::Core`.
fn is_qt(name: &str) -> bool {
    name.split_once("::").is_some_and(|(space, own)| {
        let names_qt = |word: &str| word.contains("Qt") || word.contains("QT") || word.starts_with("qt");
        space.strip_prefix("KF").is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
            || names_qt(space)
            || names_qt(own)
    })
}

#[cfg(test)]
mod tests {
    use super::is_qt;

    #[test]
    fn libraries_that_are_made_on_qt() {
        for name in ["Qt5::Core", "Qt\u{e000}::Widgets", "KF6::CoreAddons", "Poppler::Qt6", "qt::core"] {
            assert!(is_qt(name), "{name}");
        }
        for name in ["ZLIB::ZLIB", "KFoo::Bar", "Qt5Core", "Boost::thread"] {
            assert!(!is_qt(name), "{name}");
        }
    }
}
