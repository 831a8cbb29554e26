//! When the sources of a target are compiled for link-time optimisation.
use crate::cond::Cond;
use crate::flags::CompileFlag;

use super::{Model, TargetId};

impl Model<'_> {
    /// By the property, by its form for a configuration, or by `-flto`; never where the program is not partitioned, which keeps
    /// what assembly names.
    pub fn link_time_optimised(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let mut when = self.property_true(id, "INTERPROCEDURAL_OPTIMIZATION");
        for property in self.target(id).properties.keys() {
            if property.starts_with("INTERPROCEDURAL_OPTIMIZATION_") {
                when = conds.or(when, self.property_true(id, property));
            }
        }
        for source in self.compile_flags(id).iter() {
            match source.flag.flag {
                CompileFlag::Lto(true) => when = conds.or(when, source.cond),
                CompileFlag::Lto(false) => when = conds.diff(when, source.cond),
                _ => {}
            }
        }
        if when.is_false() {
            return when;
        }
        let options = self.compile_options(id);
        let whole = options.iter().filter(|item| item.text.contains("-flto-partition=")).map(|item| item.cond);
        conds.diff(when, conds.any(whole.collect::<Vec<_>>()))
    }
}
