fn main() {
    println!("meter");
}
