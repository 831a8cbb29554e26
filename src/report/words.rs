//! Words that several formats share.
use std::fmt::Write as _;

use super::{Report, count, count_suppressed};
use crate::rules::finding::{Condition, Severity};

/// What to do about the findings of a first run.
pub(super) const ADOPT: &str =
    "--write-baseline linklint-baseline.json accepts what is there now; with --baseline only new findings count";

/// A number with its noun.
pub(super) fn plural(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// How many findings there are, of what severity, and how many are left out.
pub(super) fn summary(report: Report<'_>) -> String {
    let by_severity: Vec<String> = Severity::ALL
        .into_iter()
        .rev()
        .map(|s| (count(report.findings, s), s))
        .filter(|&(number, _)| number > 0)
        .map(|(number, s)| plural(number, s.name()))
        .collect();
    let mut text = if by_severity.is_empty() {
        "no findings".to_owned()
    } else {
        format!("{}: {}", plural(report.counting().count(), "finding"), by_severity.join(", "))
    };
    if report.stats.hidden > 0 {
        let hidden = plural(report.stats.hidden, "heuristic finding");
        let _ = write!(text, "; {hidden} hidden (--pedantic shows them)");
    }
    let suppressed = count_suppressed(report.findings);
    if suppressed > 0 {
        let _ = write!(text, "; {suppressed} suppressed");
    }
    text
}

/// "in every configuration", or "when: <formula>; try: <a configuration>". It is not made harmless yet.
pub(super) fn happens(condition: &Condition) -> String {
    if condition.is_always() {
        return "in every configuration".to_owned();
    }
    let mut text = format!("when: {}", when(condition));
    if let Some(command) = try_command(condition) {
        let _ = write!(text, "; try: {command}");
    }
    text
}

/// The formula, in few words where it is long.
pub(super) fn when(condition: &Condition) -> &str {
    condition.brief.as_deref().unwrap_or(&condition.formula)
}

/// The command line that makes the witness, with what cannot be given on it in brackets; none for an empty witness, and none where it would
/// only say the condition again.
pub(super) fn try_command(condition: &Condition) -> Option<String> {
    /// How conditions of build scripts call a feature of the package.
    const FEATURE: &str = "feature ";
    let witness = &condition.witness;
    if witness.is_empty() {
        return None;
    }
    let mut text = String::new();
    for (name, value) in &witness.environment {
        let _ = write!(text, "{} ", quote(&format!("{name}={value}")));
    }
    let (features, others): (Vec<&String>, Vec<&String>) =
        witness.assumptions.iter().partition(|one| one.starts_with(FEATURE));
    if witness.settings.is_empty() && witness.cmake.is_none() {
        let features: Vec<&str> = features.iter().filter_map(|one| one.strip_prefix(FEATURE)).collect();
        if !features.is_empty() {
            let _ = write!(text, "cargo build --features {}", quote(&features.join(",")));
        }
        let needs: Vec<&str> = witness.platform.iter().chain(others).map(String::as_str).collect();
        match text.is_empty() {
            true => text = needs.join(", "),
            false if needs.is_empty() => {}
            false => {
                let _ = write!(text, " ({})", needs.join(", "));
            }
        }
        return Some(text.trim_end().to_owned()).filter(|text| *text != condition.formula);
    }
    text.push_str("cmake");
    for (name, value) in &witness.settings {
        let _ = write!(text, " {}", quote(&format!("-D{name}={value}")));
    }
    let cmake = witness.cmake.as_ref().map(|version| format!("CMake {version}"));
    let needs: Vec<String> =
        witness.platform.iter().cloned().chain(cmake).chain(witness.assumptions.iter().cloned()).collect();
    if !needs.is_empty() {
        let _ = write!(text, " ({})", needs.join(", "));
    }
    Some(text)
}

/// `word` for a POSIX shell.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+:,@%".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// At most `most` bytes of `text`, cut between characters, with a mark where it was cut.
pub(super) fn cut(text: &str, most: usize) -> std::borrow::Cow<'_, str> {
    const MARK: &str = "…";
    if text.len() <= most {
        return text.into();
    }
    let end = text.floor_char_boundary(most.saturating_sub(MARK.len()));
    format!("{}{MARK}", text.get(..end).unwrap_or_default()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quote("-DA=ON"), "-DA=ON");
        assert_eq!(quote("-DA=x;y z"), "'-DA=x;y z'");
        assert_eq!(quote("it's"), r"'it'\''s'");
        assert_eq!(quote("$(x)"), "'$(x)'");
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcdef", 5), "ab…");
        assert_eq!(cut("éééé", 6), "é…");
    }
}
