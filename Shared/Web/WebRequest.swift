/// One POST to a web service.
public struct WebRequest: Sendable {
    /// Where to.
    public var address: WebAddress
    /// Header lines `Name: value`, without line ends.
    public var headers: [String]
    /// What is sent; its type stands in the headers.
    public var body: [UInt8]
    /// What it may really be connected to.
    public var policy: AddressPolicy
    /// The certificates (PEM file) that an https server's own must lead to; nil = the system's.
    public var authorityFile: String?
    /// All in all, waiting for a free place included.
    public var timeout: Duration
    /// Who shares a bound: so many requests of one group are under way at once, so many wait.
    public var group: String

    /// Each argument is the field of its name.
    public init(
        address: WebAddress, headers: [String] = [], body: [UInt8], policy: AddressPolicy,
        authorityFile: String? = nil, timeout: Duration = .seconds(5), group: String
    ) {
        self.address = address
        self.headers = headers
        self.body = body
        self.policy = policy
        self.authorityFile = authorityFile
        self.timeout = timeout
        self.group = group
    }
}

extension WebRequest: CustomStringConvertible, CustomReflectable {
    /// Its host only: headers and body may hold secrets, and so may a query.
    public var description: String { "WebRequest(\(address.host))" }

    /// No children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
