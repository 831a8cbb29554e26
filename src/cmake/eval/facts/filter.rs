//! What `install(DIRECTORY)` leaves out of a folder.
use std::path::Path;

use crate::cmake::lang::glob::Pattern;
use crate::cmake::lang::regex::Regex;

/// `FILES_MATCHING`, `PATTERN` and `REGEX` of an `install(DIRECTORY)` (cmake-commands(7), `install`).
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Whether only files are taken that a rule matches.
    pub matching: bool,
    /// The rules, in their order, and whether each leaves out what it matches.
    pub rules: Vec<(Rule, bool)>,
}

/// One of its rules.
#[derive(Debug, Clone)]
pub enum Rule {
    /// `PATTERN`, for whole names at the end of a path.
    Pattern(String),
    /// `REGEX`, for the full path.
    Regex(String),
    /// One that is not known: it may match anything.
    Unknown,
}

impl Rule {
    /// Whether it matches a path that begins with a slash; nothing where that is not known.
    fn matches(&self, path: &str) -> Option<bool> {
        match self {
            Self::Pattern(pattern) => {
                // As many names as the pattern has.
                let names = pattern.matches('/').count() + 1;
                let start = path.rmatch_indices('/').nth(names - 1).map(|(at, _)| at + 1);
                let end = start.and_then(|start| path.get(start..))?;
                let parts = end.split('/').zip(pattern.split('/'));
                parts
                    .map(|(part, pattern)| Some(Pattern::new(pattern)?.matches(part)))
                    .try_fold(true, |all, one| Some(all && one?))
            }
            Self::Regex(pattern) => Some(Regex::new(pattern).ok()?.is_match(path)),
            Self::Unknown => None,
        }
    }
}

impl Filter {
    /// Whether a file below the folder is certainly left out: by a rule for it or for a folder on the way, or since none asks for it.
    pub fn leaves_out(&self, folder: &Path, file: &Path) -> bool {
        let Ok(below) = file.strip_prefix(folder) else { return false };
        let on_the_way = below.ancestors().filter(|part| !part.as_os_str().is_empty());
        let excluded = on_the_way.map(|part| folder.join(part)).any(|path| {
            let text = path.to_string_lossy();
            self.rules.iter().any(|(rule, excludes)| *excludes && rule.matches(&text) == Some(true))
        });
        let text = file.to_string_lossy();
        let mut asked = self.rules.iter().filter(|(_, excludes)| !excludes);
        excluded || self.matching && asked.all(|(rule, _)| rule.matches(&text) == Some(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out() {
        let filter = |matching, rules: &[(&str, bool)]| {
            let rule = |text: &str| match text.strip_prefix('~') {
                Some(regex) => Rule::Regex(regex.to_owned()),
                None => Rule::Pattern(text.to_owned()),
            };
            Filter { matching, rules: rules.iter().map(|(text, excludes)| (rule(text), *excludes)).collect() }
        };
        let leaves_out = |filter: &Filter, path: &str| filter.leaves_out(Path::new("/p/include"), Path::new(path));
        let headers = filter(true, &[("*.h", false), ("*_p.h", true), ("private", true), ("~/gen/.*\\.h$", true)]);
        assert!(!leaves_out(&headers, "/p/include/chest.h"));
        assert!(leaves_out(&headers, "/p/include/chest_p.h"));
        assert!(leaves_out(&headers, "/p/include/private/a.h"));
        assert!(leaves_out(&headers, "/p/include/gen/a.h"));
        assert!(leaves_out(&headers, "/p/include/notes.txt"));
        let all = filter(false, &[("detail/*.h", true)]);
        assert!(leaves_out(&all, "/p/include/detail/a.h") && !leaves_out(&all, "/p/include/a.h"));
        let unknown = Filter { matching: true, rules: vec![(Rule::Unknown, false)] };
        assert!(!leaves_out(&unknown, "/p/include/a.h"));
    }
}
