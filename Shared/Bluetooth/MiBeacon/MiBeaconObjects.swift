internal import Schema

/// Walks the objects of MiBeacon: an id (2 bytes), a length, the value. Unknown ones are passed over.
enum MiBeaconObjects {
    /// Notes what the objects measured; ends at the first incomplete one.
    static func read(
        _ text: UnsafeRawBufferPointer, of product: UInt16, _ values: inout TelemetryValues,
        _ events: inout SensorEvents
    ) {
        guard let base = text.baseAddress else { return }
        var at = 0
        while text.count - at >= 3 {
            let id = base.little16(at)
            let length = Int(base.byte(at + 2))
            at += 3
            guard length <= text.count - at else { break }
            let object = MiBeaconObject(id: id, product: product, value: base + at, count: length)
            object.note(in: &values, &events)
            at += length
        }
    }

    /// Whether bytes are one object or more of known ids, and nothing else: what takes the place of a tag where there is
    /// none. Random bytes pass less than once in 100,000.
    static func isPlausible(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let base = text.baseAddress else { return false }
        var at = 0
        while text.count - at >= 3 {
            guard MiBeaconObject.isKnown(base.little16(at)) else { return false }
            let length = Int(base.byte(at + 2))
            at += 3
            guard length > 0, length <= text.count - at else { return false }
            at += length
        }
        return at == text.count && at > 0
    }
}
