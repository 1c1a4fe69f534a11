internal import Schema

/// Puts the fragments of extended advertising together, by address and advertising set.
///
/// Bounded: at most `capacity` advertisements at a time, each at most 1,650 bytes; the oldest goes first.
struct ReportAssembler {
    /// Advertisements that may be incomplete at one time.
    static let capacity = 16
    /// The most data one advertising event can carry (Core Specification Vol 4 Part E 7.8.54).
    static let longest = 1_650

    private struct Partial {
        var address: BluetoothAddress
        var addressType: UInt8
        var advertisingSet: UInt8
        var fragments: UInt64
        var bytes: [UInt8]

        func matches(_ report: AdvertisingReport) -> Bool {
            address == report.address && addressType == report.addressType
                && advertisingSet == report.advertisingSet
        }
    }

    /// In order of arrival, oldest first.
    private var partials: [Partial] = []

    var isEmpty: Bool { partials.isEmpty }

    /// Keeps a fragment. Returns how many fragments were given up for it.
    mutating func hold(_ report: AdvertisingReport) -> UInt64 {
        if let index = partials.firstIndex(where: { $0.matches(report) }) {
            guard partials[index].bytes.count + report.data.count <= Self.longest else {
                let lost = partials.remove(at: index)
                return lost.fragments &+ 1
            }
            partials[index].bytes.append(contentsOf: report.data)
            partials[index].fragments &+= 1
            return 0
        }
        var dropped: UInt64 = 0
        if partials.count >= Self.capacity { dropped = partials.removeFirst().fragments }
        partials.append(
            Partial(
                address: report.address, addressType: report.addressType, advertisingSet: report.advertisingSet,
                fragments: 1, bytes: Array(report.data)))
        return dropped
    }

    /// Hands over the report, preceded by the fragments held of it. The last fragment's RSSI counts.
    /// Returns how many fragments were given up.
    mutating func complete(_ report: AdvertisingReport, _ deliver: (AdvertisingReport) -> Void) -> UInt64 {
        guard let index = partials.firstIndex(where: { $0.matches(report) }),
            !report.properties.contains(.legacy)
        else {
            deliver(report)
            return 0
        }
        var partial = partials.remove(at: index)
        guard partial.bytes.count + report.data.count <= Self.longest else {
            deliver(report)
            return partial.fragments
        }
        partial.bytes.append(contentsOf: report.data)
        partial.bytes.withUnsafeBytes { bytes in
            var whole = report
            whole.data = bytes
            deliver(whole)
        }
        return 0
    }
}
