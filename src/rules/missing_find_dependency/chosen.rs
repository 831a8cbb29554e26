//! Targets that a package makes only where a variable is set before it is looked for: the project sets it, and its configuration does not.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::{InstalledFile, TargetId};
use crate::rules::{Draft, Place, Sink};
use crate::source::Span;

use super::Rule;
use super::text::{looks_for_alike, names_package};

/// A package and the variable by which it makes other targets.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) package: &'static str,
    pub(super) variable: &'static str,
}

/// The choice by which a target is made.
fn choice_of(target: &str) -> Option<Choice> {
    let rows = include_str!("choosing.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let mut words = row.split(' ');
        Some((Choice { package: words.next()?, variable: words.next()? }, words.next()?))
    })
    .find(|(_, begin)| target.starts_with(begin))
    .map(|(choice, _)| choice)
}

impl Choice {
    /// Whether a configuration (in lower case) looks for the package itself.
    pub(super) fn is_looked_for(self, text: &str) -> bool {
        let package = self.package.to_lowercase();
        names_package(text, &package) || looks_for_alike(text, &package)
    }
}

impl Rule<'_> {
    /// The variable that the project sets for a target, and a configuration (in lower case) does not.
    pub(super) fn unset_choice(&self, target: &str, text: &str) -> Option<Choice> {
        let choice = choice_of(target)?;
        if text.is_empty() || text.contains(&choice.variable.to_lowercase()) {
            return None;
        }
        let all = self.files.all();
        let mut sets = all.calls("set").filter_map(|(_, command)| command.arguments.first()?.template.literal());
        sets.any(|name| name == choice.variable).then_some(choice)
    }

    /// The targets that a configuration gets by another name, since it looks for their package without the variable.
    pub(super) fn unchosen(
        &self,
        id: TargetId,
        config: &InstalledFile,
        (text, looks): (&str, Span),
        cond: Cond,
        sink: &mut Sink,
    ) {
        let conds = &self.model.facts.conds;
        for (item, private) in self.model.exported_links(id) {
            let Some(choice) = self.unset_choice(&item.text, text).filter(|choice| choice.is_looked_for(text)) else {
                continue;
            };
            let mut when = conds.and(cond, item.cond);
            if private {
                // What is linked privately travels with an archive only.
                when = conds.and(when, self.model.is_kind(id, &[TargetKind::Static]));
            }
            let Some(place) = self.model.span(item.origin).filter(|_| when.is_possible()) else { continue };
            let (name, config) = (self.model.name(id), self.model.display(&config.name));
            let Choice { package, variable } = choice;
            let draft = Draft::new(when, Place::new(place, "whoever links the exported target needs this"))
                .message(format!(
                    "`{name}` is exported and links `{}`, which `{package}` makes only where `{variable}` is set, and `{config}` does not set it",
                    item.text
                ))
                .help(format!("write `set({variable} ON)` before `find_dependency({package})`"))
                .related(looks, "the targets are included here")
                .subject(name)
                .subject(item.text.to_string())
                .subject(package);
            sink.report(draft);
        }
    }
}
