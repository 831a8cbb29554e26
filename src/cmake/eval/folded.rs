//! Comparisons of what CMake itself sets, in another case: `string(TOLOWER "${CMAKE_SYSTEM_NAME}" os)`.
use crate::cond::{Cond, Domain};

use super::machine::Machine;
use super::text::{SymbolKind, is_symbol};

impl Machine<'_> {
    /// When a text is wanted that is one of a known list in capitals or small letters; `None` where it is no such text, or
    /// where no text of the list is wanted.
    pub(super) fn folded(&self, symbolic: &str, wanted: impl Fn(&str) -> bool) -> Option<Cond> {
        let mut chars = symbolic.chars();
        let (Some(first), None) = (chars.next().filter(|c| is_symbol(*c)), chars.next()) else { return None };
        let symbol = self.facts.texts.symbol_of(first)?;
        let info = self.facts.texts.info(symbol);
        let inner = info.name.strip_prefix("string(TO").filter(|_| info.kind == SymbolKind::Derived)?;
        let (upper, inner) = match inner.strip_prefix("UPPER ${") {
            Some(inner) => (true, inner),
            None => (false, inner.strip_prefix("LOWER ${")?),
        };
        let conds = self.conds();
        let subject = conds.well_known(inner.strip_suffix("})")?)?;
        let Domain::Closed { values, .. } = &conds.subject_info(subject).domain else { return None };
        let fold = |value: &String| if upper { value.to_ascii_uppercase() } else { value.to_ascii_lowercase() };
        let those = values.iter().filter(|value| wanted(&fold(value)));
        let holds = conds.any(those.map(|value| conds.equals(subject, value)).collect::<Vec<_>>());
        (!holds.is_false()).then_some(holds)
    }
}
