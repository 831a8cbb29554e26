#[no_mangle]
pub extern "C" fn mixer_gain() -> i32 {
    5
}
