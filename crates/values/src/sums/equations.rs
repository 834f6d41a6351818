//! What a document claims about its numbers, as equations over printed amounts.

use crate::finding::Kind;
use crate::numbers::{Amount, Decimal};

/// Why an equation is taken to be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The same relation holds in so many other rows or columns of the table.
    Pattern { peers: usize },
    /// Labels alone suggest it. It accuses nobody by itself.
    Label,
}

/// The relation itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// The terms, each with its sign or small factor, and a constant add up to nothing. The first term is the result.
    Sum {
        terms: Vec<(usize, i8)>,
        constant: Decimal,
    },
    /// `left` × `right` is `out`, less a discount in percent; `right` may be a percentage. `sign` is -1 when `out` is
    /// printed with the other sign.
    Product {
        left: usize,
        right: usize,
        less: Option<usize>,
        out: usize,
        percent: bool,
        sign: i8,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Equation {
    pub kind: Kind,
    pub shape: Shape,
    /// Rounding that the document may have done.
    pub tolerance: Decimal,
    pub ground: Ground,
}

impl Equation {
    pub fn sum(kind: Kind, terms: Vec<(usize, i8)>, ground: Ground) -> Equation {
        Equation {
            kind,
            shape: Shape::Sum {
                terms,
                constant: Decimal::ZERO,
            },
            tolerance: Decimal::ZERO,
            ground,
        }
    }

    pub fn within(mut self, tolerance: Decimal) -> Equation {
        self.tolerance = tolerance;
        self
    }

    pub fn amounts(&self) -> Vec<usize> {
        match &self.shape {
            Shape::Sum { terms, .. } => terms.iter().map(|(amount, _)| *amount).collect(),
            Shape::Product {
                left,
                right,
                out,
                less,
                ..
            } => [*left, *right, *out].into_iter().chain(*less).collect(),
        }
    }

    /// The amount the equation is about: the balance, the total, the product.
    pub fn result(&self) -> Option<usize> {
        match &self.shape {
            Shape::Sum { terms, .. } => terms.first().map(|(amount, _)| *amount),
            Shape::Product { out, .. } => Some(*out),
        }
    }

    /// What is left over; nothing when the equation holds exactly.
    pub fn residual(&self, values: &Values) -> Decimal {
        self.residual_with(|amount| values.of(amount), values)
    }

    /// The same, with other values than the printed ones.
    pub fn residual_with(&self, of: impl Fn(usize) -> Decimal, values: &Values) -> Decimal {
        match &self.shape {
            Shape::Sum { terms, constant } => {
                let sum: Decimal = terms
                    .iter()
                    .map(|&(amount, sign)| of(amount).scaled(sign.into()))
                    .sum();
                sum + *constant
            }
            Shape::Product {
                left,
                right,
                less,
                out,
                percent,
                sign,
            } => {
                let whole = product(of(*left), of(*right), *percent);
                let rest = less.map_or(whole, |less| product(whole, rest_of(of(less)), true));
                rest.rounded(values.places(*out)).scaled((*sign).into()) - of(*out)
            }
        }
    }

    pub fn holds(&self, values: &Values) -> bool {
        self.residual(values).abs() <= self.tolerance
    }

    /// What one amount would have to be for the equation to hold, all others as they are.
    pub fn solve(&self, amount: usize, values: &Values) -> Option<Decimal> {
        match &self.shape {
            Shape::Sum { terms, .. } => {
                let mut own = terms.iter().filter(|(term, _)| *term == amount);
                let (_, sign) = own.next()?;
                // An amount on both sides cannot be solved for.
                if own.next().is_some() {
                    return None;
                }
                let share = match sign {
                    1 | -1 => self.residual(values).scaled((*sign).into()),
                    _ => self
                        .residual(values)
                        .divided_by(Decimal::whole((*sign).into()))?
                        .rounded(values.places(amount)),
                };
                Some(values.of(amount) - share)
            }
            Shape::Product {
                left,
                right,
                less,
                out,
                percent,
                sign,
            } => {
                if amount == *out {
                    return Some(values.of(*out) + self.residual(values));
                }
                // A discount is hardly ever what was altered.
                if Some(amount) == *less {
                    return None;
                }
                let rest = less.map_or(Decimal::whole(100), |less| rest_of(values.of(less)));
                let (other, hundred) = if amount == *left {
                    (*right, *percent)
                } else {
                    (*left, *percent)
                };
                let target = values.of(*out).scaled((*sign).into());
                let quotient = target
                    .scaled(100)
                    .divided_by(rest)?
                    .divided_by(values.of(other))?;
                let quotient = if hundred {
                    quotient.scaled(100)
                } else {
                    quotient
                };
                Some(quotient.rounded(values.places(amount)))
            }
        }
    }
}

/// What a discount leaves, in percent.
fn rest_of(discount: Decimal) -> Decimal {
    Decimal::whole(100) - discount.abs()
}

pub fn product(left: Decimal, right: Decimal, percent: bool) -> Decimal {
    let product = left.times(right);
    if percent {
        product.divided_by(Decimal::whole(100)).unwrap_or_default()
    } else {
        product
    }
}

/// The printed values, some of them replaced while a repair is tried.
#[derive(Debug, Clone)]
pub struct Values {
    values: Vec<Decimal>,
    places: Vec<u8>,
}

impl Values {
    pub fn new(amounts: &[Amount]) -> Values {
        Values {
            values: amounts.iter().map(|a| a.value).collect(),
            places: amounts.iter().map(|a| a.places).collect(),
        }
    }

    pub fn of(&self, amount: usize) -> Decimal {
        self.values.get(amount).copied().unwrap_or_default()
    }

    pub fn places(&self, amount: usize) -> u8 {
        self.places.get(amount).copied().unwrap_or(2)
    }

    pub fn set(&mut self, amount: usize, value: Decimal) -> Decimal {
        match self.values.get_mut(amount) {
            Some(slot) => std::mem::replace(slot, value),
            None => value,
        }
    }
}
