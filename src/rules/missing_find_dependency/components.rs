//! Components that a configuration leaves out of those that it asks a package for.

/// Packages of which each component is a package, too, and its target is called like it.
const PACKAGES: &[&str] = &["qt5", "qt6"];

/// Whether a configuration (in lower case) looks for components of a package, and among them neither for one nor for any that brings it.
pub(super) fn lacks_component(text: &str, package: &str, component: &str) -> bool {
    let (package, component) = (package.to_lowercase(), component.to_lowercase());
    if !PACKAGES.contains(&&*package) || component.ends_with("private") || text.contains(&component) {
        return false;
    }
    let calls: Vec<Vec<&str>> = ["find_dependency(", "find_package("]
        .iter()
        .flat_map(|call| text.match_indices(call).map(|(at, call)| &text[at + call.len()..]))
        .filter_map(|rest| Some(rest.split_once(')')?.0.split_whitespace().collect::<Vec<_>>()))
        .filter(|words| words.first().is_some_and(|name| name.starts_with(&*package)))
        .collect();
    let mut brought: Vec<String> = Vec::new();
    for words in &calls {
        let Some(listed) = listed(words, &package) else { return false };
        brought.extend(listed);
    }
    !brought.is_empty() && !brought.contains(&component)
}

/// The components that a call asks for, and what these bring; nothing where one of them is not known.
fn listed(words: &[&str], package: &str) -> Option<Vec<String>> {
    let (name, rest) = words.split_first()?;
    // `find_dependency(Qt5Widgets)`
    let alone = name.strip_prefix(package).filter(|component| !component.is_empty());
    // A version may stand before the word.
    let options = ["components", "required", "config", "no_module", "quiet"];
    let listed = rest.iter().skip_while(|word| !matches!(**word, "components" | "required"));
    let listed = listed.copied().filter(|word| alone.is_none() && !options.contains(word));
    let asked: Vec<&str> = alone.into_iter().chain(listed).collect();
    let mut out = Vec::new();
    for word in asked {
        let rows = include_str!("components.txt").lines().filter(|line| !line.starts_with('#'));
        let row = rows.map(str::to_lowercase).find(|row| row.split(' ').next() == Some(word))?;
        out.extend(row.split(' ').map(str::to_owned));
    }
    Some(out)
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
        assert!(!lacks_component("find_dependency(boost components system)", "Boost", "thread"));
    }
}
