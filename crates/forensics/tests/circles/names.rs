//! Which file of a crate names what of which other file. A name that a module only hands on (`pub use`) counts as a
//! name of the file that it is defined in: the first page of a folder is no part of the circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{Token, closing, tokens};

/// The path of a module in its crate; the crate itself has an empty one.
pub type Module = Vec<String>;

/// The sources of a crate by module.
#[derive(Debug, Default)]
pub struct Crate {
    files: BTreeMap<Module, File>,
}

#[derive(Debug, Default)]
struct File {
    /// What `use` brings in under which name.
    brought: BTreeMap<String, Brought>,
    /// Paths in code, as written.
    paths: Vec<Vec<String>>,
    /// Every name in code.
    names: BTreeSet<String>,
}

#[derive(Debug)]
struct Brought {
    path: Vec<String>,
    /// `pub use`: handed on.
    handed_on: bool,
}

impl Crate {
    /// Reads the sources, each with its path below `src`.
    pub fn read(sources: &[(String, String)]) -> Crate {
        let mut read = Crate::default();
        let mut for_tests: Vec<Module> = Vec::new();
        for (path, source) in sources {
            let module = module_of(path);
            let (tokens, tests) = tokens(source);
            for_tests.extend(tests.into_iter().map(|test| child(&module, &test)));
            read.files.insert(module, File::read(&tokens));
        }
        read.files
            .retain(|module, _| !for_tests.iter().any(|test| module.starts_with(test)));
        read
    }

    /// Every file with the files that it names something of.
    pub fn edges(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let edges = self.files.iter().map(|(module, file)| {
            let mut named: BTreeSet<Module> = BTreeSet::new();
            let brought = file.brought.iter();
            let used = brought.filter(|(name, what)| !what.handed_on || file.names.contains(*name));
            let whole = used.filter_map(|(_, what)| self.absolute(module, &what.path));
            named.extend(whole.filter_map(|path| self.definer(&path, false)));
            let paths = file.paths.iter();
            let paths = paths.filter_map(|path| self.absolute(module, path));
            named.extend(paths.filter_map(|path| self.definer(&path, true)));
            named.remove(module);
            (module.clone(), named)
        });
        edges.collect()
    }

    /// A path of this crate from its root; nothing for paths into other crates.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut from = module.clone();
        match first.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" => {}
            "super" => {
                from.pop()?;
                if rest.first().is_some_and(|next| next == "super") {
                    return self.absolute(&from, rest);
                }
            }
            name => {
                let inside = self.files.contains_key(&child(module, name));
                let file = self.files.get(module)?;
                match file.brought.get(name) {
                    Some(what) if !inside && what.path.first().is_none_or(|from| from != name) => {
                        from = self.absolute(module, &what.path)?;
                    }
                    _ if inside => from.push(first.clone()),
                    _ => return None,
                }
            }
        }
        from.extend(rest.iter().cloned());
        Some(from)
    }

    /// The file that defines what a path ends on. A path to a module as such names nothing of it, unless `whole`.
    fn definer(&self, path: &[String], whole: bool) -> Option<Module> {
        let mut module = Module::new();
        for (at, name) in path.iter().enumerate() {
            let inner = child(&module, name);
            if self.files.contains_key(&inner) {
                module = inner;
                continue;
            }
            let brought = self.files.get(&module)?.brought.get(name);
            let Some(what) = brought else {
                return Some(module);
            };
            let mut onward = self.absolute(&module, &what.path)?;
            onward.extend(path.iter().skip(at + 1).cloned());
            // `use x::{self}` and the like lead nowhere new.
            return match onward == path {
                true => Some(module),
                false => self.definer(&onward, whole),
            };
        }
        whole.then_some(module)
    }
}

impl File {
    fn read(tokens: &[Token]) -> File {
        let mut file = File::default();
        let mut at = 0;
        let mut handed_on = false;
        while let Some(token) = tokens.get(at) {
            let joined = at > 0 && matches!(tokens[at - 1], Token::Path | Token::Mark('.' | '\''));
            match token.name() {
                Some("pub") => {
                    handed_on = true;
                    let scoped = tokens.get(at + 1).is_some_and(|next| next.is('('));
                    at = if scoped { closing(tokens, at + 1) } else { at } + 1;
                    continue;
                }
                Some("use") if !joined => {
                    let end = (at..tokens.len()).find(|&i| tokens[i].is(';'));
                    let end = end.unwrap_or(tokens.len());
                    file.bring(&tokens[at + 1..end], &[], handed_on);
                    at = end;
                }
                Some(name) if !joined => {
                    file.names.insert(name.to_string());
                    let path = path_at(tokens, at);
                    if path.len() > 1 {
                        at += 2 * (path.len() - 1);
                        file.paths.push(path);
                    }
                }
                _ => {}
            }
            handed_on = false;
            at += 1;
        }
        file
    }

    /// One tree of a `use`: `a::{b, c::d as e}`.
    fn bring(&mut self, tree: &[Token], before: &[String], handed_on: bool) {
        let path = path_at(tree, 0);
        let behind = (2 * path.len()).saturating_sub(1);
        let mut whole = before.to_vec();
        whole.extend(path);
        let open = tree.iter().position(|token| token.is('{'));
        if let Some(open) = open {
            let inner = &tree[open + 1..closing(tree, open).min(tree.len())];
            for part in parts(inner) {
                self.bring(part, &whole, handed_on);
            }
            return;
        }
        if whole.len() > 1 && whole.last().is_some_and(|last| last == "self") {
            whole.pop();
        }
        let renamed = match tree.get(behind..) {
            Some([Token::Name(word), Token::Name(name), ..]) if word == "as" => Some(name.clone()),
            _ => None,
        };
        let star = tree.last().is_some_and(|token| token.is('*'));
        let name = renamed.or_else(|| whole.last().cloned());
        if let Some(name) = name {
            // All of a module: as good as one name of it that its own file defines.
            if star {
                whole.push("*".to_string());
            }
            let name = if star { format!("{name}::*") } else { name };
            let path = whole;
            self.brought.insert(name, Brought { path, handed_on });
        }
    }
}

/// The names from `at` on that `::` joins.
fn path_at(tokens: &[Token], at: usize) -> Vec<String> {
    let mut path = Vec::new();
    let mut at = at;
    while let Some(name) = tokens.get(at).and_then(Token::name) {
        path.push(name.to_string());
        if tokens.get(at + 1) != Some(&Token::Path) {
            break;
        }
        at += 2;
    }
    path
}

/// The parts of a list between its commas.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token.is('{') {
            at = closing(tokens, at);
        } else if token.is(',') {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
        at += 1;
    }
    parts.push(&tokens[start.min(tokens.len())..]);
    parts.retain(|part| !part.is_empty());
    parts
}

fn module_of(path: &str) -> Module {
    let path = path.trim_end_matches(".rs");
    let mut module: Module = path.split('/').map(str::to_string).collect();
    let first_page = module.last().is_some_and(|last| last == "mod");
    if first_page || ["lib", "main"].contains(&path) {
        module.pop();
    }
    module
}

fn child(module: &Module, name: &str) -> Module {
    let mut child = module.clone();
    child.push(name.to_string());
    child
}
