import Schema

/// JSON values: whatever can be read is written back so that it reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard let value = try? JSONValue.parse(bytes) else { return 0 }
    let written = value.bytes
    guard let again = try? JSONValue.parse(written) else { fatalError("unreadable: \(value)") }
    precondition(again == value)
    precondition(again.bytes == written)
    return 0
}
