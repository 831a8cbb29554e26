//! `--fix` and `--diff`.
use std::io::{self, IsTerminal as _, Write as _};

use super::{Exit, complain, ended};
use crate::analysis::{Analysis, Failure};
use crate::fix::{Plan, Wanted, diff};
use crate::report::clean::harmless_lines;
use crate::report::place_path;

/// Runs after which fixes that lead to others are a defect.
const ROUNDS: usize = 10;

/// Prints what the fixes would change.
pub(super) fn show(analysis: &Analysis, wanted: Wanted) -> Result<Exit, Failure> {
    let plan = plan(analysis, wanted);
    let mut text = Vec::new();
    let incomplete = |e: io::Error| Failure::Incomplete(format!("the diff could not be written: {e}"));
    diff(&plan, &analysis.root, &mut text).map_err(incomplete)?;
    tell_left(analysis, &plan);
    let mut out = io::stdout().lock();
    // A file for `patch` must hold every byte; a terminal must not obey the project's text.
    let written = if out.is_terminal() {
        out.write_all(harmless_lines(&String::from_utf8_lossy(&text)).as_bytes())
    } else {
        out.write_all(&text)
    };
    let exit = if plan.is_empty() { Exit::Clean } else { Exit::Findings };
    Ok(ended(written.and_then(|()| out.flush()), exit))
}

/// Applies the fixes until there are none left, and gives the last look at the project.
pub(super) fn apply(
    mut analysis: Analysis,
    wanted: Wanted,
    look: impl Fn() -> Result<Analysis, Failure>,
) -> Result<Analysis, Failure> {
    let (mut mended, mut files) = (0, std::collections::BTreeSet::new());
    for _ in 0..ROUNDS {
        let plan = plan(&analysis, wanted);
        if plan.is_empty() {
            tell_left(&analysis, &plan);
            break;
        }
        plan.apply().map_err(|e| Failure::Incomplete(format!("the fixes: {e}")))?;
        mended += plan.mended;
        files.extend(plan.files.iter().map(|file| file.path.clone()));
        analysis = look()?;
    }
    let number = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    complain(&match mended {
        0 => "nothing to fix".to_owned(),
        _ => format!("{} fixed in {}", number(mended, "finding", "findings"), number(files.len(), "file", "files")),
    });
    Ok(analysis)
}

fn plan(analysis: &Analysis, wanted: Wanted) -> Plan {
    Plan::of(&analysis.findings, &analysis.sources, &analysis.root, wanted)
}

/// Says which fixes are left, and why.
fn tell_left(analysis: &Analysis, plan: &Plan) {
    for left in &plan.left {
        let Some(finding) = analysis.findings.get(left.finding) else { continue };
        let path = place_path(&analysis.sources, &finding.primary, &analysis.root);
        complain(&format!("not fixed: {} in {}: {}", finding.rule, path.escape_debug(), left.why));
    }
}
