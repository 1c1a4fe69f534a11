import Access
import Schema
import Store

/// Puts the plugin's file right where the gate itself is not in it any more, so that a broker that was killed while it
/// wrote the file does not stay closed to everybody. Confined to the thread of the files.
struct SecurityFileKeeper {
    let settings: GateSettings
    let broker: BrokerProcess
    /// How the file was when it looked damaged; the plugin may just have been writing it.
    private var suspect: FileMark?
    private var mustEnd = false
    private(set) var repairs: Int64 = 0

    init(_ settings: GateSettings, _ broker: BrokerProcess) {
        self.settings = settings
        self.broker = broker
    }

    /// Looks at the file as long as the gate is locked out. Gives how soon to come again.
    mutating func look(_ state: Lockout.State, _ document: AccessDocument?) throws(BeaconBusError) -> Duration? {
        guard state != .none else {
            (suspect, mustEnd) = (nil, false)
            return nil
        }
        if mustEnd { return end() }
        // A broker that knows us and has lost the connection is no reason to touch its file.
        guard state == .refused || !broker.isThere else { return nil }
        let mark = FileMark(settings.securityFile)
        let bytes = try AtomicFile(path: settings.securityFile).read(limit: DynamicSecurity.maximumFile) ?? []
        let document =
            document ?? AccessDocument(revision: 1, site: settings.roots.site, identities: [])
        guard let good = DynamicSecurity.repaired(bytes, document, in: settings.roots) else {
            suspect = nil
            return nil
        }
        guard mark == nil || mark == suspect else {
            suspect = mark
            return .milliseconds(100)
        }
        try AtomicFile(path: settings.securityFile).write(good, mode: 0o600)
        suspect = nil
        repairs += 1
        // One that runs has read the damaged file, and reads it only when it starts.
        mustEnd = state == .refused
        return end()
    }

    private mutating func end() -> Duration? {
        guard mustEnd else { return nil }
        switch broker.end() {
        case .told, .absent:
            mustEnd = false
            return nil
        case .starting: return .milliseconds(20)
        case .refused: return nil
        }
    }
}
