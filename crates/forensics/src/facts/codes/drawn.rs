//! Codes that are drawn: many small squares, or one path of them. Squares that stand close together in a square place
//! are painted on a grid of our own.

use assay_pdf::Area;
use assay_pdf::content::{Color, Corner, Figure, PageContent};
use rustc_hash::FxHashMap;

use super::bitmap::{Allowance, Bitmap};
use super::reading::read;

/// Dark pieces of a code: the smallest has some 200 dark modules, rows of which may be joined.
const LEAST: usize = 30;
/// Pieces of one page looked at.
const PIECES: usize = 60_000;
/// The shorter side of a piece, points: a module is between a third of a millimetre and four.
const MODULE: std::ops::RangeInclusive<f64> = 0.3..=12.0;
/// The longer side: a finder pattern or a row.
const LONGEST: f64 = 220.0;
/// Sides of a code on the page, points.
const PRINTED: std::ops::RangeInclusive<f64> = 17.0..=420.0;
/// Share of a code that is dark.
const DARK: std::ops::RangeInclusive<f64> = 0.25..=0.75;
/// Places of one page tried.
const PLACES: usize = 8;
/// Pixels of a side of the grid: four a module of the largest code.
const GRID: usize = 720;
/// Pixels painted in one place, and edges crossed there: what is painted over and over is no code.
const PAINTED: usize = 8 * GRID * GRID;
const CROSSINGS: usize = 1_000_000;

/// One filled box or path.
struct Piece<'c> {
    order: u32,
    dark: bool,
    area: Area,
    shape: Option<(&'c Figure, &'c [Corner])>,
}

/// Codes that a page draws.
pub fn find(content: &PageContent, allowance: &mut Allowance) -> Vec<(Area, String)> {
    // Most pages have no such pieces at all.
    let boxes = content
        .paints
        .iter()
        .filter(|paint| paint.rectangle)
        .count();
    let corners: usize = content
        .figures
        .iter()
        .map(|figure| figure.corners.len())
        .sum();
    if boxes < LEAST && corners < LEAST * 2 {
        return Vec::new();
    }
    let pieces = pieces(content);
    let mut found = Vec::new();
    for place in places(&pieces, allowance).into_iter().take(PLACES) {
        if !allowance.take(GRID * GRID) {
            break;
        }
        let bitmap = painted(&pieces, &place);
        if let Some((square, text)) = read(&bitmap) {
            let [left, top, right, bottom] = square.bounds();
            let (dx, dy) = (place.width() / GRID as f64, place.height() / GRID as f64);
            let area = Area::between(
                place.x0 + left * dx,
                place.y1 - bottom * dy,
                place.x0 + right * dx,
                place.y1 - top * dy,
            );
            found.push((area, text));
        }
    }
    found
}

/// All filled boxes and parts of paths, in paint order.
fn pieces(content: &PageContent) -> Vec<Piece<'_>> {
    let mut figures = content.figures.iter().peekable();
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for paint in &content.paints {
        while figures
            .next_if(|figure| figure.order < paint.order)
            .is_some()
        {}
        let figure = figures.next_if(|figure| figure.order == paint.order);
        let stroked = paint.filled.is_none();
        let colour = paint.filled.or(paint.stroked);
        let Some(dark) = colour.as_ref().and_then(is_dark) else {
            continue;
        };
        if paint.hidden || paint.alpha < 0.5 || paint.blends || pieces.len() >= PIECES {
            continue;
        }
        let piece = |area: Area, shape| Piece {
            order: paint.order,
            dark,
            area,
            shape,
        };
        match figure {
            Some(figure) => pieces.extend(parts(&figure.corners).filter_map(|part| {
                Some(piece(box_of(part, figure.stroke)?, Some((figure, part))))
            })),
            None if paint.rectangle && !stroked => pieces.push(piece(paint.area, None)),
            None => {}
        }
    }
    pieces
}

fn is_dark(colour: &Color) -> Option<bool> {
    let [red, green, blue] = colour.rgb?;
    Some(red * 0.3 + green * 0.59 + blue * 0.11 < 0.5)
}

/// The parts of a path, each from one beginning to the next.
fn parts(corners: &[Corner]) -> impl Iterator<Item = &[Corner]> {
    corners.chunk_by(|_, next| !next.begins)
}

fn box_of(part: &[Corner], stroke: Option<f64>) -> Option<Area> {
    let points = part.iter().map(|corner| {
        let (x, y) = (f64::from(corner.x), f64::from(corner.y));
        Area::between(x, y, x, y)
    });
    let area = points.reduce(|all, one| all.union(&one))?;
    let Some(width) = stroke else {
        return Some(area);
    };
    // A line is as high as it is wide, and ends where it ends (8.4.3.3, butt caps).
    let half = width / 2.0;
    let (dx, dy) = match area.width() > area.height() {
        true => (0.0, half),
        false => (half, 0.0),
    };
    Some(Area::between(
        area.x0 - dx,
        area.y0 - dy,
        area.x1 + dx,
        area.y1 + dy,
    ))
}

/// Square places where small dark pieces stand close together.
fn places(pieces: &[Piece<'_>], allowance: &mut Allowance) -> Vec<Area> {
    let mut places: Vec<Area> = Vec::new();
    let small: Vec<&Piece<'_>> = pieces.iter().filter(|piece| is_module(piece)).collect();
    if small.len() >= LEAST && allowance.take(small.len() * 8) {
        places.extend(close_together(&small));
    }
    // One outline may hold the whole code.
    for piece in pieces.iter().filter(|piece| piece.dark) {
        if let Some((_, part)) = piece.shape
            && part.len() >= LEAST * 4
        {
            places.push(piece.area);
        }
    }
    places.retain(is_square);
    places
}

fn is_module(piece: &Piece<'_>) -> bool {
    let (width, height) = (piece.area.width(), piece.area.height());
    piece.dark && MODULE.contains(&width.min(height)) && width.max(height) <= LONGEST
}

fn is_square(area: &Area) -> bool {
    let (width, height) = (area.width(), area.height());
    PRINTED.contains(&width)
        && PRINTED.contains(&height)
        && (0.93..=1.07).contains(&(width / height))
}

/// Groups of pieces whose cells of a coarse grid touch, with enough of them and neither too dark nor too light.
fn close_together(small: &[&Piece<'_>]) -> Vec<Area> {
    let mut sides: Vec<f64> = small
        .iter()
        .map(|piece| piece.area.width().min(piece.area.height()))
        .collect();
    let middle = sides.len() / 2;
    let (_, module, _) = sides.select_nth_unstable_by(middle, f64::total_cmp);
    let module = *module;
    let cell = (module * 3.0).max(4.0);
    // Corner marks and rules beside the code are of another measure than its modules.
    let of_measure = |piece: &&&Piece<'_>| {
        let side = piece.area.width().min(piece.area.height());
        (0.6..=8.0).contains(&(side / module))
    };
    let small: Vec<&Piece<'_>> = small.iter().filter(of_measure).copied().collect();
    let small = small.as_slice();
    let mut cells: FxHashMap<(i32, i32), Vec<usize>> = FxHashMap::default();
    for (index, piece) in small.iter().enumerate() {
        for key in covered(&piece.area, cell) {
            cells.entry(key).or_default().push(index);
        }
    }
    let mut starts: Vec<(i32, i32)> = cells.keys().copied().collect();
    starts.sort_unstable();
    let mut groups = Vec::new();
    for start in starts {
        groups.extend(group(start, &mut cells, small));
    }
    groups
}

/// The cells that a piece lies in; it is at most a few dozen long, and thin.
fn covered(area: &Area, cell: f64) -> impl Iterator<Item = (i32, i32)> {
    let at = |value: f64| (value / cell).clamp(-1e6, 1e6) as i32;
    let (x, y) = (at(area.x0)..=at(area.x1), at(area.y0)..=at(area.y1));
    x.flat_map(move |x| y.clone().map(move |y| (x, y)))
}

/// Takes all cells that touch `start` out of the grid.
fn group(
    start: (i32, i32),
    cells: &mut FxHashMap<(i32, i32), Vec<usize>>,
    small: &[&Piece<'_>],
) -> Option<Area> {
    let mut open = vec![start];
    let mut members: Vec<usize> = Vec::new();
    while let Some((x, y)) = open.pop() {
        let Some(inside) = cells.remove(&(x, y)) else {
            continue;
        };
        members.extend(inside);
        for (dx, dy) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            open.push((x + dx, y + dy));
        }
    }
    members.sort_unstable();
    members.dedup();
    let areas = members
        .iter()
        .filter_map(|&index| small.get(index))
        .map(|piece| piece.area);
    let around = areas.clone().reduce(|all, one| all.union(&one))?;
    let dark: f64 = areas.map(|area| area.size()).sum();
    let share = dark / around.size().max(1.0);
    (members.len() >= LEAST && DARK.contains(&share)).then_some(around)
}

/// What the pieces paint in a place, later ones over earlier ones.
fn painted(pieces: &[Piece<'_>], place: &Area) -> Bitmap {
    let mut bitmap = Bitmap {
        width: GRID,
        height: GRID,
        dark: vec![false; GRID * GRID],
    };
    let mut done = None;
    let mut left = PAINTED;
    for piece in pieces {
        let Some(common) = piece.area.intersection(place) else {
            continue;
        };
        let share = common.size() / place.size();
        left = left.saturating_sub((share * (GRID * GRID) as f64) as usize + 1);
        if left == 0 {
            break;
        }
        match piece.shape {
            None => fill_box(&mut bitmap, place, &piece.area, piece.dark),
            Some((figure, _)) if figure.stroke.is_some() => {
                fill_box(&mut bitmap, place, &piece.area, piece.dark);
            }
            // The parts of one path are filled together: one may be the hole of another.
            Some((figure, _)) if done != Some(piece.order) => {
                fill_path(&mut bitmap, place, figure, piece.dark);
                done = Some(piece.order);
            }
            Some(_) => {}
        }
    }
    bitmap
}

/// From points to pixels whose middles lie within.
fn pixel(value: f64, from: f64, length: f64) -> usize {
    let at = (value - from) / length * GRID as f64 + 0.5;
    at.clamp(0.0, GRID as f64) as usize
}

fn fill_box(bitmap: &mut Bitmap, place: &Area, area: &Area, dark: bool) {
    let column = |x: f64| pixel(x, place.x0, place.width());
    let row = |y: f64| GRID - pixel(y, place.y0, place.height());
    let (left, right) = (column(area.x0), column(area.x1));
    for y in row(area.y1)..row(area.y0) {
        let start = y * GRID;
        if let Some(pixels) = bitmap.dark.get_mut(start + left..start + right) {
            pixels.fill(dark);
        }
    }
}

/// Fills a path by its rule: each vertical edge is noted in the rows it passes.
fn fill_path(bitmap: &mut Bitmap, place: &Area, figure: &Figure, dark: bool) {
    let column = |x: f32| pixel(f64::from(x), place.x0, place.width());
    let row = |y: f32| GRID - pixel(f64::from(y), place.y0, place.height());
    let mut crossings: Vec<Vec<(usize, i32)>> = vec![Vec::new(); GRID];
    let mut left = CROSSINGS;
    for part in parts(&figure.corners) {
        let next = part.iter().cycle().skip(1);
        for (a, b) in part.iter().zip(next) {
            if (a.x - b.x).abs() > (a.y - b.y).abs() {
                continue;
            }
            let (from, to) = (row(a.y), row(b.y));
            let turn = if from < to { 1 } else { -1 };
            let Some(after) = left.checked_sub(from.abs_diff(to)) else {
                return;
            };
            left = after;
            let rows = crossings.get_mut(from.min(to)..from.max(to));
            for crossed in rows.into_iter().flatten() {
                crossed.push((column(a.x), turn));
            }
        }
    }
    for (y, mut crossed) in crossings.into_iter().enumerate() {
        crossed.sort_unstable();
        let mut winding = 0;
        for (at, &(x, turn)) in crossed.iter().enumerate() {
            winding += if figure.even_odd { 1 } else { turn };
            let inside = match figure.even_odd {
                true => winding % 2 != 0,
                false => winding != 0,
            };
            let end = crossed.get(at + 1).map_or(x, |(next, _)| *next);
            let start = y * GRID;
            if let Some(pixels) = bitmap.dark.get_mut(start + x..start + end)
                && inside
            {
                pixels.fill(dark);
            }
        }
    }
}
