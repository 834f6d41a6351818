//! The markers of a JPEG 2000 codestream (ISO/IEC 15444-1, Annex A) that say how much is built to decode it: its size,
//! tiles, and the blocks each component is divided into.

/// Components of one picture: DeviceN has at most 32, and one for what is see-through.
const COMPONENTS: u32 = 33;
/// Bits of one sample.
const DEPTH: u8 = 16;
/// Tiles, each counted for each component.
const TILES: u64 = 16_384;
/// Blocks, each counted with its layers and eight more for itself; each costs some 32 bytes.
const BLOCKS: u64 = 4 << 20;
/// Levels of resolution, and the layers the library knows.
const LEVELS: u8 = 32;
const LAYERS: u16 = 32;
/// Bytes of a quantisation marker: two for each band of all levels, and its head.
const QUANTISATION: usize = 2 * 97 + 5;

const SIZ: u8 = 0x51;
const COD: u8 = 0x52;
const COC: u8 = 0x53;
const TLM: u8 = 0x55;
const PLM: u8 = 0x57;
const PLT: u8 = 0x58;
const QCD: u8 = 0x5c;
const QCC: u8 = 0x5d;
const CRG: u8 = 0x63;
const COM: u8 = 0x64;
const SOT: u8 = 0x90;
const SOD: u8 = 0x93;

/// What a codestream says of its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub pixels: u64,
    pub components: u32,
    width: u64,
    height: u64,
    tiles: u64,
}

/// Reads every marker; `None` where one is not sound, not known, or leads to more work than pictures need.
pub fn read(data: &[u8]) -> Option<Frame> {
    let rest = data.strip_prefix(b"\xff\x4f")?;
    let (kind, size, mut rest) = marker(rest)?;
    if kind != SIZ {
        return None;
    }
    let frame = Frame::read(size)?;
    while rest.get(1) != Some(&SOT) {
        let (kind, own, behind) = marker(rest)?;
        frame.allows(kind, own)?;
        rest = behind;
    }
    while rest.starts_with(&[0xff, SOT]) {
        rest = frame.tile_part(rest)?;
    }
    Some(frame)
}

/// A marker with its segment, and what is behind.
fn marker(data: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&[0xff, kind, high, low], _) = data.split_first_chunk::<4>()? else {
        return None;
    };
    let length = usize::from(u16::from_be_bytes([high, low]));
    let own = data.get(4..2 + length)?;
    Some((kind, own, data.get(2 + length..)?))
}

impl Frame {
    /// A.5.1.
    fn read(segment: &[u8]) -> Option<Self> {
        let integer = |index: usize| {
            let bytes = segment.get(2 + 4 * index..6 + 4 * index)?;
            Some(u64::from(u32::from_be_bytes(bytes.try_into().ok()?)))
        };
        let (right, bottom, left, top) = (integer(0)?, integer(1)?, integer(2)?, integer(3)?);
        let (tile_width, tile_height) = (integer(4)?, integer(5)?);
        let (tile_left, tile_top) = (integer(6)?, integer(7)?);
        let (count, each) = segment.get(34..)?.split_first_chunk::<2>()?;
        let components = u32::from(u16::from_be_bytes(*count));
        let sound = each.len() == 3 * components as usize
            && (1..=COMPONENTS).contains(&components)
            && each.chunks_exact(3).all(|one| match one {
                &[depth, across, down] => (depth & 0x7f) < DEPTH && across > 0 && down > 0,
                _ => false,
            });
        if !sound || tile_width == 0 || tile_height == 0 {
            return None;
        }
        let width = right.checked_sub(left)?;
        let height = bottom.checked_sub(top)?;
        let across = right.checked_sub(tile_left)?.div_ceil(tile_width);
        let down = bottom.checked_sub(tile_top)?.div_ceil(tile_height);
        let tiles = across.checked_mul(down)?;
        let pixels = width.checked_mul(height)?;
        let counted = tiles.checked_mul(u64::from(components))?;
        (pixels > 0 && counted <= TILES).then_some(Self {
            pixels,
            components,
            width,
            height,
            tiles,
        })
    }

    /// Whether a marker of the main header or of a tile is one whose work is known.
    fn allows(&self, kind: u8, segment: &[u8]) -> Option<()> {
        let component = if self.components < 257 { 1 } else { 2 };
        match kind {
            COD => {
                let (&[style, _, high, low, _], rest) = segment.split_first_chunk::<5>()?;
                let layers = u16::from_be_bytes([high, low]);
                (1..=LAYERS).contains(&layers).then_some(())?;
                self.blocks(style, rest, layers)
            }
            // The layers are those of the other marker, which may be the most there are.
            COC => {
                let (&style, rest) = segment.get(component..)?.split_first()?;
                self.blocks(style, rest, LAYERS)
            }
            QCD => quantisation(segment),
            QCC => quantisation(segment.get(component..)?),
            TLM | PLM | PLT | CRG | COM => Some(()),
            // Other orders of progression, packed headers and regions of interest are met in no PDF.
            _ => None,
        }
    }

    /// How many blocks a coding style makes (A.6.1, tables A.15 to A.21).
    fn blocks(&self, style: u8, segment: &[u8], layers: u16) -> Option<()> {
        let (&[levels, width, height, _, _], precincts) = segment.split_first_chunk::<5>()?;
        let expected = match style & 1 {
            0 => 0,
            _ => usize::from(levels) + 1,
        };
        if levels > LEVELS || precincts.len() != expected || width > 8 || height > 8 {
            return None;
        }
        let (mut across, mut down) = (u32::from(width) + 2, u32::from(height) + 2);
        for (level, precinct) in precincts.iter().enumerate() {
            // All but the lowest level have bands of half its size.
            let half = u32::from(level > 0);
            across = across.min(u32::from(precinct & 15).checked_sub(half)?);
            down = down.min(u32::from(precinct >> 4).checked_sub(half)?);
        }
        let components = u64::from(self.components);
        // All levels together have fewer than twice the blocks of the whole, and each band of a tile begins anew.
        let inside = self
            .width
            .div_ceil(1 << across)
            .checked_mul(self.height.div_ceil(1 << down))?
            .checked_mul(2 * components)?;
        let edges = self.tiles * components * 3 * (u64::from(levels) + 1);
        let counted = inside
            .checked_add(edges)?
            .checked_mul(u64::from(layers) + 8)?;
        (counted <= BLOCKS).then_some(())
    }

    /// Markers of a tile-part and its data (A.4.2); what is behind it.
    fn tile_part<'a>(&self, data: &'a [u8]) -> Option<&'a [u8]> {
        let (_, head, mut rest) = marker(data)?;
        if head.len() != 8 {
            return None;
        }
        let length = u32::from_be_bytes(head.get(2..6)?.try_into().ok()?) as usize;
        let length = if length == 0 { data.len() } else { length };
        while rest.get(1) != Some(&SOD) {
            let (kind, own, behind) = marker(rest)?;
            self.allows(kind, own)?;
            rest = behind;
        }
        let header = data.len() - rest.len() + 2;
        if !rest.starts_with(&[0xff, SOD]) || length < header {
            return None;
        }
        Some(data.get(length..).unwrap_or_default())
    }
}

/// A.6.4: the style fits the length that the library reads by.
fn quantisation(segment: &[u8]) -> Option<()> {
    let (&style, steps) = segment.split_first()?;
    let sound = match style & 31 {
        0 => true,
        1 => steps.len() == 2,
        2 => steps.len().is_multiple_of(2),
        _ => false,
    };
    (sound && segment.len() <= QUANTISATION).then_some(())
}
