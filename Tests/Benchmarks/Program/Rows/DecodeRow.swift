import Bluetooth
import CYardsticks
import Schema

/// HCI events to typed frames and beacon identities, against a bare C walk of the same bytes.
enum DecodeRow: Row {
    static let name = "decode"
    static let summary = "HCI events to sightings, one core, beside a bare C walk of the same bytes."

    static func measure() throws -> [Measurement] {
        let events = Events.load()
        let rounds = 2_000_000 / max(events.count, 1)
        var chain = Chain()
        let times = Stopwatch.medians([
            { for _ in 0..<rounds { keep(chain.decode(events)) } },
            { for _ in 0..<rounds { keep(walk(events)) } },
        ])
        let before = allocations_of_this_thread()
        keep(chain.decode(events))
        let allocations = Double(allocations_of_this_thread() - before) / Double(events.count)
        let total = Double(events.count * rounds)
        let ours = total / times[0] * 1_000
        let walked = total / times[1] * 1_000
        let others = PythonDecoders.rates(events).map { name, rate in
            Measurement("\(name), the same events, for information", rate / 1_000_000, "million/s")
        }
        return [
            Measurement(
                "HCI events decoded, \(events.source)", ours, "million/s",
                goal: .atLeast(25, ours, "≥ 25 million/s"), yardstick: .init(name: "bare C walk", value: walked)),
            Measurement(
                "part of the C walk's rate", ours / walked, "", goal: .atLeast(0.2, ours / walked, "≥ 1/5")),
            Measurement("allocations per event", allocations, "", goal: .atMost(0, allocations, "none")),
        ] + others
    }

    @inline(never)
    private static func walk(_ events: Events) -> UInt64 {
        var reports: UInt64 = 0
        return events.bytes.withUnsafeBufferPointer { walk_events($0.baseAddress, $0.count, &reports) } &+ reports
    }

    /// What a scanner has between the radio and the tracker.
    private struct Chain {
        var parser = HCIEventParser()
        var decoder = SightingDecoder()

        @inline(never)
        mutating func decode(_ events: Events) -> UInt64 {
            var sum: UInt64 = 0
            events.bytes.withUnsafeBytes { bytes in
                var at = 0
                while at + 2 <= bytes.count {
                    let length = Int(bytes[at]) | Int(bytes[at + 1]) << 8
                    let event = UnsafeRawBufferPointer(rebasing: bytes[(at + 2)..<(at + 2 + length)])
                    parser.parse(event) { report in
                        decoder.decode(report) { sighting in
                            sum &+= sighting.address.value
                            if let identity = sighting.identity { sum &+= identity.stableHash }
                        }
                    }
                    at += 2 + length
                }
            }
            return sum &+ parser.counters.reports &+ decoder.counters.identified
        }
    }
}
