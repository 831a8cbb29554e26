#[no_mangle]
pub extern "C" fn studio_gain() -> i32 {
    7
}
