//! What the names of folders, files and targets say about what is in them.
//!
//! Sources: the folders that the Pitchfork layout names (`tests`, `examples`, `extras`, `external`, `docs`:
//! <https://github.com/vector-of-bool/pitchfork>), and their other spellings in the projects of the ledger.

use std::path::Path;

/// What a folder is for, besides what the project delivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Tests and benchmarks of the project.
    Test,
    /// Programs that show how the project is used.
    Example,
    /// Documentation.
    Documentation,
    /// Code of others.
    Vendored,
    /// What is kept and no longer, or not yet, used: old code, templates, recipes of packages.
    Kept,
}

const NAMES: &[(Purpose, &[&str])] = &[
    (
        Purpose::Test,
        &[
            "test",
            "tests",
            "testing",
            "unittest",
            "unittests",
            "fuzz",
            "fuzzer",
            "fuzzers",
            "fuzzing",
            "fuzztest",
            "gtest",
            "googletest",
            "bench",
            "benchmark",
            "benchmarks",
        ],
    ),
    (Purpose::Example, &["example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials"]),
    (Purpose::Documentation, &["doc", "docs"]),
    (
        Purpose::Vendored,
        &[
            "third_party",
            "third-party",
            "thirdparty",
            "3rdparty",
            "3rd-party",
            "3rd_party",
            "3rd-parties",
            "3rd_parties",
            "3rdparties",
            "third-parties",
            "third_parties",
            "thirdparties",
            "external",
            "externals",
            "extern",
            "vendor",
            "vendored",
            "vendors",
            "extlibs",
            "3p",
            "deps",
            "submodules",
            "subprojects",
            "contrib",
            // Of the tools that fetch: npm, Bower, pip, CocoaPods, Carthage, FetchContent, vcpkg (the manual of each).
            "node_modules",
            "bower_components",
            "site-packages",
            "dist-packages",
            "Pods",
            "Carthage",
            "_deps",
            "vcpkg",
        ],
    ),
    (Purpose::Kept, &["attic", "deprecated", "old", "template", "templates", "packaging"]),
];

/// Words in the names of folders of tests: `integration_tests`, `autotests` (KDE), `test_package` (Conan).
const OF_TESTS: &[&str] = &[
    "autotest",
    "autotests",
    "benchmark",
    "benchmarks",
    "regress",
    "regression",
    "regressions",
    "selftest",
    "selftests",
    "test",
    "testing",
    "tests",
    "unittest",
    "unittests",
];
/// Words of which the names of folders with code of others are made, those that say so first: `External_Libs`, `third_party_libs`.
const OF_OTHERS: &[&str] = &[
    "3party",
    "3rdparty",
    "bundled",
    "dep",
    "dependencies",
    "dependency",
    "deps",
    "extern",
    "external",
    "externals",
    "foreign",
    "opensource",
    "party",
    "parties",
    "thirdparty",
    "upstream",
    "vendor",
    "vendored",
    "vendors",
];
const BESIDE_OTHERS: &[&str] = &[
    "3",
    "3rd",
    "code",
    "lib",
    "libraries",
    "library",
    "libs",
    "modules",
    "projects",
    "rd",
    "source",
    "sources",
    "src",
    "third",
];

/// What a folder of this name is for, in any case of letters; nothing for ordinary folders.
pub fn purpose(name: &str) -> Option<Purpose> {
    let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    let known = NAMES.iter().find(|(_, names)| is(names)).map(|(purpose, _)| *purpose);
    known.or_else(|| {
        let words: Vec<String> = words(name).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&&**word));
        let of_others = |word: &String| OF_OTHERS.contains(&&**word) || BESIDE_OTHERS.contains(&&**word);
        if has(OF_TESTS) {
            Some(Purpose::Test)
        } else {
            (has(OF_OTHERS) && words.iter().all(of_others)).then_some(Purpose::Vendored)
        }
    })
}

/// What the folders on the way from a root to a file say that they are for.
pub fn purposes<'p>(file: &'p Path, root: &Path) -> impl Iterator<Item = Purpose> + 'p {
    let below = file.strip_prefix(root).unwrap_or(file);
    let folders = below.parent().into_iter().flat_map(Path::iter).filter_map(|part| part.to_str());
    folders.filter_map(purpose)
}

/// What stands in for something that others deliver (xUnit Test Patterns, "Test Double"; libraries that are only linked with, as the stubs
/// of CUDA's driver).
const STAND_INS: &[&str] =
    &["dummies", "dummy", "fake", "fakes", "implib", "mock", "mocked", "mocks", "placeholder", "stub", "stubs"];

/// Whether a name of a target, a file or a folder has a word that says so: `hal_stub`, `libcudaStubs`, `fake-clock`.
pub fn is_stand_in(name: &str) -> bool {
    words(name).any(|word| STAND_INS.contains(&&*word))
}

/// The words of a name, in small letters: divided by what is no letter, and by capitals behind small letters.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut divided = String::with_capacity(name.len());
    let mut small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && small {
            divided.push(' ');
        }
        small = letter.is_lowercase();
        divided.extend(letter.to_lowercase());
    }
    let words: Vec<String> = divided
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_stand_ins() {
        assert!(is_stand_in("ascend_hal_stub"));
        assert!(is_stand_in("libcudaStubs"));
        assert!(is_stand_in("fake-clock"));
        assert!(!is_stand_in("stubborn"));
        assert!(!is_stand_in("mockery"));
    }

    #[test]
    fn names_in_any_case() {
        assert_eq!(purpose("Tests"), Some(Purpose::Test));
        assert_eq!(purpose("3rdparty"), Some(Purpose::Vendored));
        assert_eq!(purpose("node_modules"), Some(Purpose::Vendored));
        assert_eq!(purpose("src"), None);
        assert_eq!(purpose("contest"), None, "whole words count");
        assert_eq!(purpose("integration_tests"), Some(Purpose::Test));
        assert_eq!(purpose("autotests"), Some(Purpose::Test));
        assert_eq!(purpose("External_Libs"), Some(Purpose::Vendored));
        assert_eq!(purpose("third_party_libs"), Some(Purpose::Vendored));
        assert_eq!(purpose("libs"), None);
        assert_eq!(purpose("external_memory"), None);
    }
}
