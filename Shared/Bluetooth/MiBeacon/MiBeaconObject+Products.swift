internal import Schema

extension MiBeaconObject {
    /// Objects that products define for themselves: 0x48… and up.
    func noteSpecific(in values: inout TelemetryValues, _ events: inout SensorEvents) {
        switch id {
        case 0x4801, 0x4c01: noteFloat(.temperature, in: &values)
        case 0x4802, 0x4c02: if count == 1 { values.set(.humidity, Int64(value.byte(0)) * 10_000) }
        case 0x4803, 0x4c03, 0x5003, 0x5403: values.set(.battery, Int64(value.byte(0)) * 100)
        case 0x4804, 0x4a12: noteOpening(in: &values)
        case 0x4805: noteFloat(.illuminance, in: &values)
        case 0x4806, 0x487b: values.set(.wet, value.byte(0) != 0)
        case 0x4808, 0x4c08: noteFloat(.humidity, in: &values)
        case 0x480c: if value.byte(0) < 2 { values.set(.open, value.byte(0) == 0) }
        case 0x4818: if count == 2 { noteStillness(UInt32(value.little16(0)), in: &values) }
        case 0x483c: values.set(.occupied, value.byte(0) != 0)
        case 0x483d, 0x483e: if count == 4 { values.set(.duration, Int64(value.little32(0)) * 1_000) }
        // One product says 2 for nobody.
        case 0x484e:
            let isTwoNobody = product == MiBeaconProduct.occupancySensor
            values.set(.occupied, isTwoNobody ? value.byte(0) == 1 : value.byte(0) != 0)
        case 0x4851, 0x4852: values.set(.duration, Int64(value.byte(0)) * 60_000)
        case 0x4a01, 0x4e01, 0x5601: values.set(.batteryLow, value.byte(0) != 0)
        case 0x4a08:
            values.set(.motion, true)
            noteFloat(.illuminance, in: &values)
        case 0x4a0f: if value.byte(0) == 1 { values.set(.tampered, true) }
        case 0x4a1a:
            guard value.byte(0) == 1 else { return }
            values.set(.open, true)
            values.set(.leftOpen, true)
        case 0x4a68: if value.byte(0) < 4 { values.set(.wet, value.byte(0) % 2 == 0) }
        case 0x4e16:
            // A scale's weight, or that somebody lay down.
            if count == 9 { noteWeight(in: &values) } else if value.byte(0) == 1 { values.set(.occupied, true) }
        case 0x4e17: if value.byte(0) == 1 { values.set(.occupied, false) }
        case 0x5a16: noteBed(in: &values, &events)
        case 0x5413: values.set(.occupied, value.byte(0) != 0)
        case 0x5422: if value.byte(0) < 3 { values.set(.batteryCharging, value.byte(0) == 0) }
        case 0x6e16: if count == 9 { noteBody(in: &values) }
        default: notePress(of: value.byte(0), in: &events)
        }
    }

    /// 1 somebody lay down, 2 got up, 3 pressed twice.
    private func noteBed(in values: inout TelemetryValues, _ events: inout SensorEvents) {
        switch value.byte(0) {
        case 1, 2: values.set(.occupied, value.byte(0) == 1)
        case 3: events.button(2)
        default: break
        }
    }

    private func noteOpening(in values: inout TelemetryValues) {
        guard value.byte(0) == 1 || value.byte(0) == 2 else { return }
        values.set(.open, value.byte(0) == 1)
        if value.byte(0) == 2 { values.set(.leftOpen, false) }
    }

    private func noteWeight(in values: inout TelemetryValues) {
        let weight = value.little32(1)
        if weight != 0 { values.set(.weight, Int64(weight) * 10) }
    }

    /// Switches: the id says how it was pressed, the value which button, if there is one.
    func notePress(of button: UInt8, in events: inout SensorEvents) {
        let number = Int(button)
        switch id {
        case 0x4a0c: events.button(1, number: number + 1)
        case 0x4a0d: events.button(2, number: number + 1)
        case 0x4a0e: events.button(4, number: number + 1)
        case 0x4a13: if number == 1 { events.button(1) }
        // One product says with the first id's value how it was pressed.
        case 0x4e0c: events.button(number == 8 ? 4 : number == 15 ? 2 : 1, number: max(number, 1))
        case 0x4e0d: events.button(2, number: max(number, 1))
        case 0x4e0e: events.button(4, number: max(number, 1))
        case 0x560c: events.button(1, number: max(number, 1))
        case 0x560d: events.button(2, number: max(number, 1))
        case 0x560e: events.button(4, number: max(number, 1))
        default: break
        }
    }

    private func noteFloat(_ field: TelemetryField, in values: inout TelemetryValues) {
        guard count == 4 else { return }
        values.setRounded(field, Double(Float(bitPattern: value.little32(0))))
    }
}
