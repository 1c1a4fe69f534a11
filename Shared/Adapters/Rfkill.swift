internal import Glibc
public import Schema
internal import ServiceKit

/// Whether an adapter's radio is blocked (rfkill).
public enum Rfkill {
    /// Soft by software, hard by a switch of the machine; nil where the kernel does not say.
    public static func state(index: UInt16) -> (soft: Bool, hard: Bool)? {
        let folder = "/sys/class/bluetooth/hci\(index)"
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("rfkill") else { continue }
            return (flag("\(folder)/\(name)/soft"), flag("\(folder)/\(name)/hard"))
        }
        return nil
    }

    private static func flag(_ path: String) -> Bool {
        (try? FileContents.read(path, limit: 16))?.first == UInt8(ascii: "1")
    }

    /// Lifts the soft block of all Bluetooth adapters; false where that is not allowed. An event of `/dev/rfkill`: index,
    /// type 2 (Bluetooth), operation 3 (change all), soft, hard.
    public static func unblock() -> Bool {
        let descriptor = open("/dev/rfkill", O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let event: [UInt8] = [0, 0, 0, 0, 2, 3, 0, 0]
        return write(descriptor, event, event.count) == event.count
    }

    /// What is said of a blocked adapter, with the remedy.
    public static func blocked(hard: Bool) -> BeaconBusError {
        BeaconBusError(
            .adapterBlocked, reason: hard ? "a switch of the machine blocks Bluetooth" : "rfkill blocks Bluetooth",
            suggestion: hard
                ? "Turn the machine's radio switch on."
                : "Unblock it: rfkill unblock bluetooth, or set scanner.bluetooth.unblock to true.")
    }
}
