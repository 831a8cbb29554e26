fn main() {
    println!("radio");
}
