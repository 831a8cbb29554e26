//! When a branch of a configuration file is not taken that hangs on what its template is filled with.
use crate::cmake::eval::text::{Compound, Text, has_symbol, is_symbol};
use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::{self, Block, Command, CommandId, File, Statement};
use crate::cond::Cond;
use crate::model::Model;
use crate::source::FileId;

/// Alternatives of one place beyond this many are not looked at.
const MOST: usize = 16;

/// What a file is filled with, in each of its forms, and when it has that form.
pub(super) struct Outline<'m>(Vec<(Cond, Form<'m>)>);

/// A text of CMake, with a word in the place of each piece that differs by configuration.
struct Form<'m> {
    model: &'m Model<'m>,
    commands: File,
    /// What stands in each of those places, and when.
    places: Vec<Vec<(Cond, String)>>,
}

/// How such a word begins.
const WORD: &str = "linklint_place_";

impl<'m> Outline<'m> {
    /// Of what a file is filled with; nothing where that is not known.
    pub(super) fn of(model: &'m Model<'m>, id: FileId, content: Text) -> Option<Self> {
        let Some(Compound::List(elems)) = model.facts.texts.compound(content) else {
            return Form::of(model, id, content).map(|form| Self(vec![(Cond::TRUE, form)]));
        };
        // Elements that are there together are a list, and no file.
        let (mut forms, mut so_far) = (Vec::new(), Cond::FALSE);
        for elem in elems.iter() {
            if !model.facts.conds.disjoint(so_far, elem.cond) {
                return None;
            }
            so_far = model.facts.conds.or(so_far, elem.cond);
            forms.extend(Form::of(model, id, elem.text).map(|form| (elem.cond, form)));
        }
        Some(Self(forms))
    }

    /// When the `include()` of this number, among `count`, certainly does not run.
    pub(super) fn untaken(&self, number: usize, count: usize) -> Cond {
        let untaken = |(when, form): &(Cond, Form<'m>)| form.model.facts.conds.and(*when, form.untaken(number, count));
        let Some((_, first)) = self.0.first() else { return Cond::FALSE };
        first.model.facts.conds.any(self.0.iter().map(untaken).collect::<Vec<_>>())
    }
}

impl<'m> Form<'m> {
    fn of(model: &'m Model<'m>, id: FileId, content: Text) -> Option<Self> {
        let texts = &model.facts.texts;
        let (mut skeleton, mut places) = (String::new(), Vec::new());
        match texts.compound(content) {
            None => push_plain(&mut skeleton, &mut places, texts.as_str(content)?),
            Some(Compound::List(_)) => return None,
            Some(Compound::Rope(parts)) => {
                let mut parts = parts.iter().peekable();
                while let Some(&(when, part)) = parts.next() {
                    if when == Cond::TRUE {
                        push_plain(&mut skeleton, &mut places, texts.as_str(part)?);
                        continue;
                    }
                    let mut place = vec![(Cond::TRUE, String::new())];
                    extend(model, &mut place, when, texts.as_str(part)?);
                    while let Some(&&(when, part)) = parts.peek().filter(|(when, _)| *when != Cond::TRUE) {
                        extend(model, &mut place, when, texts.as_str(part)?);
                        parts.next();
                    }
                    skeleton.extend([WORD, &places.len().to_string()]);
                    places.push(place);
                }
            }
        }
        let commands = syntax::parse(id, skeleton.as_bytes());
        commands.errors.is_empty().then_some(Self { model, commands, places })
    }

    fn untaken(&self, number: usize, count: usize) -> Cond {
        let is_include = |command: &&Command| &*command.lower == "include";
        if self.commands.commands.iter().filter(is_include).count() != count {
            return Cond::FALSE;
        }
        let ids = self.commands.commands.iter().enumerate().filter(|(_, command)| is_include(command));
        let id = ids.map(|(at, _)| CommandId(at as u32)).nth(number);
        id.and_then(|id| self.outside(&self.commands.body, id)).unwrap_or(Cond::FALSE)
    }

    /// When the way to a command within a block is not taken; nothing when it is not in there.
    fn outside(&self, block: &Block, id: CommandId) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        block.iter().find_map(|statement| match statement {
            Statement::Command(one) => (*one == id).then_some(Cond::FALSE),
            Statement::Enclosed { body, .. } => self.outside(body, id),
            Statement::If { branches, otherwise, .. } => {
                let mut taken = Cond::FALSE;
                for (head, block) in branches {
                    if let Some(inside) = self.outside(block, id) {
                        return Some(conds.any([inside, taken, self.when(*head, false)]));
                    }
                    taken = conds.or(taken, self.when(*head, true));
                }
                let (_, block) = otherwise.as_ref()?;
                self.outside(block, id).map(|inside| conds.or(inside, taken))
            }
        })
    }

    /// When the condition of an `if()` is certainly of this truth: one word, or its negation.
    fn when(&self, head: CommandId, truth: bool) -> Cond {
        let Some(command) = self.commands.commands.get(head.0 as usize) else { return Cond::FALSE };
        let words: Option<Vec<&str>> = command.arguments.iter().map(|argument| argument.template.literal()).collect();
        let (word, truth) = match words.as_deref() {
            Some([word]) => (*word, truth),
            Some(["NOT", word]) => (*word, !truth),
            _ => return Cond::FALSE,
        };
        let place = word.strip_prefix(WORD).and_then(|number| self.places.get(number.parse::<usize>().ok()?));
        let conds = &self.model.facts.conds;
        match place {
            Some(place) => {
                let fits = place.iter().map(|(cond, text)| conds.and(*cond, self.truth(text, truth)));
                conds.any(fits.collect::<Vec<_>>())
            }
            None if constant(word) == Some(truth) => Cond::TRUE,
            None => Cond::FALSE,
        }
    }

    /// When the text of a condition is certainly of this truth.
    fn truth(&self, text: &str, truth: bool) -> Cond {
        if !has_symbol(text) {
            return if constant(text) == Some(truth) { Cond::TRUE } else { Cond::FALSE };
        }
        if text.contains(['$', '<', '>', ',', ';']) {
            return Cond::FALSE;
        }
        let expression = if truth { format!("$<BOOL:{text}>") } else { format!("$<NOT:$<BOOL:{text}>>") };
        let held = self.model.decide(&expression, Cond::TRUE).into_iter().filter(|(_, value)| value == "1");
        self.model.facts.conds.any(held.map(|(cond, _)| cond).collect::<Vec<_>>())
    }
}

/// A piece without alternatives; what is not known of it is a place of its own.
fn push_plain(skeleton: &mut String, places: &mut Vec<Vec<(Cond, String)>>, text: &str) {
    for c in text.chars() {
        if is_symbol(c) {
            skeleton.extend([WORD, &places.len().to_string()]);
            places.push(vec![(Cond::TRUE, c.to_string())]);
        } else {
            skeleton.push(c);
        }
    }
}

/// One more piece in a place.
fn extend(model: &Model<'_>, place: &mut Vec<(Cond, String)>, when: Cond, piece: &str) {
    let conds = &model.facts.conds;
    let without = conds.not(when);
    let with: Vec<_> = place.iter().map(|(cond, text)| (conds.and(*cond, when), format!("{text}{piece}"))).collect();
    for (cond, _) in place.iter_mut() {
        *cond = conds.and(*cond, without);
    }
    place.extend(with);
    place.retain(|(cond, _)| !cond.is_false());
    // What is left out is of neither truth.
    place.truncate(MOST);
}
