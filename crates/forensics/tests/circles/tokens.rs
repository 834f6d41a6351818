//! Rust source as the few tokens that paths are made of: names, `::` and single marks. Comments, texts and whatever is
//! compiled for tests alone are left out.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Name(String),
    Path,
    Mark(char),
}

impl Token {
    pub fn is(&self, mark: char) -> bool {
        *self == Token::Mark(mark)
    }

    pub fn name(&self) -> Option<&str> {
        match self {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The tokens of a file, and the modules that it declares for tests alone.
pub fn tokens(source: &str) -> (Vec<Token>, Vec<String>) {
    without_tests(&all(source))
}

fn all(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        match c {
            '/' if next == Some('/') => at = line_end(&chars, at),
            '/' if next == Some('*') => at = comment_end(&chars, at),
            '"' => at = text_end(&chars, at + 1),
            'r' | 'b' | 'c' if raw_text(&chars, at).is_some() => {
                at = raw_text(&chars, at).unwrap_or(at + 1);
            }
            '\'' => at = letter_end(&chars, at),
            ':' if next == Some(':') => {
                tokens.push(Token::Path);
                at += 2;
            }
            c if c.is_alphabetic() || c == '_' => {
                let end = (at..chars.len())
                    .find(|&i| !(chars[i].is_alphanumeric() || chars[i] == '_'))
                    .unwrap_or(chars.len());
                tokens.push(Token::Name(chars[at..end].iter().collect()));
                at = end;
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push(Token::Mark(c));
                }
                at += 1;
            }
        }
    }
    tokens
}

fn line_end(chars: &[char], at: usize) -> usize {
    let rest = chars[at..].iter().position(|&c| c == '\n');
    rest.map_or(chars.len(), |length| at + length)
}

fn comment_end(chars: &[char], mut at: usize) -> usize {
    let mut depth = 0;
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => (depth, at) = (depth + 1, at + 2),
            ('*', '/') => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    chars.len()
}

/// Behind the closing quote of a text whose first character is at `at`.
fn text_end(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Behind a text that starts with `r`, `b`, `br`, `c` or `cr`, if one starts here.
fn raw_text(chars: &[char], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).and_then(|before| chars.get(before));
    if before.is_some_and(|c| c.is_alphanumeric() || *c == '_') {
        return None;
    }
    let letters = (at..at + 2).take_while(|&i| matches!(chars.get(i), Some('r' | 'b' | 'c')));
    let mut quote = at + letters.count();
    let raw = chars[at..quote].contains(&'r');
    let hashes = chars[quote..].iter().take_while(|c| **c == '#').count();
    quote += hashes;
    if chars.get(quote) != Some(&'"') || (hashes > 0 && !raw) {
        return None;
    }
    if !raw {
        return Some(text_end(chars, quote + 1));
    }
    let closes =
        |i: &usize| chars[*i] == '"' && (1..=hashes).all(|more| chars.get(i + more) == Some(&'#'));
    let close = (quote + 1..chars.len()).find(closes)?;
    Some(close + hashes + 1)
}

/// Behind a character in quotes, or behind the mark of a lifetime.
fn letter_end(chars: &[char], at: usize) -> usize {
    if chars.get(at + 1) == Some(&'\\') {
        let close = (at + 3..chars.len()).find(|&i| chars[i] == '\'');
        return close.map_or(chars.len(), |close| close + 1);
    }
    match chars.get(at + 2) {
        Some('\'') => at + 3,
        _ => at + 1,
    }
}

fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let mut kept = Vec::new();
    let mut tests = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !is_for_tests(&tokens[at..]) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let item = item_behind_attributes(tokens, at);
        let end = item_end(tokens, item);
        if let [Token::Name(word), Token::Name(name), Token::Mark(';')] = &tokens[item..end]
            && word == "mod"
        {
            tests.push(name.clone());
        }
        at = end;
    }
    (kept, tests)
}

/// `#[cfg(test)]`
fn is_for_tests(tokens: &[Token]) -> bool {
    let [hash, open, cfg, paren, test, close, end, ..] = tokens else {
        return false;
    };
    (hash.is('#') && open.is('[') && paren.is('(') && close.is(')') && end.is(']'))
        && (cfg.name() == Some("cfg") && test.name() == Some("test"))
}

fn item_behind_attributes(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at).is_some_and(|token| token.is('#')) {
        at = closing(tokens, at + 1) + 1;
    }
    at
}

/// Behind the `;` or the block that ends the item.
fn item_end(tokens: &[Token], mut at: usize) -> usize {
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Mark(';') => return at + 1,
            Token::Mark('{') => return closing(tokens, at) + 1,
            Token::Mark('(' | '[') => at = closing(tokens, at) + 1,
            _ => at += 1,
        }
    }
    at
}

/// Where the bracket that opens at `open` is closed.
pub fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}
