import Bluetooth
import Schema

/// What this machine tells of its Bluetooth.
struct AdapterFacts: Sendable {
    /// What the kernel's management said.
    var directory = AdapterDirectory()
    /// What kept it from saying all.
    var problem: BeaconBusError?
    /// The numbers of the adapters in `/sys`, also of those that somebody has alone.
    var present: [UInt16] = []
    /// What blocks each of them, where the kernel tells.
    var blocks: [UInt16: RadioBlock] = [:]
    /// What blocks any Bluetooth of this machine: a blocked adapter may be gone altogether.
    var machineBlock: RadioBlock?
    /// Whether bluetoothd runs.
    var hasDaemon = false
    /// The programs that are installed.
    var scanner: ScannerProgram?
    var unit: ScannerUnit?
}
