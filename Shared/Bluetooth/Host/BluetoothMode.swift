/// How the kernel's Bluetooth is used.
public enum BluetoothMode: String, CaseIterable, Sendable {
    /// A scan of our own beside the kernel's use of the adapter.
    case raw
    /// The adapter for us alone.
    case user
    /// Listening to what the controller tells whoever uses it; disturbs nobody.
    case monitor

    /// The mode where none is asked for: beside bluetoothd, which uses the adapter too, only listening.
    public static func usual(besideDaemon hasDaemon: Bool) -> BluetoothMode { hasDaemon ? .monitor : .raw }
}
