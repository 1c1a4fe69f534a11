/// Remembers the hashes of URLs met, direct-mapped: a new URL replaces whatever had its place.
///
/// Bounded: 256 entries of compressed URLs up to 24 bytes; longer ones (extended advertising only) are hashed anew.
struct URLHashTable {
    private static let slots = 256
    private static let longest = 24

    private struct Entry {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var length: UInt8 = 0
        var hash: UInt64 = 0
    }

    private var entries: [Entry] = []

    /// The first eight bytes of the SHA-256 of the decoded URL text, as a big-endian number.
    mutating func hash(of url: CompressedURL) -> UInt64 {
        let encoded = url.encoded
        guard encoded.count <= Self.longest else { return Self.digest(url) }
        let words = Self.words(of: encoded)
        let length = UInt8(truncatingIfNeeded: encoded.count)
        let mixed = (words.0 ^ words.1 &* 0x9e37_79b9_7f4a_7c15 ^ words.2 &* 0xc2b2_ae3d_27d4_eb4f)
        let slot = Int((mixed &* 0xd6e8_feb8_6659_fd93) >> 56)
        if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.slots) }
        if entries[slot].length == length && entries[slot].words == words { return entries[slot].hash }
        let hash = Self.digest(url)
        entries[slot] = Entry(words: words, length: length, hash: hash)
        return hash
    }

    private static func words(of bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
        return words
    }

    private static func digest(_ url: CompressedURL) -> UInt64 {
        var text: [UInt8] = []
        url.appendText(to: &text)
        return URLHash.of(text)
    }
}
