//! Macros that say `extern "C"`, in the files that do not define them themselves: the header of an interface defines them, and the sources
//! use them.
use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::export_macro::linkage_macros;
use super::facts::MacroDef;
use super::preprocessor::{is_in_definition, preprocess};
use super::tables::LinkageMacro;

/// What macros say of linkage, by their names.
pub(super) type Linkages = FxHashMap<String, LinkageMacro>;

/// The macros of a file that say something of linkage, or stand for one of `known`. Nothing where no line that defines one says so.
pub(super) fn of_file(bytes: &[u8], known: &Linkages) -> Linkages {
    let says = || known.keys().any(|name| is_defined_with(bytes, name.as_bytes()));
    if !is_defined_with(bytes, b"extern \"C\"") && (known.is_empty() || !says()) {
        return Linkages::default();
    }
    linkage_macros(&preprocess(bytes).macros, known)
}

/// The macros that every file of a project which defines them defines so. `texts` gives the files that hold a name.
pub(super) fn agreed<T, B>(first: Vec<Linkages>, texts: T) -> Linkages
where
    T: Fn(&str) -> Vec<B>,
    B: AsRef<[u8]> + Send + Sync,
{
    /// Chains of names over files are short.
    const ROUNDS: usize = 3;
    let mut known = Linkages::default();
    let mut apart: FxHashSet<String> = FxHashSet::default();
    let mut found: Vec<(String, LinkageMacro)> = first.into_iter().flatten().collect();
    for _ in 0..ROUNDS {
        let mut new: FxHashSet<String> = FxHashSet::default();
        for (name, kind) in found {
            match known.get(&name) {
                Some(other) if *other != kind => drop(apart.insert(name)),
                Some(_) => {}
                None => {
                    new.insert(name.clone());
                    known.insert(name, kind);
                }
            }
        }
        let look = |name: &String| {
            let files = texts(name);
            let otherwise = files.par_iter().any(|text| is_defined_otherwise(text.as_ref(), name, &known));
            let more = files.par_iter().map(|text| of_file(text.as_ref(), &known)).collect::<Vec<_>>();
            (otherwise, more)
        };
        // A brace has many names.
        let opens = known.values().any(|kind| *kind == LinkageMacro::Open);
        let asked = new.iter().filter(|name| opens || known.get(*name) != Some(&LinkageMacro::Close));
        let looked: Vec<_> = asked.map(|name| (name.clone(), look(name))).collect();
        found = Vec::new();
        for (name, (otherwise, more)) in looked {
            if otherwise {
                apart.insert(name);
            }
            found.extend(more.into_iter().flatten().filter(|(name, _)| !known.contains_key(name)));
        }
        if found.is_empty() {
            break;
        }
    }
    known.retain(|name, _| !apart.contains(name));
    if !known.values().any(|kind| *kind == LinkageMacro::Open) {
        known.retain(|_, kind| *kind != LinkageMacro::Close);
    }
    known
}

/// Whether a text defines a macro, and never so that it says anything of linkage.
fn is_defined_otherwise(text: &[u8], name: &str, known: &Linkages) -> bool {
    is_defined_with(text, name.as_bytes()) && {
        let macros = preprocess(text).macros;
        let stands = |one: &MacroDef| one.name == name && one.body.as_deref().is_some_and(|body| !body.is_empty());
        macros.iter().any(stands) && !linkage_macros(&macros, known).contains_key(name)
    }
}

/// Whether a line of a text that defines a macro, or one that continues it, holds some words.
fn is_defined_with(text: &[u8], words: &[u8]) -> bool {
    memmem::find_iter(text, words).any(|at| is_in_definition(text, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn macros(files: &[&str]) -> Vec<(String, LinkageMacro)> {
        let none = Linkages::default();
        let first = files.iter().map(|text| of_file(text.as_bytes(), &none)).collect();
        let texts = |name: &str| files.iter().filter(|text| text.contains(name)).collect::<Vec<_>>();
        let mut found: Vec<_> = agreed(first, texts).into_iter().collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    #[test]
    fn headers_say_it_for_all() {
        let header = "#ifdef __cplusplus\n#define API extern \"C\"\n#define OPEN extern \"C\" {\n#define SHUT }\n#else\n#define API extern\n#define OPEN\n#define SHUT\n#endif\n";
        let other = "#define PLUGIN_API API __attribute__((visibility(\"default\")))\n";
        let found = macros(&[header, other, "API int f(int);\n"]);
        let named: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(named, ["API", "OPEN", "PLUGIN_API", "SHUT"]);
        assert_eq!(found[2].1, LinkageMacro::Prefix);
    }

    #[test]
    fn who_does_not_agree_says_nothing() {
        assert_eq!(macros(&["#define API extern \"C\"\n", "#define API __declspec(dllexport)\n"]), []);
        assert_eq!(macros(&["extern \"C\" int f();\n#define A 1\n", "#define SHUT }\n"]), []);
    }
}
