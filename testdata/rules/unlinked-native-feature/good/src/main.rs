extern "C" {
    fn mixer_pack() -> i32;
}

fn main() {
    println!("packed {}", unsafe { mixer_pack() });
}
