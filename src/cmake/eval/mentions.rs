//! Whether texts of many forms hold something, without asking in which configurations.
use rustc_hash::FxHashSet;

use super::text::{Compound, Text, Texts};
use super::value::Value;

/// A question about plain texts. Texts that are parts of many others are looked at once.
pub struct Mentions<'t, F> {
    texts: &'t Texts,
    wanted: F,
    /// Texts that hold no such thing.
    without: FxHashSet<Text>,
}

impl<'t, F: Fn(&str) -> bool> Mentions<'t, F> {
    /// Nothing is looked at yet. `wanted` is asked of fragments: what it looks for must not be put together of several.
    pub fn new(texts: &'t Texts, wanted: F) -> Self {
        Self { texts, wanted, without: FxHashSet::default() }
    }

    /// Whether a fragment of a value is such a one, in whichever configuration.
    pub fn hold(&mut self, value: &Value) -> bool {
        let mut open: Vec<Text> = value.elems.iter().map(|elem| elem.text).collect();
        let mut seen: Vec<Text> = Vec::new();
        while let Some(text) = open.pop() {
            if !self.without.insert(text) {
                continue;
            }
            seen.push(text);
            match self.texts.compound(text) {
                Some(Compound::Rope(parts)) => open.extend(parts.iter().map(|(_, part)| *part)),
                Some(Compound::List(elems)) => open.extend(elems.iter().map(|elem| elem.text)),
                None if self.texts.as_str(text).is_some_and(&self.wanted) => {
                    // What was looked at on the way may hold it.
                    for text in &seen {
                        self.without.remove(text);
                    }
                    return true;
                }
                None => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cmake::eval::value::{Elem, Origin};
    use crate::cond::Cond;

    #[test]
    fn parts_are_looked_at() {
        let mut texts = Texts::default();
        let [plain, flag] = ["plain", "-Wl,-rpath,"].map(|text| texts.intern(text));
        let elem = |text| Elem { cond: Cond::TRUE, text, origin: Origin::NONE };
        let list = texts.intern_compound(Compound::List(Arc::new(vec![elem(plain), elem(flag)])));
        let value = |text| Value { defined: Cond::TRUE, elems: Arc::new(vec![elem(text)]) };
        let mut mentions = Mentions::new(&texts, |text: &str| text.contains("-rpath"));
        assert!(!mentions.hold(&value(plain)) && mentions.hold(&value(list)) && mentions.hold(&value(list)));
        assert!(mentions.hold(&value(flag)) && !mentions.hold(&value(plain)));
    }
}
