extern "C" {
    fn bulb_watts() -> i32;
}

fn main() {
    println!("{} watts", unsafe { bulb_watts() });
}
