import Schema

/// Batches and readings: whatever can be read is written back so that it reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBatches(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    _ = try? BatchReader.readReadings(bytes)
    guard let (head, batch) = try? BatchReader.read(bytes) else { return 0 }
    // Numbers in other notations may become longer when written anew, and then not fit.
    guard let written = try? BatchWriter.encode(head, batch) else { return 0 }
    guard let again = try? BatchReader.read(written) else { fatalError("unreadable: \(batch)") }
    precondition(again.head == head)
    precondition(again.batch == batch)
    return 0
}
