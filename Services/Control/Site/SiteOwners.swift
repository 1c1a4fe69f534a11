import Glibc
import Schema
import Store

/// Whose the files of a site are. Only root can give files away; everybody else keeps them.
struct SiteOwners: Sendable, Equatable {
    /// The user of the site's services; nil = whoever runs this.
    var services: FileOwner?
    /// The user of the broker, and of the gate, which touches the broker's files; nil = whoever runs this.
    var broker: FileOwner?
    /// The broker's user by name, for its configuration; nil = it stays who it is started as.
    var brokerName: String?

    /// Looks users up by name.
    /// - Throws: `configurationInvalid` for a user that was asked for and is not there.
    init(
        services: String? = nil, broker: String? = nil, isRoot: Bool = getuid() == 0
    ) throws(BeaconBusError) {
        guard isRoot else { return }
        self.services = try Self.user(services, usual: "beaconbus")
        self.broker = try Self.user(broker, usual: Self.brokerUser)
        brokerName = self.broker == nil ? nil : broker ?? Self.brokerUser
    }

    /// The files stay the caller's.
    init() {}

    /// The user that Debian's package makes for the broker.
    static let brokerUser = "mosquitto"

    /// The same with its number; nil where there is none.
    static var broker: FileOwner? { try? user(nil, usual: brokerUser) }

    private static func user(_ name: String?, usual: String) throws(BeaconBusError) -> FileOwner? {
        guard let entry = getpwnam(name ?? usual) else {
            guard let name else { return nil }
            throw BeaconBusError(
                .configurationInvalid, "There is no user \(name)", reason: "the system does not know the name",
                suggestion: "Make it first: adduser --system --group \(name)")
        }
        return FileOwner(user: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
    }
}
