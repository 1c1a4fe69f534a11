/// User name and where its password is. The password is read at each connection and never logged (D13).
public struct BusCredentials: Sendable, Hashable {
    public var username: String
    /// A file whose first line is the password; nil = none.
    public var passwordFile: String?

    public init(username: String, passwordFile: String? = nil) {
        self.username = username
        self.passwordFile = passwordFile
    }
}
