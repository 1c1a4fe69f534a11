import Schema

@testable import Identity

/// The small files of a node's identity folder: `set.json`, the record of a pending request, and base64.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentityFiles(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    if let note = try? SetNote(reading: bytes) {
        guard let again = try? SetNote(reading: note.bytes) else { fatalError("unreadable: \(note)") }
        precondition(again == note)
    }
    if let record = try? NodeIdentityFolder.record(bytes) {
        precondition((try? NodeIdentityFolder.record(record.bytes)) == record)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let decoded = Base64.decode(text) { precondition(Base64.encode(decoded) == text) }
    if let decoded = Base64.decodeURL(text) { precondition(Base64.encodeURL(decoded) == text) }
    if let pair = ECDSASignature.pair(ofDER: bytes) {
        guard let der = ECDSASignature.der(ofPair: pair) else { fatalError("no DER") }
        precondition(ECDSASignature.pair(ofDER: der) == pair)
    }
    return 0
}
