//! What expressions of a build script are, and its branches and loops.
use super::UNKNOWN;
use super::evaluate::{MAX_STEPS, Reader};
use super::value::{self, Value, choose};
use crate::cond::Cond;

impl<'a> Reader<'a> {
    /// What an expression says as a condition.
    pub(super) fn truth(&mut self, expression: &'a syn::Expr) -> Cond {
        // `if let … && let …`.
        if let syn::Expr::Let(one) = expression {
            let value = self.eval(&one.expr);
            let cond = self.matches(&one.pat, &value);
            self.bind(&one.pat, value);
            return cond;
        }
        if let syn::Expr::Binary(binary) = expression
            && matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_))
        {
            let (left, right) = (self.truth(&binary.left), self.truth(&binary.right));
            let and = matches!(binary.op, syn::BinOp::And(_));
            return if and { self.conds.and(left, right) } else { self.conds.or(left, right) };
        }
        match self.eval(expression) {
            Value::Bool(cond) => cond,
            _ => self.conds.opaque(&self.words(expression)),
        }
    }

    pub(super) fn expression(&mut self, expression: &'a syn::Expr) -> Value<'a> {
        match expression {
            syn::Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Bool(truth) => Value::Bool(if truth.value { Cond::TRUE } else { Cond::FALSE }),
                syn::Lit::Int(number) => Value::text(number.base10_digits()),
                syn::Lit::Str(text) => Value::text(text.value()),
                _ => crate::cargo::rust::text_of(expression).map_or(Value::Unknown, Value::text),
            },
            syn::Expr::Path(path) => self.name(&path.path),
            syn::Expr::Reference(inner) => self.eval(&inner.expr),
            syn::Expr::Paren(inner) => self.eval(&inner.expr),
            syn::Expr::Group(inner) => self.eval(&inner.expr),
            syn::Expr::Cast(inner) => self.eval(&inner.expr),
            syn::Expr::Try(inner) => {
                let value = self.eval(&inner.expr);
                self.unwrapped(value)
            }
            syn::Expr::Unary(unary) => match unary.op {
                syn::UnOp::Not(_) => Value::Bool(self.conds.not(self.truth(&unary.expr))),
                _ => self.eval(&unary.expr),
            },
            syn::Expr::Binary(binary) => self.binary(binary),
            syn::Expr::Array(array) => self.list(array.elems.iter()),
            syn::Expr::Tuple(tuple) => Value::Tuple(tuple.elems.iter().map(|one| self.eval(one)).collect()),
            syn::Expr::Block(block) => self.block(&block.block),
            syn::Expr::Unsafe(block) => self.block(&block.block),
            syn::Expr::If(one) => self.if_else(one),
            syn::Expr::Match(one) => self.match_arms(one),
            syn::Expr::ForLoop(one) => self.for_loop(one),
            syn::Expr::While(one) => {
                let cond = self.truth(&one.cond);
                self.under(cond, |this| this.block(&one.body));
                Value::Unknown
            }
            syn::Expr::Loop(one) => {
                let before = self.alive;
                self.block(&one.body);
                self.alive = before;
                Value::Unknown
            }
            syn::Expr::Return(one) => {
                let value = one.expr.as_ref().map_or(Value::Tuple(Vec::new()), |inner| self.eval(inner));
                self.returned = Some(match self.returned.take() {
                    Some(before) => choose(self.conds, self.alive, value, before),
                    None => value,
                });
                self.alive = Cond::FALSE;
                Value::Unknown
            }
            syn::Expr::Break(_) | syn::Expr::Continue(_) => {
                self.alive = Cond::FALSE;
                Value::Unknown
            }
            syn::Expr::Assign(assign) => {
                let value = self.eval(&assign.right);
                if let syn::Expr::Path(path) = &*assign.left
                    && let Some(name) = path.path.get_ident()
                {
                    self.assign(&name.to_string(), value);
                }
                Value::Tuple(Vec::new())
            }
            syn::Expr::Closure(closure) => Value::Closure(closure),
            syn::Expr::Macro(item) => self.macro_call(&item.mac),
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::MethodCall(call) => self.method(call),
            syn::Expr::Index(index) => {
                let (list, at) = (self.eval(&index.expr), self.eval(&index.index));
                match (list, at.texts().as_slice()) {
                    (Value::List(list), [(_, at)]) => at
                        .parse()
                        .ok()
                        .and_then(|at: usize| list.get(at).cloned())
                        .filter(|(cond, _)| cond.is_true())
                        .map_or(Value::Unknown, |(_, value)| value),
                    _ => Value::Unknown,
                }
            }
            syn::Expr::Let(_) => Value::Bool(self.truth(expression)),
            _ => Value::Unknown,
        }
    }

    pub(super) fn list(&mut self, elements: impl Iterator<Item = &'a syn::Expr>) -> Value<'a> {
        Value::List(elements.map(|one| (Cond::TRUE, self.eval(one))).collect())
    }

    fn name(&mut self, path: &'a syn::Path) -> Value<'a> {
        let Some(ident) = path.get_ident().map(ToString::to_string) else { return Value::Unknown };
        if let Some(value) = self.get(&ident) {
            return value.clone();
        }
        match self.constants.get(&ident).copied() {
            Some(constant) => self.eval(constant),
            None if ident == "None" => Value::Maybe(Box::new(Value::Unknown), Cond::FALSE),
            None if self.functions.contains_key(&ident) => Value::Function(ident),
            None => Value::Unknown,
        }
    }

    /// The value inside of an `Option` or `Result`.
    pub(super) fn unwrapped(&mut self, value: Value<'a>) -> Value<'a> {
        match value {
            Value::Maybe(inner, _) => *inner,
            Value::Env(name) => self.environment(&name),
            other => other,
        }
    }

    fn binary(&mut self, binary: &'a syn::ExprBinary) -> Value<'a> {
        match binary.op {
            syn::BinOp::And(_) | syn::BinOp::Or(_) => {
                let (left, right) = (self.truth(&binary.left), self.truth(&binary.right));
                let and = matches!(binary.op, syn::BinOp::And(_));
                Value::Bool(if and { self.conds.and(left, right) } else { self.conds.or(left, right) })
            }
            syn::BinOp::Eq(_) | syn::BinOp::Ne(_) => {
                let (left, right) = (self.eval(&binary.left), self.eval(&binary.right));
                let cond = self.compare(&left, &right, binary);
                Value::Bool(if matches!(binary.op, syn::BinOp::Eq(_)) { cond } else { self.conds.not(cond) })
            }
            syn::BinOp::Add(_) => {
                let (left, right) = (self.eval(&binary.left), self.eval(&binary.right));
                Value::Texts(value::joined(self.conds, &[left.texts(), right.texts()]))
            }
            syn::BinOp::AddAssign(_) => {
                let (left, right) = (self.eval(&binary.left), self.eval(&binary.right));
                let sum = Value::Texts(value::joined(self.conds, &[left.texts(), right.texts()]));
                if let syn::Expr::Path(path) = &*binary.left
                    && let Some(name) = path.path.get_ident()
                {
                    self.assign(&name.to_string(), sum);
                }
                Value::Tuple(Vec::new())
            }
            _ => {
                self.eval(&binary.left);
                self.eval(&binary.right);
                Value::Unknown
            }
        }
    }

    fn compare(&self, left: &Value<'a>, right: &Value<'a>, node: &syn::ExprBinary) -> Cond {
        let (value, other) = if matches!(left, Value::Texts(_)) { (right, left) } else { (left, right) };
        let other = match other {
            Value::Maybe(inner, _) => inner,
            other => other,
        };
        if let Value::Bool(cond) = other
            && let Value::Bool(own) = value
        {
            return self.conds.ite(*cond, *own, self.conds.not(*own));
        }
        let Value::Texts(texts) = other else { return self.conds.opaque(&self.words(node)) };
        let each = texts.iter().map(|(cond, text)| {
            let same = if text.contains(UNKNOWN) {
                self.conds.opaque(&self.words(node))
            } else {
                self.equals(value, text, node)
            };
            self.conds.and(*cond, same)
        });
        self.conds.any(each.collect::<Vec<_>>())
    }

    fn if_else(&mut self, one: &'a syn::ExprIf) -> Value<'a> {
        self.scopes.push(Vec::new());
        let cond = self.truth(&one.cond);
        let then = self.under(cond, |this| this.block(&one.then_branch));
        self.scopes.pop();
        let not = self.conds.not(cond);
        let otherwise = match &one.else_branch {
            Some((_, other)) => self.under(not, |this| this.eval(other)),
            None => Value::Unknown,
        };
        choose(self.conds, cond, then, otherwise)
    }

    fn match_arms(&mut self, one: &'a syn::ExprMatch) -> Value<'a> {
        let value = self.eval(&one.expr);
        let mut rest = Cond::TRUE;
        let mut found: Vec<(Cond, Value<'a>)> = Vec::new();
        for arm in &one.arms {
            self.scopes.push(Vec::new());
            let mut cond = self.conds.and(self.matches(&arm.pat, &value), self.cfg(&arm.attrs));
            self.bind(&arm.pat, value.clone());
            if let Some((_, guard)) = &arm.guard {
                let guard = self.truth(guard);
                cond = self.conds.and(cond, guard);
            }
            let cond = self.conds.and(cond, rest);
            let before = self.alive;
            let given = self.under(cond, |this| this.eval(&arm.body));
            self.scopes.pop();
            rest = self.conds.diff(rest, cond);
            // An arm that leaves gives no value.
            if !self.conds.and(before, cond).is_false() && !self.conds.disjoint(self.alive, cond) {
                found.push((cond, given));
            }
        }
        let last = found.pop().map_or(Value::Unknown, |(_, value)| value);
        found.into_iter().rev().fold(last, |other, (cond, value)| choose(self.conds, cond, value, other))
    }

    fn for_loop(&mut self, one: &'a syn::ExprForLoop) -> Value<'a> {
        let over = self.eval(&one.expr);
        let before = self.alive;
        for (cond, element) in over.elements() {
            self.scopes.push(Vec::new());
            self.bind(&one.pat, element);
            self.under(cond, |this| this.block(&one.body));
            self.scopes.pop();
            // `break` and `continue` leave the loop only.
            self.alive = before;
            if self.steps > MAX_STEPS {
                break;
            }
        }
        Value::Tuple(Vec::new())
    }
}
