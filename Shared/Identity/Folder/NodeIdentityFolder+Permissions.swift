public import Schema

extension NodeIdentityFolder {
    /// Whether folder and files belong to the user this process runs as and nobody else may read them. Absent ones are fine.
    ///
    /// - Throws: `keyPermissions`, naming the first that does not; `storeFailed` where that cannot be found out.
    public func check() throws(BeaconBusError) {
        guard try checkFolder("") else { return }
        for name in ["bootstrap.pem", "authority.pem", "unactivated"] { try checkFile(name) }
        if try checkFolder("bootstrap") {
            for name in ["key.pem", "certificate.pem"] { try checkFile("bootstrap/\(name)") }
        }
        if try checkFolder("pending") {
            for name in ["request.json", "lifecycle.key", "scanner.key"] { try checkFile("pending/\(name)") }
        }
        if try checkFolder("sets"), let set = try currentID(), try checkFolder("sets/\(set)") {
            for name in IdentitySet.fileNames { try checkFile("sets/\(set)/\(name)") }
        }
    }

    private func checkFolder(_ name: String) throws(BeaconBusError) -> Bool {
        let path = name.isEmpty ? path : place(name)
        guard let status = try files.status(of: path) else { return false }
        guard status.kind == .folder else { throw Self.permissions(path, "is not a folder", "Move it away.") }
        try check(path, status, "chmod 700 \(path)")
        return true
    }

    private func checkFile(_ name: String) throws(BeaconBusError) {
        let path = place(name)
        guard let status = try files.status(of: path) else { return }
        guard status.kind == .file else {
            throw Self.permissions(path, "is not a plain file", "Put the file itself there.")
        }
        try check(path, status, "chmod 600 \(path)")
    }

    private func check(_ path: String, _ status: FileStatus, _ remedy: String) throws(BeaconBusError) {
        guard status.owner == owner else {
            throw Self.permissions(
                path, "belongs to the user \(status.owner), not to \(owner)",
                "Give it to the user this service runs as: `chown \(owner) \(path)`.")
        }
        guard status.mode & 0o077 == 0 else {
            throw Self.permissions(path, "has the mode 0\(String(status.mode, radix: 8))", "Close it: `\(remedy)`.")
        }
    }

    private static func permissions(_ path: String, _ reason: String, _ suggestion: String) -> BeaconBusError {
        BeaconBusError(.keyPermissions, reason: "\(path) \(reason)", suggestion: suggestion)
    }
}
