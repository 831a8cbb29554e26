pub extern "C" fn echo_run() -> i32 {
    7
}
