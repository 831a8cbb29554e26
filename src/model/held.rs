//! Whether a target has what a property would give it, without that property being set: by CMake's default, a feature of the language, a flag.
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::lang::condition::constant;
use crate::cond::Cond;
use crate::flags::{CompileFlag, PicMode};

use super::{Model, TargetId};

/// Properties that are off where nobody says anything (cmake-properties(7)): to switch them off asks for nothing.
const OFF_BY_DEFAULT: &[&str] = &[
    "BUILD_RPATH_USE_ORIGIN",
    "BUILD_WITH_INSTALL_RPATH",
    "COMPILE_WARNING_AS_ERROR",
    "CUDA_SEPARABLE_COMPILATION",
    "CUDA_STANDARD_REQUIRED",
    "CXX_STANDARD_REQUIRED",
    "C_STANDARD_REQUIRED",
    "DISABLE_PRECOMPILE_HEADERS",
    "ENABLE_EXPORTS",
    "EXPORT_COMPILE_COMMANDS",
    "INSTALL_REMOVE_ENVIRONMENT_RPATH",
    "INSTALL_RPATH_USE_LINK_PATH",
    "INTERPROCEDURAL_OPTIMIZATION",
    "LINK_DEPENDS_NO_SHARED",
    "LINK_WHAT_YOU_USE",
    "NO_SYSTEM_FROM_IMPORTED",
    "OPTIMIZE_DEPENDENCIES",
    "SKIP_BUILD_RPATH",
    "UNITY_BUILD",
    "VISIBILITY_INLINES_HIDDEN",
    "WIN32_EXECUTABLE",
    "WINDOWS_EXPORT_ALL_SYMBOLS",
];

/// Those that are on (cmake-properties(7)).
const ON_BY_DEFAULT: &[&str] = &["CXX_EXTENSIONS", "C_EXTENSIONS", "OBJCXX_EXTENSIONS", "OBJC_EXTENSIONS"];

/// Whether a switch of a target's is so where nobody says anything.
pub fn is_default(property: &str, value: bool) -> bool {
    if value { ON_BY_DEFAULT } else { OFF_BY_DEFAULT }.contains(&property)
}

impl Model<'_> {
    /// Whether a target has what a property of this value would give it, in every configuration that has the target.
    pub fn has_anyway(&self, id: TargetId, property: &str, value: &str) -> bool {
        self.facts.conds.implies(self.defined(id), self.held(id, property, value))
    }

    fn held(&self, id: TargetId, property: &str, value: &str) -> Cond {
        let conds = &self.facts.conds;
        let switch = constant(value);
        let items = self.property(id, property);
        let is_same = |text: &str| text == value || switch.is_some() && constant(text) == switch;
        let same = conds.any(items.iter().filter(|one| is_same(&one.text)).map(|one| one.cond).collect::<Vec<_>>());
        let said = conds.any(items.iter().map(|one| one.cond).collect::<Vec<_>>());
        let otherwise = match (property, switch) {
            ("POSITION_INDEPENDENT_CODE", Some(true)) => {
                let flags = self.compile_flags(id);
                let pic = flags.iter().filter(|source| source.flag.flag == CompileFlag::Pic(PicMode::Pic));
                let pic = conds.any(pic.map(|source| source.cond).collect::<Vec<_>>());
                conds.or(pic, self.is_kind(id, &[TargetKind::Shared, TargetKind::Module]))
            }
            // CMP0042 of CMake 3.0 switches it on.
            ("MACOSX_RPATH", Some(true)) => {
                let new = self.definitions_of(id).iter();
                let new = new.filter(|one| one.policies.state(42, Version(3, 0, 0)) == PolicyState::New);
                conds.any(new.map(|one| one.cond).collect::<Vec<_>>())
            }
            ("POSITION_INDEPENDENT_CODE", Some(false)) => {
                self.is_kind(id, &[TargetKind::Executable, TargetKind::Static, TargetKind::Object])
            }
            _ if property.ends_with("_VISIBILITY_PRESET") && value == "default" => Cond::TRUE,
            (_, Some(value)) if is_default(property, value) => Cond::TRUE,
            _ => self.given_by_features(id, property, value),
        };
        let concerned = self.concerned(id, property);
        conds.any([same, conds.diff(otherwise, said), conds.not(concerned)])
    }

    /// When a standard of a language is asked for by a feature (cmake-compile-features(7), "Requiring Language Standards"), which is required,
    /// or by a flag.
    fn given_by_features(&self, id: TargetId, property: &str, value: &str) -> Cond {
        let (language, is_required) = match property.strip_suffix("_REQUIRED") {
            Some(rest) => (rest.strip_suffix("_STANDARD"), true),
            None => (property.strip_suffix("_STANDARD"), false),
        };
        let Some(language) = language.filter(|_| !is_required || constant(value) == Some(true)) else {
            return Cond::FALSE;
        };
        let start = format!("{}_std_", language.to_ascii_lowercase());
        let features = self.property(id, "COMPILE_FEATURES").into_iter().filter(|item| {
            item.text.strip_prefix(&*start).is_some_and(|standard| is_required || is_as_new(standard, value))
        });
        let features = features.map(|item| item.cond);
        let flags = self.compile_flags(id);
        let flags = flags.iter().filter(|source| match &source.flag.flag {
            CompileFlag::Std(standard) => {
                !is_required && standard.trim_start_matches(|c: char| !c.is_ascii_digit()) == value
            }
            _ => false,
        });
        self.facts.conds.any(features.chain(flags.map(|source| source.cond)).collect::<Vec<_>>())
    }

    /// When a property has something to do with a target: its sources may be of the language, and what is hidden in a program without exported
    /// symbols nobody looks for.
    fn concerned(&self, id: TargetId, property: &str) -> Cond {
        let conds = &self.facts.conds;
        let languages = self.compiled_languages(id);
        let is_other = |language: &str| {
            !languages.is_empty()
                && !languages.contains(&language)
                && property.strip_prefix(language).is_some_and(|rest| rest.starts_with('_'))
        };
        if ["C", "CXX", "CUDA", "HIP", "Fortran", "OBJC", "OBJCXX", "Swift"].into_iter().any(is_other) {
            return Cond::FALSE;
        }
        if property.ends_with("_VISIBILITY_PRESET") || property == "VISIBILITY_INLINES_HIDDEN" {
            let program = self.is_kind(id, &[TargetKind::Executable]);
            return conds.not(conds.diff(program, self.property_true(id, "ENABLE_EXPORTS")));
        }
        Cond::TRUE
    }
}

/// Whether a standard, `17`, is another one or a later one: `98` and those before 2000 come first.
fn is_as_new(standard: &str, value: &str) -> bool {
    let year = |text: &str| text.parse::<u32>().ok().map(|year| if year >= 89 { year } else { year + 100 });
    year(standard).zip(year(value)).is_some_and(|(one, other)| one >= other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_by_age() {
        assert!(is_as_new("17", "14") && is_as_new("11", "98") && is_as_new("17", "17"));
        assert!(!is_as_new("98", "11") && !is_as_new("11", "17") && !is_as_new("latest", "17"));
    }
}
