//! Functions where something else is known.

use super::{Bdd, Cond};
use rustc_hash::FxHashMap;

/// A pending step of [`Bdd::given`].
struct Given {
    key: (Cond, Cond),
    var: u32,
    hi: (Cond, Cond),
    lo: Option<Cond>,
}

impl Bdd {
    /// `f`, simplified where `care` does not hold (the "restrict" operator of Coudert and Madre). `care` is not false.
    pub(in crate::cond) fn given(&mut self, f: Cond, care: Cond) -> Option<Cond> {
        let mut done: FxHashMap<(Cond, Cond), Cond> = FxHashMap::default();
        let mut frames: Vec<Given> = Vec::new();
        let (mut f, mut care) = (f, care);
        loop {
            let mut result = if care == Cond::TRUE || f.index() == 0 {
                f
            } else if f == care {
                Cond::TRUE
            } else if f == care.flip() {
                Cond::FALSE
            } else if let Some(&known) = done.get(&(f, care)) {
                known
            } else {
                let (var, care_var) = (self.var(f), self.var(care));
                let (lo_care, hi_care) = self.cofactors(care, self.upper(var, care_var));
                if self.level(care_var) < self.level(var) {
                    care = self.or(lo_care, hi_care)?;
                } else if lo_care == Cond::FALSE {
                    (f, care) = (self.children(f).1, hi_care);
                } else if hi_care == Cond::FALSE {
                    (f, care) = (self.children(f).0, lo_care);
                } else {
                    let (lo, hi) = self.children(f);
                    frames.push(Given { key: (f, care), var, hi: (hi, hi_care), lo: None });
                    (f, care) = (lo, lo_care);
                }
                continue;
            };
            loop {
                let Some(frame) = frames.last_mut() else { return Some(result) };
                let Some(lo) = frame.lo else {
                    frame.lo = Some(result);
                    (f, care) = frame.hi;
                    break;
                };
                let (key, var) = (frame.key, frame.var);
                frames.pop();
                result = self.make(var, lo, result)?;
                done.insert(key, result);
            }
        }
    }
}
