//! Predefined CMaps (ISO 32000-2, 9.7.5.2) and what the CIDs of Adobe's character collections read (9.10.2).

use std::sync::OnceLock;

use hayro_cmap::{BfString, CMap, CMapName};

use super::codespace::Codespace;
use super::glyph::Text;

/// The CMaps that the registry holds, by name; each is unpacked when first asked for.
static CMAPS: [(&str, OnceLock<Option<CMap>>); 64] = {
    macro_rules! slots {
        ($($name:literal)*) => { [$(($name, OnceLock::new())),*] };
    }
    slots! {
        "83pv-RKSJ-H" "90ms-RKSJ-H" "90ms-RKSJ-V" "90msp-RKSJ-H" "90msp-RKSJ-V" "90pv-RKSJ-H" "Add-RKSJ-H" "Add-RKSJ-V"
        "Adobe-CNS1-UCS2" "Adobe-GB1-UCS2" "Adobe-Japan1-UCS2" "Adobe-Korea1-UCS2" "B5pc-H" "B5pc-V" "CNS-EUC-H"
        "CNS-EUC-V" "ETen-B5-H" "ETen-B5-V" "ETenms-B5-H" "ETenms-B5-V" "EUC-H" "EUC-V" "Ext-RKSJ-H" "Ext-RKSJ-V"
        "GB-EUC-H" "GB-EUC-V" "GBK-EUC-H" "GBK-EUC-V" "GBK2K-H" "GBK2K-V" "GBKp-EUC-H" "GBKp-EUC-V" "GBpc-EUC-H"
        "GBpc-EUC-V" "H" "HKscs-B5-H" "HKscs-B5-V" "KSC-EUC-H" "KSC-EUC-V" "KSCms-UHC-H" "KSCms-UHC-HW-H"
        "KSCms-UHC-HW-V" "KSCms-UHC-V" "KSCpc-EUC-H" "UniCNS-UCS2-H" "UniCNS-UCS2-V" "UniCNS-UTF16-H"
        "UniCNS-UTF16-V" "UniGB-UCS2-H" "UniGB-UCS2-V" "UniGB-UTF16-H" "UniGB-UTF16-V" "UniJIS-UCS2-H"
        "UniJIS-UCS2-HW-H" "UniJIS-UCS2-HW-V" "UniJIS-UCS2-V" "UniJIS-UTF16-H" "UniJIS-UTF16-V" "UniKS-UCS2-H"
        "UniKS-UCS2-V" "UniKS-UTF16-H" "UniKS-UTF16-V" "V" "Identity-H"
    }
};

fn unpacked(name: &str) -> Option<&'static CMap> {
    let (name, slot) = CMAPS.iter().find(|(known, _)| *known == name)?;
    slot.get_or_init(|| {
        let data = hayro_cmap::load_embedded(CMapName::from_bytes(name.as_bytes()))?;
        CMap::parse(data, hayro_cmap::load_embedded)
    })
    .as_ref()
}

/// A CMap known by its name. Those outside of table 116 are known as far as their codes are Unicode.
#[derive(Debug, Clone, Copy)]
pub(super) struct Predefined {
    codespaces: &'static [Codespace],
    unicode: Option<UnicodeForm>,
    /// Its name in the registry, where it is there.
    name: Option<&'static str>,
    vertical: bool,
}

/// How the codes of a `Uni…` CMap spell Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnicodeForm {
    Utf16,
    Utf8,
    Utf32,
}

impl Predefined {
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?;
        let known = CMAPS
            .iter()
            .map(|(known, _)| *known)
            .find(|known| *known == name && !known.starts_with("Adobe-"));
        let unicode = name
            .starts_with("Uni")
            .then(|| unicode_form(name))
            .flatten();
        (known.is_some() || unicode.is_some()).then(|| Self {
            codespaces: codespaces(name),
            unicode,
            name: known,
            vertical: name.ends_with("-V") || name == "V",
        })
    }

    pub(super) fn codespaces(&self) -> &'static [Codespace] {
        self.codespaces
    }

    pub(super) fn vertical(&self) -> bool {
        self.vertical
    }

    pub(super) fn cid(&self, code: u32, length: u8) -> Option<u32> {
        unpacked(self.name?)?.lookup_cid_code(code, length)
    }

    /// The character that the code itself is.
    pub(super) fn character(&self, code: u32, length: u8) -> Option<char> {
        let bytes = code.to_be_bytes();
        let bytes = bytes.get(4 - usize::from(length.clamp(1, 4))..)?;
        match self.unicode? {
            UnicodeForm::Utf32 => char::from_u32(code),
            UnicodeForm::Utf8 => std::str::from_utf8(bytes).ok()?.chars().next(),
            UnicodeForm::Utf16 => {
                let units = [(code >> 16) as u16, code as u16];
                let units = units.get(usize::from(length <= 2)..)?;
                char::decode_utf16(units.iter().copied()).next()?.ok()
            }
        }
    }
}

fn unicode_form(name: &str) -> Option<UnicodeForm> {
    if name.contains("-UTF16") || name.contains("-UCS2") {
        Some(UnicodeForm::Utf16)
    } else if name.contains("-UTF8") {
        Some(UnicodeForm::Utf8)
    } else if name.contains("-UTF32") {
        Some(UnicodeForm::Utf32)
    } else {
        None
    }
}

/// The codespaces as the files of github.com/adobe-type-tools/cmap-resources declare them.
fn codespaces(name: &str) -> &'static [Codespace] {
    const fn one(low: u32, high: u32) -> Codespace {
        Codespace::new(1, low, high)
    }
    const fn two(low: u32, high: u32) -> Codespace {
        Codespace::new(2, low, high)
    }
    const fn four(low: u32, high: u32) -> Codespace {
        Codespace::new(4, low, high)
    }
    let stem = name.trim_end_matches("-H").trim_end_matches("-V");
    match stem {
        "H" | "V" => &const { [two(0x2121, 0x7e7e)] },
        "90ms-RKSJ" | "90msp-RKSJ" | "Add-RKSJ" | "Ext-RKSJ" => {
            &const {
                [
                    one(0, 0x80),
                    two(0x8140, 0x9ffc),
                    one(0xa0, 0xdf),
                    two(0xe040, 0xfcfc),
                ]
            }
        }
        "83pv-RKSJ" | "90pv-RKSJ" => {
            &const {
                [
                    one(0, 0x80),
                    two(0x8140, 0x9ffc),
                    one(0xa0, 0xdf),
                    two(0xe040, 0xfcfc),
                    one(0xfd, 0xff),
                ]
            }
        }
        "EUC" => &const { [one(0, 0x80), two(0x8ea0, 0x8edf), two(0xa1a1, 0xfefe)] },
        "GBK2K" => {
            &const {
                [
                    one(0, 0x7f),
                    four(0x8130_8130, 0xfe39_fe39),
                    two(0x8140, 0xfefe),
                ]
            }
        }
        "GBK-EUC" | "GBKp-EUC" => &const { [one(0, 0x80), two(0x8140, 0xfefe)] },
        "GB-EUC" | "KSC-EUC" => &const { [one(0, 0x80), two(0xa1a1, 0xfefe)] },
        "GBpc-EUC" => &const { [one(0, 0x80), two(0xa1a1, 0xfcfe), one(0xfd, 0xff)] },
        "KSCms-UHC" | "KSCms-UHC-HW" => &const { [one(0, 0x80), two(0x8141, 0xfefe)] },
        "KSCpc-EUC" => &const { [one(0, 0x84), two(0xa141, 0xfdfe), one(0xfe, 0xff)] },
        "B5pc" => &const { [one(0, 0x80), two(0xa140, 0xfcfe), one(0xfd, 0xff)] },
        "ETen-B5" | "ETenms-B5" => &const { [one(0, 0x80), two(0xa140, 0xfefe)] },
        "HKscs-B5" => &const { [one(0, 0x80), two(0x8740, 0xfefe)] },
        "CNS-EUC" => {
            &const {
                [
                    one(0, 0x80),
                    four(0x8ea1_a1a1, 0x8ea1_fefe),
                    four(0x8ea2_a1a1, 0x8ea2_fefe),
                    four(0x8ea3_a1a1, 0x8ea3_fefe),
                    two(0xa1a1, 0xfefe),
                ]
            }
        }
        _ if stem.contains("-UTF16") => {
            &const {
                [
                    two(0, 0xd7ff),
                    four(0xd800_dc00, 0xdbff_dfff),
                    two(0xe000, 0xffff),
                ]
            }
        }
        _ if stem.contains("-UTF8") => {
            &const {
                [
                    one(0, 0x7f),
                    two(0xc080, 0xdfbf),
                    Codespace::new(3, 0xe0_8080, 0xef_bfbf),
                    four(0xf080_8080, 0xf7bf_bfbf),
                ]
            }
        }
        _ if stem.contains("-UTF32") => &const { [four(0, 0x0010_ffff)] },
        // The UCS2 family and Identity.
        _ => &const { [two(0, 0xffff)] },
    }
}

/// A character collection whose CIDs have a published meaning (9.7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Collection {
    Cns1,
    Gb1,
    Japan1,
    Korea1,
}

impl Collection {
    pub(super) fn named(registry: &[u8], ordering: &[u8]) -> Option<Self> {
        match (registry, ordering) {
            (b"Adobe", b"CNS1") => Some(Self::Cns1),
            (b"Adobe", b"GB1") => Some(Self::Gb1),
            (b"Adobe", b"Japan1") => Some(Self::Japan1),
            (b"Adobe", b"Korea1") => Some(Self::Korea1),
            _ => None,
        }
    }

    /// What a CID reads; several characters read as their first, which no CID of text needs.
    pub(super) fn text(self, cid: u32) -> Option<Text<'static>> {
        let map = unpacked(match self {
            Self::Cns1 => "Adobe-CNS1-UCS2",
            Self::Gb1 => "Adobe-GB1-UCS2",
            Self::Japan1 => "Adobe-Japan1-UCS2",
            Self::Korea1 => "Adobe-Korea1-UCS2",
        })?;
        let character = match map.lookup_bf_string(cid)? {
            BfString::Char(character) => character,
            BfString::String(text) => text.chars().next()?,
        };
        Some(Text::from(character))
    }
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test may")]
mod tests {
    use super::*;

    #[test]
    fn every_name_unpacks() {
        for (name, _) in &CMAPS {
            assert!(unpacked(name).is_some(), "{name}");
        }
    }

    #[test]
    fn codes_lead_to_cids_and_cids_to_characters() {
        let Some(map) = Predefined::named(b"90ms-RKSJ-H") else {
            panic!("90ms-RKSJ-H is predefined");
        };
        assert_eq!(map.cid(0x41, 1), Some(264));
        // HIRAGANA LETTER A
        assert_eq!(map.cid(0x82a0, 2), Some(843));
        assert!(Collection::Japan1.text(843).is_some_and(|t| t == "あ"));
        assert!(!map.vertical());
    }

    #[test]
    fn unicode_codes_are_their_own_text() {
        let Some(map) = Predefined::named(b"UniGB-UTF16-V") else {
            panic!("UniGB-UTF16-V is predefined");
        };
        assert!(map.vertical());
        assert_eq!(map.character(0x4e2d, 2), Some('中'));
        assert_eq!(map.character(0xd83d_de00, 4), Some('\u{1f600}'));
        assert!(Collection::Gb1.text(4559).is_some_and(|t| t == "中"));
        assert_eq!(map.cid(0x4e2d, 2), Some(4559));
    }

    #[test]
    fn unicode_cmaps_outside_of_the_table_read_too() {
        let form = |name: &[u8], code, length| {
            Predefined::named(name).and_then(|map| map.character(code, length))
        };
        assert_eq!(form(b"UniJIS2004-UTF16-H", 0x3042, 2), Some('あ'));
        assert_eq!(form(b"UniJIS-UTF8-H", 0xe3_8182, 3), Some('あ'));
        assert_eq!(form(b"UniJIS-UTF32-H", 0x3042, 4), Some('あ'));
        assert!(Predefined::named(b"Adobe-GB1-UCS2").is_none());
        assert!(Predefined::named(b"Nonsense-H").is_none());
    }
}
