extern "C" {
    fn mixer_gain_impl() -> i32;
}

#[no_mangle]
pub extern "C" fn mixer_gain() -> i32 {
    unsafe { mixer_gain_impl() }
}

#[no_mangle]
pub extern "C" fn mixer_version() -> i32 {
    1
}
