#[no_mangle]
pub extern "C" fn plugin_start() -> i32 {
    1
}
