internal import Schema

/// One object of MiBeacon.
struct MiBeaconObject {
    var id: UInt16
    /// The product that sent it: some ids mean different things.
    var product: UInt16
    var value: UnsafeRawPointer
    var count: Int

    /// Notes what it says. Objects of a length they never have are passed over.
    func note(in values: inout TelemetryValues, _ events: inout SensorEvents) {
        // Some say all with their id: a press of the only button.
        guard count > 0 else { return notePress(of: 0, in: &events) }
        switch id >> 8 {
        case 0x00: noteEvent(in: &values)
        case 0x10 where id == 0x1001: noteButton(in: &events)
        case 0x10, 0x20, 0x30: noteAttribute(in: &values)
        default: noteSpecific(in: &values, &events)
        }
    }

    /// Whether the specification or a product has such an object.
    static func isKnown(_ id: UInt16) -> Bool {
        switch id {
        case 0x0003, 0x0006...0x0008, 0x000a, 0x000b, 0x000f, 0x0010, 0x1001, 0x1004...0x100a, 0x100d...0x1010,
            0x1012...0x1015, 0x1017...0x1019, 0x101b, 0x2000, 0x3003:
            true
        default: false
        }
    }

    /// Common attributes: 0x10…, and two of products.
    private func noteAttribute(in values: inout TelemetryValues) {
        switch (id, count) {
        case (0x1004, 2): values.set(.temperature, Int64(signed16) * 100)
        case (0x1005, 2):
            values.set(.poweredOn, value.byte(0) != 0)
            values.set(.temperature, Int64(value.byte(1)) * 1_000)
        case (0x1006, 2): values.set(.humidity, Int64(value.little16(0)) * 1_000)
        case (0x1007, 3): noteLight(in: &values)
        case (0x1008, _): values.set(.soilMoisture, Int64(value.byte(0)) * 100)
        case (0x1009, 2): values.set(.conductivity, Int64(value.little16(0)))
        case (0x100a, _): values.set(.battery, Int64(value.byte(0)) * 100)
        case (0x100d, 4):
            values.set(.temperature, Int64(signed16) * 100)
            values.set(.humidity, Int64(value.little16(2)) * 1_000)
        case (0x100e, 1): values.set(.unlocked, value.byte(0) & 0x01 == 0)
        case (0x100f, 1): values.set(.open, value.byte(0) != 0)
        case (0x1010, 2): values.set(.formaldehyde, Int64(value.little16(0)) * 10)
        case (0x1012, _): values.set(.poweredOn, value.byte(0) != 0)
        case (0x1013, _): values.set(.consumable, Int64(value.byte(0)))
        case (0x1014, _): values.set(.wet, value.byte(0) != 0)
        case (0x1015, _): noteSmoke(in: &values)
        case (0x1017, 4), (0x101b, 4): noteStillness(value.little32(0), in: &values)
        case (0x1018, _): values.set(.lightDetected, value.byte(0) != 0)
        // Open, closed, left open; 3 is a reset.
        case (0x1019, _):
            guard value.byte(0) < 3 else { return }
            values.set(.open, value.byte(0) != 1)
            values.set(.leftOpen, value.byte(0) == 2)
        case (0x2000, 5): noteBodyTemperature(in: &values)
        // Brushing began or ended, with the time; the last byte is the score.
        case (0x3003, 5...):
            values.set(.running, value.byte(0) == 0)
            if count == 6 { values.set(.score, Int64(value.byte(5))) }
        default: break
        }
    }

    /// Nobody moved for so many seconds; 0 = somebody moves.
    func noteStillness(_ seconds: UInt32, in values: inout TelemetryValues) {
        // Up to half a minute counts as moving with these sensors.
        values.set(.motion, seconds <= 30)
        values.set(.duration, Int64(seconds) * 1_000)
    }

    /// Lux, or with some products whether there is light.
    func noteLight(in values: inout TelemetryValues) {
        let light = Int64(value.little24(0))
        switch product {
        case MiBeaconProduct.nightLight, MiBeaconProduct.motionSensor, MiBeaconProduct.doorSensor:
            values.set(.lightDetected, light >= 100)
        default: values.set(.illuminance, light * 100)
        }
    }

    /// 0 none, 1 smoke; 2 the detector itself is at fault.
    private func noteSmoke(in values: inout TelemetryValues) {
        switch value.byte(0) {
        case 0, 1: values.set(.smoke, value.byte(0) == 1)
        case 2: values.set(.problem, true)
        default: break
        }
    }

    var signed16: Int16 { value.signedLittle16(0) }
}
