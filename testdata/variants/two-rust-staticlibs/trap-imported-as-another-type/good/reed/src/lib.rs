#[unsafe(no_mangle)]
pub extern "C" fn reed_tone() -> i32 {
    "440".parse().unwrap_or(0)
}
