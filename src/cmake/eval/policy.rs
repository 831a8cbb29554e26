//! Policies: which of CMake's old or new behaviours is in force (cmake-policies(7)).
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cmake::lang::property_table::policies;

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
    /// What was said since the running function or macro was entered.
    said: Arc<Said>,
}

/// What a function or a macro says of policies: its callers keep it (cmake-commands(7), `cmake_policy`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Said {
    range: Option<(Version, Version)>,
    /// After the version.
    explicit: BTreeMap<u32, bool>,
}

impl Policies {
    /// Sets all policies as of `minimum…maximum`, as run by `cmake`.
    pub fn set_version(&mut self, minimum: Version, maximum: Option<Version>, cmake: Version) {
        let upper = maximum.map_or(minimum, |m| m.min(cmake)).max(minimum);
        self.range = Some((minimum, upper));
        self.explicit = Arc::default();
        self.said = Arc::new(Said { range: self.range, explicit: BTreeMap::new() });
    }

    /// Sets one policy.
    pub fn set(&mut self, number: u32, new: bool) {
        Arc::make_mut(&mut self.explicit).insert(number, new);
        Arc::make_mut(&mut self.said).explicit.insert(number, new);
    }

    /// As a function or macro that is defined here finds them when it is called.
    #[must_use]
    pub fn as_defined(&self) -> Self {
        Self { said: Arc::default(), ..self.clone() }
    }

    /// Takes over what a function or macro said that was called from here.
    pub fn take_over(&mut self, called: &Self) {
        if let Some(range) = called.said.range {
            self.range = Some(range);
            self.stated_at = called.stated_at;
            self.explicit = Arc::default();
            self.said = Arc::new(Said { range: Some(range), explicit: BTreeMap::new() });
        }
        for (&number, &new) in &called.said.explicit {
            self.set(number, new);
        }
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

/// When a policy came; nothing for those that CMake does not know.
pub fn introduced(number: u32) -> Option<Version> {
    policies().get(&number).map(|policy| policy.introduced)
}

/// The CMake that knows a policy's new behaviour only (4.0 dropped everything up to CMP0065).
pub fn removed_old(number: u32) -> Option<Version> {
    policies().get(&number).and_then(|policy| policy.removed)
}
