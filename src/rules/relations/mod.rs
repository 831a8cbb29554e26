//! The relations of a project as declarative rules see them. A table is made when the first rule asks for it.
mod both;
mod properties;
mod rows;
mod schema;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::toml_rule::{RelationSchema, Relations, Row, Value};
use crate::cmake::eval::Listed;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::{Model, TargetId};
use crate::source::{FileId, SourceMap, Span};

use schema::Relation;
pub use schema::SCHEMA;

/// A field's value as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Cell {
    Text(Arc<str>),
    /// One of few words.
    Word(&'static str),
    Boolean(bool),
    /// Whether the condition hangs on what the toolchain answers: found out when a rule asks.
    Checked(Cond),
    Unknown,
}

impl Cell {
    /// A text; unknown when a part of it is.
    fn of(text: &str) -> Self {
        if has_symbol(text) { Self::Unknown } else { Self::Text(text.into()) }
    }

    /// The same, for a text that is shared already.
    fn shared(text: &Arc<str>) -> Self {
        if has_symbol(text) { Self::Unknown } else { Self::Text(Arc::clone(text)) }
    }
}

/// What a row belongs to, for following edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Nobody,
    Target(TargetId),
    Directory(u32),
    Call(usize),
    Name(u32),
}

#[derive(Debug, Clone)]
struct Entry {
    cond: Cond,
    /// The target that must be defined, too: joined when a rule asks for the condition.
    within: Option<TargetId>,
    cells: Rc<[Cell]>,
    span: Option<Span>,
    owner: Owner,
}

/// The rows of one relation.
#[derive(Debug)]
enum Table {
    /// Made all at once.
    Flat { rows: Vec<Entry>, by_owner: FxHashMap<Owner, Vec<u32>> },
    /// Made for each target when a rule comes to it.
    OfTargets(Vec<OnceCell<Vec<Entry>>>),
}

/// Folders in which headers are looked for.
type Folders = FxHashSet<String>;

/// The relations of one project root.
pub struct ModelRelations<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    /// Every CMake file of the repository: a project of its own may be part of a greater one.
    listed: Arc<Listed>,
    tables: [OnceCell<Table>; Relation::ALL.len()],
    /// Whether a property's name is nearly one of CMake's: the same names come again with every target.
    near: RefCell<FxHashMap<Arc<str>, bool>>,
    /// Whether a condition hangs on what the toolchain answers: few differ among many rows.
    checked: RefCell<FxHashMap<Cond, bool>>,
    /// Conditions that were joined: those of one directory come again with each of its targets.
    joined: RefCell<FxHashMap<Vec<Cond>, Vec<Cond>>>,
    /// The cells of flags: targets share most of them.
    cells: RefCell<FxHashMap<rows::FlagKey, Rc<[Cell]>>>,
    /// The paths of files below the project's folder.
    files: RefCell<FxHashMap<FileId, Cell>>,
    /// The folders of headers that a target has itself, or gives to others: many link options ask for them.
    folders: RefCell<FxHashMap<(TargetId, &'static str), Rc<Folders>>>,
}

impl<'a> ModelRelations<'a> {
    /// Nothing is computed yet.
    pub fn new(model: &'a Model<'a>, sources: &'a SourceMap, listed: Arc<Listed>) -> Self {
        Self {
            model,
            sources,
            listed,
            tables: Default::default(),
            near: RefCell::default(),
            checked: RefCell::default(),
            joined: RefCell::default(),
            cells: RefCell::default(),
            files: RefCell::default(),
            folders: RefCell::default(),
        }
    }

    fn table(&self, relation: usize) -> Option<&Table> {
        let which = *Relation::ALL.get(relation)?;
        let table = self.tables.get(relation)?.get_or_init(|| {
            let Some(rows) = self.build(which) else {
                return Table::OfTargets(self.model.targets().map(|_| OnceCell::new()).collect());
            };
            let mut by_owner: FxHashMap<Owner, Vec<u32>> = FxHashMap::default();
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.owner != Owner::Nobody) {
                by_owner.entry(row.owner).or_default().push(index as u32);
            }
            Table::Flat { rows, by_owner }
        });
        Some(table)
    }

    /// The rows that belong to a target, of a relation that is made target by target.
    fn of_target(&self, relation: usize, id: TargetId) -> &[Entry] {
        let Some(Table::OfTargets(targets)) = self.table(relation) else { return &[] };
        let Some(cell) = targets.get(id.0 as usize) else { return &[] };
        cell.get_or_init(|| Relation::ALL.get(relation).map_or_else(Vec::new, |which| self.build_for(*which, id)))
    }

    fn entry(&self, row: Row) -> Option<&Entry> {
        match self.table(row.relation)? {
            Table::Flat { rows, .. } => rows.get(row.index as usize),
            Table::OfTargets(_) => self.of_target(row.relation, TargetId(row.owner)).get(row.index as usize),
        }
    }

    /// The rows of some targets, or all rows where a relation is not made of targets.
    fn rows_of(&self, relation: usize, targets: impl Iterator<Item = TargetId>) -> Vec<Row> {
        match self.table(relation) {
            None => Vec::new(),
            Some(Table::Flat { rows, .. }) => {
                (0..rows.len() as u32).map(|index| Row { relation, owner: 0, index }).collect()
            }
            Some(Table::OfTargets(_)) => targets
                .filter(|&id| self.model.definitions_of(id).iter().any(|d| d.alias_of.is_none()))
                .flat_map(|id| self.rows_of_target(relation, id))
                .collect(),
        }
    }

    fn rows_of_target(&self, relation: usize, id: TargetId) -> impl Iterator<Item = Row> + use<> {
        (0..self.of_target(relation, id).len() as u32).map(move |index| Row { relation, owner: id.0, index })
    }

    fn span(&self, origin: Origin) -> Option<Span> {
        self.model.span(origin)
    }

    /// The rows of a relation that have an owner, each under `cond`.
    fn owned(&self, relation: Relation, owner: Owner, cond: Cond) -> Vec<(Row, Cond)> {
        let relation = relation as usize;
        match (self.table(relation), owner) {
            (Some(Table::Flat { by_owner, .. }), _) => {
                let rows = by_owner.get(&owner).into_iter().flatten();
                rows.map(|&index| (Row { relation, owner: 0, index }, cond)).collect()
            }
            (Some(Table::OfTargets(_)), Owner::Target(id)) => {
                self.rows_of_target(relation, id).map(|row| (row, cond)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn targets(&self, targets: impl IntoIterator<Item = (TargetId, Cond)>) -> Vec<(Row, Cond)> {
        targets.into_iter().flat_map(|(id, cond)| self.owned(Relation::Target, Owner::Target(id), cond)).collect()
    }

    /// The edges of a target.
    fn follow_target(&self, id: TargetId, edge: &str) -> Vec<(Row, Cond)> {
        let own = |relation| self.owned(relation, Owner::Target(id), Cond::TRUE);
        match edge {
            "properties" => own(Relation::Property),
            "compile_definitions" => own(Relation::CompileDefinition),
            "compile_options" => own(Relation::CompileOption),
            "link_options" => own(Relation::LinkOption),
            "link_items" => own(Relation::LinkItem),
            "sources" => own(Relation::Source),
            "installs" => own(Relation::Install),
            "links" => self.targets(self.model.links(id).iter().map(|edge| (edge.to, edge.cond))),
            "link_closure" => self.targets(self.model.link_closure(id)),
            "variables" => {
                let directories = self.model.definitions_of(id).iter().map(|d| (d.directory.0, d.cond));
                let rows = |(directory, cond)| self.owned(Relation::Variable, Owner::Directory(directory), cond);
                directories.flat_map(rows).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Relations for ModelRelations<'_> {
    type Cond = Cond;

    fn schema(&self) -> &'static [RelationSchema] {
        SCHEMA
    }

    fn rows(&self, relation: usize) -> Vec<Row> {
        self.rows_of(relation, self.model.targets())
    }

    fn judged(&self, relation: usize) -> Vec<Row> {
        let mut rows = self.rows_of(relation, self.model.targets().filter(|id| self.model.is_judged(*id)));
        rows.retain(|row| match self.entry(*row).map(|entry| entry.owner) {
            Some(Owner::Target(id)) => self.model.is_judged(id),
            _ => true,
        });
        rows
    }

    fn condition(&self, row: Row) -> Cond {
        let Some(entry) = self.entry(row) else { return Cond::FALSE };
        match entry.within {
            Some(id) => self.model.facts.conds.and(entry.cond, self.model.defined(id)),
            None => entry.cond,
        }
    }

    fn field(&self, row: Row, field: usize) -> Value<'_> {
        match self.entry(row).and_then(|entry| entry.cells.get(field)) {
            Some(Cell::Text(text)) => Value::Text(text),
            Some(Cell::Word(word)) => Value::Text(word),
            Some(Cell::Boolean(value)) => Value::Boolean(*value),
            Some(Cell::Checked(cond)) => Value::Boolean(self.is_checked(*cond)),
            Some(Cell::Unknown) | None => Value::Unknown,
        }
    }

    fn place(&self, row: Row) -> Option<Span> {
        self.entry(row)?.span
    }

    fn follow(&self, row: Row, edge: usize) -> Vec<(Row, Cond)> {
        let Some(entry) = self.entry(row) else { return Vec::new() };
        let name = SCHEMA.get(row.relation).and_then(|schema| schema.edges.get(edge)).map_or("", |edge| edge.name);
        match (name, entry.owner) {
            ("target", owner @ Owner::Target(_)) => self.owned(Relation::Target, owner, Cond::TRUE),
            ("targets", Owner::Directory(directory)) => {
                let inside = self.model.targets().flat_map(|id| {
                    let there = self.model.definitions_of(id).iter().filter(move |d| d.directory.0 == directory);
                    there.map(move |d| (id, d.cond))
                });
                self.targets(inside)
            }
            ("overrides", owner @ Owner::Name(_)) => self.owned(Relation::Override, owner, Cond::TRUE),
            ("arguments", owner @ Owner::Call(_)) => self.owned(Relation::Argument, owner, Cond::TRUE),
            ("call", owner @ Owner::Call(_)) => self.owned(Relation::Call, owner, Cond::TRUE),
            (name, Owner::Target(id)) if row.relation == Relation::Target as usize => self.follow_target(id, name),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_numbered_as_the_schema_lists_them() {
        assert_eq!(SCHEMA.len(), Relation::ALL.len());
        for (index, relation) in Relation::ALL.into_iter().enumerate() {
            assert_eq!(relation as usize, index);
        }
        for edge in SCHEMA.iter().flat_map(|relation| relation.edges) {
            assert!(SCHEMA.iter().any(|relation| relation.name == edge.to), "{} leads nowhere", edge.name);
        }
    }

    #[test]
    fn the_reference_describes_every_relation_and_field() {
        let docs = include_str!("../../../docs/reference/rule-files.md");
        for relation in SCHEMA {
            let at = docs.find(&format!("### `{}`", relation.name));
            let at = at.unwrap_or_else(|| panic!("`{}` is not described", relation.name));
            let section = &docs[at + 4..];
            let section = &section[..section.find("\n### ").or(section.find("\n## ")).unwrap_or(section.len())];
            let names = relation.fields.iter().map(|f| f.name).chain(relation.edges.iter().map(|e| e.name));
            for name in names {
                assert!(section.contains(&format!("`{name}`")), "`{}.{name}` is not described", relation.name);
            }
        }
    }
}
