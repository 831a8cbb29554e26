//! The commands of a file one after another, each with what stands around it.
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::cmake::syntax::{Block, Command, EnclosedKind, File, Statement};
use crate::source::Span;

use super::branches::tested_names;

/// Whether a word of `add_library()` says which kind of library it is (cmake-commands(7)).
pub fn is_library_kind(word: &str) -> bool {
    matches!(word, "STATIC" | "SHARED" | "MODULE" | "OBJECT" | "INTERFACE" | "UNKNOWN" | "ALIAS" | "IMPORTED")
}

/// A command in its surroundings.
#[derive(Debug, Clone)]
pub struct Placed<'f> {
    /// The command.
    pub command: &'f Command,
    /// Its place.
    pub span: Span,
    /// Names that the `if`s around it test, those of earlier branches included.
    pub tested: Rc<BTreeSet<String>>,
    /// Whether an `if` is around it.
    pub conditional: bool,
    /// The innermost function or macro, else the innermost loop or `block`, around it.
    pub within: Option<EnclosedKind>,
    /// The name of that function or macro.
    pub callable: Option<&'f str>,
}

/// All commands of a file but `if` and its like, in the order of the text.
pub fn placed(file: &File) -> Vec<Placed<'_>> {
    let mut out = Vec::new();
    let around = Around { tested: Rc::default(), conditional: false, within: None, callable: None };
    walk(file, &file.body, &around, &mut out, 0);
    out
}

#[derive(Clone)]
struct Around<'f> {
    tested: Rc<BTreeSet<String>>,
    conditional: bool,
    within: Option<EnclosedKind>,
    callable: Option<&'f str>,
}

fn walk<'f>(file: &'f File, block: &Block, around: &Around<'f>, out: &mut Vec<Placed<'f>>, depth: u32) {
    /// Nobody nests deeper by hand.
    const DEEPEST: u32 = 64;
    if depth > DEEPEST {
        return;
    }
    for statement in block {
        match statement {
            Statement::Command(id) => {
                let Some(command) = file.commands.get(id.0 as usize) else { continue };
                out.push(Placed {
                    command,
                    span: Span::new(file.id, command.range.clone()),
                    tested: Rc::clone(&around.tested),
                    conditional: around.conditional,
                    within: around.within,
                    callable: around.callable,
                });
            }
            Statement::Enclosed { kind, body, head, .. } => {
                let name = file.commands.get(head.0 as usize).and_then(|head| head.arguments.first());
                let named = name.and_then(|name| name.template.literal());
                let callable = |kind| matches!(kind, EnclosedKind::Function | EnclosedKind::Macro);
                let within = around.within.filter(|outer| callable(*outer) && !callable(*kind)).unwrap_or(*kind);
                let callable = if callable(*kind) { named } else { around.callable };
                walk(file, body, &Around { within: Some(within), callable, ..around.clone() }, out, depth + 1);
            }
            Statement::If { branches, otherwise, .. } => {
                let mut tested = (*around.tested).clone();
                for (head, body) in branches {
                    tested.extend(file.commands.get(head.0 as usize).map(tested_names).unwrap_or_default());
                    let tested = Rc::new(tested.clone());
                    let inside = Around { tested, conditional: true, ..around.clone() };
                    walk(file, body, &inside, out, depth + 1);
                }
                if let Some((_, body)) = otherwise {
                    let inside = Around { tested: Rc::new(tested), conditional: true, ..around.clone() };
                    walk(file, body, &inside, out, depth + 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::placed;
    use crate::cmake::syntax::{EnclosedKind, parse};
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn surroundings() {
        let text = "a()\nif(X)\n b()\nelseif(Y)\n c()\nelse()\n d()\nendif()\nfunction(f)\n foreach(i 1)\n  e()\n endforeach()\nendfunction()\n";
        let sources = SourceMap::new(Sandbox::nowhere());
        let source = sources.insert("/f".into(), text.as_bytes().into());
        let file = parse(source.id(), text.as_bytes());
        let found: Vec<(String, usize, bool, Option<EnclosedKind>)> = placed(&file)
            .into_iter()
            .map(|one| (one.command.name.to_string(), one.tested.len(), one.conditional, one.within))
            .collect();
        let one = |name: &str, tested, conditional, within| (name.to_owned(), tested, conditional, within);
        assert_eq!(
            found,
            [
                one("a", 0, false, None),
                one("b", 1, true, None),
                one("c", 2, true, None),
                one("d", 2, true, None),
                one("e", 0, false, Some(EnclosedKind::Function)),
            ]
        );
    }
}
