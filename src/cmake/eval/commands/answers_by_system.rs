//! Checks whose answer the system decides, whoever configures.
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::cond::{Cond, Conds};

/// The systems on which a header or a function is there, and those on which it is not.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct BySystem {
    always: &'static str,
    never: &'static str,
}

impl BySystem {
    /// What is known of a header or a function.
    pub(super) fn of(name: &str) -> Option<Self> {
        static TABLE: OnceLock<FxHashMap<&'static str, BySystem>> = OnceLock::new();
        TABLE.get_or_init(read).get(name).copied()
    }

    /// Of several that are asked for together: all of them are there, or one of them is missing.
    pub(super) fn of_all<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Self> {
        names.map(|name| Self::of(name).unwrap_or_default()).collect()
    }

    /// When it is certainly there.
    pub(super) fn always(self, conds: &Conds) -> Cond {
        if self.always == "ALL" { Cond::TRUE } else { any(conds, self.always) }
    }

    /// When it is certainly missing.
    pub(super) fn never(self, conds: &Conds) -> Cond {
        any(conds, self.never)
    }
}

fn any(conds: &Conds, systems: &str) -> Cond {
    conds.any(systems.split_whitespace().filter_map(|name| conds.platform(name)).collect::<Vec<_>>())
}

fn read() -> FxHashMap<&'static str, BySystem> {
    let mut out: FxHashMap<&'static str, BySystem> = FxHashMap::default();
    let mut section = "";
    for line in include_str!("../data/by_system.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = head;
            continue;
        }
        for name in line.split_whitespace() {
            let row = out.entry(name).or_default();
            match section.split_once(' ') {
                Some(("always", systems)) => row.always = systems,
                Some((_, systems)) => row.never = systems,
                None => {}
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        assert_eq!(BySystem::of("stdio.h"), Some(BySystem { always: "ALL", never: "" }));
        assert_eq!(BySystem::of("fork"), Some(BySystem { always: "UNIX", never: "WIN32" }));
        assert_eq!(BySystem::of("sys/epoll.h"), Some(BySystem { always: "", never: "WIN32 APPLE" }));
        assert_eq!(BySystem::of("zlib.h"), None);
    }
}
