//! Small font programs for tests, built table by table.

/// Which character maps a TrueType sample has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::fonts) enum Maps {
    /// (3, 1): space, A and the euro at their characters.
    Unicode,
    /// (3, 0): A at 0xF041; (1, 0): the euro at 66.
    Symbol,
}

/// Four glyphs: undefined, a space 250 wide, an A of 600 and a euro of 500; only the last two draw.
pub(in crate::fonts) fn truetype(maps: Maps) -> Vec<u8> {
    truetype_naming(maps, &[0, 3, 36, 258])
}

/// With these numbers of the names of its glyphs: from 258 on they stand in the program, which has one.
pub(in crate::fonts) fn truetype_naming(maps: Maps, names: &[u16]) -> Vec<u8> {
    let mut head = vec![0; 54];
    put(&mut head, 0, &[0, 1, 0, 0]);
    put(&mut head, 12, &0x5f0f_3cf5u32.to_be_bytes());
    put(&mut head, 18, &1000u16.to_be_bytes());
    // Long offsets in `loca`.
    put(&mut head, 50, &1u16.to_be_bytes());
    let mut hhea = vec![0; 36];
    put(&mut hhea, 0, &[0, 1, 0, 0]);
    put(&mut hhea, 34, &4u16.to_be_bytes());
    let mut maxp = vec![0; 32];
    put(&mut maxp, 0, &[0, 1, 0, 0]);
    put(&mut maxp, 4, &4u16.to_be_bytes());
    let mut post = vec![0; 32];
    put(&mut post, 0, &[0, 2, 0, 0]);
    post.extend(words(&[names.len() as u16]));
    post.extend(words(names));
    post.extend(b"\x04Euro");
    let tables: [(&[u8; 4], Vec<u8>); 8] = [
        (b"cmap", cmap(maps)),
        (b"glyf", vec![0; 24]),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", words(&[0, 0, 250, 0, 600, 0, 500, 0])),
        (b"loca", [0u32, 0, 0, 12, 24].map(u32::to_be_bytes).concat()),
        (b"maxp", maxp),
        (b"post", post),
    ];
    let mut file = vec![0, 1, 0, 0];
    file.extend(words(&[tables.len() as u16, 0, 0, 0]));
    let mut offset = 12 + 16 * tables.len() as u32;
    for (tag, table) in &tables {
        file.extend(*tag);
        file.extend([0; 4]);
        file.extend(offset.to_be_bytes());
        file.extend((table.len() as u32).to_be_bytes());
        offset += table.len() as u32;
    }
    for (_, table) in tables {
        file.extend(table);
    }
    file
}

fn cmap(maps: Maps) -> Vec<u8> {
    // Format 4: segments of one character each, then the one that ends the list.
    let segments = |characters: &[(u16, u16)]| {
        let count = characters.len() as u16 + 1;
        let codes = || characters.iter().map(|&(code, _)| code).chain([0xffff]);
        let deltas = characters
            .iter()
            .map(|&(code, glyph)| glyph.wrapping_sub(code))
            .chain([1]);
        let mut table = vec![4, 16 + 8 * count, 0, 2 * count, 0, 0, 0];
        table.extend(codes());
        table.push(0);
        table.extend(codes());
        table.extend(deltas);
        table.extend(std::iter::repeat_n(0, usize::from(count)));
        words(&table)
    };
    match maps {
        Maps::Unicode => {
            let mut table = words(&[0, 1, 3, 1, 0, 12]);
            table.extend(segments(&[(32, 1), (65, 2), (0x20ac, 3)]));
            table
        }
        Maps::Symbol => {
            let mut table = words(&[0, 2, 1, 0, 0, 20, 3, 0, 0, 20 + 262]);
            let mut bytes = words(&[0, 262, 0]);
            bytes.extend((0..=255u8).map(|code| if code == 66 { 3 } else { 0 }));
            table.extend(bytes);
            table.extend(segments(&[(0xf041, 2)]));
            table
        }
    }
}

/// Three glyphs: undefined, an A of 600 that draws, and `alef` of the default width 500, whose charstring calls a
/// subroutine; codes 65 and 200.
pub(in crate::fonts) fn cff() -> Vec<u8> {
    // -107 callgsubr
    cff_with(&[32, 29])
}

/// The same with another charstring for `alef`.
pub(in crate::fonts) fn cff_with(alef: &[u8]) -> Vec<u8> {
    let name = index(&[b"Sample"]);
    let strings = index(&[b"alef"]);
    // endchar
    let subroutines = index(&[&[14]]);
    let charstrings = index(&[
        &[14],
        // 50 10 hmoveto 10 10 rlineto endchar: the first number is what the width exceeds the nominal one by.
        &[189, 149, 22, 149, 149, 5, 14],
        alef,
    ]);
    let charset = [0, 0, 34, 1, 135];
    let encoding = [0, 2, 65, 200];
    // 500 defaultWidthX 550 nominalWidthX
    let private = [28, 1, 244, 20, 28, 2, 38, 21];
    let dictionary_length = 6 + 6 + 6 + 11;
    let mut offset = 4 + name.len() + (5 + dictionary_length) + strings.len() + subroutines.len();
    let mut place = |length: usize| {
        let at = offset;
        offset += length;
        at as u32
    };
    let number = |value: u32| {
        let mut bytes = vec![29];
        bytes.extend(value.to_be_bytes());
        bytes
    };
    let mut dictionary = number(place(charset.len()));
    dictionary.push(15);
    dictionary.extend(number(place(encoding.len())));
    dictionary.push(16);
    dictionary.extend(number(place(charstrings.len())));
    dictionary.push(17);
    dictionary.extend(number(private.len() as u32));
    dictionary.extend(number(place(private.len())));
    dictionary.push(18);
    let mut file = vec![1, 0, 4, 1];
    file.extend(name);
    file.extend(index(&[&dictionary]));
    file.extend(strings);
    file.extend(subroutines);
    file.extend(charset);
    file.extend(encoding);
    file.extend(charstrings);
    file.extend(private);
    file
}

/// An INDEX with offsets of one byte.
fn index(items: &[&[u8]]) -> Vec<u8> {
    let mut bytes = (items.len() as u16).to_be_bytes().to_vec();
    bytes.push(1);
    let mut offset = 1u8;
    bytes.push(offset);
    for item in items {
        offset += item.len() as u8;
        bytes.push(offset);
    }
    bytes.extend(items.concat());
    bytes
}

fn words(values: &[u16]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_be_bytes())
        .collect()
}

fn put(table: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = table.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}
