//! The JSON reader.
use std::collections::BTreeMap;

use super::Json;

/// Values may be nested this deep, as in CMake.
const MAX_DEPTH: usize = 1000;

/// Reads the value at the start of a text. The error says what is wrong and where; its wording is ours.
pub fn read(text: &str) -> Result<Json, String> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.value().map_err(|what| {
        let before = text.get(..reader.at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().len() + 1;
        format!("* Line {line}, Column {column}\n  {what}")
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, &'static str>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn skip_comments(&mut self) -> Read<()> {
        loop {
            self.skip_spaces();
            if self.take("//") {
                self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
            } else if self.take("/*") {
                self.at += self.rest().find("*/").ok_or("Syntax error: value, object or array expected.")? + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn value(&mut self) -> Read<Json> {
        if self.depth > MAX_DEPTH {
            return Err("Exceeded stackLimit in readValue().");
        }
        self.skip_comments()?;
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'0'..=b'9' | b'-' | b'+') => self.number(),
            _ if self.take("true") => Ok(Json::Boolean(true)),
            _ if self.take("false") => Ok(Json::Boolean(false)),
            _ if self.take("null") => Ok(Json::Null),
            _ => Err("Syntax error: value, object or array expected."),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Read<Json>) -> Read<Json> {
        self.at += 1;
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Read<Json> {
        let mut members = BTreeMap::new();
        loop {
            self.skip_comments()?;
            if self.take("}") {
                return Ok(Json::Object(members));
            }
            if self.peek() != Some(b'"') {
                return Err("Missing '}' or object member name");
            }
            let name = self.string()?;
            self.skip_spaces();
            if !self.take(":") {
                return Err("Missing ':' after object member name");
            }
            let value = self.value()?;
            members.insert(name, value);
            self.skip_comments()?;
            if self.take("}") {
                return Ok(Json::Object(members));
            }
            if !self.take(",") {
                return Err("Missing ',' or '}' in object declaration");
            }
        }
    }

    fn array(&mut self) -> Read<Json> {
        let mut elements = Vec::new();
        loop {
            self.skip_spaces();
            if self.take("]") {
                return Ok(Json::Array(elements));
            }
            elements.push(self.value()?);
            self.skip_comments()?;
            if self.take("]") {
                return Ok(Json::Array(elements));
            }
            if !self.take(",") {
                return Err("Missing ',' or ']' in array declaration");
            }
        }
    }

    fn number(&mut self) -> Read<Json> {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| from + bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
        let mut end = digits(1);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            end += 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            end = digits(end);
        }
        let token = self.rest().get(..end).unwrap_or_default();
        let whole = token.strip_prefix('-').unwrap_or(token);
        let is_whole = !whole.is_empty() && whole.bytes().all(|b| b.is_ascii_digit());
        let value = if token == "-" {
            // A lone minus sign is zero for CMake.
            Json::Integer(0)
        } else if let Some(value) = token.parse().ok().filter(|_| is_whole) {
            Json::Integer(value)
        } else if let Some(value) = token.parse().ok().filter(|_| is_whole) {
            Json::Unsigned(value)
        } else {
            Json::Real(token.parse().map_err(|_| "not a number.")?)
        };
        self.at += end;
        Ok(value)
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut decoded = String::new();
        loop {
            let mut chars = self.rest().chars();
            let c = chars.next().ok_or("Syntax error: value, object or array expected.")?;
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(decoded),
                '\\' => {
                    let escape = chars.next().ok_or("Empty escape sequence in string")?;
                    self.at += escape.len_utf8();
                    decoded.push(self.escape(escape)?);
                }
                _ => decoded.push(c),
            }
        }
    }

    fn escape(&mut self, escape: char) -> Read<char> {
        Ok(match escape {
            '"' | '/' | '\\' => escape,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self.unit()?;
                let code = if (0xD800..0xDC00).contains(&unit) {
                    if !self.take("\\u") {
                        return Err("expecting another \\u token to begin the second half of a unicode surrogate pair");
                    }
                    0x10000 + ((unit & 0x3FF) << 10) + (self.unit()? & 0x3FF)
                } else {
                    unit
                };
                // A lone second half has no character; CMake writes bytes that are no text.
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err("Bad escape sequence in string"),
        })
    }

    fn unit(&mut self) -> Read<u32> {
        let digits = self.rest().get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let digits = digits.ok_or("Bad unicode escape sequence in string: four digits expected.")?;
        self.at += 4;
        u32::from_str_radix(digits, 16)
            .map_err(|_| "Bad unicode escape sequence in string: hexadecimal digit expected.")
    }
}
