//! Which files are worth reading: one pass over the bytes for words that facts begin with.
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

use super::tables::tables;

/// Kinds of facts that a file may hold, by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Triggers(u8);

impl Triggers {
    /// Loading of libraries, looking up of symbols, running of programs.
    pub const LOAD: Self = Self(1);
    /// Visibility, export macros, `extern "C"`, weak symbols, aliases, version directives.
    pub const EXPORT: Self = Self(2);
    /// What runs before `main`, registration macros, sections.
    pub const REGISTER: Self = Self(4);
    /// LLVM's initialisers.
    pub const LLVM: Self = Self(8);
    /// All of them.
    pub const ALL: Self = Self(15);

    /// Whether any of `other` is among them.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Triggers {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Words of the language and of linkers; those of the tables are added.
const WORDS: &[(&str, Triggers)] = &[
    ("visibility", Triggers::EXPORT),
    ("dllexport", Triggers::EXPORT),
    ("dllimport", Triggers::EXPORT),
    ("extern \"C", Triggers::EXPORT),
    ("weak", Triggers::EXPORT),
    (".symver", Triggers::EXPORT),
    ("symver(", Triggers::EXPORT),
    ("/EXPORT", Triggers::EXPORT),
    ("constructor", Triggers::REGISTER),
    ("__start_", Triggers::REGISTER),
    ("__stop_", Triggers::REGISTER),
    ("section(", Triggers::REGISTER),
    ("init_priority", Triggers::REGISTER),
    ("LLVMInitialize", Triggers::LLVM),
    ("InitializeNativeTarget", Triggers::LLVM),
    ("InitializeAll", Triggers::LLVM),
];

struct Words {
    searcher: AhoCorasick,
    kinds: Vec<Triggers>,
}

fn words() -> Option<&'static Words> {
    static WORDS_OF_ALL: OnceLock<Option<Words>> = OnceLock::new();
    WORDS_OF_ALL
        .get_or_init(|| {
            let mut list: Vec<(Vec<u8>, Triggers)> =
                WORDS.iter().map(|(word, kind)| (word.as_bytes().to_vec(), *kind)).collect();
            list.extend(tables().call_names().into_iter().map(|name| (name.to_vec(), Triggers::LOAD)));
            list.extend(
                tables().registration_stems().into_iter().map(|stem| (stem.as_bytes().to_vec(), Triggers::REGISTER)),
            );
            let list = shortest(list);
            let kinds = list.iter().map(|(_, kind)| *kind).collect();
            let searcher = AhoCorasick::new(list.iter().map(|(word, _)| word)).ok()?;
            Some(Words { searcher, kinds })
        })
        .as_ref()
}

/// Leaves out words that hold another word of the same kind.
fn shortest(mut list: Vec<(Vec<u8>, Triggers)>) -> Vec<(Vec<u8>, Triggers)> {
    list.sort_by(|a, b| a.0.len().cmp(&b.0.len()).then_with(|| a.0.cmp(&b.0)));
    let mut kept: Vec<(Vec<u8>, Triggers)> = Vec::new();
    for (word, kind) in list {
        let covered =
            |(short, other): &(Vec<u8>, Triggers)| *other == kind && memchr::memmem::find(&word, short).is_some();
        if !word.is_empty() && !kept.iter().any(covered) {
            kept.push((word, kind));
        }
    }
    kept
}

/// The kinds of facts that a file may hold. Never leaves out a kind that [`super::scan`] would find, as far as the kind
/// needs one of the words. Stops as soon as all of `wanted` are found.
pub fn triggers(bytes: &[u8], wanted: Triggers) -> Triggers {
    // Without a searcher nothing is known, so that everything may be there.
    let Some(words) = words() else { return Triggers::ALL };
    let mut found = Triggers::default();
    for hit in words.searcher.find_overlapping_iter(bytes) {
        found = found | words.kinds.get(hit.pattern().as_usize()).copied().unwrap_or(Triggers::ALL);
        if found.0 & wanted.0 == wanted.0 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_kinds() {
        assert_eq!(triggers(b"int main() { return 0; }", Triggers::ALL), Triggers::default());
        assert!(triggers(b"x = dlopen(a)", Triggers::ALL).meets(Triggers::LOAD));
        assert!(triggers(b"TVM_REGISTER_GLOBAL(x)", Triggers::ALL).meets(Triggers::REGISTER));
        assert!(triggers(b"extern \"C\" int f;", Triggers::ALL).meets(Triggers::EXPORT));
        let both = triggers(b"dlopen; LLVMInitializeX86Target();", Triggers::ALL);
        assert!(both.meets(Triggers::LLVM) && both.meets(Triggers::LOAD));
    }
}
