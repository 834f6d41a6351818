//! What the walker accepts, refuses and never does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use super::*;

fn first(bytes: &[u8]) -> Result<Tlv<'_>, Asn1Error> {
    Tlv::first(bytes)
}

#[test]
fn a_definite_value_keeps_its_slices_and_offset() {
    let bytes = [0x30, 0x05, 0x02, 0x01, 0x07, 0x05, 0x00, 0xff];
    let value = first(&bytes).unwrap();
    assert_eq!(value.raw.len(), 7);
    let members = value.reader().all().unwrap();
    assert_eq!(members[0].offset, 2);
    assert_eq!(members[0].small_integer().unwrap(), 7);
    assert_eq!(members[1].identifier, NULL);
}

#[test]
fn indefinite_lengths_end_at_their_own_mark() {
    let bytes = [
        0x30, 0x80, 0x30, 0x80, 0x02, 0x01, 0x05, 0, 0, 0x04, 0x01, 0x00, 0, 0, 0xaa,
    ];
    let value = first(&bytes).unwrap();
    assert!(value.indefinite);
    assert_eq!(value.raw.len(), bytes.len() - 1);
    let members = value.reader().all().unwrap();
    assert_eq!(members.len(), 2);
    assert_eq!(members[1].octets().unwrap().as_ref(), [0]);
}

#[test]
fn pieces_of_a_constructed_octet_string_are_joined() {
    let bytes = [
        0x24, 0x80, 0x04, 0x02, 1, 2, 0x24, 0x03, 0x04, 0x01, 3, 0, 0,
    ];
    assert_eq!(first(&bytes).unwrap().octets().unwrap().as_ref(), [1, 2, 3]);
}

#[test]
fn broken_lengths_are_named_with_their_place() {
    assert_eq!(
        first(&[0x30, 0x05, 0x02]),
        Err(Asn1Error::Truncated { offset: 0 })
    );
    assert_eq!(
        first(&[0x30, 0x80, 0x02, 0x01, 0x01]),
        Err(Asn1Error::NeverClosed { offset: 0 })
    );
    assert_eq!(
        first(&[0x04, 0x80, 0, 0]),
        Err(Asn1Error::IndefinitePrimitive { offset: 0 })
    );
    assert_eq!(
        first(&[0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
        Err(Asn1Error::LengthTooLarge { offset: 0 })
    );
    assert_eq!(
        first(&[0, 0]),
        Err(Asn1Error::StrayEndOfContents { offset: 0 })
    );
}

#[test]
fn nesting_is_capped_not_followed() {
    let deep: Vec<u8> = std::iter::repeat_n([0x30, 0x80], 100_000)
        .flatten()
        .collect();
    assert_eq!(first(&deep), Err(Asn1Error::NestedTooDeep { offset: 0 }));
}

#[test]
fn indefinite_becomes_der_and_sets_are_sorted() {
    let bytes = [
        0x31, 0x80, 0x04, 0x01, 9, 0x24, 0x80, 0x04, 0x01, 1, 0, 0, 0, 0,
    ];
    let value = first(&bytes).unwrap();
    assert_eq!(to_der(&value).unwrap(), [0x31, 6, 4, 1, 9, 4, 1, 1]);
    assert_eq!(to_der_set(&value).unwrap(), [0x31, 6, 4, 1, 1, 4, 1, 9]);
}

#[test]
fn object_identifiers_print_as_registered() {
    let sha256 = Oid::new(&[2, 16, 840, 1, 101, 3, 4, 2, 1]);
    assert_eq!(sha256.to_string(), "2.16.840.1.101.3.4.2.1");
    assert_eq!(
        sha256.as_octets(),
        [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    );
    assert_eq!(Oid::from_octets(&[0x2a, 0x86]), None);
}

#[test]
fn leading_zeros_of_a_positive_integer_do_not_count() {
    assert_eq!(unsigned(&[0, 0x80]), Some(&[0x80][..]));
    assert_eq!(unsigned(&[0x80]), None);
    assert_eq!(unsigned(&[0]), Some(&[][..]));
}
