/// One step of a database's schema. The position in the list is its version, kept in `user_version`.
public struct Migration: Sendable {
    /// The statements that lead from the version before to this one.
    public let sql: String

    /// A step of the schema.
    public init(_ sql: String) {
        self.sql = sql
    }
}
