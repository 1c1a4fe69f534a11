internal import Schema

extension MiBeaconObject {
    /// Events: 0x00….
    func noteEvent(in values: inout TelemetryValues) {
        switch (id, count) {
        case (0x0003, _): values.set(.motion, true)
        case (0x0007, _): noteDoor(in: &values)
        // 0 arms, 1 disarms.
        case (0x0008, _): if value.byte(0) < 2 { values.set(.armed, value.byte(0) == 0) }
        case (0x000a, 2): values.set(.temperature, Int64(signed16) * 10)
        case (0x000b, 9): noteLock(in: &values)
        case (0x000f, 3):
            values.set(.motion, true)
            noteLight(in: &values)
        // Brushing began, with a counter, or ended, with the score.
        case (0x0010, _):
            values.set(.running, value.byte(0) == 0)
            if count > 1 { values.set(value.byte(0) == 0 ? .count : .score, Int64(value.byte(1))) }
        default: break
        }
    }

    /// 0 opened, 1 closed, 2 left open, 3 knocked at, 4 pried open, 5 stuck.
    private func noteDoor(in values: inout TelemetryValues) {
        let state = value.byte(0)
        guard state <= 5 else { return }
        values.set(.open, state == 0 || state == 2 || state == 4)
        if state == 1 || state == 2 { values.set(.leftOpen, state == 2) }
        if state == 1 || state == 4 { values.set(.tampered, state == 4) }
        if state == 0 || state == 5 { values.set(.problem, state == 5) }
    }

    /// The lower half of the first byte says what was done: 0 and 4 unlocked it from without and within, 1, 5 and 8
    /// locked it; 2, 3, 6 and 7 are about burglars and children; 15 is abnormal.
    private func noteLock(in values: inout TelemetryValues) {
        switch value.byte(0) & 0x0f {
        case 0x0, 0x4: values.set(.unlocked, true)
        case 0x1, 0x5, 0x8: values.set(.unlocked, false)
        case 0xf: values.set(.problem, true)
        default: break
        }
    }

    /// Which button, how often or which way, and how: 3 bytes.
    func noteButton(in events: inout SensorEvents) {
        guard count == 3 else { return }
        let button = value.byte(0)
        let kind = value.byte(2)
        switch product {
        case MiBeaconProduct.dimmer: noteDimmer(button, value.byte(1), kind, in: &events)
        case MiBeaconProduct.switches, MiBeaconProduct.tripleSwitch:
            // Several buttons at once are one press of a button of its own.
            events.button(Self.switchPress(kind), number: Int(button) + 1)
        default:
            events.button(Self.press(kind), number: Int(button) + 1)
        }
    }

    /// Once, twice, long; 5 and 6 with remote controls.
    private static func press(_ kind: UInt8) -> UInt8 {
        switch kind {
        case 0, 5: 1
        case 1: 2
        case 2, 6: 4
        default: 0
        }
    }

    /// Once, long, twice.
    private static func switchPress(_ kind: UInt8) -> UInt8 {
        switch kind {
        case 0: 1
        case 1: 4
        case 2: 2
        default: 0
        }
    }

    private func noteDimmer(_ button: UInt8, _ number: UInt8, _ kind: UInt8, in events: inout SensorEvents) {
        switch (kind, button) {
        case (3, 0): events.button(number > 1 ? min(number, 3) : 1)
        case (3, 1): events.button(4)
        case (4, 0): events.turn(Int16(Int8(bitPattern: number)))
        case (4, _): events.turn(Int16(Int8(bitPattern: button)))
        default: break
        }
    }
}
