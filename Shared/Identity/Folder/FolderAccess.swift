internal import Schema

/// The calls on files the identity folder needs, each of which may fail or be the last one before the power goes.
///
/// A protocol, so that tests can break off at every one of them and lose what was not synchronised.
protocol FolderAccess: Sendable {
    /// Makes a folder of mode 0700; harmless where it is there.
    func makeFolder(_ path: String) throws(BeaconBusError)
    /// Makes or empties a file of mode 0600, writes all of it and synchronises it; not its folder.
    func write(_ path: String, _ content: SecretBytes) throws(BeaconBusError)
    /// Makes a symbolic link where there is nothing.
    func link(_ path: String, to target: String) throws(BeaconBusError)
    /// Puts a file or link into the place of another, or of nothing.
    func rename(_ path: String, to place: String) throws(BeaconBusError)
    /// Removes a file or link; harmless where there is none.
    func remove(_ path: String) throws(BeaconBusError)
    /// Removes an empty folder; harmless where there is none.
    func removeFolder(_ path: String) throws(BeaconBusError)
    /// Waits until a folder's entries are on the disk.
    func synchronise(folder: String) throws(BeaconBusError)
    /// A file's content, nil where there is none; `storeCorrupt` beyond `limit` bytes.
    func read(_ path: String, limit: Int) throws(BeaconBusError) -> [UInt8]?
    /// The names in a folder, sorted; none where there is no folder.
    func names(in folder: String) throws(BeaconBusError) -> [String]
    /// Where a symbolic link leads, nil where there is no link.
    func target(of path: String) throws(BeaconBusError) -> String?
    /// What is at a path, links not followed; nil where there is nothing.
    func status(of path: String) throws(BeaconBusError) -> FileStatus?
}

/// What is at a path.
struct FileStatus: Sendable, Equatable {
    /// The kinds that matter.
    enum Kind: Sendable { case file, folder, other }

    /// What it is.
    var kind: Kind
    /// The permission bits.
    var mode: UInt32
    /// The user it belongs to.
    var owner: UInt32
}
