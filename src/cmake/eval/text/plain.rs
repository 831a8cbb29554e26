//! Plain strings, each once. A long string that something is appended to is kept as what it was and the rest, until somebody reads it:
//! `string(APPEND)` in a loop would else copy all that is there in each round.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxBuildHasher;

use super::{Entry, OVERHEAD, Text, Texts, has_symbol};

/// Length in bytes from which a string grows without being copied, and from which its hash can be computed from that of its beginning.
const LONG: usize = 256;
/// Base of the hash of long strings: odd, so that no power of it is lost modulo 2^64.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A plain string.
#[derive(Clone)]
pub(super) struct Plain {
    hash: u64,
    /// Whether it holds symbols.
    pub(super) symbolic: bool,
    /// Whether it holds `;`.
    list: bool,
    content: Content,
}

#[derive(Clone)]
enum Content {
    Whole(Arc<str>),
    Grown(Box<Grown>),
}

/// A string and what was appended to it, both plain.
#[derive(Clone)]
struct Grown {
    base: Text,
    tail: Text,
    /// Bytes of both.
    len: usize,
    whole: OnceLock<Arc<str>>,
}

/// Bytes of grown strings that somebody has read.
#[derive(Default)]
pub(super) struct Read(AtomicUsize);

impl Clone for Read {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.get()))
    }
}

impl Read {
    pub(super) fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The hash of long strings continued over more bytes: a polynomial in [`BASE`], so that the hash of two strings together comes from theirs.
fn continued(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| hash.wrapping_mul(BASE).wrapping_add(u64::from(byte) + 1))
}

fn hash_of(text: &str) -> u64 {
    if text.len() < LONG { FxBuildHasher.hash_one(text) } else { continued(0, text.as_bytes()) }
}

/// The hash as the table wants it: every bit counts in the upper and in the lower ones.
fn spread(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}

impl Texts {
    /// Interns a plain string.
    pub fn intern(&mut self, text: &str) -> Text {
        let hash = hash_of(text);
        if let Some(known) = self.known(hash, text) {
            return known;
        }
        self.bytes += text.len();
        let symbolic = has_symbol(text);
        let list = memchr::memchr(b';', text.as_bytes()).is_some();
        self.add(Plain { hash, symbolic, list, content: Content::Whole(text.into()) })
    }

    /// Plain strings joined; `None` where one is a compound.
    pub fn join(&mut self, parts: &[Text]) -> Option<Text> {
        let (&first, rest) = parts.split_first()?;
        let strings: Vec<&str> = rest.iter().map(|&part| self.as_str(part)).collect::<Option<_>>()?;
        if self.length(first)? < LONG {
            let joined = strings.iter().fold(self.as_str(first)?.to_owned(), |joined, more| joined + more);
            return Some(self.intern(&joined));
        }
        let tail = strings.concat();
        Some(if tail.is_empty() { first } else { self.grown(first, &tail) })
    }

    /// A long string with something appended.
    fn grown(&mut self, base: Text, added: &str) -> Text {
        let Entry::Plain(before) = &self.entries[base.0 as usize] else { return base };
        let hash = continued(before.hash, added.as_bytes());
        let (symbolic, list) = (before.symbolic || has_symbol(added), before.list || added.contains(';'));
        let len = self.length(base).unwrap_or_default() + added.len();
        let found = self.plain.find(spread(hash), |&other| {
            let Entry::Plain(plain) = &self.entries[other.0 as usize] else { return false };
            plain.hash == hash && self.length(other) == Some(len) && self.is_joined(other, base, added)
        });
        if let Some(&known) = found {
            return known;
        }
        let tail = self.intern(added);
        let grown = Grown { base, tail, len, whole: OnceLock::new() };
        self.add(Plain { hash, symbolic, list, content: Content::Grown(Box::new(grown)) })
    }

    /// Whether a text is that string with something appended.
    fn is_joined(&self, text: Text, base: Text, added: &str) -> bool {
        if let Entry::Plain(Plain { content: Content::Grown(grown), .. }) = &self.entries[text.0 as usize]
            && grown.base == base
        {
            return self.as_str(grown.tail) == Some(added);
        }
        let both = self.as_str(text).zip(self.as_str(base));
        both.is_some_and(|(text, base)| text.strip_prefix(base) == Some(added))
    }

    fn add(&mut self, plain: Plain) -> Text {
        let id = Text(self.entries.len() as u32);
        self.bytes += OVERHEAD;
        let hash = spread(plain.hash);
        self.entries.push(Entry::Plain(plain));
        let entries = &self.entries;
        self.plain.insert_unique(hash, id, |other| match &entries[other.0 as usize] {
            Entry::Plain(plain) => spread(plain.hash),
            Entry::Compound(_) => 0,
        });
        id
    }

    /// A string that was interned before.
    pub fn find(&self, text: &str) -> Option<Text> {
        self.known(hash_of(text), text)
    }

    fn known(&self, hash: u64, text: &str) -> Option<Text> {
        let found = self.plain.find(spread(hash), |&other| {
            let Entry::Plain(plain) = &self.entries[other.0 as usize] else { return false };
            plain.hash == hash && self.length(other) == Some(text.len()) && self.as_str(other) == Some(text)
        });
        found.copied()
    }

    /// The string of a plain text; compounds give `None`.
    pub fn plain(&self, text: Text) -> Option<Arc<str>> {
        self.whole(text).cloned()
    }

    /// The string of a plain text, borrowed; compounds give `None`.
    pub fn as_str(&self, text: Text) -> Option<&str> {
        self.whole(text).map(|whole| &**whole)
    }

    fn whole(&self, text: Text) -> Option<&Arc<str>> {
        let Entry::Plain(plain) = &self.entries[text.0 as usize] else { return None };
        Some(match &plain.content {
            Content::Whole(whole) => whole,
            Content::Grown(grown) => grown.whole.get_or_init(|| self.put_together(grown)),
        })
    }

    fn put_together(&self, grown: &Grown) -> Arc<str> {
        let mut tails = vec![grown.tail];
        let mut base = grown.base;
        // The beginning is what is there already.
        while let Entry::Plain(Plain { content: Content::Grown(earlier), .. }) = &self.entries[base.0 as usize]
            && earlier.whole.get().is_none()
        {
            tails.push(earlier.tail);
            base = earlier.base;
        }
        let mut whole = String::with_capacity(grown.len);
        whole.push_str(self.as_str(base).unwrap_or_default());
        whole.extend(tails.into_iter().rev().filter_map(|tail| self.as_str(tail)));
        self.read.0.fetch_add(grown.len, Ordering::Relaxed);
        whole.into()
    }

    /// Bytes of a plain text; compounds give `None`.
    pub fn length(&self, text: Text) -> Option<usize> {
        match &self.entries[text.0 as usize] {
            Entry::Plain(Plain { content: Content::Whole(whole), .. }) => Some(whole.len()),
            Entry::Plain(Plain { content: Content::Grown(grown), .. }) => Some(grown.len),
            Entry::Compound(_) => None,
        }
    }

    /// Whether it is a plain string that holds `;`.
    pub fn holds_semicolon(&self, text: Text) -> bool {
        matches!(&self.entries[text.0 as usize], Entry::Plain(plain) if plain.list)
    }

    /// Whether it is a plain string without symbols.
    pub fn is_known(&self, text: Text) -> bool {
        matches!(&self.entries[text.0 as usize], Entry::Plain(plain) if !plain.symbolic)
    }

    /// Whether it is a plain string with symbols.
    pub fn is_symbolic(&self, text: Text) -> bool {
        matches!(&self.entries[text.0 as usize], Entry::Plain(plain) if plain.symbolic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// However a string came about, it is one text, with the marks of its content.
        #[test]
        fn a_string_that_grows_is_the_string(start in "[ab;]{250,260}", tails in prop::collection::vec("[ab;\u{F0001}]{0,3}", 0..8), read in any::<u8>()) {
            let mut texts = Texts::default();
            let mut string = start.clone();
            let mut text = texts.intern(&start);
            for (at, tail) in tails.iter().enumerate() {
                let tail_text = texts.intern(tail);
                text = texts.join(&[text, tail_text]).expect("plain");
                string.push_str(tail);
                if read >> at & 1 == 1 {
                    prop_assert_eq!(texts.as_str(text), Some(&*string));
                }
            }
            prop_assert_eq!(texts.find(&string), Some(text));
            prop_assert_eq!(texts.intern(&string), text);
            prop_assert_eq!(texts.length(text), Some(string.len()));
            prop_assert_eq!(texts.holds_semicolon(text), string.contains(';'));
            prop_assert_eq!(texts.is_symbolic(text), has_symbol(&string));
            // The same the other way round: the whole string was there before.
            let mut other = Texts::default();
            let whole = other.intern(&string);
            let parts: Vec<Text> = std::iter::once(&start).chain(&tails).map(|part| other.intern(part)).collect();
            prop_assert_eq!(other.join(&parts), Some(whole));
        }
    }
}
