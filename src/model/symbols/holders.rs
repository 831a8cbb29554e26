//! Which targets have a name, of those that were read.
use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::cond::{Cond, Conds};

use super::Site;
use crate::model::TargetId;

/// Targets that are asked about many names, and where each of them stands among the others.
#[derive(Default)]
pub struct Line {
    pub(super) targets: Vec<(TargetId, Cond)>,
    places: FxHashMap<TargetId, Vec<u32>>,
    /// Whether what they define was read, and what they call.
    pub(super) defining: Cell<bool>,
    pub(super) calling: Cell<bool>,
}

impl Line {
    /// A target may stand there more than once.
    pub fn new(targets: Vec<(TargetId, Cond)>) -> Self {
        let mut places: FxHashMap<TargetId, Vec<u32>> = FxHashMap::default();
        for (at, (target, _)) in (0..).zip(&targets) {
            places.entry(*target).or_default().push(at);
        }
        Self { targets, places, ..Self::default() }
    }

    /// The targets.
    pub fn targets(&self) -> &[(TargetId, Cond)] {
        &self.targets
    }

    /// When a target stands there, once for each place.
    pub fn conds_of(&self, target: TargetId) -> impl Iterator<Item = Cond> + '_ {
        self.places.get(&target).into_iter().flatten().map(|&at| self.targets[at as usize].1)
    }
}

/// Which targets have a name, of those that were read, and when.
#[derive(Default)]
pub(super) struct Holders {
    /// Whether the names of a target are in.
    pub(super) is_read: Vec<bool>,
    /// By name, in the order of the targets; a target has an entry for each condition.
    by_name: FxHashMap<String, Vec<(TargetId, Cond)>>,
}

impl Holders {
    pub(super) fn is_read(&self, target: TargetId) -> bool {
        self.is_read.get(target.0 as usize).copied().unwrap_or_default()
    }

    pub(super) fn read(&mut self, target: TargetId, names: &FxHashMap<String, Vec<Site>>) {
        let at = target.0 as usize;
        if self.is_read.len() <= at {
            self.is_read.resize(at + 1, false);
        }
        self.is_read[at] = true;
        for (name, sites) in names {
            let mut conds: Vec<(TargetId, Cond)> = sites.iter().map(|site| (target, site.cond)).collect();
            conds.dedup();
            let holders = self.by_name.entry(name.clone()).or_default();
            let at = holders.partition_point(|(other, _)| *other < target);
            holders.splice(at..at, conds);
        }
    }

    /// Conditions of a name in targets of a list: that of the target in the list, and that of the name in it.
    pub(super) fn among<'h>(
        &'h self,
        targets: &'h [(TargetId, Cond)],
        name: &str,
    ) -> impl Iterator<Item = (Cond, Cond)> + 'h {
        let holders = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        // Nobody has most of the names that are asked for.
        let targets = if holders.is_empty() { &[] } else { targets };
        targets.iter().flat_map(move |&(target, linked)| {
            let from = holders.partition_point(|(other, _)| *other < target);
            let own = holders.get(from..).unwrap_or_default().iter().take_while(move |(other, _)| *other == target);
            own.map(move |(_, cond)| (linked, *cond))
        })
    }

    /// When targets have a name whose places are known: of long lines only those are looked at that have the name.
    pub(super) fn on(&self, conds: &Conds, line: &Line, name: &str) -> Cond {
        let holders = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        if holders.is_empty() {
            return Cond::FALSE;
        }
        if holders.len() >= line.targets.len() {
            return any_of(conds, self.among(&line.targets, name));
        }
        let at_places = |&(target, cond): &(TargetId, Cond)| {
            let places = line.places.get(&target).into_iter().flatten();
            places.map(move |&at| (at, cond))
        };
        let mut found: Vec<(u32, Cond)> = holders.iter().flat_map(at_places).collect();
        // In the order of the line, as always.
        found.sort_by_key(|(at, _)| *at);
        any_of(conds, found.into_iter().map(|(at, cond)| (line.targets[at as usize].1, cond)))
    }
}

/// When any of these holds, each of two conditions at once.
pub(super) fn any_of(conds: &Conds, pairs: impl Iterator<Item = (Cond, Cond)>) -> Cond {
    let mut found = Cond::FALSE;
    for (linked, cond) in pairs {
        found = conds.or(found, conds.and(linked, cond));
        if found.is_true() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_asked_as_a_list_is() {
        use crate::cond::{Domain, Subject, SubjectKind};
        let conds = Conds::new();
        let choices: Vec<Cond> = ["A", "B", "C"]
            .into_iter()
            .map(|name| {
                conds.defined(conds.subject(Subject {
                    kind: SubjectKind::Input,
                    name: name.to_owned(),
                    domain: Domain::Open,
                    default: None,
                    always_defined: false,
                }))
            })
            .collect();
        let target = |at: usize| TargetId(at as u32);
        let when = |at: usize| if at % 4 == 3 { Cond::TRUE } else { choices[at % 4] };
        let mut holders = Holders::default();
        for (name, every) in [("rare", 7), ("common", 2), ("all", 1)] {
            let of_name = (0..20).filter(|at| at % every == 1 % every).map(|at| (target(at), when(at / 2)));
            holders.by_name.insert(name.to_owned(), of_name.collect());
        }
        // Longer and shorter than what has the names; one target stands there twice.
        for targets in [vec![3, 1, 8], (0..20).rev().chain([8]).collect::<Vec<usize>>()] {
            let targets: Vec<(TargetId, Cond)> = targets.into_iter().map(|at| (target(at), when(at))).collect();
            let line = Line::new(targets.clone());
            for name in ["rare", "common", "all", "none"] {
                let pairs = holders.among(&targets, name);
                let expected = conds.any(pairs.map(|(linked, cond)| conds.and(linked, cond)).collect::<Vec<_>>());
                assert_eq!(holders.on(&conds, &line, name), expected, "{name}");
            }
        }
    }
}
