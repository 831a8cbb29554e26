//! Members of archives that nothing in the host asks for: what is not linked is not exported either.
use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archive_calls::is_called_in_header;
use crate::model::archives::Archives;
use crate::model::binaries::is_compiled;

use super::{Host, Need, Search};

impl Search<'_> {
    /// When the member of an archive that has a symbol is left out of a host, as far as that is sure.
    pub(super) fn dropped(&self, host: &Host, need: &Need) -> Cond {
        let archive = self.model.is_kind(need.owner, &[TargetKind::Static]);
        if need.owner == host.id || archive.is_false() {
            return Cond::FALSE;
        }
        let member = self.sources.get(need.definition.file);
        if self.is_linked_otherwise(host, need, member.path()) || self.is_asked_for(host, member.path()) {
            return Cond::FALSE;
        }
        // Whatever is taken whole: which archive an option means is not always told.
        let whole = |text: &str| ["whole-archive", "force_load", "all_load"].iter().any(|flag| text.contains(flag));
        if self.line(host).flags.iter().any(|flag| whole(&flag.item.text)) {
            return Cond::FALSE;
        }
        let archives = self.archives.get_or_init(|| Archives::new(self.model));
        if archives.is_unknown(need.owner) {
            return Cond::FALSE;
        }
        // Where it is taken whole in some configurations, the platform decides about the flag, and all are thought of.
        if archives.taken_whole(host.id, need.owner).is_false() { archive } else { Cond::FALSE }
    }

    /// Whether the host has the file as an object, or out of another archive.
    fn is_linked_otherwise(&self, host: &Host, need: &Need, member: &Path) -> bool {
        let holders = self.model.containers(member).iter().filter(|(id, _)| *id != need.owner);
        holders.into_iter().any(|(id, _)| host.parts.iter().any(|(part, _)| part == id))
    }

    /// Whether any other code of the host mentions anything that the member defines, or may do so.
    fn is_asked_for(&self, host: &Host, member: &Path) -> bool {
        let Some(file) = self.natives.file(member) else { return true };
        let functions = file.facts.functions.iter().filter(|function| function.is_definition && !function.internal);
        let variables = file.facts.variables.iter().filter(|variable| variable.is_definition && !variable.internal);
        let mut words: Vec<String> =
            functions.map(|function| function.name.clone()).chain(variables.map(|v| v.name.clone())).collect();
        words.sort();
        words.dedup();
        // Macros between declarations may define anything, and so may what a file of many facts holds.
        if words.is_empty() || !file.facts.invocations.is_empty() || file.facts.truncated {
            return true;
        }
        let mentioning = self.natives.mentioning(&words);
        let sources = self.model.binary_sources(host.id);
        // What is not one of the searched files is generated, and may ask for anything.
        let asks = |path: &Path| self.natives.index(path).is_none_or(|index| mentioning.contains(&index));
        let unknown =
            host.parts.iter().any(|(id, _)| self.model.sources(*id).iter().any(|source| source.path.is_none()));
        unknown
            || sources.iter().any(|(path, _, _)| path != member && is_compiled(path) && asks(path))
            || is_called_in_header(self.natives, &mentioning, &words)
    }
}
