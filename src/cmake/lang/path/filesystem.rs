//! The `cmake_path()` command.
use super::super::{Outcome, list};
use super::lexical;

/// Runs `cmake_path(<arguments>)`.
///
/// `value` is the value of the path variable, which is the second argument (`None` when undefined); `CONVERT` and
/// `COMPARE` do not read it. `base` is the current source directory.
pub fn cmake_path(arguments: &[&str], value: Option<&str>, base: &str) -> Result<Outcome, String> {
    let [command, subject, rest @ ..] = arguments else {
        return Err("cmake_path must be called with at least two arguments.".to_owned());
    };
    let call = Call { command, subject, rest, value, base };
    match *command {
        "GET" => call.get(),
        "SET" => call.set(),
        "APPEND" => call.change(usize::MAX, true, |path, inputs, _| lexical::append_all(path, inputs)),
        "APPEND_STRING" => call.change(usize::MAX, false, |path, inputs, _| format!("{path}{}", inputs.concat())),
        "REMOVE_FILENAME" => call.change(0, false, |path, _, _| lexical::remove_filename(path).to_owned()),
        "REPLACE_FILENAME" => call.change(1, false, |path, inputs, _| lexical::replace_filename(path, first(inputs))),
        "REMOVE_EXTENSION" => call.change(0, false, |path, _, o| lexical::remove_extension(path, o.last_only)),
        "REPLACE_EXTENSION" => {
            call.change(1, false, |path, inputs, o| lexical::replace_extension(path, first(inputs), o.last_only))
        }
        "NORMAL_PATH" => call.change(0, false, |path, _, _| lexical::normal(path)),
        "RELATIVE_PATH" => call.change(0, false, |path, _, o| lexical::relative(path, o.base)),
        "ABSOLUTE_PATH" => call.change(0, false, |path, _, o| o.normalized(lexical::absolute(path, o.base))),
        "NATIVE_PATH" => call.native_path(),
        "CONVERT" => call.convert(),
        "COMPARE" => call.compare(),
        "IS_PREFIX" => call.is_prefix(),
        "HASH" => call.hash(),
        _ => match question(command) {
            Some(holds) => call.ask(holds),
            None => Err(format!("cmake_path does not recognize sub-command {command}")),
        },
    }
}

/// The sub-commands which answer whether a path has something.
fn question(command: &str) -> Option<fn(&str) -> bool> {
    Some(match command {
        "HAS_ROOT_NAME" => |_| false,
        "HAS_ROOT_DIRECTORY" | "HAS_ROOT_PATH" | "IS_ABSOLUTE" => |path| path.starts_with('/'),
        "IS_RELATIVE" => |path| !path.starts_with('/'),
        "HAS_FILENAME" | "HAS_STEM" => |path| !lexical::filename(path).is_empty(),
        "HAS_EXTENSION" => |path| !lexical::extension(path, true).is_empty(),
        "HAS_RELATIVE_PART" => |path| !lexical::relative_part(path).is_empty(),
        "HAS_PARENT_PATH" => |path| !lexical::parent_path(path).is_empty(),
        _ => return None,
    })
}

fn first<'a>(inputs: &[&'a str]) -> &'a str {
    inputs.first().copied().unwrap_or_default()
}

/// The options which some sub-commands take.
struct Options<'a> {
    output: Option<&'a str>,
    base: &'a str,
    last_only: bool,
    normalize: bool,
}

impl Options<'_> {
    fn normalized(&self, path: String) -> String {
        if self.normalize { lexical::normal(&path) } else { path }
    }
}

struct Call<'a> {
    command: &'a str,
    subject: &'a str,
    rest: &'a [&'a str],
    value: Option<&'a str>,
    base: &'a str,
}

impl<'a> Call<'a> {
    fn unexpected<T>(&self) -> Result<T, String> {
        Err(format!("cmake_path {} called with unexpected arguments.", self.command))
    }

    fn path(&self) -> Result<&'a str, String> {
        self.value.ok_or_else(|| "cmake_path undefined variable for input path.".to_owned())
    }

    /// Splits arguments into options and the rest. The keywords are those that the sub-command knows.
    fn options(&self, arguments: &[&'a str]) -> Result<(Options<'a>, Vec<&'a str>), String> {
        let keywords: &[&str] = match self.command {
            "GET" | "REMOVE_EXTENSION" | "REPLACE_EXTENSION" => &["LAST_ONLY", "OUTPUT_VARIABLE"],
            "RELATIVE_PATH" => &["BASE_DIRECTORY", "OUTPUT_VARIABLE"],
            "ABSOLUTE_PATH" => &["BASE_DIRECTORY", "NORMALIZE", "OUTPUT_VARIABLE"],
            "SET" | "NATIVE_PATH" | "CONVERT" | "IS_PREFIX" => &["NORMALIZE"],
            _ => &["OUTPUT_VARIABLE"],
        };
        let known = |word: &str| keywords.contains(&word) && !(self.command == "GET" && word == "OUTPUT_VARIABLE");
        let mut options = Options { output: None, base: self.base, last_only: false, normalize: false };
        let mut inputs = Vec::new();
        let mut rest = arguments.iter().copied().peekable();
        while let Some(word) = rest.next() {
            if !known(word) {
                inputs.push(word);
                continue;
            }
            match word {
                "LAST_ONLY" => options.last_only = true,
                "NORMALIZE" => options.normalize = true,
                _ => {
                    let missing = || format!("Error after keyword \"{word}\":\n  missing required value");
                    let operand = rest.next_if(|next| !known(next)).ok_or_else(missing)?;
                    if word == "BASE_DIRECTORY" {
                        options.base = operand;
                    } else if operand.is_empty() {
                        return Err(format!("Error after keyword \"{word}\":\n  empty string not allowed"));
                    } else {
                        options.output = Some(operand);
                    }
                }
            }
        }
        Ok((options, inputs))
    }

    /// The sub-commands that write the changed path to its own variable or to `OUTPUT_VARIABLE`.
    fn change(
        &self,
        max_inputs: usize,
        may_be_undefined: bool,
        change: impl Fn(&str, &[&str], &Options) -> String,
    ) -> Result<Outcome, String> {
        if may_be_undefined && self.subject.is_empty() {
            return Err("cmake_path Invalid name for path variable.".to_owned());
        }
        let (options, inputs) = self.options(self.rest)?;
        if inputs.len() > max_inputs {
            return self.unexpected();
        }
        let path = if may_be_undefined { self.value.unwrap_or_default() } else { self.path()? };
        Ok(Outcome::set(options.output.unwrap_or(self.subject), change(path, &inputs, &options)))
    }

    fn get(&self) -> Result<Outcome, String> {
        let [action, rest @ ..] = self.rest else {
            return Err("cmake_path GET must be called with at least three arguments.".to_owned());
        };
        if rest.is_empty() {
            return Err("cmake_path GET must be called with at least three arguments.".to_owned());
        }
        let has_options = matches!(*action, "EXTENSION" | "STEM");
        let (last_only, inputs) = if has_options {
            let (options, inputs) = self.options(rest)?;
            (options.last_only, inputs)
        } else {
            (false, rest.to_vec())
        };
        let get: &dyn Fn(&'a str) -> &'a str = match *action {
            "ROOT_NAME" => &|_| "",
            "ROOT_DIRECTORY" | "ROOT_PATH" => &lexical::root_directory,
            "FILENAME" => &lexical::filename,
            "EXTENSION" => &|path| lexical::extension(path, last_only),
            "STEM" => &|path| lexical::stem(path, last_only),
            "RELATIVE_PART" => &lexical::relative_part,
            "PARENT_PATH" => &lexical::parent_path,
            _ => return Err(format!("cmake_path GET called with an unknown action: {action}.")),
        };
        let [output] = inputs[..] else { return self.unexpected() };
        named(output)?;
        Ok(Outcome::set(output, get(self.path()?)))
    }

    fn set(&self) -> Result<Outcome, String> {
        if self.rest.is_empty() || self.rest.len() > 2 {
            return Err("cmake_path SET must be called with two or three arguments.".to_owned());
        }
        if self.subject.is_empty() {
            return Err("cmake_path Invalid name for path variable.".to_owned());
        }
        let (options, inputs) = self.options(self.rest)?;
        let [path] = inputs[..] else { return self.unexpected() };
        Ok(Outcome::set(self.subject, options.normalized(lexical::generic(path))))
    }

    fn native_path(&self) -> Result<Outcome, String> {
        if self.rest.is_empty() || self.rest.len() > 2 {
            return Err("cmake_path NATIVE_PATH must be called with two or three arguments.".to_owned());
        }
        let (options, inputs) = self.options(self.rest)?;
        let [output] = inputs[..] else { return self.unexpected() };
        named(output)?;
        Ok(Outcome::set(output, options.normalized(self.path()?.to_owned())))
    }

    fn convert(&self) -> Result<Outcome, String> {
        let (Some((action, rest)), true) = (self.rest.split_first(), (2..=3).contains(&self.rest.len())) else {
            return Err("cmake_path CONVERT must be called with three or four arguments.".to_owned());
        };
        let to_cmake = match *action {
            "TO_CMAKE_PATH_LIST" => true,
            "TO_NATIVE_PATH_LIST" => false,
            _ => return Err(format!("cmake_path CONVERT called with an unknown action: {action}.")),
        };
        let output = first(rest);
        named(output)?;
        let (options, inputs) = self.options(rest.get(1..).unwrap_or_default())?;
        if !inputs.is_empty() {
            return self.unexpected();
        }
        let paths: Vec<String> = if to_cmake {
            search_path(self.subject).into_iter().filter(|path| !path.is_empty()).map(lexical::generic).collect()
        } else {
            list::expand_unquoted(self.subject)
        };
        let paths: Vec<String> = paths.into_iter().map(|path| options.normalized(path)).collect();
        Ok(Outcome::set(output, paths.join(if to_cmake { ";" } else { ":" })))
    }

    fn compare(&self) -> Result<Outcome, String> {
        let [operator, other, output] = self.rest else {
            return Err("cmake_path COMPARE must be called with four arguments.".to_owned());
        };
        let equal = match *operator {
            "EQUAL" => true,
            "NOT_EQUAL" => false,
            _ => {
                return Err(format!("cmake_path COMPARE called with an unknown comparison operator: {operator}."));
            }
        };
        named(output)?;
        Ok(truth(output, lexical::equal(self.subject, other) == equal))
    }

    fn ask(&self, holds: fn(&str) -> bool) -> Result<Outcome, String> {
        let [output] = self.rest else {
            return Err(format!("cmake_path {} must be called with two arguments.", self.command));
        };
        let path = self.path()?;
        named(output)?;
        Ok(truth(output, holds(path)))
    }

    fn is_prefix(&self) -> Result<Outcome, String> {
        if !(2..=3).contains(&self.rest.len()) {
            return Err("cmake_path IS_PREFIX must be called with three or four arguments.".to_owned());
        }
        let (options, inputs) = self.options(self.rest)?;
        let [input, output] = inputs[..] else { return self.unexpected() };
        let path = options.normalized(self.path()?.to_owned());
        named(output)?;
        Ok(truth(output, lexical::is_prefix(&path, &options.normalized(input.to_owned()))))
    }

    fn hash(&self) -> Result<Outcome, String> {
        let [output] = self.rest else {
            return Err("cmake_path HASH must be called with two arguments.".to_owned());
        };
        self.path()?;
        named(output)?;
        Ok(Outcome::unknown(output, "the hash of a path depends on the machine's C++ library"))
    }
}

/// The directories of a search path of the machine (`a:b`), as CMake takes it apart: only the first may be cut off by
/// a colon at its very start, later ones have at least one character, be it a colon.
pub(super) fn search_path(paths: &str) -> Vec<&str> {
    let mut directories = Vec::new();
    let mut rest = paths;
    if let Some(after) = paths.strip_prefix(':') {
        directories.push("");
        rest = after;
    }
    loop {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest.get(first..).and_then(|tail| tail.find(':')).map(|at| at + first);
        let Some((directory, tail)) = end.and_then(|end| rest.split_at_checked(end)) else { break };
        directories.push(directory);
        rest = tail.strip_prefix(':').unwrap_or(tail);
    }
    directories.push(rest);
    directories
}

fn named(output: &str) -> Result<(), String> {
    if output.is_empty() { Err("cmake_path Invalid name for output variable.".to_owned()) } else { Ok(()) }
}

/// An assignment of `ON` or `OFF`.
fn truth(variable: &str, holds: bool) -> Outcome {
    Outcome::set(variable, if holds { "ON" } else { "OFF" })
}
