//! JSON as `serde_json` prints it for people, with one write for a new line and its indentation: a document may have millions of lines.
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Bytes that are put together before they are written.
const CHUNK: usize = 1 << 16;
/// The end of a line, and the indentation of the next one.
const LINE: &[u8; 66] = b",\n                                                                ";

/// Writes a value, indented by two spaces.
pub(super) fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut buffer = io::BufWriter::with_capacity(CHUNK, out);
    value.serialize(&mut Serializer::with_formatter(&mut buffer, Indented::default()))?;
    buffer.flush()
}

#[derive(Default)]
struct Indented {
    depth: usize,
    /// Whether what was begun last has something in it.
    is_filled: bool,
}

impl Indented {
    /// Begins a line, after a comma or not.
    fn line<W: ?Sized + Write>(&self, out: &mut W, comma: bool) -> io::Result<()> {
        let (start, end) = (usize::from(!comma), 2 + 2 * self.depth);
        out.write_all(&LINE[start..end.min(LINE.len())])?;
        (LINE.len()..end).try_for_each(|_| out.write_all(b" "))
    }

    fn begin<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.is_filled = false;
        out.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.is_filled {
            self.line(out, false)?;
        }
        out.write_all(bracket)
    }
}

impl Formatter for Indented {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.line(out, !first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.line(out, !first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_filled = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn it_is_what_serde_json_prints() {
        let mut deep = json!({"empty": [], "none": {}});
        for depth in 0..40 {
            deep = json!({"at": depth, "text": "a\n\"b\"", "within": [deep, null, [1, 2]]});
        }
        let mut out = Vec::new();
        super::write(&mut out, &deep).expect("memory takes it");
        assert_eq!(String::from_utf8(out).ok(), serde_json::to_string_pretty(&deep).ok());
    }
}
