/// What a change did to the decoding keys.
struct KeyChange: Equatable {
    /// Their revision now.
    var revision: Int64
    /// How many were added, replaced or removed.
    var changed: Int64
}
