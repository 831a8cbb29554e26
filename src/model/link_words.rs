//! From the items of a link line to flags: an item is read once for all lines that have it.
use std::rc::Rc;
use std::sync::Arc;

use crate::flags::{self, LinkFlag, Located};

use super::{FlagSource, Item, Model};

/// Where on the line items stand: they are written in other ways there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Among {
    /// `LINK_OPTIONS`, `CMAKE_EXE_LINKER_FLAGS` and relatives.
    Options,
    /// `LINK_LIBRARIES`.
    Libraries,
}

impl Among {
    fn read(self, words: &[&str]) -> Vec<Located<LinkFlag>> {
        match self {
            Self::Options => flags::link(words),
            Self::Libraries => flags::libraries(words),
        }
    }
}

/// An item as it is read without its neighbours.
pub(super) struct Alone {
    /// Its flags, each with its words.
    flags: Vec<(Rc<Located<LinkFlag>>, Rc<str>)>,
    /// Whether the item behind it may be the value of its last flag: `-Xlinker`, `-framework`.
    open: bool,
}

impl Model<'_> {
    /// The flags that items are, one behind the other.
    pub(super) fn read_flags(&self, items: &[Item], among: Among) -> Vec<FlagSource> {
        let read: Vec<Rc<Alone>> = items.iter().map(|item| self.read_alone(&item.text, among)).collect();
        // There may be millions of them in all.
        let mut out = Vec::with_capacity(read.iter().map(|alone| alone.flags.len()).sum());
        let mut together = 0..0;
        for (at, (item, alone)) in items.iter().zip(&read).enumerate() {
            if together.is_empty() && !alone.open {
                let kept = Rc::new(item.clone());
                let of_item = |(flag, text): &(Rc<_>, Rc<_>)| FlagSource {
                    flag: Rc::clone(flag),
                    cond: item.cond,
                    item: Rc::clone(&kept),
                    text: Rc::clone(text),
                };
                out.extend(alone.flags.iter().filter(|_| !item.cond.is_false()).map(of_item));
                continue;
            }
            together = if together.is_empty() { at..at + 1 } else { together.start..at + 1 };
            if !alone.open {
                self.read_together(&items[together], among, &mut out);
                together = 0..0;
            }
        }
        self.read_together(&items[together], among, &mut out);
        out
    }

    fn read_alone(&self, text: &Arc<str>, among: Among) -> Rc<Alone> {
        let mut known = self.cache.alone.borrow_mut();
        let alone = known.entry((among, Arc::clone(text))).or_insert_with(|| {
            let words = split_words(text);
            let flags = among.read(&words.iter().map(String::as_str).collect::<Vec<_>>());
            Rc::new(Alone { flags: self.kept(flags, &words), open: is_open(&words, among) })
        });
        Rc::clone(alone)
    }

    /// Flags as they are kept, each with its words: equal ones of all lines are one.
    fn kept(&self, flags: Vec<Located<LinkFlag>>, words: &[String]) -> Vec<(Rc<Located<LinkFlag>>, Rc<str>)> {
        let keep = |mut flag: Located<LinkFlag>| {
            // Counted from its own first word.
            let range = std::mem::replace(&mut flag.args, 0..0);
            flag.args.end = range.len();
            let text = words.get(range)?.join(" ");
            Some((self.cache.linked_flag(flag), self.cache.linked_words(text)))
        };
        flags.into_iter().filter_map(keep).collect()
    }

    /// Items that may hold a flag and its value.
    fn read_together(&self, items: &[Item], among: Among, out: &mut Vec<FlagSource>) {
        let mut of_word = Vec::new();
        let mut words = Vec::new();
        for item in items {
            words.extend(split_words(&item.text));
            of_word.resize(words.len(), item);
        }
        let flags = among.read(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let ranges: Vec<_> = flags.iter().map(|flag| flag.args.clone()).filter(|r| r.end <= words.len()).collect();
        for ((flag, text), range) in self.kept(flags, &words).into_iter().zip(ranges) {
            let Some(own @ [first, ..]) = of_word.get(range) else { continue };
            let cond = self.facts.conds.all(own.iter().map(|item| item.cond));
            if !cond.is_false() {
                out.push(FlagSource { flag, cond, item: Rc::new(Item::clone(first)), text });
            }
        }
    }
}

/// Whether the word behind some would be the value of their last flag, or a part of it.
fn is_open(words: &[String], among: Among) -> bool {
    /// A file: nothing else can be a value of more flags.
    const NEXT: &str = "x";
    let words: Vec<&str> = words.iter().map(String::as_str).chain([NEXT]).collect();
    among.read(&words).last().is_none_or(|flag| flag.args.start + 1 != words.len())
}

/// Options strings of the old properties hold several flags; list elements with a prefix of their own do not.
fn split_words(text: &str) -> Vec<String> {
    if text.starts_with("SHELL:")
        || text.starts_with("LINKER:")
        || text.starts_with("$<")
        || !text.contains([' ', '\t'])
    {
        return vec![text.to_owned()];
    }
    flags::split_unix(text).into_iter().map(|word| word.text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_the_next_item_is_open() {
        let is_open = |text: &str, among| is_open(&split_words(text), among);
        for text in ["-Xlinker", "-z", "-Wl,--version-script", "LINKER:-z", "-O2 -framework", "SHELL:-u"] {
            assert!(is_open(text, Among::Options), "{text}");
            assert!(is_open(text, Among::Libraries), "{text}");
        }
        for text in ["", " ", "-rdynamic", "-Wl,-z,now", "-O2 -g", "-framework Cocoa", "m", "LINKER:-z,now"] {
            assert!(!is_open(text, Among::Options), "{text}");
            assert!(!is_open(text, Among::Libraries), "{text}");
        }
    }
}
