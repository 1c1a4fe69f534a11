/// What a beacon last said about itself; what it never said is absent. Ten bytes.
public struct Telemetry: Sendable, Hashable {
    private var millivolts: UInt16 = 0
    private var temperatureBits: Int16 = 0
    private var buttonCount: UInt16 = 0
    private var motionCount: UInt16 = 0
    private var percent: UInt8 = 0
    private var present: UInt8 = 0

    /// Nothing said.
    public init() {}

    /// Battery voltage in mV.
    public var batteryMillivolts: UInt16? {
        get { has(1) ? millivolts : nil }
        set {
            millivolts = newValue ?? 0
            mark(1, newValue != nil)
        }
    }

    /// Temperature in 1/256 °C.
    public var rawTemperature: Int16? {
        get { has(2) ? temperatureBits : nil }
        set {
            temperatureBits = newValue ?? 0
            mark(2, newValue != nil)
        }
    }

    /// Battery charge in per cent.
    public var battery: UInt8? {
        get { has(4) ? percent : nil }
        set {
            percent = newValue ?? 0
            mark(4, newValue != nil)
        }
    }

    /// Counter of button presses.
    public var buttons: UInt16? {
        get { has(8) ? buttonCount : nil }
        set {
            buttonCount = newValue ?? 0
            mark(8, newValue != nil)
        }
    }

    /// Counter of motions.
    public var motions: UInt16? {
        get { has(16) ? motionCount : nil }
        set {
            motionCount = newValue ?? 0
            mark(16, newValue != nil)
        }
    }

    /// Temperature in °C.
    public var temperature: Float? { rawTemperature.map { Float($0) / 256 } }

    /// Takes over what `newer` says and keeps the rest.
    mutating func merge(_ newer: Telemetry) {
        batteryMillivolts = newer.batteryMillivolts ?? batteryMillivolts
        rawTemperature = newer.rawTemperature ?? rawTemperature
        battery = newer.battery ?? battery
        buttons = newer.buttons ?? buttons
        motions = newer.motions ?? motions
    }

    private func has(_ bit: UInt8) -> Bool { present & bit != 0 }

    private mutating func mark(_ bit: UInt8, _ isPresent: Bool) {
        present = isPresent ? present | bit : present & ~bit
    }
}
