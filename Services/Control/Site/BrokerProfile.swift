import Glibc
import Schema
import ServiceKit

/// A configuration of mosquitto with places to fill in.
struct BrokerProfile: Sendable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Reads a profile.
    /// - Parameter path: nil looks where it is installed, and in the source tree this program was built in.
    static func read(_ path: String?, programs: String) throws -> String {
        if let path { return String(decoding: try FileContents.read(path), as: UTF8.self) }
        let places = [
            "\(programs)/../share/beaconbus/mosquitto/\(name)", "\(programs)/../../deploy/mosquitto/\(name)",
            "\(programs)/../../../deploy/mosquitto/\(name)", "deploy/mosquitto/\(name)",
        ]
        guard let place = places.first(where: { access($0, R_OK) == 0 }) else {
            throw CommandFailure(
                "The broker profile \(name) is not there; it was looked for in \(places.joined(separator: ", ")). "
                    + "Name it with --broker-profile.", code: .noInput)
        }
        return String(decoding: try FileContents.read(place), as: UTF8.self)
    }

    /// The profile of the closed bus.
    static let name = "closed.conf.in"

    /// For a closed bus: three listeners, the broker's own folder, its user.
    func closed(folder: String, ports: SitePorts, listen: HostName?, user: String?) -> String {
        func listener(_ port: UInt16) -> String { listen.map { "\(port) \($0)" } ?? "\(port)" }
        return filled([
            ("@NODES@", listener(ports.nodes)), ("@PEOPLE@", listener(ports.people)),
            ("@BOOTSTRAP@", listener(ports.bootstrap)), ("@FOLDER@", folder), ("@USER@", user ?? ""),
            ("@PLUGIN@", Self.plugin),
        ])
    }

    /// Where Debian puts mosquitto's dynamic security.
    private static var plugin: String {
        let name = "mosquitto_dynamic_security.so"
        let folders = (try? SiteFiles().names(in: "/usr/lib").filter { $0.hasSuffix("-linux-gnu") }) ?? []
        return folders.map { "/usr/lib/\($0)/\(name)" }.first { access($0, R_OK) == 0 } ?? "/usr/lib/\(name)"
    }

    /// For an open one on one listener.
    func open(folder: String, port: UInt16) -> String {
        filled([("@LISTENER@", "\(port) 127.0.0.1"), ("@FOLDER@", folder)])
    }

    /// Lines whose mark has no value are left out.
    private func filled(_ values: [(mark: String, value: String)]) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            var line = String(line)
            for (mark, value) in values where line.contains(mark) {
                if value.isEmpty, !line.hasPrefix("#") { return nil }
                line = line.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
            }
            return line
        }
        return lines.joined(separator: "\n")
    }
}
