//! Which files are worth reading: one pass over the bytes for words that facts begin with.
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, packed};

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
    ("REGIST", Triggers::REGISTER),
    ("__start_", Triggers::REGISTER),
    ("__stop_", Triggers::REGISTER),
    ("section(", Triggers::REGISTER),
    ("section__(", Triggers::REGISTER),
    ("init_priority", Triggers::REGISTER),
    ("LLVMInitialize", Triggers::LLVM),
    ("InitializeNativeTarget", Triggers::LLVM),
    ("InitializeAll", Triggers::LLVM),
];

/// The words of one kind.
struct Words {
    kind: Triggers,
    search: Search,
}

/// A few dozen words are found with vector instructions; more, or on other machines, with an automaton.
enum Search {
    Packed(packed::Searcher),
    Automaton(AhoCorasick),
    /// Nothing could be built: everything may hold a word.
    Everything,
}

impl Search {
    fn new(words: &[Vec<u8>]) -> Self {
        let packed = packed::Config::new().builder().extend(words).build();
        let automaton = || AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).build(words).ok();
        match packed {
            Some(searcher) => Self::Packed(searcher),
            None => automaton().map_or(Self::Everything, Self::Automaton),
        }
    }

    fn hits(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Packed(searcher) => searcher.find(bytes).is_some(),
            Self::Automaton(searcher) => searcher.is_match(bytes),
            Self::Everything => true,
        }
    }
}

fn words() -> &'static [Words] {
    static WORDS_OF_ALL: OnceLock<Vec<Words>> = OnceLock::new();
    WORDS_OF_ALL.get_or_init(|| {
        let kinds = [Triggers::LOAD, Triggers::EXPORT, Triggers::REGISTER, Triggers::LLVM];
        kinds.into_iter().map(|kind| Words { kind, search: Search::new(&words_of(kind)) }).collect()
    })
}

fn words_of(kind: Triggers) -> Vec<Vec<u8>> {
    let own = WORDS.iter().filter(|(_, other)| *other == kind).map(|(word, _)| word.as_bytes().to_vec());
    let mut list: Vec<Vec<u8>> = own.collect();
    if kind == Triggers::LOAD {
        list.extend(tables().call_words().map(|word| word.as_bytes().to_vec()));
    }
    if kind == Triggers::REGISTER {
        list.extend(tables().registration_stems().into_iter().map(|stem| stem.as_bytes().to_vec()));
    }
    shortest(list)
}

/// Leaves out words that hold another word.
fn shortest(mut list: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    list.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut kept: Vec<Vec<u8>> = Vec::new();
    for word in list {
        if !word.is_empty() && !kept.iter().any(|short| memchr::memmem::find(&word, short).is_some()) {
            kept.push(word);
        }
    }
    kept
}

/// The kinds among `wanted` of which a file may hold facts: never leaves one out that [`super::scan`] would find, as far as
/// the kind needs a word. One pass over the bytes for each kind, which ends at the first word.
pub fn triggers(bytes: &[u8], wanted: Triggers) -> Triggers {
    let hit = words().iter().filter(|words| words.kind.meets(wanted) && words.search.hits(bytes));
    hit.fold(Triggers::default(), |found, words| found | words.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_fast_searcher_on_this_machine() {
        if cfg!(target_arch = "x86_64") {
            for words in words() {
                assert!(matches!(words.search, Search::Packed(_)), "{:?}", words.kind);
            }
        }
    }

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
