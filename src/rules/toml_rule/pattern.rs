//! The body of a declarative rule: which rows it looks for, checked against the schema when it is loaded.
use toml::de::DeTable;

use super::predicate::{self, Predicate};
use super::schema::{Field, RelationSchema};
use crate::rules::Confidence;
use crate::rules::document::{Document, LoadError, Value as Item, unknown};
use crate::rules::metadata::{self, Metadata};
use crate::rules::template::Template;

/// The body of a declarative rule.
#[derive(Debug)]
pub struct Body {
    /// `match`, then each `with`: they bind the rows 0, 1, ….
    pub(super) steps: Vec<Pattern>,
    /// What must not be.
    pub(super) unless: Vec<Unless>,
    /// Values of the placeholders: name, index of the row, index of the field.
    pub(super) values: Vec<(String, usize, usize)>,
    /// Subjects: index of the row, index of the field.
    pub(super) subjects: Vec<(usize, usize)>,
}

/// An `unless`, with the rows that it asks for itself.
#[derive(Debug)]
pub(super) struct Unless {
    pub(super) rows: Vec<Pattern>,
    /// Whether a match in any configuration is enough, be it another one than that of the finding.
    pub(super) ever: bool,
    /// A match excludes nothing then, but the finding is at most that sure.
    pub(super) at_most: Option<Confidence>,
}

/// One row that is looked for.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) source: Source,
    /// Index of the field, and what is asked of it.
    pub(super) predicates: Vec<(usize, Predicate)>,
    /// What a finding says of the row's place.
    pub(super) label: String,
}

/// Where the rows come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// All rows of a relation.
    Relation(usize),
    /// From an earlier row along an edge.
    Along { row: usize, edge: usize },
}

/// The keys of a pattern beside the fields; `where` is kept for later.
const RESERVED: [&str; 8] = ["relation", "along", "as", "label", "with", "where", "ever", "at_most"];

/// The rows that are named so far, for reading the next pattern.
#[derive(Debug, Clone)]
pub(super) struct Scope<'a> {
    pub(super) schema: &'static [RelationSchema],
    pub(super) metadata: &'a Metadata,
    /// Name and relation of each row.
    rows: Vec<(String, usize)>,
}

impl Scope<'_> {
    fn relation(&self, index: usize) -> Option<&'static RelationSchema> {
        self.schema.get(index)
    }

    fn named(&self, name: &str) -> Option<usize> {
        self.schema.iter().position(|relation| relation.name == name)
    }

    fn row(&self, name: &str) -> Option<(usize, &'static RelationSchema)> {
        let at = self.rows.iter().position(|(row, _)| row == name)?;
        Some((at, self.relation(self.rows.get(at)?.1)?))
    }

    /// The earlier row and field that `row.field` names.
    pub(super) fn field<'i>(
        &self,
        doc: Document<'i>,
        item: &Item<'i>,
        what: &str,
    ) -> Result<(usize, (usize, &'static Field)), LoadError> {
        let text = doc.string(item, what)?;
        self.resolve(text).map_err(|why| doc.error(item.span(), why))
    }

    fn resolve(&self, text: &str) -> Result<(usize, (usize, &'static Field)), String> {
        let Some((name, field)) = text.split_once('.') else {
            return Err(format!("`{text}` names no field; write row.field"));
        };
        let rows = || self.rows.iter().map(|(row, _)| row.as_str());
        let (row, relation) = self.row(name).ok_or_else(|| unknown("row", name, rows()))?;
        let at = relation.fields.iter().position(|f| f.name == field);
        let found = at.and_then(|at| Some((at, relation.fields.get(at)?)));
        Ok((row, found.ok_or_else(|| no_field(relation, field))?))
    }
}

fn no_field(relation: &RelationSchema, name: &str) -> String {
    let known = relation.fields.iter().map(|field| field.name);
    format!("`{}` has {}", relation.name, unknown("field", name, known))
}

/// Reads the body of a rule.
pub(super) fn read<'i>(
    doc: Document<'i>,
    table: &DeTable<'i>,
    metadata: &Metadata,
    schema: &'static [RelationSchema],
) -> Result<Body, LoadError> {
    let mut scope = Scope { schema, metadata, rows: Vec::new() };
    let first = table
        .get("match")
        .ok_or_else(|| doc.error(0..0, "the rule has neither code (`native = true`) nor a body (`[match]`)"))?;
    let mut steps = vec![pattern(doc, first, &mut scope, false)?];
    for item in list(doc, table, "with")? {
        steps.push(pattern(doc, item, &mut scope, false)?);
    }
    let mut unless = Vec::new();
    for item in list(doc, table, "unless")? {
        // What an `unless` finds is not there in a finding: its rows have no names outside of it.
        let mut inner = scope.clone();
        let mut rows = vec![pattern(doc, item, &mut inner, true)?];
        let table = doc.table(item, "unless")?;
        for item in list(doc, table, "with")? {
            rows.push(pattern(doc, item, &mut inner, false)?);
        }
        let ever = table.get("ever").map_or(Ok(false), |value| doc.boolean(value, "ever"))?;
        let at_most = table.get("at_most").map(|item| level(doc, item)).transpose()?;
        unless.push(Unless { rows, ever, at_most });
    }
    let values = values(doc, table, &scope)?;
    let subjects = subjects(&scope);
    Ok(Body { steps, unless, values, subjects })
}

/// The confidence that a match of an `unless` leaves.
fn level<'i>(doc: Document<'i>, item: &Item<'i>) -> Result<Confidence, LoadError> {
    let named = Confidence::from_name(doc.string(item, "at_most")?).filter(|level| *level < Confidence::Proved);
    named.ok_or_else(|| doc.error(item.span(), "`at_most` is `likely` or `heuristic`"))
}

fn list<'v, 'i>(doc: Document<'i>, table: &'v DeTable<'i>, key: &str) -> Result<Vec<&'v Item<'i>>, LoadError> {
    let Some(item) = table.get(key) else { return Ok(Vec::new()) };
    let list = item.get_ref().as_array();
    let list = list.ok_or_else(|| doc.error(item.span(), format!("`{key}` is a list: write [[{key}]]")))?;
    Ok(list.iter().collect())
}

/// Reads one pattern and names its row.
fn pattern<'i>(doc: Document<'i>, item: &Item<'i>, scope: &mut Scope<'_>, nested: bool) -> Result<Pattern, LoadError> {
    let table = doc.table(item, "a pattern")?;
    let (source, at) = source(doc, item, table, scope)?;
    let relation = scope.relation(at).ok_or_else(|| doc.error(item.span(), "no such relation"))?;
    if let Some((key, _)) = table.get_key_value("where") {
        return Err(doc.error(key.span(), "`where` is kept for later; use the fields as keys"));
    }
    if let Some((key, _)) = table.get_key_value("with").filter(|_| !nested) {
        return Err(doc.error(key.span(), "only an `unless` has a `with` of its own"));
    }
    for name in ["ever", "at_most"] {
        if let Some((key, _)) = table.get_key_value(name).filter(|_| !nested) {
            return Err(doc.error(key.span(), format!("only an `unless` has `{name}`")));
        }
    }
    let mut predicates = Vec::new();
    // In the order of the schema: cheap and selective fields stand first there.
    for (index, field) in relation.fields.iter().enumerate() {
        if let Some(value) = table.get(field.name) {
            predicates.push((index, predicate::read(doc, value, field, scope)?));
        }
    }
    let known = |key: &str| RESERVED.contains(&key) || relation.fields.iter().any(|field| field.name == key);
    let stray = table.keys().filter(|key| !known(key.get_ref())).min_by_key(|key| key.span().start);
    if let Some(key) = stray {
        return Err(doc.error(key.span(), no_field(relation, key.get_ref())));
    }
    let label = table.get("label").map_or(Ok(""), |value| doc.string(value, "label"))?.to_owned();
    name_row(doc, item, table, scope, at)?;
    Ok(Pattern { source, predicates, label })
}

/// Where the rows come from, and the relation that they are of.
fn source<'i>(
    doc: Document<'i>,
    item: &Item<'i>,
    table: &DeTable<'i>,
    scope: &Scope<'_>,
) -> Result<(Source, usize), LoadError> {
    match (table.get("relation"), table.get("along")) {
        (Some(value), None) => {
            let name = doc.string(value, "relation")?;
            let known = scope.schema.iter().map(|relation| relation.name);
            let at = scope.named(name).ok_or_else(|| doc.error(value.span(), unknown("relation", name, known)))?;
            Ok((Source::Relation(at), at))
        }
        (None, Some(value)) => along(doc, value, scope),
        (Some(_), Some(value)) => Err(doc.error(value.span(), "a pattern has `relation` or `along`, not both")),
        (None, None) => Err(doc.error(item.span(), "a pattern needs `relation = \"…\"` or `along = \"row.edge\"`")),
    }
}

fn along<'i>(doc: Document<'i>, value: &Item<'i>, scope: &Scope<'_>) -> Result<(Source, usize), LoadError> {
    let text = doc.string(value, "along")?;
    let at = |why: String| doc.error(value.span(), why);
    let (name, edge) = text.split_once('.').ok_or_else(|| at(format!("`{text}` names no edge; write row.edge")))?;
    let rows = || scope.rows.iter().map(|(row, _)| row.as_str());
    let (row, relation) = scope.row(name).ok_or_else(|| at(unknown("row", name, rows())))?;
    let edges = || relation.edges.iter().map(|edge| edge.name);
    let no_edge = || at(format!("`{}` has {}", relation.name, unknown("edge", edge, edges())));
    let index = relation.edges.iter().position(|e| e.name == edge).ok_or_else(no_edge)?;
    let to = relation.edges.get(index).and_then(|edge| scope.named(edge.to)).ok_or_else(no_edge)?;
    Ok((Source::Along { row, edge: index }, to))
}

/// Adds the row to the scope under `as`, or under the name of its relation.
fn name_row<'i>(
    doc: Document<'i>,
    item: &Item<'i>,
    table: &DeTable<'i>,
    scope: &mut Scope<'_>,
    relation: usize,
) -> Result<(), LoadError> {
    let (name, span) = match table.get("as") {
        Some(value) => (doc.string(value, "as")?.to_owned(), value.span()),
        None => (scope.relation(relation).map(|r| r.name).unwrap_or_default().to_owned(), item.span()),
    };
    if !metadata::is_id(&name.replace('_', "-")) {
        return Err(doc.error(span, format!("`{name}` is no name for a row: lower-case words joined by `_` are")));
    }
    if scope.rows.iter().any(|(row, _)| *row == name) {
        return Err(doc.error(span, format!("two rows are called `{name}`; give one another name with `as`")));
    }
    scope.rows.push((name, relation));
    Ok(())
}

/// The placeholders of `message` and `help`, resolved.
fn values<'i>(
    doc: Document<'i>,
    table: &DeTable<'i>,
    scope: &Scope<'_>,
) -> Result<Vec<(String, usize, usize)>, LoadError> {
    let mut values = Vec::new();
    let templates: [(&str, Option<&Template>); 2] =
        [("message", Some(&scope.metadata.message)), ("help", scope.metadata.help.as_ref())];
    for (key, template) in templates {
        for name in template.map(Template::placeholders).unwrap_or_default() {
            let (row, (field, _)) = scope.resolve(name).map_err(|why| {
                let span = table.get(key).map_or(0..0, toml::Spanned::span);
                doc.error(span, format!("the placeholder `{{{name}}}`: {why}"))
            })?;
            values.push((name.to_owned(), row, field));
        }
    }
    values.sort();
    values.dedup();
    Ok(values)
}

fn subjects(scope: &Scope<'_>) -> Vec<(usize, usize)> {
    let mut subjects = Vec::new();
    for (row, (_, relation)) in scope.rows.iter().enumerate() {
        let fields = scope.relation(*relation).map_or(&[][..], |relation| relation.fields);
        subjects.extend(fields.iter().enumerate().filter(|(_, f)| f.subject).map(|(field, _)| (row, field)));
    }
    subjects
}
