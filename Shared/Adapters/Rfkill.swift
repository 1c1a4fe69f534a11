public import Bluetooth
internal import Glibc
internal import ServiceKit

/// What the kernel tells of adapters and their blocks in `/sys` (rfkill).
public enum Rfkill {
    /// Of one adapter; nil where the kernel does not say.
    public static func state(index: UInt16) -> RadioBlock? {
        let folder = "/sys/class/bluetooth/hci\(index)"
        return names("rfkill", in: folder).first.map { block("\(folder)/\($0)") }
    }

    /// Of several adapters, where the kernel says.
    public static func states(of indices: some Sequence<UInt16>) -> [UInt16: RadioBlock] {
        indices.reduce(into: [:]) { $0[$1] = state(index: $1) }
    }

    /// Of all Bluetooth of this machine, adapters that are gone because of it too; nil where there is nothing to block.
    public static func machine() -> RadioBlock? {
        let folder = "/sys/class/rfkill"
        var found: RadioBlock?
        for name in names("rfkill", in: folder) {
            let kind = (try? FileContents.read("\(folder)/\(name)/type", limit: 64)) ?? []
            guard kind.starts(with: "bluetooth".utf8) else { continue }
            let block = block("\(folder)/\(name)")
            found = RadioBlock(soft: block.soft || found?.soft == true, hard: block.hard || found?.hard == true)
        }
        return found
    }

    /// The numbers of the adapters the kernel knows, also of those that a program has alone; at most 128.
    public static func adapters() -> [UInt16] {
        // hci0:12 is a connection.
        names("hci", in: "/sys/class/bluetooth") { !$0.contains(":") }.compactMap { UInt16($0.dropFirst(3)) }.sorted()
    }

    private static func block(_ folder: String) -> RadioBlock {
        RadioBlock(soft: flag("\(folder)/soft"), hard: flag("\(folder)/hard"))
    }

    private static func names(
        _ start: String, in folder: String, where isMeant: (String) -> Bool = { _ in true }
    ) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < 128, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(start), isMeant(name) { names.append(name) }
        }
        return names
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
}
