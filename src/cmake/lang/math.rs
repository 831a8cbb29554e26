//! The `math()` command: integer expressions of 64 bits.
use super::{Outcome, Value, number};

/// Runs `math(<arguments>)`. A failed evaluation leaves `ERROR` in the output variable besides its message, which is
/// [`Outcome::error`].
pub fn run(arguments: &[&str]) -> Result<Outcome, String> {
    let Some((command, rest)) = arguments.split_first() else {
        return Err("math must be called with at least one argument.".to_owned());
    };
    if *command != "EXPR" {
        return Err(format!("math does not recognize sub-command {command}"));
    }
    let (output, expression, options) = match rest {
        [output, expression] => (output, expression, None),
        [output, expression, option, value] => (output, expression, Some((*option, *value))),
        _ => return Err("math EXPR called with incorrect arguments.".to_owned()),
    };
    let hexadecimal = match options {
        None | Some(("OUTPUT_FORMAT", "DECIMAL")) => Ok(false),
        Some(("OUTPUT_FORMAT", "HEXADECIMAL")) => Ok(true),
        Some(("OUTPUT_FORMAT", value)) => {
            Err(format!("sub-command EXPR value \"{value}\" for option \"OUTPUT_FORMAT\" is invalid."))
        }
        Some((option, _)) => Err(format!("sub-command EXPR option \"{option}\" is unknown.")),
    };
    let value = hexadecimal.and_then(|hexadecimal| Ok((hexadecimal, evaluate(expression)?)));
    Ok(match value {
        Ok((true, value)) => Outcome::set(output, format!("{value:#x}")),
        Ok((false, value)) => Outcome::set(output, value.to_string()),
        Err(message) => Outcome {
            writes: vec![((*output).to_owned(), Value::Text("ERROR".to_owned()))],
            error: Some(format!("math {message}")),
            ..Outcome::default()
        },
    })
}

/// The value of an expression. Sums and products wrap around; characters without meaning are skipped, as CMake does
/// with a warning. The error is CMake's message, but for what exactly the parser expected.
pub fn evaluate(expression: &str) -> Result<i64, String> {
    let fail = |stage: &str, reason: &str| format!("cannot {stage} the expression: \"{expression}\": {reason}.");
    let mut parser = Parser { rest: expression, depth: 0 };
    let value = parser.binary(0).and_then(|value| match parser.token()? {
        Token::End => Ok(value),
        _ => Err(Failure::Syntax),
    });
    value.map_err(|failure| match failure {
        Failure::Syntax => fail("parse", "syntax error"),
        Failure::TooDeep => fail("parse", "memory exhausted"),
        Failure::Value(reason) => fail("evaluate", reason),
    })
}

/// Characters without meaning with their places, counted from 1: CMake warns of them.
pub fn skipped(expression: &str) -> Vec<(usize, char)> {
    let known = |text: &str| OPERATORS.iter().any(|operator| operator.starts_with(text));
    let mut before = ' ';
    let mut found = Vec::new();
    for (at, c) in expression.char_indices() {
        // Digits of hexadecimal numbers are letters.
        let of_number = before.is_ascii_alphanumeric() && (c.is_ascii_hexdigit() || matches!(c, 'x' | 'X'));
        if c.is_ascii_digit() || of_number {
            before = c;
            continue;
        }
        if !matches!(c, ' ' | '\t') && !known(c.encode_utf8(&mut [0; 4])) {
            found.push((at + 1, c));
        }
        before = ' ';
    }
    found
}

enum Failure {
    Syntax,
    TooDeep,
    Value(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Number(i64),
    Operator(&'static str),
    End,
}

/// Operators, the weakest first; those of one row bind equally and to the left.
const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];
const OPERATORS: [&str; 13] = ["<<", ">>", "|", "^", "&", "+", "-", "*", "/", "%", "~", "(", ")"];
/// Parentheses may be nested this deep.
const MAX_DEPTH: usize = 200;

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    /// Reads the next token.
    fn token(&mut self) -> Result<Token, Failure> {
        loop {
            let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
            if first.is_ascii_digit() {
                return self.number().map(Token::Number);
            }
            for operator in OPERATORS {
                if let Some(rest) = self.rest.strip_prefix(operator) {
                    self.rest = rest;
                    return Ok(Token::Operator(operator));
                }
            }
            // A space, or a character that CMake warns of and skips.
            self.rest = self.rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }

    fn peek(&mut self) -> Result<Token, Failure> {
        let before = self.rest;
        let token = self.token();
        self.rest = before;
        token
    }

    fn number(&mut self) -> Result<i64, Failure> {
        let out_of_range = Failure::Value("a numeric value is out of range");
        let digits = |text: &str, radix| text.chars().take_while(|c| c.is_digit(radix)).count();
        let hexadecimal = self.rest.strip_prefix("0x").or_else(|| self.rest.strip_prefix("0X"));
        if let Some(tail) = hexadecimal.filter(|tail| digits(tail, 16) > 0) {
            let (number, rest) = tail.split_at_checked(digits(tail, 16)).ok_or(Failure::Syntax)?;
            self.rest = rest;
            return i64::from_str_radix(number, 16).map_err(|_| out_of_range);
        }
        let (number, rest) = self.rest.split_at_checked(digits(self.rest, 10)).ok_or(Failure::Syntax)?;
        self.rest = rest;
        number::whole_i64(number).ok_or(out_of_range)
    }

    fn binary(&mut self, level: usize) -> Result<i64, Failure> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        while let Token::Operator(operator) = self.peek()?
            && operators.contains(&operator)
        {
            self.token()?;
            let right = self.binary(level + 1)?;
            value = apply(operator, value, right)?;
        }
        Ok(value)
    }

    fn unary(&mut self) -> Result<i64, Failure> {
        let mut signs = Vec::new();
        let mut value = loop {
            match self.token()? {
                Token::Operator(sign @ ("+" | "-" | "~")) => signs.push(sign),
                Token::Operator("(") => break self.parenthesis()?,
                Token::Number(value) => break value,
                _ => return Err(Failure::Syntax),
            }
        };
        for sign in signs.into_iter().rev() {
            value = match sign {
                "-" => value.wrapping_neg(),
                "~" => !value,
                _ => value,
            };
        }
        Ok(value)
    }

    fn parenthesis(&mut self) -> Result<i64, Failure> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Failure::TooDeep);
        }
        let value = self.binary(0)?;
        self.depth -= 1;
        if self.token()? == Token::Operator(")") { Ok(value) } else { Err(Failure::Syntax) }
    }
}

fn apply(operator: &str, left: i64, right: i64) -> Result<i64, Failure> {
    // A shift counts by the low six bits.
    let shift = u32::try_from(right & 0x3F).unwrap_or_default();
    Ok(match operator {
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "<<" => left << shift,
        ">>" => left >> shift,
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" if right == 0 => return Err(Failure::Value("divide by zero")),
        "%" if right == 0 => return Err(Failure::Value("modulo by zero")),
        "/" => left.checked_div(right).ok_or(Failure::Value("signed integer overflow in division"))?,
        _ => left.checked_rem(right).ok_or(Failure::Value("signed integer overflow in modulo"))?,
    })
}

#[cfg(test)]
mod tests {
    //! Expected values were printed by cmake 4.4.4.
    use super::*;
    use proptest::prelude::*;

    #[test]
    #[rustfmt::skip]
    fn expressions_have_cmakes_values() {
        let rows = [
            ("1", false, "o=1"),
            ("1", true, "o=0x1"),
            ("1+2*3", false, "o=7"),
            ("(1+2)*3", false, "o=9"),
            ("7/2", false, "o=3"),
            ("-7/2", false, "o=-3"),
            ("-7%3", false, "o=-1"),
            ("7%-3", false, "o=1"),
            ("1-2-3", false, "o=-4"),
            ("2*3%4", false, "o=2"),
            ("1|2^3&4", false, "o=3"),
            ("6&3|8", false, "o=10"),
            ("1<<4", false, "o=16"),
            ("-1>>1", false, "o=-1"),
            ("-1>>1", true, "o=0xffffffffffffffff"),
            ("1<<64", false, "o=1"),
            ("1<<-1", false, "o=-9223372036854775808"),
            ("1<<65", false, "o=2"),
            ("-16>>2", false, "o=-4"),
            ("~5", false, "o=-6"),
            ("~5", true, "o=0xfffffffffffffffa"),
            ("-~5", false, "o=6"),
            ("--5", false, "o=5"),
            ("+-+5", false, "o=-5"),
            ("5 - -3", false, "o=8"),
            ("0x10", false, "o=16"),
            ("0x10", true, "o=0x10"),
            ("0xFF + 0X1", false, "o=256"),
            ("0x", false, "o=0"),
            ("0xg", false, "o=0"),
            ("9223372036854775807", false, "o=9223372036854775807"),
            ("9223372036854775808", false, "error: math cannot evaluate the expression: \"9223372036854775808\": a numeric value is out of range."),
            ("9223372036854775807+1", false, "o=-9223372036854775808"),
            ("-9223372036854775807-1", false, "o=-9223372036854775808"),
            ("-9223372036854775808", false, "error: math cannot evaluate the expression: \"-9223372036854775808\": a numeric value is out of range."),
            ("(-9223372036854775807-1)/-1", false, "error: math cannot evaluate the expression: \"(-9223372036854775807-1)/-1\": signed integer overflow in division."),
            ("(-9223372036854775807-1)%-1", false, "error: math cannot evaluate the expression: \"(-9223372036854775807-1)%-1\": signed integer overflow in modulo."),
            ("-(-9223372036854775807-1)", false, "o=-9223372036854775808"),
            ("-(-9223372036854775807-1)", true, "o=0x8000000000000000"),
            ("1/0", false, "error: math cannot evaluate the expression: \"1/0\": divide by zero."),
            ("1%0", false, "error: math cannot evaluate the expression: \"1%0\": modulo by zero."),
            ("", false, "error: math cannot parse the expression: \"\": syntax error, unexpected end of file (0)."),
            ("1+", false, "error: math cannot parse the expression: \"1+\": syntax error, unexpected end of file (2)."),
            ("(1", false, "error: math cannot parse the expression: \"(1\": syntax error, unexpected end of file, expecting exp_CLOSEPARENT or exp_OR (2)."),
            ("1)", false, "error: math cannot parse the expression: \"1)\": syntax error, unexpected exp_CLOSEPARENT, expecting end of file (2)."),
            ("1 2", false, "error: math cannot parse the expression: \"1 2\": syntax error, unexpected exp_NUMBER, expecting end of file (3)."),
            ("1.5", false, "error: math cannot parse the expression: \"1.5\": syntax error, unexpected exp_NUMBER, expecting end of file (3)."),
            ("1 $ + 2", false, "o=3"),
            ("a", false, "error: math cannot parse the expression: \"a\": syntax error, unexpected end of file (1)."),
            ("1+a", false, "error: math cannot parse the expression: \"1+a\": syntax error, unexpected end of file (3)."),
            ("010", false, "o=10"),
            ("1\n+2", false, "o=3"),
            (" 1 \t", false, "o=1"),
            ("3*(2+(4-1))", false, "o=15"),
            ("1|", false, "error: math cannot parse the expression: \"1|\": syntax error, unexpected end of file (2)."),
            ("2**3", false, "error: math cannot parse the expression: \"2**3\": syntax error, unexpected exp_TIMES (3)."),
            ("1<2", false, "error: math cannot parse the expression: \"1<2\": syntax error, unexpected exp_NUMBER, expecting end of file (3)."),
            ("1<<2+1", false, "o=8"),
            ("1+2<<3", false, "o=24"),
            ("5^1|2", false, "o=6"),
            ("é1", false, "o=1"),
            ("0xffffffffffffffff", false, "error: math cannot evaluate the expression: \"0xffffffffffffffff\": a numeric value is out of range."),
            ("0x7fffffffffffffff", false, "o=9223372036854775807"),
            ("1--1", false, "o=2"),
            ("1 = 1", false, "error: math cannot parse the expression: \"1 = 1\": syntax error, unexpected exp_NUMBER, expecting end of file (5)."),
            ("12abc", false, "o=12"),
            ("9223372036854775807*2", false, "o=-2"),
            ("!1", false, "o=1"),
        ];
        for (expression, hexadecimal, expected) in rows {
            let arguments: &[&str] = if hexadecimal { &["EXPR", "o", expression, "OUTPUT_FORMAT", "HEXADECIMAL"] } else { &["EXPR", "o", expression] };
            let outcome = run(arguments).unwrap();
            let actual = match (&outcome.error, &outcome.writes[0].1) {
                (Some(error), _) => format!("error: {error}"),
                (None, Value::Text(value)) => format!("o={value}"),
                other => format!("{other:?}"),
            };
            // What the parser expected instead is left out.
            let expected = expected.split(", unexpected").next().unwrap();
            assert_eq!(actual.trim_end_matches('.'), expected.trim_end_matches('.'), "{expression}");
        }
    }

    #[test]
    fn wrong_calls_are_refused() {
        let message = |arguments: &[&str]| match run(arguments) {
            Ok(outcome) => outcome.error.unwrap(),
            Err(message) => message,
        };
        assert_eq!(message(&[]), "math must be called with at least one argument.");
        assert_eq!(message(&["FOO"]), "math does not recognize sub-command FOO");
        assert_eq!(message(&["EXPR", "o"]), "math EXPR called with incorrect arguments.");
        assert_eq!(message(&["EXPR", "o", "1", "X", "Y"]), "math sub-command EXPR option \"X\" is unknown.");
        assert_eq!(
            message(&["EXPR", "o", "1", "OUTPUT_FORMAT", "X"]),
            "math sub-command EXPR value \"X\" for option \"OUTPUT_FORMAT\" is invalid."
        );
        assert!(evaluate(&"(".repeat(100_000)).is_err());
        assert_eq!(evaluate(&format!("{}1", "-".repeat(100_001))), Ok(-1));
    }

    proptest! {
        #[test]
        fn no_expression_panics(expression in "[0-9x()+*/%|&^~<> é-]{0,20}") {
            let _ = evaluate(&expression);
        }

        #[test]
        fn sums_are_sums(left in any::<i32>(), right in any::<i32>()) {
            prop_assert_eq!(evaluate(&format!("{left} + {right}")), Ok(i64::from(left) + i64::from(right)));
        }
    }
}
