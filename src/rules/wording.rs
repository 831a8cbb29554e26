//! Words that findings of several rules share.
use std::sync::Arc;

use crate::cmake::eval::Files;
use crate::cmake::syntax::File;
pub(super) use crate::model::foreign::letters;
use crate::model::needs::How;
use crate::model::{Model, TargetId};

/// Up to three names: `a`, `b` and 4 more.
pub(super) fn listing<S: AsRef<str>>(names: impl IntoIterator<Item = S, IntoIter: ExactSizeIterator>) -> String {
    let mut names = names.into_iter();
    let shown: Vec<String> = names.by_ref().take(3).map(|name| quoted(name.as_ref())).collect();
    match (shown.as_slice(), names.len()) {
        ([rest @ .., last], 0) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (_, 0) => shown.join(", "),
        (_, more) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// All names, however many.
pub(super) fn all(names: &[&str]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

/// What is said of as many others behind the first one: ` and 3 more`, or nothing.
pub(super) fn and_more(others: usize) -> String {
    if others == 0 { String::new() } else { format!(" and {others} more") }
}

/// What is to be seen where a symbol is used.
pub(super) fn use_label(how: How) -> &'static str {
    match how {
        How::Call => "called here",
        How::Plugin => "the plugin calls it here",
        How::Lookup => "looked up here",
        How::Class(_) => "the class is used here",
        How::Object => "an object of the class is used here",
        How::Data => "used here",
    }
}

/// The variable that a text for people is, `${X}`, and no more than it.
pub(super) fn variable_in(shown: &str) -> Option<&str> {
    // What a search finds: `<X>`, or with what sets it, `<X of find_package(Y)>`.
    let found = shown.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    let name = match found {
        Some(text) => Some(text.split_once(" of ").map_or(text, |(name, _)| name)),
        None => shown.strip_prefix("${").and_then(|text| text.strip_suffix('}')),
    };
    name.filter(|name| !name.contains(['$', '{', '}', '<', '>', ' ']))
}

/// Whether a name says that it is for what users, toolchain files and projects above may add.
pub(super) fn is_hook(name: &str) -> bool {
    const WORDS: &[&str] =
        &["extra", "extras", "user", "additional", "custom", "optional", "platform", "sanitizer", "sanitizers"];
    name.split('_').any(|word| WORDS.iter().any(|hook| word.eq_ignore_ascii_case(hook)))
}

/// The keyword, with the blank behind it, for one more library of a target: nothing where its own calls have none, since CMake refuses to
/// mix both forms (cmake-policies(7), CMP0023).
pub(super) fn link_scope(model: &Model<'_>, files: &Files<'_>, id: TargetId) -> &'static str {
    const KEYWORDS: &[&str] =
        &["PUBLIC", "PRIVATE", "INTERFACE", "LINK_PUBLIC", "LINK_PRIVATE", "LINK_INTERFACE_LIBRARIES"];
    let edges = model.links(id).iter().map(|edge| edge.origin);
    let origins = edges.chain(model.link_items(id).iter().map(|item| item.origin));
    let calls = origins.filter_map(|origin| files.command_at(model.span(origin)?));
    let mut forms = calls.filter_map(|(file, at)| {
        let command = file.commands.get(at).filter(|command| &*command.lower == "target_link_libraries")?;
        let words = command.arguments.iter().filter_map(|one| one.template.literal());
        Some(words.into_iter().any(|word| KEYWORDS.contains(&word)))
    });
    let first = forms.next();
    // FindCUDA's commands link the plain way themselves.
    let is_plain = |(file, at): (Arc<File>, usize)| {
        file.commands.get(at).is_some_and(|command| command.lower.starts_with("cuda_add_"))
    };
    let mut made = model.definitions_of(id).iter().filter_map(|one| files.command_at(model.span(one.origin)?));
    if first.is_none() && made.any(is_plain) {
        return "";
    }
    if first.is_none_or(|keyword| keyword || forms.any(|keyword| keyword)) { "PRIVATE " } else { "" }
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed() {
        assert_eq!(listing(&["a"]), "`a`");
        assert_eq!(listing(&["a", "b"]), "`a` and `b`");
        assert_eq!(listing(&["a", "b", "c", "d"]), "`a`, `b`, `c` and 1 more");
        assert_eq!(all(&["a", "b", "c", "d"]), "`a`, `b`, `c`, `d`");
    }

    #[test]
    fn others_are_counted() {
        assert_eq!((and_more(0).as_str(), and_more(2).as_str()), ("", " and 2 more"));
    }
}
