//! A pattern as an automaton that reads a text piece by piece, for texts of which the pieces differ by configuration.
use std::sync::Arc;

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use regex_automata::{Input, MatchKind};
use regex_syntax::hir::{Class, Hir, HirKind};
use rustc_hash::FxHashMap;

use super::Regex;

/// Bytes that the states of one pattern may take. Beyond them nothing is said.
const STATES: usize = 1 << 20;
/// Bytes that the compiled pattern may take.
const PROGRAM: usize = 1 << 20;

/// Where the reading of a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// What follows decides.
    Open(u32),
    /// Matched, whatever follows.
    Matched,
    /// Not to be matched, whatever follows.
    Failed,
}

/// What all automata of one pattern share.
#[derive(Debug)]
pub(super) struct Shared {
    dfa: DFA,
    /// Characters that no match holds.
    separators: [bool; 128],
    /// Whether a part of the pattern looks at what stands around it.
    looks_around: bool,
}

impl Shared {
    /// Of a pattern in the syntax of the regex crate; `None` for one that would take too much room.
    pub(super) fn new(pattern: &str) -> Option<Self> {
        let hir = syntax::parse_with(pattern, &syntax::Config::new().dot_matches_new_line(true)).ok()?;
        let config = thompson::Config::new().nfa_size_limit(Some(PROGRAM));
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(&hir).ok()?;
        let config = Config::new()
            .match_kind(MatchKind::All)
            .cache_capacity(STATES)
            .skip_cache_capacity_check(true)
            .minimum_cache_clear_count(Some(0));
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).ok()?;
        let looks_around = !hir.properties().look_set().is_empty();
        Some(Self { dfa, separators: separators(&hir), looks_around })
    }
}

/// The automaton of a pattern. It searches as [`Regex::is_match`] does.
#[derive(Debug)]
pub struct Automaton {
    shared: Arc<Shared>,
    cache: Cache,
    states: Vec<LazyStateID>,
    numbers: FxHashMap<LazyStateID, u32>,
    start: State,
}

impl Automaton {
    /// The automaton of a pattern; `None` for one that would take too much room.
    pub fn new(regex: &Regex) -> Option<Self> {
        let shared = regex.shared()?;
        let cache = shared.dfa.create_cache();
        let (states, numbers) = (Vec::new(), FxHashMap::default());
        let mut automaton = Self { shared, cache, states, numbers, start: State::Failed };
        let first = automaton.shared.dfa.start_state_forward(&mut automaton.cache, &Input::new("")).ok()?;
        let first = automaton.number(first);
        let matches_empty = automaton.has_matched(first) == Some(true);
        automaton.start = if matches_empty { State::Matched } else { first };
        Some(automaton)
    }

    /// Before the first character.
    pub fn start(&self) -> State {
        self.start
    }

    fn number(&mut self, id: LazyStateID) -> State {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.states.push(id);
        }
        State::Open(number)
    }

    /// Reads on; `None` where there is no room for further states.
    pub fn read(&mut self, state: State, text: &str) -> Option<State> {
        let State::Open(number) = state else { return Some(state) };
        let mut at = self.states[number as usize];
        for &byte in text.as_bytes() {
            at = self.shared.dfa.next_state(&mut self.cache, at, byte).ok()?;
            if at.is_match() {
                return Some(State::Matched);
            }
            if at.is_dead() {
                return Some(State::Failed);
            }
            if at.is_quit() {
                return None;
            }
        }
        Some(self.number(at))
    }

    /// Whether the text matches if it ends here.
    pub fn ends(&mut self, state: State) -> Option<bool> {
        match state {
            State::Matched => Some(true),
            State::Failed => Some(false),
            State::Open(number) => {
                let end = self.shared.dfa.next_eoi_state(&mut self.cache, self.states[number as usize]).ok()?;
                Some(end.is_match())
            }
        }
    }

    /// Whether what was read matches already, whatever follows; `None` where that hangs on what follows.
    pub fn has_matched(&mut self, state: State) -> Option<bool> {
        if self.shared.looks_around { None } else { self.ends(state) }
    }

    /// Whether a match that is still to come begins here or later, and is the same as in a text that begins here.
    pub fn is_fresh(&self, state: State) -> bool {
        state == self.start && !self.shared.looks_around
    }

    /// Whether a match cannot reach across this character.
    pub fn separates(&self, character: char) -> bool {
        !self.shared.looks_around && self.shared.separators.get(character as usize).copied().unwrap_or(false)
    }
}

/// The ASCII characters that stand in no match.
fn separators(hir: &Hir) -> [bool; 128] {
    let mut free = [true; 128];
    let mut open = vec![hir];
    while let Some(hir) = open.pop() {
        match hir.kind() {
            HirKind::Literal(literal) => {
                for byte in literal.0.iter().filter(|byte| byte.is_ascii()) {
                    free[usize::from(*byte)] = false;
                }
            }
            HirKind::Class(Class::Unicode(class)) => {
                for range in class.ranges() {
                    (range.start()..=range.end()).take_while(char::is_ascii).for_each(|c| free[c as usize] = false);
                }
            }
            HirKind::Class(Class::Bytes(class)) => {
                for range in class.ranges() {
                    (range.start()..=range.end()).filter(u8::is_ascii).for_each(|b| free[usize::from(b)] = false);
                }
            }
            HirKind::Repetition(repetition) => open.push(&repetition.sub),
            HirKind::Capture(capture) => open.push(&capture.sub),
            HirKind::Concat(all) | HirKind::Alternation(all) => open.extend(all),
            HirKind::Empty | HirKind::Look(_) => {}
        }
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automaton(pattern: &str) -> (Regex, Automaton) {
        let regex = Regex::new(pattern).expect("a pattern");
        let automaton = Automaton::new(&regex).expect("a small one");
        (regex, automaton)
    }

    #[test]
    fn pieces_are_matched_as_the_whole() {
        let pieces = ["", "-O", "2", " ", "-Wall", " /W", "3", "x", "\n", "ä", ";", "end"];
        for pattern in ["/W[0-4]", "^-O", "O2$", "^$", "", "-O2 -W", "(x|ä)+;", "[^ ]end", "^(-O2)?( .*)?end$", "a*"] {
            let (regex, mut automaton) = automaton(pattern);
            for first in pieces {
                for second in pieces {
                    for third in pieces {
                        let mut state = automaton.start();
                        for piece in [first, second, third] {
                            state = automaton.read(state, piece).expect("room");
                        }
                        let whole = [first, second, third].concat();
                        assert_eq!(automaton.ends(state), Some(regex.is_match(&whole)), "{pattern} in {whole:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_no_match_holds_separates() {
        let (_, mut flags) = automaton("/W[0-4]");
        assert!(flags.separates(' ') && !flags.separates('/') && !flags.separates('3') && !flags.separates('ä'));
        let after = flags.read(flags.start(), "-O2 ").expect("room");
        assert!(flags.is_fresh(after));
        let within = flags.read(flags.start(), "-O2 /").expect("room");
        assert!(!flags.is_fresh(within));
        assert!(!automaton("a.c").1.separates(' '));
        assert!(!automaton("^a").1.separates(' '));
    }
}
