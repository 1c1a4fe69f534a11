import Schema

/// Writes the answer to a look-up: one answer for each beacon asked for, in its order, spliced from stored records.
///
/// The message never grows beyond its limit: for every beacon still to come the room to defer it is kept free, so an
/// answer that does not fit becomes `deferred`, and at least one record always fits.
struct LookupReplyWriter {
    /// What is kept free for the head.
    static let headBytes = 1024

    /// How many beacons got which answer.
    struct Counts: Equatable {
        var found = 0
        var unknown = 0
        var failed = 0
        var deferred = 0
    }

    /// What is kept free for one record with its frame.
    static let recordBytes = RegistryRecord.maximumBytes + 128

    private let beacons: [[UInt8]]
    private let budget: Int
    private var next = 0
    /// The bytes needed to defer the beacons from `next` on.
    private var reserve: Int
    private var members: [UInt8]
    private(set) var counts = Counts()

    private static let afterDeferred = Array(#","answer":"deferred"}"#.utf8)
    private static let afterUnknown = Array(#","answer":"unknown"}"#.utf8)

    /// Nil if the ids themselves leave no room for one record, which those of real beacons always do.
    /// - Parameters:
    ///   - beacons: the ids as they were asked for, whatever they hold.
    ///   - budget: the greatest size of the body, in bytes.
    init?(
        revision: Int64, beacons: [String], budget: Int = MessageCoder.maximumLength - LookupReplyWriter.headBytes
    ) {
        self.beacons = beacons.map { Array(#"{"beacon":"#.utf8) + JSONValue.string($0).bytes }
        self.budget = budget
        reserve = self.beacons.reduce(0) { $0 + Self.deferredBytes($1) }
        guard reserve + Self.recordBytes <= budget else { return nil }
        members = Array("\"revision\":\(revision),\"answers\":[".utf8)
    }

    private static func deferredBytes(_ beacon: [UInt8]) -> Int { beacon.count + afterDeferred.count + 1 }

    /// Answers the next beacon with its record.
    mutating func found(revision: Int64, record: UnsafeRawBufferPointer, stale: Bool = false) {
        let before = Array(
            (stale ? #","answer":"found","stale":true,"record":"# : #","answer":"found","record":"#).utf8)
        let after = Array(",\"revision\":\(revision)}".utf8)
        guard let beacon = begin(before.count + record.count + after.count) else { return }
        members += beacon
        members += before
        members.append(contentsOf: record)
        members += after
        counts.found += 1
    }

    /// Answers the next beacon: it is not registered.
    mutating func unknown() {
        guard let beacon = begin(Self.afterUnknown.count) else { return }
        members += beacon
        members += Self.afterUnknown
        counts.unknown += 1
    }

    /// Answers the next beacon: it could not be looked up.
    /// - Parameter error: the error as JSON.
    mutating func failed(error: [UInt8]) {
        let before = Array(#","answer":"failed","error":"#.utf8)
        guard let beacon = begin(before.count + error.count + 1) else { return }
        members += beacon
        members += before
        members += error
        members.append(UInt8(ascii: "}"))
        counts.failed += 1
    }

    /// The body's members for ``MessageCoder/encode(_:members:)``; beacons without an answer so far are deferred.
    mutating func finish() -> [UInt8] {
        while next < beacons.count {
            separate()
            deferNext()
        }
        return members + [UInt8(ascii: "]")]
    }

    /// Takes the next beacon, if an answer of that size still fits; defers it otherwise.
    private mutating func begin(_ size: Int) -> [UInt8]? {
        guard next < beacons.count else { return nil }
        let beacon = beacons[next]
        separate()
        let others = reserve - Self.deferredBytes(beacon)
        guard members.count + beacon.count + size + 1 + others <= budget else {
            deferNext()
            return nil
        }
        reserve = others
        next += 1
        return beacon
    }

    private mutating func separate() {
        if next > 0 { members.append(UInt8(ascii: ",")) }
    }

    private mutating func deferNext() {
        members += beacons[next]
        members += Self.afterDeferred
        reserve -= Self.deferredBytes(beacons[next])
        next += 1
        counts.deferred += 1
    }
}
