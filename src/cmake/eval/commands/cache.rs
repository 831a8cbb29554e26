//! The cache: declarations, what the user may choose, `mark_as_advanced`.
use crate::cmake::eval::facts::{CacheEntry, Coupled, OldEffect, Override, OverrideKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::eval::text::{SymbolKind, Text};
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cond::Cond;

use super::Handler::Bulk;
use super::Table;

pub(super) const COMMANDS: Table = &[("mark_as_advanced", Bulk(ignore))];

fn ignore(_: &mut Machine<'_>, _: &Invocation<'_>) {}

/// A declaration of a cache entry.
pub(super) struct Declaration<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub help: Text,
    pub value: Value,
    pub force: bool,
    pub option: bool,
}

impl Machine<'_> {
    /// `set(CACHE)`, `option()` and what searches put into the cache.
    pub(super) fn declare_cache(&mut self, declaration: &Declaration<'_>, origin: Origin) {
        let name: std::sync::Arc<str> = declaration.name.into();
        let variable = self.intern(&name);
        let forced = declaration.force || declaration.kind == "INTERNAL";
        let old = self.facts.cache.get(&name).cloned();
        let given = self.given(&name).is_some();
        if forced {
            self.note_forced(declaration, origin);
        }
        let before = match &old {
            Some(entry) => entry.value.clone(),
            None => self.read_cache(variable),
        };
        let chosen = if forced {
            self.forced_over(&before, &declaration.value)
        } else {
            // Only where there is no entry yet; what the user gives comes first.
            let absent = self.conds().diff(self.pc, before.defined);
            // An entry that is always there already keeps its own default, too.
            let settled = given || absent.is_false();
            // A project of before CMake 3.25 may find out by itself that this is LINUX: nobody chooses the system so.
            let is_found = !declaration.option
                && self.env.options.all_configurations
                && self.conds().platform(declaration.name).is_some();
            let value = match (settled, is_found) {
                (true, _) => before.clone(),
                (false, true) => declaration.value.clone(),
                (false, false) => self.chosen_by_user(declaration, absent),
            };
            if let Some(old) = old.as_ref().filter(|_| self.env.options.all_configurations) {
                self.tell_other_default(old, declaration);
            }
            before.assign(&self.facts.conds, absent, &value)
        };
        if !forced && !declaration.option && old.is_none() && !self.policy_new(126) {
            self.note_discarded(declaration, variable, before.defined, origin);
        }
        self.hide_normal_variable(variable, forced, old.is_none(), origin);
        let default = self.default_of(declaration);
        let shown = self.facts.texts.display(declaration.help);
        let pc = self.pc;
        let coupled = self.coupled(old.map_or(Coupled::NOT, |entry| entry.coupled), declaration, forced);
        self.cached.insert(variable);
        let entry = self.facts.cache.entry(name).or_insert_with(|| CacheEntry {
            value: Value::unset(),
            kind: declaration.kind.into(),
            help: shown.into(),
            default,
            origin,
            declared: Cond::FALSE,
            offered: Cond::FALSE,
            option: declaration.option,
            coupled: Coupled::NOT,
        });
        entry.value = chosen;
        entry.coupled = coupled;
        entry.declared = self.facts.conds.or(entry.declared, pc);
        if !forced {
            entry.offered = self.facts.conds.or(entry.offered, pc);
        }
        entry.option |= declaration.option;
    }

    /// An entry that is written whatever it was: flags that grow this way are one text, as those of a variable.
    fn forced_over(&mut self, before: &Value, value: &Value) -> Value {
        if !self.pc.is_true()
            && let Some(extended) = self.extended_rope(before, value, self.pc)
        {
            return extended;
        }
        let coarse = self.without_generations(before, value);
        let chosen = coarse.as_ref().unwrap_or(before).assign(&self.facts.conds, self.pc, value);
        self.without_vague(&chosen).unwrap_or(chosen)
    }

    /// What is known of who sets a switch for whom, with one more declaration.
    fn coupled(&mut self, mut known: Coupled, declaration: &Declaration<'_>, forced: bool) -> Coupled {
        let is_below = |setter| self.directory != setter && self.folders_above().any(|folder| folder == setter);
        if let Some(setter) = known.setter
            && setter != self.directory
        {
            known.below |= is_below(setter);
        } else if !forced && !declaration.option && declaration.kind == "BOOL" && !known.below {
            let on = self.truth_of(&declaration.value, Origin::NONE);
            known.on = self.conds().or(known.on, self.conds().and(self.pc, on));
            known.off = self.conds().or(known.off, self.conds().diff(self.pc, on));
            known.setter = Some(self.directory);
        }
        known
    }

    /// Writes an entry that CMake keeps for itself, which nobody sets: those of `project()` are seen in all folders.
    pub(super) fn write_static_cache(&mut self, name: &str, value: &str, origin: Origin) {
        let variable = self.intern(name);
        let before = self.facts.cache.get(name).map_or_else(Value::unset, |entry| entry.value.clone());
        let text = self.intern(value);
        let (pc, help) = (self.pc, "Value Computed by CMake");
        self.cached.insert(variable);
        let chosen = before.assign(&self.facts.conds, pc, &Value::text(text, origin));
        let entry = self.facts.cache.entry(name.into()).or_insert_with(|| CacheEntry {
            value: Value::unset(),
            kind: "STATIC".into(),
            help: help.into(),
            default: Some(text),
            origin,
            declared: Cond::FALSE,
            offered: Cond::FALSE,
            option: false,
            coupled: Coupled::NOT,
        });
        entry.value = chosen;
        entry.declared = self.facts.conds.or(entry.declared, pc);
    }

    fn note_forced(&mut self, declaration: &Declaration<'_>, origin: Origin) {
        self.facts.overrides.push(Override {
            name: declaration.name.into(),
            kind: OverrideKind::Force,
            value: declaration.value.clone(),
            cond: self.pc,
            origin,
            local: !self.running.is_empty(),
            declared: self.facts.cache.contains_key(declaration.name),
        });
    }

    /// The value of an entry that the user may set: free in all configurations, the default in one. It is new where it is `absent`.
    fn chosen_by_user(&mut self, declaration: &Declaration<'_>, absent: Cond) -> Value {
        if !self.env.options.all_configurations || declaration.kind == "STATIC" {
            return declaration.value.clone();
        }
        let (text, _) = self.input_symbol(declaration.name);
        let default = match self.default_of(declaration) {
            None if !self.is_given(declaration) => self.joined(&declaration.value),
            known => known,
        };
        if let (Some(symbol), Some(default)) = (self.facts.texts.lone_symbol(text), default) {
            self.facts.texts.declare_default(symbol, default);
            self.tell_default(declaration.name, default);
        }
        if declaration.option || declaration.kind == "BOOL" {
            self.tell_switch(declaration, absent);
        }
        Value::list(vec![Elem { cond: Cond::TRUE, text, origin: Origin::NONE }])
    }

    /// What a switch has from elsewhere than the variable of its own name, which users give (`option(SHARED "" ${SHARED})`).
    fn besides_own<'d>(&self, declaration: &'d Declaration<'_>) -> Vec<&'d Elem> {
        let texts = &self.facts.texts;
        let own = texts.find_symbol(SymbolKind::Input, declaration.name).filter(|_| declaration.kind == "BOOL");
        let is_own = |elem: &&Elem| own.is_some() && texts.lone_symbol(elem.text) == own;
        declaration.value.elems.iter().filter(|elem| !is_own(elem)).collect()
    }

    /// Whether a switch is no more than what users give.
    fn is_given(&self, declaration: &Declaration<'_>) -> bool {
        !declaration.value.elems.is_empty() && self.besides_own(declaration).is_empty()
    }

    /// The one value that an entry has where users give none.
    fn default_of(&self, declaration: &Declaration<'_>) -> Option<Text> {
        match self.besides_own(declaration).as_slice() {
            rest if rest.len() == declaration.value.elems.len() => declaration.value.single(),
            [first, others @ ..] => others.iter().all(|elem| elem.text == first.text).then_some(first.text),
            [] => None,
        }
    }

    /// A list that is the same in all configurations, as one text.
    fn joined(&mut self, value: &Value) -> Option<Text> {
        let same = value.defined.is_true() && value.elems.iter().all(|e| e.cond.is_true());
        let texts: Option<Vec<&str>> = value.elems.iter().map(|e| self.facts.texts.as_str(e.text)).collect();
        let text = texts.filter(|_| same)?.join(";");
        Some(self.intern(&text))
    }

    /// A witness leaves a setting out where its default will do, so conditions know the default too.
    fn tell_default(&self, name: &str, default: Text) {
        let is_option = self.env.names.declared.get(name).copied().unwrap_or(false);
        let Some(text) = self.facts.texts.as_str(default).filter(|t| !crate::cmake::eval::text::has_symbol(t)) else {
            return;
        };
        self.conds().subject(crate::cond::Subject {
            kind: if is_option { crate::cond::SubjectKind::Option } else { crate::cond::SubjectKind::Input },
            name: name.to_owned(),
            domain: if is_option { crate::cond::Domain::Boolean } else { crate::cond::Domain::Open },
            default: Some(text.to_owned()),
            always_defined: false,
        });
    }

    /// A switch whose default hangs on something else: `option(TESTS "" ${IS_TOP_LEVEL})`.
    fn tell_switch(&mut self, declaration: &Declaration<'_>, absent: Cond) {
        let (_, subject) = self.input_symbol(declaration.name);
        let on = self.truth_of(&declaration.value, Origin::NONE);
        // What it has from the variable of its own name, users have given.
        let on = self.conds().with_text(on, subject, None);
        if on.is_true() || on.is_false() || on.is_unknown() {
            return;
        }
        for (when, text) in [(on, "ON"), (Cond::TRUE, "OFF")] {
            let when = self.conds().and(when, absent);
            if !when.is_false() {
                self.conds().default_where(subject, when, Some(text.to_owned()));
            }
        }
    }

    /// One default here and another one where the entry was declared before: no configuration has both.
    fn tell_other_default(&mut self, old: &CacheEntry, declaration: &Declaration<'_>) {
        let default = self.default_of(declaration);
        if old.default == default || self.is_given(declaration) || !self.conds().disjoint(old.declared, self.pc) {
            return;
        }
        let (_, subject) = self.input_symbol(declaration.name);
        let text = |text: Option<Text>| text.and_then(|text| self.facts.texts.as_str(text)).map(str::to_owned);
        for (when, default) in [(old.declared, old.default), (self.pc, default)] {
            self.conds().default_where(subject, when, text(default));
        }
    }

    /// Where CMP0126 is OLD, a declaration that is new or forced removes a normal variable of the same name.
    fn hide_normal_variable(&mut self, variable: Text, forced: bool, new: bool, origin: Origin) {
        if (forced || new) && !self.policy_new(126) && self.scopes.top().own(variable).is_some() {
            // What is unset here shows the cache entry again.
            let cached = self.seen(variable).map(|v| v.defined);
            if cached.is_some_and(|c| !c.is_false()) {
                self.tell_removal(variable, origin);
                self.unset_variable(variable);
            }
        }
    }

    /// A variable that a new entry removes: the entry's value counts in this run, the variable's in later ones.
    pub(super) fn note_discarded(
        &mut self,
        declaration: &Declaration<'_>,
        variable: Text,
        cached: Cond,
        origin: Origin,
    ) {
        // CMake itself declares its own variables, so that they are no new entries here.
        if declaration.name.starts_with("CMAKE_") || self.script.is_some() {
            return;
        }
        // CMake 4 takes the policy from that version, whichever CMake is imitated.
        let since = if declaration.option { Version(3, 13, 0) } else { Version(3, 21, 0) };
        if super::policies::raised_minimum(self).is_some_and(|raised| raised >= since) {
            return;
        }
        let Some(old) = self.seen(variable).filter(|value| !value.is_unset()) else { return };
        let cond = self.conds().and(self.pc, old.defined);
        let cond = self.conds().diff(cond, cached);
        let cond = self.conds().diff(cond, self.default_is_new(if declaration.option { 77 } else { 126 }));
        let (name, new) = (declaration.name.into(), declaration.value.clone());
        self.note_old_policy(OldEffect::Discarded { name, old, new, option: declaration.option }, cond, origin);
    }

    /// When a policy that no version sets is NEW by `CMAKE_POLICY_DEFAULT_CMP<NNNN>` (cmake-variables(7)).
    fn default_is_new(&self, number: u32) -> Cond {
        let name = self.facts.texts.find(&format!("CMAKE_POLICY_DEFAULT_CMP{number:04}"));
        let Some(value) = name.and_then(|name| self.seen(name)) else { return Cond::FALSE };
        let new = value.elems.iter().filter(|elem| self.facts.texts.as_str(elem.text) == Some("NEW"));
        self.conds().any(new.map(|elem| elem.cond).collect::<Vec<_>>())
    }

    fn tell_removal(&mut self, variable: Text, origin: Origin) {
        let asked = self.script.is_some() && self.is_on("CMAKE_POLICY_WARNING_CMP0126");
        if asked && self.policy_state(126) == PolicyState::Unset {
            let name = self.facts.texts.display(variable);
            let text = format!(
                "For compatibility with older versions of CMake, normal variable \"{name}\" will be removed from the \
                 current scope."
            );
            self.warn_policy(126, &text, origin);
        }
    }

    /// `unset(… CACHE)`: gone here, and free to be declared again.
    pub(super) fn unset_cache(&mut self, name: &str) {
        let pc = self.pc;
        if let Some(entry) = self.facts.cache.get_mut(name) {
            entry.value = entry.value.assign(&self.facts.conds, pc, &Value::unset());
        }
    }
}
