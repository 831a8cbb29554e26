//! Lists that the build description writes itself (`file(WRITE)`): their names stand in its own files.
use std::path::Path;

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::export_lists::{Contents, Syntax};
use crate::model::mentions::all_words;
use crate::rules::Sink;
use crate::source::Span;

use super::{LEAST, List, Rule, Users};

impl Rule<'_> {
    /// A list that is written, for the first of its users that it lacks something for: each system may have a text of its own.
    pub(super) fn written(&self, (path, syntax): (&Path, Syntax), users: &[(TargetId, Cond)], sink: &mut Sink) {
        for user in users {
            let Some((file, call)) = self.project.model.written_list(self.sources, path, user.1) else { continue };
            let contents = Contents { files: vec![file], made: false, template: false };
            let Some(mut list) = List::read(contents, syntax).filter(|list| list.named.len() >= LEAST) else {
                continue;
            };
            list.written = Some((path.to_owned(), call));
            let users = Users::Known(std::slice::from_ref(user));
            let mut found = Sink::default();
            self.list(&list, &self.headers(&users), &users, &mut found);
            if !found.is_empty() {
                return sink.append(found);
            }
        }
    }

    /// Where a list names a function: in a list that is written, where the project's files do, or else the command.
    pub(super) fn place(&self, list: &List, name: &str) -> Option<Span> {
        let Some((_, call)) = &list.written else { return list.named.get(name).copied() };
        let files = self.project.files.all();
        let near = files.iter().filter(|file| file.id == call.file);
        let mut all = near.chain(files.iter()).filter_map(|file| {
            let source = self.sources.get(file.id);
            let (word, at) = all_words(source.bytes()).find(|(word, _)| *word == name)?;
            let start = u32::try_from(at).ok()?;
            Some(Span::new(file.id, start..start + word.len() as u32))
        });
        all.next().or(Some(*call))
    }
}
