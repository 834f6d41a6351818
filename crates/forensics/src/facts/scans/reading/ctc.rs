//! What a net's places spell, and how much likelier one spelling is than another (connectionist temporal classification).

use super::net::{CHARACTERS, CLASSES};

/// A character and the places where it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter {
    pub character: char,
    /// First place, and one past the last.
    pub from: usize,
    pub to: usize,
}

impl Letter {
    /// How likely it is where it is seen best, as a logarithm.
    pub fn likelihood(&self, places: &[f32]) -> f32 {
        self.most(places, self.character)
    }

    /// By how many nats its places speak against another character.
    pub fn against(&self, places: &[f32], other: char) -> f32 {
        self.most(places, self.character) - self.most(places, other)
    }

    fn most(&self, places: &[f32], character: char) -> f32 {
        let own = places.chunks_exact(CLASSES).take(self.to).skip(self.from);
        let class = class(character).unwrap_or(0);
        own.filter_map(|place| place.get(class).copied())
            .fold(f32::MIN, f32::max)
    }
}

fn character(class: usize) -> Option<char> {
    CHARACTERS.chars().nth(class.checked_sub(1)?)
}

/// The class of a character; `None` for one that the net does not know.
fn class(character: char) -> Option<usize> {
    CHARACTERS
        .chars()
        .position(|c| c == character)
        .map(|at| at + 1)
}

/// The likeliest class of each place, spelt out.
pub fn spelt(places: &[f32]) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    let mut before = 0;
    for (at, place) in places.chunks_exact(CLASSES).enumerate() {
        let likeliest = place.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let class = likeliest.map_or(0, |(class, _)| class);
        match (character(class), letters.last_mut()) {
            (Some(_), Some(last)) if class == before => last.to = at + 1,
            (Some(character), _) => letters.push(Letter {
                character,
                from: at,
                to: at + 1,
            }),
            (None, _) => {}
        }
        before = class;
    }
    letters
}

/// How likely it is that the places spell a text, as a logarithm; `None` where a character is unknown or the text does
/// not fit.
pub fn likelihood(places: &[f32], text: &str) -> Option<f32> {
    let classes: Vec<usize> = text.chars().map(class).collect::<Option<_>>()?;
    // Nothing stands before, between and after the characters, or may.
    let states = 2 * classes.len() + 1;
    let of = |state: usize| match state % 2 {
        1 => classes.get(state / 2).copied().unwrap_or(0),
        _ => 0,
    };
    let mut now = vec![f32::NEG_INFINITY; states];
    let mut steps = places.chunks_exact(CLASSES);
    let first = steps.next()?;
    for (state, slot) in now.iter_mut().enumerate().take(2) {
        *slot = first.get(of(state)).copied().unwrap_or(f32::NEG_INFINITY);
    }
    for place in steps {
        let before = now.clone();
        for (state, slot) in now.iter_mut().enumerate() {
            let from = |back: usize| {
                state
                    .checked_sub(back)
                    .and_then(|at| before.get(at).copied())
            };
            // Two different characters may follow each other at once.
            let skips = state % 2 == 1 && state >= 2 && of(state) != of(state - 2);
            let ways = [from(0), from(1), from(2).filter(|_| skips)];
            *slot = sum(ways.into_iter().flatten())
                + place.get(of(state)).copied().unwrap_or(f32::NEG_INFINITY);
        }
    }
    let ends = now.iter().rev().take(2).copied();
    Some(sum(ends)).filter(|sum| sum.is_finite())
}

/// The logarithm of the sum of numbers given as logarithms.
fn sum(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let most = values.clone().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        return most;
    }
    most + values.map(|value| (value - most).exp()).sum::<f32>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places that show these characters, a blank for none, each with a likelihood of nine tenths.
    fn places(shown: &str) -> Vec<f32> {
        let one = |shown: char| {
            let likeliest = class(shown).filter(|_| shown != '_').unwrap_or(0);
            (0..CLASSES).map(move |class| match class == likeliest {
                true => 0.9f32.ln(),
                false => (0.1 / (CLASSES - 1) as f32).ln(),
            })
        };
        shown.chars().flat_map(one).collect()
    }

    fn text(letters: &[Letter]) -> String {
        letters.iter().map(|letter| letter.character).collect()
    }

    #[test]
    fn places_of_one_character_are_spelt_once_and_twice_with_nothing_between() {
        let letters = spelt(&places("_11_1,,5_"));
        assert_eq!(text(&letters), "11,5");
        let first = letters.first().map(|letter| (letter.from, letter.to));
        assert_eq!(first, Some((1, 3)));
    }

    #[test]
    fn what_is_shown_is_likelier_than_what_is_not() {
        let shown = places("1_2_3");
        let told = |text: &str| likelihood(&shown, text);
        assert!(told("123") > told("128"));
        assert!(told("123").is_some_and(|sum| sum < 0.0 && sum > -2.0));
        // Five places have no room for six characters, and an unknown one stands nowhere.
        assert_eq!((told("123456"), told("12Ж")), (None, None));
    }

    #[test]
    fn a_letter_is_weighed_where_it_stands() {
        let shown = places("8_3");
        let letters = spelt(&shown);
        let against = letters
            .last()
            .map(|letter| (letter.against(&shown, '8'), letter.against(&shown, '3')));
        assert!(
            against.is_some_and(|(other, own)| other > 5.0 && own == 0.0),
            "{against:?}"
        );
    }
}
