/// The user and group a file belongs to, as the system numbers them.
public struct FileOwner: Sendable, Hashable {
    /// The user's number.
    public var user: UInt32
    /// The group's number.
    public var group: UInt32

    /// Each argument is the field of its name.
    public init(user: UInt32, group: UInt32) {
        self.user = user
        self.group = group
    }
}
