//! The `list()` command on the value of one variable.
use super::super::condition::is_on;
use super::super::regex::{Regex, Search};
use super::super::{Outcome, TOO_LONG, Value, number};
use super::transform::Transform;
use super::{append, join, join_with, prepend, remove_duplicates, sort, split};

/// Runs `list(<arguments>)`.
///
/// `value` is the value of the list variable, which is the second argument; `None` when it is not defined.
/// An error is CMake's message without its header.
pub fn run(arguments: &[&str], value: Option<&str>, search: Search) -> Result<Outcome, String> {
    run_with(arguments, value, search, None)
}

/// Calls a function of the project: its name and the texts it is given; its result or what is wrong with it.
pub type Functions<'f> = dyn FnMut(&str, &[&str]) -> Result<String, String> + 'f;

/// Runs `list(<arguments>)` with the functions that some forms call; without them the result of those is unknown.
pub fn run_with(
    arguments: &[&str],
    value: Option<&str>,
    search: Search,
    functions: Option<&mut Functions<'_>>,
) -> Result<Outcome, String> {
    let [command, name, rest @ ..] = arguments else {
        return Err("list must be called with at least two arguments.".to_owned());
    };
    let call = Call { name, rest, value, search };
    match *command {
        "LENGTH" => call.length(),
        "GET" => call.get(),
        "APPEND" => Ok(call.extend(|list, new| append(list, new))),
        "PREPEND" => Ok(call.extend(|list, new| prepend(list, new))),
        "POP_BACK" => Ok(call.pop(Vec::pop)),
        "POP_FRONT" => Ok(call.pop(|list| if list.is_empty() { None } else { Some(list.remove(0)) })),
        "FIND" => call.find(),
        "INSERT" => call.insert(),
        "JOIN" => call.join(),
        "REMOVE_AT" => call.remove_at(),
        "REMOVE_ITEM" => Ok(call.remove_item()),
        "REMOVE_DUPLICATES" => call.whole("REMOVE_DUPLICATES", |e| join(&remove_duplicates(e))),
        "REVERSE" => call.whole("REVERSE", |e| join(&e.iter().rev().collect::<Vec<_>>())),
        "TRANSFORM" => call.transform(functions),
        "SORT" => call.sort(functions),
        "SUBLIST" => call.sublist(),
        "FILTER" => call.filter(functions),
        _ => Err(format!("list does not recognize sub-command {command}")),
    }
}

/// The reason of an unknown value: the sub-command calls a function of the project.
const CALLS_FUNCTION: &str = "the result comes from calls of a function";

struct Call<'a> {
    name: &'a str,
    rest: &'a [&'a str],
    value: Option<&'a str>,
    search: Search,
}

impl Call<'_> {
    fn elements(&self) -> Option<Vec<String>> {
        self.value.map(|value| split(value).into_iter().map(std::borrow::Cow::into_owned).collect())
    }

    /// An assignment to the list itself.
    fn replace<S: AsRef<str>>(&self, elements: &[S]) -> Outcome {
        Outcome::set(self.name, join(elements))
    }

    fn length(&self) -> Result<Outcome, String> {
        let [output] = self.rest else {
            return Err("list sub-command LENGTH requires two arguments.".to_owned());
        };
        Ok(Outcome::set(output, self.elements().unwrap_or_default().len().to_string()))
    }

    fn get(&self) -> Result<Outcome, String> {
        let Some((output, indexes)) = self.rest.split_last().filter(|(_, indexes)| !indexes.is_empty()) else {
            return Err("list sub-command GET requires at least three arguments.".to_owned());
        };
        let Some(elements) = self.elements() else { return Ok(Outcome::set(output, "NOTFOUND")) };
        if elements.is_empty() {
            return Err("list GET given empty list".to_owned());
        }
        let indexes = indexes.iter().map(|text| index_argument(text)).collect::<Result<Vec<_>, _>>()?;
        let mut found = Vec::new();
        for index in indexes {
            found.push(elements[element_index(index, elements.len())?].as_str());
        }
        Ok(Outcome::set(output, join(&found)))
    }

    fn extend(&self, add: fn(&str, &[&str]) -> String) -> Outcome {
        if self.rest.is_empty() {
            return Outcome::default();
        }
        Outcome::set(self.name, add(self.value.unwrap_or_default(), self.rest))
    }

    fn pop(&self, take: fn(&mut Vec<String>) -> Option<String>) -> Outcome {
        let unset = |name: &&str| ((*name).to_owned(), Value::Unset);
        let mut elements = self.elements().unwrap_or_default();
        if elements.is_empty() {
            return Outcome { writes: self.rest.iter().map(unset).collect(), ..Outcome::default() };
        }
        let mut outcome = Outcome::default();
        if self.rest.is_empty() {
            take(&mut elements);
        }
        for name in self.rest {
            let popped = take(&mut elements).map_or(Value::Unset, Value::Text);
            outcome.writes.push(((*name).to_owned(), popped));
        }
        outcome.writes.push((self.name.to_owned(), Value::Text(join(&elements))));
        outcome
    }

    fn find(&self) -> Result<Outcome, String> {
        let [wanted, output] = self.rest else {
            return Err("list sub-command FIND requires three arguments.".to_owned());
        };
        let found = self.elements().and_then(|elements| elements.iter().position(|e| e == wanted));
        Ok(Outcome::set(output, found.map_or_else(|| "-1".to_owned(), |index| index.to_string())))
    }

    fn insert(&self) -> Result<Outcome, String> {
        let [index, new @ ..] = self.rest else {
            return Err("list sub-command INSERT requires at least three arguments.".to_owned());
        };
        if new.is_empty() {
            return Err("list sub-command INSERT requires at least three arguments.".to_owned());
        }
        let index = index_argument(index)?;
        let mut elements = self.elements().unwrap_or_default();
        let length = elements.len();
        if length == 0 && index != 0 {
            return Err(format!("list index: {index} out of range (0, 0)"));
        }
        let at = from_start(index, length)
            .filter(|at| *at <= length)
            .ok_or_else(|| format!("list index: {index} out of range (-{length}, {length})"))?;
        elements.splice(at..at, new.iter().map(|e| (*e).to_owned()));
        Ok(self.replace(&elements))
    }

    fn join(&self) -> Result<Outcome, String> {
        let [glue, output] = self.rest else {
            let count = self.rest.len() + 1;
            return Err(format!("list sub-command JOIN requires three arguments ({count} found)."));
        };
        Ok(Outcome::set_or_too_long(output, join_with(&self.elements().unwrap_or_default(), glue)))
    }

    fn remove_at(&self) -> Result<Outcome, String> {
        if self.rest.is_empty() {
            return Err("list sub-command REMOVE_AT requires at least two arguments.".to_owned());
        }
        let elements = self.elements().unwrap_or_default();
        if elements.is_empty() {
            // CMake prints the list's name among the indexes.
            let indexes: Vec<&str> = std::iter::once(self.name).chain(self.rest.iter().copied()).collect();
            return Err(format!("list index: {} out of range (0, 0)", indexes.join(", ")));
        }
        let indexes = self.rest.iter().map(|text| index_argument(text)).collect::<Result<Vec<_>, _>>()?;
        let mut removed =
            indexes.into_iter().map(|i| element_index(i, elements.len())).collect::<Result<Vec<_>, _>>()?;
        removed.sort_unstable();
        let kept = elements.iter().enumerate().filter(|(at, _)| removed.binary_search(at).is_err());
        Ok(self.replace(&kept.map(|(_, element)| element).collect::<Vec<_>>()))
    }

    fn remove_item(&self) -> Outcome {
        match self.elements() {
            Some(mut elements) if !self.rest.is_empty() => {
                elements.retain(|e| !self.rest.contains(&e.as_str()));
                self.replace(&elements)
            }
            _ => Outcome::default(),
        }
    }

    fn whole(&self, command: &str, change: fn(&[String]) -> String) -> Result<Outcome, String> {
        if !self.rest.is_empty() {
            return Err(format!("list sub-command {command} only takes one argument."));
        }
        Ok(self.elements().map(|e| Outcome::set(self.name, change(&e))).unwrap_or_default())
    }

    fn transform(&self, functions: Option<&mut Functions<'_>>) -> Result<Outcome, String> {
        let transform = Transform::parse(self.rest, self.search)?;
        let output = transform.output.unwrap_or(self.name);
        let Some(elements) = self.elements() else { return Ok(Outcome::set(output, "")) };
        if transform.calls_function() && functions.is_none() {
            return Ok(Outcome::unknown(output, CALLS_FUNCTION));
        }
        Ok(match transform.apply(elements, self.search, functions)? {
            Some((elements, matches)) => Outcome { matches, ..Outcome::set(output, join(&elements)) },
            None => Outcome::unknown(output, TOO_LONG),
        })
    }

    fn sort(&self, functions: Option<&mut Functions<'_>>) -> Result<Outcome, String> {
        let options = sort::parse(self.rest)?;
        Ok(match (self.elements(), functions) {
            (None, _) => Outcome::default(),
            (Some(elements), Some(functions)) if options.comparator.is_some() => {
                self.replace(&sort::sort_by_function(elements, options, functions)?)
            }
            (Some(elements), None) if options.comparator.is_some() && elements.len() > 1 => {
                Outcome::unknown(self.name, CALLS_FUNCTION)
            }
            (Some(elements), _) => self.replace(&sort::sort(elements, options)),
        })
    }

    fn sublist(&self) -> Result<Outcome, String> {
        let [start, length, output] = self.rest else {
            let count = self.rest.len() + 1;
            return Err(format!("list sub-command SUBLIST requires four arguments ({count} found)."));
        };
        let elements = self.elements().unwrap_or_default();
        if elements.is_empty() {
            return Ok(Outcome::set(output, ""));
        }
        let (start, length) = (index_argument(start)?, index_argument(length)?);
        let last = elements.len() - 1;
        let begin = usize::try_from(start)
            .ok()
            .filter(|begin| *begin <= last)
            .ok_or_else(|| format!("list begin index: {start} is out of range 0 - {last}"))?;
        if length < -1 {
            return Err(format!("list length: {length} should be -1 or greater"));
        }
        let count = usize::try_from(length).unwrap_or(usize::MAX);
        let part: Vec<&String> = elements.iter().skip(begin).take(count).collect();
        Ok(Outcome::set(output, join(&part)))
    }

    fn filter(&self, functions: Option<&mut Functions<'_>>) -> Result<Outcome, String> {
        let what = match self.rest.len() {
            0 => Some("an operator"),
            1 => Some("a mode"),
            _ => None,
        };
        if let Some(what) = what {
            return Err(format!("list sub-command FILTER requires {what} to be specified."));
        }
        let include = match self.rest[0] {
            "INCLUDE" => true,
            "EXCLUDE" => false,
            other => return Err(format!("list sub-command FILTER does not recognize operator {other}")),
        };
        let Some(mut elements) = self.elements() else { return Ok(Outcome::default()) };
        match self.rest {
            [_, "REGEX", pattern] => {
                let regex = Regex::new(pattern).map_err(|_| {
                    format!("list sub-command FILTER, mode REGEX failed to compile regex \"{pattern}\".")
                })?;
                elements.retain(|e| regex.is_match(e) == include);
                Ok(self.replace(&elements))
            }
            [_, "PREDICATE", name] => {
                let Some(functions) = functions else { return Ok(Outcome::unknown(self.name, CALLS_FUNCTION)) };
                let mut kept = Vec::new();
                for element in elements {
                    let answer = functions(name, &[&element])
                        .map_err(|e| format!("list sub-command FILTER, mode PREDICATE: {e}"))?;
                    if is_on(&answer) == include {
                        kept.push(element);
                    }
                }
                Ok(self.replace(&kept))
            }
            [_, mode @ ("REGEX" | "PREDICATE"), ..] => {
                Err(format!("list sub-command FILTER, mode {mode} requires five arguments."))
            }
            _ => Err(format!("list sub-command FILTER does not recognize mode {}", self.rest[1])),
        }
    }
}

/// An index argument under policy CMP0121 NEW: a whole number, cut to an `int`.
fn index_argument(text: &str) -> Result<i32, String> {
    number::whole_i64(text).map(|value| value as i32).ok_or_else(|| format!("list index: {text} is not a valid index"))
}

/// An index with negative ones counted from the end; `None` before the start.
fn from_start(index: i32, length: usize) -> Option<usize> {
    let index = usize::try_from(index.unsigned_abs())
        .ok()
        .filter(|_| index < 0)
        .map_or_else(|| usize::try_from(index).ok(), |back| length.checked_sub(back))?;
    Some(index)
}

fn element_index(index: i32, length: usize) -> Result<usize, String> {
    from_start(index, length).filter(|i| *i < length).ok_or_else(|| {
        if length == 0 {
            format!("list index: {index} out of range (0, 0)")
        } else {
            format!("list index: {index} out of range (-{length}, {})", length - 1)
        }
    })
}
