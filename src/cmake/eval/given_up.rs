//! Blocks that are not run, or not to their end: what they could write becomes unknown.
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cmake::syntax::{Block, Command, File, Statement, Template};
use crate::cond::Cond;

use super::facts::{Target, TargetKind};
use super::machine::Machine;
use super::value::{Elem, Origin, Value};

/// Commands that give targets libraries or sources, by their first argument (cmake-commands(7)).
const OF_TARGETS: &[&str] = &["target_link_libraries", "target_sources", "set_property", "set_target_properties"];
/// What is given so that others may need.
const PROPERTIES: &[&str] = &["LINK_LIBRARIES", "INTERFACE_LINK_LIBRARIES", "SOURCES"];
/// Functions within functions that are looked into.
const DEEPEST: u32 = 6;

/// Targets that a block may change.
#[derive(Default)]
struct Changed {
    /// Those that it names.
    named: FxHashSet<Arc<str>>,
    /// Whether it names others by what is not known here.
    any: bool,
}

impl Machine<'_> {
    /// Everything that a block could set becomes unknown (it was not run, or not to its end).
    pub(super) fn havoc_block(&mut self, file: &Arc<File>, block: &Block, by: &str) {
        let mut names = Vec::new();
        collect_written(file, block, &mut names);
        for name in names {
            let name = self.expand_template(&name, Origin::NONE);
            if self.facts.texts.is_known(name) {
                self.havoc(name, by);
            }
        }
        if self.env.options.all_configurations && self.script.is_none() {
            self.havoc_targets(file, block, by);
        }
    }

    /// What targets link, and are made of, may be more than what is known where a block that was not run gives them that.
    fn havoc_targets(&mut self, file: &File, block: &Block, by: &str) {
        let mut changed = Changed::default();
        self.collect_changed(file, block, &mut changed, &mut FxHashSet::default(), 0);
        let cond = if self.pc.is_unknown() { Cond::TRUE } else { self.pc };
        if changed.any {
            self.open_all_so_far(cond);
        }
        let mut named: Vec<Arc<str>> = changed.named.into_iter().collect();
        named.sort();
        for name in named {
            let target = self.resolve_alias(&name);
            if self.facts.targets.contains_key(&target) {
                self.open_target(&target, cond, by);
            }
        }
    }

    /// Notes that any target which is there by now may be changed; what is made later is not.
    fn open_all_so_far(&mut self, cond: Cond) {
        let count = self.facts.targets.len();
        match self.open.last_mut() {
            Some((known, when)) if *known == count => *when = self.facts.conds.or(*when, cond),
            _ => self.open.push((count, cond)),
        }
    }

    /// Opens what targets link and are made of, where a block that was not run may have given them more.
    pub(super) fn open_targets(&mut self) {
        let mut events = std::mem::take(&mut self.open);
        // What reaches later targets reaches the earlier ones, too.
        let mut all = Cond::FALSE;
        for (_, cond) in events.iter_mut().rev() {
            all = self.facts.conds.or(all, *cond);
            *cond = all;
        }
        let own = |target: &Target| !target.definitions.iter().all(|one| one.imported);
        let targets = self.facts.targets.iter().enumerate().filter(|(_, (_, target))| own(target));
        let opened = targets.filter_map(|(at, (name, _))| {
            let event = events.partition_point(|(count, _)| *count <= at);
            Some((Arc::clone(name), events.get(event)?.1))
        });
        for (name, cond) in opened.collect::<Vec<_>>() {
            self.open_target(&name, cond, "code that was given up");
        }
    }

    fn open_target(&mut self, target: &Arc<str>, cond: Cond, by: &str) {
        for property in PROPERTIES {
            let interface = |kind: TargetKind| kind == TargetKind::Interface;
            let only_interface =
                self.facts.targets.get(target).is_some_and(|one| one.definitions.iter().all(|one| interface(one.kind)));
            if only_interface && *property != "INTERFACE_LINK_LIBRARIES" {
                continue;
            }
            let text = self.unmodelled_symbol(&format!("{property} of {target} after {by}"));
            let value = Value::list(vec![Elem { cond, text, origin: Origin::NONE }]);
            self.append_target_property(target, property, &value);
        }
    }

    fn collect_changed(
        &self,
        file: &File,
        block: &Block,
        changed: &mut Changed,
        seen: &mut FxHashSet<Arc<str>>,
        depth: u32,
    ) {
        each_command(file, block, &mut |command| {
            if OF_TARGETS.contains(&&*command.lower) {
                target_of(command, changed);
            } else if let Some(definitions) = self.functions.get(&*command.lower)
                && depth < DEEPEST
                && seen.insert(Arc::from(&*command.lower))
            {
                for (_, definition) in definitions {
                    self.collect_changed(&definition.file, &definition.body, changed, seen, depth + 1);
                }
            }
        });
    }
}

/// Notes the target that a command changes.
fn target_of(command: &Command, changed: &mut Changed) {
    let word = |at: usize| command.arguments.get(at).map(|argument| argument.template.literal());
    let gives = |one: Option<&str>| one.is_none_or(|one| one.contains("LINK") || one == "SOURCES");
    let about_properties = matches!(&*command.lower, "set_property" | "set_target_properties");
    if about_properties && !command.arguments.iter().skip(1).any(|argument| gives(argument.template.literal())) {
        return;
    }
    let at = match (&*command.lower, word(0)) {
        ("set_property", Some(Some("TARGET"))) => 1,
        ("set_property", Some(Some(_))) => return,
        _ => 0,
    };
    match word(at) {
        Some(Some(name)) => {
            changed.named.insert(name.into());
        }
        Some(None) => changed.any = true,
        None => {}
    }
}

/// Looks at each command of a block, those in its branches and loops included.
fn each_command<'f>(file: &'f File, block: &'f Block, look: &mut impl FnMut(&'f Command)) {
    for statement in block {
        match statement {
            Statement::Command(id) => look(&file.commands[id.0 as usize]),
            Statement::If { branches, otherwise, .. } => {
                for (_, body) in branches.iter().chain(otherwise) {
                    each_command(file, body, look);
                }
            }
            Statement::Enclosed { body, .. } => each_command(file, body, look),
        }
    }
}

/// Names that commands of a block may write: all bare words that look like one, and computed names where commands
/// write to them.
fn collect_written(file: &File, block: &Block, out: &mut Vec<Template>) {
    each_command(file, block, &mut |command| {
        if matches!(&*command.lower, "message" | "return" | "break" | "continue") {
            return;
        }
        let written = match &*command.lower {
            "set" | "unset" => command.arguments.first(),
            "list" => command.arguments.get(1),
            "string" => command.arguments.last(),
            _ => None,
        };
        let computed = written.map(|a| &a.template).filter(|t| t.literal().is_none());
        let literal = command.arguments.iter().map(|a| &a.template);
        let literal = literal.filter(|t| t.literal().is_some_and(looks_like_variable));
        out.extend(computed.into_iter().chain(literal).cloned());
    });
}

/// Whether a bare argument could be the name of a variable that a command writes.
pub(super) fn looks_like_variable(text: &str) -> bool {
    text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
