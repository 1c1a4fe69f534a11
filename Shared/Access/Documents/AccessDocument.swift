public import Schema

/// Who may come onto a site's bus: written by the authority, carried out by the gate.
///
/// It says what is to be, never what is to be done, so that reading it twice, or late, or after a crash does no harm.
public struct AccessDocument: Codable, Hashable, Sendable {
    /// The version of the format: 1.
    public private(set) var version = Self.currentVersion
    /// Rises with every change, 1 … 2^53−1.
    public var revision: UInt64
    /// Whose identities these are.
    public var site: SiteID
    /// Everybody who may come in, each once.
    public var identities: [AccessIdentity]

    /// Each argument is the field of its name.
    public init(revision: UInt64, site: SiteID, identities: [AccessIdentity]) {
        self.revision = revision
        self.site = site
        self.identities = identities
    }

    /// The version this code reads and writes.
    public static let currentVersion = 1
    /// Greatest size of its JSON text: 8 MiB.
    public static let maximumBytes = 8 << 20
    /// Greatest number of identities.
    public static let maximumIdentities = 20_000
    /// Greatest revision, which JSON numbers still hold exactly.
    public static let maximumRevision: UInt64 = (1 << 53) - 1
}

extension AccessDocument {
    /// Reads the JSON text and checks all of it. Unknown members are passed over (D19).
    ///
    /// - Throws: `messageTooLarge`, `versionUnsupported`, or `messageInvalid` naming the member and the reason.
    public init(reading bytes: some Collection<UInt8>) throws(BeaconBusError) {
        let value = try JSONValue.parse(bytes, maximumDepth: 4, maximumBytes: Self.maximumBytes)
        guard value.objectValue != nil else { throw Self.invalid("it is not an object") }
        guard let version = value["version"]?.integerValue else { throw Self.invalid("version is not an integer") }
        guard version == Self.currentVersion else {
            throw BeaconBusError(
                .versionUnsupported, "The access document has a version that is not supported",
                reason: "version is \(version), supported is \(Self.currentVersion)",
                suggestion: "Run authority and gate of the same release.")
        }
        self = try value.decode(AccessDocument.self)
        try check()
    }

    /// Checks the bounds, and that each identity is of this site and occurs once.
    ///
    /// - Throws: `messageInvalid`.
    public func check() throws(BeaconBusError) {
        guard (1...Self.maximumRevision).contains(revision) else {
            throw Self.invalid("revision is \(revision), not 1 to 2^53-1")
        }
        guard identities.count <= Self.maximumIdentities else {
            throw Self.invalid("\(identities.count) identities, at most \(Self.maximumIdentities) are possible")
        }
        var seen: Set<ClientID> = []
        for identity in identities {
            guard identity.client.site == site else {
                throw Self.invalid("\(identity.client) is not of site \(site)")
            }
            guard seen.insert(identity.client).inserted else { throw Self.invalid("\(identity.client) occurs twice") }
            guard identity.epoch ?? 0 <= Self.maximumRevision else {
                throw Self.invalid("the epoch of \(identity.client) is not 0 to 2^53-1")
            }
            let apps = identity.validates ?? []
            guard apps.count <= AccessIdentity.maximumApps, Set(apps).count == apps.count else {
                throw Self.invalid(
                    "\(identity.client) validates for more than \(AccessIdentity.maximumApps) apps, or for one twice")
            }
        }
    }

    /// Its JSON text, one identity a line, ended by a newline. Equal documents give equal texts.
    public var bytes: [UInt8] {
        var output = Array(
            "{\"version\":\(version),\"revision\":\(revision),\"site\":\"\(site)\",\"identities\":[".utf8)
        for (index, identity) in identities.sorted(by: { $0.client < $1.client }).enumerated() {
            output.append(contentsOf: index == 0 ? "\n".utf8 : ",\n".utf8)
            var members: [String: JSONValue] = ["client": .string(identity.client.description)]
            if let apps = identity.validates { members["validates"] = .array(apps.map { .string($0.description) }) }
            if let epoch = identity.epoch { members["epoch"] = .integer(Int64(clamping: epoch)) }
            output.append(contentsOf: JSONValue.object(members).bytes)
        }
        output.append(contentsOf: "\n]}\n".utf8)
        return output
    }

    private static func invalid(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .messageInvalid, "The access document is not valid", reason: reason,
            suggestion: "Let the authority write it anew; it is not meant to be edited.")
    }
}
