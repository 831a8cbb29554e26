fn main() {
    println!("gain {}", core_api::studio_gain());
}
