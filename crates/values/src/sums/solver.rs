//! The single-edit solver: which one printed value, changed to what, makes the failing equations hold and breaks none.

use super::equations::{Equation, Ground, Shape, Values};
use crate::limits::{MAX_EQUATIONS, MAX_REPAIRS};
use crate::numbers::{Amount, Decimal};

/// More failures than this are a misread document, not an altered one.
const MAX_FAILURES: usize = 200;

/// A value that explains failing equations all by itself.
#[derive(Debug, Clone)]
pub struct Fix {
    pub amount: usize,
    pub value: Decimal,
    /// Failing equations that hold with it.
    pub repaired: Vec<usize>,
    /// Equations the amount takes part in that hold with it.
    pub holds: usize,
    /// Another amount could explain the same failures, less plausibly.
    pub contested: bool,
    /// Other amounts that explain the same failures just as well: then none is named.
    pub ties: Vec<usize>,
    /// No change of a digit or two explains the failures: the ties are all that take part.
    pub altogether: bool,
}

/// What the equations of a document come to.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub fixes: Vec<Fix>,
    /// Failing equations that no single value explains alone.
    pub open: Vec<usize>,
    pub held: usize,
    pub failed: usize,
}

struct System<'a> {
    equations: &'a [Equation],
    amounts: &'a [Amount],
    values: Values,
    residuals: Vec<Decimal>,
    /// Equations of each amount.
    member: Vec<Vec<usize>>,
    /// Whether a column-mate or the amount itself is printed with a sign.
    signed: bool,
}

/// One replacement looked at.
#[derive(Debug, Clone)]
struct Trial {
    amount: usize,
    value: Decimal,
    repaired: Vec<usize>,
}

/// Solves as far as `believes` goes: a fix that is not believed is not applied, so that it cannot mislead the next.
pub fn solve(
    equations: &[Equation],
    amounts: &[Amount],
    believes: impl Fn(&Fix) -> bool,
) -> Outcome {
    let equations = equations.get(..MAX_EQUATIONS).unwrap_or(equations);
    let mut system = System::new(equations, amounts);
    let mut open = system.failing();
    let mut told: Vec<usize> = Vec::new();
    let mut outcome = Outcome {
        held: equations.len() - open.len(),
        failed: open.len(),
        ..Outcome::default()
    };
    if open.len() > MAX_FAILURES {
        return outcome;
    }
    while outcome.fixes.len() < MAX_REPAIRS {
        let Some(fix) = system.fixes(&open).into_iter().find(|fix| believes(fix)) else {
            break;
        };
        if fix.ties.is_empty() {
            system.apply(&fix);
        } else {
            told.extend(&fix.repaired);
        }
        outcome.fixes.push(fix);
        open = system.failing();
        open.retain(|index| !told.contains(index));
    }
    outcome.open = open;
    outcome
}

impl<'a> System<'a> {
    fn new(equations: &'a [Equation], amounts: &'a [Amount]) -> System<'a> {
        let values = Values::new(amounts);
        let mut member = vec![Vec::new(); amounts.len()];
        for (index, equation) in equations.iter().enumerate() {
            for amount in equation.amounts() {
                if let Some(of) = member.get_mut(amount)
                    && of.last() != Some(&index)
                {
                    of.push(index);
                }
            }
        }
        System {
            residuals: equations.iter().map(|e| e.residual(&values)).collect(),
            signed: amounts.iter().any(|a| a.value.is_negative()),
            equations,
            amounts,
            values,
            member,
        }
    }

    fn failing(&self) -> Vec<usize> {
        (0..self.equations.len())
            .filter(|&index| !self.holds(index))
            .collect()
    }

    fn holds(&self, index: usize) -> bool {
        match (self.residuals.get(index), self.equations.get(index)) {
            (Some(residual), Some(equation)) => residual.abs() <= equation.tolerance,
            _ => true,
        }
    }

    /// For every set of failures that one replacement explains, the most plausible replacement; largest sets first.
    fn fixes(&self, failing: &[usize]) -> Vec<Fix> {
        let trials = self.trials(failing);
        let mut sets: Vec<&Vec<usize>> = trials.iter().map(|trial| &trial.repaired).collect();
        sets.sort();
        sets.dedup();
        sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
        sets.into_iter()
            .filter_map(|set| {
                let rivals: Vec<&Trial> = trials.iter().filter(|t| &t.repaired == set).collect();
                let printed: Vec<&Trial> = rivals
                    .iter()
                    .copied()
                    .filter(|t| !self.values.of(t.amount).is_zero())
                    .collect();
                let plausible = self.most_plausible(&rivals);
                let altogether = plausible.is_empty();
                let suspects = if altogether { &printed } else { &plausible };
                let (best, ties) = suspects.split_first()?;
                let mut fix = self.fix(best, printed.len() > 1);
                fix.ties = ties.iter().map(|trial| trial.amount).collect();
                fix.altogether = altogether;
                Some(fix)
            })
            .collect()
    }

    /// The only trial, or those where one digit was changed or put in, or else those that two digits explain.
    fn most_plausible<'t>(&self, trials: &[&'t Trial]) -> Vec<&'t Trial> {
        if let [only] = trials {
            return vec![only];
        }
        // A printed zero says that there was nothing: it is the last to be suspected.
        let printed: Vec<&'t Trial> = trials
            .iter()
            .copied()
            .filter(|t| !self.values.of(t.amount).is_zero())
            .collect();
        if let [only] = printed.as_slice() {
            return vec![only];
        }
        let with = |fits: fn(&Amount, Decimal) -> bool| -> Vec<&'t Trial> {
            let fits = |trial: &&&Trial| {
                let amount = self.amounts.get(trial.amount);
                amount.is_some_and(|a| fits(a, trial.value))
            };
            printed.iter().filter(fits).copied().collect()
        };
        let one_edit = |amount: &Amount, value: Decimal| {
            // Who raises an amount changes a digit or puts one in; hardly anyone takes one out.
            let added = amount.edits_to(value) <= 1 && amount.value.abs() > value.abs();
            let same_side = amount.value.is_negative() == value.is_negative();
            amount.differs_by_one_digit(value) || (added && same_side)
        };
        let by_one = with(one_edit);
        if by_one.is_empty() {
            with(Amount::is_near)
        } else {
            by_one
        }
    }

    fn fix(&self, trial: &Trial, contested: bool) -> Fix {
        Fix {
            amount: trial.amount,
            value: trial.value,
            repaired: trial.repaired.clone(),
            holds: self.holding_with(trial.amount, trial.value),
            contested,
            ties: Vec::new(),
            altogether: false,
        }
    }

    fn holding_with(&self, amount: usize, value: Decimal) -> usize {
        let own = self.member.get(amount).into_iter().flatten();
        own.filter(|&&index| {
            let tolerance = self
                .equations
                .get(index)
                .map_or(Decimal::ZERO, |e| e.tolerance);
            self.residual_with(index, amount, value).abs() <= tolerance
        })
        .count()
    }

    /// All replacements that repair something and break nothing.
    fn trials(&self, failing: &[usize]) -> Vec<Trial> {
        let mut trials: Vec<Trial> = Vec::new();
        for &index in failing {
            let Some(equation) = self.equations.get(index) else {
                continue;
            };
            for amount in equation.amounts() {
                let Some(value) = equation.solve(amount, &self.values) else {
                    continue;
                };
                let known = trials
                    .iter()
                    .any(|t| t.amount == amount && t.value == value);
                if known || !self.is_plausible(amount, value) {
                    continue;
                }
                if let Some(repaired) = self.consequence(amount, value)
                    && repaired.contains(&index)
                {
                    trials.push(Trial {
                        amount,
                        value,
                        repaired,
                    });
                }
            }
        }
        trials
    }

    /// The equations a replacement repairs; `None` when it breaks one.
    fn consequence(&self, amount: usize, value: Decimal) -> Option<Vec<usize>> {
        let mut repaired = Vec::new();
        for &index in self.member.get(amount)? {
            let tolerance = self
                .equations
                .get(index)
                .map_or(Decimal::ZERO, |e| e.tolerance);
            let before = self.residuals.get(index).map_or(Decimal::ZERO, |r| r.abs());
            let after = self.residual_with(index, amount, value).abs();
            if before <= tolerance && after > tolerance {
                return None;
            }
            // A sum that held only within rounding and becomes exact speaks for the value as well.
            if before > Decimal::ZERO
                && (after.is_zero() || (before > tolerance && after <= tolerance))
            {
                repaired.push(index);
            }
        }
        Some(repaired)
    }

    fn residual_with(&self, index: usize, amount: usize, value: Decimal) -> Decimal {
        let (Some(equation), Some(residual)) =
            (self.equations.get(index), self.residuals.get(index))
        else {
            return Decimal::ZERO;
        };
        match &equation.shape {
            Shape::Sum { terms, .. } => {
                let change = value - self.values.of(amount);
                let own = terms.iter().filter(|(term, _)| *term == amount);
                own.fold(*residual, |sum, (_, sign)| {
                    sum + change.scaled((*sign).into())
                })
            }
            Shape::Product { .. } => {
                let with = |of: usize| {
                    if of == amount {
                        value
                    } else {
                        self.values.of(of)
                    }
                };
                equation.residual_with(with, &self.values)
            }
        }
    }

    /// Whether the document could have printed the value in that place.
    fn is_plausible(&self, amount: usize, value: Decimal) -> bool {
        let Some(printed) = self.amounts.get(amount) else {
            return false;
        };
        let flipped = value.is_negative() != printed.value.is_negative() && !value.is_zero();
        let size = value.abs() < Decimal::whole(1_000_000_000_000);
        let sign = !flipped || self.signed || value.abs() == printed.value.abs();
        value.fits(printed.places) && size && sign && value != printed.value
    }

    fn apply(&mut self, fix: &Fix) {
        self.values.set(fix.amount, fix.value);
        for &index in self.member.get(fix.amount).into_iter().flatten() {
            if let (Some(slot), Some(equation)) =
                (self.residuals.get_mut(index), self.equations.get(index))
            {
                *slot = equation.residual(&self.values);
            }
        }
    }
}

/// Whether every other amount of an equation takes part in another one that holds as printed: then only the one that
/// does not can be at fault.
pub fn others_are_confirmed(
    equations: &[Equation],
    failed: usize,
    amount: usize,
    values: &Values,
) -> bool {
    let Some(equation) = equations.get(failed) else {
        return false;
    };
    equation
        .amounts()
        .iter()
        .filter(|&&a| a != amount && !values.of(a).is_zero())
        .all(|&a| is_confirmed(equations, failed, a, values))
}

/// Whether an amount takes part in another equation that holds as printed.
pub fn is_confirmed(equations: &[Equation], failed: usize, amount: usize, values: &Values) -> bool {
    equations.iter().enumerate().any(|(index, other)| {
        index != failed
            && other.holds(values)
            && !matches!(other.ground, Ground::Pattern { peers: 0 })
            && other.amounts().contains(&amount)
    })
}
