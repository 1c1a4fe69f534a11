import Glibc
import Schema

/// A connection to the kernel's Bluetooth management.
final class ManagementClient {
    private let socket: BluetoothSocket
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    init() throws(BeaconBusError) {
        socket = try BluetoothSocket(.control, index: Management.anyIndex)
    }

    var descriptor: Int32 { socket.descriptor }

    /// Sends a command; its answer comes as an event.
    func send(_ command: Management.Command) throws(BeaconBusError) { try socket.send(command.bytes) }

    /// Hands over what has come, at most 64 events.
    func receive(_ take: (Management.Event) throws(BeaconBusError) -> Void) throws(BeaconBusError) {
        for _ in 0..<64 {
            var problem: BeaconBusError?
            var event: Management.Event?
            let count = buffer.withUnsafeMutableBytes { space in
                do throws(BeaconBusError) {
                    let count = try socket.receive(space)
                    event = Management.Event(UnsafeRawBufferPointer(rebasing: space[..<count]))
                    return count
                } catch {
                    problem = error
                    return 0
                }
            }
            if let problem { throw problem }
            if count == 0 { return }
            if let event { try take(event) }
        }
    }
}
