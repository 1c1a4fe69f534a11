internal import Schema

/// Lower-case hexadecimal text of bytes.
public enum HexText {
    /// Two digits for each byte.
    public static func encode(_ bytes: some Collection<UInt8>) -> String { Hex.text(bytes) }

    /// The bytes of a text of lower-case digits, two for each; nil for anything else.
    public static func decode(_ text: String) -> [UInt8]? { Hex.bytes(text) }
}
