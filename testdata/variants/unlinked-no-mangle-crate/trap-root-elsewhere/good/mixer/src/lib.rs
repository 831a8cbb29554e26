#[no_mangle]
pub extern "C" fn mixer_level() -> i32 {
    gain::twice(2)
}
