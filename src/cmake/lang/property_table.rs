//! What CMake knows by name: properties, variables, policies, and which properties new targets have from variables.
//!
//! The tables are the plain files in `data/`, generated from CMake itself; each says how in its first lines. Names may
//! hold places such as `<LANG>` and `<CONFIG>`.
use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::cmake::eval::policy::Version;

/// What a property belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Scope {
    Global,
    Directory,
    Target,
    FileSet,
    Test,
    Source,
    Cache,
}

impl Scope {
    fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "global" => Self::Global,
            "directory" => Self::Directory,
            "target" => Self::Target,
            "file_set" => Self::FileSet,
            "test" => Self::Test,
            "source" => Self::Source,
            "cache" => Self::Cache,
            _ => return None,
        })
    }
}

/// A target property which has its first value from a variable, if that is set when the target is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The property; a configuration in its name is one of [`CONFIGURATIONS`].
    pub property: String,
    /// The variable.
    pub variable: String,
    /// Kinds of target as the `TYPE` property names them, and `IMPORTED`.
    kinds: Vec<&'static str>,
}

impl Row {
    /// Whether targets of a kind (as their `TYPE` property names it, such as `SHARED_LIBRARY`) have the property from
    /// the variable. Imported targets of any kind are `IMPORTED` here.
    pub fn applies_to(&self, kind: &str) -> bool {
        self.kinds.contains(&kind)
    }
}

/// The configurations which CMake offers by itself, as they stand in names.
pub const CONFIGURATIONS: [&str; 4] = ["DEBUG", "RELEASE", "RELWITHDEBINFO", "MINSIZEREL"];

/// The rows for [`CONFIGURATIONS`]. Where two rows name a property, the later one wins.
pub fn initialised_by_variables() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| rows_for(&CONFIGURATIONS));
    &ROWS
}

/// The rows for given configurations (in upper case), in the order in which they take effect.
pub fn rows_for(configurations: &[&str]) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in lines(include_str!("data/initialised.txt")) {
        let [property, variable, kinds] = fields(line);
        let row = |configuration: &str| Row {
            property: property.replace("<CONFIG>", configuration),
            variable: variable.replace("<CONFIG>", configuration),
            kinds: kinds.split(';').collect(),
        };
        if property.contains("<CONFIG>") {
            rows.extend(configurations.iter().map(|configuration| row(configuration)));
        } else {
            rows.push(row(""));
        }
    }
    rows
}

/// Whether a property is documented for a scope. Properties that CMake does not know are allowed: they are just kept.
pub fn known_property(scope: Scope, name: &str) -> bool {
    static NAMES: LazyLock<BTreeMap<Scope, Names>> = LazyLock::new(|| {
        let mut names: BTreeMap<Scope, Vec<&'static str>> = BTreeMap::new();
        for (scope, name) in properties() {
            names.entry(scope).or_default().push(name);
        }
        names.into_iter().map(|(scope, names)| (scope, Names::new(names.into_iter()))).collect()
    });
    NAMES.get(&scope).is_some_and(|names| names.has(name))
}

/// Every documented property with its scope; names hold places such as `<LANG>`.
pub fn properties() -> impl Iterator<Item = (Scope, &'static str)> {
    lines(include_str!("data/properties.txt")).filter_map(|line| {
        let [scope, name, _] = fields(line);
        Some((Scope::from_word(scope)?, name))
    })
}

/// Whether a variable is documented.
pub fn known_variable(name: &str) -> bool {
    static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(variables()));
    NAMES.has(name)
}

/// Every documented variable; names hold places such as `<LANG>`.
pub fn variables() -> impl Iterator<Item = &'static str> {
    lines(include_str!("data/variables.txt"))
}

/// One policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The number after `CMP`.
    pub number: u32,
    /// The version which brought it, and sets it to NEW when a project asks for that version.
    pub introduced: Version,
    /// The version from which on it is always NEW.
    pub removed: Option<Version>,
}

/// Every policy by its number.
pub fn policies() -> &'static BTreeMap<u32, Policy> {
    static POLICIES: LazyLock<BTreeMap<u32, Policy>> = LazyLock::new(|| {
        let policy = |line| {
            let [name, introduced, removed] = fields(line);
            let number = name.strip_prefix("CMP")?.parse().ok()?;
            let policy = Policy { number, introduced: Version::parse(introduced)?, removed: Version::parse(removed) };
            Some((number, policy))
        };
        lines(include_str!("data/policies.txt")).filter_map(policy).collect()
    });
    &POLICIES
}

/// Whether a CMake of this version knows a policy.
pub fn policy_known(number: u32, cmake: Version) -> bool {
    policies().get(&number).is_some_and(|policy| policy.introduced <= cmake)
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

fn fields(line: &'static str) -> [&'static str; 3] {
    let mut fields = line.split('\t');
    std::array::from_fn(|_| fields.next().unwrap_or_default())
}

/// Names, some of which have places that stand for any text.
struct Names {
    exact: FxHashSet<&'static str>,
    /// The parts of a name around its places.
    patterns: Vec<Vec<&'static str>>,
}

impl Names {
    fn new(names: impl Iterator<Item = &'static str>) -> Self {
        let (patterns, exact): (Vec<_>, Vec<_>) = names.partition(|name| name.contains('<'));
        let parts = |name: &'static str| name.split('<').map(|part| part.rsplit('>').next().unwrap_or(part)).collect();
        Self { exact: exact.into_iter().collect(), patterns: patterns.into_iter().map(parts).collect() }
    }

    fn has(&self, name: &str) -> bool {
        self.exact.contains(name) || self.patterns.iter().any(|parts| fits(name, parts))
    }
}

/// Whether a name consists of the parts with at least one character in each place between them.
fn fits(name: &str, parts: &[&str]) -> bool {
    let [first, between @ .., last] = parts else { return false };
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    for part in between {
        let after_place = rest.chars().next().map_or(0, char::len_utf8);
        let Some(at) = rest.get(after_place..).and_then(|tail| tail.find(part)).filter(|_| after_place > 0) else {
            return false;
        };
        rest = rest.get(after_place + at + part.len()..).unwrap_or_default();
    }
    rest.len() > last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_read() {
        let count = |table: &'static str| lines(table).count();
        assert_eq!(properties().count(), count(include_str!("data/properties.txt")));
        assert_eq!(policies().len(), count(include_str!("data/policies.txt")));
        assert!(policies().len() > 200 && properties().count() > 600 && variables().count() > 800);
        for row in initialised_by_variables() {
            assert!(!row.kinds.is_empty() && row.variable.starts_with("CMAKE_"), "{row:?}");
            assert!(!row.property.contains('<'));
        }
    }

    #[test]
    fn names_with_places_are_known() {
        for name in ["POSITION_INDEPENDENT_CODE", "CXX_VISIBILITY_PRESET", "DEBUG_POSTFIX", "IMPORTED_LOCATION_RELEASE"]
        {
            assert!(known_property(Scope::Target, name), "{name}");
        }
        for name in ["POSITION_INDEPENDANT_CODE", "_VISIBILITY_PRESET", "IMPORTED_LOCATION_", "COMPILE_OPTION"] {
            assert!(!known_property(Scope::Target, name), "{name}");
        }
        assert!(known_property(Scope::Source, "OBJECT_DEPENDS"));
        assert!(!known_property(Scope::Source, "POSITION_INDEPENDENT_CODE"));
        for name in ["CMAKE_CXX_STANDARD", "CMAKE_C_FLAGS_DEBUG", "BUILD_SHARED_LIBS", "Zlib_ROOT", "Foo_VERSION_MAJOR"]
        {
            assert!(known_variable(name), "{name}");
        }
        assert!(!known_variable("CMAKE_CXX_STANDART"));
        assert!(fits("CMAKE_C_FLAGS_DEBUG_INIT", &["CMAKE_", "_FLAGS_", "_INIT"]));
        assert!(!fits("CMAKE__FLAGS_DEBUG_INIT", &["CMAKE_", "_FLAGS_", "_INIT"]));
        assert!(!fits("CMAKE_C_FLAGS__INIT", &["CMAKE_", "_FLAGS_", "_INIT"]));
    }

    #[test]
    fn properties_start_from_their_variables() {
        let kinds = |property: &str, kind: &str| {
            let rows = initialised_by_variables().iter().filter(|row| row.property == property && row.applies_to(kind));
            rows.map(|row| row.variable.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(kinds("POSITION_INDEPENDENT_CODE", "STATIC_LIBRARY"), ["CMAKE_POSITION_INDEPENDENT_CODE"]);
        // Shared libraries have it set in any case.
        assert!(kinds("POSITION_INDEPENDENT_CODE", "SHARED_LIBRARY").is_empty());
        assert_eq!(kinds("RELEASE_POSTFIX", "SHARED_LIBRARY"), ["CMAKE_RELEASE_POSTFIX"]);
        assert!(kinds("RELEASE_POSTFIX", "EXECUTABLE").is_empty());
        assert_eq!(kinds("ENABLE_EXPORTS", "EXECUTABLE"), ["CMAKE_ENABLE_EXPORTS", "CMAKE_EXECUTABLE_ENABLE_EXPORTS"]);
        assert_eq!(kinds("OBJCXX_VISIBILITY_PRESET", "MODULE_LIBRARY"), ["CMAKE_OBJCXX_VISIBILITY_PRESET"]);
        assert!(kinds("INSTALL_RPATH", "INTERFACE_LIBRARY").is_empty());
    }

    #[test]
    fn policies_have_their_versions() {
        assert_eq!(policies()[&2].introduced, Version(2, 6, 0));
        assert_eq!(policies()[&2].removed, Some(Version(4, 0, 0)));
        assert_eq!(policies()[&22].introduced, Version(2, 8, 12));
        assert_eq!(policies()[&179].introduced, Version(3, 31, 0));
        assert_eq!(policies()[&186].introduced, Version(4, 1, 0));
        assert_eq!(policies()[&186].removed, None);
        assert!(
            policy_known(77, Version(3, 13, 0))
                && !policy_known(77, Version(3, 12, 4))
                && !policy_known(9999, Version(9, 0, 0))
        );
    }
}
