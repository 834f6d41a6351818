//! Words that viewers draw themselves: values of form fields (ISO 32000-2, 12.7.4.3) without an appearance or that the form asks
//! to draw anew, and notes without one (12.5.6.6). What is drawn so has a source without a stream.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::fonts::{CidFontKind, Font, FontKind};
use crate::limits;
use crate::place::Area;
use crate::syntax::object::{Dictionary, Name, Object, PdfString, StringForm};
use crate::view::View;

use super::SourceKind;
use super::interpreter::Painter;
use super::state::Matrix;

/// Characters of one value that are drawn.
const CHARACTERS: usize = 10_000;
/// Options of a choice field that are looked at.
const OPTIONS: usize = 4096;
/// Field flags (tables 227, 229, 231).
const MULTILINE: i64 = 1 << 12;
const PASSWORD: i64 = 1 << 13;
const PUSH_BUTTON: i64 = 1 << 16;
const COMBO: i64 = 1 << 17;
const FILE_SELECT: i64 = 1 << 20;
const COMB: i64 = 1 << 24;
/// Sizes that viewers choose where the field leaves it to them (`0 Tf`): a share of the height, within bounds.
const AUTO_SHARE: f64 = 0.67;
const AUTO_SIZES: (f64, f64) = (4.0, 12.0);
/// Where the baseline stands below the middle of a line, and how far lines are apart, in em.
const BELOW_MIDDLE: f64 = 0.4;
const LEADING: f64 = 1.15;

/// What a form says for all its fields (12.7.3, table 224).
#[derive(Debug, Default)]
pub struct FormDefaults {
    /// `/NeedAppearances`: viewers draw all fields anew.
    drawn_anew: bool,
    appearance: Vec<u8>,
    quadding: i64,
    resources: Rc<Dictionary>,
}

impl FormDefaults {
    pub fn read(view: &View<'_>) -> Self {
        let catalog = view.catalog();
        let root = catalog.as_ref().and_then(|one| one.object.as_dictionary());
        let form = root.map(|root| view.get(root, b"AcroForm"));
        let Some(form) = form.as_ref().and_then(|form| form.as_dictionary()) else {
            return Self::default();
        };
        let appearance = view.get(form, b"DA");
        Self {
            drawn_anew: view.get(form, b"NeedAppearances").as_bool() == Some(true),
            appearance: appearance.as_string().unwrap_or_default().to_vec(),
            quadding: view.get(form, b"Q").as_integer().unwrap_or(0),
            resources: Rc::new(
                view.get(form, b"DR")
                    .as_dictionary()
                    .cloned()
                    .unwrap_or_default(),
            ),
        }
    }
}

/// What of a field's value is shown where, in its own frame.
struct Setting {
    text: Vec<char>,
    width: f64,
    height: f64,
    border: f64,
    quadding: i64,
    multiline: bool,
    /// Cells of equal width, one for each character.
    cells: Option<usize>,
}

impl Painter<'_, '_> {
    /// Draws the value of a field as viewers do, if they do. `drawn` is the first run of its appearance, where it has one.
    pub(super) fn field_value(
        &mut self,
        kind: SourceKind,
        widget: &Dictionary,
        rect: Area,
        drawn: Option<usize>,
    ) {
        let view = self.contents.view;
        let kept = drawn.is_some() && !self.contents.form.drawn_anew;
        let text = match view.get(widget, b"Subtype").as_name() {
            Some(b"Widget") if !kept => shown_value(&view, widget, drawn.is_some()),
            Some(b"FreeText") if drawn.is_none() => note(&view, widget),
            _ => None,
        };
        let Some(text) = text else {
            return;
        };
        if let Some(first) = drawn {
            let (mut shown, value) = (String::new(), letters(&text));
            for run in self.out.runs.get(first..).unwrap_or_default() {
                shown.push_str(self.out.run_text(run));
            }
            if letters(&shown) == value {
                return;
            }
            for run in self.out.runs.get_mut(first..).unwrap_or_default() {
                run.hidden = true;
            }
        }
        // Each code of the font is read, and each character laid out.
        self.spend(256 + text.len() as u64);
        self.enter(kind, None);
        self.reset();
        if self.contents.is_off(widget) {
            self.hide();
        }
        self.draw_value(widget, rect, &text);
        self.reset();
    }

    fn draw_value(&mut self, widget: &Dictionary, rect: Area, text: &str) {
        let view = self.contents.view;
        let look = view.get(widget, b"MK");
        let turn = look.as_dictionary().map(|look| view.get(look, b"R"));
        let turn = turn.and_then(|turn| turn.as_integer()).unwrap_or(0);
        let (width, height) = (rect.width(), rect.height());
        let (matrix, width, height) = match turn.rem_euclid(360) {
            90 => ([0.0, 1.0, -1.0, 0.0, rect.x1, rect.y0], height, width),
            180 => ([-1.0, 0.0, 0.0, -1.0, rect.x1, rect.y1], width, height),
            270 => ([0.0, -1.0, 1.0, 0.0, rect.x0, rect.y1], height, width),
            _ => ([1.0, 0.0, 0.0, 1.0, rect.x0, rect.y0], width, height),
        };
        self.state.ctm = Matrix(matrix);
        self.state.clip_to(rect);
        let flags = view.inherited(widget, b"Ff").as_integer().unwrap_or(0);
        let text_field = view.inherited(widget, b"FT").is_name(b"Tx");
        let free_text = view.get(widget, b"Subtype").is_name(b"FreeText");
        let own = view.inherited(widget, b"DA");
        let default = self.contents.form.appearance.clone();
        let appearance = own.as_string().map_or(default, <[u8]>::to_vec);
        let quadding = match view.inherited(widget, b"FT").is_name(b"Btn") {
            true => Some(1),
            false => view.inherited(widget, b"Q").as_integer(),
        };
        let most = view.inherited(widget, b"MaxLen").as_integer();
        let cells = most.and_then(|most| usize::try_from(most).ok());
        let border = view.get(widget, b"BS");
        let border = border.as_dictionary().map(|border| view.get(border, b"W"));
        let setting = Setting {
            text: text.chars().take(CHARACTERS).collect(),
            width,
            height,
            border: border.and_then(|width| width.as_number()).unwrap_or(1.0),
            quadding: quadding.unwrap_or(self.contents.form.quadding),
            multiline: free_text || text_field && flags & MULTILINE != 0,
            cells: cells.filter(|&cells| text_field && flags & COMB != 0 && cells > 0),
        };
        let resources = self.contents.form.resources.clone();
        // What it sets counts, whatever else stands there.
        self.execute(&appearance, &resources, limits::FORM_DEPTH);
        if let Some(codes) = self.font_for(&setting.text) {
            self.set_lines(&setting, &codes);
        }
    }

    /// The codes of the characters in the font that is set; in one of the viewer's own, where that one lacks some.
    fn font_for(&mut self, text: &[char]) -> Option<FxHashMap<char, u8>> {
        let set = self.state.text.font;
        let set = set.and_then(|index| self.out.fonts.get(usize::from(index)));
        let known = set.map(|font| codes(font, text)).unwrap_or_default();
        let lacks = |known: &FxHashMap<char, u8>| {
            let shown = |c: &&char| !c.is_whitespace();
            text.iter().filter(shown).any(|c| !known.contains_key(c))
        };
        if set.is_some() && !lacks(&known) {
            return Some(known);
        }
        self.spend(256);
        let own = Object::Dictionary(standard_font(text));
        let font = self.contents.font(&own)?;
        let known = codes(&font, text);
        self.state.text.font = Some(self.font_index(font));
        Some(known)
    }

    fn set_lines(&mut self, setting: &Setting, codes: &FxHashMap<char, u8>) {
        let font = self.state.text.font;
        let Some(font) = font.and_then(|index| self.out.fonts.get(usize::from(index))) else {
            return;
        };
        let font = font.clone();
        let width = |text: &[char]| -> f64 {
            let codes = text.iter().filter_map(|c| codes.get(c));
            codes.map(|&code| font.glyph(u32::from(code)).width).sum()
        };
        let inner = (setting.width - 4.0 * setting.border).max(1.0);
        let mut size = self.state.text.size.abs();
        if size == 0.0 {
            let (least, most) = AUTO_SIZES;
            let fits = inner / width(&setting.text).max(0.01);
            size = match setting.multiline {
                true => most,
                false => (setting.height * AUTO_SHARE).min(fits).clamp(least, most),
            };
        }
        self.state.text.size = size;
        let mut base = match setting.multiline {
            true => setting.height - 2.0 * setting.border - size,
            false => setting.height / 2.0 - BELOW_MIDDLE * size,
        };
        let lines = match setting.multiline {
            true => wrapped(&setting.text, width, inner / size.max(0.01)),
            false => vec![setting.text.clone()],
        };
        for line in lines {
            let free = setting.width - width(&line) * size;
            let left = match setting.quadding {
                1 => free / 2.0,
                2 => free - 2.0 * setting.border,
                _ => 2.0 * setting.border,
            };
            match setting.cells {
                None => self.show_at(left, base, &line, codes),
                Some(cells) => {
                    let cell = setting.width / cells as f64;
                    for (index, c) in line.iter().enumerate().take(cells) {
                        let own = std::slice::from_ref(c);
                        let at = (index as f64 + 0.5) * cell - width(own) * size / 2.0;
                        self.show_at(at, base, own, codes);
                    }
                }
            }
            base -= LEADING * size;
        }
    }

    fn show_at(&mut self, x: f64, y: f64, text: &[char], codes: &FxHashMap<char, u8>) {
        let bytes = text.iter().filter_map(|c| codes.get(c).copied());
        let string = Object::String(PdfString {
            bytes: bytes.collect::<Vec<u8>>().into(),
            form: StringForm::Literal,
        });
        let place = [1.0, 0.0, 0.0, 1.0, x, y].map(Object::Real);
        self.text_operator(b"BT", &[], (0, 0));
        self.text_operator(b"Tm", &place, (0, 0));
        self.text_operator(b"Tj", &[string], (0, 0));
    }
}

/// What a text or choice field shows of its value. Where its appearance is drawn anew, scripts may have their say first.
fn shown_value(view: &View<'_>, widget: &Dictionary, anew: bool) -> Option<String> {
    let flags = view.inherited(widget, b"Ff").as_integer().unwrap_or(0);
    let kind = view.inherited(widget, b"FT");
    if kind.is_name(b"Btn") {
        return caption(view, widget).filter(|_| flags & PUSH_BUTTON != 0 && !anew);
    }
    let secret = kind.is_name(b"Tx") && flags & (PASSWORD | FILE_SELECT) != 0;
    let list = kind.is_name(b"Ch") && flags & COMBO == 0;
    if secret || list || !(kind.is_name(b"Tx") || kind.is_name(b"Ch")) {
        return None;
    }
    let actions = view.inherited(widget, b"AA");
    let scripted = actions
        .as_dictionary()
        .is_some_and(|one| one.contains(b"F"));
    if anew && scripted {
        return None;
    }
    let held = view.inherited(widget, b"V");
    let value = view.text(&held)?;
    let options = view.inherited(widget, b"Opt");
    let options = options.as_array().unwrap_or_default().iter().take(OPTIONS);
    let mut displayed = options.filter_map(|option| {
        let pair = view.resolve(option);
        let [export, display, ..] = pair.as_array()? else {
            return None;
        };
        (view.text(export)? == value).then(|| view.text(display))?
    });
    let value = displayed.next().unwrap_or(value);
    value.chars().any(|c| !c.is_whitespace()).then_some(value)
}

/// What a note without an appearance reads (12.5.6.6).
fn note(view: &View<'_>, annotation: &Dictionary) -> Option<String> {
    let text = view.text(&view.get(annotation, b"Contents"))?;
    text.chars().any(|c| !c.is_whitespace()).then_some(text)
}

/// What a push button without an appearance reads (12.5.6.19, table 192).
fn caption(view: &View<'_>, widget: &Dictionary) -> Option<String> {
    let look = view.get(widget, b"MK");
    let caption = view.get(look.as_dictionary()?, b"CA");
    view.text(&caption).filter(|text| !text.trim().is_empty())
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The codes by which a simple font shows characters; of a composite one none are known without its string.
fn codes(font: &Font, text: &[char]) -> FxHashMap<char, u8> {
    let composite = matches!(
        font.kind(),
        FontKind::Type0 {
            descendant: CidFontKind::Type0 | CidFontKind::Type2
        }
    );
    let mut known = FxHashMap::default();
    if composite || font.kind() == FontKind::Type3 {
        return known;
    }
    let wanted: rustc_hash::FxHashSet<char> = text.iter().copied().collect();
    for code in 0..=u8::MAX {
        let glyph = font.glyph(u32::from(code));
        let mut read = glyph.text.chars();
        if let (Some(c), None) = (read.next(), read.next())
            && wanted.contains(&c)
        {
            known.entry(c).or_insert(code);
        }
    }
    known
}

/// Helvetica with the characters wanted: viewers have them from one font or another.
pub(super) fn standard_font(text: &[char]) -> Dictionary {
    let name = |name: &[u8]| Object::Name(Name::new(name));
    let mut differences = vec![Object::Integer(128)];
    let mut wanted: Vec<char> = text.iter().copied().filter(|c| !c.is_ascii()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let names = wanted.iter().take(128).map(|&c| match u32::from(c) {
        short @ ..=0xffff => format!("uni{short:04X}"),
        long => format!("u{long:X}"),
    });
    differences.extend(names.map(|text| name(text.as_bytes())));
    let dictionary = |entries: Vec<(&[u8], Object)>| -> Dictionary {
        let entries = entries.into_iter();
        entries
            .map(|(key, value)| (Name::new(key), value))
            .collect()
    };
    let encoding = match wanted.is_empty() {
        true => name(b"WinAnsiEncoding"),
        false => Object::Dictionary(dictionary(vec![
            (b"BaseEncoding", name(b"WinAnsiEncoding")),
            (b"Differences", Object::Array(differences.into())),
        ])),
    };
    dictionary(vec![
        (b"Type", name(b"Font")),
        (b"Subtype", name(b"Type1")),
        (b"BaseFont", name(b"Helvetica")),
        (b"Encoding", encoding),
    ])
}

/// Lines of a value: at its own breaks, and between words where a line is wider than `most`.
fn wrapped(text: &[char], width: impl Fn(&[char]) -> f64, most: f64) -> Vec<Vec<char>> {
    let mut lines = Vec::new();
    let blank = width(&[' ']);
    for paragraph in text.split(|c| matches!(c, '\r' | '\n')) {
        let (mut line, mut reached): (Vec<char>, f64) = (Vec::new(), 0.0);
        for word in paragraph.split(|c| *c == ' ') {
            let longer = reached + blank + width(word);
            if line.is_empty() {
                (line, reached) = (word.to_vec(), width(word));
            } else if longer <= most {
                line.push(' ');
                line.extend_from_slice(word);
                reached = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_vec()));
                reached = width(word);
            }
        }
        lines.push(line);
    }
    lines
}
