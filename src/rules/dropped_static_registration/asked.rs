//! What else of a binary may name something of a member, so that the linker takes it.
use std::collections::BTreeSet;
use std::path::Path;

use crate::model::TargetId;
use crate::model::binaries::{Unit, is_header};
use crate::model::mentions::{all_words, words};
use crate::model::otherwise::Pasting;
use crate::model::symbols::last;
use crate::native::{FileIndex, NativeFile, Natives};

use super::text::calls_its_result;
use super::{Member, Search};

impl Search<'_> {
    /// Whether no other source of a binary can name anything of a member.
    pub(super) fn stays_behind(&self, binary: TargetId, member: &Member) -> bool {
        let name = member.path.file_name();
        self.binaries.read_units(binary).iter().filter(|unit| unit.path != member.path).all(|unit| {
            let Some(file) = self.binaries.natives.file(&unit.path) else { return false };
            let includes_it = file.facts.includes.iter().any(|one| Path::new(&one.path).file_name() == name);
            let names = |name: &str| member.undeclared.contains(name);
            let named = !member.undeclared.is_empty()
                && (file.facts.uses.iter().any(|used| names(last(&used.name)))
                    || file.facts.functions.iter().any(|function| names(&function.name))
                    || file.facts.variables.iter().any(|variable| names(&variable.name))
                    || declares_within(file.source.bytes(), &member.undeclared)
                    || self.may_assemble(unit, &file, member));
            let named = named || self.reads_a_name(unit, &file, member);
            let made = || shares_a_maker(&file, member, self.binaries.natives);
            !includes_it && !named && !self.reads(unit, &member.declared_in) && !made()
        })
    }

    /// Whether a source reads a file that the member does not, with a declaration of what the member defines: who has thought of
    /// this keeps members so (`extern int anchor; static int used = anchor;` in a header of the program).
    fn reads_a_name(&self, unit: &Unit, file: &NativeFile, member: &Member) -> bool {
        if member.undeclared.is_empty() && member.classes.is_empty() {
            return false;
        }
        // A table of declarations (`keep.def`) is not read.
        let natives = self.binaries.natives;
        let is_unread = |path: &Path| {
            let name = path.file_name().filter(|_| !is_header(path));
            path.extension().is_some() && name.is_some_and(|name| natives.named(name).is_empty())
        };
        let mut quoted = file.facts.includes.iter().filter(|one| one.quoted);
        if !member.undeclared.is_empty() && quoted.any(|one| is_unread(Path::new(&one.path))) {
            return true;
        }
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        let mut known = member.naming.borrow_mut();
        let mut names = |index: FileIndex| {
            let find = || natives.at(index).is_some_and(|file| declares(file, member));
            *known.entry(index).or_insert_with(find)
        };
        let mut others = reached.files.iter().skip(1);
        others.any(|&index| names(index) && !member.reached.files.contains(&index))
    }

    /// Whether a source may name what a member defines by pieces that macros paste together, or by a header that the build makes.
    fn may_assemble(&self, unit: &Unit, file: &NativeFile, member: &Member) -> bool {
        let natives = self.binaries.natives;
        let made = file.facts.includes.iter().filter_map(|one| Path::new(&one.path).file_name());
        if made.into_iter().any(|name| natives.named(name).is_empty() && self.binaries.model.writes(name)) {
            return true;
        }
        let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
        let others = reached.files.iter().filter(|index| !member.reached.files.contains(index));
        let macros = others.filter_map(|index| natives.at(*index)).flat_map(|file| &file.facts.macros);
        let mut pasting = macros.filter_map(Pasting::of);
        pasting.any(|one| member.undeclared.iter().any(|name| one.may_make(name)))
    }

    fn reads(&self, unit: &Unit, files: &BTreeSet<FileIndex>) -> bool {
        !files.is_empty() && {
            let reached = self.binaries.headers.reached(unit.compiled_by, &unit.path);
            reached.files.iter().any(|index| files.contains(index))
        }
    }
}

/// Whether a source and a member call, and define, a function by a name that the same macro makes: `PREFIX(run)(1)`.
fn shares_a_maker(file: &NativeFile, member: &Member, natives: &Natives<'_>) -> bool {
    let files = member.reached.files.iter().filter_map(|index| natives.at(*index));
    let pasting = files
        .flat_map(|file| &file.facts.macros)
        .filter(|one| one.parameters.is_some() && one.body.as_ref().is_some_and(|body| body.contains("##")));
    let names: BTreeSet<&str> = pasting.map(|one| one.name.as_str()).collect();
    let makes = |bytes: &[u8], name: &str| words(bytes, name).any(|at| calls_its_result(&bytes[at + name.len()..]));
    names.into_iter().any(|name| makes(file.source.bytes(), name) && makes(member.file.source.bytes(), name))
}

/// Whether a file declares what a member defines, between declarations or inside of a function, or a class that the member has, too.
fn declares(file: &NativeFile, member: &Member) -> bool {
    let (facts, names) = (&file.facts, &member.undeclared);
    facts.functions.iter().any(|one| !one.internal && names.contains(&one.name))
        || facts.variables.iter().any(|one| !one.internal && names.contains(&one.name))
        || facts.invocations.iter().flat_map(|one| &one.words).any(|word| names.contains(word))
        || facts.classes.iter().any(|one| member.classes.contains(&one.qualified))
        || declares_within(file.source.bytes(), names)
}

/// Whether a declaration with `extern` has one of some names, wherever it stands.
fn declares_within(text: &[u8], names: &BTreeSet<String>) -> bool {
    const EXTERN: &str = "extern";
    !names.is_empty()
        && words(text, EXTERN).any(|at| {
            let rest = text.get(at + EXTERN.len()..).unwrap_or_default();
            let end = rest.iter().position(|byte| matches!(byte, b';' | b'{' | b'}')).unwrap_or(rest.len());
            all_words(&rest[..end]).any(|(word, _)| names.contains(word))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_in_functions() {
        let names = BTreeSet::from(["anchor".to_owned()]);
        let has = |text: &str| declares_within(text.as_bytes(), &names);
        assert!(has("int main() { extern volatile int anchor; }") && has("extern \"C\" int other, anchor;"));
        assert!(!has("extern int other; int anchor;") && !has("external anchor;"));
    }
}
