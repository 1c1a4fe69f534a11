/// One structure of advertising data: a type and its value (Core Specification Vol 3 Part C 11).
/// A borrowed view, valid as long as the bytes it was read from.
public struct ADStructure {
    /// What the value means.
    public var type: ADType
    /// The bytes after the type; may be empty.
    public var value: UnsafeRawBufferPointer

    /// A structure of the given parts.
    @inlinable
    public init(type: ADType, value: UnsafeRawBufferPointer) {
        self.type = type
        self.value = value
    }
}
