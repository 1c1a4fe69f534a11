public import Schema

/// What a sensor's frame is, beside the values it gave.
public struct SensorFrame: Hashable, Sendable {
    /// Which layout it has.
    public var format: SensorFormat
    /// The device's own address, where the frame carries it.
    public var address: BluetoothAddress?
    /// How it was secured, and what came of that.
    public var secrecy = SensorSecrecy.plain

    /// A plain frame, or one of another secrecy.
    public init(_ format: SensorFormat, address: BluetoothAddress? = nil, secrecy: SensorSecrecy = .plain) {
        self.format = format
        self.address = address
        self.secrecy = secrecy
    }
}
