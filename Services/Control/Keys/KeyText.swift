import Bluetooth
import Identity

/// A decoding key as people have it: hex with or without separators, or base64.
enum KeyText {
    /// Why a text is no key; never shows it (D13).
    enum Fault: Error, Equatable, CustomStringConvertible {
        case neither
        case length(Int)

        var description: String {
            switch self {
            case .neither:
                "The key is neither hex (with or without 0x, colons, hyphens, spaces) nor base64."
            case .length(let bytes):
                "The key has \(bytes) bytes; it must have 16, or 12 for the bind key of an older MiBeacon."
            }
        }
    }

    /// The bytes of a key, most significant first.
    ///
    /// With `reversed` the text has the least significant byte first, as it stands in the memory of controllers and in the
    /// files of some tools.
    static func bytes(_ text: [UInt8], mayBeShort: Bool, reversed: Bool) throws(Fault) -> [UInt8] {
        var bytes = try plain(text)
        guard bytes.count == 16 || (bytes.count == 12 && mayBeShort) else { throw .length(bytes.count) }
        if reversed { bytes.reverse() }
        return bytes
    }

    private static func plain(_ text: [UInt8]) throws(Fault) -> [UInt8] {
        var digits = text.filter { !separators.contains($0) }
        if digits.starts(with: Array("0x".utf8)) || digits.starts(with: Array("0X".utf8)) { digits.removeFirst(2) }
        let values = digits.compactMap { HexDigits.value($0) }
        if values.count == digits.count, !values.isEmpty {
            guard values.count.isMultiple(of: 2) else { throw .length(values.count / 2) }
            return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        }
        let letters = text.filter { !whiteSpace.contains($0) }
        guard let bytes = Base64.decode(String(decoding: letters, as: UTF8.self)) else { throw .neither }
        return bytes
    }

    private static let whiteSpace = Array(" \t\r\n".utf8)
    private static let separators = Array(" \t\r\n:-_,".utf8)
}
