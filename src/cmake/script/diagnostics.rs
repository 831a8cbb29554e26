//! Levels of messages and categories of warnings (cmake-diagnostics(7)).

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Error,
    Warning,
    Notice,
    Status,
    Verbose,
    Debug,
    Trace,
}

impl Level {
    /// The level of a word, in any case.
    pub fn parse(word: &str) -> Option<Self> {
        const LEVELS: [Level; 7] =
            [Level::Error, Level::Warning, Level::Notice, Level::Status, Level::Verbose, Level::Debug, Level::Trace];
        LEVELS.into_iter().find(|level| level.word().eq_ignore_ascii_case(word))
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "ERROR",
            Self::Warning => "WARNING",
            Self::Notice => "NOTICE",
            Self::Status => "STATUS",
            Self::Verbose => "VERBOSE",
            Self::Debug => "DEBUG",
            Self::Trace => "TRACE",
        }
    }
}

/// What a warning is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Category {
    Author,
    Deprecated,
    Experimental,
    InstallAbsoluteDestination,
    Policy,
    Uninitialized,
    UnusedCli,
}

/// All categories with their names on the command line, their parents and what is done by default.
const CATEGORIES: [(Category, &str, Option<Category>, Action); 7] = [
    (Category::Author, "author", None, Action::Warn),
    (Category::Deprecated, "deprecated", Some(Category::Author), Action::Warn),
    (Category::Experimental, "experimental", Some(Category::Author), Action::Warn),
    (Category::InstallAbsoluteDestination, "install-absolute-destination", Some(Category::Author), Action::Ignore),
    (Category::Policy, "policy", Some(Category::Author), Action::Warn),
    (Category::Uninitialized, "uninitialized", None, Action::Ignore),
    (Category::UnusedCli, "unused-cli", None, Action::Warn),
];

impl Category {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        CATEGORIES.iter().map(|row| row.0)
    }

    /// By its name on the command line (`dev` is the older name of `author`).
    pub fn from_option(word: &str) -> Option<Self> {
        let word = if word == "dev" { "author" } else { word };
        CATEGORIES.iter().find(|row| row.1 == word).map(|row| row.0)
    }

    /// By its name in a script, as `CMD_AUTHOR`.
    pub fn from_name(word: &str) -> Option<Self> {
        let word = word.strip_prefix("CMD_")?;
        CATEGORIES.iter().find(|row| row.1.replace('-', "_").to_uppercase() == word).map(|row| row.0)
    }

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        CATEGORIES.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    fn parent(self) -> Option<Self> {
        CATEGORIES.iter().find(|row| row.0 == self).and_then(|row| row.2)
    }

    /// Whether it is `other` or beneath it.
    pub fn within(self, other: Self) -> bool {
        self == other || self.parent().is_some_and(|parent| parent.within(other))
    }
}

/// What is done about a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Nothing.
    Ignore,
    /// It is printed.
    Warn,
    /// It is an error; the run goes on.
    SendError,
    /// It is an error that ends the run.
    FatalError,
}

impl Action {
    /// By its word in a script.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "IGNORE" => Self::Ignore,
            "WARN" => Self::Warn,
            "SEND_ERROR" => Self::SendError,
            "FATAL_ERROR" => Self::FatalError,
            _ => return None,
        })
    }

    /// Its word in a script.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ignore => "IGNORE",
            Self::Warn => "WARN",
            Self::SendError => "SEND_ERROR",
            Self::FatalError => "FATAL_ERROR",
        }
    }
}

/// What is done about each category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actions(Vec<(Category, Action)>);

impl Default for Actions {
    fn default() -> Self {
        Self(CATEGORIES.iter().map(|row| (row.0, row.3)).collect())
    }
}

impl Actions {
    /// What is done about one.
    pub fn of(&self, category: Category) -> Action {
        self.0.iter().find(|(c, _)| *c == category).map_or(Action::Warn, |(_, action)| *action)
    }

    /// Sets one, with those beneath it where `recurse` says so.
    pub fn set(&mut self, category: Category, action: Action, recurse: bool) {
        self.change(category, recurse, |_| action);
    }

    /// Changes one, with those beneath it where `recurse` says so.
    pub fn change(&mut self, category: Category, recurse: bool, new: impl Fn(Action) -> Action) {
        for (c, action) in &mut self.0 {
            if *c == category || recurse && c.within(category) {
                *action = new(*action);
            }
        }
    }
}

/// What a policy is about, as the warning says that it is not set.
pub fn policy_summary(number: u32) -> Option<&'static str> {
    let name = format!("CMP{number:04}\t");
    include_str!("../lang/data/policy-summaries.txt").lines().find_map(|line| line.strip_prefix(name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::policy_summary;

    #[test]
    fn policies_have_summaries() {
        assert_eq!(policy_summary(140), Some("The return() command checks its arguments."));
        assert!(crate::cmake::lang::property_table::policies().keys().all(|n| policy_summary(*n).is_some()));
    }
}
