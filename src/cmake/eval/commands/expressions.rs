//! Generator expressions that were split at their semicolons or spaces, put together again as CMake does (cmake-generator-expressions(7)).
use std::sync::Arc;

use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::Cond;

/// How many generator expressions are open behind a text, with as many open before it.
fn open_expressions(text: &str, mut depth: usize) -> usize {
    let mut before = '\0';
    for c in text.chars() {
        match c {
            '<' if before == '$' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = c;
    }
    depth
}

/// `$<BUILD_INTERFACE:a;b>` without quotes is two arguments, which CMake takes for the one expression that they are (measured with
/// 3.25: the property has it whole). Pieces under conditions of their own get the whole around them, each: `$<X:a;b>` is
/// `$<X:a>;$<X:b>` where `X` is no function of lists.
pub(super) fn whole_expressions(machine: &mut Machine<'_>, value: &Value) -> Value {
    let texts = &machine.facts.texts;
    let begins = |elem: &Elem| texts.as_str(elem.text).is_some_and(|text| open_expressions(text, 0) > 0);
    if !value.elems.iter().any(begins) {
        return value.clone();
    }
    let texts: Vec<Option<Arc<str>>> = value.elems.iter().map(|elem| texts.plain(elem.text)).collect();
    let alike = value.elems.windows(2).all(|pair| matches!(pair, [one, other] if one.cond == other.cond));
    let pieces = value.elems.iter().copied().zip(texts);
    let elems = if alike { joined_pieces(machine, pieces) } else { wrapped_pieces(machine, pieces) };
    Value { defined: value.defined, elems: Arc::new(elems) }
}

type Piece = (Elem, Option<Arc<str>>);

/// Pieces that are there together, each expression as one element.
fn joined_pieces(machine: &mut Machine<'_>, pieces: impl Iterator<Item = Piece>) -> Vec<Elem> {
    let mut out: Vec<Elem> = Vec::new();
    let mut open: Vec<(Elem, Arc<str>)> = Vec::new();
    let mut depth = 0;
    for (elem, text) in pieces {
        let before = depth;
        depth = text.as_ref().map_or(depth, |text| open_expressions(text, depth));
        match text {
            Some(text) if before > 0 || depth > 0 => open.push((elem, text)),
            _ => out.push(elem),
        }
        let first = open.first().map(|(elem, _)| *elem).filter(|_| depth == 0);
        if let Some(first) = first {
            let texts: Vec<&str> = open.iter().map(|(_, text)| &**text).collect();
            out.push(Elem { text: machine.intern(&texts.join(";")), ..first });
            open.clear();
        }
    }
    // What is never closed is no expression.
    out.extend(open.into_iter().map(|(elem, _)| elem));
    out
}

/// Pieces under conditions of their own, each with the head and the end of the expression around it.
fn wrapped_pieces(machine: &mut Machine<'_>, pieces: impl Iterator<Item = Piece>) -> Vec<Elem> {
    const OF_LISTS: &[&str] =
        &["$<JOIN:", "$<IF:", "$<LIST:", "$<FILTER:", "$<REMOVE_DUPLICATES:", "$<TARGET_GENEX_EVAL:"];
    let mut out: Vec<Elem> = Vec::new();
    // When an expression is open, and its head.
    let mut open: Vec<(Cond, String)> = Vec::new();
    for (elem, text) in pieces {
        let Some(text) = text else {
            out.push(elem);
            continue;
        };
        let (opened, closed) = (open_expressions(&text, 0), excess_ends(&text));
        let mut rest = elem.cond;
        for (cond, head) in &mut open {
            let inside = machine.conds().and(elem.cond, *cond);
            if inside.is_false() {
                continue;
            }
            rest = machine.conds().diff(rest, *cond);
            let item = &text[..text.len() - closed];
            let whole = format!("{head}{item}{}", ">".repeat(open_expressions(head, 0)));
            out.push(Elem { text: machine.intern(&whole), cond: inside, ..elem });
            if closed > 0 {
                *cond = machine.conds().diff(*cond, elem.cond);
            }
        }
        open.retain(|(cond, _)| !cond.is_false());
        if rest.is_false() {
            continue;
        }
        match open_head(&text).map(|end| text.split_at(end)) {
            Some((head, item)) if opened > 0 && !OF_LISTS.iter().any(|list| head.contains(list)) => {
                let whole = format!("{head}{item}{}", ">".repeat(opened));
                out.push(Elem { text: machine.intern(&whole), cond: rest, ..elem });
                open.push((rest, head.to_owned()));
            }
            _ => out.push(Elem { cond: rest, ..elem }),
        }
    }
    out
}

/// Where the content of the innermost expression begins that a text opens and does not close: behind its first colon.
fn open_head(text: &str) -> Option<usize> {
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut before = '\0';
    for (at, c) in text.char_indices() {
        match c {
            '<' if before == '$' => open.push(None),
            '>' => drop(open.pop()),
            ':' => {
                if let Some(head @ None) = open.last_mut() {
                    *head = Some(at + 1);
                }
            }
            _ => {}
        }
        before = c;
    }
    open.pop().flatten()
}

/// How many `>` at the end of a text end expressions that begin before it.
fn excess_ends(text: &str) -> usize {
    let inner = text.trim_end_matches('>');
    (text.len() - inner.len()).saturating_sub(open_expressions(inner, 0))
}
