use mixer_gain as _;

#[no_mangle]
pub extern "C" fn mixer_version() -> i32 {
    1
}
