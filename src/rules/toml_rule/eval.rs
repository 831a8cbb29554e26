//! Evaluating declarative rules: a nested-loop join with conditions.
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::pattern::{Body, Pattern, Source};
use super::predicate::{Predicate, Truth};
use super::schema::{Relations, Row, Value};
use crate::rules::conditions::Conditions;
use crate::rules::finding::{Confidence, Place};
use crate::rules::metadata::{Metadata, OnUnknown};
use crate::rules::options::Options;
use crate::rules::sink::{Draft, Sink};

/// Rows that a rule may look at: one that needs more is written wrongly, or the project is hostile.
const MOST_ROWS: usize = 20_000_000;

/// A rule looked at too many rows; what it found before is in the sink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "it looked at more than {MOST_ROWS} rows; narrow its patterns, or follow edges instead of relations")
    }
}

impl std::error::Error for Exhausted {}

impl Body {
    /// Reports every match into `sink`.
    pub fn run<K, R>(
        &self,
        rule: &Metadata,
        options: &Options,
        relations: &R,
        conditions: &K,
        sink: &mut Sink<K::Cond>,
    ) -> Result<(), Exhausted>
    where
        K: Conditions,
        R: Relations<Cond = K::Cond> + ?Sized,
    {
        let (index, chosen) = (RefCell::default(), RefCell::default());
        let run = Run { relations, conditions, options, on_unknown: rule.unknown, index, chosen };
        let mut left = MOST_ROWS;
        let state = State { condition: conditions.always(), guessed: false };
        run.join(&self.steps, &mut Vec::new(), state, &mut left, &mut |rows, state, left| {
            self.conclude(&run, rule, rows, state, left, sink)
        })
    }

    /// Subtracts what `unless` matches and reports what is left.
    fn conclude<K, R>(
        &self,
        run: &Run<'_, K, R>,
        rule: &Metadata,
        rows: &[Row],
        mut state: State<K::Cond>,
        left: &mut usize,
        sink: &mut Sink<K::Cond>,
    ) -> Result<(), Exhausted>
    where
        K: Conditions,
        R: Relations<Cond = K::Cond> + ?Sized,
    {
        let conditions = run.conditions;
        let mut most = Confidence::Proved;
        for group in &self.unless {
            let mut excluded: Option<K::Cond> = None;
            let mut bound = rows.to_vec();
            let mut guessed = false;
            let condition = if group.ever { conditions.always() } else { state.condition };
            let within = State { condition, guessed: false };
            run.join_unless(&group.rows, &mut bound, within, left, &mut |_, inner, _| {
                guessed |= inner.guessed;
                if !inner.guessed || run.on_unknown == OnUnknown::Silent {
                    excluded = Some(match excluded {
                        Some(so_far) => conditions.or(so_far, inner.condition),
                        None => inner.condition,
                    });
                }
                Ok(())
            })?;
            if let Some(level) = group.at_most {
                most = excluded.map_or(most, |_| most.min(level));
                continue;
            }
            if group.ever && excluded.is_some() {
                return Ok(());
            }
            if let Some(excluded) = excluded {
                state.condition = conditions.and(state.condition, conditions.not(excluded));
                if conditions.is_false(state.condition) {
                    return Ok(());
                }
            }
            state.guessed |= guessed;
        }
        if let Some(draft) = self.draft(run, rule, rows, state) {
            let draft = if most < rule.confidence { draft.confidence(most) } else { draft };
            sink.report(draft);
        }
        Ok(())
    }

    fn draft<K, R>(
        &self,
        run: &Run<'_, K, R>,
        rule: &Metadata,
        rows: &[Row],
        state: State<K::Cond>,
    ) -> Option<Draft<K::Cond>>
    where
        K: Conditions,
        R: Relations<Cond = K::Cond> + ?Sized,
    {
        let mut placed = rows.iter().zip(&self.steps).map(|(&row, step)| (run.relations.place(row), &step.label));
        let (primary, label) = placed.next()?;
        let mut draft = Draft::new(state.condition, Place::new(primary?, label.clone()));
        for (span, label) in placed {
            // A row of which nothing is said is no part of the story.
            if let Some(span) = span.filter(|_| !label.is_empty()) {
                draft = draft.related(span, label.clone());
            }
        }
        for (name, row, field) in &self.values {
            draft = draft.value(name, run.value(rows, *row, *field).shown());
        }
        for &(row, field) in &self.subjects {
            if let Value::Text(name) = run.value(rows, row, field) {
                draft = draft.subject(name);
            }
        }
        if let (true, OnUnknown::AtMost(most)) = (state.guessed, run.on_unknown) {
            draft = draft.confidence(rule.confidence.min(most).max(Confidence::Heuristic));
        }
        Some(draft)
    }
}

/// What is known of the rows bound so far.
#[derive(Debug, Clone, Copy)]
struct State<C> {
    condition: C,
    /// Whether something unknown was taken for a match.
    guessed: bool,
}

/// Rows of a relation by the text of a field, and those where it is unknown.
#[derive(Debug, Default)]
struct Lookup {
    known: FxHashMap<String, Vec<Row>>,
    unknown: Vec<Row>,
}

struct Run<'a, K: Conditions, R: Relations<Cond = K::Cond> + ?Sized> {
    relations: &'a R,
    conditions: &'a K,
    options: &'a Options,
    on_unknown: OnUnknown,
    /// Made when first needed, by relation and field.
    index: RefCell<FxHashMap<(usize, usize), Lookup>>,
    /// The rows of a pattern's relation that may match whatever is bound, by the pattern's address.
    chosen: RefCell<FxHashMap<*const Pattern, Rc<[Row]>>>,
}

/// What is done with every complete set of rows.
type Found<'f, C> = dyn FnMut(&[Row], State<C>, &mut usize) -> Result<(), Exhausted> + 'f;

impl<K: Conditions, R: Relations<Cond = K::Cond> + ?Sized> Run<'_, K, R> {
    /// Binds a row for each of `steps`; what is unknown counts as the rule says.
    fn join(
        &self,
        steps: &[Pattern],
        bound: &mut Vec<Row>,
        state: State<K::Cond>,
        left: &mut usize,
        found: &mut Found<'_, K::Cond>,
    ) -> Result<(), Exhausted> {
        self.join_with(steps, bound, state, left, self.on_unknown != OnUnknown::Silent, found)
    }

    /// The same for an `unless`: what is unknown may be there.
    fn join_unless(
        &self,
        steps: &[Pattern],
        bound: &mut Vec<Row>,
        state: State<K::Cond>,
        left: &mut usize,
        found: &mut Found<'_, K::Cond>,
    ) -> Result<(), Exhausted> {
        self.join_with(steps, bound, state, left, true, found)
    }

    /// The depth of the recursion is the number of patterns of the rule.
    fn join_with(
        &self,
        steps: &[Pattern],
        bound: &mut Vec<Row>,
        state: State<K::Cond>,
        left: &mut usize,
        guess: bool,
        found: &mut Found<'_, K::Cond>,
    ) -> Result<(), Exhausted> {
        let Some((step, rest)) = steps.split_first() else { return found(bound, state, left) };
        for (row, edge) in self.candidates(step, bound) {
            *left = left.checked_sub(1).ok_or(Exhausted)?;
            let truth = self.matches(step, row, bound);
            if truth == Truth::False || truth == Truth::Unknown && !guess {
                continue;
            }
            let mut condition = self.conditions.and(state.condition, self.relations.condition(row));
            if let Some(edge) = edge {
                condition = self.conditions.and(condition, edge);
            }
            if self.conditions.is_false(condition) {
                continue;
            }
            bound.push(row);
            let next = State { condition, guessed: state.guessed || truth == Truth::Unknown };
            let result = self.join_with(rest, bound, next, left, guess, found);
            bound.pop();
            result?;
        }
        Ok(())
    }

    /// The rows that may match, with the condition of the edge to them.
    fn candidates(&self, step: &Pattern, bound: &[Row]) -> Vec<(Row, Option<K::Cond>)> {
        match step.source {
            Source::Along { row, edge } => {
                let from = bound.get(row).copied();
                let rows = from.map(|row| self.relations.follow(row, edge)).unwrap_or_default();
                rows.into_iter().map(|(row, condition)| (row, Some(condition))).collect()
            }
            Source::Relation(relation) => {
                let all = || match bound {
                    [] => self.relations.judged(relation),
                    _ => self.chosen(relation, step).to_vec(),
                };
                let rows = self.looked_up(relation, step, bound).unwrap_or_else(all);
                rows.into_iter().map(|row| (row, None)).collect()
            }
        }
    }

    /// The rows that may match by what a pattern asks of them alone. It is asked again with each set of bound rows.
    fn chosen(&self, relation: usize, step: &Pattern) -> Rc<[Row]> {
        let known = self.chosen.borrow().get(&std::ptr::from_ref(step)).cloned();
        known.unwrap_or_else(|| {
            let mut rows = self.relations.rows(relation);
            let alone = || step.predicates.iter().filter(|(_, predicate)| !predicate.asks_others());
            rows.retain(|row| {
                let holds = |(field, predicate): &(usize, Predicate)| {
                    predicate.holds(self.relations.field(*row, *field), self.options, &|_, _| Value::Unknown)
                };
                !alone().any(|one| holds(one) == Truth::False)
            });
            let rows: Rc<[Row]> = rows.into();
            self.chosen.borrow_mut().insert(std::ptr::from_ref(step), Rc::clone(&rows));
            rows
        })
    }

    /// The rows that have the same text as an earlier row, when the pattern asks for that.
    fn looked_up(&self, relation: usize, step: &Pattern, bound: &[Row]) -> Option<Vec<Row>> {
        let (field, row, other) = step.predicates.iter().find_map(|(field, predicate)| match predicate {
            Predicate::Same(row, other) => Some((*field, *row, *other)),
            _ => None,
        })?;
        let Value::Text(text) = self.value(bound, row, other) else { return None };
        let mut index = self.index.borrow_mut();
        let lookup = index.entry((relation, field)).or_insert_with(|| self.lookup(relation, field));
        let mut rows = lookup.known.get(text).cloned().unwrap_or_default();
        rows.extend(&lookup.unknown);
        rows.sort_unstable();
        Some(rows)
    }

    fn lookup(&self, relation: usize, field: usize) -> Lookup {
        let mut lookup = Lookup::default();
        for row in self.relations.rows(relation) {
            match self.relations.field(row, field) {
                Value::Text(text) => lookup.known.entry(text.to_owned()).or_default().push(row),
                Value::Unknown => lookup.unknown.push(row),
                Value::Boolean(_) | Value::Integer(_) => {}
            }
        }
        lookup
    }

    fn matches(&self, step: &Pattern, row: Row, bound: &[Row]) -> Truth {
        let other = |row: usize, field: usize| self.value(bound, row, field);
        let mut truth = Truth::True;
        for (field, predicate) in &step.predicates {
            truth = truth.and(predicate.holds(self.relations.field(row, *field), self.options, &other));
            if truth == Truth::False {
                break;
            }
        }
        truth
    }

    fn value(&self, rows: &[Row], row: usize, field: usize) -> Value<'_> {
        rows.get(row).map_or(Value::Unknown, |&row| self.relations.field(row, field))
    }
}
