/// Walks the AD structures of advertising data without copying.
///
/// A length of 0 ends the data early; a length of 1 is a structure with an empty value. A structure that overruns
/// the data ends the walk with `problem` set; what came before stays valid.
public struct ADStructures: Sequence, IteratorProtocol {
    private let data: UnsafeRawBufferPointer
    /// Where the next structure begins, in bytes from the start.
    public private(set) var offset = 0
    /// Set once the walk met a broken structure.
    public private(set) var problem: AdvertisementProblem?

    /// Walks `data`, which must stay valid meanwhile.
    public init(_ data: UnsafeRawBufferPointer) {
        self.data = data
    }

    /// The next structure; nil at the end, or at a broken one.
    public mutating func next() -> ADStructure? {
        guard offset < data.count, let base = data.baseAddress else { return nil }
        let length = Int(base.byte(offset))
        guard length > 0 else {
            offset = data.count
            return nil
        }
        guard length < data.count - offset else {
            problem = AdvertisementProblem(.structureOverrun, offset: offset)
            offset = data.count
            return nil
        }
        defer { offset += length + 1 }
        return ADStructure(
            type: ADType(rawValue: base.byte(offset + 1)),
            value: UnsafeRawBufferPointer(start: base + offset + 2, count: length - 1))
    }
}
