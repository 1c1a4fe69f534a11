import Schema

/// What the management of a node's certificates is run with.
struct IdentityOptions: Sendable {
    /// The node's folder of keys and certificates.
    var folder: String
    var user = UserID("owner")!
    var app = AppID("site")!
    /// The file whose first line is a token; nil = none.
    var tokenFile: String?
    /// The command whose first line of output is a token; empty = none.
    var tokenCommand: [String] = []
    /// How often the operator's files are looked at.
    var lookInterval: Duration = .seconds(10)
    /// How long a token command may run.
    var commandLimit: Duration = .seconds(5)

    init(folder: String) {
        self.folder = folder
    }
}
