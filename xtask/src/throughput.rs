//! `cargo xtask throughput DIR...`: how fast the CMake parser is, beside tree-sitter's in the same run.
//!
//! Both read every CMake file under the folders from memory, in turns; of each the fastest and the median round
//! count. Ours builds the whole tree with its templates and frees it again; so does tree-sitter.

use crate::Outcome;

/// Runs the measurement: itself when it was built for that, else a release build of this program that was.
pub fn run(args: &[String]) -> Outcome {
    if args.is_empty() {
        return Err("name the folders whose CMake files shall be read".into());
    }
    #[cfg(feature = "throughput")]
    return measure::run(args);
    #[cfg(not(feature = "throughput"))]
    return rebuild(args);
}

#[cfg(not(feature = "throughput"))]
fn rebuild(args: &[String]) -> Outcome {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args(["run", "--release", "--package", "xtask", "--features", "throughput", "--", "throughput"])
        .args(args)
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if status.success() { Ok(()) } else { Err("the measurement failed".into()) }
}

#[cfg(feature = "throughput")]
mod measure {
    use std::hint::black_box;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use linklint::cmake::syntax;
    use linklint::source::{Sandbox, SourceFile, SourceMap};

    use crate::Outcome;

    /// How often each parser reads all files.
    const ROUNDS: usize = 9;

    pub(super) fn run(args: &[String]) -> Outcome {
        let mut paths = Vec::new();
        for folder in args {
            collect(Path::new(folder), &mut paths)?;
        }
        paths.sort();
        let map = SourceMap::new(Sandbox::nowhere());
        let files: Vec<Arc<SourceFile>> = paths
            .into_iter()
            .filter_map(|path| std::fs::read(&path).ok().map(|bytes| map.insert(path, bytes.into())))
            .collect();
        let total: usize = files.iter().map(|file| file.bytes().len()).sum();
        if total == 0 {
            return Err("no CMake files there".into());
        }
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_cmake::LANGUAGE.into()).map_err(|error| error.to_string())?;

        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        for _ in 0..ROUNDS {
            ours.push(time(&files, |file| {
                black_box(syntax::parse(file.id(), file.bytes()));
            }));
            theirs.push(time(&files, |file| {
                black_box(parser.parse(file.bytes(), None));
            }));
        }
        report(&files, total, ours, theirs);
        Ok(())
    }

    fn time(files: &[Arc<SourceFile>], mut read: impl FnMut(&SourceFile)) -> Duration {
        let start = Instant::now();
        for file in files {
            read(file);
        }
        start.elapsed()
    }

    fn report(files: &[Arc<SourceFile>], total: usize, mut ours: Vec<Duration>, mut theirs: Vec<Duration>) {
        ours.sort();
        theirs.sort();
        let commands: usize = files.iter().map(|file| syntax::parse(file.id(), file.bytes()).commands.len()).sum();
        println!("{} files, {total} bytes, {commands} commands, {ROUNDS} rounds", files.len());
        for (label, at) in [("fastest", 0), ("median", ROUNDS / 2)] {
            #[allow(clippy::cast_precision_loss, reason = "a rounded figure for people")]
            let speed = |times: &[Duration]| total as f64 / times[at].as_secs_f64() / 1e6;
            let (our, their) = (speed(&ours), speed(&theirs));
            println!("{label:<8} linklint {our:7.1} MB/s   tree-sitter {their:7.1} MB/s   ratio {:.1}", our / their);
        }
    }

    /// The CMake files under a folder, links left alone.
    fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Outcome {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            let listfile = path.file_name().is_some_and(|name| name == "CMakeLists.txt")
                || path.extension().is_some_and(|extension| extension == "cmake");
            if kind.is_dir() {
                collect(&path, paths)?;
            } else if kind.is_file() && listfile {
                paths.push(path);
            }
        }
        Ok(())
    }
}
