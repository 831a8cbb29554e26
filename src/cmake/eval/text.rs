//! Interned text. Unknown parts are *symbols*: single private-use characters inside ordinary strings, so that
//! `${PREFIX}_foo`, path joins and generator expressions stay strings and keep their provenance.
mod plain;

use std::sync::Arc;

use hashbrown::HashTable;
use plain::Plain;
use rustc_hash::FxHashMap;

use crate::cond::{Cond, SubjectId};

use super::value::Elem;

/// First character that stands for a symbol (plane 15); the parser keeps these out of the input.
const FIRST: u32 = 0xF_0000;
/// One past the last usable character (the last two of plane 16 are noncharacters, the one before them is [`ONE_OF_MANY`]).
const LAST: u32 = 0x10_FFFC;
/// Stands, after the evaluation, for a text of more alternatives than are followed: it is unknown, and no symbol of its own.
pub const ONE_OF_MANY: char = '\u{10FFFC}';

/// Interned text: a plain string, or a compound whose shape depends on the configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Text(u32);

impl Text {
    /// The empty string.
    pub const EMPTY: Self = Self(0);
}

/// Plain parts of a text, each there under its condition.
pub type Fragments = Arc<[(Cond, Text)]>;

/// Text whose content depends on the configuration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Compound {
    /// Plain fragments, each present under its condition, joined by nothing.
    Rope(Fragments),
    /// Elements, each present under its condition, joined by `;`.
    List(Arc<Vec<Elem>>),
}

/// Why a text is not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// What the user may give: `-D`, cache, preset.
    Input,
    /// An environment variable.
    Environment,
    /// The platform, the toolchain, the generator.
    Toolchain,
    /// The result of a search or a check.
    Found,
    /// Computed from unknown text.
    Derived,
    /// What a limit cut off or an unmodelled command may have written.
    Unmodelled,
}

/// An unknown text.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Why it is unknown.
    pub kind: SymbolKind,
    /// The variable or the expression, readable.
    pub name: Arc<str>,
    /// What conditions speak about it.
    pub subject: SubjectId,
    /// The value it has when nobody says otherwise, where the project declares one.
    pub default: Option<Text>,
    /// The list that it is any element of (`foreach()` over what is not known).
    pub list: Option<SymbolId>,
}

/// Index of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

#[derive(Clone)]
enum Entry {
    Plain(Plain),
    Compound(Compound),
}

/// All texts and symbols of one evaluation.
#[derive(Clone)]
pub struct Texts {
    entries: Vec<Entry>,
    /// The plain entries, by their hash.
    plain: HashTable<Text>,
    compound: FxHashMap<Compound, Text>,
    symbols: Vec<Symbol>,
    by_name: FxHashMap<SymbolKind, FxHashMap<Arc<str>, SymbolId>>,
    bytes: usize,
    read: plain::Read,
}

impl Default for Texts {
    fn default() -> Self {
        let mut texts = Self {
            entries: Vec::new(),
            plain: HashTable::new(),
            compound: FxHashMap::default(),
            symbols: Vec::new(),
            by_name: FxHashMap::default(),
            bytes: 0,
            read: plain::Read::default(),
        };
        texts.intern("");
        texts
    }
}

/// Whether a character stands for a symbol.
pub fn is_symbol(c: char) -> bool {
    (FIRST..=ONE_OF_MANY as u32).contains(&(c as u32))
}

/// Whether the text holds a symbol. (Planes 15 and 16 begin with the bytes F3 B0.. to F4 8F.. in UTF-8.)
pub fn has_symbol(text: &str) -> bool {
    // The greatest of a block of bytes is found many at a time, the first great one is not.
    let greatest = |block: &[u8]| block.iter().fold(0, |most, &byte| most.max(byte));
    text.as_bytes().chunks(64).any(|block| greatest(block) >= 0xF3) && text.chars().any(is_symbol)
}

/// Bytes of an interned text's entries beside its content, about.
const OVERHEAD: usize = 96;

impl Texts {
    /// Bytes that all texts take, about.
    pub fn bytes(&self) -> usize {
        self.bytes + self.read.get()
    }

    /// Interns a compound.
    pub fn intern_compound(&mut self, compound: Compound) -> Text {
        if let Some(&id) = self.compound.get(&compound) {
            return id;
        }
        self.bytes += OVERHEAD
            + match &compound {
                Compound::Rope(parts) => size_of_val(&**parts),
                Compound::List(elems) => size_of_val(elems.as_slice()),
            };
        let id = Text(self.entries.len() as u32);
        self.entries.push(Entry::Compound(compound.clone()));
        self.compound.insert(compound, id);
        id
    }

    /// The compound, if it is one.
    pub fn compound(&self, text: Text) -> Option<&Compound> {
        match &self.entries[text.0 as usize] {
            Entry::Compound(compound) => Some(compound),
            Entry::Plain(_) => None,
        }
    }

    /// A symbol interned by kind and name; `make` gives its subject when it is new.
    pub fn symbol(&mut self, kind: SymbolKind, name: &str, make: impl FnOnce() -> SubjectId) -> SymbolId {
        if let Some(id) = self.find_symbol(kind, name) {
            return id;
        }
        // Past the last character all further unknowns share one symbol: coarse, never wrong about being known.
        let room = (LAST - FIRST) as usize;
        let id = SymbolId(self.symbols.len().min(room - 1) as u32);
        if self.symbols.len() < room {
            let name: Arc<str> = name.into();
            self.symbols.push(Symbol { kind, name: Arc::clone(&name), subject: make(), default: None, list: None });
            self.by_name.entry(kind).or_default().insert(name, id);
        }
        id
    }

    /// A symbol that exists.
    pub fn find_symbol(&self, kind: SymbolKind, name: &str) -> Option<SymbolId> {
        self.by_name.get(&kind)?.get(name).copied()
    }

    /// Declares what a symbol is when nobody says otherwise (the first declaration counts).
    pub fn declare_default(&mut self, symbol: SymbolId, default: Text) {
        self.symbols[symbol.0 as usize].default.get_or_insert(default);
    }

    /// The text that consists of the symbol alone.
    pub fn symbol_text(&mut self, symbol: SymbolId) -> Text {
        let c = char::from_u32(FIRST + symbol.0).unwrap_or('\u{F0000}');
        self.intern(c.encode_utf8(&mut [0; 4]))
    }

    /// The symbol of a marker character.
    pub fn symbol_of(&self, c: char) -> Option<SymbolId> {
        (is_symbol(c) && c != ONE_OF_MANY)
            .then(|| SymbolId(c as u32 - FIRST))
            .filter(|id| (id.0 as usize) < self.symbols.len())
    }

    /// The symbol, when the text consists of one alone.
    pub fn lone_symbol(&self, text: Text) -> Option<SymbolId> {
        let mut chars = self.as_str(text)?.chars();
        let first = chars.next()?;
        chars.next().is_none().then(|| self.symbol_of(first)).flatten()
    }

    /// What is known of a symbol.
    pub fn info(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }

    /// What is known of the list that a symbol is an element of, of the symbol itself otherwise: who gives a list gives its elements.
    pub fn giver(&self, symbol: SymbolId) -> &Symbol {
        let mut info = self.info(symbol);
        // A list is there before its elements.
        while let Some(list) = info.list {
            info = self.info(list);
        }
        info
    }

    /// Notes the list that a symbol is an element of.
    pub fn declare_element(&mut self, symbol: SymbolId, list: SymbolId) {
        if list < symbol {
            self.symbols[symbol.0 as usize].list.get_or_insert(list);
        }
    }

    /// All symbols.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Symbols in a text, in order of appearance (compounds included), each once.
    pub fn symbols_in(&self, text: Text) -> Vec<SymbolId> {
        let mut out = Vec::new();
        self.collect_symbols(text, &mut out);
        out
    }

    fn collect_symbols(&self, text: Text, out: &mut Vec<SymbolId>) {
        match &self.entries[text.0 as usize] {
            Entry::Plain(plain) if !plain.symbolic => {}
            Entry::Plain(_) => {
                for id in self.as_str(text).unwrap_or_default().chars().filter_map(|c| self.symbol_of(c)) {
                    if !out.contains(&id) {
                        out.push(id);
                    }
                }
            }
            Entry::Compound(Compound::Rope(parts)) => {
                parts.iter().for_each(|&(_, part)| self.collect_symbols(part, out));
            }
            Entry::Compound(Compound::List(elems)) => {
                elems.iter().for_each(|elem| self.collect_symbols(elem.text, out));
            }
        }
    }

    /// The text for people: symbols as `${NAME}`, `$ENV{NAME}` or `<expression>`, compounds as their parts.
    pub fn display(&self, text: Text) -> String {
        match &self.entries[text.0 as usize] {
            Entry::Plain(_) => self.display_str(self.as_str(text).unwrap_or_default()),
            Entry::Compound(Compound::Rope(parts)) => parts.iter().map(|&(_, part)| self.display(part)).collect(),
            Entry::Compound(Compound::List(elems)) => {
                elems.iter().map(|elem| self.display(elem.text)).collect::<Vec<_>>().join(";")
            }
        }
    }

    /// The first characters of [`Self::display`], without the rest: a compound may be far longer.
    pub fn display_start(&self, text: Text, most: usize) -> String {
        let mut out = String::new();
        self.push_start(text, most, &mut out);
        out.chars().take(most).collect()
    }

    /// Appends what is shown of a text, until enough is there.
    fn push_start(&self, text: Text, most: usize, out: &mut String) {
        // Characters are never more than bytes, and four bytes hold one for certain.
        let enough = |out: &String| out.len() >= most * 4;
        match &self.entries[text.0 as usize] {
            Entry::Plain(_) => out.push_str(&self.display_str(self.as_str(text).unwrap_or_default())),
            Entry::Compound(Compound::Rope(parts)) => {
                for &(_, part) in parts.iter() {
                    if enough(out) {
                        return;
                    }
                    self.push_start(part, most, out);
                }
            }
            Entry::Compound(Compound::List(elems)) => {
                for (at, elem) in elems.iter().enumerate() {
                    if enough(out) {
                        return;
                    }
                    out.push_str(if at > 0 { ";" } else { "" });
                    self.push_start(elem.text, most, out);
                }
            }
        }
    }

    /// As [`Self::display`], for a string with symbols.
    pub fn display_str(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match self.symbol_of(c).map(|id| self.info(id)) {
                None if c == ONE_OF_MANY => out.push_str("<one of many>"),
                None => out.push(c),
                Some(Symbol { kind: SymbolKind::Input | SymbolKind::Toolchain, name, .. }) => {
                    out.extend(["${", name, "}"]);
                }
                Some(Symbol { kind: SymbolKind::Environment, name, .. }) => out.extend(["$ENV{", name, "}"]),
                Some(symbol) => out.extend(["<", &symbol.name, ">"]),
            }
        }
        out
    }

    /// The text with each symbol that has a default replaced by it (repeatedly, bounded), and whether all are gone.
    pub fn with_defaults(&self, text: &str) -> (String, bool) {
        let mut current = text.to_owned();
        for _ in 0..8 {
            if !has_symbol(&current) {
                return (current, true);
            }
            let mut next = String::with_capacity(current.len());
            let mut changed = false;
            for c in current.chars() {
                let default = self.symbol_of(c).and_then(|id| self.info(id).default).and_then(|t| self.as_str(t));
                match default {
                    Some(default) => {
                        next.push_str(default);
                        changed = true;
                    }
                    None => next.push(c),
                }
            }
            current = next;
            if !changed || current.len() > 1 << 16 {
                break;
            }
        }
        let known = !has_symbol(&current);
        (current, known)
    }
}
