import Schema
import Support

/// A node's journal and messages, as the scanner would send them.
final class FakeNode {
    struct Entry {
        let number: Int64
        let isActive: Bool
        let beacon: String
        let counter: Int64
        let cause: String
        let at: Instant
    }

    let name: String
    var journal: String
    private(set) var entries: [Entry] = []
    private(set) var counter: Int64 = 0
    private var firsts: [Int64: Instant] = [:]
    /// The oldest entry it still holds.
    var oldest: Int64 = 1
    unowned let bus: VirtualBus

    init(_ name: String, _ bus: VirtualBus, journal: String = "00000000000000aa") {
        self.name = name
        self.bus = bus
        self.journal = journal
    }

    static func beacon(_ minor: Int) -> String { "ibeacon-e2c56db5-dffb-48d2-b060-d0f5a71096e0-1-\(minor)" }

    func activation(_ counter: Int64) -> String { "\(name).\(journal).\(counter)" }

    /// Writes an active into the journal; gives its activation.
    @discardableResult
    func becomesActive(_ beacon: String, cause: String = "arrived", firstSeen ago: Duration = .zero) -> String {
        counter += 1
        firsts[counter] = bus.now - ago
        append(true, beacon, counter, cause)
        return activation(counter)
    }

    /// Writes an inactive into the journal.
    func becomesInactive(_ beacon: String, cause: String = "silent") {
        guard let last = entries.last(where: { $0.beacon == beacon && $0.isActive }) else { return }
        append(false, beacon, last.counter, cause)
    }

    private func append(_ isActive: Bool, _ beacon: String, _ counter: Int64, _ cause: String) {
        entries.append(
            Entry(
                number: Int64(entries.count) + 1, isActive: isActive, beacon: beacon, counter: counter, cause: cause,
                at: bus.now))
    }

    /// Publishes the newest entry as a live batch.
    func publishLast() { publish([entries.count - 1]) }

    /// Publishes entries by index: of one kind as live batches.
    func publish(_ indices: [Int]) {
        for index in indices {
            let kind = entries[index].isActive ? "active" : "inactive"
            bus.inject("beaconbus/home/nodes/\(name)/beacons/\(kind)", batch(kind, [entries[index]]))
        }
    }

    /// Sends entries again as `unacknowledged`.
    func resend(_ indices: [Int]) {
        bus.inject(
            "beaconbus/home/nodes/\(name)/beacons/unacknowledged", batch("journal", indices.map { entries[$0] }))
    }

    func active(_ beacon: String, cause: String = "arrived", firstSeen ago: Duration = .zero) -> String {
        defer { publishLast() }
        return becomesActive(beacon, cause: cause, firstSeen: ago)
    }

    func inactive(_ beacon: String) {
        becomesInactive(beacon)
        publishLast()
    }

    func state(_ state: String, session: Int = 1, online: Bool = true) {
        bus.inject(
            "beaconbus/home/nodes/\(name)/state",
            """
            {"v":1,"from":"n.home.\(name)","session":\(session),"seq":1,"at":"2026-01-01T00:00:00.000Z","node":"\(name)",
            "connection":1,"online":\(online),"state":"\(state)","previous":"idle","requested":true,"attempt":1,
            "readyArmed":false,"certificate":{"status":"none"},"policy":"manual","clockSynchronised":true}
            """, retain: true)
    }

    func lost(session: Int = 1) {
        bus.inject(
            "beaconbus/home/nodes/\(name)/lost", #"{"v":1,"session":\#(session),"connection":1}"#, retain: true)
    }

    private func batch(_ kind: String, _ list: [Entry]) -> String {
        let beacons = list.map { entry in
            let first = firsts[entry.counter] ?? entry.at
            let age = (bus.now - entry.at).saturatedMilliseconds + (entry.isActive ? 0 : 30_000)
            var text = """
                {"beacon":"\(entry.beacon)","entry":\(entry.number),"activation":"\(activation(entry.counter))",
                "format":"ibeacon","uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0","major":1,"minor":1,
                "rssi":-60,"power":-59,"zone":"near","age":\(age),
                "sinceFirst":\((bus.now - first).saturatedMilliseconds),"samples":3,"cause":"\(entry.cause)"
                """
            if kind == "journal" { text += #","kind":"\#(entry.isActive ? "active" : "inactive")""# }
            if !entry.isActive { text += #","timeout":30000"# }
            return text + "}"
        }
        return """
            {"v":1,"from":"s.home.\(name)","session":1,"seq":1,"at":"2026-01-01T00:00:00.000Z","node":"\(name)",
            "kind":"\(kind)","run":"1.1","journal":"\(journal)","oldest":\(oldest),
            "beacons":[\(beacons.joined(separator: ","))]}
            """
    }
}
