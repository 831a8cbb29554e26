//! Values of one configuration as plain texts; `None` is "not known" throughout.
use crate::cmake::eval::text::{Compound, Text, has_symbol};
use crate::cmake::eval::value::{Origin, Value};
use crate::cmake::lang::list;
use crate::cond::Cond;

use crate::model::Model;

/// Nested compounds are followed this deep.
const DEEPEST: u32 = 16;

/// Reads values under the condition that one configuration was chosen by (that of a target's definition, say).
#[derive(Clone, Copy)]
pub(super) struct Reader<'m, 'f> {
    pub model: &'m Model<'f>,
    /// What is taken for granted.
    pub under: Cond,
}

impl Reader<'_, '_> {
    /// Whether a condition holds; not known where it still depends on something.
    pub(super) fn holds(&self, cond: Cond) -> Option<bool> {
        let conds = &self.model.facts.conds;
        if cond.is_true() || conds.implies(self.under, cond) {
            return Some(true);
        }
        (cond.is_false() || conds.disjoint(self.under, cond)).then_some(false)
    }

    /// A text without anything unknown in it.
    pub(super) fn text(&self, text: Text) -> Option<String> {
        self.nested(text, 0)
    }

    fn nested(&self, text: Text, depth: u32) -> Option<String> {
        let texts = &self.model.facts.texts;
        if depth > DEEPEST {
            return None;
        }
        match texts.compound(text) {
            None => texts.as_str(text).filter(|t| !has_symbol(t)).map(str::to_owned),
            Some(Compound::Rope(parts)) => {
                let mut out = String::new();
                for &(cond, part) in parts.iter() {
                    if self.holds(cond)? {
                        out.push_str(&self.nested(part, depth + 1)?);
                    }
                }
                Some(out)
            }
            Some(Compound::List(elems)) => {
                let mut out = Vec::new();
                for elem in elems.iter() {
                    if self.holds(elem.cond)? {
                        out.push(self.nested(elem.text, depth + 1)?);
                    }
                }
                Some(out.join(";"))
            }
        }
    }

    /// The elements as they were written, each with its origin; `;` inside them is kept.
    pub(super) fn elements(&self, value: &Value) -> Option<Vec<(String, Origin)>> {
        let mut out = Vec::new();
        for elem in value.elems.iter() {
            if self.holds(elem.cond)? {
                out.push((self.text(elem.text)?, elem.origin));
            }
        }
        Some(out)
    }

    /// Every text that may be among the elements; `None` where one of them is not known.
    pub(super) fn possible(&self, value: &Value) -> Option<Vec<String>> {
        let mut out = Vec::new();
        let mut left: Vec<(Cond, Text, u32)> = value.elems.iter().map(|elem| (elem.cond, elem.text, 0)).collect();
        while let Some((cond, text, depth)) = left.pop() {
            if self.holds(cond) == Some(false) {
                continue;
            }
            match self.model.facts.texts.compound(text) {
                Some(Compound::List(elems)) if depth < DEEPEST => {
                    left.extend(elems.iter().map(|elem| (elem.cond, elem.text, depth + 1)));
                }
                Some(_) => return None,
                None => out.extend(list::split(&self.text(text)?).into_iter().map(std::borrow::Cow::into_owned)),
            }
        }
        Some(out)
    }

    /// The whole as `${}` gives it.
    pub(super) fn joined(&self, value: &Value) -> Option<String> {
        Some(self.elements(value)?.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(";"))
    }

    /// CMake's list of it, empty items dropped.
    pub(super) fn list(&self, value: &Value) -> Option<Vec<String>> {
        let text = self.joined(value)?;
        Some(list::split(&text).into_iter().filter(|t| !t.is_empty()).map(std::borrow::Cow::into_owned).collect())
    }

    /// Whether there is a value: what was appended where a condition holds counts there.
    pub(super) fn is_set(&self, value: &Value) -> Option<bool> {
        let appended = || {
            let each: Vec<Option<bool>> = value.elems.iter().map(|elem| self.holds(elem.cond)).collect();
            if each.contains(&Some(true)) { Some(true) } else { (!each.contains(&None)).then_some(false) }
        };
        match (self.holds(value.defined), appended()) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }
    }

    /// The whole, `Some(None)` where it is not set.
    pub(super) fn setting(&self, value: Option<&Value>) -> Option<Option<String>> {
        match value {
            None => Some(None),
            Some(value) if !self.is_set(value)? => Some(None),
            Some(value) => Some(Some(self.joined(value)?)),
        }
    }
}
