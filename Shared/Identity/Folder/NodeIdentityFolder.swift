internal import Glibc
public import Schema

/// A node's identity on disk: keys and certificates, of which after a crash at any moment the old or the new set is there.
///
/// One writer, the lifecycle; the scanner and `beaconctl` read. A set is a folder that is complete and synchronised before
/// the link `current` is moved to it by rename(2), and never changed after:
/// ```
/// bootstrap.pem                   put there by the operator: key, certificate, authority
/// authority.pem                   pinned authority, from the bundle
/// bootstrap/{key,certificate}.pem from the bundle
/// sets/{set}/lifecycle.key|.crt scanner.key|.crt bootstrap.crt set.json
/// current -> sets/{set}
/// pending/request.json lifecycle.key scanner.key
/// unactivated                     sets that still have to be activated, one a line
/// ```
public struct NodeIdentityFolder: Sendable {
    /// Where it lies.
    public let path: String
    let files: any FolderAccess
    let owner: UInt32

    /// Greatest length of a record kept with a set or request, bytes of JSON.
    public static let maximumRecord = 65_536
    static let fileLimit = 262_144

    /// Names a folder; nothing is read or made. Its files have to belong to the user this process runs as.
    public init(path: String) {
        self.init(path: path, files: SystemFolderAccess(), owner: geteuid())
    }

    init(path: String, files: any FolderAccess, owner: UInt32) {
        self.path = path
        self.files = files
        self.owner = owner
    }

    /// The same folder, whose files have to belong to another user: for who looks at it as root.
    public func owned(by user: UInt32) -> NodeIdentityFolder {
        NodeIdentityFolder(path: path, files: files, owner: user)
    }

    /// Makes the folder where it is missing, mode 0700.
    public func prepare() throws(BeaconBusError) {
        try files.makeFolder(path)
    }

    func place(_ name: String) -> String { "\(path)/\(name)" }

    func folder(of set: CertificateSetID) -> String { place("sets/\(set)") }

    /// Writes a file beside, puts it into its place and synchronises the folder.
    func replace(_ folder: String, _ name: String, _ content: SecretBytes) throws(BeaconBusError) {
        let beside = "\(folder)/\(name).new"
        do throws(BeaconBusError) {
            try files.write(beside, content)
        } catch {
            try? files.remove(beside)
            throw error
        }
        try files.rename(beside, to: "\(folder)/\(name)")
        try files.synchronise(folder: folder)
    }

    func text(_ path: String) throws(BeaconBusError) -> String? {
        guard let content = try files.read(path, limit: Self.fileLimit) else { return nil }
        return String(decoding: content, as: UTF8.self)
    }

    func key(_ path: String) throws(BeaconBusError) -> PrivateKey? {
        guard var content = try files.read(path, limit: Self.fileLimit) else { return nil }
        let secret = SecretBytes(consuming: &content)
        return try named(path) { () throws(BeaconBusError) in try PrivateKey(pem: secret) }
    }

    func chain(_ path: String) throws(BeaconBusError) -> [Certificate]? {
        guard let text = try text(path) else { return nil }
        return try named(path) { () throws(BeaconBusError) in try Certificate.chain(pem: text) }
    }

    /// Puts a file's name into the error of reading it.
    func named<Value>(_ path: String, _ read: () throws(BeaconBusError) -> Value) throws(BeaconBusError) -> Value {
        do throws(BeaconBusError) {
            return try read()
        } catch {
            throw BeaconBusError(
                error.code, reason: "\(path): \(error.reason)", suggestion: error.suggestion,
                retryable: error.retryable)
        }
    }
}
