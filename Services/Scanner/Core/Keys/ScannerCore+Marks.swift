import Bluetooth
import Schema
import ServiceKit
import Store

/// Replays are refused after a restart as well: how far devices have counted is kept in the journal, each with the
/// fingerprint of its key.
extension ScannerCore {
    private static let marksKey = "marks"

    func note(_ marks: [ReplayMark], _ now: Instant) { self.marks.note(marks, now) }

    /// Gives the radio what an earlier process stored, now that it has the keys of these devices; of others nothing is kept.
    func loadMarks(of devices: Set<BluetoothAddress>) {
        do {
            if marks.stored == nil {
                marks.stored = try journal.state(Self.marksKey).flatMap { ReplayMark.read($0) } ?? []
            }
        } catch {
            logger.error("how far devices have counted cannot be read", .reason("\(error)"))
        }
        marks.stored?.removeAll { !devices.contains($0.address) }
        if let stored = marks.stored, !stored.isEmpty { radio.send(.counted(stored)) }
    }

    /// Stores what is not stored yet. Of devices that were not heard since the start what was stored stays.
    func storeMarks() {
        guard let fresh = marks.take() else { return }
        let places = Set(fresh.map(\.place))
        let all = fresh + (marks.stored ?? []).filter { !places.contains($0.place) }
        do {
            try journal.setState(Self.marksKey, ReplayMark.bytes(Array(all.prefix(ReplayMark.most))))
        } catch {
            logger.error("how far devices have counted cannot be stored", .reason("\(error)"))
        }
    }

    /// Nothing of the devices is left.
    func forgetMarks() {
        _ = marks.take()
        marks.stored = []
        do {
            try journal.setState(Self.marksKey, nil)
        } catch {
            logger.error("how far devices have counted cannot be removed", .reason("\(error)"))
        }
    }
}
