//! Values of a build script, with the conditions under which they are there.
use crate::cond::{Cond, Conds};

use super::UNKNOWN;

/// Alternatives of one text that are kept apart.
const MAX_ALTERNATIVES: usize = 24;
/// Elements of a list that are kept.
const MAX_ELEMENTS: usize = 400;
/// Bytes of a text that are kept.
const MAX_TEXT: usize = 4096;

/// Values within each other that are kept: a list of itself twice, again and again, would outgrow everything.
const MAX_WITHIN: usize = 4000;

/// A value.
#[derive(Clone)]
pub(super) enum Value<'a> {
    Unknown,
    /// Texts, each with its condition; together they cover everything.
    Texts(Vec<(Cond, String)>),
    /// Elements, each with its condition.
    List(Vec<(Cond, Value<'a>)>),
    Tuple(Vec<Value<'a>>),
    Bool(Cond),
    /// What `env::var` gives: a text if the variable is set.
    Env(String),
    /// `Some` or `Ok` under the condition.
    Maybe(Box<Value<'a>>, Cond),
    /// Number of a builder.
    Object(usize),
    Closure(&'a syn::ExprClosure),
    /// A function of the script, by its name.
    Function(String),
}

impl<'a> Value<'a> {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Texts(vec![(Cond::TRUE, text.into())])
    }

    /// The value, unless it holds more than is kept.
    pub(super) fn bounded(self) -> Option<Self> {
        let mut left = MAX_WITHIN;
        self.fits(&mut left).then_some(self)
    }

    fn fits(&self, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match self {
            Self::List(elements) => elements.iter().all(|(_, element)| element.fits(left)),
            Self::Tuple(parts) => parts.iter().all(|part| part.fits(left)),
            Self::Maybe(inner, _) => inner.fits(left),
            _ => true,
        }
    }

    /// The value as texts; what is not known is one text.
    pub(super) fn texts(&self) -> Vec<(Cond, String)> {
        match self {
            Self::Texts(texts) => texts.clone(),
            Self::Maybe(inner, _) => inner.texts(),
            _ => vec![(Cond::TRUE, UNKNOWN.to_string())],
        }
    }

    /// The elements of a list; of something else, what a loop over it would see once.
    pub(super) fn elements(&self) -> Vec<(Cond, Value<'a>)> {
        match self {
            Self::List(elements) => elements.clone(),
            Self::Maybe(inner, cond) => match &**inner {
                Self::List(elements) => elements.clone(),
                inner => vec![(*cond, inner.clone())],
            },
            _ => vec![(Cond::TRUE, Self::Unknown)],
        }
    }
}

/// `cond ? then : otherwise`.
pub(super) fn choose<'a>(conds: &Conds, cond: Cond, then: Value<'a>, otherwise: Value<'a>) -> Value<'a> {
    if cond.is_true() {
        return then;
    }
    if cond.is_false() {
        return otherwise;
    }
    let under = |list: Vec<(Cond, Value<'a>)>, cond: Cond| {
        list.into_iter().map(move |(c, value)| (conds.and(c, cond), value)).filter(|(c, _)| !c.is_false())
    };
    match (then, otherwise) {
        (Value::List(a), Value::List(b)) => {
            // What both begin with is not doubled.
            let same = a.iter().zip(&b).take_while(|(x, y)| x.0 == y.0 && same(&x.1, &y.1)).count();
            let (mut a, mut b) = (a, b);
            let mut all: Vec<_> = a.drain(..same).collect();
            b.drain(..same);
            all.extend(under(a, cond).chain(under(b, conds.not(cond))));
            all.truncate(MAX_ELEMENTS);
            Value::List(all)
        }
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(conds.ite(cond, a, b)),
        (Value::Object(a), Value::Object(b)) if a == b => Value::Object(a),
        // What is never there has no value.
        (Value::Maybe(_, x), Value::Maybe(b, y)) if x.is_false() => Value::Maybe(b, conds.diff(y, cond)),
        (Value::Maybe(a, x), Value::Maybe(_, y)) if y.is_false() => Value::Maybe(a, conds.and(x, cond)),
        (Value::Maybe(a, x), Value::Maybe(b, y)) => {
            Value::Maybe(Box::new(choose(conds, cond, *a, *b)), conds.ite(cond, x, y))
        }
        (a @ (Value::Texts(_) | Value::Env(_)), b @ (Value::Texts(_) | Value::Env(_))) => {
            let mut all: Vec<(Cond, String)> = Vec::new();
            let sides = [(a.texts(), cond), (b.texts(), conds.not(cond))];
            for (c, text) in
                sides.into_iter().flat_map(|(texts, side)| texts.into_iter().map(move |(c, t)| (conds.and(c, side), t)))
            {
                add(conds, &mut all, c, text);
            }
            Value::Texts(all)
        }
        _ => Value::Unknown,
    }
}

fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    matches!((a, b), (Value::Texts(a), Value::Texts(b)) if a == b)
}

/// Adds an alternative; beyond the bound they become one that is not known.
pub(super) fn add(conds: &Conds, all: &mut Vec<(Cond, String)>, cond: Cond, mut text: String) {
    if cond.is_false() {
        return;
    }
    if text.len() > MAX_TEXT {
        text = UNKNOWN.to_string();
    }
    let full = all.len() >= MAX_ALTERNATIVES;
    if let Some((known, _)) = all.iter_mut().find(|(_, other)| *other == text) {
        *known = conds.or(*known, cond);
    } else if let Some((known, last)) = all.last_mut().filter(|_| full) {
        *known = conds.or(*known, cond);
        *last = UNKNOWN.to_string();
    } else {
        all.push((cond, text));
    }
}

/// The texts made of one of each.
pub(super) fn joined(conds: &Conds, parts: &[Vec<(Cond, String)>]) -> Vec<(Cond, String)> {
    let mut all = vec![(Cond::TRUE, String::new())];
    for part in parts {
        let mut next = Vec::new();
        for (left, head) in &all {
            for (right, tail) in part {
                add(conds, &mut next, conds.and(*left, *right), format!("{head}{tail}"));
            }
        }
        all = next;
    }
    all
}
