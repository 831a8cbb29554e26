//! Whether what runs before `main` in a member says that it puts something somewhere: who computes a value there, or prepares something for the
//! code beside it, takes nothing from anybody where it stays behind.
use crate::model::mentions::all_words;
use crate::model::symbols::last;
use crate::native::{NativeFile, Registration, RegistrationKind, registry};

use super::data::{puts_something, speaks_of_registering};
use super::made::{balanced, code_of, run_by};
use super::text::type_or_function;
use super::{Member, Search};

impl Search<'_> {
    /// Whether a member hands something over, by the names of the macro, of the variable, of its type, of what is called, or of what the
    /// constructors of that type call.
    pub(super) fn hands_over(&self, member: &Member) -> bool {
        let file = &member.file;
        !member.frameworks.is_empty()
            || member.made.iter().any(|one| one.by.is_some() || one.calls.iter().any(|name| says_so(name)))
            || file
                .facts
                .registrations
                .iter()
                .chain(member.made.iter().map(|one| &one.registration))
                .any(|one| self.is_spoken(one, member))
    }

    fn is_spoken(&self, one: &Registration, member: &Member) -> bool {
        if speaks_of_registering(&one.name) || speaks_of_registering(&one.detail) {
            return true;
        }
        match one.kind {
            RegistrationKind::Macro => registry(&one.name).is_some() || says_so(&one.name),
            RegistrationKind::Constructor => Self::calls(one, &member.file).into_iter().any(says_so),
            RegistrationKind::DynamicInit => {
                let after = member.file.source.bytes().get(one.range.end as usize..).unwrap_or_default();
                let value = after.get(..memchr::memchr(b';', after).unwrap_or(0)).unwrap_or_default();
                says_so(&one.name)
                    || calls_what_puts(value)
                    || run_by(one, &member.file).is_some_and(|texts| texts.into_iter().any(calls_what_puts))
                    || type_or_function(&one.detail).is_some_and(|name| says_so(name) || self.is_made_so(name))
            }
        }
    }

    /// Whether a class puts its objects somewhere when they are made.
    fn is_made_so(&self, class: &str) -> bool {
        /// As many files that name a class are looked at.
        const MOST: usize = 200;
        let natives = self.binaries.natives;
        let files = natives.mentioning(&[class]).into_iter().take(MOST).filter_map(|index| natives.at(index));
        files.into_iter().any(|file| makers(file, class).into_iter().any(calls_what_puts))
    }
}

/// What the constructors of a class do that a file has.
fn makers<'f>(file: &'f NativeFile, class: &str) -> Vec<&'f [u8]> {
    let bytes = file.source.bytes();
    let is_maker = |qualified: &str| {
        let mut names = qualified.rsplit("::");
        names.next() == Some(class) && names.next().is_some_and(|of| of.split('<').next() == Some(class))
    };
    let functions = file.facts.functions.iter().filter(|one| one.is_definition && is_maker(&one.qualified));
    let mut out: Vec<&[u8]> = functions.filter_map(|one| code_of(bytes, one)).collect();
    let classes = file.facts.classes.iter().filter(|one| one.name == class);
    out.extend(classes.filter_map(|one| {
        let text = bytes.get(one.range.start as usize..)?;
        let text = text.get(memchr::memchr(b'{', text)?..)?;
        let text = text.get(..balanced(text, b'{', b'}')?)?;
        // From the first constructor on.
        let at = memchr::memmem::find(text, class.as_bytes())?;
        text.get(at..)
    }));
    out
}

/// Whether a word of a name says that something is put somewhere: `clock_add`.
fn says_so(name: &str) -> bool {
    puts_something(name) || name.split('_').any(puts_something)
}

/// Whether a text calls a function that puts something somewhere.
fn calls_what_puts(text: &[u8]) -> bool {
    all_words(text).any(|(word, at)| {
        let rest = text.get(at + word.len()..).unwrap_or_default().trim_ascii_start();
        rest.first() == Some(&b'(') && says_so(last(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_put_something() {
        assert!(calls_what_puts(b"{ all().push_back(this); }") && calls_what_puts(b"{ addOption (o); }"));
        assert!(!calls_what_puts(b"{ level = 3; count(added); }"));
    }
}
