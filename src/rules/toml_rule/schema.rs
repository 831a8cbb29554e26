//! The relations that declarative rules are written over.
use crate::source::Span;

/// What is known of one relation, for checking rules when they are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationSchema {
    /// Its name, in the singular: `target`, `call`.
    pub name: &'static str,
    /// What its rows are, a sentence for the reference.
    pub help: &'static str,
    /// The fields of a row.
    pub fields: &'static [Field],
    /// From a row to others.
    pub edges: &'static [Edge],
}

/// A field of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// Whether it names something (a target, an option, a symbol) that belongs to the subjects of a finding.
    pub subject: bool,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A string.
    Text,
    /// True or false.
    Boolean,
    /// A whole number.
    Integer,
}

impl FieldKind {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Boolean => "true or false",
            Self::Integer => "an integer",
        }
    }
}

/// A way from the rows of a relation to rows of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Its name.
    pub name: &'static str,
    /// The relation it leads to, by name.
    pub to: &'static str,
}

/// The value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    /// A string.
    Text(&'a str),
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// It is not known; what a rule does then it says in `unknown`.
    Unknown,
}

impl Value<'_> {
    /// The value in a message.
    pub(super) fn shown(self) -> String {
        match self {
            Self::Text(text) => text.to_owned(),
            Self::Boolean(b) => b.to_string(),
            Self::Integer(n) => n.to_string(),
            Self::Unknown => "(unknown)".to_owned(),
        }
    }
}

/// A row: the index of its relation in the schema, and its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// Index into [`Relations::schema`].
    pub relation: usize,
    /// What the row belongs to; what it means is up to the relations.
    pub owner: u32,
    /// Which of the owner's rows.
    pub index: u32,
}

/// Relations with conditions. Rows are given in an order that does not differ between runs.
pub trait Relations {
    /// Handle of a condition.
    type Cond: Copy;

    /// What there is. The rules were checked against the same schema.
    fn schema(&self) -> &'static [RelationSchema];
    /// All rows of a relation.
    fn rows(&self, relation: usize) -> Vec<Row>;
    /// The rows that findings begin with: those that no other project judges.
    fn judged(&self, relation: usize) -> Vec<Row> {
        self.rows(relation)
    }
    /// When a row holds.
    fn condition(&self, row: Row) -> Self::Cond;
    /// The value of a field, by its index in the schema.
    fn field(&self, row: Row, field: usize) -> Value<'_>;
    /// Where the row comes from; a row without a place makes no finding.
    fn place(&self, row: Row) -> Option<Span>;
    /// The rows at the end of an edge (by its index in the schema), each with the condition of the edge itself.
    fn follow(&self, row: Row, edge: usize) -> Vec<(Row, Self::Cond)>;
}

/// No relations at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRelations;

impl Relations for NoRelations {
    type Cond = crate::rules::Cond;

    fn schema(&self) -> &'static [RelationSchema] {
        &[]
    }
    fn rows(&self, _: usize) -> Vec<Row> {
        Vec::new()
    }
    fn condition(&self, _: Row) -> Self::Cond {
        Self::Cond::TRUE
    }
    fn field(&self, _: Row, _: usize) -> Value<'_> {
        Value::Unknown
    }
    fn place(&self, _: Row) -> Option<Span> {
        None
    }
    fn follow(&self, _: Row, _: usize) -> Vec<(Row, Self::Cond)> {
        Vec::new()
    }
}
