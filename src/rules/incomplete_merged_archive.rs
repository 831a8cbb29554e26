//! An archive that is merged out of other libraries and lacks one that its own members call.
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::{Binaries, LINKED};
use crate::model::merged_archives::{Member, base_name, merged};
use crate::model::symbols::{Site, Symbols};
use crate::model::{Model, TargetId};
use crate::native::GuardId;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let archives: Vec<Fat> = fat(model, cx).into_iter().filter(|fat| fat.members.len() > 1).collect();
    if archives.is_empty() {
        return;
    }
    let (symbols, files, binaries) = (project.symbols, project.files, project.binaries);
    let definers = symbols.definers(&[TargetKind::Static, TargetKind::Object]);
    let search = Search { model, symbols, files, binaries, archives: Archives::new(model), definers };
    let linked: Vec<TargetId> = model.built_targets().filter(|id| is_ever(model, *id, LINKED)).collect();
    for archive in &archives {
        let wanting = search.wanting(archive);
        let links = |id: &&TargetId| model.link_closure(**id).iter().any(|(to, _)| *to == archive.id);
        let mut users = linked.iter().filter(|_| !wanting.is_empty()).filter(links);
        if let Some(draft) = users.find_map(|&user| search.look(archive, &wanting, user)) {
            sink.report(draft);
        }
    }
}

/// Targets whose objects an archive holds: when, and where that is said.
type Members = BTreeMap<TargetId, (Cond, Origin)>;

/// An archive with the targets whose objects it holds.
struct Fat {
    id: TargetId,
    members: Members,
}

/// Archives of which all members are known: those made of objects of other targets, and those that commands merge.
fn fat(model: &Model<'_>, cx: &Context<'_>) -> Vec<Fat> {
    let mut found: BTreeMap<TargetId, Option<Members>> = BTreeMap::new();
    let mut add = |id: TargetId, member: Member| {
        let known = found.entry(id).or_insert_with(|| Some(BTreeMap::new()));
        let target =
            member.text.as_deref().and_then(|text| model.find(base_name(text))).filter(|to| !model.is_imported(*to));
        match (known.as_mut(), target) {
            (Some(members), Some(to)) => {
                let entry = members.entry(to).or_insert((Cond::FALSE, member.origin));
                entry.0 = model.facts.conds.or(entry.0, member.cond);
            }
            // A member that nobody knows may hold anything.
            _ => *known = None,
        }
    };
    for id in model.built_targets().filter(|id| is_ever(model, *id, &[TargetKind::Static])) {
        for item in model.property(id, "SOURCES").into_iter().filter(|item| item.text.starts_with("$<TARGET_OBJECTS:"))
        {
            add(id, Member { text: Some(item.text.to_string()), cond: item.cond, origin: item.origin });
        }
    }
    for archive in merged(model, cx.facts.sources).iter() {
        for member in &archive.members {
            add(archive.target, member.clone());
        }
    }
    found.into_iter().filter_map(|(id, members)| Some(Fat { id, members: members? })).collect()
}

/// A name that a member calls and only others of the project's static libraries define.
struct Wanting {
    member: TargetId,
    held: Cond,
    origin: Origin,
    name: String,
    sites: Vec<Site>,
}

/// Commands that hold lists.
const LISTS: &[&str] = &["set", "list", "foreach", "add_custom_command", "target_sources", "add_library"];

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
    files: &'a Files<'a>,
    binaries: &'a Binaries<'a>,
    archives: Archives<'a>,
    /// Who could define a name for an archive that lacks it.
    definers: FxHashMap<String, Vec<TargetId>>,
}

impl Search<'_> {
    /// The names that members of an archive call and that others define, by members and names.
    fn wanting(&self, fat: &Fat) -> Vec<Wanting> {
        let mut found = Vec::new();
        for (&member, &(held, origin)) in &fat.members {
            let names = self.symbols.names(member);
            let is_outside = |name: &str| {
                let definers = self.definers.get(name).map_or(&[][..], Vec::as_slice);
                !definers.is_empty() && !definers.iter().any(|definer| fat.members.contains_key(definer))
            };
            let outside = |(name, _): &(&String, &Vec<Site>)| is_outside(name) && !names.shadowed.contains_key(*name);
            let mut called: Vec<(&String, &Vec<Site>)> = names.called.iter().filter(outside).collect();
            called.sort_by_key(|(name, _)| *name);
            let one = |(name, sites): (&String, &Vec<Site>)| Wanting {
                member,
                held,
                origin,
                name: name.clone(),
                sites: sites.clone(),
            };
            found.extend(called.into_iter().map(one));
        }
        found
    }

    /// A call of a member that nothing on the link line of `user` answers, but a library of the project that was left out.
    fn look(&self, fat: &Fat, wanting: &[Wanting], user: TargetId) -> Option<Draft> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let closure = model.link_closure(user);
        let linked = closure.iter().find(|(to, _)| *to == fat.id).map(|(_, cond)| *cond)?;
        let mut line: Vec<(TargetId, Cond)> = closure.to_vec();
        line.push((user, Cond::TRUE));
        line.extend(fat.members.iter().map(|(&id, &(cond, _))| (id, cond)));
        let there: BTreeSet<TargetId> = line.iter().map(|(id, _)| *id).collect();
        // What has sources that are not known may define anything.
        if there
            .iter()
            .any(|id| model.sources(*id).iter().any(|source| source.path.is_none() && source.through.is_none()))
        {
            return None;
        }
        for Wanting { member, held, origin, name, sites } in wanting {
            let (member, held, origin) = (*member, *held, *origin);
            let definers = self.definers.get(name.as_str()).map_or(&[][..], Vec::as_slice);
            let others: Vec<TargetId> = definers.iter().copied().filter(|id| !there.contains(id)).collect();
            if others.is_empty() || !self.symbols.defined_in(&line, name).is_false() {
                continue;
            }
            // A member that nothing on the line asks for needs nothing.
            let plain = |site: &&Site| {
                site.call().is_some_and(|call| call.guard == GuardId::TRUE)
                    && self.binaries.may_take(&self.archives, user, fat.id, &site.path)
            };
            let Some((site, key)) =
                sites.iter().filter(plain).find_map(|site| Some((site, self.symbols.meaning(member, site)?)))
            else {
                continue;
            };
            let Some((owner, definition)) = self.owner(name, &others, &key) else { continue };
            let cond = conds.all([
                linked,
                held,
                site.cond,
                definition.cond,
                model.is_kind(user, LINKED),
                model.defined(owner),
            ]);
            let place = self.list(fat).or_else(|| model.span(origin))?;
            if !cond.is_possible() {
                continue;
            }
            let (call, function) = (site.call()?, definition.function()?);
            return Some(
                Draft::new(cond, Place::new(place, "merged out of these"))
                    .named("archive", model.name(fat.id))
                    .named("library", model.name(owner))
                    .named("member", model.name(member))
                    .named("symbol", name.as_str())
                    .subject(model.name(user))
                    .related(site.span(&call.range), format!("`{name}` is called here"))
                    .related(definition.span(&function.range), "and defined here"),
            );
        }
        None
    }

    /// The command that names the most of the members, where one names several: the list.
    fn list(&self, fat: &Fat) -> Option<Span> {
        let names: BTreeSet<&str> = fat.members.keys().map(|id| self.model.name(*id)).collect();
        let mut best: Option<(usize, Span)> = None;
        for evaluated in &self.model.facts.files {
            let Ok(file) = self.files.parse(&evaluated.path) else { continue };
            for command in file.commands.iter().filter(|c| LISTS.contains(&&*c.lower)) {
                // The first argument is what a command sets.
                let words = command.arguments.iter().skip(1).filter_map(|argument| argument.template.literal());
                let count = words.filter(|word| names.contains(base_name(word))).count();
                if count > best.map_or(1, |(most, _)| most) {
                    best = Some((count, Span::new(file.id, command.range.clone())));
                }
            }
        }
        best.map(|(_, span)| span)
    }

    /// The one of these libraries that defines a function.
    fn owner(&self, name: &str, others: &[TargetId], key: &crate::model::symbols::Key) -> Option<(TargetId, Site)> {
        let mut found = others.iter().filter_map(|&id| {
            let names = self.symbols.names(id);
            let mut sites = names.defined.get(name)?.iter();
            let site = sites.find(|site| self.symbols.is_definition_of(id, site, key))?;
            let plain = site.function().is_some_and(|function| function.guard == GuardId::TRUE);
            plain.then(|| (id, site.clone()))
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}
