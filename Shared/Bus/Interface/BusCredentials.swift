/// User name and password. Never logged (D13).
public struct BusCredentials: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    enum Password: Sendable, Hashable {
        case none
        case text(String)
        case file(String)
    }

    public let username: String
    let password: Password

    public init(username: String, password: String) {
        self.username = username
        self.password = .text(password)
    }

    /// The first line of the file is the password; it is read at each connection, so replacing it takes effect then.
    /// Without one no password is sent.
    public init(username: String, passwordFile: String? = nil) {
        self.username = username
        password = passwordFile.map { .file($0) } ?? .none
    }

    public var description: String { username }
    public var debugDescription: String { username }
}

extension BusCredentials: CustomReflectable {
    /// Shows nothing but the user name to `dump` and friends.
    public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
