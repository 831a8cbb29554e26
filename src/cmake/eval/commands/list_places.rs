//! Where a word stands in a list that differs between more configurations than are followed. Its place is a number that is not known
//! then, but which of the elements it is of is: `list(REMOVE_AT)` takes out that one, and no other becomes less known.
use std::sync::Arc;

use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::Cond;

use super::lists::List;

/// How the name of an unknown list ends from which something was taken.
const WITHOUT: &str = " without some";

/// Which element a number is the place of: it is the number of elements before that one.
#[derive(Debug)]
pub(in crate::cmake::eval) struct Place {
    /// When each of the elements is there that may stand before it.
    before: Vec<Cond>,
}

/// An unknown list stays unknown with something taken out; with more taken out it is no less known. A name for each step
/// would double the elements with every call that is made under a condition.
pub(super) fn maybe_removed(machine: &mut Machine<'_>, elem: Elem) -> Elem {
    let list = machine.facts.texts.plain(elem.text).unwrap_or_default();
    if machine.facts.texts.display(elem.text).contains(WITHOUT) {
        return elem;
    }
    let text = machine.derived(&format!("{list}{WITHOUT}"));
    Elem { text, ..elem }
}

impl Machine<'_> {
    /// The place of something in a list that is not known.
    pub(super) fn found_place(&mut self, expression: &str) -> Text {
        let number = self.derived_number(expression, -1);
        if let Some(symbol) = self.facts.texts.lone_symbol(number) {
            self.facts.conds.met_under(self.facts.texts.info(symbol).subject, self.pc);
        }
        number
    }
}

impl List<'_> {
    /// Something is taken out of an unknown list, and it is not known what: it is an unknown list in other configurations, too, so that no
    /// condition has to tell which of them it is. False where the list is not such a one, or stands elsewhere.
    pub(super) fn keep_unknown(&self, machine: &mut Machine<'_>, list: &str) -> bool {
        let Some(text) = machine.facts.texts.find(list).filter(|text| machine.facts.texts.lone_symbol(*text).is_some())
        else {
            return false;
        };
        let Some(old) = machine.seen(self.variable).filter(|old| old.elems.iter().any(|elem| elem.text == text)) else {
            return false;
        };
        let elems = old.elems.iter().map(|elem| if elem.text == text { maybe_removed(machine, *elem) } else { *elem });
        let value = Value { defined: old.defined, elems: Arc::new(elems.collect()) };
        machine.scopes.refine(&machine.facts.conds, self.variable, value, 0, machine.pc);
        true
    }

    /// `FIND` in a list of too many alternatives. False where it is to be run in another way.
    pub(super) fn find(&self, machine: &mut Machine<'_>, value: &Value) -> bool {
        let [word, output] = self.rest else { return false };
        let is_plain = |text: Text| machine.facts.texts.is_known(text);
        if !word.cond.is_true() || !output.cond.is_true() || !is_plain(word.text) || !is_plain(output.text) {
            return false;
        }
        let text = machine.wrap(value);
        if !machine.has_surely_many(text) {
            return false;
        }
        let elems = machine.list_elements(value);
        if !are_told(machine, &elems) {
            return false;
        }
        let open = elems.iter().filter(|elem| !machine.facts.texts.is_known(elem.text)).map(|elem| elem.cond);
        let open = machine.conds().any(open.collect::<Vec<_>>());
        let told = machine.conds().diff(machine.pc, open);
        if !told.is_possible() {
            return false;
        }
        machine.under(open, |m| self.on_alternatives(m, value));
        machine.under(told, |m| self.find_told(m, &elems, word.text, output.text));
        true
    }

    /// The same where all elements are known that are there.
    fn find_told(&self, machine: &mut Machine<'_>, elems: &[Elem], word: Text, output: Text) {
        let (mut absent, mut found) = (machine.pc, Vec::new());
        for (at, elem) in elems.iter().enumerate().filter(|(_, elem)| elem.text == word) {
            let when = machine.conds().and(absent, elem.cond);
            if when.is_false() {
                continue;
            }
            let text = self.place(machine, word, &elems[..at], when);
            found.push(Elem { cond: when, text, origin: self.call.origin });
            absent = machine.conds().diff(absent, elem.cond);
        }
        if !absent.is_false() {
            let text = machine.intern("-1");
            found.push(Elem { cond: absent, text, origin: self.call.origin });
        }
        machine.set_variable(output, &Value::list(found));
    }

    /// The number that is the place of a word behind some elements.
    fn place(&self, machine: &mut Machine<'_>, word: Text, before: &[Elem], when: Cond) -> Text {
        // Whether an empty element counts is a question of policies.
        let is_empty = before.iter().any(|elem| elem.text == Text::EMPTY);
        if !is_empty && before.iter().all(|elem| machine.conds().implies(when, elem.cond)) {
            return machine.intern(&before.len().to_string());
        }
        machine.unknown(Reason::Limit, "alternatives of one text", self.call.origin);
        let word = machine.facts.texts.display(word);
        let number = machine.derived_number(&format!("place {} of {word}", machine.places.len() + 1), 0);
        if let Some(symbol) = machine.facts.texts.lone_symbol(number).filter(|_| !is_empty) {
            let before = before.iter().map(|elem| elem.cond).collect();
            machine.places.insert(symbol, Arc::new(Place { before }));
        }
        number
    }

    /// `REMOVE_AT` of what was found in this list, or in one that has as many elements before it. False where it is to be run in
    /// another way.
    pub(super) fn remove_found(&self, machine: &mut Machine<'_>, value: &Value) -> bool {
        let texts = &machine.facts.texts;
        let places = self.rest.iter().map(|arg| Some(machine.places.get(&texts.lone_symbol(arg.text)?)?.clone()));
        let places: Vec<Option<Arc<Place>>> = places.collect();
        if places.iter().all(Option::is_none) {
            return false;
        }
        let conds: Vec<Cond> = self.rest.iter().map(|arg| machine.conds().and(arg.cond, machine.pc)).collect();
        let mut left = machine.pc;
        for (at, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            let mut others = conds.iter().enumerate().filter(|(other, _)| *other != at);
            let is_alone = others.all(|(_, other)| machine.conds().disjoint(*other, conds[at]));
            if is_alone && machine.under(conds[at], |m| self.remove_place(m, value, place)) == Some(true) {
                left = machine.conds().diff(left, conds[at]);
            }
        }
        machine.under(left, |m| self.on_alternatives(m, value));
        true
    }

    /// Takes out the element at a place, where as many elements stand before one of them as before the one that was found.
    fn remove_place(&self, machine: &mut Machine<'_>, value: &Value, place: &Place) -> bool {
        let mut elems = machine.list_elements(value);
        let at = place.before.len();
        if !are_told(machine, &elems)
            || !elems.get(at).is_some_and(|elem| machine.conds().implies(machine.pc, elem.cond))
        {
            return false;
        }
        let (conds, pc) = (machine.conds(), machine.pc);
        let is_alike = |one: Cond, other: Cond| one == other || conds.and(one, pc) == conds.and(other, pc);
        let is_known = |elem: &Elem| {
            let known = machine.facts.texts.is_known(elem.text) && elem.text != Text::EMPTY;
            known || conds.disjoint(elem.cond, pc)
        };
        let same = elems.iter().zip(&place.before).all(|(elem, before)| is_alike(elem.cond, *before));
        if !same || !elems[..=at].iter().all(is_known) {
            return false;
        }
        elems.remove(at);
        self.write(machine, elems);
        true
    }
}

/// Whether it is known when elements are there, and no brackets may join them.
fn are_told(machine: &Machine<'_>, elems: &[Elem]) -> bool {
    let joins = |elem: &Elem| machine.facts.texts.as_str(elem.text).is_some_and(|text| text.contains(['[', ']']));
    !elems.iter().any(|elem| elem.cond.is_unknown() || joins(elem))
}
