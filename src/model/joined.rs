//! What is stated several times, kept once: a directory that a loop may add many times states all that it says as often.
use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::cond::{Cond, Conds};

/// The first of those with the same key, in order, with when any of them holds.
pub(super) fn joined<K: Eq + Hash, T>(conds: &Conds, all: impl IntoIterator<Item = (K, Cond, T)>) -> Vec<(Cond, T)> {
    let mut at: FxHashMap<K, usize> = FxHashMap::default();
    let mut out: Vec<(Vec<Cond>, T)> = Vec::new();
    for (key, cond, one) in all {
        match at.entry(key) {
            Entry::Occupied(known) => out[*known.get()].0.push(cond),
            Entry::Vacant(new) => {
                new.insert(out.len());
                out.push((vec![cond], one));
            }
        }
    }
    out.into_iter().map(|(when, one)| (conds.any(when), one)).collect()
}
