import Bluetooth
import Schema

/// Advertising data: AD structures, beacon frames, Apple's messages.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStructures(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let data = UnsafeRawBufferPointer(start: start, count: count)
    let advertisement = Advertisement(data)
    var structures = ADStructures(data)
    var total = 0
    while let structure = structures.next() {
        total += structure.value.count + 2
        checksum = structure.value.reduce(checksum, &+)
        guard structure.type == .manufacturerData else { continue }
        for message in AppleContinuity(structure.value) { checksum = message.value.reduce(checksum, &+) }
    }
    precondition(total <= count)
    if structures.problem != nil { precondition(advertisement.problem != nil) }
    if let name = advertisement.name { checksum = name.reduce(checksum, &+) }
    if let frame = advertisement.frame {
        precondition(frame.isIdentifying)
        if let identity = frame.identity { precondition(identity.id.identity == identity) }
    }
    checksum &+= UInt8(truncatingIfNeeded: advertisement.problem?.description.utf8.count ?? 0)
    return 0
}

nonisolated(unsafe) var checksum: UInt8 = 0
