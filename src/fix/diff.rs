//! A plan as a unified diff, which `patch -p1` and `git apply` take.
use std::io::{self, Write};
use std::path::Path;

use similar::{Algorithm, TextDiff};

use super::Plan;
use crate::report::path::portable;

/// Lines around a change.
const CONTEXT: usize = 3;

/// Writes what a plan changes, paths relative to the root.
pub fn diff(plan: &Plan, root: &Path, out: &mut dyn Write) -> io::Result<()> {
    for file in &plan.files {
        let name = portable(&file.path, root);
        let diff = TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(&file.old[..], &file.new[..]);
        let mut shown = diff.unified_diff();
        shown.context_radius(CONTEXT).header(&format!("a/{name}"), &format!("b/{name}"));
        shown.to_writer(&mut *out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::Changed;

    #[test]
    fn changes_are_shown_with_their_surroundings() {
        let old = (1..=9).map(|n| format!("f({n})\n")).collect::<Vec<_>>().concat();
        let new = old.replace("f(5)\n", "f(5)\ng(\u{e9})\n");
        let files = vec![Changed { path: "/r/d/CMakeLists.txt".into(), old: old.into(), new: new.into() }];
        let plan = Plan { files, ..Plan::default() };
        let mut out = Vec::new();
        diff(&plan, Path::new("/r"), &mut out).unwrap();
        let expected = "--- a/d/CMakeLists.txt\n+++ b/d/CMakeLists.txt\n@@ -3,6 +3,7 @@\n f(3)\n f(4)\n f(5)\n+g(\u{e9})\n f(6)\n f(7)\n f(8)\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
