import Schema

/// Reads a registration file, CSV or JSON, piece by piece into rows.
struct RegistrationReader {
    /// One registration of the file, or every reason why it is none.
    struct Row: Equatable {
        /// The line on which it begins, counted from 1.
        var line: Int
        /// The record as written; nil if `reasons` says why there is none.
        var record: JSONValue?
        var reasons: [String]
    }

    /// What a file is written in.
    enum Format: String, CaseIterable, Sendable {
        case csv, json
    }

    /// Members a record may have. Anything else is most likely a slip, and what it was meant for would be missing.
    static let members: Set<String> = [
        "beacon", "uuid", "major", "minor", "namespace", "instance", "name", "metadata", "timing", "power",
    ]

    private enum State {
        /// Collecting the first line, which tells format and delimiter.
        case undecided([UInt8])
        case csv(CSVReader, RegistrationColumns?)
        case json(JSONRecordReader)
        /// The header cannot be used: there is nothing more to say about the rows.
        case ended
    }

    private let format: Format?
    private var state = State.undecided([])

    /// - Parameter format: nil = told by the first character.
    init(format: Format? = nil) {
        self.format = format
    }

    /// Takes the next piece of the file and hands over every row completed by it.
    mutating func push(_ bytes: ArraySlice<UInt8>, _ row: (Row) throws -> Void) rethrows {
        switch state {
        case .undecided(var first):
            first += bytes
            let isEnough = first.count > CSVReader.maximumRecordBytes || first.contains(UInt8(ascii: "\n"))
            state = .undecided(first)
            if isEnough { try decide(first, row) }
        case .csv(var reader, var columns):
            var isUsable = true
            try reader.push(bytes) { csv in
                if isUsable { isUsable = try Self.take(csv, &columns, row) }
            }
            state = isUsable ? .csv(reader, columns) : .ended
        case .json(var reader):
            try reader.push(bytes) { try row(Self.row($0)) }
            state = .json(reader)
        case .ended: break
        }
    }

    /// Takes the end of the file.
    mutating func finish(_ row: (Row) throws -> Void) rethrows {
        if case .undecided(let first) = state { try decide(first, row) }
        switch state {
        case .csv(var reader, var columns):
            var isUsable = true
            try reader.finish { csv in
                if isUsable { isUsable = try Self.take(csv, &columns, row) }
            }
        case .json(var reader):
            try reader.finish { try row(Self.row($0)) }
        case .undecided, .ended: break
        }
        state = .ended
    }

    private mutating func decide(_ first: [UInt8], _ row: (Row) throws -> Void) rethrows {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = first.starts(with: mark) ? first.dropFirst(mark.count) : first[...]
        let begin = text.first { $0 > UInt8(ascii: " ") }
        let isJSON = begin == UInt8(ascii: "[") || begin == UInt8(ascii: "{")
        switch format ?? (isJSON ? .json : .csv) {
        case .json: state = .json(JSONRecordReader())
        case .csv: state = .csv(CSVReader(delimiter: Self.delimiter(of: text)), nil)
        }
        try push(first[...], row)
    }

    /// Spreadsheets of many countries write semicolons; what separates the header separates the rows.
    private static func delimiter(of text: ArraySlice<UInt8>) -> UInt8 {
        let header = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        return candidates.first { header.contains($0) } ?? candidates[0]
    }

    /// Takes one CSV row; false if it was a header that cannot be used.
    private static func take(
        _ csv: CSVRow, _ columns: inout RegistrationColumns?, _ row: (Row) throws -> Void
    ) rethrows -> Bool {
        if let problem = csv.problem {
            try row(Row(line: csv.line, record: nil, reasons: [problem]))
            return columns != nil
        }
        guard let known = columns else {
            do throws(RegistrationColumns.HeaderProblems) {
                columns = try RegistrationColumns(header: csv.fields)
                return true
            } catch {
                try row(Row(line: csv.line, record: nil, reasons: error.reasons))
                return false
            }
        }
        try row(known.row(csv))
        return true
    }

    private static func row(_ record: JSONRecordReader.Record) -> Row {
        if let problem = record.problem { return Row(line: record.line, record: nil, reasons: [problem]) }
        do throws(BeaconBusError) {
            let value = try JSONValue.parse(record.bytes)
            let unknown = (value.objectValue?.keys.filter { !members.contains($0) } ?? []).sorted()
            guard unknown.isEmpty else {
                let reasons = unknown.prefix(8).map {
                    "\(quoted($0)) is not known; put keys of your own into \"metadata\""
                }
                return Row(line: record.line, record: nil, reasons: reasons)
            }
            return Row(line: record.line, record: value, reasons: [])
        } catch {
            return Row(line: record.line, record: nil, reasons: ["not valid JSON: \(error.reason)"])
        }
    }
}

extension RegistrationColumns {
    fileprivate func row(_ csv: CSVRow) -> RegistrationReader.Row {
        do throws(RowProblems) {
            return RegistrationReader.Row(line: csv.line, record: try record(csv.fields), reasons: [])
        } catch {
            return RegistrationReader.Row(line: csv.line, record: nil, reasons: error.reasons)
        }
    }
}
