import Adapters
import Bluetooth
import Glibc
import Schema

/// Who answers questions after adapters.
protocol AdapterKernel {
    func send(_ command: Management.Command) throws(BeaconBusError)

    /// Waits until there is something to receive, or until then.
    func wait(until end: Instant)

    /// Hands over what has come; never waits.
    func receive(_ take: (Management.Event) throws(BeaconBusError) -> Void) throws(BeaconBusError)
}

extension ManagementClient: AdapterKernel {
    func wait(until end: Instant) {
        let left = (end - Instant.now()).saturatedMilliseconds
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, Int32(clamping: max(0, left) + 1))
    }
}
