/// An Eddystone-TLM frame, version 0: what the beacon says of itself.
/// It names no beacon; it belongs to the Eddystone frame sent by the same address.
public struct EddystoneTelemetry: Hashable, Sendable {
    /// mV; 0 = not battery powered. Prefer `batteryMillivolts`.
    public var rawBattery: UInt16
    /// °C in 1/256; −32768 = not supported. Prefer `temperature`.
    public var rawTemperature: Int16
    /// Advertisements sent since power-up.
    public var advertisements: UInt32
    /// Time since power-up, in tenths of a second.
    public var uptimeTenths: UInt32

    /// Reads the 12 bytes after type and version.
    @inlinable
    init(_ bytes: UnsafeRawPointer) {
        rawBattery = bytes.big16(0)
        rawTemperature = Int16(bitPattern: bytes.big16(2))
        advertisements = bytes.big32(4)
        uptimeTenths = bytes.big32(8)
    }

    /// Telemetry of the given raw values; for tests and other sources than the radio.
    public init(rawBattery: UInt16, rawTemperature: Int16, advertisements: UInt32, uptimeTenths: UInt32) {
        self.rawBattery = rawBattery
        self.rawTemperature = rawTemperature
        self.advertisements = advertisements
        self.uptimeTenths = uptimeTenths
    }

    /// mV; nil when the beacon is not battery powered.
    @inlinable
    public var batteryMillivolts: UInt16? { rawBattery == 0 ? nil : rawBattery }

    /// °C; nil when the beacon has no thermometer.
    @inlinable
    public var temperature: Double? { rawTemperature == .min ? nil : Double(rawTemperature) / 256 }

    /// Time since power-up in seconds.
    @inlinable
    public var uptime: Double { Double(uptimeTenths) / 10 }
}
