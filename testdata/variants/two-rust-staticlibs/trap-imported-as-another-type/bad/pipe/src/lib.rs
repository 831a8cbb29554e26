#[unsafe(no_mangle)]
pub extern "C" fn pipe_tone() -> i32 {
    "220".parse().unwrap_or(0)
}
