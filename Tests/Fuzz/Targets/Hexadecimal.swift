import Bluetooth
import Schema

/// Lines of `beaconctl decode`. The first byte chooses advertising data or events.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHexadecimal(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    var decoder = LineDecoder(events: bytes.first == UInt8(ascii: "!"))
    for line in bytes.split(separator: 0x0a) {
        for object in decoder.decode(line) {
            let text = object.bytes
            guard let read = try? JSONValue.parse(text) else { fatalError("not JSON: \(object)") }
            precondition(read == object)
        }
    }
    return 0
}
