//! The `string(JSON)` command.
use super::super::json::{self, Json};
use super::super::{Outcome, TOO_LONG, Value, list, number};

/// Runs `string(JSON <arguments>)`.
///
/// A failure sets the output variable to `<path>-NOTFOUND`; without an `ERROR_VARIABLE` it is fatal as well, which is
/// [`Outcome::error`].
pub(super) fn run(arguments: &[&str]) -> Result<Outcome, String> {
    let Some((output, rest)) = arguments.split_first() else {
        return Err(fatal("missing out-var argument"));
    };
    let mut outcome = Outcome::default();
    let (error_variable, rest) = match rest {
        ["ERROR_VARIABLE", variable, rest @ ..] => (Some(*variable), Ok(rest)),
        ["ERROR_VARIABLE"] => (None, Err(Failure::plain("missing error-var argument"))),
        _ => (None, Ok(rest)),
    };
    let write = |name: &str, text: String| (name.to_owned(), Value::Text(text));
    outcome.writes.extend(error_variable.map(|variable| write(variable, "NOTFOUND".to_owned())));
    match rest.and_then(evaluate) {
        Ok(Some(text)) => outcome.writes.push(write(output, text)),
        Ok(None) => outcome.writes.push(((*output).to_owned(), Value::Unknown(TOO_LONG))),
        Err(failure) => {
            let found = failure.path.map_or_else(String::new, |path| format!("{}-", path.join("-")));
            outcome.writes.push(write(output, format!("{found}NOTFOUND")));
            match error_variable {
                Some(variable) => outcome.writes.push(write(variable, failure.message)),
                None => outcome.error = Some(fatal(&failure.message)),
            }
        }
    }
    Ok(outcome)
}

fn fatal(message: &str) -> String {
    format!("string sub-command JSON {message}.")
}

/// Why there is no result, and the path which was not found.
struct Failure {
    message: String,
    path: Option<Vec<String>>,
}

impl Failure {
    fn plain(message: impl Into<String>) -> Self {
        Self { message: message.into(), path: None }
    }

    fn at(message: impl Into<String>, path: &[&str]) -> Self {
        Self { message: message.into(), path: Some(path.iter().map(|p| (*p).to_owned()).collect()) }
    }
}

/// The modes which the message about an unknown one lists.
const MODES: [&str; 10] =
    ["GET", "GET_RAW", "TYPE", "MEMBER", "LENGTH", "REMOVE", "SET", "EQUAL", "PARTIAL_EQUAL", "STRING_ENCODE"];

/// The result; `None` when it is unreasonably long.
fn evaluate(arguments: &[&str]) -> Result<Option<String>, Failure> {
    let (mode, rest) = arguments.split_first().ok_or_else(|| Failure::plain("missing mode argument"))?;
    // ARRAY_SPLIT is younger than CMake 4.4.
    if !MODES.contains(mode) && *mode != "ARRAY_SPLIT" {
        let expected = MODES.join(", ");
        return Err(Failure::plain(format!("got an invalid mode '{mode}', expected one of {expected}")));
    }
    let (text, path) = rest.split_first().ok_or_else(|| Failure::plain("missing json string argument"))?;
    if *mode == "STRING_ENCODE" {
        return Ok(Json::Text((*text).to_owned()).styled());
    }
    let root = parse(text)?;
    match *mode {
        "GET" => resolve(&root, path).map(get),
        "GET_RAW" => resolve(&root, path).map(Json::styled),
        "TYPE" => resolve(&root, path).map(|value| Some(value.kind().to_owned())),
        "MEMBER" => member(&root, path).map(Some),
        "LENGTH" => {
            let value = resolve(&root, path)?;
            let length = value.length().ok_or_else(|| wrong_kind("LENGTH", "ARRAY or OBJECT", value, Some(path)))?;
            Ok(Some(length.to_string()))
        }
        "ARRAY_SPLIT" => match resolve(&root, path)? {
            Json::Array(elements) => {
                let elements: Option<Vec<String>> =
                    elements.iter().map(|element| Some(list_element(&element.compact()?))).collect();
                Ok(elements.map(|elements| list::join(&elements)))
            }

            other => Err(wrong_kind("ARRAY_SPLIT", "ARRAY", other, Some(path))),
        },
        "REMOVE" => remove(root, path),
        "SET" => set(root, path),
        _ => {
            let other = path.first().ok_or_else(|| Failure::plain("missing second json string argument"))?;
            let other = parse(other)?;
            let holds = if *mode == "EQUAL" { root == other } else { root.matches_partially(&other) };
            Ok(Some(truth(holds).to_owned()))
        }
    }
}

fn parse(text: &str) -> Result<Json, Failure> {
    json::read(text).map_err(|error| Failure::plain(format!("failed parsing json string:\n{error}\n")))
}

fn truth(holds: bool) -> &'static str {
    if holds { "ON" } else { "OFF" }
}

fn get(value: &Json) -> Option<String> {
    match value {
        Json::Text(text) => Some(text.clone()),
        Json::Boolean(value) => Some(truth(*value).to_owned()),
        Json::Null => Some(String::new()),
        other => other.styled(),
    }
}

fn wrong_kind(command: &str, expected: &str, value: &Json, path: Option<&[&str]>) -> Failure {
    let message = format!("{command} needs to be called with an element of type {expected}, got {}", value.kind());
    match path {
        Some(path) => Failure::at(message, path),
        None => Failure::plain(message),
    }
}

/// An array index below `length`; `path` includes the index.
fn index(text: &str, length: usize, path: &[&str]) -> Result<usize, Failure> {
    let number =
        number::whole_u64(text).ok_or_else(|| Failure::at(format!("expected an array index, got: '{text}'"), path))?;
    // CMake keeps 32 bits of the number.
    let number = number as u32 as usize;
    if number >= length {
        return Err(Failure::at(format!("expected an index less than {length} got '{text}'"), path));
    }
    Ok(number)
}

/// What the step at `depth` of a path names, as an error where there is nothing.
fn step<'a>(value: &'a Json, path: &[&str], depth: usize) -> Result<Step<'a>, Failure> {
    let field = path.get(depth).copied().unwrap_or_default();
    let progress = path.get(..=depth).unwrap_or(path);
    match value {
        Json::Array(elements) => index(field, elements.len(), progress).map(Step::Element),
        Json::Object(members) => match members.get_key_value(field) {
            Some((name, _)) => Ok(Step::Member(name)),
            None => Err(Failure::at(format!("member '{}' not found", progress.join(" ")), progress)),
        },
        _ => Err(Failure::at(
            format!(
                "invalid path '{}', need element of OBJECT or ARRAY type to lookup '{field}' got {}",
                progress.join(" "),
                value.kind()
            ),
            progress,
        )),
    }
}

enum Step<'a> {
    Element(usize),
    Member(&'a str),
}

fn resolve<'a>(root: &'a Json, path: &[&str]) -> Result<&'a Json, Failure> {
    let mut value = root;
    for depth in 0..path.len() {
        let missing = || Failure::plain("invalid JSON type found");
        value = match (step(value, path, depth)?, value) {
            (Step::Element(at), Json::Array(elements)) => elements.get(at),
            (Step::Member(name), Json::Object(members)) => members.get(name),
            _ => None,
        }
        .ok_or_else(missing)?;
    }
    Ok(value)
}

fn resolve_mut<'a>(root: &'a mut Json, path: &[&str]) -> Result<&'a mut Json, Failure> {
    // The path is checked first: afterwards every step finds something.
    resolve(root, path)?;
    let mut value = root;
    for field in path {
        value = match value {
            Json::Array(elements) => number::whole_u64(field).and_then(|at| elements.get_mut(at as u32 as usize)),
            Json::Object(members) => members.get_mut(*field),
            _ => None,
        }
        .ok_or_else(|| Failure::plain("invalid JSON type found"))?;
    }
    Ok(value)
}

fn member(root: &Json, arguments: &[&str]) -> Result<String, Failure> {
    let (wanted, path) = arguments.split_last().ok_or_else(|| Failure::plain("missing member index"))?;
    match resolve(root, path)? {
        Json::Object(members) => {
            let at = index(wanted, members.len(), arguments)?;
            Ok(members.keys().nth(at).cloned().unwrap_or_default())
        }
        other => Err(wrong_kind("MEMBER", "OBJECT", other, Some(path))),
    }
}

fn remove(mut root: Json, arguments: &[&str]) -> Result<Option<String>, Failure> {
    let (wanted, path) = arguments.split_last().ok_or_else(|| Failure::plain("missing member or index to remove"))?;
    match resolve_mut(&mut root, path)? {
        Json::Array(elements) => {
            let at = index(wanted, elements.len(), arguments)?;
            elements.remove(at);
        }
        Json::Object(members) => {
            members.remove(*wanted);
        }
        other => return Err(wrong_kind("REMOVE", "ARRAY or OBJECT", other, Some(path))),
    }
    Ok(root.styled())
}

fn set(mut root: Json, arguments: &[&str]) -> Result<Option<String>, Failure> {
    let (text, arguments) = arguments.split_last().ok_or_else(|| Failure::plain("missing new value remove"))?;
    let (name, path) = arguments.split_last().ok_or_else(|| Failure::plain("missing member name to add"))?;
    let target = resolve_mut(&mut root, path)?;
    let value = parse(text)?;
    match target {
        Json::Object(members) => {
            members.insert((*name).to_owned(), value);
        }
        Json::Array(elements) => {
            let at = index(name, u32::MAX as usize, arguments)?;
            match elements.get_mut(at) {
                Some(element) => *element = value,
                None => elements.push(value),
            }
        }
        other => return Err(wrong_kind("SET", "OBJECT or ARRAY", other, None)),
    }
    Ok(root.styled())
}

/// One line of JSON as an element of a list: brackets in strings are written as escapes, semicolons protected.
fn list_element(text: &str) -> String {
    let mut output = String::new();
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => {
                escaped = false;
                output.push(c);
                continue;
            }
            '\\' => escaped = true,
            '"' => in_string = !in_string,
            '[' if in_string => {
                output.push_str("\\u005B");
                continue;
            }
            ']' if in_string => {
                output.push_str("\\u005D");
                continue;
            }
            ';' => output.push('\\'),
            _ => {}
        }
        output.push(c);
    }
    output
}
