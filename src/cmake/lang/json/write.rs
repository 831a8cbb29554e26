//! The JSON writer: jsoncpp's styled format with two spaces, or everything in one line.
use std::fmt::Write as _;

use super::super::MAX_TEXT;
use super::Json;

/// An array whose line would reach this column is written in several lines.
const RIGHT_MARGIN: usize = 74;

impl Json {
    /// The value in several lines, indented by two spaces (`GET` of an object, `GET_RAW`, `SET`, ...). `None` when that
    /// is unreasonably long.
    pub fn styled(&self) -> Option<String> {
        self.written(true)
    }

    /// The value in one line; `None` when that is unreasonably long.
    pub fn compact(&self) -> Option<String> {
        self.written(false)
    }

    fn written(&self, styled: bool) -> Option<String> {
        let mut writer = Writer { output: String::new(), styled, indent: 0, indented: true };
        writer.value(self);
        (writer.output.len() <= MAX_TEXT).then_some(writer.output)
    }

    /// A value without lines of its own: everything but an array or object that has elements.
    fn plain(&self) -> Option<String> {
        Some(match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::Unsigned(value) => value.to_string(),
            Self::Real(value) => real(*value),
            Self::Text(text) => quoted(text),
            Self::Array(elements) if elements.is_empty() => "[]".to_owned(),
            Self::Object(members) if members.is_empty() => "{}".to_owned(),
            _ => return None,
        })
    }
}

struct Writer {
    output: String,
    styled: bool,
    /// Depth of the current line.
    indent: usize,
    /// Whether the output stands at a place where a value may start without a new line.
    indented: bool,
}

impl Writer {
    fn new_line(&mut self) {
        if self.styled && self.output.len() <= MAX_TEXT {
            self.output.push('\n');
            self.output.push_str(&"  ".repeat(self.indent));
        }
    }

    fn on_own_line(&mut self, text: &str) {
        if !self.indented {
            self.new_line();
        }
        self.output.push_str(text);
        self.indented = false;
    }

    fn value(&mut self, value: &Json) {
        if self.output.len() > MAX_TEXT {
            return;
        }
        if let Some(text) = value.plain() {
            self.output.push_str(&text);
            return;
        }
        match value {
            Json::Array(elements) => self.array(elements),
            Json::Object(members) => {
                self.on_own_line("{");
                self.indent += 1;
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        self.output.push(',');
                    }
                    self.on_own_line(&quoted(name));
                    self.output.push_str(if self.styled { " : " } else { ":" });
                    self.value(value);
                }
                self.indent -= 1;
                self.on_own_line("}");
            }
            _ => {}
        }
    }

    fn array(&mut self, elements: &[Json]) {
        let plain: Option<Vec<String>> =
            if elements.len() * 3 >= RIGHT_MARGIN { None } else { elements.iter().map(Json::plain).collect() };
        if let Some(plain) = &plain {
            let length = 4 + (elements.len() - 1) * 2 + plain.iter().map(String::len).sum::<usize>();
            if length < RIGHT_MARGIN {
                let (space, comma) = if self.styled { (" ", ", ") } else { ("", ",") };
                let _ = write!(self.output, "[{space}{}{space}]", plain.join(comma));
                return;
            }
        }
        self.on_own_line("[");
        self.indent += 1;
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.output.push(',');
            }
            if !self.indented {
                self.new_line();
            }
            self.indented = true;
            self.value(element);
            self.indented = false;
        }
        self.indent -= 1;
        self.on_own_line("]");
    }
}

/// A string with its quotes; what is not ASCII is escaped, but for opaque symbols.
fn quoted(text: &str) -> String {
    let mut output = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => output.push_str("\\\""),
            '\\' => output.push_str("\\\\"),
            '\u{8}' => output.push_str("\\b"),
            '\u{c}' => output.push_str("\\f"),
            '\n' => output.push_str("\\n"),
            '\r' => output.push_str("\\r"),
            '\t' => output.push_str("\\t"),
            ' '..='\u{7f}' => output.push(c),
            _ if super::super::is_opaque(c) => output.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(output, "\\u{unit:04x}");
                }
            }
        }
    }
    output.push('"');
    output
}

/// A number with 17 significant digits (`%.17g`), with a point or an exponent to show that it is not whole.
pub(super) fn real(value: f64) -> String {
    if !value.is_finite() {
        let text = if value.is_nan() {
            "null"
        } else if value < 0.0 {
            "-1e+9999"
        } else {
            "1e+9999"
        };
        return text.to_owned();
    }
    let scientific = format!("{value:.16e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let trimmed = |text: &str| {
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        text.to_owned()
    };
    if !(-4..17).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
    }
    let places = usize::try_from(16 - exponent).unwrap_or_default();
    let mut text = trimmed(&format!("{value:.places$}"));
    if !text.contains('.') {
        text.push_str(".0");
    }
    text
}
