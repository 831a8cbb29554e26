#[no_mangle]
pub extern "C" fn studio_gain() -> i32 {
    7
}

fn main() {
    println!("gain {}", studio_gain());
}
