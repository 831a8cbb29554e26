use std::os::unix::io::RawFd;

pub fn separator() -> char {
    if cfg!(windows) { '\\' } else { '/' }
}

pub fn number(file: RawFd) -> i32 {
    file
}
