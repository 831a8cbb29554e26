//! Of which class an object is, as far as the same file says it.
use super::lexer::Kind;
use super::view::View;

impl View<'_> {
    /// Whether a name is that of an object of a class, or of a pointer to one: `T name(…)`, `T *name`, `unique_ptr<T> name`, `name = new T`.
    pub(super) fn is_object_of(&self, name: &[u8], class: &str) -> bool {
        // Most files do not name the class at all.
        if memchr::memmem::find(self.bytes, class.as_bytes()).is_none() {
            return false;
        }
        let named = (0..self.tokens.len()).filter(|at| self.word(*at) == Some(class.as_bytes()));
        named.into_iter().any(|at| self.declares(at, name) || self.is_assigned(at, name))
    }

    /// What stands behind the class: `T name`, `T const *name`, `T> name`.
    fn declares(&self, class: usize, name: &[u8]) -> bool {
        let between = |at: &usize| {
            matches!(self.kind(*at), Some(Kind::Punct(b'*' | b'&' | b'>'))) || self.word(*at) == Some(b"const")
        };
        let next = (class + 1..self.tokens.len()).find(|at| !between(at));
        next.is_some_and(|at| self.word(at) == Some(name))
    }

    /// What stands before it: `name = new T`, `name = std::make_unique<T>`, `name(new T)`.
    fn is_assigned(&self, class: usize, name: &[u8]) -> bool {
        /// Longer expressions are not looked through.
        const TOKENS: usize = 12;
        let ends = |at: &usize| matches!(self.kind(*at), Some(Kind::Punct(b';' | b'{' | b'}' | b',')));
        let before = (class.saturating_sub(TOKENS)..class).rev().take_while(|at| !ends(at));
        let mut set =
            before.filter(|at| self.is(*at, b'=') || self.is(*at, b'(') && self.word(*at + 1) == Some(b"new"));
        set.any(|at| at > 0 && self.word(at - 1) == Some(name))
    }
}
