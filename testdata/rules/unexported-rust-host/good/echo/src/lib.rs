extern "C" {
    fn studio_gain() -> i32;
}

#[no_mangle]
pub extern "C" fn echo_run() -> i32 {
    unsafe { studio_gain() * 2 }
}
