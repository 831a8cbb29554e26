#[no_mangle]
pub extern "C" fn echo_run(gain: extern "C" fn() -> i32) -> i32 {
    gain() * 2
}
