import Glibc
public import Schema

/// The session number of a process start (design §4): rises with every start, across reboots and wrong clocks.
public struct SessionFile: Sendable {
    /// 2020-01-01T00:00:00Z in seconds since 1970.
    static let epoch: Int64 = 1_577_836_800
    /// The greatest session, which JSON numbers still hold exactly.
    public static let maximum: UInt64 = (1 << 53) - 1

    private let file: AtomicFile

    /// The file that keeps the last session.
    public init(path: String) {
        file = AtomicFile(path: path)
    }

    /// Takes the session of this start: max(stored + 1, `seconds` − 2020-01-01), on the disk before it is returned.
    ///
    /// `seconds` is the wall clock in seconds since 1970. A file that holds no number counts as none: the clock and the
    /// own retained state at the broker still lift the session above earlier ones.
    public func next(seconds: Int64) throws(BeaconBusError) -> UInt64 {
        let stored = try stored() ?? 0
        let clock = seconds > Self.epoch ? UInt64(seconds - Self.epoch) : 0
        let session = min(max(stored + 1, clock, 1), Self.maximum)
        try store(session)
        return session
    }

    /// Takes the session of this start by the machine's clock.
    public func next() throws(BeaconBusError) -> UInt64 {
        try next(seconds: Int64(time(nil)))
    }

    /// Keeps a higher session that was found in the own retained state.
    public func raise(to session: UInt64) throws(BeaconBusError) {
        if session > (try stored() ?? 0) { try store(min(session, Self.maximum)) }
    }

    /// The last session taken, nil where there is none.
    public func stored() throws(BeaconBusError) -> UInt64? {
        let content: [UInt8]
        do throws(BeaconBusError) {
            guard let found = try file.read(limit: 64) else { return nil }
            content = found
        } catch {
            guard error.code == .storeCorrupt else { throw error }
            return nil
        }
        let digits = content.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        return min(digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }, Self.maximum)
    }

    private func store(_ session: UInt64) throws(BeaconBusError) {
        try file.write(Array("\(session)\n".utf8))
    }
}
