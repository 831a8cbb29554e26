//! The command line of a script, as `cmake [options] -P FILE [arguments]` reads it.
use std::path::PathBuf;

use super::Given;
use super::diagnostics::{Action, Category, Level};

/// A command line that was read.
#[derive(Debug, Clone, Default)]
pub struct CommandLine {
    /// The script.
    pub script: PathBuf,
    /// `-D`: name, type, value.
    pub definitions: Vec<(String, Option<String>, String)>,
    /// The rest.
    pub given: Given,
}

/// Reads the words after the program's name.
///
/// # Errors
/// A message for the user.
pub fn parse(words: &[String]) -> Result<CommandLine, String> {
    let mut line = CommandLine::default();
    line.given.words = std::iter::once("cmake".to_owned()).chain(words.iter().cloned()).collect();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "-P" {
            let script = rest.next().ok_or("No script specified for argument -P")?;
            line.script = PathBuf::from(script);
            return Ok(line);
        }
        if let Some(inline) = word.strip_prefix("-D") {
            let text =
                if inline.is_empty() { rest.next().ok_or("-D must be followed with VAR=VALUE.")? } else { inline };
            line.definitions.push(definition(text)?);
        } else if let Some(level) = word.strip_prefix("--log-level=").or_else(|| word.strip_prefix("--loglevel=")) {
            line.given.level =
                Some(Level::parse(level).ok_or_else(|| format!("Invalid level specified for --log-level: {level}"))?);
        } else if word == "--log-level" {
            let level = rest.next().ok_or("No level specified for --log-level")?;
            line.given.level =
                Some(Level::parse(level).ok_or_else(|| format!("Invalid level specified for --log-level: {level}"))?);
        } else if word == "--log-context" {
            line.given.context = true;
        } else if let Some(warning) = word.strip_prefix("-W") {
            line.given.actions.extend(action(warning));
        }
    }
    Err("no script: give -P FILE".to_owned())
}

fn definition(text: &str) -> Result<(String, Option<String>, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("Parse error in command line argument: {text}"))?;
    let (name, kind) = name.split_once(':').map_or((name, None), |(name, kind)| (name, Some(kind.to_owned())));
    Ok((name.to_owned(), kind, value.to_owned()))
}

fn action(warning: &str) -> Option<(Category, Action)> {
    let (word, action) = if let Some(rest) = warning.strip_prefix("no-error=") {
        (rest, Action::Warn)
    } else if let Some(rest) = warning.strip_prefix("error=") {
        (rest, Action::SendError)
    } else if let Some(rest) = warning.strip_prefix("no-") {
        (rest, Action::Ignore)
    } else {
        (warning, Action::Warn)
    };
    Category::from_option(word).map(|category| (category, action))
}
