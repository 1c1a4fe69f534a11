/// What a beacon last said about itself; what it never said is absent. Flat in the entry's JSON object.
public struct BeaconTelemetry: Hashable, Sendable, Codable {
    /// Battery charge, %.
    public var battery: Double?
    /// Battery voltage, mV.
    public var batteryMillivolts: Int64?
    /// °C.
    public var temperature: Double?
    /// Relative, %.
    public var humidity: Double?
    /// hPa.
    public var pressure: Double?
    /// lx.
    public var illuminance: Double?
    /// Counter of button presses.
    public var buttons: Int64?
    /// Counter of motions.
    public var motions: Int64?
    /// Advertisements sent since the beacon started.
    public var advertisements: Int64?
    /// Since the beacon started, s.
    public var uptime: Double?

    /// Nothing said.
    public init() {}

    static let fields = [
        Field("battery", .number(BatchLimits.percent), .optional, "Battery charge, %."),
        Field("batteryMillivolts", .integer(BatchLimits.millivolts), .optional, "Battery voltage, mV."),
        Field("temperature", .number(BatchLimits.temperature), .optional, "Temperature, °C."),
        Field("humidity", .number(BatchLimits.percent), .optional, "Relative humidity, %."),
        Field("pressure", .number(BatchLimits.pressure), .optional, "Air pressure, hPa."),
        Field("illuminance", .number(BatchLimits.illuminance), .optional, "Illuminance, lx."),
        Field("buttons", .count, .optional, "Counter of button presses."),
        Field("motions", .count, .optional, "Counter of motions."),
        Field("advertisements", .count, .optional, "Advertisements sent since the beacon started."),
        Field("uptime", .number(BatchLimits.uptime), .optional, "Since the beacon started, s."),
    ]
}
