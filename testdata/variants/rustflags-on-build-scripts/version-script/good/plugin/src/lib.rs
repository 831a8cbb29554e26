#[derive(derive::Nothing)]
pub struct Gain;

#[no_mangle]
pub extern "C" fn plugin_start() -> i32 {
    1
}
