internal import Glibc
internal import Schema

/// Reads a password: the first line of a file of at most 4 KiB. The text is never part of an error (D13).
enum PasswordFile {
    static func read(_ path: String) throws(BeaconBusError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, describe(errno)) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure(path, describe(errno)) }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty, line.count < 4_096 else { throw failure(path, "no first line of 1 to 4095 bytes") }
        return String(decoding: line, as: UTF8.self)
    }

    private static func failure(_ path: String, _ reason: String) -> BeaconBusError {
        BeaconBusError(
            .configurationInvalid, "The password file cannot be used", reason: "\(path): \(reason)",
            suggestion: "Put the password into its first line and let this user read it.")
    }
}
