import Glibc
import ServiceKit

/// The running broker of a site, found by the number it wrote down.
struct SiteBroker {
    private let layout: SiteLayout

    init(_ layout: SiteLayout) {
        self.layout = layout
    }

    /// Has it read its certificates, keys and revocations again.
    /// - Returns: its process; nil where none runs, or it may not be told.
    func reload() -> Int32? {
        guard let bytes = try? FileContents.read(layout.brokerProcess, limit: 64),
            let process = Int32(String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)),
            process > 1,
            // The number may belong to somebody else by now.
            let name = try? FileContents.read("/proc/\(process)/comm", limit: 64), Array("mosquitto\n".utf8) == name,
            kill(process, SIGHUP) == 0
        else { return nil }
        return process
    }
}
