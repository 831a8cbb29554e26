//! Whether a declaration and a definition of one name are of one function.
use crate::model::mentions::words;

/// What tells the parameters of overloads apart however their types are called: for each, its references and pointers, and what of them is
/// constant. `None` where there is no list of parameters.
pub(super) fn shape(text: &[u8], name: &str) -> Option<Vec<String>> {
    let at = words(text, name).map(|at| at + name.len()).find(|at| {
        let rest = text.get(*at..).unwrap_or_default();
        rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'(')
    })?;
    let list = text.get(at..)?;
    let open = list.iter().position(|byte| *byte == b'(')?;
    let mut depth = 0_usize;
    let (mut all, mut one) = (Vec::new(), Vec::new());
    for byte in list.get(open..)? {
        match byte {
            b'(' | b'<' | b'[' | b'{' => depth += 1,
            b')' | b'>' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match byte {
            b')' if depth == 0 => {
                all.push(one);
                return Some(all.iter().map(|one| of_parameter(one)).collect());
            }
            b',' if depth == 1 => all.push(std::mem::take(&mut one)),
            _ => one.push(*byte),
        }
    }
    None
}

/// A constant that is handed over by value is one for the definition alone.
fn of_parameter(text: &[u8]) -> String {
    let text = text.split(|byte| *byte == b'=').next().unwrap_or_default();
    let constant: Vec<usize> = words(text, "const").collect();
    let marks = text.iter().enumerate().filter_map(|(at, byte)| match byte {
        b'&' => Some('&'),
        b'*' | b'[' => Some('*'),
        _ => constant.contains(&at).then_some('c'),
    });
    marks.collect::<String>().trim_end_matches('c').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overloads_differ_in_shape() {
        let of = |text: &str| shape(text.as_bytes(), "get");
        assert_eq!(of("int get(const J &document, int at = f(1, 2))"), of("int N::get(J const& d, const int at) {"));
        assert_ne!(of("int get(J &&document)"), of("int get(const J &document)"));
        assert_ne!(of("int get(J *first, int)"), of("int get(J *first)"));
        assert_eq!(of("int get(int values[])"), of("int get(int *values)"));
        assert_eq!(of("int getter(int)"), None);
    }
}
