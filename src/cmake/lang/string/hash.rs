//! The hashes of `string()` and the UUIDs made from them.
use md5::Digest as _;

/// The hash of a text in lower case hexadecimal; `None` when the name is not one of a hash.
pub(super) fn hash(algorithm: &str, text: &str) -> Option<String> {
    let text = text.as_bytes();
    Some(match algorithm {
        "MD5" => hexadecimal(&md5::Md5::digest(text)),
        "SHA1" => hexadecimal(&sha1::Sha1::digest(text)),
        "SHA224" => hexadecimal(&sha2::Sha224::digest(text)),
        "SHA256" => hexadecimal(&sha2::Sha256::digest(text)),
        "SHA384" => hexadecimal(&sha2::Sha384::digest(text)),
        "SHA512" => hexadecimal(&sha2::Sha512::digest(text)),
        "SHA3_224" => hexadecimal(&sha3::Sha3_224::digest(text)),
        "SHA3_256" => hexadecimal(&sha3::Sha3_256::digest(text)),
        "SHA3_384" => hexadecimal(&sha3::Sha3_384::digest(text)),
        "SHA3_512" => hexadecimal(&sha3::Sha3_512::digest(text)),
        _ => return None,
    })
}

/// The bytes as two hexadecimal digits each.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The UUID of a name in a name space (RFC 4122): by MD5 (version 3) or SHA1 (version 5). `None` when the name space
/// is not a UUID.
pub(super) fn uuid(namespace: &str, name: &str, sha1: bool) -> Option<String> {
    let mut input = namespace_bytes(namespace)?;
    input.extend(name.bytes());
    let digest = if sha1 { sha1::Sha1::digest(&input).to_vec() } else { md5::Md5::digest(&input).to_vec() };
    let mut bytes = digest.get(..16)?.to_vec();
    let version = if sha1 { 0x50 } else { 0x30 };
    *bytes.get_mut(6)? = (bytes.get(6)? & 0x0F) | version;
    *bytes.get_mut(8)? = (bytes.get(8)? & 0x3F) | 0x80;
    let text = hexadecimal(&bytes);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    Some([part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-"))
}

fn namespace_bytes(text: &str) -> Option<Vec<u8>> {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let digits: Vec<u32> = text.chars().filter(|c| *c != '-').map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    if lengths != [8, 4, 4, 4, 12] {
        return None;
    }
    digits.chunks(2).map(|pair| u8::try_from(pair.iter().fold(0, |sum, digit| sum * 16 + digit)).ok()).collect()
}
