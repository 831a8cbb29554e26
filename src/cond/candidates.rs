//! Texts that may satisfy what is said about a subject, to be tried.

use super::atoms::Domain;
use super::pattern;
use super::predicate::{Predicate, Scale, number};
use rustc_hash::FxHashSet;

/// Constants of a subject that are tried.
const CONSTANTS: usize = 200;
/// Texts that are tried in all.
const TEXTS: usize = 1000;
/// Patterns that are combined into a list.
const COMBINED: usize = 12;
/// Whole numbers that are tried from the least one on.
const NUMBERS: i64 = 16;

/// A path for settings that are named as such.
const PATH: &str = "/some/path";
/// How names of variables end that hold paths: those of cmake-developer(7) for find modules, and prefixes.
const PATH_ENDS: &[&str] =
    &["DIR", "DIRS", "DIRECTORY", "EXECUTABLE", "FILE", "HOME", "LIBRARIES", "LIBRARY", "PATH", "PREFIX", "ROOT"];
/// Words that begin the names of switches.
const SWITCHES: &[&str] = &[
    "BUILD", "DISABLE", "ENABLE", "EXPORT", "FORCE", "HAVE", "INSTALL", "NO", "ONLY", "SKIP", "USE", "WITH", "WITHOUT",
];

/// Those of them that tell what a folder is for, too.
const OF_FOLDERS: &[&str] = &["BUILD", "EXPORT", "INSTALL"];

/// Texts to try, likely and simple ones first. `name` is that of the subject, `literals` are the predicates about the subject with the wanted values,
/// `constants` the texts that it was compared with.
pub(super) fn texts(
    name: &str,
    domain: &Domain,
    default: Option<&str>,
    constants: &[&str],
    literals: &[(&Predicate, bool)],
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (predicate, wanted) in literals {
        if let (Predicate::Equals(text), true) = (predicate, wanted) {
            found.push(text.clone());
        }
    }
    match domain {
        Domain::Boolean => found.extend(["ON", "OFF"].map(str::to_owned)),
        Domain::Closed { values, .. } => found.extend(values.iter().cloned()),
        Domain::Integer { least } => {
            let bounds = literals.iter().filter_map(|(predicate, _)| match predicate {
                Predicate::Below { bound, .. } => number(bound).map(|bound| bound.floor() as i64),
                _ => None,
            });
            let near = bounds.flat_map(|bound| [bound, bound.saturating_sub(1), bound.saturating_add(1)]);
            let numbers = near.chain(*least..least.saturating_add(NUMBERS)).filter(|number| number >= least);
            found.extend(numbers.map(|number| number.to_string()));
        }
        Domain::Open => {}
    }
    if matches!(domain, Domain::Open | Domain::Closed { with_other: true, .. }) {
        found.extend(matching(default, literals));
        found.extend(beside_bounds(literals));
        let is_path = names_path(name) && !default.is_some_and(is_switch);
        found.extend(is_path.then(|| PATH.to_owned()));
        found.extend(compiler_for(name).map(str::to_owned));
        found.extend(usual(name).iter().map(|&text| text.to_owned()));
        let plain = flag_for(name).or_else(|| word_for(name));
        found.extend(plain.filter(|_| !default.is_some_and(is_switch)).map(str::to_owned));
        // A plain text only where no number or pattern asks for more; a switch's only for what may be a switch.
        if default.is_some_and(|text| !is_switch(text)) {
            // A text that the project knows says more.
            let known = constants.iter().filter(|text| !text.is_empty() && !is_switch(text));
            found.extend(known.take(CONSTANTS).map(|&text| text.to_owned()));
            found.push("other".to_owned());
        }
        found.extend(["ON", "OFF", "1", "0"].map(str::to_owned));
        found.extend(constants.iter().take(CONSTANTS).map(|&text| text.to_owned()));
        found.extend(["", "other"].map(str::to_owned));
        found.extend(through(literals));
    }
    let mut seen = FxHashSet::default();
    found.retain(|text| seen.insert(text.clone()));
    found.truncate(TEXTS);
    found
}

/// Whether a variable holds a path, by its name.
fn names_path(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    // `SDK_INSTALL_DIR` is a folder, `WITH_LIBRARY` a switch.
    let is_folder = ["DIR", "DIRECTORY", "PREFIX"].iter().any(|end| upper.ends_with(end));
    let switch = upper.split('_').any(|word| SWITCHES.contains(&word) && !(is_folder && OF_FOLDERS.contains(&word)));
    // `LIBDIR` is one, `FULL_RPATH` none.
    !switch && !upper.ends_with("RPATH") && PATH_ENDS.iter().any(|end| upper.ends_with(end))
}

fn has_word_of_switches(upper: &str) -> bool {
    upper.split('_').any(|word| SWITCHES.contains(&word))
}

/// The usual program for a variable that names a compiler (`CMAKE_<LANG>_COMPILER`, cmake-variables(7)).
fn compiler_for(name: &str) -> Option<&'static str> {
    const COMPILERS: &[(&str, &str)] = &[
        ("ASM", "cc"),
        ("C", "cc"),
        ("CUDA", "nvcc"),
        ("CXX", "c++"),
        ("Fortran", "gfortran"),
        ("HIP", "clang++"),
        ("ISPC", "ispc"),
        ("OBJC", "clang"),
        ("OBJCXX", "clang++"),
        ("Swift", "swiftc"),
    ];
    let language = name.strip_prefix("CMAKE_")?.strip_suffix("_COMPILER")?;
    COMPILERS.iter().find(|(known, _)| *known == language).map(|(_, program)| *program)
}

/// What is usually said in CMake's own variables (cmake-variables(7)).
fn usual(name: &str) -> &'static [&'static str] {
    match name {
        "CMAKE_BUILD_TYPE" => &["Release", "Debug"],
        "CMAKE_CONFIGURATION_TYPES" => &["Debug;Release"],
        "CMAKE_CXX_STANDARD" | "CMAKE_CUDA_STANDARD" | "CMAKE_HIP_STANDARD" => &["17"],
        "CMAKE_C_STANDARD" => &["11"],
        _ => &[],
    }
}

/// A harmless flag for a variable that holds some, by its name.
fn flag_for(name: &str) -> Option<&'static str> {
    let upper = name.to_ascii_uppercase();
    let of_linker = upper.contains("LINK") || upper.ends_with("LDFLAGS");
    let holds = (upper.ends_with("FLAGS") || upper.contains("_FLAGS_")) && !has_word_of_switches(&upper);
    holds.then_some(if of_linker { "-Wl,-O1" } else { "-O2" })
}

/// A word for a variable that holds a name or a version, by its own name.
fn word_for(name: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[("NAME", "name"), ("VERSION", "1.0")];
    let upper = name.to_ascii_uppercase();
    let last = upper.rsplit('_').next().filter(|_| !has_word_of_switches(&upper))?;
    WORDS.iter().find(|(end, _)| last == *end).map(|(_, word)| *word)
}

/// Whether a default is that of something to be switched on or off.
fn is_switch(text: &str) -> bool {
    let words = ["ON", "OFF", "YES", "NO", "TRUE", "FALSE", "Y", "N", "1", "0"];
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Texts that match the wanted patterns: one alone, lists of several, and either after the default.
fn matching(default: Option<&str>, literals: &[(&Predicate, bool)]) -> Vec<String> {
    let samples: Vec<Vec<String>> = literals
        .iter()
        .filter_map(|(predicate, wanted)| match predicate {
            Predicate::Matches { regex, .. } if *wanted => Some(pattern::samples(regex)),
            _ => None,
        })
        .take(COMBINED)
        .collect();
    let mut found: Vec<String> = samples.iter().flatten().cloned().collect();
    let single = found.len();
    let most = samples.iter().map(Vec::len).max().unwrap_or(0);
    for round in 0..most {
        let chosen: Vec<&str> = samples
            .iter()
            .filter_map(|texts| texts.get(round.min(texts.len().saturating_sub(1))))
            .map(String::as_str)
            .collect();
        if chosen.len() > 1 {
            found.push(chosen.join(";"));
            found.push(chosen.concat());
            found.push(chosen.iter().rev().copied().collect::<Vec<_>>().concat());
        }
    }
    if let Some(default) = default.filter(|text| !text.is_empty()) {
        let extended: Vec<String> =
            found.iter().flat_map(|text| [format!("{default};{text}"), format!("{default}{text}")]).collect();
        found.extend(extended);
    }
    // Where the text itself is ruled out, or a bound is to be met as well, a longer one may do.
    let longer: Vec<String> = found[..single]
        .iter()
        .flat_map(|text| {
            ["0", "00", "9", ".0", ".9", "x"].map(|end| format!("{text}{end}")).into_iter().chain([format!("x{text}")])
        })
        .collect();
    found.extend(longer);
    found
}

/// What is wanted of texts that are computed from this one: itself, and in capitals and small letters.
fn through(literals: &[(&Predicate, bool)]) -> Vec<String> {
    let said = literals.iter().filter(|(predicate, _)| matches!(predicate, Predicate::Through { .. }));
    let said: Vec<(&Predicate, bool)> = said.map(|(predicate, wanted)| (predicate.said(), *wanted)).collect();
    let equal = said.iter().filter_map(|(predicate, wanted)| match predicate {
        Predicate::Equals(text) if *wanted => Some(text.clone()),
        _ => None,
    });
    let wanted: Vec<String> = equal.chain(matching(None, &said)).chain(beside_bounds(&said)).collect();
    wanted.into_iter().flat_map(|text| [text.to_lowercase(), text.to_uppercase(), text]).collect()
}

/// The bounds of comparisons, and texts just below and above them.
fn beside_bounds(literals: &[(&Predicate, bool)]) -> Vec<String> {
    let mut found = Vec::new();
    for (predicate, _) in literals {
        match predicate {
            Predicate::Number => found.extend(["1", "0"].map(str::to_owned)),
            Predicate::Below { scale, bound, .. } => {
                found.push(bound.clone());
                match scale {
                    Scale::Numeric => {
                        if let Some(number) = number(bound) {
                            found.extend([-1.0, 1.0, -0.5, 0.5].map(|step| (number + step).to_string()));
                        }
                    }
                    Scale::Version => found.extend(versions_beside(bound)),
                    // `!` comes before all that other bounds go on with.
                    Scale::Text => {
                        let after = ["a", "0", "!"].map(|next| format!("{bound}{next}"));
                        found.extend(after.into_iter().chain(["0".to_owned(), "z".to_owned()]));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// A version below the given one, one just above it, and the next one of its last component.
fn versions_beside(version: &str) -> Vec<String> {
    let mut found = Vec::new();
    let components: Vec<&str> = version.split('.').collect();
    if let Some((last, head)) = components.split_last() {
        let join = |last: u64| {
            let last = last.to_string();
            head.iter().copied().chain([last.as_str()]).collect::<Vec<_>>().join(".")
        };
        if let Ok(last) = last.parse::<u64>() {
            found.extend(last.checked_sub(1).map(join));
            found.extend(last.checked_add(1).map(join));
        }
        if let Some(Ok(first)) = components.first().map(|first| first.parse::<u64>()) {
            found.extend(first.checked_sub(1).map(|first| first.to_string()));
        }
    }
    found.push(format!("{version}.1"));
    found.push("0".to_owned());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_for_paths_get_paths() {
        let first = |name: &str, default: Option<&str>| {
            let literals = [(&Predicate::Truthy, true)];
            texts(name, &Domain::Open, default, &[], &literals)[0].clone()
        };
        for name in ["Foo_ROOT", "PLUGINDIR", "CMAKE_INSTALL_PREFIX", "SDK_PATH", "ZLIB_LIBRARY", "Python_EXECUTABLE"] {
            assert_eq!(first(name, None), PATH, "{name}");
        }
        for name in ["SDK_INSTALL_DIR", "BUILD_DIRECTORY"] {
            assert_eq!(first(name, None), PATH, "{name}");
        }
        assert_eq!((first("PROGRAM_NAME", None), first("SDK_VERSION", None)), ("name".to_owned(), "1.0".to_owned()));
        for name in ["USE_NAME", "INSTALL_FILE", "USE_FILE", "ENABLE_RPATH", "WITH_ROOT", "STATIC_RUNTIME", "NO_HOME"] {
            assert_eq!(first(name, None), "ON", "{name}");
        }
        assert_eq!(first("FOO_DIR", Some("OFF")), "ON", "it is a switch by its default");
    }

    #[test]
    fn settings_for_compilers_get_compilers() {
        let first = |name: &str| texts(name, &Domain::Open, None, &[], &[(&Predicate::Truthy, true)])[0].clone();
        assert_eq!(first("CMAKE_CUDA_COMPILER"), "nvcc");
        assert_eq!(first("CMAKE_CXX_COMPILER"), "c++");
        assert_eq!(first("PREFER_COMPILER"), "ON");
    }

    #[test]
    fn settings_for_flags_get_flags() {
        let first = |name: &str, default: Option<&str>| {
            let literals = [(&Predicate::Truthy, true)];
            texts(name, &Domain::Open, default, &[], &literals)[0].clone()
        };
        assert_eq!(first("CMAKE_CXX_FLAGS", None), "-O2");
        assert_eq!(first("CMAKE_EXE_LINKER_FLAGS_RELEASE", None), "-Wl,-O1");
        assert_eq!(first("USE_EXTRA_FLAGS", None), "ON");
        assert_eq!(first("FLAGS", Some("OFF")), "ON");
    }
}
