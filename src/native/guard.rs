//! Conditions of the preprocessor as values: what must hold for a piece of a file to be compiled.
use rustc_hash::FxHashMap;

/// A condition of a [`Guards`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GuardId(u32);

impl GuardId {
    /// The condition that always holds.
    pub const TRUE: Self = Self(0);
    /// The condition that never holds.
    pub const FALSE: Self = Self(1);
}

/// One node. Names are as the source writes them: `_WIN32`, `__GNUC__`, `FOO_EXPORTS`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Guard {
    /// Always.
    True,
    /// Never.
    False,
    /// The macro is defined.
    Defined(Box<str>),
    /// The negation.
    Not(GuardId),
    /// Both.
    And(GuardId, GuardId),
    /// Any of the two.
    Or(GuardId, GuardId),
    /// A number that is not zero, or a comparison of two.
    Test(Comparison, ValueId, ValueId),
    /// A text that is not understood; it holds or it does not.
    Expr(Box<str>),
}

/// A number of a [`Guards`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);

/// A number in a condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// A literal.
    Number(i64),
    /// The value of a macro; 0 when it is not defined.
    Macro(Box<str>),
    /// A call like `__has_attribute(retain)` or `QT_VERSION_CHECK(5, 0, 0)`, white space removed.
    Call(Box<str>),
    /// Arithmetic.
    Arithmetic(Operator, ValueId, ValueId),
    /// 1 when a condition holds, else 0.
    Truth(GuardId),
    /// The first number when a condition holds, else the second: a macro that this file defines in branches.
    Select(GuardId, ValueId, ValueId),
    /// A text that is not understood.
    Expr(Box<str>),
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// Arithmetic in conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named for what they are")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
}

/// What is known of the macros of a compilation. Both answer None for what they do not know.
pub struct Known<'a> {
    /// Whether a macro is defined.
    pub defined: &'a dyn Fn(&str) -> Option<bool>,
    /// The value of a macro, or of a call like `__has_attribute(retain)`.
    pub value: &'a dyn Fn(&str) -> Option<i64>,
}

/// The conditions of one file, each once. Their depth is bounded by [`MAX_DEPTH`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guards {
    nodes: Vec<(Guard, u16)>,
    values: Vec<(Value, u16)>,
    guard_ids: FxHashMap<Guard, GuardId>,
    value_ids: FxHashMap<Value, ValueId>,
}

/// Deeper conditions become `Expr`: nothing that walks one needs more stack than this.
pub const MAX_DEPTH: u16 = 400;

impl Default for Guards {
    fn default() -> Self {
        let mut table = Self {
            nodes: Vec::new(),
            values: Vec::new(),
            guard_ids: FxHashMap::default(),
            value_ids: FxHashMap::default(),
        };
        table.add(Guard::True);
        table.add(Guard::False);
        table
    }
}

impl Guards {
    /// A node.
    pub fn get(&self, id: GuardId) -> &Guard {
        self.nodes.get(id.0 as usize).map_or(&Guard::False, |(guard, _)| guard)
    }

    /// A number.
    pub fn value(&self, id: ValueId) -> &Value {
        self.values.get(id.0 as usize).map_or(&Value::Number(0), |(value, _)| value)
    }

    fn depth(&self, id: GuardId) -> u16 {
        self.nodes.get(id.0 as usize).map_or(0, |(_, depth)| *depth)
    }

    fn value_depth(&self, id: ValueId) -> u16 {
        self.values.get(id.0 as usize).map_or(0, |(_, depth)| *depth)
    }

    fn add(&mut self, guard: Guard) -> GuardId {
        if let Some(id) = self.guard_ids.get(&guard) {
            return *id;
        }
        let depth = 1 + match &guard {
            Guard::Not(a) => self.depth(*a),
            Guard::And(a, b) | Guard::Or(a, b) => self.depth(*a).max(self.depth(*b)),
            Guard::Test(_, a, b) => self.value_depth(*a).max(self.value_depth(*b)),
            _ => 0,
        };
        if depth > MAX_DEPTH {
            // Each is a condition of its own: two of them need not agree.
            let text = format!("conditions nested too deeply ({})", self.nodes.len());
            return self.add(Guard::Expr(text.into()));
        }
        let id = GuardId(self.nodes.len() as u32);
        self.nodes.push((guard.clone(), depth));
        self.guard_ids.insert(guard, id);
        id
    }

    pub(super) fn add_value(&mut self, value: Value) -> ValueId {
        if let Some(id) = self.value_ids.get(&value) {
            return *id;
        }
        let depth = 1 + match &value {
            Value::Arithmetic(_, a, b) => self.value_depth(*a).max(self.value_depth(*b)),
            Value::Truth(guard) => self.depth(*guard),
            Value::Select(guard, a, b) => self.depth(*guard).max(self.value_depth(*a)).max(self.value_depth(*b)),
            _ => 0,
        };
        if depth > MAX_DEPTH {
            let text = format!("an expression nested too deeply ({})", self.values.len());
            return self.add_value(Value::Expr(text.into()));
        }
        let id = ValueId(self.values.len() as u32);
        self.values.push((value.clone(), depth));
        self.value_ids.insert(value, id);
        id
    }

    /// `defined(name)`.
    pub fn defined(&mut self, name: &str) -> GuardId {
        self.add(Guard::Defined(name.into()))
    }

    /// A text that is not understood.
    pub fn expr(&mut self, text: &str) -> GuardId {
        self.add(Guard::Expr(text.into()))
    }

    /// The negation.
    pub fn not(&mut self, a: GuardId) -> GuardId {
        match self.get(a) {
            Guard::True => GuardId::FALSE,
            Guard::False => GuardId::TRUE,
            Guard::Not(inner) => *inner,
            _ => self.add(Guard::Not(a)),
        }
    }

    /// The negation, when it is in the table.
    fn negation(&self, a: GuardId) -> Option<GuardId> {
        match self.get(a) {
            Guard::Not(inner) => Some(*inner),
            _ => self.guard_ids.get(&Guard::Not(a)).copied(),
        }
    }

    /// The conjunction.
    pub fn and(&mut self, a: GuardId, b: GuardId) -> GuardId {
        match (a, b) {
            (GuardId::FALSE, _) | (_, GuardId::FALSE) => GuardId::FALSE,
            (GuardId::TRUE, other) | (other, GuardId::TRUE) => other,
            _ if a == b => a,
            _ if self.negation(a) == Some(b) => GuardId::FALSE,
            _ => match (self.absorbed(a, b, true), self.absorbed(b, a, true)) {
                (Some(simpler), _) | (None, Some(simpler)) => simpler,
                (None, None) => self.add(Guard::And(a, b)),
            },
        }
    }

    /// `a && (a || x)` is `a`, `a && (!a || x)` is `a && x`; with `and` false the same with the signs exchanged.
    fn absorbed(&mut self, a: GuardId, b: GuardId, and: bool) -> Option<GuardId> {
        let (x, y) = match (self.get(b), and) {
            (Guard::Or(x, y), true) | (Guard::And(x, y), false) => (*x, *y),
            _ => return None,
        };
        if x == a || y == a {
            return Some(a);
        }
        let negated = self.negation(a)?;
        let other = if x == negated { y } else { Some(x).filter(|_| y == negated)? };
        Some(if and { self.and(a, other) } else { self.or(a, other) })
    }

    /// The disjunction.
    pub fn or(&mut self, a: GuardId, b: GuardId) -> GuardId {
        match (a, b) {
            (GuardId::TRUE, _) | (_, GuardId::TRUE) => GuardId::TRUE,
            (GuardId::FALSE, other) | (other, GuardId::FALSE) => other,
            _ if a == b => a,
            _ if self.negation(a) == Some(b) => GuardId::TRUE,
            _ => match (self.absorbed(a, b, false), self.absorbed(b, a, false)) {
                (Some(simpler), _) | (None, Some(simpler)) => simpler,
                (None, None) => self.add(Guard::Or(a, b)),
            },
        }
    }

    /// A comparison. Numbers that depend on conditions give those conditions.
    pub fn test(&mut self, comparison: Comparison, a: ValueId, b: ValueId) -> GuardId {
        match (self.value(a).clone(), self.value(b).clone()) {
            (Value::Number(a), Value::Number(b)) => {
                if compare(comparison, a, b) {
                    GuardId::TRUE
                } else {
                    GuardId::FALSE
                }
            }
            (Value::Select(guard, first, second), Value::Number(_)) => {
                let (first, second) = (self.test(comparison, first, b), self.test(comparison, second, b));
                self.select(guard, first, second)
            }
            _ => self.add(Guard::Test(comparison, a, b)),
        }
    }

    /// `first` where `guard` holds, else `second`.
    fn select(&mut self, guard: GuardId, first: GuardId, second: GuardId) -> GuardId {
        if first == second {
            return first;
        }
        let (first, otherwise) = (self.and(guard, first), self.not(guard));
        let second = self.and(otherwise, second);
        self.or(first, second)
    }

    /// Whether a condition holds, as far as the macros of a compilation are known.
    pub fn evaluate(&self, id: GuardId, known: &Known<'_>) -> Option<bool> {
        Evaluation { table: self, known, met: FxHashMap::default(), met_values: FxHashMap::default() }.guard(id)
    }

    /// The condition in the words of the preprocessor, for messages.
    pub fn text(&self, id: GuardId) -> String {
        match self.get(id) {
            Guard::True => "1".to_owned(),
            Guard::False => "0".to_owned(),
            Guard::Defined(name) => format!("defined({name})"),
            Guard::Not(a) => match self.get(*a) {
                Guard::And(..) | Guard::Or(..) | Guard::Test(..) | Guard::Expr(_) => format!("!({})", self.text(*a)),
                _ => format!("!{}", self.text(*a)),
            },
            Guard::And(a, b) => format!("{} && {}", self.inner(*a), self.inner(*b)),
            Guard::Or(a, b) => format!("({} || {})", self.text(*a), self.text(*b)),
            Guard::Test(Comparison::Unequal, a, b) if *self.value(*b) == Value::Number(0) => self.value_text(*a),
            Guard::Test(comparison, a, b) => {
                format!("{} {} {}", self.value_text(*a), comparison.sign(), self.value_text(*b))
            }
            Guard::Expr(text) => text.to_string(),
        }
    }

    fn inner(&self, id: GuardId) -> String {
        match self.get(id) {
            Guard::Expr(text) => format!("({text})"),
            _ => self.text(id),
        }
    }

    fn value_text(&self, id: ValueId) -> String {
        match self.value(id) {
            Value::Number(number) => number.to_string(),
            Value::Macro(text) | Value::Call(text) | Value::Expr(text) => text.to_string(),
            Value::Truth(guard) => format!("({})", self.text(*guard)),
            Value::Select(guard, a, b) => {
                format!("({} ? {} : {})", self.text(*guard), self.value_text(*a), self.value_text(*b))
            }
            Value::Arithmetic(operator, a, b) => {
                format!("({} {} {})", self.value_text(*a), operator.sign(), self.value_text(*b))
            }
        }
    }

    /// Whether a condition asks for a macro to be defined, and whether it asks for it not to be.
    pub fn polarity(&self, id: GuardId, name: &str) -> (bool, bool) {
        self.polarity_of(id, name, &mut FxHashMap::default())
    }

    fn polarity_of(&self, id: GuardId, name: &str, met: &mut FxHashMap<GuardId, (bool, bool)>) -> (bool, bool) {
        match self.get(id) {
            Guard::Defined(other) => (&**other == name, false),
            Guard::Not(a) => {
                let (positive, negative) = self.polarity_of(*a, name, met);
                (negative, positive)
            }
            Guard::And(a, b) | Guard::Or(a, b) => {
                if let Some(known) = met.get(&id) {
                    return *known;
                }
                let (a, b) = (self.polarity_of(*a, name, met), self.polarity_of(*b, name, met));
                let both = (a.0 || b.0, a.1 || b.1);
                met.insert(id, both);
                both
            }
            _ => (false, false),
        }
    }

    /// Every macro name that a condition asks for, in the order of the text, each once.
    pub fn names(&self, id: GuardId) -> Vec<&str> {
        let (mut names, mut guards, mut values) = (Vec::new(), vec![id], Vec::new());
        // Shared parts are looked at once.
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(id) = guards.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.get(id) {
                Guard::Defined(name) => push_new(&mut names, name),
                Guard::Not(a) => guards.push(*a),
                Guard::And(a, b) | Guard::Or(a, b) => guards.extend([*b, *a]),
                Guard::Test(_, a, b) => values.extend([*b, *a]),
                Guard::True | Guard::False | Guard::Expr(_) => {}
            }
            while let Some(value) = values.pop() {
                match self.value(value) {
                    Value::Macro(name) | Value::Call(name) => push_new(&mut names, name),
                    Value::Truth(guard) => guards.push(*guard),
                    Value::Select(guard, a, b) => {
                        guards.push(*guard);
                        values.extend([*b, *a]);
                    }
                    Value::Arithmetic(_, a, b) => values.extend([*b, *a]),
                    Value::Number(_) | Value::Expr(_) => {}
                }
            }
        }
        names
    }
}

/// An evaluation under way. Conditions share their parts: what was met is kept, for the paths to it double with each.
struct Evaluation<'a> {
    table: &'a Guards,
    known: &'a Known<'a>,
    met: FxHashMap<GuardId, Option<bool>>,
    met_values: FxHashMap<ValueId, Option<i64>>,
}

impl Evaluation<'_> {
    fn guard(&mut self, id: GuardId) -> Option<bool> {
        match self.table.get(id) {
            Guard::True => Some(true),
            Guard::False => Some(false),
            Guard::Defined(name) => (self.known.defined)(name),
            Guard::Not(a) => self.guard(*a).map(|truth| !truth),
            Guard::And(a, b) => self.pair(id, *a, *b, false),
            Guard::Or(a, b) => self.pair(id, *a, *b, true),
            Guard::Test(comparison, a, b) => Some(compare(*comparison, self.number(*a)?, self.number(*b)?)),
            Guard::Expr(_) => None,
        }
    }

    /// A disjunction or a conjunction, which `decisive` decides whatever the other part is.
    fn pair(&mut self, id: GuardId, a: GuardId, b: GuardId, decisive: bool) -> Option<bool> {
        if let Some(known) = self.met.get(&id) {
            return *known;
        }
        let truth = match self.guard(a) {
            Some(first) if first == decisive => Some(decisive),
            first => match self.guard(b) {
                Some(second) if second == decisive => Some(decisive),
                second => first.and(second),
            },
        };
        self.met.insert(id, truth);
        truth
    }

    fn number(&mut self, id: ValueId) -> Option<i64> {
        match self.table.value(id) {
            Value::Number(number) => Some(*number),
            Value::Macro(name) => match (self.known.defined)(name) {
                Some(false) => Some(0),
                _ => (self.known.value)(name),
            },
            Value::Call(text) => (self.known.value)(text),
            Value::Truth(guard) => self.guard(*guard).map(i64::from),
            Value::Select(..) | Value::Arithmetic(..) => {
                if let Some(known) = self.met_values.get(&id) {
                    return *known;
                }
                let number = self.made(id);
                self.met_values.insert(id, number);
                number
            }
            Value::Expr(_) => None,
        }
    }

    /// A number that is made of others.
    fn made(&mut self, id: ValueId) -> Option<i64> {
        match self.table.value(id) {
            Value::Select(guard, a, b) => match self.guard(*guard) {
                Some(true) => self.number(*a),
                Some(false) => self.number(*b),
                None => {
                    let (first, second) = (self.number(*a)?, self.number(*b)?);
                    (first == second).then_some(first)
                }
            },
            Value::Arithmetic(operator, a, b) => apply(*operator, self.number(*a)?, self.number(*b)?),
            _ => None,
        }
    }
}

fn push_new<'a>(names: &mut Vec<&'a str>, name: &'a str) {
    if !names.contains(&name) {
        names.push(name);
    }
}

fn compare(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

fn apply(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => a.checked_div(b),
        Operator::Remainder => a.checked_rem(b),
        Operator::ShiftLeft => a.checked_shl(u32::try_from(b).ok()?),
        Operator::ShiftRight => a.checked_shr(u32::try_from(b).ok()?),
        Operator::BitAnd => Some(a & b),
        Operator::BitOr => Some(a | b),
    }
}

impl Comparison {
    fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }
}

impl Operator {
    fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::BitAnd => "&",
            Self::BitOr => "|",
        }
    }
}
