//! Files that name what a binary exports: version scripts, module-definition files, Apple's lists; and the files that such
//! a list is made of where the build writes it.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::facts::{Call, GeneratedBy, GeneratedFile};
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::source::{SourceFile, SourceMap, Span, normalize};
use crate::symbols::version_script;

use super::binaries::LINKED;
use super::{Model, TargetId};

/// What a list is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Syntax {
    /// `--version-script`.
    VersionScript,
    /// `.def`.
    Def,
    /// `-exported_symbols_list`.
    Apple,
}

/// Lists with the targets whose link reads them.
pub type Lists = BTreeMap<(PathBuf, Syntax), Vec<(TargetId, Cond)>>;

/// The text of a list.
pub struct Contents {
    /// The file itself, or those that it is made of.
    pub files: Vec<Arc<SourceFile>>,
    /// The build puts it together: what else stands in it is not known.
    pub made: bool,
    /// It is made of a template by `configure_file()`.
    pub template: bool,
}

/// A text without the places of a template that stand by themselves (`@COMMENT@ name`): blanks, so that all else stays where it is.
pub fn without_places(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_free = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let mut at = 0;
    while let Some(start) = bytes.get(at..).and_then(|rest| memchr::memchr(b'@', rest)).map(|found| at + found) {
        let rest = bytes.get(start + 1..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_name(**byte)).count();
        let end = start + length + 2;
        at = start + 1;
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        if length > 0 && rest.get(length) == Some(&b'@') && is_free(before) && is_free(bytes.get(end)) {
            out.get_mut(start..end).unwrap_or_default().fill(b' ');
            at = end;
        }
    }
    out
}

/// More files than these are not a list's parts.
const MOST_PARTS: usize = 64;

impl Model<'_> {
    /// The lists of all binaries of the project, each on the systems whose linkers read it.
    pub fn export_lists(&self) -> Lists {
        let conds = &self.facts.conds;
        let platform = |name: &str| conds.platform(name).unwrap_or(Cond::FALSE);
        let elf = conds.not(conds.or(platform("WIN32"), platform("APPLE")));
        let mut lists = Lists::new();
        for id in self.built_targets() {
            let linked = self.is_kind(id, LINKED);
            if linked.is_false() {
                continue;
            }
            for source in self.link_flags(id).iter() {
                let (path, syntax, on) = match &source.flag.flag {
                    LinkFlag::VersionScript(path) => (path, Syntax::VersionScript, elf),
                    LinkFlag::ExportedSymbolsList(path) => (path, Syntax::Apple, platform("APPLE")),
                    LinkFlag::Def(path) => (path, Syntax::Def, platform("WIN32")),
                    _ => continue,
                };
                // What travels to users of a library names the symbols of its owner.
                if source.item.from.is_none() {
                    let cond = conds.all([source.cond, linked, on]);
                    lists.entry((PathBuf::from(path), syntax)).or_default().push((id, cond));
                }
            }
            for source in self.sources(id) {
                let path = source.path.as_ref().filter(|path| path.extension().is_some_and(|suffix| suffix == "def"));
                if let Some(path) = path {
                    let cond = conds.all([source.cond, linked, platform("WIN32")]);
                    lists.entry((path.clone(), Syntax::Def)).or_default().push((id, cond));
                }
            }
        }
        lists.retain(|_, users| {
            users.retain(|(_, cond)| cond.is_possible());
            !users.is_empty()
        });
        lists
    }

    /// The text of a list: its file, the template that `configure_file()` makes it from, or the version scripts that a
    /// command of the build puts together.
    pub fn list_contents(&self, sources: &SourceMap, path: &Path) -> Option<Contents> {
        if let Ok(file) = sources.load(path) {
            return Some(Contents { files: vec![file], made: false, template: false });
        }
        let path = normalize(path);
        let texts = &self.facts.texts;
        let is_it = |output: Option<&str>| output.is_some_and(|output| normalize(Path::new(output)) == path);
        let template =
            self.facts.generated.iter().find(|one| {
                one.input.is_some() && one.by != GeneratedBy::CustomCommand && is_it(texts.as_str(one.output))
            });
        if let Some(input) = template.and_then(|one| texts.as_str(one.input?)) {
            let file = sources.load(Path::new(input)).ok()?;
            return Some(Contents { files: vec![file], made: false, template: true });
        }
        let mut calls = self.facts.calls.iter().filter(|call| &*call.command == "add_custom_command");
        let files = calls.find_map(|call| self.parts(sources, call, &path))?;
        (!files.is_empty()).then_some(Contents { files, made: true, template: false })
    }

    /// The text that the build description writes as a list in the configurations of a condition (`file(WRITE)`), where it is known and the same
    /// in all of them, and the command that writes it.
    pub fn written_list(&self, sources: &SourceMap, path: &Path, cond: Cond) -> Option<(Arc<SourceFile>, Span)> {
        let (conds, texts) = (&self.facts.conds, &self.facts.texts);
        let path = normalize(path);
        let is_it = |one: &&GeneratedFile| {
            let output = texts.as_str(one.output).map(|output| normalize(Path::new(output)));
            output.is_some_and(|output| output == path) && !conds.disjoint(one.cond, cond)
        };
        let mut writes = self.facts.generated.iter().filter(is_it);
        let one = writes.next().filter(|one| one.by == GeneratedBy::File && writes.next().is_none())?;
        let under = conds.and(one.cond, cond);
        let mut forms = self.alternatives(one.content?)?.into_iter().filter(|(when, _)| !conds.disjoint(*when, under));
        let (_, text) = forms.next().filter(|(_, text)| forms.next().is_none() && !has_symbol(text))?;
        // Behind the name stands nothing that a file of the project has there.
        let file = sources.insert(path.join("(written)"), text.as_bytes().into());
        let is_whole = file.bytes() == text.as_bytes();
        Some(file).filter(|_| is_whole).zip(self.span(one.origin))
    }

    /// The version scripts among a command's arguments, when it writes a file.
    fn parts(&self, sources: &SourceMap, call: &Call, path: &Path) -> Option<Vec<Arc<SourceFile>>> {
        let directory = self.facts.directories.get(call.directory.0 as usize)?;
        let words: Vec<Arc<str>> = call
            .arguments
            .elems
            .iter()
            .filter_map(|elem| self.alternatives(elem.text))
            .flat_map(|all| all.into_iter().map(|(_, text)| text))
            .collect();
        if !words.iter().any(|word| normalize(&directory.binary.join(&**word)) == path) {
            return None;
        }
        let mut out: Vec<Arc<SourceFile>> = Vec::new();
        for word in words.iter().filter(|word| word.contains('.')) {
            let Ok(file) = sources.load(&directory.source.join(&**word)) else { continue };
            if out.len() < MOST_PARTS && out.iter().all(|one| one.id() != file.id()) && is_script(&file) {
                out.push(file);
            }
        }
        Some(out)
    }
}

/// Whether a file is a version script that names something, and nothing else.
pub fn is_script(file: &SourceFile) -> bool {
    let script = version_script::parse(file.bytes());
    script.errors.is_empty() && script.nodes().iter().any(|node| node.name.is_some() && !node.patterns.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_template() {
        assert_eq!(without_places(b"@A_1@ name @7\n  @B@"), b"      name @7\n     ");
        for kept in ["lib_@A@", "name @7", "@A@;", "@@", "@"] {
            assert_eq!(without_places(kept.as_bytes()), kept.as_bytes());
        }
    }
}
