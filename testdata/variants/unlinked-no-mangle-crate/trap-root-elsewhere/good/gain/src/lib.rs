#[no_mangle]
pub extern "C" fn mixer_gain_value() -> i32 {
    7
}

pub fn twice(value: i32) -> i32 {
    value * 2
}
