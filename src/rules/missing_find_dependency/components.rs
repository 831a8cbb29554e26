//! Components that a configuration leaves out of those that it asks a package for.

/// A package that makes its targets for the components that it is asked for.
struct Parted {
    /// In lower case.
    name: &'static str,
    /// Each component is a package, too, which may be looked for alone.
    packages: bool,
    /// Components, each with those that it brings.
    table: &'static str,
}

const PARTED: &[Parted] = &[
    Parted { name: "qt5", packages: true, table: include_str!("components.txt") },
    Parted { name: "qt6", packages: true, table: include_str!("components.txt") },
    Parted { name: "boost", packages: false, table: include_str!("components_boost.txt") },
];

/// Whether the components of a package are known, and can be asked for by its own name only.
pub(super) fn is_asked_by_name(package: &str) -> bool {
    PARTED.iter().any(|one| !one.packages && package.eq_ignore_ascii_case(one.name))
}

/// Whether a configuration (in lower case) looks for components of a package, and among them neither for one nor for any that brings it.
pub(super) fn lacks_component(text: &str, package: &str, component: &str) -> bool {
    let (package, component) = (package.to_lowercase(), component.to_lowercase());
    let Some(parted) = PARTED.iter().find(|one| one.name == package) else { return false };
    let is_told = if parted.packages {
        component.ends_with("private") || text.contains(&component)
    } else {
        // `find_dependency(Threads)` does not speak of `thread`.
        speaks_of(text, &component) || parted.row(&component).is_none()
    };
    if is_told {
        return false;
    }
    let calls: Vec<Vec<&str>> = ["find_dependency(", "find_package("]
        .iter()
        .flat_map(|call| text.match_indices(call).map(|(at, call)| &text[at + call.len()..]))
        .filter_map(|rest| Some(rest.split_once(')')?.0.split_whitespace().collect::<Vec<_>>()))
        .filter(|words| words.first().is_some_and(|name| parted.is_called(name)))
        .collect();
    let mut brought: Vec<String> = Vec::new();
    for words in &calls {
        let Some(listed) = parted.listed(words) else { return false };
        brought.extend(listed);
    }
    // Without any that is listed a package of packages tells nothing.
    let asks = if parted.packages { !brought.is_empty() } else { !calls.is_empty() };
    asks && !brought.contains(&component)
}

/// Whether a text has a name as a word, to which signs and the package's name may belong (`boost_thread`).
fn speaks_of(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

impl Parted {
    /// Whether a search is one for this package.
    fn is_called(&self, name: &str) -> bool {
        if self.packages { name.starts_with(self.name) } else { name == self.name }
    }

    /// A component with those that it brings.
    fn row(&self, component: &str) -> Option<Vec<String>> {
        let rows = self.table.lines().filter(|line| !line.starts_with('#')).map(str::to_lowercase);
        let rows = rows.map(|row| row.split(' ').map(str::to_owned).collect::<Vec<_>>());
        rows.into_iter().find(|row| row.first().is_some_and(|first| first == component))
    }

    /// The components that a call asks for, and what these bring; nothing where one of them is not known.
    fn listed(&self, words: &[&str]) -> Option<Vec<String>> {
        let (name, rest) = words.split_first()?;
        // `find_dependency(Qt5Widgets)`
        let alone = name.strip_prefix(self.name).filter(|component| !component.is_empty());
        // What a word is filled with may ask for components, unless it is the version.
        let may_ask = |word: &&str| word.contains(['@', '$']) && !word.contains("version");
        if !self.packages && rest.iter().any(may_ask) {
            return None;
        }
        // A version may stand before the word.
        let options = ["components", "required", "config", "no_module", "quiet"];
        let listed =
            rest.iter().skip_while(|word| !matches!(**word, "components" | "required" | "optional_components"));
        let listed = listed.copied().filter(|word| alone.is_none() && !options.contains(word));
        let asked: Vec<&str> = alone.into_iter().chain(listed).collect();
        let mut out = Vec::new();
        for word in asked {
            out.extend(self.row(word)?);
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::lacks_component;

    #[test]
    fn components_that_nothing_brings() {
        let text = "find_dependency(qt5 5.9 components widgets network)";
        assert!(lacks_component(text, "Qt5", "Svg"));
        assert!(!lacks_component(text, "Qt5", "Gui"), "Widgets brings it");
        assert!(!lacks_component("find_dependency(qt5 components widgets quick)", "Qt5", "Svg"), "it may bring more");
        assert!(!lacks_component("find_dependency(qt5 components @parts@)", "Qt5", "Svg"));
        assert!(lacks_component("find_dependency(qt5 @least@ required widgets)", "Qt5", "Svg"));
        assert!(!lacks_component("find_dependency(qt5widgets)\nfind_dependency(qt5svg)", "Qt5", "Svg"));
        assert!(lacks_component("find_dependency(qt6widgets)", "Qt6", "Network"));
    }

    #[test]
    fn components_of_boost() {
        assert!(lacks_component("find_dependency(boost)", "Boost", "thread"));
        assert!(lacks_component("find_dependency(threads)\nfind_dependency(boost 1.66)", "Boost", "thread"));
        assert!(lacks_component("find_dependency(boost @boost_version@ components system)", "Boost", "thread"));
        assert!(!lacks_component("find_dependency(boost components filesystem)", "Boost", "system"), "it brings it");
        assert!(!lacks_component("find_dependency(boost)", "Boost", "headers"), "no component");
        assert!(!lacks_component("find_dependency(boost components @parts@)", "Boost", "thread"));
        assert!(!lacks_component("find_dependency(boost ${asked})", "Boost", "thread"));
        assert!(!lacks_component("find_dependency(boost_thread)\nfind_dependency(boost)", "Boost", "thread"));
        assert!(!lacks_component("find_dependency(boost optional_components date_time log)", "Boost", "system"));
        assert!(!lacks_component("find_dependency(folly)", "Boost", "thread"), "not asked for here");
    }
}
