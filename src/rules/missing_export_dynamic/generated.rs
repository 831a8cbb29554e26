//! Code that a host writes, compiles and loads itself.
use crate::cond::Cond;
use crate::model::loading::literals;
use crate::model::symbols::{Key, Site};
use crate::native::Triggers;
use crate::rules::{Confidence, Draft, Place, Severity, Sink};
use crate::source::Span;

use super::{Host, Search};

impl Search<'_> {
    /// Code that a host writes, compiles and loads itself, which names functions of the host.
    pub(super) fn generated(&self, host: &Host, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let Some(load) = host.loads.first() else { return };
        for (path, cond, owner) in self.model.binary_sources(host.id) {
            let Some(file) = self.natives.may_hold(&path, Triggers::LOAD).then(|| self.natives.file(&path)).flatten()
            else {
                continue;
            };
            for process in &file.facts.processes {
                let compiles = |text: &String| text.contains("-shared");
                let command = process.command.iter().flat_map(literals);
                if !process.nearby.iter().chain(command).any(compiles) {
                    continue;
                }
                let Some((name, site)) = self.called_in_text(host, &process.nearby) else { continue };
                let (when, _) = self.model.compiled(
                    owner,
                    &Site { path: path.as_path().into(), file: file.clone(), index: 0, cond, is_included: false },
                    process.guard,
                );
                let when = conds.diff(conds.all([when, site.cond, load.cond]), self.line(host).exports);
                let span = Span::new(file.source.id(), process.range.clone());
                self.report_generated(host, &name, (&site, span), when, sink);
            }
        }
    }

    fn report_generated(&self, host: &Host, name: &str, (site, process): (&Site, Span), cond: Cond, sink: &mut Sink) {
        let (Some(defined), Some(function), Some(load)) =
            (self.model.definition_span(host.id), site.function(), host.loads.first())
        else {
            return;
        };
        let partly = self.line(host).flags.iter().any(|flag| flag.flag.flag.exports_from_executable());
        if !cond.is_possible() || partly {
            return;
        }
        let host = self.model.name(host.id);
        let message =
            format!("`{host}` compiles and loads code that calls `{name}`, which it defines and does not export");
        let draft = Draft::new(cond, Place::new(defined, "exports nothing that is not asked for"))
            .related(process, "compiles code")
            .related(load.span(), "loads it")
            .related(site.span(&function.range), format!("`{name}` is defined here"))
            .named("host", host)
            .named("symbol", name)
            .message(message);
        sink.report(draft.confidence(Confidence::Likely).severity(Severity::Warning));
    }

    /// A C function of a host that a text declares and calls.
    fn called_in_text(&self, host: &Host, texts: &[String]) -> Option<(String, Site)> {
        for text in texts.iter().filter(|text| text.contains(';')) {
            for name in called_names(text) {
                let Some((owner, sites)) = self.definitions(host.parts.iter(), name).filter(|_| name != "main") else {
                    continue;
                };
                let key = Key { c: true, name: name.to_owned() };
                if let Some(site) = sites.into_iter().find(|site| self.symbols.is_definition_of(owner, site, &key)) {
                    return Some((name.to_owned(), site));
                }
            }
        }
        None
    }
}

/// Names before an opening parenthesis in a text that is code.
fn called_names(text: &str) -> impl Iterator<Item = &str> {
    text.split('(').filter_map(|before| {
        let before = before.trim_end();
        let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        before.get(start..).filter(|name| name.len() > 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_text_calls() {
        let names: Vec<_> = called_names("int rt_alloc(void);int k(void){return rt_alloc()+5;}").collect();
        assert_eq!(names, ["rt_alloc", "rt_alloc"]);
    }
}
