//! Loaded files and positions in them.
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, RwLock};

use rustc_hash::FxHashMap;

use super::sandbox::{ReadError, Sandbox};

/// A loaded file. Files of a map's [`SourceMap::expect`] have ids in the order of their paths, all others in the order of loading:
/// sort output by paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// A range of bytes in one file, end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span over `range` of `file`.
    pub fn new(file: FileId, range: std::ops::Range<u32>) -> Self {
        Self { file, start: range.start, end: range.end }
    }

    /// Whether another span lies in this one.
    pub fn holds(&self, other: &Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A position as people count: both from 1, columns in Unicode code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1; an undecodable byte counts as one.
    pub column: u32,
}

/// One file as it was read.
#[derive(Debug)]
pub struct SourceFile {
    id: FileId,
    path: PathBuf,
    bytes: Arc<[u8]>,
    lines: OnceLock<Vec<u32>>,
    /// Somebody wanted it; else it was read in case that somebody should.
    wanted: AtomicBool,
}

impl SourceFile {
    /// Its id in the map that loaded it.
    pub fn id(&self) -> FileId {
        self.id
    }

    /// Absolute path, as it was asked for (lexically normal).
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Says that the file is not read ahead only.
    pub(crate) fn want(&self) {
        // Threads ask for the same file all the time.
        if !self.wanted.load(Ordering::Relaxed) {
            self.wanted.store(true, Ordering::Relaxed);
        }
    }

    /// The content.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text of a range of bytes; what is no UTF-8 in it as U+FFFD, nothing where the file ends before it.
    pub fn written(&self, range: std::ops::Range<u32>) -> Cow<'_, str> {
        let bytes = self.bytes.get(range.start as usize..range.end as usize);
        String::from_utf8_lossy(bytes.unwrap_or_default())
    }

    /// The content, shared.
    pub fn shared_bytes(&self) -> Arc<[u8]> {
        Arc::clone(&self.bytes)
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let mut starts = vec![0];
            starts.extend(memchr::memchr_iter(b'\n', &self.bytes).map(|at| at as u32 + 1));
            starts
        })
    }

    /// Number of lines (a file without a newline has one).
    pub fn line_count(&self) -> u32 {
        self.lines().len() as u32
    }

    /// Byte range of a line (from 1) without its newline; empty past the end.
    pub fn line_range(&self, line: u32) -> std::ops::Range<usize> {
        let starts = self.lines();
        let Some(&start) = starts.get((line as usize).wrapping_sub(1)) else {
            return self.bytes.len()..self.bytes.len();
        };
        let end = starts.get(line as usize).map_or(self.bytes.len(), |&next| next as usize - 1);
        start as usize..end.max(start as usize)
    }

    /// Line and column of a byte offset (clamped to the end of the file).
    pub fn position(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.bytes.len());
        let starts = self.lines();
        let line = starts.partition_point(|&start| start as usize <= offset);
        let start = starts[line - 1] as usize;
        LineColumn { line: line as u32, column: code_points(&self.bytes[start..offset]) + 1 }
    }
}

/// Code points of `bytes`, each undecodable byte counted as one.
fn code_points(bytes: &[u8]) -> u32 {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum::<usize>() as u32
}

/// All files loaded in a run, shared between threads.
#[derive(Debug)]
pub struct SourceMap {
    sandbox: Sandbox,
    inner: RwLock<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    files: FxHashMap<FileId, Arc<SourceFile>>,
    /// Those too that are expected and were not loaded yet.
    by_path: FxHashMap<PathBuf, FileId>,
}

impl Inner {
    fn find(&self, path: &Path) -> Option<&Arc<SourceFile>> {
        self.files.get(self.by_path.get(path)?)
    }
}

impl SourceMap {
    /// A map that reads inside `sandbox` only.
    pub fn new(sandbox: Sandbox) -> Self {
        Self { sandbox, inner: RwLock::default() }
    }

    /// The bounds of reading.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Gives ids to files that may be loaded later, in this order: threads load them in any.
    pub fn expect<'p>(&self, paths: impl IntoIterator<Item = &'p PathBuf>) {
        let mut inner = self.inner.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        for path in paths {
            let next = FileId(inner.by_path.len() as u32);
            inner.by_path.entry(path.clone()).or_insert(next);
        }
    }

    /// Loads a file once; later calls give the same id.
    pub fn load(&self, path: &Path) -> Result<Arc<SourceFile>, ReadError> {
        let path = super::sandbox::normalize(path);
        let file = match self.find(&path) {
            Some(file) => file,
            None => self.read_ahead(path, None)?,
        };
        file.want();
        Ok(file)
    }

    /// Loads a file that may not be needed, or takes its bytes where they are known: how many are read so is a matter of time, and
    /// [`Self::files`] leaves them out.
    pub(crate) fn read_ahead(&self, path: PathBuf, bytes: Option<Arc<[u8]>>) -> Result<Arc<SourceFile>, ReadError> {
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => self.sandbox.read(&path)?.into(),
        };
        Ok(self.add(path, bytes))
    }

    /// Adds text that does not stand on disk (a generated file, a test's input) under a path.
    pub fn insert(&self, path: PathBuf, bytes: Arc<[u8]>) -> Arc<SourceFile> {
        let file = self.add(path, bytes);
        file.want();
        file
    }

    fn add(&self, path: PathBuf, bytes: Arc<[u8]>) -> Arc<SourceFile> {
        let mut inner = self.inner.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = inner.find(&path) {
            return Arc::clone(known);
        }
        let next = FileId(inner.by_path.len() as u32);
        let id = *inner.by_path.entry(path.clone()).or_insert(next);
        let file = Arc::new(SourceFile { id, path, bytes, lines: OnceLock::new(), wanted: AtomicBool::new(false) });
        inner.files.insert(id, Arc::clone(&file));
        file
    }

    /// A file that was loaded before.
    pub fn find(&self, path: &Path) -> Option<Arc<SourceFile>> {
        let inner = self.inner.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        inner.find(path).cloned()
    }

    /// The file of an id of this map.
    pub fn get(&self, id: FileId) -> Arc<SourceFile> {
        let inner = self.inner.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        Arc::clone(&inner.files[&id])
    }

    /// All loaded files that somebody wanted, sorted by path.
    pub fn files(&self) -> Vec<Arc<SourceFile>> {
        let inner = self.inner.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut files: Vec<_> =
            inner.files.values().filter(|file| file.wanted.load(Ordering::Relaxed)).cloned().collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }

    /// First and one-past-last position of a span.
    pub fn positions(&self, span: Span) -> (LineColumn, LineColumn) {
        let file = self.get(span.file);
        (file.position(span.start), file.position(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &[u8]) -> Arc<SourceFile> {
        SourceMap::new(Sandbox::nowhere()).insert("/x".into(), text.into())
    }

    #[test]
    fn expected_files_have_ids_in_their_order() {
        let map = SourceMap::new(Sandbox::nowhere());
        map.expect(&["/a".into(), "/b".into()]);
        let ids = ["/c", "/b", "/a"].map(|path| map.insert(path.into(), (*b"x").into()).id());
        assert!(ids[2] < ids[1] && ids[1] < ids[0]);
        assert!(map.find(Path::new("/d")).is_none() && map.get(ids[1]).path() == Path::new("/b"));
        assert_eq!(map.files().len(), 3);
        let ahead = map.read_ahead("/e".into(), Some((*b"x").into())).unwrap();
        assert_eq!(map.files().len(), 3);
        assert_eq!(map.load(Path::new("/e")).unwrap().id(), ahead.id());
        assert_eq!(map.files().len(), 4);
    }

    #[test]
    fn columns_count_code_points_and_bad_bytes() {
        let file = file(b"a\n\xc3\xa9\xffz\n");
        assert_eq!(file.position(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.position(5), LineColumn { line: 2, column: 3 });
        assert_eq!(file.position(99), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn line_ranges_leave_the_newline_out() {
        let file = file(b"ab\ncd");
        assert_eq!(file.line_range(1), 0..2);
        assert_eq!(file.line_range(2), 3..5);
        assert_eq!(file.line_range(3), 5..5);
        assert_eq!(file.line_range(0), 5..5);
    }
}
