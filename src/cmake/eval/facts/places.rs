//! Where facts are stated, each place with its callers.
use rustc_hash::FxHashMap;

use crate::cmake::eval::value::{Origin, Place};
use crate::source::Span;

/// Interned places.
#[derive(Debug, Default, Clone)]
pub struct Places {
    places: Vec<Place>,
    index: FxHashMap<Place, Origin>,
}

impl Places {
    /// Interns a place. [`Origin::NONE`] is the empty caller.
    pub fn intern(&mut self, place: Place) -> Origin {
        if let Some(&origin) = self.index.get(&place) {
            return origin;
        }
        self.places.push(place);
        let origin = Origin(self.places.len() as u32);
        self.index.insert(place, origin);
        origin
    }

    /// All places, in the order in which they were first reached.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.places.iter().map(|place| place.span)
    }

    /// The place of an origin; nothing for [`Origin::NONE`].
    pub fn get(&self, origin: Origin) -> Option<Place> {
        self.places.get((origin.0 as usize).checked_sub(1)?).copied()
    }

    /// The place and its callers, innermost first.
    pub fn stack(&self, origin: Origin) -> Vec<Span> {
        let mut out = Vec::new();
        let mut at = origin;
        while let Some(place) = self.get(at) {
            out.push(place.span);
            at = place.caller;
        }
        out
    }
}
