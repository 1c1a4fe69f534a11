/// Cuts a JSON list of objects, or objects one after another (JSON lines), into single objects, piece by piece.
///
/// Only the nesting is followed here; what stands in an object is for the JSON parser. A broken object becomes a record
/// with a `problem`, and reading goes on at the next line that begins an object.
struct JSONRecordReader {
    /// One object of the text, or the reason why there is none.
    struct Record: Equatable {
        /// The line on which the object begins, counted from 1.
        var line: Int
        /// The object's bytes; empty when `problem` is set.
        var bytes: [UInt8]
        /// Why the object could not be read; nil when it could.
        var problem: String?
    }

    /// The greatest size of one object, in bytes.
    static let maximumRecordBytes = 16 * 1024

    private enum State {
        /// Nothing but white space so far: a list or an object may begin.
        case start
        /// An object, or the end, is next.
        case between
        case object
        case string
        case escape
        /// Something broke; waiting for a line that begins with an object (or with the end of the list).
        case skipping
        /// The list is closed.
        case end
    }

    private var state = State.start
    private var isList = false
    private var afterObject = false
    private var depth = 0
    private var bytes: [UInt8] = []
    private var line = 1
    private var recordLine = 1
    private var lineIsBlank = true
    private var markBytes = 0
    private var saidTooMuch = false

    init() {}

    /// Takes the next piece of the text and hands over every object completed by it.
    mutating func push(_ piece: some Sequence<UInt8>, _ record: (Record) throws -> Void) rethrows {
        for byte in piece {
            try take(byte, record)
            if byte == UInt8(ascii: "\n") {
                line += 1
                lineIsBlank = true
            } else if !Self.isSpace(byte) {
                lineIsBlank = false
            }
        }
    }

    /// Takes the end of the text and says what was left open.
    mutating func finish(_ record: (Record) throws -> Void) rethrows {
        switch state {
        case .object, .string, .escape:
            try fail("the object is not closed: the file ends in the middle of it", recordLine, record)
        case .start, .end: break
        case .between, .skipping:
            if isList { try fail("the list is not closed with ]: the file may have been cut off", line, record) }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    private mutating func take(_ byte: UInt8, _ record: (Record) throws -> Void) rethrows {
        switch state {
        case .start:
            let mark: [UInt8] = [0xef, 0xbb, 0xbf]
            if markBytes < mark.count, byte == mark[markBytes] {
                markBytes += 1
            } else if byte == UInt8(ascii: "[") {
                isList = true
                state = .between
            } else if !Self.isSpace(byte) {
                state = .between
                try takeBetween(byte, record)
            }
        case .between:
            if !Self.isSpace(byte) { try takeBetween(byte, record) }
        case .object, .string, .escape:
            try takeInside(byte, record)
        case .skipping:
            if lineIsBlank, byte == UInt8(ascii: "{") {
                begin()
            } else if lineIsBlank, isList, byte == UInt8(ascii: "]") {
                state = .end
            }
        case .end:
            // One word about it is enough: nothing behind the list is read.
            if !Self.isSpace(byte), !saidTooMuch {
                saidTooMuch = true
                try fail("there is text after the end of the list", line, record)
                state = .end
            }
        }
    }

    private mutating func takeBetween(_ byte: UInt8, _ record: (Record) throws -> Void) rethrows {
        switch byte {
        case UInt8(ascii: "{"):
            if isList, afterObject {
                try fail("a comma is missing between two objects of the list", line, record)
            }
            begin()
        case UInt8(ascii: ",") where isList && afterObject:
            afterObject = false
        case UInt8(ascii: "]") where isList:
            state = .end
        default:
            try fail("an object {…} is expected here", line, record)
        }
    }

    private mutating func begin() {
        state = .object
        depth = 1
        recordLine = line
        bytes = [UInt8(ascii: "{")]
    }

    private mutating func takeInside(_ byte: UInt8, _ record: (Record) throws -> Void) rethrows {
        bytes.append(byte)
        if bytes.count > Self.maximumRecordBytes {
            return try fail("the object is longer than \(Self.maximumRecordBytes) bytes", recordLine, record)
        }
        if state == .escape {
            state = .string
            return
        }
        if state == .string {
            if byte == UInt8(ascii: "\\") {
                state = .escape
            } else if byte == UInt8(ascii: "\"") {
                state = .object
            } else if byte == UInt8(ascii: "\n") {
                try fail("a text in quotes is not closed on line \(line)", recordLine, record)
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 0 {
                state = .between
                afterObject = true
                try record(Record(line: recordLine, bytes: bytes, problem: nil))
                bytes = []
            }
        default: break
        }
    }

    private mutating func fail(_ reason: String, _ line: Int, _ record: (Record) throws -> Void) rethrows {
        state = .skipping
        afterObject = false
        bytes = []
        try record(Record(line: line, bytes: [], problem: reason))
    }
}
