import Bluetooth
import Schema

/// What a kernel adapter is used with.
struct HCIOptions: Sendable, Hashable {
    var session = ControllerSession.Options()
    /// Nil: monitor where bluetoothd runs, else raw.
    var mode: BluetoothMode?
    /// Whether an adapter that is off may be switched on, and one that is deaf off and on.
    var powersOn = true
    /// Whether a soft rfkill block may be lifted.
    var unblocks = false
}
