internal import Schema

extension SensorSecrets {
    /// Whether a clear frame of a device must not be used, as its key or that of its sender is held: a downgrade, counted.
    @inline(__always)
    mutating func refusesClear(_ device: BluetoothAddress, from sender: BluetoothAddress) -> Bool {
        guard !binds.devices.isEmpty, binds.find(device) != nil || binds.find(sender) != nil else { return false }
        counters.downgraded &+= 1
        return true
    }

    /// What came of an encrypted frame: its text, valid until the next one, and its device's index; or why not.
    enum Opening {
        case text(UnsafeRawBufferPointer, device: Int)
        case refused(SensorSecrecy)
    }

    /// Decrypts a frame with the key of its device; refuses replays.
    mutating func open(_ frame: SealedFrame) -> Opening {
        guard let device = binds.find(frame.address) else {
            counters.keyMissing &+= 1
            return .refused(.keyMissing)
        }
        let scheme = frame.scheme.rawValue
        let verdict = binds.devices[device].guards[scheme].judge(frame.counter, frame.counterWidth, at: now)
        // Devices send each frame several times: the same once more tells nothing and costs nothing.
        if verdict == .repeated {
            counters.repeated &+= 1
            return .refused(.replayed)
        }
        guard frame.count <= SealedFrame.longest, binds.devices[device].cipher.open(frame, into: scratch.start) else {
            counters.keyWrong &+= 1
            return .refused(.keyWrong)
        }
        if verdict == .replayed {
            counters.replayed &+= 1
            return .refused(.replayed)
        }
        if verdict == .restarted { counters.restarted &+= 1 }
        binds.devices[device].guards[scheme].take(frame.counter, at: now)
        counters.decrypted &+= 1
        return .text(UnsafeRawBufferPointer(start: scratch.start, count: frame.count), device: device)
    }

    /// Notes button events with the total of their device: new ones are counted, those heard again not.
    ///
    /// The events are handed over by reference: nearly always there are none, and a copy would cost more than to see that.
    @inline(__always)
    mutating func note(
        _ events: inout SensorEvents, of device: EventDevice, _ text: UnsafeRawBufferPointer,
        in values: inout TelemetryValues
    ) {
        if events.isPresent { count(&events, of: device, text, in: &values) }
    }

    @inline(never)
    private mutating func count(
        _ events: inout SensorEvents, of device: EventDevice, _ text: UnsafeRawBufferPointer,
        in values: inout TelemetryValues
    ) {
        // FNV-1a: only to compare with the frame before.
        let fingerprint = text.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let total: UInt32
        switch device {
        case .bound(let index):
            total = binds.devices[index].memory.take(events, fingerprint: fingerprint, isSealed: true, at: now)
        case .heard(let address):
            total = memory.take(events, of: address, fingerprint: fingerprint, at: now)
            counters.evicted = memory.evictions
        }
        events.write(total: total, to: &values)
    }

    /// Whose button events they are.
    enum EventDevice {
        /// A device with a key, by its index.
        case bound(Int)
        /// One that sends in clear.
        case heard(BluetoothAddress)
    }
}
