//! The presence conditions.
#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
mod limits;
mod oracle;
mod subjects;
mod witness;
