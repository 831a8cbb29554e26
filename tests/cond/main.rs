//! The presence conditions.
mod limits;
mod oracle;
mod subjects;
mod witness;
