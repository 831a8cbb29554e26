//! Which links are made for a sanitizer.
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::{CompileFlag, LinkFlag};

use super::cache::OfItem;
use super::{FlagSource, Model, TargetId};

impl Model<'_> {
    /// When a link asks for one of some sanitizers, and the first flag that does.
    pub fn sanitized_link(&self, id: TargetId, sanitizers: &[&str]) -> Option<(Cond, FlagSource)> {
        let conds = &self.facts.conds;
        let is_one = |names: &[String]| names.iter().any(|name| sanitizers.contains(&name.as_str()));
        let (mut when, mut first) = (Cond::FALSE, None);
        for source in self.link_flags(id).iter() {
            match &source.flag.flag {
                LinkFlag::Sanitize(names) if is_one(names) => {
                    when = conds.or(when, source.cond);
                    first.get_or_insert_with(|| source.clone());
                }
                LinkFlag::NoSanitize(names) if is_one(names) || names.iter().any(|name| name == "all") => {
                    when = conds.diff(when, source.cond);
                }
                _ => {}
            }
        }
        first.filter(|_| !when.is_false()).map(|first| (when, first))
    }

    /// When a link may ask for a sanitizer in a way that is not known: a text that is not known, or anything that names one.
    pub fn may_be_sanitized(&self, id: TargetId) -> Cond {
        const WORDS: &[&str] = &["sanitize", "asan", "SANITIZE", "ASAN"];
        let conds = &self.facts.conds;
        let names = |text: &str| WORDS.iter().any(|word| text.contains(word));
        let may_name =
            |text: &str| names(text) || self.is_unknown(text) || (has_symbol(text) && names(&self.display(text)));
        let flags = self.link_flags(id);
        let mut when = Cond::FALSE;
        let mut of_item = OfItem::default();
        for source in flags.iter() {
            if of_item.answer(&source.item.text, may_name) {
                when = conds.or(when, source.cond);
            }
        }
        when
    }

    /// When the sources of a target are compiled for one of some sanitizers, or may be.
    pub fn may_be_compiled_sanitized(&self, id: TargetId, sanitizers: &[&str]) -> Cond {
        let asks = |flag: &CompileFlag| match flag {
            CompileFlag::Sanitize(names) => names.iter().any(|name| sanitizers.contains(&name.as_str())),
            CompileFlag::Other(text) => has_symbol(text),
            _ => false,
        };
        let flags = self.compile_flags(id);
        let asked = flags.iter().filter(|source| asks(&source.flag.flag));
        let languages = self.compiled_languages(id);
        self.facts.conds.any(asked.map(|source| self.for_any(&languages, source.cond)).collect::<Vec<_>>())
    }

    /// Systems with ELF, as far as CMake's variables tell.
    pub fn elf(&self) -> Cond {
        let conds = &self.facts.conds;
        let others = ["WIN32", "CYGWIN", "APPLE", "EMSCRIPTEN"].into_iter().filter_map(|name| conds.platform(name));
        conds.not(conds.any(others.collect::<Vec<_>>()))
    }
}
