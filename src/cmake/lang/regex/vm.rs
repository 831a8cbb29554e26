//! A matcher of our own for the one search which the regex crate cannot express: the best match that does not end
//! where the search begins.
//!
//! All threads advance together over the text, in the order of preference of a backtracking matcher, so the time is
//! bounded by program times text.
use super::parse::{Alternatives, Node, Times};

/// One step of a compiled pattern.
#[derive(Debug)]
enum Step {
    Begin,
    End,
    Any,
    Set(bool, Vec<(char, char)>),
    Literal(char),
    Save(usize),
    /// Try the first, then the second.
    Split(usize, usize),
    Jump(usize),
    Match,
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    slots: usize,
}

/// Start and end of each group, the whole match first.
pub(super) type Slots = Vec<Option<usize>>;

/// Steps times characters that one search may take.
const MAX_WORK: usize = 50_000_000;

impl Program {
    pub(super) fn new(alternatives: &Alternatives, groups: usize) -> Self {
        let mut program = Self { steps: vec![Step::Save(0)], slots: 2 * (groups + 1) };
        program.alternatives(alternatives);
        program.steps.push(Step::Save(1));
        program.steps.push(Step::Match);
        program
    }

    fn alternatives(&mut self, alternatives: &[Vec<Node>]) {
        let mut ends = Vec::new();
        for (index, sequence) in alternatives.iter().enumerate() {
            let last = index + 1 == alternatives.len();
            let split = self.steps.len();
            if !last {
                self.steps.push(Step::Split(split + 1, split));
            }
            for node in sequence {
                self.node(node);
            }
            if !last {
                ends.push(self.steps.len());
                self.steps.push(Step::Jump(0));
                let next = self.steps.len();
                self.set(split, Step::Split(split + 1, next));
            }
        }
        for end in ends {
            let next = self.steps.len();
            self.set(end, Step::Jump(next));
        }
    }

    fn set(&mut self, at: usize, step: Step) {
        if let Some(slot) = self.steps.get_mut(at) {
            *slot = step;
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Begin => self.steps.push(Step::Begin),
            Node::End => self.steps.push(Step::End),
            Node::Any => self.steps.push(Step::Any),
            Node::Set { negated, ranges } => self.steps.push(Step::Set(*negated, ranges.clone())),
            Node::Literal(c) => self.steps.push(Step::Literal(*c)),
            Node::Group(number, alternatives) => {
                self.steps.push(Step::Save(2 * number));
                self.alternatives(alternatives);
                self.steps.push(Step::Save(2 * number + 1));
            }
            Node::Repeat(inner, times) => self.repeat(inner, *times),
        }
    }

    fn repeat(&mut self, inner: &Node, times: Times) {
        let start = self.steps.len();
        if times == Times::AtLeastOnce {
            self.node(inner);
            let split = self.steps.len();
            self.steps.push(Step::Split(start, split + 1));
            return;
        }
        self.steps.push(Step::Jump(0));
        self.node(inner);
        if times == Times::Any {
            self.steps.push(Step::Jump(start));
        }
        let after = self.steps.len();
        self.set(start, Step::Split(start + 1, after));
    }

    /// The preferred match from byte `start` on that does not end at `start`. `begin` is where `^` matches.
    /// An error when the work would be unreasonable.
    pub(super) fn find_nonempty(&self, text: &str, start: usize, begin: usize) -> Result<Option<Slots>, &'static str> {
        let tail = text.get(start..).unwrap_or_default();
        let mut budget = MAX_WORK;
        let mut found = None;
        let mut current: Vec<(usize, Slots)> = Vec::new();
        let positions = tail.char_indices().map(|(at, c)| (start + at, Some(c)));
        for (at, c) in positions.chain(std::iter::once((text.len(), None))) {
            let place = Place { at, begin, end: text.len() };
            let mut threads = Vec::new();
            let mut seen = vec![false; self.steps.len()];
            for (step, slots) in current.drain(..) {
                self.follow(step, slots, place, &mut seen, &mut threads);
            }
            if found.is_none() {
                self.follow(0, vec![None; self.slots], place, &mut seen, &mut threads);
            }
            budget = budget.checked_sub(self.steps.len() + threads.len()).ok_or("the search is too expensive")?;
            for (step, slots) in threads {
                if matches!(self.steps.get(step), Some(Step::Match)) {
                    if at == start {
                        continue;
                    }
                    found = Some(slots);
                    // Whatever comes later is less preferred.
                    break;
                }
                if c.is_some_and(|c| self.accepts(step, c)) {
                    current.push((step + 1, slots));
                }
            }
            if current.is_empty() && found.is_some() {
                break;
            }
        }
        Ok(found)
    }

    fn accepts(&self, step: usize, c: char) -> bool {
        match self.steps.get(step) {
            Some(Step::Any) => true,
            Some(Step::Literal(literal)) => *literal == c,
            Some(Step::Set(negated, ranges)) => {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)) != *negated
            }
            _ => false,
        }
    }

    /// Adds the threads which wait for a character, reached from `step` without reading one, the preferred first.
    fn follow(&self, step: usize, slots: Slots, place: Place, seen: &mut [bool], threads: &mut Vec<(usize, Slots)>) {
        let mut stack = vec![(step, slots)];
        while let Some((step, mut slots)) = stack.pop() {
            match seen.get_mut(step) {
                Some(visited) if !*visited => *visited = true,
                _ => continue,
            }
            match self.steps.get(step) {
                Some(Step::Begin) if place.at != place.begin => {}
                Some(Step::End) if place.at != place.end => {}
                Some(Step::Begin | Step::End) => stack.push((step + 1, slots)),
                Some(Step::Jump(next)) => stack.push((*next, slots)),
                Some(Step::Split(first, second)) => {
                    stack.push((*second, slots.clone()));
                    stack.push((*first, slots));
                }
                Some(Step::Save(slot)) => {
                    if let Some(slot) = slots.get_mut(*slot) {
                        *slot = Some(place.at);
                    }
                    stack.push((step + 1, slots));
                }
                _ => threads.push((step, slots)),
            }
        }
    }
}

/// Where the threads are in the text.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    begin: usize,
    end: usize,
}
