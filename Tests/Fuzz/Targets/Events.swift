import Bluetooth
import Schema

/// HCI events, laid end to end, each preceded by its length: so fragments and several events in a row come up too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEvents(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let before = decoder.counters.reports
    var parser = HCIEventParser(deliversFragments: count.isMultiple(of: 2))
    var at = 0
    while at < count {
        let length = min(Int(bytes[at]), count - at - 1)
        // A copy of its own, so that the sanitizer sees a byte too many.
        let event = Array(bytes[(at + 1)..<(at + 1 + length)])
        event.withUnsafeBytes { event in
            _ = parser.parse(event) { report in
                decoder.decode(report) { sighting in
                    consume(sighting, within: report.data)
                }
            }
        }
        at += 1 + length
    }
    precondition(parser.counters.reports + parser.counters.fragments >= decoder.counters.reports - before)
    return 0
}

/// Touches every byte a sighting borrows.
func consume(_ sighting: Sighting, within data: UnsafeRawBufferPointer) {
    if let name = sighting.name { checksum = name.reduce(checksum, &+) }
    if let url = sighting.url {
        let text = url.text
        precondition(text.utf8.count <= 15 * url.encoded.count)
    }
    // Text is dear; one input in sixty-four is enough to see that every identity has one.
    if data.count.isMultiple(of: 64), let identity = sighting.identity {
        precondition(identity.id.identity == identity)
    }
    if let values = sighting.values?.pointee {
        for index in 0..<Int(values.count) {
            guard let value = values[index] else { fatalError("a value less than counted") }
            precondition(value.field.definition.range.contains(value.number))
        }
    }
    if let rssi = sighting.rssi { precondition((-127...20).contains(rssi)) }
}

nonisolated(unsafe) var checksum: UInt8 = 0

/// One for all executions: making its table of URLs anew each time would take most of the time.
nonisolated(unsafe) var decoder = SightingDecoder()
