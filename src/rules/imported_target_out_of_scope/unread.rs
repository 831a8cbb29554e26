//! What runs at the configuration and is not there to be read: it may make the targets of a package.
//!
//! What it builds, and an alias of that, is known everywhere, wherever the command stands (`CPMAddPackage()`, `hunter_add_package()`, Conan's
//! commands, a submodule, `FetchContent`); what it only looks for is known in its directory and below.
use crate::cmake::eval::facts::{Call, DirectoryId, Reason, Unknown};
use crate::model::Model;

use super::sees;

/// Whether something that is not read may make a target of a package which a directory sees.
pub(super) fn may_make(model: &Model<'_>, from: DirectoryId, package: &str) -> bool {
    let in_sight = |unknown: &Unknown| sees(model, from, model.folder_of(unknown.origin));
    model.facts.unknowns.iter().any(|unknown| match unknown.reason {
        _ if unknown.is_unread_file() => in_sight(unknown),
        Reason::UnmodelledCommand => may_bring(model, unknown, package),
        // A folder that is not checked out, or what is fetched.
        Reason::MissingFile => unknown.what.ends_with("CMakeLists.txt") || unknown.what.ends_with("(FetchContent)"),
        Reason::UnknownValue => unknown.what.starts_with("directory that "),
        _ => false,
    })
}

/// Whether a command that nobody models may bring a package: it names the package, or is about none of the project's own targets
/// (`enable_warnings(app)` is).
fn may_bring(model: &Model<'_>, unknown: &Unknown, package: &str) -> bool {
    let package = package.to_ascii_lowercase();
    if unknown.what.contains(&package) {
        return true;
    }
    let mut calls = model.facts.calls.iter().filter(|call| call.origin == unknown.origin).peekable();
    let words = |call: &Call| {
        let known = call.arguments.elems.iter().filter_map(|elem| model.facts.texts.as_str(elem.text));
        known.map(str::to_owned).collect::<Vec<_>>()
    };
    let is_own = |word: &String| model.find(word).is_some_and(|id| !model.is_imported(id));
    calls.peek().is_none()
        || calls.any(|call| {
            let words = words(call);
            words.iter().any(|word| word.to_ascii_lowercase().contains(&package)) || !words.iter().any(is_own)
        })
}
