import Glibc

/// Decoders written for Python, measured where `BEACONBUS_PYTHON` names an interpreter that has them.
enum PythonDecoders {
    /// Names and events a second.
    static func rates(_ events: Events) -> [(name: String, rate: Double)] {
        guard let python = getenv("BEACONBUS_PYTHON").map({ String(cString: $0) }) else { return [] }
        let path = "/tmp/beaconbus-events-\(getpid())"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return [] }
        defer { unlink(path) }
        let written = write(file, events.bytes, events.bytes.count)
        close(file)
        guard written == events.bytes.count,
            let pipe = popen("'\(python)' Tests/Benchmarks/Yardsticks/decoders.py < \(path)", "r")
        else { return [] }
        defer { pclose(pipe) }
        var rates: [(name: String, rate: Double)] = []
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), pipe) != nil {
            let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let space = text.lastIndex(of: " "), let rate = Double(text[text.index(after: space)...]) else {
                continue
            }
            rates.append((String(text[..<space]), rate))
        }
        return rates
    }
}
