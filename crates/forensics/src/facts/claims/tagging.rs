//! Text outside of all marks on a page whose rest is tagged (ISO 32000-2, 14.7 and 14.8): a writer that tags marks all that it
//! writes, be it as an artifact.

use assay_pdf::{Area, View};

use crate::facts::page::{PageFacts, in_contents, seen};

/// Glyphs that must be marked before one without a mark stands out.
const MARKED: usize = 60;
/// Share of the page's glyphs that must be marked.
const SHARE: f64 = 0.9;
/// Bytes of such text that are told.
const TOLD: usize = 400;

/// Text of one page that stands in no mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Unmarked {
    /// 1-based.
    pub page: u32,
    pub area: Area,
    pub text: String,
}

/// Such text of every page of a tagged document.
pub fn unmarked(view: &View<'_>, pages: &[PageFacts]) -> Vec<Unmarked> {
    let catalog = view.catalog();
    let root = catalog.as_ref().and_then(|one| one.object.as_dictionary());
    let tree = root.map(|root| view.get(root, b"StructTreeRoot"));
    if tree.is_none_or(|tree| tree.as_dictionary().is_none()) {
        return Vec::new();
    }
    pages.iter().filter_map(of_page).collect()
}

fn of_page(page: &PageFacts) -> Option<Unmarked> {
    let content = &page.content;
    let runs = content.runs.iter().filter(|run| {
        let shown = seen(run) && in_contents(content, run.source);
        shown && content.run_text(run).chars().any(char::is_alphanumeric)
    });
    let (mut marked, mut all) = (0, 0);
    let mut found: Option<Unmarked> = None;
    for run in runs {
        all += run.glyphs.len();
        if run.marked.is_some() {
            marked += run.glyphs.len();
            continue;
        }
        let Some(area) = content.run_area(run) else {
            continue;
        };
        let told = found.get_or_insert_with(|| Unmarked {
            page: page.page.number,
            area,
            text: String::new(),
        });
        told.area = told.area.union(&area);
        if told.text.len() < TOLD {
            let blank = if told.text.is_empty() { "" } else { " " };
            told.text.push_str(blank);
            told.text.push_str(content.run_text(run).trim());
        }
    }
    found.filter(|_| marked >= MARKED && marked as f64 >= SHARE * all as f64)
}
