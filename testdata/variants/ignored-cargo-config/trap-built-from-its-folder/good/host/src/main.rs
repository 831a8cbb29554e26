#[no_mangle]
pub extern "C" fn host_gain() -> i32 {
    7
}

fn main() {
    println!("gain {}", host_gain());
}
