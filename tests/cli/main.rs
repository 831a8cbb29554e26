//! The program as users call it, and the files that go with it.
mod adopt;
mod book;
mod cargo_contract;
mod check;
mod ci_files;
