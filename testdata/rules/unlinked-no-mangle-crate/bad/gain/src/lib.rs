#[no_mangle]
pub extern "C" fn mixer_gain_value() -> i32 {
    7
}
