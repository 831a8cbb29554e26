//! `list(TRANSFORM)`: actions on selected elements.
use super::super::condition::is_on;
use super::super::regex::{Matches, Regex, Replacement, Search};
use super::super::{MAX_TEXT, number, string};
use super::Functions;

/// What happens to a selected element.
enum Action<'a> {
    Append(&'a str),
    Prepend(&'a str),
    ToUpper,
    ToLower,
    Strip,
    GenexStrip,
    Replace(Regex, Replacement),
    /// A function of the project is called (CMake 4.4).
    Apply(&'a str),
}

/// Which elements are selected.
enum Selector {
    All,
    At(Vec<i32>),
    Range {
        start: i32,
        stop: i32,
        step: i32,
    },
    Regex(Regex),
    /// A function of the project decides (CMake 4.4).
    Predicate(String),
}

impl Selector {
    fn tag(&self) -> &'static str {
        match self {
            Self::All => "NO SELECTOR",
            Self::At(_) => "AT",
            Self::Range { .. } => "FOR",
            Self::Regex(_) => "REGEX",
            Self::Predicate(_) => "PREDICATE",
        }
    }
}

/// A parsed `list(TRANSFORM)`.
pub(super) struct Transform<'a> {
    action: Action<'a>,
    selector: Selector,
    /// The variable to write when it is not the list itself.
    pub(super) output: Option<&'a str>,
}

/// What [`Transform::apply`] gives: the new elements, and the last match when the action replaced anything.
pub(super) type Transformed = (Vec<String>, Option<Matches>);

const HINT: &str = "list sub-command TRANSFORM";

impl<'a> Transform<'a> {
    /// Parses the arguments after the list's name, with CMake's messages.
    pub(super) fn parse(arguments: &[&'a str], search: Search) -> Result<Self, String> {
        let Some((name, rest)) = arguments.split_first() else {
            return Err(format!("{HINT} requires an action to be specified."));
        };
        let arity = match *name {
            "APPEND" | "PREPEND" | "APPLY" => 1,
            "TOUPPER" | "TOLOWER" | "STRIP" | "GENEX_STRIP" => 0,
            "REPLACE" => 2,
            _ => return Err(format!("list sub-command TRANSFORM, {name} invalid action.")),
        };
        if rest.len() < arity {
            return Err(format!("{HINT}, action {name} expects {arity} argument(s)."));
        }
        let (operands, mut rest) = rest.split_at(arity);
        let mut selector = None;
        let mut output = None;
        while let Some((word, tail)) = rest.split_first() {
            match (*word, &selector) {
                ("REGEX" | "AT" | "FOR" | "PREDICATE", Some(selector)) => {
                    let tag = Selector::tag(selector);
                    return Err(format!("{HINT}, selector already specified ({tag})."));
                }
                ("REGEX" | "AT" | "FOR" | "PREDICATE", None) => {
                    let (parsed, tail) = parse_selector(word, tail)?;
                    selector = Some(parsed);
                    rest = tail;
                }
                ("OUTPUT_VARIABLE", _) => {
                    let (variable, tail) = tail
                        .split_first()
                        .ok_or_else(|| format!("{HINT}, OUTPUT_VARIABLE expects variable name argument."))?;
                    output = Some(*variable);
                    rest = tail;
                }
                _ => return Err(format!("{HINT}, '{}': unexpected argument(s).", rest.join(" "))),
            }
        }
        let action = action(name, operands, search)?;
        Ok(Self { action, selector: selector.unwrap_or(Selector::All), output })
    }

    /// Whether the result depends on a function of the project.
    pub(super) fn calls_function(&self) -> bool {
        matches!(self.action, Action::Apply(_)) || matches!(self.selector, Selector::Predicate(_))
    }

    /// The elements after the action; `None` when they would be too long.
    pub(super) fn apply(
        &self,
        mut elements: Vec<String>,
        search: Search,
        mut functions: Option<&mut Functions<'_>>,
    ) -> Result<Option<Transformed>, String> {
        let mut matches = None;
        let mut added = 0_usize;
        for index in self.selected(&elements)? {
            let Some(element) = elements.get_mut(index) else { continue };
            if let (Selector::Predicate(name), Some(functions)) = (&self.selector, functions.as_deref_mut()) {
                let answer = functions(name, &[element]).map_err(|e| format!("{HINT}, selector PREDICATE: {e}"))?;
                if !is_on(&answer) {
                    continue;
                }
            }
            let changed = match (&self.action, functions.as_deref_mut()) {
                (Action::Apply(name), Some(functions)) => {
                    Some(functions(name, &[element]).map_err(|e| format!("{HINT}, action APPLY: {e}"))?)
                }
                _ => self.element(element, search, &mut matches)?,
            };
            let Some(changed) = changed else { return Ok(None) };
            added = added.saturating_add(changed.len());
            if added > MAX_TEXT {
                return Ok(None);
            }
            *element = changed;
        }
        Ok(Some((elements, matches)))
    }

    fn selected(&self, elements: &[String]) -> Result<Vec<usize>, String> {
        let count = elements.len();
        let tag = self.selector.tag();
        match &self.selector {
            Selector::All | Selector::Predicate(_) => Ok((0..count).collect()),
            Selector::Regex(regex) => Ok((0..count).filter(|i| regex.is_match(&elements[*i])).collect()),
            Selector::At(indexes) => indexes.iter().map(|i| normalize(*i, count, tag)).collect(),
            Selector::Range { start, stop, step } => {
                let (start, stop) = (normalize(*start, count, tag)?, normalize(*stop, count, tag)?);
                if start > stop {
                    return Err(format!(
                        "{HINT}, selector FOR expects <start> to be no greater than <stop> ({start} > {stop})"
                    ));
                }
                Ok((start..=stop).step_by(usize::try_from(*step).unwrap_or(1).max(1)).collect())
            }
        }
    }

    fn element(&self, text: &str, search: Search, matches: &mut Option<Matches>) -> Result<Option<String>, String> {
        Ok(Some(match &self.action {
            Action::Append(suffix) => format!("{text}{suffix}"),
            Action::Prepend(prefix) => format!("{prefix}{text}"),
            Action::ToUpper => text.to_ascii_uppercase(),
            Action::ToLower => text.to_ascii_lowercase(),
            Action::Strip => string::strip(text).to_owned(),
            Action::GenexStrip => string::genex_strip(text),
            Action::Replace(regex, replacement) => {
                let replaced = regex
                    .replace_all(text, replacement, search)
                    .map_err(|e| format!("{HINT}, action REPLACE: {e}."))?;
                let Some(replaced) = replaced else { return Ok(None) };
                if replaced.last.is_some() {
                    *matches = replaced.last;
                }
                replaced.text
            }
            Action::Apply(_) => text.to_owned(),
        }))
    }
}

fn action<'a>(name: &str, operands: &[&'a str], _search: Search) -> Result<Action<'a>, String> {
    let operand = |index: usize| operands.get(index).copied().unwrap_or_default();
    Ok(match name {
        "APPEND" => Action::Append(operand(0)),
        "PREPEND" => Action::Prepend(operand(0)),
        "TOUPPER" => Action::ToUpper,
        "TOLOWER" => Action::ToLower,
        "STRIP" => Action::Strip,
        "GENEX_STRIP" => Action::GenexStrip,
        "REPLACE" => {
            let pattern = operand(0);
            let regex = Regex::new(pattern)
                .map_err(|_| format!("{HINT}, action REPLACE: Failed to compile regex \"{pattern}\"."))?;
            let replacement = Replacement::parse(operand(1)).map_err(|e| format!("{HINT}, action REPLACE: {e}."))?;
            Action::Replace(regex, replacement)
        }
        _ => Action::Apply(operand(0)),
    })
}

fn parse_selector<'b, 'a>(word: &str, rest: &'b [&'a str]) -> Result<(Selector, &'b [&'a str]), String> {
    match word {
        "REGEX" => {
            let (pattern, rest) = rest
                .split_first()
                .ok_or_else(|| format!("{HINT}, selector REGEX expects 'regular expression' argument."))?;
            let regex = Regex::new(pattern)
                .map_err(|_| format!("{HINT}, selector REGEX failed to compile regex \"{pattern}\"."))?;
            Ok((Selector::Regex(regex), rest))
        }
        "PREDICATE" => {
            let (name, rest) = rest
                .split_first()
                .ok_or_else(|| format!("{HINT}, selector PREDICATE expects 'function name' argument."))?;
            Ok((Selector::Predicate((*name).to_owned()), rest))
        }
        "AT" => {
            let indexes: Vec<i32> = rest.iter().map_while(|text| index(text)).collect();
            if indexes.is_empty() {
                return Err(format!("{HINT}, selector AT expects at least one numeric value."));
            }
            let rest = rest.get(indexes.len()..).unwrap_or_default();
            Ok((Selector::At(indexes), rest))
        }
        _ => parse_range(rest),
    }
}

fn parse_range<'b, 'a>(rest: &'b [&'a str]) -> Result<(Selector, &'b [&'a str]), String> {
    let [first, last, tail @ ..] = rest else {
        return Err(format!("{HINT}, selector FOR expects, at least, two arguments."));
    };
    let (Some(start), Some(stop)) = (index(first), index(last)) else {
        return Err(format!("{HINT}, selector FOR expects, at least, two numeric values."));
    };
    let (stride, tail) = match tail.split_first().and_then(|(text, after)| Some((index(text)?, after))) {
        Some(given) => given,
        None => (1, tail),
    };
    if stride <= 0 {
        return Err(format!("{HINT}, selector FOR expects positive numeric value for <step>."));
    }
    Ok((Selector::Range { start, stop, step: stride }, tail))
}

/// `std::stoi` on the whole text.
fn index(text: &str) -> Option<i32> {
    number::prefix_i32(text).filter(|(_, end)| *end == text.len()).map(|(value, _)| value)
}

fn normalize(index: i32, count: usize, tag: &str) -> Result<usize, String> {
    let length = i64::try_from(count).unwrap_or(i64::MAX);
    let from_start = if index < 0 { i64::from(index) + length } else { i64::from(index) };
    usize::try_from(from_start).ok().filter(|i| *i < count).ok_or_else(|| {
        // An empty list prints the largest number of 64 bits in CMake, too.
        let last = (count as u64).wrapping_sub(1);
        format!("{HINT}, selector {tag}, index: {from_start} out of range (-{count}, {last}).")
    })
}
