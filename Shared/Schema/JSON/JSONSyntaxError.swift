/// Why bytes are not a JSON value, and where.
struct JSONSyntaxError: Error, Hashable {
    /// A clause: "a string is not closed".
    let reason: String
    /// Byte offset.
    let offset: Int
}
