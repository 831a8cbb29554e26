//! LLVM as projects link it: what its names mean, and what a binary has of it. For the rules about it.
pub(super) mod names;
pub(super) mod supply;

use crate::cmake::eval::facts::package_question;
use crate::cond::{Cond, Conds};
use crate::model::Model;

/// A condition without the configurations in which LLVM was looked for and not found: no list of its libraries says anything there.
pub(super) fn where_found(conds: &Conds, cond: Cond) -> Cond {
    let question = package_question("LLVM");
    let asked = conds.subjects(cond).into_iter().find(|subject| conds.subject_info(*subject).name == question);
    asked.map_or(cond, |subject| conds.and(cond, conds.truthy(subject)))
}

/// Whether the project is LLVM itself, whose own modules make the lists of its libraries and whose targets are those of its own tree.
pub(super) fn is_llvm_itself(model: &Model<'_>) -> bool {
    ["LLVMSupport", "LLVMAsmParser", "LLVMTableGen"]
        .iter()
        .all(|name| model.find(name).is_some_and(|id| !model.is_imported(id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cond::Subject;

    #[test]
    fn a_list_says_nothing_where_llvm_is_not_there() {
        let conds = Conds::new();
        let found = conds.truthy(conds.subject(Subject::option(package_question("LLVM"), false)));
        let other = conds.truthy(conds.subject(Subject::option("WITH_JIT", false)));
        assert!(where_found(&conds, conds.diff(other, found)).is_false());
        assert_eq!(where_found(&conds, conds.or(found, other)), found);
        assert_eq!(where_found(&conds, other), other);
    }
}
