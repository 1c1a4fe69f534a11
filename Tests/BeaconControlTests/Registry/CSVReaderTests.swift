import Testing

@testable import BeaconControl

@Suite("CSV reader")
struct CSVReaderTests {
    /// Reads the text in pieces of the given size, so that every boundary falls everywhere once.
    private func read(_ text: [UInt8], pieces: Int = .max, delimiter: UInt8 = UInt8(ascii: ",")) -> [CSVRow] {
        var reader = CSVReader(delimiter: delimiter)
        var rows: [CSVRow] = []
        var rest = text[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            reader.push(piece) { rows.append($0) }
        }
        reader.finish { rows.append($0) }
        return rows
    }

    private func read(_ text: String, pieces: Int = .max) -> [CSVRow] {
        read(Array(text.utf8), pieces: pieces)
    }

    @Test("Fields, quotes, doubled quotes and line ends inside of quotes are read as RFC 4180 says")
    func quotes() {
        let text = "a,b,c\r\n1,\"x, \"\"y\"\"\r\nz\",\r\n,,\n\"\",\"q\""
        let expected = [
            CSVRow(line: 1, fields: ["a", "b", "c"]),
            CSVRow(line: 2, fields: ["1", "x, \"y\"\r\nz", ""]),
            CSVRow(line: 4, fields: ["", "", ""]),
            CSVRow(line: 5, fields: ["", "q"]),
        ]
        for pieces in 1...9 { #expect(read(text, pieces: pieces) == expected) }
    }

    @Test("A byte order mark is passed over; LF, CRLF and CR end a line; empty lines are skipped but counted")
    func marks() {
        let bytes: [UInt8] = [0xef, 0xbb, 0xbf] + Array("a\r\rb\n\n\r\nc".utf8)
        for pieces in 1...4 {
            #expect(
                read(bytes, pieces: pieces) == [
                    CSVRow(line: 1, fields: ["a"]), CSVRow(line: 3, fields: ["b"]), CSVRow(line: 6, fields: ["c"]),
                ])
        }
    }

    @Test("R18: half a byte order mark is not lost but named as invalid UTF-8")
    func halfMark() {
        let rows = read([0xef, 0xbb, UInt8(ascii: "a"), UInt8(ascii: "\n")] + Array("b".utf8))
        #expect(rows.count == 2)
        #expect(rows.first?.problem?.contains("UTF-8") == true)
        #expect(rows.last == CSVRow(line: 2, fields: ["b"]))
    }

    @Test("A broken record is reported with its line, and the following records are read")
    func broken() {
        let rows = read("a\"b,1\nx,\"y\"z\nfine,2\n")
        #expect(rows.map(\.line) == [1, 2, 3])
        #expect(rows[0].problem?.contains("column 1") == true)
        #expect(rows[1].problem?.contains("column 2") == true)
        #expect(rows[2].fields == ["fine", "2"])
    }

    @Test("Invalid UTF-8 names the column")
    func invalidText() {
        let rows = read(Array("ok,".utf8) + [0xff, 0xfe] + Array("\nnext,1\n".utf8))
        #expect(rows.first?.problem?.contains("column 2 is not valid UTF-8") == true)
        #expect(rows.last?.fields == ["next", "1"])
    }

    @Test("R12: a record longer than 16 KiB is reported, held nowhere, and reading goes on")
    func tooLong() {
        let long = String(repeating: "x", count: 40_000)
        let rows = read("a,\(long)\nb,1\n", pieces: 1000)
        #expect(rows.count == 2)
        #expect(rows[0].problem?.contains("16384") == true)
        #expect(rows[1].fields == ["b", "1"])
    }

    @Test("R12: a quote that is never closed ends at the size limit or at the end of the text")
    func unclosed() {
        let short = read("a,\"b\nc\nd")
        #expect(short.count == 1)
        #expect(short[0].line == 1)
        #expect(short[0].problem?.contains("never closed") == true)
        let lines = String(repeating: "0123456789\n", count: 2_000)
        let rows = read("a,\"b\n\(lines)last,1\n")
        #expect(rows.first?.problem?.contains("quote not closed") == true)
        #expect(rows.last?.fields == ["last", "1"])
    }

    @Test("R18: no bytes whatever crash the reader, and lines never run backwards")
    func hostile() {
        let seed: UInt64 = 0x5eed_0001
        var random = seed
        func next() -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return random >> 33
        }
        let alphabet: [UInt8] = Array("\",\r\n a;".utf8) + [0xef, 0xbb, 0xbf, 0xff, 0]
        for _ in 0..<2_000 {
            let text = (0..<Int(next() % 60)).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] }
            let whole = read(text)
            let pieces = read(text, pieces: 3)
            #expect(whole == pieces, "seed \(seed): \(text)")
            #expect(whole.map(\.line) == whole.map(\.line).sorted(), "seed \(seed): \(text)")
        }
    }
}
