//! The standard security handler (ISO 32000-2, 7.6), opened with a password; the empty one opens most files.

use aes::cipher::{BlockModeDecrypt, KeyInit, KeyIvInit, StreamCipher};
use md5::{Digest, Md5};
use sha2::{Sha256, Sha384, Sha512};

use crate::error::OpenError;
use crate::place::ObjectId;

use super::object::{Dictionary, Object};

/// How strings or streams are encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Identity,
    Rc4,
    Aes128,
    Aes256,
}

/// The key of a file and what it applies to.
#[derive(Clone)]
pub struct Decryptor {
    /// None where only attachments are encrypted and the password does not open them.
    key: Option<Vec<u8>>,
    pub strings: Method,
    pub streams: Method,
    /// Of embedded files that name no filter of their own (`/EFF`).
    pub embedded: Method,
    /// `/EncryptMetadata`.
    pub metadata: bool,
    /// `/R` of the handler.
    pub revision: i64,
    filters: Vec<(Vec<u8>, Method)>,
}

impl std::fmt::Debug for Decryptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Decryptor(R{}, strings {:?}, streams {:?})",
            self.revision, self.strings, self.streams
        )
    }
}

/// Algorithm 2's padding (7.6.4.3.2).
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
    0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];

/// Bytes of a password that revisions 5 and 6 look at.
const LONGEST_PASSWORD: usize = 127;

impl Decryptor {
    /// Opens the encryption dictionary with the user's or the owner's password. Its values must be resolved. Where strings
    /// and streams are left as they are (`/Identity`) and only embedded files are encrypted, the document opens without.
    pub fn open(
        dictionary: &Dictionary,
        first_id: &[u8],
        password: &str,
    ) -> Result<Self, OpenError> {
        let filter = dictionary
            .get(b"Filter")
            .and_then(Object::as_name)
            .unwrap_or_default();
        if filter != b"Standard" {
            return Err(OpenError::UnknownEncryption(format!(
                "the security handler {}",
                String::from_utf8_lossy(filter)
            )));
        }
        let integer = |key: &[u8]| dictionary.get(key).and_then(Object::as_integer);
        let (version, revision) = (integer(b"V").unwrap_or(0), integer(b"R").unwrap_or(0));
        let metadata = dictionary
            .get(b"EncryptMetadata")
            .and_then(Object::as_bool)
            .unwrap_or(true);
        let filters = crypt_filters(dictionary);
        let method_of = |key: &[u8]| -> Option<Method> {
            let name = dictionary.get(key).and_then(Object::as_name)?;
            let filter = filters.iter().find(|(filter, _)| filter == name);
            Some(filter.map_or(Method::Identity, |(_, method)| *method))
        };
        let or_identity = |method: Option<Method>| method.unwrap_or(Method::Identity);
        let (strings, streams, embedded) = match version {
            1..=3 => (Method::Rc4, Method::Rc4, Method::Rc4),
            4 | 5 => {
                let streams = or_identity(method_of(b"StmF"));
                let embedded = method_of(b"EFF").unwrap_or(streams);
                (or_identity(method_of(b"StrF")), streams, embedded)
            }
            other => {
                return Err(OpenError::UnknownEncryption(format!(
                    "version {other} of the standard handler"
                )));
            }
        };
        let key = match revision {
            2..=4 => {
                let handler = Legacy::read(dictionary, first_id, version, revision, metadata);
                handler.key(&padded(password))
            }
            5 | 6 => modern_key(dictionary, revision, password),
            other => {
                return Err(OpenError::UnknownEncryption(format!(
                    "revision {other} of the standard handler"
                )));
            }
        };
        let plain = strings == Method::Identity && streams == Method::Identity;
        let key = match key {
            Ok(key) => Some(key),
            Err(OpenError::PasswordRequired) if plain => None,
            Err(error) => return Err(error),
        };
        Ok(Self {
            key,
            strings,
            streams,
            embedded,
            metadata,
            revision,
            filters,
        })
    }

    /// The method of a named crypt filter (7.4.10).
    pub fn named(&self, name: &[u8]) -> Method {
        self.filters
            .iter()
            .find(|(filter, _)| filter == name)
            .map_or(Method::Identity, |(_, method)| *method)
    }

    /// Decrypts a string or stream of object `id` (algorithms 1 and 1.A, 7.6.3). `None`: it takes a password.
    pub fn decrypt(&self, method: Method, id: ObjectId, data: &[u8]) -> Option<Vec<u8>> {
        let key = self.key.as_deref();
        Some(match method {
            Method::Identity => data.to_vec(),
            Method::Rc4 => rc4(&object_key(key?, id, false), data),
            Method::Aes128 => aes_cbc(&object_key(key?, id, true), data),
            Method::Aes256 => aes_cbc(key?, data),
        })
    }
}

fn object_key(key: &[u8], id: ObjectId, aes: bool) -> Vec<u8> {
    let mut hash = Md5::new();
    hash.update(key);
    hash.update(id.number.to_le_bytes().get(..3).unwrap_or_default());
    hash.update(id.generation.to_le_bytes());
    if aes {
        hash.update(b"sAlT");
    }
    hash.finalize()
        .get(..(key.len() + 5).min(16))
        .unwrap_or_default()
        .to_vec()
}

fn crypt_filters(dictionary: &Dictionary) -> Vec<(Vec<u8>, Method)> {
    let Some(filters) = dictionary.get(b"CF").and_then(Object::as_dictionary) else {
        return Vec::new();
    };
    filters
        .iter()
        .map(|(name, filter)| {
            let method = filter
                .as_dictionary()
                .and_then(|f| f.get(b"CFM"))
                .and_then(Object::as_name);
            let method = match method {
                Some(b"V2") => Method::Rc4,
                Some(b"AESV2") => Method::Aes128,
                Some(b"AESV3") => Method::Aes256,
                _ => Method::Identity,
            };
            (name.as_bytes().to_vec(), method)
        })
        .collect()
}

/// A password as revisions 2 to 4 take it (algorithm 2, step a): in the encoding of the document, where it can be said in
/// it, at most 32 bytes, filled up.
fn padded(password: &str) -> [u8; 32] {
    let encoded: Option<Vec<u8>> = password.chars().map(|c| u8::try_from(c).ok()).collect();
    let encoded = encoded.unwrap_or_else(|| password.as_bytes().to_vec());
    let mut bytes = PADDING;
    for (byte, value) in bytes.iter_mut().zip(encoded.into_iter().chain(PADDING)) {
        *byte = value;
    }
    bytes
}

/// What revisions 2 to 4 of the handler make their key from.
struct Legacy<'a> {
    owner: &'a [u8],
    user: &'a [u8],
    permissions: u32,
    first_id: &'a [u8],
    revision: i64,
    /// Of the key, in bytes.
    length: usize,
    metadata: bool,
}

impl<'a> Legacy<'a> {
    fn read(
        dictionary: &'a Dictionary,
        first_id: &'a [u8],
        version: i64,
        revision: i64,
        metadata: bool,
    ) -> Self {
        let string = |key: &[u8]| dictionary.get(key).and_then(Object::as_string);
        let integer = |key: &[u8]| dictionary.get(key).and_then(Object::as_integer);
        let bits = integer(b"Length").unwrap_or(if version == 4 { 128 } else { 40 });
        // Some writers give bytes instead of bits.
        let bytes = if bits < 40 { bits } else { bits / 8 };
        let length = if revision == 2 || version == 1 {
            5
        } else {
            usize::try_from(bytes).unwrap_or(5).clamp(5, 16)
        };
        let owner = string(b"O").unwrap_or_default();
        Self {
            owner: owner.get(..32).unwrap_or(owner),
            user: string(b"U").unwrap_or_default(),
            permissions: integer(b"P").unwrap_or(0) as u32,
            first_id,
            revision,
            length,
            metadata,
        }
    }

    /// The key by the user's password, else by the owner's, which leads to the user's (algorithms 6 and 7, 7.6.4.4.5).
    fn key(&self, password: &[u8; 32]) -> Result<Vec<u8>, OpenError> {
        self.checked(self.user_key(password))
            .or_else(|| self.checked(self.user_key(&self.user_password(password))))
            .ok_or(OpenError::PasswordRequired)
    }

    /// Algorithm 2 (7.6.4.3.2).
    fn user_key(&self, password: &[u8]) -> Vec<u8> {
        let mut hash = Md5::new();
        hash.update(password);
        hash.update(self.owner);
        hash.update(self.permissions.to_le_bytes());
        hash.update(self.first_id);
        if self.revision >= 4 && !self.metadata {
            hash.update([0xff; 4]);
        }
        let mut key = hash.finalize().to_vec();
        key.truncate(self.length);
        if self.revision >= 3 {
            for _ in 0..50 {
                key = Md5::digest(&key).to_vec();
                key.truncate(self.length);
            }
        }
        key
    }

    /// The user's password, filled up, which the owner's unlocks (algorithm 7, steps a and b).
    fn user_password(&self, owner_password: &[u8; 32]) -> Vec<u8> {
        let mut key = Md5::digest(owner_password).to_vec();
        if self.revision >= 3 {
            // Unlike in algorithm 2, the whole hash is hashed again.
            for _ in 0..50 {
                key = Md5::digest(&key).to_vec();
            }
        }
        key.truncate(self.length);
        let rounds = if self.revision == 2 { 0..1 } else { 0..20 };
        rounds.rev().fold(self.owner.to_vec(), |value, round: u8| {
            rc4(&round_key(&key, round), &value)
        })
    }

    /// The key, if `/U` is what it must be under it (algorithms 4 and 5).
    fn checked(&self, key: Vec<u8>) -> Option<Vec<u8>> {
        let (expected, compared) = if self.revision == 2 {
            (rc4(&key, &PADDING), 32)
        } else {
            let mut check = Md5::new();
            check.update(PADDING);
            check.update(self.first_id);
            let rounds = (0..20u8).fold(check.finalize().to_vec(), |value, round| {
                rc4(&round_key(&key, round), &value)
            });
            (rounds, 16)
        };
        let stored = self.user.get(..compared)?;
        (Some(stored) == expected.get(..compared)).then_some(key)
    }
}

fn round_key(key: &[u8], round: u8) -> Vec<u8> {
    key.iter().map(|byte| byte ^ round).collect()
}

/// Algorithms 2.A and 2.B (7.6.4.3.3, 7.6.4.3.4). The password may be the user's or the owner's.
fn modern_key(
    dictionary: &Dictionary,
    revision: i64,
    password: &str,
) -> Result<Vec<u8>, OpenError> {
    let bytes = password.as_bytes();
    let password = bytes.get(..LONGEST_PASSWORD).unwrap_or(bytes);
    let string = |key: &[u8]| dictionary.get(key).and_then(Object::as_string);
    let user = string(b"U")
        .and_then(|user| user.get(..48))
        .ok_or_else(|| OpenError::UnknownEncryption("a user entry that is too short".into()))?;
    let owner = string(b"O").and_then(|owner| owner.get(..48));
    let ways = [
        (Some(user), string(b"UE"), [].as_slice()),
        (owner, string(b"OE"), user),
    ];
    ways.into_iter()
        .find_map(|(entry, wrapped, suffix)| {
            unwrap_key(entry?, wrapped?, suffix, revision, password)
        })
        .ok_or(OpenError::PasswordRequired)
}

/// The file key out of an entry and its wrapped key, if the password fits. `suffix`: what the owner's hash adds.
fn unwrap_key(
    entry: &[u8],
    wrapped: &[u8],
    suffix: &[u8],
    revision: i64,
    password: &[u8],
) -> Option<Vec<u8>> {
    let (stored, validation_salt) = (entry.get(..32)?, entry.get(32..40)?);
    let key_salt = entry.get(40..48)?;
    let hash = |salt: &[u8]| {
        let input = [password, salt, suffix].concat();
        match revision {
            5 => Sha256::digest(&input).to_vec(),
            _ => hardened_hash(&input, password, suffix),
        }
    };
    if hash(validation_salt) != stored {
        return None;
    }
    let mut key = wrapped.get(..32)?.to_vec();
    let intermediate = hash(key_salt);
    let decryptor = cbc::Decryptor::<aes::Aes256>::new_from_slices(&intermediate, &[0; 16]);
    decrypt_blocks(decryptor, &mut key);
    Some(key)
}

/// Algorithm 2.B.
fn hardened_hash(input: &[u8], password: &[u8], suffix: &[u8]) -> Vec<u8> {
    use aes::cipher::BlockModeEncrypt;
    let mut key = Sha256::digest(input).to_vec();
    let mut round = 0u32;
    loop {
        let mut block = [password, key.as_slice(), suffix].concat().repeat(64);
        let (Some(aes_key), Some(iv)) = (key.get(..16), key.get(16..32)) else {
            return key;
        };
        let Ok(mut encryptor) = cbc::Encryptor::<aes::Aes128>::new_from_slices(aes_key, iv) else {
            return key;
        };
        for chunk in block.chunks_exact_mut(16) {
            if let Ok(chunk) = <&mut [u8; 16]>::try_from(chunk) {
                encryptor.encrypt_block(chunk.into());
            }
        }
        // The first 16 bytes as a big-endian number modulo 3: 256 is 1 modulo 3, so the digits add up.
        let remainder = block
            .iter()
            .take(16)
            .map(|&byte| u32::from(byte))
            .sum::<u32>()
            % 3;
        key = match remainder {
            0 => Sha256::digest(&block).to_vec(),
            1 => Sha384::digest(&block).to_vec(),
            _ => Sha512::digest(&block).to_vec(),
        };
        round += 1;
        if round >= 64 && u32::from(block.last().copied().unwrap_or(0)) <= round - 32 {
            key.truncate(32);
            return key;
        }
    }
}

fn rc4(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut out = data.to_vec();
    if let Ok(mut cipher) = rc4::Rc4::new_from_slice(key) {
        cipher.apply_keystream(&mut out);
    }
    out
}

/// AES-CBC with the initialisation vector in front and PKCS#7 padding behind; a broken padding is left in.
fn aes_cbc(key: &[u8], data: &[u8]) -> Vec<u8> {
    let (Some(iv), Some(body)) = (data.get(..16), data.get(16..)) else {
        return Vec::new();
    };
    let mut out = body
        .get(..body.len() / 16 * 16)
        .unwrap_or_default()
        .to_vec();
    match key.len() {
        16 => decrypt_blocks(
            cbc::Decryptor::<aes::Aes128>::new_from_slices(key, iv),
            &mut out,
        ),
        32 => decrypt_blocks(
            cbc::Decryptor::<aes::Aes256>::new_from_slices(key, iv),
            &mut out,
        ),
        _ => {}
    }
    if let Some(&padding @ 1..=16) = out.last() {
        out.truncate(out.len().saturating_sub(usize::from(padding)));
    }
    out
}

fn decrypt_blocks<D: BlockModeDecrypt<BlockSize = aes::cipher::consts::U16>, E>(
    decryptor: Result<D, E>,
    data: &mut [u8],
) {
    let Ok(mut decryptor) = decryptor else { return };
    for chunk in data.chunks_exact_mut(16) {
        if let Ok(chunk) = <&mut [u8; 16]>::try_from(chunk) {
            decryptor.decrypt_block(chunk.into());
        }
    }
}
