import Glibc
import Support

/// The programs of this package, as the build that runs the tests made them.
enum Programs {
    /// The root of the repository.
    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Where the programs are; `BEACONBUS_PROGRAMS` overrides it.
    static let folder: String = getenv("BEACONBUS_PROGRAMS").map { String(cString: $0) } ?? "\(root)/.build/debug"

    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Whether all of them are there.
    static let arePresent = ["beaconctl", "beacon-scanner", "beacon-lifecycle", "beacon-metadata", "beacon-dispatch"]
        .allSatisfy { access(path($0), X_OK) == 0 }

    /// Whether the broker is installed.
    static let haveBroker = ["/usr/sbin", "/usr/bin", "/usr/local/sbin"]
        .contains { access("\($0)/mosquitto", X_OK) == 0 }
}
