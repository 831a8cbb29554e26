//! What is asked of things that nobody here makes.
use crate::cond::{Domain, Subject, SubjectKind};

/// The name of the subject that says whether a target is there that nobody has seen made.
pub fn target_question(target: &str) -> String {
    format!("TARGET {target}")
}

/// The name of the subject that says whether a package is found.
pub fn package_question(package: &str) -> String {
    format!("package {package} found")
}

/// The subject that says whether a package is found that need not be.
pub fn package_subject(package: &str) -> Subject {
    Subject {
        kind: SubjectKind::Unknown,
        name: package_question(package),
        domain: Domain::Boolean,
        default: None,
        always_defined: true,
    }
}
