pub const NAME: &str = "strings";
