import Testing

@testable import BeaconControl

@Suite("JSON record reader")
struct JSONRecordReaderTests {
    private func read(_ text: String, pieces: Int = .max) -> [JSONRecordReader.Record] {
        var reader = JSONRecordReader()
        var records: [JSONRecordReader.Record] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            reader.push(piece) { records.append($0) }
        }
        reader.finish { records.append($0) }
        return records
    }

    private func texts(_ records: [JSONRecordReader.Record]) -> [String] {
        records.map { $0.problem.map { "! " + $0 } ?? String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("A list of objects and objects line by line give the same records")
    func shapes() {
        let one = #"{"a":"}\"{","b":[{"c":1}]}"#
        let two = "{\n \"d\": 2\n}"
        for pieces in 1...7 {
            for text in ["[\(one),\n\(two)]\n", "\(one)\n\(two)\n", "\u{feff}[ \(one) , \(two) ]", "\n\(one)\(two)"] {
                #expect(texts(read(text, pieces: pieces)) == [one, two], "\(text)")
            }
        }
        #expect(read("[\n\(one),\n\(two)]").map(\.line) == [2, 3])
        #expect(read("[]").isEmpty)
        #expect(read(" \n").isEmpty)
    }

    @Test("A broken line is reported with its number and the next object is read")
    func brokenLines() {
        let records = read("{\"a\":1}\nnonsense {\n{\"b\":\"x\n{\"c\":3}\n")
        #expect(records.map(\.line) == [1, 2, 3, 4])
        #expect(records.map { $0.problem == nil } == [true, false, false, true])
        #expect(records[2].problem?.contains("not closed") == true)
    }

    @Test("A list that ends too early, or text behind it, is reported")
    func ends() {
        #expect(texts(read("[{\"a\":1}")).last?.contains("not closed with ]") == true)
        #expect(texts(read("[{\"a\":1},{\"b\":")).last?.contains("ends in the middle") == true)
        #expect(texts(read("[{\"a\":1}] x y\n{\"b\":1}")).dropFirst().count == 1)
        #expect(texts(read("[{\"a\":1} {\"b\":1}]"))[1].contains("comma is missing"))
    }

    @Test("R12: an object longer than 16 KiB is reported, and reading goes on with the next line")
    func tooLong() {
        let records = read("{\"a\":\"\(String(repeating: "x", count: 40_000))\"}\n{\"b\":1}\n", pieces: 512)
        #expect(records.count == 2)
        #expect(records[0].problem?.contains("16384") == true)
        #expect(records[1].line == 2)
    }

    @Test("R18: no bytes whatever crash the reader, and pieces make no difference")
    func hostile() {
        let seed: UInt64 = 0x5eed_0002
        var random = seed
        func next() -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return random >> 33
        }
        let alphabet = Array("{}[]\",\\ \n a1:")
        for _ in 0..<2_000 {
            let text = String((0..<Int(next() % 60)).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] })
            #expect(read(text) == read(text, pieces: 2), "seed \(seed): \(text)")
        }
    }
}
