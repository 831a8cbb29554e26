//! What is installed or packaged with programs and tells the loader where their libraries are.
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memmem;

use crate::cmake::syntax::{Command, File};
use crate::discover::Kind;
use crate::model::mentions::has_word;
use crate::rules::Project;
use crate::source::{SourceFile, SourceMap};

/// The texts of launchers, descriptions of packages, and lists of folders for the loader.
pub(super) struct Launchers<'a> {
    project: Project<'a>,
    sources: &'a SourceMap,
    texts: OnceCell<Vec<Vec<u8>>>,
    /// Whether a preset or a script of the project gives search paths to CMake.
    pub(super) given: bool,
}

/// Whoever sets it gives a program folders (ld.so(8)).
const PATH: &str = "LD_LIBRARY_PATH";
/// Files named like this one list folders for all programs (ldconfig(8)).
const LISTS: &str = "ld.so.conf";

/// Larger files are no scripts.
const LARGEST: usize = 1 << 18;
/// As many files of a folder are looked at.
const MOST: usize = 500;

impl<'a> Launchers<'a> {
    pub(super) fn new(project: Project<'a>, sources: &'a SourceMap, given: bool) -> Self {
        Self { project, sources, texts: OnceCell::new(), given }
    }

    /// Whether one of them names a folder where it says what the loader is to search.
    pub(super) fn name(&self, folder: &str) -> bool {
        self.texts.get_or_init(|| self.find()).iter().any(|text| gives(text, folder))
    }

    /// Whether one of them gives the loader the folder that it stands in itself.
    pub(super) fn name_their_own(&self) -> bool {
        self.texts.get_or_init(|| self.find()).iter().any(|text| gives_own(text))
    }

    /// What the build description writes into files itself: `file(WRITE)`, `file(GENERATE)`, `install(CODE)`.
    fn written(&self) -> Vec<Vec<u8>> {
        const WRITES: &[&str] = &["APPEND", "CONFIGURE", "GENERATE", "WRITE"];
        let text = |file: &File, command: &Command| {
            let source = self.sources.get(file.id);
            let (first, last) = (command.arguments.first()?, command.arguments.last()?);
            let form = first.template.literal()?;
            let writes = match &*command.lower {
                "file" => WRITES.contains(&form),
                "install" => form == "CODE",
                _ => false,
            };
            source
                .bytes()
                .get(first.range.start as usize..last.range.end as usize)
                .filter(|_| writes)
                .map(<[u8]>::to_vec)
        };
        let files: Vec<_> = self.project.evaluated().collect();
        files.iter().flat_map(|file| file.commands.iter().filter_map(|command| text(file, command))).collect()
    }

    /// What is installed (or its template) and what packages are made of, where it holds one of the words.
    fn find(&self) -> Vec<Vec<u8>> {
        let holds = |text: &[u8], word: &str| memmem::find(text, word.as_bytes()).is_some();
        let sandbox = self.sources.sandbox();
        let of_kind = |kind: Kind| self.project.inputs.of(kind).iter();
        let packaging = of_kind(Kind::Packaging).chain(of_kind(Kind::Script)).filter_map(|path| {
            let text = sandbox.read(path).ok()?;
            // What else packagers' files say of the path, and other scripts than those of services, is said for tests.
            let starts = Kind::of(path) == Some(Kind::Packaging) && !is_of_packagers(path) || is_service(path);
            let says = holds(&text, LISTS) || starts && holds(&text, PATH);
            says.then_some(text)
        });
        let installed = self.installed().into_iter().map(|file| file.bytes().to_vec());
        let installed = installed.chain(self.written()).filter(|text| holds(text, PATH) || holds(text, LISTS));
        packaging.chain(installed).filter(|text| text.len() <= LARGEST).collect()
    }

    /// The files that are installed one by one, those that are filled in as they are written.
    fn installed(&self) -> Vec<Arc<SourceFile>> {
        let model = self.project.model;
        let installed = model.installed();
        let mut out = Vec::new();
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        for file in &installed.files {
            let Some(path) = file.source.clone().filter(|path| seen.insert(path.clone())) else { continue };
            if !may_be_text(&path) {
                continue;
            }
            let inputs = model.makers_of(&path).filter_map(|made| model.facts.texts.plain(made.input?));
            let inputs: Vec<PathBuf> = inputs.map(|input| PathBuf::from(&*input)).collect();
            let paths = if inputs.is_empty() { vec![path] } else { inputs };
            out.extend(paths.iter().filter_map(|path| self.sources.load(path).ok()));
        }
        for folder in installed.whole_folders().filter(|folder| seen.insert(folder.to_path_buf())) {
            out.extend(self.scripts_in(folder));
        }
        out
    }

    /// The scripts that stand in a folder themselves.
    fn scripts_in(&self, folder: &Path) -> Vec<Arc<SourceFile>> {
        let sandbox = self.sources.sandbox();
        let listing = sandbox.list(folder);
        let names = listing.iter().filter(|(_, is_folder)| !is_folder).take(MOST);
        let paths = names.map(|(name, _)| folder.join(name));
        let is_script = |path: &PathBuf| may_be_text(path) && sandbox.head(path, 2).is_ok_and(|head| head == b"#!");
        paths.filter(is_script).filter_map(|path| self.sources.load(&path).ok()).collect()
    }
}

/// Whether a text gives the loader a folder: by its last part where it says so, or in a variable that it takes there, or the folder is named
/// with the one around it.
fn gives(text: &[u8], folder: &str) -> bool {
    let mut parts = folder.rsplit('/');
    let last = parts.next().unwrap_or(folder);
    if parts.next().is_some_and(|around| has_word(text, &format!("{around}/{last}"))) {
        return true;
    }
    let lines = || text.split(|byte| *byte == b'\n');
    let says = |line: &[u8]| [PATH, LISTS].iter().any(|word| memmem::find(line, word.as_bytes()).is_some());
    lines().filter(|line| has_word(line, last)).any(|line| {
        let name = line.split(|byte| *byte == b'=').next().and_then(|name| std::str::from_utf8(name).ok());
        let name = name.and_then(|name| name.split_whitespace().last()).filter(|_| line.contains(&b'='));
        let taken = |name: &str| lines().any(|other| says(other) && has_word(other, name));
        says(line) || name.is_some_and(|name| is_name(name) && taken(name))
    })
}

/// Whether a script gives the loader its own folder: where it stands, or where it has gone to.
fn gives_own(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    // `HERE=$(dirname "$0")`
    let of_itself = |name: &str| {
        let is_it = |line: &str| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
        text.lines().any(|line| is_it(line) && line.contains("dirname"))
    };
    let is_own = |element: &str| {
        let element = element.trim_matches(['"', '\'', ' ']).trim_end_matches('/');
        let name = element.trim_start_matches('$').trim_matches(['{', '}']);
        matches!(element, "." | "$PWD" | "${PWD}" | "$(pwd)" | "`pwd`")
            || (element.starts_with("$(") || element.starts_with('`')) && element.contains("dirname")
            || element.starts_with('$') && is_name(name) && of_itself(name)
    };
    text.lines().filter_map(|line| line.split_once(PATH)?.1.strip_prefix('=')).any(|value| {
        let value = value.split([';', '&']).next().unwrap_or(value);
        value.split(':').any(is_own)
    })
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A description of a service says how its program starts (systemd.exec(5), `Environment=`).
fn is_service(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(".service"))
}

/// Whether packagers run it where they build or install a package.
fn is_of_packagers(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        name.contains("postinst") || name.contains(".spec")
    })
}

/// Whether a file may be a script: headers, modules and pictures are left out by their names.
fn may_be_text(path: &Path) -> bool {
    const NOT: &[&str] =
        &["h", "hh", "hpp", "hxx", "cmake", "png", "svg", "pc", "md", "txt", "html", "pdf", "ico", "a", "so"];
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_none_or(|extension| !NOT.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_given_where_the_path_is_said() {
        let given = |text: &str| gives(text.as_bytes(), "lib/tuner");
        assert!(given("LD_LIBRARY_PATH=\"@LIBDIR@/tuner\""));
        assert!(given("os.environ[\"LD_LIBRARY_PATH\"] = os.path.join(root, \"lib\", \"tuner\")"));
        assert!(given("libs=$LIBDIR/tuner\nexport LD_LIBRARY_PATH=$libs"));
        assert!(given("LD_LIBRARY_PATH=$(folders)\n# lib/tuner"));
        assert!(!given("LD_LIBRARY_PATH=$ROOT/lib\n./tuner --help"));
        assert!(!given("mode=tuner\nLD_LIBRARY_PATH=$ROOT/lib"));
    }

    #[test]
    fn scripts_that_give_their_own_folder() {
        let given = |text: &str| gives_own(text.as_bytes());
        assert!(given("cd \"$(dirname \"$0\")\"\nexport LD_LIBRARY_PATH=.\n./tuner"));
        assert!(given("HERE=$(dirname \"$0\")\nLD_LIBRARY_PATH=\"$HERE:$LD_LIBRARY_PATH\" $HERE/tuner"));
        assert!(given("LD_LIBRARY_PATH=`dirname $0`; ./tuner"));
        assert!(!given("export LD_LIBRARY_PATH=$ROOT/lib:$LD_LIBRARY_PATH"));
        assert!(!given("LD_LIBRARY_PATH=$LIBS ./tuner"));
    }
}
