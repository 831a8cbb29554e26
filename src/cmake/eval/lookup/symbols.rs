//! Texts that are not known: what users, the toolchain, a search or a computation decide.
use std::borrow::Cow;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::platform;
use crate::cmake::eval::text::{SymbolKind, Text, is_symbol};
use crate::cond::{Domain, Subject, SubjectId, SubjectKind};

impl Machine<'_> {
    /// The symbol of something that the user may give.
    pub(in crate::cmake::eval) fn input_symbol(&mut self, name: &str) -> (Text, SubjectId) {
        let is_option = self.env.names.declared.get(name).copied().unwrap_or(false);
        self.symbol(SymbolKind::Input, name, || Subject {
            kind: if is_option { SubjectKind::Option } else { SubjectKind::Input },
            name: name.to_owned(),
            domain: if is_option { Domain::Boolean } else { Domain::Open },
            default: None,
            always_defined: false,
        })
    }

    /// A symbol, its text and its subject.
    pub(in crate::cmake::eval) fn symbol(
        &mut self,
        kind: SymbolKind,
        name: &str,
        subject: impl FnOnce() -> Subject,
    ) -> (Text, SubjectId) {
        let conds = &self.facts.conds;
        let id = self.facts.texts.symbol(kind, name, || conds.subject(subject()));
        let subject = self.facts.texts.info(id).subject;
        (self.facts.texts.symbol_text(id), subject)
    }

    fn unknown_text(&mut self, kind: SymbolKind, subject_kind: SubjectKind, name: &str) -> Text {
        self.unknown_of(kind, subject_kind, name, Domain::Open)
    }

    fn unknown_of(&mut self, kind: SymbolKind, subject_kind: SubjectKind, name: &str, domain: Domain) -> Text {
        let name = &*short(name);
        self.symbol(kind, name, || Subject { domain, ..unknown(subject_kind, name) }).0
    }

    /// Text that a limit or an unmodelled command left unknown.
    pub(in crate::cmake::eval) fn unmodelled_symbol(&mut self, name: &str) -> Text {
        self.unknown_text(SymbolKind::Unmodelled, SubjectKind::Unknown, name)
    }

    /// Text that a search or a check would find.
    pub(in crate::cmake::eval) fn found_symbol(&mut self, name: &str) -> Text {
        self.unknown_text(SymbolKind::Found, SubjectKind::Unknown, name)
    }

    /// Text that the toolchain or the generator decides.
    pub(in crate::cmake::eval) fn toolchain_symbol(&mut self, name: &str) -> Text {
        let conds = &self.facts.conds;
        // What is known of its texts is known from the beginning: no compiler of Microsoft's builds for Linux.
        let id = self.facts.texts.symbol(SymbolKind::Toolchain, name, || {
            conds.well_known(name).unwrap_or_else(|| conds.subject(unknown(SubjectKind::Toolchain, name)))
        });
        if platform::is_never_empty(name) {
            self.sure_texts.insert(self.facts.texts.info(id).subject);
        }
        self.facts.texts.symbol_text(id)
    }

    /// Text computed from unknown text: the same expression gives the same symbol and so the same atoms.
    pub(in crate::cmake::eval) fn derived(&mut self, expression: &str) -> Text {
        // To compare long texts again and again takes longer than what could come of it.
        if expression.len() > LONGEST_COMPUTED {
            self.unknown(Reason::Limit, "computed from a long text", self.caller);
            let count = self.facts.texts.symbols().len();
            return self.unmodelled_symbol(&format!("text {count} computed from a long one"));
        }
        let shown = self.shown(expression);
        self.derived_as(&shown)
    }

    fn derived_as(&mut self, shown: &str) -> Text {
        self.unknown_text(SymbolKind::Derived, SubjectKind::Unknown, shown)
    }

    /// An expression as a name. A long one is told by its symbols: their names may be long themselves.
    fn shown(&self, expression: &str) -> String {
        let mut shown = String::new();
        for part in expression.split_inclusive(is_symbol) {
            shown.push_str(&self.facts.texts.display_str(part));
            if shown.len() > LONGEST {
                return shortened(&shown, expression.as_bytes());
            }
        }
        shown
    }

    /// Text computed from words, as [`Self::derived`]: where they hold one unknown text only, what is said of the result is said of that one.
    pub(in crate::cmake::eval) fn computed(
        &mut self,
        expression: &str,
        words: &[&str],
        run: impl Fn(&[&str]) -> Option<String> + Send + Sync + 'static,
    ) -> Text {
        if expression.len() > LONGEST_COMPUTED {
            return self.derived(expression);
        }
        let shown = self.shown(expression);
        // Asked for before: it is said how it is computed.
        if let Some(known) = self.facts.texts.find_symbol(SymbolKind::Derived, &shown) {
            return self.facts.texts.symbol_text(known);
        }
        let text = self.derived_as(&shown);
        let texts = &self.facts.texts;
        let mut unknown = words.iter().flat_map(|word| word.chars()).filter(|&c| is_symbol(c));
        let Some(first) = unknown.next() else { return text };
        let (Some(base), Some(own)) = (texts.symbol_of(first), texts.lone_symbol(text)) else { return text };
        // The last symbol of all stands for every further one.
        if unknown.any(|c| c != first) || *texts.info(own).name != *shown {
            return text;
        }
        let (base, own) = (texts.info(base).subject, texts.info(own).subject);
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let run = move |text: &str| {
            let filled: Vec<String> = words.iter().map(|word| word.replace(first, text)).collect();
            run(&filled.iter().map(String::as_str).collect::<Vec<_>>())
        };
        self.facts.conds.compute(own, base, Arc::new(run));
        text
    }

    /// A whole number computed from unknown text, which is not below `least`.
    pub(in crate::cmake::eval) fn derived_number(&mut self, expression: &str, least: i64) -> Text {
        let shown = self.shown(expression);
        self.unknown_of(SymbolKind::Derived, SubjectKind::Unknown, &shown, Domain::Integer { least })
    }
}

/// Text of which nothing is known.
fn unknown(kind: SubjectKind, name: &str) -> Subject {
    Subject { kind, name: name.to_owned(), domain: Domain::Open, default: None, always_defined: true }
}

/// Bytes of unknown text from which another one is computed.
const LONGEST_COMPUTED: usize = 32 << 10;
/// Bytes of a name that is kept whole.
const LONGEST: usize = 2048;

/// The name of something unknown. What is computed from it again and again is named by its beginning and a digest of the whole: names that
/// hold each other would double with every round.
fn short(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST { Cow::Borrowed(name) } else { Cow::Owned(shortened(name, name.as_bytes())) }
}

/// The beginning of a name, and a digest of what tells it from others that begin so.
fn shortened(name: &str, whole: &[u8]) -> String {
    const SHOWN: usize = 200;
    let shown: String = name.chars().take(SHOWN).collect();
    let digest = Sha256::digest(whole).iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    format!("{shown}… #{digest}")
}
