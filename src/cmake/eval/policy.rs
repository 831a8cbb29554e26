//! Policies: which of CMake's old or new behaviours is in force (cmake-policies(7)).
use std::collections::BTreeMap;
use std::sync::Arc;

/// A CMake version: major, minor, patch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Version(pub u32, pub u32, pub u32);

impl Version {
    /// Reads `3.20`, `3.20.1`, `3.20.1-rc1`; missing parts are zero.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(['.', '-']).map(|p| p.parse::<u32>());
        let major = parts.next()?.ok()?;
        let minor = parts.next().and_then(Result::ok)?;
        let patch = parts.next().and_then(Result::ok).unwrap_or(0);
        Some(Self(major, minor, patch))
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// The state of one policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyState {
    /// Set to OLD, or unset and therefore OLD with a warning.
    Old,
    /// NEW.
    New,
    /// Not set: behaves as OLD.
    Unset,
}

/// The policies in force at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policies {
    /// What `cmake_minimum_required` or `cmake_policy(VERSION)` said, lower and upper end.
    pub range: Option<(Version, Version)>,
    /// The command that said it.
    pub stated_at: Option<crate::source::Span>,
    explicit: Arc<BTreeMap<u32, bool>>,
}

impl Policies {
    /// Sets all policies as of `minimum…maximum`, as run by `cmake`.
    pub fn set_version(&mut self, minimum: Version, maximum: Option<Version>, cmake: Version) {
        let upper = maximum.map_or(minimum, |m| m.min(cmake)).max(minimum);
        self.range = Some((minimum, upper));
        self.explicit = Arc::default();
    }

    /// Sets one policy.
    pub fn set(&mut self, number: u32, new: bool) {
        Arc::make_mut(&mut self.explicit).insert(number, new);
    }

    /// The state of a policy that CMake `introduced` brought.
    pub fn state(&self, number: u32, introduced: Version) -> PolicyState {
        match (self.explicit.get(&number), self.range) {
            (Some(true), _) => PolicyState::New,
            (Some(false), _) => PolicyState::Old,
            (None, Some((_, upper))) if upper >= introduced => PolicyState::New,
            (None, _) => PolicyState::Unset,
        }
    }
}

/// Policies that act on what is modelled, with the version that introduced each (cmake-policies(7)).
const INTRODUCED: &[(u32, Version)] = &[
    (3, Version(2, 6, 0)),
    (12, Version(2, 8, 0)),
    (22, Version(2, 8, 12)),
    (25, Version(3, 0, 0)),
    (28, Version(3, 0, 0)),
    (42, Version(3, 0, 0)),
    (48, Version(3, 0, 0)),
    (53, Version(3, 1, 0)),
    (54, Version(3, 1, 0)),
    (56, Version(3, 2, 0)),
    (57, Version(3, 3, 0)),
    (60, Version(3, 3, 0)),
    (63, Version(3, 3, 0)),
    (64, Version(3, 4, 0)),
    (65, Version(3, 4, 0)),
    (67, Version(3, 8, 0)),
    (68, Version(3, 9, 0)),
    (69, Version(3, 9, 0)),
    (74, Version(3, 12, 0)),
    (76, Version(3, 13, 0)),
    (77, Version(3, 13, 0)),
    (79, Version(3, 13, 0)),
    (81, Version(3, 13, 0)),
    (83, Version(3, 14, 0)),
    (91, Version(3, 15, 0)),
    (92, Version(3, 15, 0)),
    (94, Version(3, 15, 0)),
    (95, Version(3, 16, 0)),
    (99, Version(3, 17, 0)),
    (104, Version(3, 18, 0)),
    (105, Version(3, 18, 0)),
    (117, Version(3, 20, 0)),
    (118, Version(3, 20, 0)),
    (124, Version(3, 21, 0)),
    (126, Version(3, 21, 0)),
    (128, Version(3, 22, 0)),
    (135, Version(3, 24, 0)),
    (140, Version(3, 25, 0)),
    (144, Version(3, 27, 0)),
    (156, Version(3, 29, 0)),
    (160, Version(3, 29, 0)),
    (179, Version(3, 31, 0)),
];

/// When a policy came; nothing for those that act on nothing here.
pub fn introduced(number: u32) -> Option<Version> {
    INTRODUCED.iter().find(|(n, _)| *n == number).map(|&(_, version)| version)
}

/// The CMake that knows a policy's new behaviour only (4.0 dropped everything up to CMP0065).
pub fn removed_old(number: u32) -> Option<Version> {
    (number <= 65).then_some(Version(4, 0, 0))
}
