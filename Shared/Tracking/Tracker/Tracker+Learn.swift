internal import Bluetooth
internal import Schema

/// What beacons say besides who they are: names, addresses, URLs, telemetry.
extension Tracker {
    /// The least time between two changes of one beacon's name: a beacon that keeps changing it floods nobody.
    static let renamingInterval: UInt32 = 100

    /// Tenths of a second since scanning began, rounded down; a moment noted with one more is never too early.
    private var tenths: UInt32 { UInt32(clamping: (clock &- started) / 100_000_000) }

    /// Whether so many tenths of a second have passed since a noted moment.
    private func hasPassed(_ span: UInt32, since noted: UInt32) -> Bool {
        noted == 0 || tenths &+ 1 >= noted.addingReportingOverflow(span).partialValue
    }

    /// Takes in a report that names no beacon; it may still speak of one by its address.
    mutating func observeAddress(_ sighting: Sighting, _ events: inout [TrackerEvent]) {
        let address = sighting.address.value
        guard address != 0 else { return }
        if let name = sighting.name, !name.isEmpty, let slot = addresses.name(address, name), isSending(slot, address) {
            rename(slot, name, &events)
        }
        if sighting.values != nil, let slot = addresses.slot(address), isSending(slot, address) {
            report(slot, sighting, &events)
        }
    }

    /// Whether the beacon in a remembered slot is still the one that sends under the address.
    private func isSending(_ slot: Int32, _ address: UInt64) -> Bool {
        states[slot].flags.contains(.used) && states[slot].address == address
    }

    /// Takes in what a sighting says besides the identity.
    mutating func learn(_ slot: Int32, _ sighting: Sighting, _ events: inout [TrackerEvent]) {
        let address = sighting.address.value
        if address != states[slot].address {
            states[slot].address = address
            if address != 0 {
                let name = addresses.meet(address, slot: slot)
                if !name.isEmpty, details[slot].name.isEmpty { rename(slot, name, &events) }
            }
        }
        if let url = sighting.url { details[slot].url = ShortURL(url.encoded) }
        if let name = sighting.name, !name.isEmpty { rename(slot, name, &events) }
        report(slot, sighting, &events)
    }

    private mutating func rename(_ slot: Int32, _ name: UnsafeRawBufferPointer, _ events: inout [TrackerEvent]) {
        guard !details[slot].name.isKept(of: name) else { return }
        rename(slot, ShortText(name), &events)
    }

    private mutating func rename(_ slot: Int32, _ name: ShortText, _ events: inout [TrackerEvent]) {
        let before = details[slot].name
        // A shortened name next to the complete one is no news.
        guard !before.begins(with: name) else { return }
        guard states[slot].isActive else {
            details[slot].name = name
            return
        }
        guard hasPassed(Self.renamingInterval, since: details[slot].namedAt) else { return }
        details[slot].name = name
        details[slot].namedAt = tenths &+ 1
        change(slot, .name, &events) { $0.name = before }
    }

    /// Takes in what a sighting measured.
    private mutating func report(_ slot: Int32, _ sighting: Sighting, _ events: inout [TrackerEvent]) {
        if let values = sighting.values, !values.pointee.isEmpty { report(slot, values.pointee, &events) }
    }

    /// Takes in telemetry, and tells it where it moved far enough (D22).
    mutating func report(_ slot: Int32, _ values: borrowing TelemetryValues, _ events: inout [TrackerEvent]) {
        guard sensors.place(&details[slot].sensor) else { return }
        let place = details[slot].sensor
        sensors.merge(place, values)
        guard states[slot].isActive else { return }
        let moved = sensors.movement(place, settings.telemetry)
        let slow = moved.slowly && hasPassed(telemetryInterval, since: details[slot].toldAt)
        guard slow || moved.atOnce else { return }
        if slow { details[slot].toldAt = tenths &+ 1 }
        let told = sensors.tell(place)
        change(slot, .data, &events) { $0.telemetry = told }
    }
}
