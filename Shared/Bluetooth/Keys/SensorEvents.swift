internal import Schema

/// The button presses and turns in one report.
struct SensorEvents {
    /// The packet's number, 0…255; −1 where it has none.
    var packet: Int16 = -1
    /// Presses and turns.
    private(set) var count = 0
    /// Whether the report speaks of buttons or dimmers at all, pressed or not.
    private(set) var isPresent = false
    private var buttons = 0
    private var pressed = 0
    private var press: UInt8 = 0
    private var steps: Int16 = 0

    /// The next button of the report; `code` as in ``TelemetryField/buttonEvent``, 0 = not pressed.
    mutating func button(_ code: UInt8) {
        isPresent = true
        buttons += 1
        guard code != 0 else { return }
        count += 1
        if press == 0 {
            press = code
            pressed = buttons
        }
    }

    /// A press of a button with a number of its own, from 1.
    mutating func button(_ code: UInt8, number: Int) {
        isPresent = true
        buttons = 2
        guard code != 0 else { return }
        count += 1
        if press == 0 {
            press = code
            pressed = number
        }
    }

    /// A dimmer's turn in steps, to the left negative; 0 = not turned.
    mutating func turn(_ steps: Int16) {
        isPresent = true
        guard steps != 0 else { return }
        count += 1
        if self.steps == 0 { self.steps = steps }
    }

    /// Notes the events and the device's total.
    func write(total: UInt32, to values: inout TelemetryValues) {
        values.set(.buttons, Int64(total))
        if press != 0 {
            values.set(.buttonEvent, Int64(press))
            if buttons > 1 { values.set(.button, Int64(pressed)) }
        }
        if steps != 0 { values.set(.dimmerSteps, Int64(steps)) }
    }
}
