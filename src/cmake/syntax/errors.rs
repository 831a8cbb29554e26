//! The errors of one file, bounded.
use std::ops::Range;

use super::ast::SyntaxError;

/// How many errors of a file are kept; a file with more is no CMake, and its errors would outgrow it.
pub(super) const MAX_ERRORS: usize = 1000;

/// Collects errors in any order.
#[derive(Debug, Default)]
pub(super) struct Errors {
    kept: Vec<SyntaxError>,
    /// The place of the first error that was not kept, and how many were not.
    dropped: Option<(Range<u32>, usize)>,
}

/// How many errors there were at some time.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    kept: usize,
    dropped: Option<(Range<u32>, usize)>,
}

impl Errors {
    pub(super) fn push(&mut self, message: impl Into<String>, range: Range<u32>) {
        if self.kept.len() < MAX_ERRORS {
            self.kept.push(SyntaxError { message: message.into(), range });
        } else {
            self.dropped.get_or_insert((range, 0)).1 += 1;
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { kept: self.kept.len(), dropped: self.dropped.clone() }
    }

    /// Forgets what came after `mark`.
    pub(super) fn forget_since(&mut self, mark: Mark) {
        self.kept.truncate(mark.kept);
        self.dropped = mark.dropped;
    }

    /// The errors in the order of the text.
    pub(super) fn finish(mut self) -> Vec<SyntaxError> {
        self.kept.sort_by_key(|error| (error.range.start, error.range.end));
        if let Some((range, count)) = self.dropped {
            self.kept.push(SyntaxError { message: format!("{count} more errors in this file"), range });
        }
        self.kept
    }
}
