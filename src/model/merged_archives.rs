//! Archives that custom commands merge out of others: `ar -M` with a script, `ar`, `libtool -static`.
use std::path::Path;
use std::rc::Rc;

use crate::cmake::eval::facts::Call;
use crate::cmake::eval::text::{Compound, SymbolKind, Text, has_symbol};
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::CUSTOM_COMMAND;
use crate::cond::Cond;
use crate::source::{SourceMap, normalize};

use super::{Model, TargetId};

/// One merged archive.
#[derive(Debug)]
pub struct Archive {
    /// The target whose file it is.
    pub target: TargetId,
    /// What is merged into it.
    pub members: Vec<Member>,
}

/// One member of a merged archive.
#[derive(Debug, Clone)]
pub struct Member {
    /// An archive's path or an expression over a target; nothing where a script that is not known may add anything.
    pub text: Option<String>,
    /// When it is merged.
    pub cond: Cond,
    /// Who states it.
    pub origin: Origin,
}

/// Programs that merge archives, by the end of their names (`llvm-ar`, `x86_64-linux-gnu-gcc-ar`).
const ARCHIVERS: &[&str] = &["ar", "libtool"];
/// Variables that hold one of them (cmake-variables(7)).
const VARIABLES: &[&str] = &["CMAKE_AR", "CMAKE_LIBTOOL", "CMAKE_C_COMPILER_AR", "CMAKE_CXX_COMPILER_AR"];

/// The library that a path, a flag or an expression over a target names: `X` of `libX.a`, `-lX`, `$<TARGET_FILE:X>`.
pub fn base_name(text: &str) -> &str {
    let inner = text.strip_prefix("$<").and_then(|t| t.strip_suffix('>'));
    let text = inner.and_then(|t| t.rsplit([':', ',']).next()).unwrap_or(text);
    let text = text.strip_prefix("-l:").or_else(|| text.strip_prefix("-l")).unwrap_or(text);
    let file = text.rsplit(['/', '\\']).next().unwrap_or(text);
    let ends = [".a", ".so", ".dylib", ".lib", ".dll", ".tbd"].iter().filter_map(|end| file.find(end)).min();
    match ends {
        Some(end) => file.get(..end).map_or(file, |stem| stem.strip_prefix("lib").unwrap_or(stem)),
        None => file,
    }
}

/// All merged archives of a project that are a target's file.
pub fn merged(model: &Model<'_>, sources: &SourceMap) -> Rc<Vec<Archive>> {
    let find = || {
        let calls = model.facts.calls.iter().filter(|call| &*call.command == "add_custom_command");
        Rc::new(calls.filter_map(|call| Merge { model, sources, call }.read()).collect())
    };
    Rc::clone(model.cache.merged_archives.get_or_init(find))
}

/// A member that a script adds, where it is known; when; and where the script is written.
type Line = (Option<String>, Cond, Option<Origin>);

struct Merge<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    call: &'a Call,
}

impl Merge<'_> {
    /// The words of the call, each with its condition and place.
    fn words(&self) -> Vec<(String, Cond, Origin)> {
        let mut out = Vec::new();
        for elem in self.call.arguments.elems.iter() {
            let cond = self.model.facts.conds.and(self.call.cond, elem.cond);
            let Some(alternatives) = self.model.alternatives(elem.text) else { continue };
            for (when, text) in alternatives {
                let both = self.model.facts.conds.and(cond, when);
                // A quoted argument of a shell may hold the whole command.
                let parts = text.split([' ', ';']).filter(|part| !part.is_empty());
                out.extend(parts.map(|part| (part.trim_start_matches('<').to_owned(), both, elem.origin)));
            }
        }
        out.retain(|(word, cond, _)| !word.is_empty() && !cond.is_false());
        out
    }

    /// Whether some piece of the call may be an archiver's name or its end: said of the texts alone, for there may be
    /// thousands under large conditions.
    fn may_merge(&self) -> bool {
        let texts = &self.model.facts.texts;
        let says = |text: Text| {
            texts.plain(text).is_some_and(|text| {
                let mut words = text.split([' ', ';']).map(|word| word.trim_end_matches(".exe"));
                words.any(|word| ARCHIVERS.iter().any(|name| word.ends_with(name)) || self.is_archiver(word))
            })
        };
        self.call.arguments.elems.iter().any(|elem| match texts.compound(elem.text) {
            None => says(elem.text),
            Some(Compound::List(elems)) => elems.iter().any(|elem| says(elem.text)),
            Some(Compound::Rope(parts)) => parts.iter().any(|&(_, part)| says(part)),
        })
    }

    fn read(&self) -> Option<Archive> {
        if !self.may_merge() {
            return None;
        }
        let words = self.words();
        if !words.iter().any(|(word, ..)| self.is_archiver(word)) {
            return None;
        }
        let target = self.target(&words)?;
        let own = self.model.name(target);
        let mut members = Vec::new();
        let mut is_list = false;
        for (word, cond, origin) in &words {
            match word.as_str() {
                "ARGS" => {}
                word if CUSTOM_COMMAND.contains(&word) => is_list = false,
                word if self.is_archiver(word) => is_list = true,
                _ if !is_list => {}
                word => match self.script(word) {
                    Some(lines) => members.extend(lines.into_iter().map(|(text, when, place)| {
                        let cond = self.model.facts.conds.and(*cond, when);
                        Member { text, cond, origin: place.unwrap_or(*origin) }
                    })),
                    None if is_member(word) => {
                        members.push(Member { text: Some(word.to_owned()), cond: *cond, origin: *origin });
                    }
                    None => {}
                },
            }
        }
        members.retain(|member| {
            !member.cond.is_false() && member.text.as_deref().is_none_or(|text| base_name(text) != own)
        });
        (!members.is_empty()).then_some(Archive { target, members })
    }

    fn is_archiver(&self, word: &str) -> bool {
        if has_symbol(word) {
            // The variable and nothing else: others have names that begin alike.
            let texts = &self.model.facts.texts;
            let mut symbols = word.chars().map(|c| texts.symbol_of(c).map(|symbol| texts.info(symbol)));
            let (Some(Some(symbol)), None) = (symbols.next(), symbols.next()) else { return false };
            let is_variable = matches!(symbol.kind, SymbolKind::Input | SymbolKind::Toolchain);
            return is_variable && VARIABLES.contains(&&*symbol.name);
        }
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word).trim_end_matches(".exe");
        ARCHIVERS.iter().any(|known| name == *known || name.strip_suffix(known).is_some_and(|n| n.ends_with('-')))
    }

    /// The target whose file the command makes: `TARGET`, or an imported one that stands for an output.
    fn target(&self, words: &[(String, Cond, Origin)]) -> Option<TargetId> {
        let after = |keyword: &str| {
            let at = words.iter().position(|(word, ..)| word == keyword)?;
            words.get(at + 1).map(|(word, ..)| word.as_str())
        };
        if let Some(name) = after("TARGET") {
            return self.model.find(name);
        }
        let output = after("OUTPUT")?;
        let made = self.absolute(output);
        self.model.targets().find(|&id| {
            let location = self.model.property(id, "IMPORTED_LOCATION");
            location.iter().any(|item| !has_symbol(&item.text) && self.absolute(&item.text) == made)
        })
    }

    fn absolute(&self, path: &str) -> String {
        let directory = &self.model.facts.directories[self.call.directory.0 as usize];
        normalize(&directory.binary.join(path)).to_string_lossy().into_owned()
    }

    /// The members that a script for `ar -M` names; nothing when the word is no script.
    fn script(&self, word: &str) -> Option<Vec<Line>> {
        if !Path::new(word).extension().is_some_and(|end| end == "mri" || end == "ar" || end == "txt") {
            return None;
        }
        let path = self.absolute(word);
        let generated = self.model.facts.generated.iter().filter(|file| {
            let output = self.model.facts.texts.as_str(file.output);
            output.is_some_and(|output| output == word || self.absolute(output) == path)
        });
        let mut out = Vec::new();
        let mut found = false;
        for file in generated {
            found = true;
            let texts = match (file.content, file.input) {
                (Some(content), _) => self.model.alternatives(content),
                (None, Some(template)) => {
                    let name = self.model.facts.texts.as_str(template);
                    name.and_then(|name| self.load(name)).map(|text| vec![(Cond::TRUE, text.into())])
                }
                (None, None) => None,
            };
            match texts {
                Some(texts) => {
                    for (cond, text) in texts {
                        let both = self.model.facts.conds.and(file.cond, cond);
                        out.extend(added(&text).map(|member| (Some(member), both, Some(file.origin))));
                    }
                }
                // A script that nobody knows may add anything.
                None => out.push((None, file.cond, Some(file.origin))),
            }
        }
        if !found {
            let text = self.load(word)?;
            out.extend(added(&text).map(|member| (Some(member), Cond::TRUE, None)));
        }
        Some(out)
    }

    fn load(&self, name: &str) -> Option<String> {
        let directory = &self.model.facts.directories[self.call.directory.0 as usize];
        let file = self.sources.load(&normalize(&directory.source.join(name))).ok()?;
        Some(String::from_utf8_lossy(file.bytes()).into_owned())
    }
}

/// The archives and objects that an MRI script adds (ar(1)).
fn added(script: &str) -> impl Iterator<Item = String> + '_ {
    script.lines().filter_map(|line| {
        let (verb, rest) = line.trim().split_once(char::is_whitespace)?;
        let adds = verb.eq_ignore_ascii_case("addlib") || verb.eq_ignore_ascii_case("addmod");
        adds.then(|| rest.trim().to_owned())
    })
}

fn is_member(word: &str) -> bool {
    word.starts_with("$<TARGET_FILE:")
        || word.starts_with("$<TARGET_LINKER_FILE:")
        || word.starts_with("$<TARGET_OBJECTS:")
        || word.ends_with(".a")
        || word.ends_with(".lib")
        || has_symbol(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_add_archives_and_objects() {
        let script = "create all.a\naddlib a.a\n  ADDMOD b.o\nsave\nend\naddlib\n";
        assert_eq!(added(script).collect::<Vec<_>>(), ["a.a", "b.o"]);
    }

    #[test]
    fn members_are_archives_and_targets() {
        assert!(is_member("$<TARGET_FILE:x>") && is_member("libx.a"));
        assert!(!is_member("qcsT") && !is_member("-static"));
    }
}
