/// Files of registrations, CSV and JSON: given whole or byte by byte they give the same records.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRegistrations(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    precondition(rows([bytes]) == rows(bytes.map { [$0] }))
    precondition(records([bytes]) == records(bytes.map { [$0] }))
    return 0
}

private func rows(_ pieces: [[UInt8]]) -> [CSVRow] {
    var reader = CSVReader()
    var rows: [CSVRow] = []
    for piece in pieces { reader.push(piece) { rows.append($0) } }
    reader.finish { rows.append($0) }
    return rows
}

private func records(_ pieces: [[UInt8]]) -> [JSONRecordReader.Record] {
    var reader = JSONRecordReader()
    var records: [JSONRecordReader.Record] = []
    for piece in pieces { reader.push(piece) { records.append($0) } }
    reader.finish { records.append($0) }
    for record in records { precondition(record.bytes.count <= JSONRecordReader.maximumRecordBytes) }
    return records
}
