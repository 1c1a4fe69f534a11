import Glibc
import Schema
import ServiceKit

/// A broker for one run: its profile filled in, its folder, its user.
struct BrokerSetup {
    let program: SupervisedProcess.Program
    let port: UInt16
    /// Where the broker keeps its file.
    let place: String

    /// - Parameters:
    ///   - folder: where its file of retained messages goes.
    ///   - profile: the profile's path.
    init(folder: String, profile: String, port: UInt16) throws {
        self.port = port
        let path = try Self.executable()
        var text = String(decoding: try FileContents.read(profile), as: UTF8.self)
        let user = getuid() == 0 ? Self.ownUser() : nil
        place = try Self.place(folder, user)
        for (mark, value) in [("@LISTENER@", "\(port) 127.0.0.1"), ("@FOLDER@", place)] {
            text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
        }
        let file = "\(place)/mosquitto.conf"
        try Self.write(file, text)
        program = SupervisedProcess.Program(name: "broker", path: path, arguments: ["-c", file], user: user?.name)
    }

    private static func executable() throws -> String {
        let path = (ProcessEnvironment.variables["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin"
        for folder in path.split(separator: ":") where access("\(folder)/mosquitto", X_OK) == 0 {
            return "\(folder)/mosquitto"
        }
        throw CommandFailure("The broker mosquitto is not installed. Run deploy/setup.")
    }

    /// The user that Debian's package made for the broker; nil where there is none.
    private static func ownUser() -> (name: String, id: uid_t, group: gid_t)? {
        guard let entry = getpwnam("mosquitto") else { return nil }
        return ("mosquitto", entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// The folder, given to the broker's user; one under /tmp where that user cannot get to it.
    private static func place(_ folder: String, _ user: (name: String, id: uid_t, group: gid_t)?) throws -> String {
        guard let user else { return folder }
        chown(folder, user.id, user.group)
        let test = ["/usr/bin/setpriv", "--reuid", user.name, "--regid", user.name, "--init-groups"]
        if Spawn.wait(test + ["/usr/bin/test", "-w", folder]) == 0 { return folder }
        // A folder in root's home, say. What the broker keeps is a convenience only, so any place does.
        var template = Array("/tmp/beaconbus-broker-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure("No folder for the broker can be made in /tmp: \(SystemError.text(errno)).")
        }
        let place = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chown(place, user.id, user.group)
        return place
    }

    private static func write(_ path: String, _ text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CommandFailure("\(path) cannot be written: \(SystemError.text(errno)).", code: .cannotCreate)
        }
        defer { close(descriptor) }
        // The broker's own user reads it whatever the umask says.
        fchmod(descriptor, 0o644)
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                throw CommandFailure("\(path) cannot be written: \(SystemError.text(errno)).", code: .ioError)
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
