//! The lines around the places of a finding, as one text that miette can show.
//!
//! Miette renders one source text a diagnostic. The places of a finding lie in several files, so the text given to it
//! is made up: regions (some lines of one file each) one after the other, cleaned and cut. It asks for the lines around
//! a span through [`SourceCode::read_span`], which answers with the region the span lies in, under the file's name and
//! line numbers. Spans of two regions are never joined.
use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::clean::{self, Charset};
use crate::rules::finding::Place;
use crate::source::{FileId, LineColumn, SourceFile, SourceMap};

/// Lines shown before and after those of a place.
pub(super) const CONTEXT: u32 = 1;
/// A place that takes more lines is shown by its first.
const MOST_LINES: u32 = 6;
/// Places that a finding shows; more are counted only.
pub(super) const MOST_PLACES: usize = 12;

/// How to show text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) charset: Charset,
    /// Columns of text in an excerpt; longer lines are cut.
    pub(super) columns: usize,
}

/// The made-up text with the spans in it.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    text: String,
    regions: Vec<Region>,
    marks: Vec<Mark>,
}

#[derive(Debug)]
struct Region {
    range: Range<usize>,
    name: String,
    /// From 1.
    first_line: u32,
    lines: u32,
}

#[derive(Debug)]
struct Mark {
    range: Range<usize>,
    label: String,
    primary: bool,
    /// Where it is in its file.
    position: LineColumn,
}

/// A place with what is needed to lay it out.
#[derive(Debug)]
struct Spot<'a> {
    place: &'a Place,
    primary: bool,
    start: LineColumn,
    /// The last line that is shown of it.
    last: u32,
    /// Bytes, clipped to the lines shown.
    bytes: Range<usize>,
}

impl Excerpt {
    /// Lays out `primary` and `related`; `name` gives the name of a file.
    pub(super) fn new(
        sources: &SourceMap,
        primary: &Place,
        related: &[Place],
        look: Look,
        name: impl Fn(&SourceFile) -> String,
    ) -> Self {
        let mut excerpt = Self::default();
        let places: Vec<(&Place, bool)> = std::iter::once((primary, true))
            .chain(related.iter().take(MOST_PLACES).map(|place| (place, false)))
            .collect();
        let mut files: Vec<FileId> = Vec::new();
        for (place, _) in &places {
            if !files.contains(&place.span.file) {
                files.push(place.span.file);
            }
        }
        for id in files {
            let file = sources.get(id);
            let mut spots: Vec<Spot<'_>> =
                places.iter().filter(|(p, _)| p.span.file == id).map(|&(p, first)| spot(p, first, &file)).collect();
            spots.sort_by_key(|s| (s.bytes.start, s.bytes.end));
            for group in groups(&spots) {
                excerpt.region(group, &file, name(&file), look);
            }
        }
        excerpt
    }

    /// Adds the lines around `spots`, which are near to each other.
    fn region(&mut self, spots: &[Spot<'_>], file: &SourceFile, name: String, look: Look) {
        let first = spots.iter().map(|s| s.start.line).min().unwrap_or(1).saturating_sub(CONTEXT).max(1);
        let shown = spots.iter().map(|s| s.last).max().unwrap_or(first);
        let last = shown.saturating_add(CONTEXT).min(last_line(file)).max(shown);
        let start = self.text.len();
        // The starts and ends of the spots, in the made-up text.
        let mut ends: Vec<Range<usize>> = vec![start..start; spots.len()];
        for line in first..=last {
            let range = file.line_range(line);
            let bytes = trim_return(file.bytes().get(range.clone()).unwrap_or_default());
            let on_line = |at: usize| range.start <= at && at <= range.end;
            let wanted: Vec<usize> = spots
                .iter()
                .flat_map(|s| [s.bytes.start, s.bytes.end])
                .filter(|&at| on_line(at))
                .map(|at| at - range.start)
                .collect();
            let shown = Line::new(bytes, &wanted, look);
            let base = self.text.len();
            for (spot, out) in spots.iter().zip(&mut ends) {
                if on_line(spot.bytes.start) {
                    out.start = base + shown.at(spot.bytes.start - range.start);
                }
                if on_line(spot.bytes.end) {
                    out.end = base + shown.at(spot.bytes.end - range.start);
                }
            }
            self.text.push_str(&shown.text);
            self.text.push('\n');
        }
        for (spot, range) in spots.iter().zip(ends) {
            self.marks.push(Mark {
                range: range.start..range.end.max(range.start),
                label: clean::clean(&spot.place.label, look.charset).into_owned(),
                primary: spot.primary,
                position: spot.start,
            });
        }
        self.regions.push(Region { range: start..self.text.len(), name, first_line: first, lines: last - first + 1 });
    }

    /// The places as miette takes them.
    pub(super) fn labels(&self) -> Vec<LabeledSpan> {
        let label = |mark: &Mark| {
            let span = SourceSpan::from(mark.range.clone());
            let text = (!mark.label.is_empty()).then(|| mark.label.clone());
            if mark.primary {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        };
        self.marks.iter().map(label).collect()
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let region = self.regions.iter().find(|r| r.range.start <= start && end <= r.range.end && start < r.range.end);
        let region = region.ok_or(MietteError::OutOfBounds)?;
        // Without context it is the head of a snippet that is asked for: the place itself, in its file.
        let mark = self.marks.iter().find(|m| context_lines_before == 0 && m.range == (start..end));
        let (line, column) = mark.map_or((region.first_line, 1), |m| (m.position.line, m.position.column));
        let data = self.text.as_bytes().get(region.range.clone()).unwrap_or_default();
        Ok(Box::new(MietteSpanContents::new_named(
            region.name.clone(),
            data,
            SourceSpan::from(region.range.clone()),
            line.saturating_sub(1) as usize,
            column.saturating_sub(1) as usize,
            region.lines as usize,
        )))
    }
}

fn spot<'a>(place: &'a Place, primary: bool, file: &SourceFile) -> Spot<'a> {
    let size = file.bytes().len();
    let bytes = (place.span.start as usize).min(size)..(place.span.end as usize).min(size);
    let (start, end) = (file.position(place.span.start), file.position(place.span.end.max(place.span.start)));
    // A span that ends with a line break ends on the line before.
    let last = if end.column == 1 && end.line > start.line { end.line - 1 } else { end.line };
    let last = if last - start.line >= MOST_LINES { start.line } else { last };
    let line_end = file.line_range(last).end;
    Spot { place, primary, start, last, bytes: bytes.start..bytes.end.clamp(bytes.start, line_end.max(bytes.start)) }
}

/// Splits sorted spots where lines lie between them that belong to neither.
fn groups<'s, 'a>(spots: &'s [Spot<'a>]) -> Vec<&'s [Spot<'a>]> {
    let mut groups = Vec::new();
    let mut rest = spots;
    while let Some(first) = rest.first() {
        let mut last = first.last;
        let near = |spot: &&Spot<'_>| {
            let joined = spot.start.line <= last.saturating_add(2 * CONTEXT + 1);
            last = last.max(spot.last);
            joined
        };
        let (group, others) = rest.split_at(rest.iter().take_while(near).count().max(1));
        groups.push(group);
        rest = others;
    }
    groups
}

/// The last line with text: what follows the last line break of a file is no line to people.
fn last_line(file: &SourceFile) -> u32 {
    let lines = file.line_count();
    if file.line_range(lines).is_empty() { lines.saturating_sub(1).max(1) } else { lines }
}

fn trim_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// One line as it is shown.
struct Line {
    text: String,
    /// Offsets in the line, and where they went; sorted.
    moved: Vec<(usize, usize)>,
}

impl Line {
    /// `bytes` cleaned, and cut so that the first of `wanted` (offsets) is seen.
    fn new(bytes: &[u8], wanted: &[usize], look: Look) -> Self {
        let first = wanted.iter().copied().min().unwrap_or(0).min(bytes.len());
        // A third of the width stands before the place.
        let from = if bytes.len() <= look.columns { 0 } else { first.saturating_sub(look.columns / 3) };
        let ellipsis = if look.charset == Charset::Unicode { "…" } else { "..." };
        let mut line = Self { text: String::new(), moved: Vec::new() };
        let mut width = 0;
        for (at, piece) in pieces(bytes) {
            if at < from {
                line.moved.push((at, 0));
                continue;
            }
            if from > 0 && line.text.is_empty() {
                line.text.push_str(ellipsis);
            }
            line.moved.push((at, line.text.len()));
            let before = line.text.len();
            match piece {
                Piece::Char('\t') => line.text.push_str("    "),
                Piece::Char(c) => clean::push(&mut line.text, c, look.charset),
                Piece::Byte(byte) => clean::push_byte(&mut line.text, byte),
            }
            width += line.text.len() - before;
            if width >= look.columns {
                let cut = at + piece.len();
                if cut < bytes.len() {
                    line.moved.push((cut, line.text.len()));
                    line.text.push_str(ellipsis);
                    return line;
                }
            }
        }
        line.moved.push((bytes.len(), line.text.len()));
        line
    }

    /// Where an offset of the line went; what was cut off went to the cut.
    fn at(&self, offset: usize) -> usize {
        let next = self.moved.partition_point(|&(from, _)| from <= offset);
        next.checked_sub(1).and_then(|at| self.moved.get(at)).map_or(0, |&(_, to)| to)
    }
}

#[derive(Debug, Clone, Copy)]
enum Piece {
    Char(char),
    Byte(u8),
}

impl Piece {
    fn len(self) -> usize {
        match self {
            Self::Char(c) => c.len_utf8(),
            Self::Byte(_) => 1,
        }
    }
}

/// The characters of `bytes` with their offsets; what is not UTF-8, byte by byte.
fn pieces(bytes: &[u8]) -> impl Iterator<Item = (usize, Piece)> + '_ {
    let mut at = 0;
    bytes
        .utf8_chunks()
        .flat_map(|chunk| {
            let valid = chunk.valid().chars().map(Piece::Char);
            valid.chain(chunk.invalid().iter().map(|&byte| Piece::Byte(byte)))
        })
        .map(move |piece| {
            let start = at;
            at += piece.len();
            (start, piece)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { charset: Charset::Unicode, columns: 20 };

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}target{}", "a".repeat(100), "b".repeat(100));
        let line = Line::new(text.as_bytes(), &[100, 106], LOOK);
        assert_eq!(line.text, "…aaaaaatargetbbbbbbbb…");
        assert_eq!(&line.text[line.at(100)..line.at(106)], "target");
        assert_eq!(line.at(0), 0);
        assert_eq!(&line.text[line.at(200)..], "…");
        let short = Line::new(b"\tx\xff\x1b", &[], LOOK);
        assert_eq!((short.text.as_str(), short.at(1), short.at(2)), ("    x\\xff\\x1b", 4, 5));
    }

    #[test]
    fn offsets_in_the_cut_part_go_to_the_cut() {
        let text = "x".repeat(100);
        let line = Line::new(text.as_bytes(), &[0], LOOK);
        assert_eq!(line.text, format!("{}…", "x".repeat(20)));
        assert_eq!(line.at(50), 20);
    }
}
