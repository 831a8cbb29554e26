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

#[doc(hidden)]
pub extern "C" fn meter_default() -> i32 {
    4
}

pub extern "C" fn meter_for_rust() -> i32 {
    5
}

mod inner {
    #[allow(dead_code)]
    pub extern "C" fn meter_inner() -> i32 {
        6
    }
}

#[cfg(test)]
mod tests {
    pub extern "C" fn meter_probe() {}
}
