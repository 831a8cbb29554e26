fn main() {
    println!("gain {}", mixer_core::mixer_gain());
}
