//! Stream data through decryption and filters, up to the first picture codec.

use std::borrow::Cow;

use crate::anomaly::AnomalyKind;
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::syntax::crypt::{Decryptor, Method};
use crate::syntax::filters;
use crate::syntax::object::{Dictionary, Object, Stream};

use super::Document;

impl Document<'_> {
    /// The decoded bytes of a stream up to the first picture filter. `resolve` follows references in `/Filter` and `/DecodeParms`.
    pub(crate) fn decode(
        &self,
        stream: &Stream,
        resolve: &dyn Fn(&Object) -> Object,
    ) -> Result<Vec<u8>, LimitExceeded> {
        let raw = stream.data.of(self.bytes);
        // Reading counts as well: a stream may decode to nothing and be asked for a million times.
        self.budget.spend_decoded(raw.len() / 4 + 16)?;
        let plan = FilterPlan::of(&stream.dictionary, resolve);
        let mut bytes = match &self.decryptor {
            Some(decryptor) if !is_unencrypted_stream(stream, decryptor) => {
                let method = plan.crypt(decryptor);
                let method = method.unwrap_or_else(|| method_of(stream, decryptor));
                match decryptor.decrypt(method, stream.id, raw) {
                    Some(bytes) => bytes,
                    // An attachment that takes a password is not damaged: nothing of it is read.
                    None => return Ok(Vec::new()),
                }
            }
            _ if plan.steps.is_empty() => raw.to_vec(),
            _ => Vec::new(),
        };
        let encrypted = self
            .decryptor
            .as_ref()
            .is_some_and(|decryptor| !is_unencrypted_stream(stream, decryptor));
        for (at, step) in plan.steps.iter().enumerate() {
            let input: &[u8] = if at == 0 && !encrypted { raw } else { &bytes };
            let Some(decoded) = step.apply(input, self.budget.decodable()) else {
                if at == 0 && !encrypted {
                    bytes = raw.to_vec();
                }
                break;
            };
            if let Some(reason) = decoded.damage {
                self.note(AnomalyKind::StreamDamaged { reason }, stream.data);
            }
            if let (Step::Flate(_), None) = (step, decoded.damage) {
                self.note_data_behind(stream, input, decoded.consumed);
            }
            self.budget.spend_decoded(decoded.bytes.len())?;
            bytes = decoded.bytes;
        }
        Ok(bytes)
    }

    /// The decoded data of a picture within contents: those were decrypted as a whole.
    pub(crate) fn decode_inline(
        &self,
        dictionary: &Dictionary,
        packed: &[u8],
        resolve: &dyn Fn(&Object) -> Object,
    ) -> Result<Vec<u8>, LimitExceeded> {
        self.budget.spend_decoded(packed.len() / 4 + 16)?;
        let mut bytes = packed.to_vec();
        for step in &FilterPlan::of(dictionary, resolve).steps {
            let Some(decoded) = step.apply(&bytes, self.budget.decodable()) else {
                break;
            };
            self.budget.spend_decoded(decoded.bytes.len())?;
            bytes = decoded.bytes;
        }
        Ok(bytes)
    }

    /// A Flate stream ends by itself; whoever packs less into the place of more leaves a rest.
    pub(super) fn note_data_behind(&self, stream: &Stream, input: &[u8], consumed: usize) {
        let rest = input.get(consumed..).unwrap_or_default();
        let eol = rest.iter().all(|byte| matches!(byte, b'\r' | b'\n')) && rest.len() <= 2;
        if !eol {
            let kind = AnomalyKind::DataBehindFlate {
                id: stream.id,
                bytes: rest.len(),
            };
            // Behind a text filter the place is only known to be within the stream.
            let start = stream
                .data
                .end
                .saturating_sub(rest.len())
                .max(stream.data.start);
            self.note(kind, Span::new(start, stream.data.end));
        }
    }

    pub(super) fn decode_plain(&self, stream: &Stream) -> Cow<'_, [u8]> {
        let plan = FilterPlan::of(&stream.dictionary, &Object::clone);
        let mut bytes = Cow::Borrowed(stream.data.of(self.bytes));
        for step in &plan.steps {
            match step.apply(&bytes, self.budget.decodable()) {
                Some(decoded) => bytes = decoded.bytes.into(),
                None => break,
            }
        }
        match self.budget.spend_decoded(bytes.len()) {
            Ok(()) => bytes,
            Err(_) => Cow::default(),
        }
    }
}

/// Whether an object's strings are never encrypted: the encryption dictionary itself and cross-reference streams (7.6.2).
pub(super) fn is_unencrypted(object: &Object) -> bool {
    let Some(dictionary) = object.as_dictionary() else {
        return false;
    };
    dictionary
        .get(b"Type")
        .is_some_and(|kind| kind.is_name(b"XRef"))
        || dictionary
            .get(b"Filter")
            .is_some_and(|filter| filter.is_name(b"Standard"))
            && dictionary.contains(b"O")
            && dictionary.contains(b"U")
}

fn is_unencrypted_stream(stream: &Stream, decryptor: &Decryptor) -> bool {
    let kind = stream.dictionary.get(b"Type").and_then(Object::as_name);
    kind == Some(b"XRef") || (kind == Some(b"Metadata") && !decryptor.metadata)
}

/// How a stream without a filter of its own is encrypted: embedded files may differ from the others (7.6.6, `/EFF`).
fn method_of(stream: &Stream, decryptor: &Decryptor) -> Method {
    let kind = stream.dictionary.get(b"Type");
    match kind.is_some_and(|kind| kind.is_name(b"EmbeddedFile")) {
        true => decryptor.embedded,
        false => decryptor.streams,
    }
}

pub(super) fn decrypt_strings(
    object: &mut Object,
    decryptor: &Decryptor,
    id: ObjectId,
    depth: usize,
) {
    if depth > limits::NESTING {
        return;
    }
    match object {
        Object::String(string) => {
            let plain = decryptor.decrypt(decryptor.strings, id, &string.bytes);
            string.bytes = plain.unwrap_or_default().into();
        }
        Object::Array(items) => items
            .iter_mut()
            .for_each(|item| decrypt_strings(item, decryptor, id, depth + 1)),
        Object::Dictionary(dictionary) => decrypt_dictionary(dictionary, decryptor, id, depth),
        Object::Stream(stream) => decrypt_dictionary(&mut stream.dictionary, decryptor, id, depth),
        _ => {}
    }
}

fn decrypt_dictionary(
    dictionary: &mut Dictionary,
    decryptor: &Decryptor,
    id: ObjectId,
    depth: usize,
) {
    // A signature's /Contents is never encrypted (12.8.1, table 255).
    let signature = dictionary.contains(b"ByteRange");
    let keys: Vec<bool> = dictionary
        .iter()
        .map(|(key, _)| signature && key.as_bytes() == b"Contents")
        .collect();
    for (value, skip) in dictionary.values_mut().zip(keys) {
        if !skip {
            decrypt_strings(value, decryptor, id, depth + 1);
        }
    }
}

/// The filters of a stream in order.
struct FilterPlan {
    steps: Vec<Step>,
    crypt_name: Option<Vec<u8>>,
}

enum Step {
    Flate(filters::Predictor),
    Lzw(filters::Predictor),
    AsciiHex,
    Ascii85,
    RunLength,
    /// Handled before the others, as decryption.
    Crypt,
    /// A picture codec or a name nobody knows: the data stays as it is.
    Other,
}

impl FilterPlan {
    fn of(dictionary: &Dictionary, resolve: &dyn Fn(&Object) -> Object) -> Self {
        let list = |keys: [&[u8]; 2]| -> Vec<Object> {
            match keys.iter().find_map(|key| dictionary.get(key)).map(resolve) {
                Some(Object::Array(items)) => {
                    items.iter().take(limits::FILTERS).map(resolve).collect()
                }
                Some(Object::Null) | None => Vec::new(),
                Some(one) => vec![one],
            }
        };
        let names = list([b"Filter", b"F"]);
        let parameters = list([b"DecodeParms", b"DP"]);
        let mut crypt_name = None;
        let steps = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let parameters = parameters.get(at).and_then(Object::as_dictionary);
                match name.as_name().unwrap_or_default() {
                    b"FlateDecode" | b"Fl" => Step::Flate(predictor(parameters, resolve)),
                    b"LZWDecode" | b"LZW" => Step::Lzw(predictor(parameters, resolve)),
                    b"ASCIIHexDecode" | b"AHx" => Step::AsciiHex,
                    b"ASCII85Decode" | b"A85" => Step::Ascii85,
                    b"RunLengthDecode" | b"RL" => Step::RunLength,
                    b"Crypt" => {
                        let name = parameters
                            .and_then(|p| p.get(b"Name"))
                            .and_then(Object::as_name)
                            .unwrap_or(b"Identity");
                        crypt_name = Some(name.to_vec());
                        Step::Crypt
                    }
                    _ => Step::Other,
                }
            })
            .collect();
        Self { steps, crypt_name }
    }

    fn crypt(&self, decryptor: &Decryptor) -> Option<Method> {
        self.crypt_name.as_ref().map(|name| decryptor.named(name))
    }
}

impl Step {
    fn apply(&self, input: &[u8], limit: usize) -> Option<filters::Decoded> {
        let unpredicted =
            |decoded: filters::Decoded, parameters: &filters::Predictor| filters::Decoded {
                bytes: filters::unpredict(decoded.bytes, parameters),
                ..decoded
            };
        Some(match self {
            Self::Flate(parameters) => unpredicted(filters::flate(input, limit), parameters),
            Self::Lzw(parameters) => unpredicted(
                filters::lzw(input, parameters.early_change, limit),
                parameters,
            ),
            Self::AsciiHex => filters::ascii_hex(input),
            Self::Ascii85 => filters::ascii_85(input),
            Self::RunLength => filters::run_length(input, limit),
            Self::Crypt => filters::Decoded {
                bytes: input.to_vec(),
                damage: None,
                consumed: input.len(),
            },
            Self::Other => return None,
        })
    }
}

fn predictor(
    parameters: Option<&Dictionary>,
    resolve: &dyn Fn(&Object) -> Object,
) -> filters::Predictor {
    let number = |key: &[u8]| {
        parameters
            .and_then(|p| p.get(key))
            .map(resolve)
            .and_then(|value| value.as_integer())
    };
    let size = |key: &[u8], default: usize| {
        number(key)
            .and_then(|value| usize::try_from(value).ok())
            .filter(|&value| value > 0 && value < 1 << 20)
            .unwrap_or(default)
    };
    filters::Predictor {
        predictor: number(b"Predictor").unwrap_or(1),
        colors: size(b"Colors", 1),
        bits: size(b"BitsPerComponent", 8),
        columns: size(b"Columns", 1),
        early_change: number(b"EarlyChange") != Some(0),
    }
}
