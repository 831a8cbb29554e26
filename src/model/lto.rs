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
        // The form for a build type stands above the other one (cmake-properties(7), INTERPROCEDURAL_OPTIMIZATION_<CONFIG>).
        for (property, value) in &self.target(id).properties {
            if let Some(build_type) = property.strip_prefix("INTERPROCEDURAL_OPTIMIZATION_") {
                let of_type = conds.and(self.configuration(build_type), value.defined);
                when = conds.ite(of_type, self.property_true(id, property), when);
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
