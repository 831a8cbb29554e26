//! Comparisons of what CMake itself sets, in another case: `string(TOLOWER "${CMAKE_SYSTEM_NAME}" os)`.
use crate::cond::{Cond, Domain};

use super::machine::Machine;
use super::text::{SymbolKind, is_symbol};

/// The build types that CMake brings (cmake-variables(7), `CMAKE_BUILD_TYPE`), in their usual spelling.
const BUILD_TYPES: [&str; 4] = ["Debug", "Release", "RelWithDebInfo", "MinSizeRel"];

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
        let name = inner.strip_suffix("})")?;
        let (subject, values) = if name == "CMAKE_BUILD_TYPE" {
            let own = self.facts.texts.find_symbol(SymbolKind::Input, name)?;
            (self.facts.texts.info(own).subject, BUILD_TYPES.map(str::to_owned).to_vec())
        } else {
            let subject = conds.well_known(name)?;
            let Domain::Closed { values, .. } = &conds.subject_info(subject).domain else { return None };
            (subject, values.clone())
        };
        let fold = |value: &String| if upper { value.to_ascii_uppercase() } else { value.to_ascii_lowercase() };
        let those = values.iter().filter(|value| wanted(&fold(value)));
        let holds = conds.any(those.map(|value| conds.equals(subject, value)).collect::<Vec<_>>());
        (!holds.is_false()).then_some(holds)
    }
}
