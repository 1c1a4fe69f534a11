public import Bluetooth
public import Schema

/// A connection to the kernel's Bluetooth management.
public final class ManagementClient {
    private let socket: BluetoothSocket
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    /// Needs no right, but for what commands change.
    public init() throws(BeaconBusError) {
        socket = try BluetoothSocket(.control, index: Management.anyIndex)
    }

    /// To wait for.
    public var descriptor: Int32 { socket.descriptor }

    /// Sends a command; its answer comes as an event.
    public func send(_ command: Management.Command) throws(BeaconBusError) { try socket.send(command.bytes) }

    /// Hands over what has come, at most 64 events.
    public func receive(_ take: (Management.Event) throws(BeaconBusError) -> Void) throws(BeaconBusError) {
        _ = try socket.receive(into: &buffer, limit: 64) { (message) throws(BeaconBusError) in
            if let event = Management.Event(message) { try take(event) }
        }
    }
}
