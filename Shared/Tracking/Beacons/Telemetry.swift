/// What a beacon last said about itself. Fixed size; what it never said is absent.
public struct Telemetry: Sendable, Hashable {
    /// Battery voltage in mV.
    public var batteryMillivolts: UInt16?
    /// Temperature in 1/256 °C.
    public var rawTemperature: Int16?
    /// Battery charge in per cent.
    public var battery: UInt8?
    /// Counter of button presses.
    public var buttons: UInt16?
    /// Counter of motions.
    public var motions: UInt16?

    /// Nothing said.
    public init() {}

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
}
