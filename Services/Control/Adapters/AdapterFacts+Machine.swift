import Adapters
import Bluetooth
import CLinux
import Glibc
import Schema
import ServiceKit

extension AdapterFacts {
    /// Of this machine. Waits for the kernel's answer, at most ``AdapterInquiry/patience``; without Bluetooth not at all.
    /// - Parameter programs: the folder with beacon-scanner; nil is beside this program, else where the shell finds it.
    static func ofThisMachine(programs: String? = nil) -> AdapterFacts {
        var facts = AdapterFacts()
        do throws(BeaconBusError) {
            (facts.directory, facts.problem) = AdapterInquiry.ask(try ManagementClient(), now: Instant.now)
        } catch {
            facts.problem = error
        }
        facts.present = Rfkill.adapters()
        for index in facts.present { facts.blocks[index] = Rfkill.state(index: index) }
        facts.machineBlock = Rfkill.machine()
        facts.hasDaemon = BluetoothDaemon.isRunning
        facts.scanner = scanner(programs.map { [$0] } ?? folders())
        facts.unit = unit()
        return facts
    }

    /// Beside this program, and where the shell looks.
    private static func folders() -> [String] {
        let own = (try? UpCommand.ownFolder()).map { [$0] } ?? []
        return own + (ProcessEnvironment.variables["PATH"] ?? "").split(separator: ":").prefix(64).map { String($0) }
    }

    private static func scanner(_ folders: [String]) -> ScannerProgram? {
        let paths = folders.map { $0 + "/beacon-scanner" }
        guard let path = paths.first(where: { path in access(path, X_OK) == 0 }) else { return nil }
        let status = (try? FileContents.read("/proc/self/status", limit: 65_536)) ?? []
        let text = String(decoding: status, as: UTF8.self)
        let none = NetworkRights(raw: false, admin: false)
        if geteuid() == 0 {
            return ScannerProgram(
                path: path, rights: NetworkRights(process: text, line: "CapBnd") ?? none, origin: .root)
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = getxattr(path, "security.capability", &bytes, bytes.count)
        if count > 0, let rights = NetworkRights(attribute: Array(bytes.prefix(count))) {
            return ScannerProgram(path: path, rights: rights, origin: .file)
        }
        return ScannerProgram(path: path, rights: NetworkRights(process: text, line: "CapAmb") ?? none, origin: .caller)
    }

    /// The first of where the service manager looks.
    private static func unit() -> ScannerUnit? {
        for folder in ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"] {
            let path = "\(folder)/beacon-scanner.service"
            guard let bytes = try? FileContents.read(path, limit: 65_536) else { continue }
            return ScannerUnit(path: path, rights: NetworkRights(unit: String(decoding: bytes, as: UTF8.self)))
        }
        return nil
    }
}
