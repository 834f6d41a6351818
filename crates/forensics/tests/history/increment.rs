//! Files saved several times, built for the tests: a first save, and saves appended to it (ISO 32000-2, 7.5.6).

/// Objects by number.
pub type Objects<'o> = &'o [(u32, String)];

pub fn stream(dictionary: &str, data: &[u8]) -> String {
    // Test data is written in hexadecimal so that a file stays text.
    let hex: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
    format!(
        "<</Length {} /Filter/ASCIIHexDecode {dictionary}>>stream\n{hex}>\nendstream",
        hex.len() + 1
    )
}

pub fn contents(text: &str) -> String {
    stream("", text.as_bytes())
}

/// A page whose contents are object `contents`, with Helvetica as `/F1` and object 9 as `/Im`.
pub fn page(contents: u32) -> String {
    format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents {contents} 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</Im 9 0 R>>>>>>"
    )
}

pub fn pages(kids: &[u32]) -> String {
    let list: Vec<String> = kids.iter().map(|kid| format!("{kid} 0 R")).collect();
    format!(
        "<</Type/Pages/Count {}/Kids[{}]>>",
        kids.len(),
        list.join(" ")
    )
}

/// One save after what is there; with nothing there, the first one.
pub fn save(mut file: Vec<u8>, objects: Objects<'_>, trailer: &str) -> Vec<u8> {
    let previous = memchr_last(&file, b"startxref").map(|at| {
        let rest = file.get(at + 10..).unwrap_or_default();
        let digits: String = rest
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .map(|byte| *byte as char)
            .collect();
        format!("/Prev {digits}")
    });
    if file.is_empty() {
        file.extend_from_slice(b"%PDF-1.7\n");
    }
    let mut rows = String::new();
    for (number, body) in objects {
        rows.push_str(&format!("{number} 1\n{:010} 00000 n \n", file.len()));
        file.extend_from_slice(format!("{number} 0 obj\n{body}\nendobj\n").as_bytes());
    }
    let start = file.len();
    let first = if previous.is_none() {
        "0 1\n0000000000 65535 f \n"
    } else {
        ""
    };
    let previous = previous.unwrap_or_default();
    file.extend_from_slice(
        format!("xref\n{first}{rows}trailer\n<</Size 40/Root 1 0 R{previous}{trailer}>>\nstartxref\n{start}\n%%EOF\n")
            .as_bytes(),
    );
    file
}

fn memchr_last(file: &[u8], word: &[u8]) -> Option<usize> {
    file.windows(word.len()).rposition(|window| window == word)
}

/// A document of one page that shows `text`.
pub fn document(text: &str) -> Vec<u8> {
    let objects = [
        (1, "<</Type/Catalog/Pages 2 0 R>>".to_owned()),
        (2, pages(&[3])),
        (3, page(4)),
        (4, contents(text)),
    ];
    save(Vec::new(), &objects, "")
}
