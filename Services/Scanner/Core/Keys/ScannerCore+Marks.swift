import Bluetooth
import Schema
import ServiceKit
import Store

/// Replays are refused after a restart as well: how far devices have counted is kept in the journal, with the version of
/// the keys, as the counters of another key say nothing.
extension ScannerCore {
    private static let marksKey = "marks"

    /// What is stored.
    struct StoredMarks: Codable {
        var version: KeyExchange.Version
        /// ``ReplayMark/bytes(_:)`` in hexadecimal.
        var marks: String
    }

    func note(_ marks: [ReplayMark], _ now: Instant) { self.marks.note(marks, now) }

    /// Gives the radio what an earlier process stored, once there are the keys it belongs to.
    func loadMarks() {
        guard !marks.isLoaded, let version = keys.held else { return }
        marks.isLoaded = true
        do {
            guard let bytes = try journal.state(Self.marksKey), let value = try? JSONValue.parse(bytes),
                let stored = try? value.decode(StoredMarks.self), stored.version == version,
                let marks = Hex.bytes(stored.marks).flatMap({ ReplayMark.read($0) })
            else { return }
            radio.send(.counted(marks))
        } catch {
            logger.error("how far devices have counted cannot be read", .reason("\(error)"))
        }
    }

    /// Stores what is not stored yet.
    func storeMarks() {
        guard let fresh = marks.take(), let version = keys.held else { return }
        do {
            let stored = StoredMarks(version: version, marks: Hex.text(ReplayMark.bytes(fresh)))
            try journal.setState(Self.marksKey, JSONValue(encoding: stored).bytes)
        } catch {
            logger.error("how far devices have counted cannot be stored", .reason("\(error)"))
        }
    }

    /// Nothing of the devices is left.
    func forgetMarks() {
        _ = marks.take()
        do {
            try journal.setState(Self.marksKey, nil)
        } catch {
            logger.error("how far devices have counted cannot be removed", .reason("\(error)"))
        }
    }
}
