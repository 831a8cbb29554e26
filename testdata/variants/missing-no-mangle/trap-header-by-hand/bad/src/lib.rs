#[no_mangle]
pub extern "C" fn meter_open() -> i32 {
    1
}

#[no_mangle]
pub extern "C" fn meter_level() -> i32 {
    5
}

#[no_mangle]
pub extern "C" fn meter_fill() {}

pub extern "C" fn meter_close() {}
