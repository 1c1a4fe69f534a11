/// Reads CSV (RFC 4180) piece by piece, in bounded memory.
///
/// Accepted beyond the RFC: a UTF-8 byte order mark, line ends of LF, CRLF or CR, empty lines (skipped), and a missing
/// last line end. A record that breaks the rules becomes a row with a `problem`, and reading goes on with the next one.
struct CSVReader {
    /// The greatest size of one record, quotes and separators included, in bytes.
    static let maximumRecordBytes = 16 * 1024

    private enum State {
        case fieldStart
        case unquoted
        case quoted
        /// After a quote within a quoted field: the end of the field, or the first half of a doubled quote.
        case quoteInQuoted
        /// The record is broken; the rest of its line is passed over.
        case skipping
    }

    private let delimiter: UInt8
    private var state = State.fieldStart
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var recordBytes = 0
    private var line = 1
    private var recordLine = 1
    private var problem: String?
    private var previousWasReturn = false
    private var markBytes = 0
    private var markIsOver = false

    /// - Parameter delimiter: what separates fields; a comma unless the text says otherwise.
    init(delimiter: UInt8 = UInt8(ascii: ",")) {
        self.delimiter = delimiter
    }

    /// Takes the next piece of the text and hands over every record completed by it.
    mutating func push(_ bytes: some Sequence<UInt8>, _ row: (CSVRow) throws -> Void) rethrows {
        for byte in bytes {
            if !markIsOver, isMark(byte) { continue }
            try take(byte, row)
        }
    }

    /// Takes the end of the text and hands over the last record, if it had no line end.
    mutating func finish(_ row: (CSVRow) throws -> Void) rethrows {
        if state == .quoted {
            problem = problem ?? "the quote opened in this record is never closed; double the quotes inside of a field"
            state = .skipping
        }
        guard recordBytes > 0 || problem != nil else { return }
        try endRecord(row)
    }

    /// Whether the byte belongs to the byte order mark EF BB BF at the very beginning.
    private mutating func isMark(_ byte: UInt8) -> Bool {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        guard markBytes < mark.count, byte == mark[markBytes] else {
            markIsOver = true
            // A text that only begins like a mark is not UTF-8: those bytes are kept, and its field will say so.
            if markBytes > 0, markBytes < mark.count {
                field.append(contentsOf: mark[..<markBytes])
                recordBytes += markBytes
                state = .unquoted
            }
            return false
        }
        markBytes += 1
        return true
    }

    private mutating func take(_ byte: UInt8, _ row: (CSVRow) throws -> Void) rethrows {
        let isReturn = byte == UInt8(ascii: "\r")
        let isLineEnd = isReturn || byte == UInt8(ascii: "\n")
        let isSecondHalf = byte == UInt8(ascii: "\n") && previousWasReturn
        previousWasReturn = isReturn

        if isLineEnd, state != .quoted {
            // The LF of a CRLF: the record ended with the CR.
            if isSecondHalf { return }
            try endRecord(row)
            line += 1
            recordLine = line
            return
        }
        if isLineEnd, !isSecondHalf { line += 1 }

        recordBytes += 1
        if recordBytes > Self.maximumRecordBytes, state != .skipping {
            let cause = state == .quoted ? "; is a quote not closed?" : ""
            fail("the record is longer than \(Self.maximumRecordBytes) bytes\(cause)")
            // Within quotes this byte may itself be the line end at which reading can go on.
            if isLineEnd {
                try endRecord(row)
                recordLine = line
            }
            return
        }
        step(byte)
    }

    private mutating func step(_ byte: UInt8) {
        let quote = UInt8(ascii: "\"")
        switch state {
        case .fieldStart:
            if byte == quote {
                state = .quoted
            } else if byte == delimiter {
                endField()
            } else {
                field.append(byte)
                state = .unquoted
            }
        case .unquoted:
            if byte == delimiter {
                endField()
            } else if byte == quote {
                fail(
                    "column \(fields.count + 1): a quote inside of a field without quotes; quote the field, double its quotes"
                )
            } else {
                field.append(byte)
            }
        case .quoted:
            if byte == quote {
                state = .quoteInQuoted
            } else {
                field.append(byte)
            }
        case .quoteInQuoted:
            if byte == quote {
                field.append(quote)
                state = .quoted
            } else if byte == delimiter {
                endField()
            } else {
                fail("column \(fields.count + 1): text after the closing quote; double the quotes inside of a field")
            }
        case .skipping:
            break
        }
    }

    private mutating func endField() {
        if let text = String(validating: field, as: UTF8.self) {
            fields.append(text)
            state = .fieldStart
        } else {
            fail("column \(fields.count + 1) is not valid UTF-8; save the file as UTF-8")
        }
        field.removeAll(keepingCapacity: true)
    }

    private mutating func fail(_ reason: String) {
        problem = problem ?? reason
        field.removeAll(keepingCapacity: true)
        state = .skipping
    }

    private mutating func endRecord(_ row: (CSVRow) throws -> Void) rethrows {
        let isEmpty = recordBytes == 0 && problem == nil
        if !isEmpty, problem == nil { endField() }
        let result =
            problem.map { CSVRow(line: recordLine, problem: $0) } ?? CSVRow(line: recordLine, fields: fields)
        fields.removeAll(keepingCapacity: true)
        field.removeAll(keepingCapacity: true)
        recordBytes = 0
        problem = nil
        state = .fieldStart
        if !isEmpty { try row(result) }
    }
}
