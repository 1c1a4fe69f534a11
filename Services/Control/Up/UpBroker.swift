import Glibc
import Schema
import ServiceKit
import Store

/// The broker of one run: its program, its user, where it keeps its files.
struct UpBroker {
    let program: SupervisedProcess.Program
    /// The broker's user, for the gate too; nil = the caller.
    let user: String?
    /// Where the broker keeps its file.
    let place: String

    /// An open broker on one loopback port, as a demonstration without certificates.
    static func open(folder: String, profile: String, port: UInt16) throws -> UpBroker {
        let user = getuid() == 0 && SiteOwners.broker != nil ? SiteOwners.brokerUser : nil
        let place = try place(folder, user)
        let file = "\(place)/mosquitto.conf"
        try AtomicFile(path: file).write(
            Array(BrokerProfile(profile).open(folder: place, port: port).utf8), mode: 0o644)
        return UpBroker(program: try program(file, user), user: user, place: place)
    }

    /// The broker of a site that was made in `layout`.
    static func closed(_ layout: SiteLayout, user: String?) throws -> UpBroker {
        UpBroker(program: try program(layout.brokerConfiguration, user), user: user, place: layout.broker)
    }

    /// Whether a user can get to a folder; what lies above it may be closed to him.
    static func reaches(_ folder: String, _ user: String) -> Bool {
        let test = ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--init-groups"]
        return Spawn.wait(test + ["/usr/bin/test", "-x", folder]) == 0
    }

    private static func program(_ file: String, _ user: String?) throws -> SupervisedProcess.Program {
        SupervisedProcess.Program(name: "broker", path: try executable(), arguments: ["-c", file], user: user)
    }

    private static func executable() throws -> String {
        let path = (ProcessEnvironment.variables["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin"
        for folder in path.split(separator: ":") where access("\(folder)/mosquitto", X_OK) == 0 {
            return "\(folder)/mosquitto"
        }
        throw CommandFailure("The broker mosquitto is not installed. Run deploy/setup.")
    }

    /// The folder, given to the broker's user; one under /tmp where that user cannot get to it.
    private static func place(_ folder: String, _ user: String?) throws -> String {
        guard let user, let owner = SiteOwners.broker else { return folder }
        chown(folder, owner.user, owner.group)
        if reaches(folder, user) { return folder }
        // A folder in root's home, say. What the broker keeps is a convenience only, so any place does.
        let place = try UpFolder.makeTemporary("/tmp/beaconbus-broker")
        chown(place, owner.user, owner.group)
        return place
    }
}
