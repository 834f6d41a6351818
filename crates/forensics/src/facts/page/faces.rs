//! Faces of fonts by their names.

use assay_pdf::fonts::Font;

/// The face by its name, whoever spelled it; faces cut alike count as one.
pub fn face(font: &Font) -> String {
    const ALIKE: [(&str, &str); 9] = [
        ("helvetica", "arial"),
        ("nimbussans", "arial"),
        ("liberationsans", "arial"),
        ("timesnewroman", "times"),
        ("nimbusroman", "times"),
        ("liberationserif", "times"),
        ("couriernew", "courier"),
        ("nimbusmono", "courier"),
        ("liberationmono", "courier"),
    ];
    // Some writers tag their subsets with other than six capitals.
    let named = font.base_font();
    let tagged = named.split_once('+').filter(|(tag, _)| tag.len() == 6);
    let name = tagged.map_or(named, |(_, name)| name).to_lowercase();
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut plain = letters
        .replace("psmt", "")
        .replace("regular", "")
        .replace("book", "");
    plain = plain
        .strip_suffix("mt")
        .unwrap_or(&plain)
        .replace("italic", "oblique");
    for (known, as_one) in ALIKE {
        if let Some(rest) = plain.strip_prefix(known) {
            return format!("{as_one}{rest}");
        }
    }
    plain
}
