internal import Glibc
internal import ServiceKit

/// Whether bluetoothd runs here: then the adapter is used by somebody else too.
public enum BluetoothDaemon {
    /// As far as this process may see.
    public static var isRunning: Bool {
        // Behind ProtectProc= other processes cannot be seen; of systemd's units that run there is a link each.
        var status = stat()
        if lstat("/run/systemd/units/invocation:bluetooth.service", &status) == 0 { return true }
        guard let directory = opendir("/proc") else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.first?.isNumber == true, let comm = try? FileContents.read("/proc/\(name)/comm", limit: 64)
            else { continue }
            if comm.starts(with: "bluetoothd".utf8) { return true }
        }
        return false
    }
}
