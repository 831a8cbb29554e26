#[no_mangle]
pub extern "C" fn meter_open() -> i32 {
    0
}

#[no_mangle]
pub extern "C" fn meter_read() -> i32 {
    1
}

#[no_mangle]
pub extern "C" fn meter_close() -> i32 {
    2
}
