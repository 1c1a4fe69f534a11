import CYardsticks
import DispatchCore
import Glibc
import Schema

/// Activations from batch to outcome and action, each durable, against bare SQLite calls in C with the same transactions.
enum DispatchRow: Row {
    static let name = "dispatch"
    static let summary = "Activations stored, looked up, decided and settled, synchronous=FULL, one core."

    private static let batches = 160
    private static let entries = 128

    static func measure() throws -> [Measurement] {
        guard let node = NodeID("bench") else { throw RowSkipped("no node") }
        var template = Array("/tmp/beaconbus-bench-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw RowSkipped("no temporary folder") }
        let folder = String(cString: made)
        defer { remove(folder) }
        let work = (0..<batches).map { (batch($0), reply($0)) }

        var pipeline = try DispatchPipeline(path: "\(folder)/a")
        var settled = 0
        let start = (Stopwatch.nanoseconds(), Stopwatch.processorNanoseconds())
        for (batch, reply) in work {
            settled += try pipeline.take(batch: batch, reply: reply, node: node).settled
        }
        let ours = Double(settled) / Double(Stopwatch.nanoseconds() - start.0) * 1e9
        let used = Double(Stopwatch.processorNanoseconds() - start.1) / Double(settled) / 1000
        guard settled == batches * entries else { throw RowSkipped("only \(settled) activations were settled") }

        let begun = (Stopwatch.nanoseconds(), Stopwatch.processorNanoseconds())
        let done = store_activations("\(folder)/b", Int32(batches), Int32(entries))
        guard done == batches * entries else { throw RowSkipped("the yardstick could not write") }
        let bare = Double(done) / Double(Stopwatch.nanoseconds() - begun.0) * 1e9
        let bareUsed = Double(Stopwatch.processorNanoseconds() - begun.1) / Double(done) / 1000
        return [
            Measurement(
                "durable activations, groups of \(entries)", ours, "per s",
                goal: .atLeast(8_000, ours, "≥ 8,000/s"), yardstick: .init(name: "bare SQLite in C", value: bare)),
            Measurement(
                "processor time per durable activation", used, "µs",
                yardstick: .init(name: "bare SQLite in C", value: bareUsed)),
        ]
    }

    private static func remove(_ folder: String) {
        for name in ["a", "b"] {
            for end in ["", "-wal", "-shm"] { unlink("\(folder)/\(name)\(end)") }
        }
        rmdir(folder)
    }

    private static func minor(_ batch: Int, _ index: Int) -> (Int, Int) {
        let number = batch * entries + index
        return (number >> 16, number & 0xffff)
    }

    private static func beacon(_ batch: Int, _ index: Int) -> String {
        let (major, minor) = minor(batch, index)
        return "ibeacon-e2c56db5-dffb-48d2-b060-d0f5a71096e0-\(major)-\(minor)"
    }

    private static func batch(_ number: Int) -> [UInt8] {
        let list = (0..<entries).map { index in
            let entry = number * entries + index + 1
            let (major, minor) = minor(number, index)
            return """
                {"beacon":"\(beacon(number, index))","entry":\(entry),"activation":"bench.00000000000000aa.\(entry)",\
                "format":"ibeacon","uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0","major":\(major),"minor":\(minor),\
                "address":"aa:bb:cc:dd:ee:ff","rssi":-60.5,"power":-59,"distance":1.2,"zone":"near","age":12,\
                "sinceFirst":1012,"samples":3,"cause":"arrived","timeout":30000}
                """
        }
        return Array(
            """
            {"v":1,"from":"s.home.bench","session":1,"seq":\(number + 1),"at":"2026-01-01T00:00:00.000Z",\
            "node":"bench","kind":"active","run":"1.1","journal":"00000000000000aa","oldest":1,\
            "beacons":[\(list.joined(separator: ","))]}
            """.utf8)
    }

    private static func reply(_ number: Int) -> [UInt8] {
        let list = (0..<entries).map { index in
            let (major, minor) = minor(number, index)
            return """
                {"beacon":"\(beacon(number, index))","answer":"found","revision":7,"record":{\
                "beacon":"\(beacon(number, index))","uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0","major":\(major),\
                "minor":\(minor),"name":"Door","metadata":{"checkin_action":{"place_id":"lobby","note":"Main door"}}}}
                """
        }
        return Array("{\"v\":1,\"revision\":7,\"answers\":[\(list.joined(separator: ","))]}".utf8)
    }
}
