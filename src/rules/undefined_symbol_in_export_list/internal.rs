//! Names of a version script whose only definition is `static`: a function of one file, which no list finds.
use std::ops::Range;

use indexmap::IndexSet;

use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::TargetId;
use crate::model::mentions::{has_word, in_comment, words};
use crate::native::{Function, GuardId, NativeFile};
use crate::rules::wording::listing;
use crate::rules::{Draft, Sink};
use crate::source::{SourceFile, Span};

use super::{Rule, SHOWN, draft, lets_names_through};
use crate::model::export_lists::Syntax;

impl Rule<'_> {
    /// Reports the names that are `static` in a source of a library that the script is for, and nowhere else. Sources that are not
    /// seen do not matter: none of them defines a function that a source of the same library has for itself.
    pub(super) fn internal(
        &self,
        file: &SourceFile,
        users: &[(TargetId, Cond)],
        names: &[(String, Range<u32>)],
        sink: &mut Sink,
    ) {
        let flags = |id: TargetId| self.project.model.link_flags(id);
        if names.is_empty()
            || users.iter().any(|(id, _)| flags(*id).iter().any(|one| lets_names_through(&one.flag.flag)))
        {
            return;
        }
        let found: Vec<(Span, &(String, Range<u32>))> =
            names.iter().filter_map(|one| Some((self.only_static(users, &one.0)?, one))).collect();
        if found.is_empty() {
            return;
        }
        let model = self.project.model;
        let cond = model.facts.conds.any(users.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let told: Vec<(String, Range<u32>)> = found.iter().map(|(_, one)| (*one).clone()).collect();
        let texts: IndexSet<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
        let list = file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (are, them) = if texts.len() == 1 { ("is", "it") } else { ("are", "them") };
        let mut draft: Draft = draft(file, Syntax::VersionScript, &told, cond)
            .message(format!(
                "`{list}` exports {}, which {are} `static` in the sources, and nothing else defines {them}: GNU ld passes over \
                 {them}, lld 17 and later refuses to link",
                listing(&texts)
            ))
            .help("remove the name from the list, or take `static` away from the function");
        for (place, _) in found.into_iter().take(SHOWN) {
            draft = draft.related(place, "a function of this file only");
        }
        draft = users.iter().take(SHOWN).fold(draft, |draft, (id, _)| draft.subject(model.name(*id)));
        sink.report(draft);
    }

    /// Where a source of each of some libraries defines a function as `static`, where no other file of the project has so much as the name,
    /// and that file only defines, declares and calls it.
    fn only_static(&self, users: &[(TargetId, Cond)], name: &str) -> Option<Span> {
        let natives = self.project.natives;
        let mut holders = natives.mentioning(&[name]).into_iter();
        let (index, None) = (holders.next()?, holders.next()) else { return None };
        natives.read_all(&[index]);
        let file = natives.at(index)?;
        let found = static_definition(file, name)?;
        let path = file.source.path();
        let units = |id: TargetId| self.project.binaries.read_units(id).iter().any(|unit| &*unit.path == path);
        let others = [Kind::Assembly, Kind::RustSource].map(|kind| self.project.inputs.of(kind));
        let holds =
            |path: &std::path::PathBuf| self.cx.facts.sources.load(path).is_ok_and(|file| has_word(file.bytes(), name));
        let is_only = users.iter().all(|(id, _)| units(*id) && self.project.model.defines(*id, name).is_false())
            && !others.into_iter().flatten().any(holds);
        is_only.then_some(Span::new(file.source.id(), found))
    }
}

/// The place of a function's name where a file defines it as `static` in every case, and does nothing with it but to call it.
fn static_definition(file: &NativeFile, name: &str) -> Option<Range<u32>> {
    let facts = &file.facts;
    let own = |one: &&Function| one.name == name;
    let is_plain = |one: &Function| {
        one.internal && one.qualified == name && one.guard == GuardId::TRUE && one.attributes.macros.is_empty()
    };
    if facts.truncated
        || !facts.functions.iter().filter(own).all(is_plain)
        || facts.variables.iter().any(|one| one.name == name)
        || facts.macros.iter().any(|one| one.name == name)
    {
        return None;
    }
    let bytes = file.source.bytes();
    let called = |at: usize| bytes.get(at + name.len()..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"("));
    let definition = facts.functions.iter().filter(own).find(|one| one.is_definition)?;
    let head = bytes.get(definition.head.start as usize..definition.head.end as usize)?;
    (has_word(head, "static") && words(bytes, name).all(|at| in_comment(bytes, at) || called(at)))
        .then(|| definition.range.clone())
}
