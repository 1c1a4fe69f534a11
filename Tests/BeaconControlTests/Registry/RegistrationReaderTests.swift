import Schema
import Testing

@testable import BeaconControl

@Suite("Registration files")
struct RegistrationReaderTests {
    private func read(
        _ text: String, format: RegistrationReader.Format? = nil, pieces: Int = .max
    ) -> [RegistrationReader.Row] {
        var reader = RegistrationReader(format: format)
        var rows: [RegistrationReader.Row] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            reader.push(piece) { rows.append($0) }
        }
        reader.finish { rows.append($0) }
        return rows
    }

    private func record(_ text: String) throws -> JSONValue { try JSONValue.parse(text: text) }

    @Test("CSV: identity, name, power, actions as JSON text and plain columns become one record")
    func csv() throws {
        let text = """
            uuid,major,minor,name,power,checkin_action,asset_id,add_asset_ids,metadata.room,metadata
            U,1,2,"Door, left",-59,"{""place_id"":""p1""}",a1,x1 x2;x3,Hall,"{""floor"":3}"
            U,1,3,,,,,,,
            """
        for pieces in [1, 7, Int.max] {
            let rows = read(text, pieces: pieces)
            #expect(rows.map(\.line) == [2, 3])
            #expect(
                rows[0].record
                    == (try record(
                        """
                        {"uuid":"U","major":1,"minor":2,"name":"Door, left","power":-59,"metadata":{
                        "checkin_action":{"place_id":"p1"},"show_asset_action":{"asset_id":"a1"},
                        "inbox_add_assets_action":{"asset_ids":["x1","x2","x3"]},"room":"Hall","floor":3}}
                        """)))
            #expect(rows[1].record == (try record(#"{"uuid":"U","major":1,"minor":3}"#)))
        }
    }

    @Test("Semicolons and tabs separate where the header uses them")
    func delimiters() throws {
        for delimiter in [";", "\t"] {
            let rows = read("beacon\(delimiter)name\nmac-0123456789ab\(delimiter)a,b\n")
            #expect(rows.map(\.record) == [try record(#"{"beacon":"mac-0123456789ab","name":"a,b"}"#)])
        }
    }

    @Test("A header that cannot be used is reported once, with what would be right")
    func header() {
        let rows = read("uuid,majr,minor,minor\nU,1,2,3\nU,1,3,4\n")
        #expect(rows.count == 1)
        #expect(rows.first?.line == 1)
        let text = rows.first?.reasons.joined(separator: "|") ?? ""
        #expect(text.contains("\"majr\" is not known; known are beacon, uuid, major"))
        #expect(text.contains("\"minor\" stands there twice"))
        #expect(text.contains("no columns for an identity"))
    }

    @Test("Every bad row is reported with its line and reason, and the rows behind it are read")
    func badRows() {
        let rows = read(
            """
            uuid,major,minor,checkin_action,place_id
            U,one,2,,
            U,1,2
            U,1,2,{no json},
            U,1,2,"{""place_id"":""a""}",b
            U,1,2,,fine
            """)
        #expect(rows.map(\.line) == [2, 3, 4, 5, 6])
        #expect(rows[0].reasons == ["major must be a whole number, not \"one\""])
        #expect(rows[1].reasons == ["3 fields where the header has 5"])
        #expect(rows[2].reasons.first?.contains("checkin_action is not JSON") == true)
        #expect(rows[3].reasons.first?.contains("already given") == true)
        #expect(rows[4].record != nil)
    }

    @Test("JSON lists and JSON lines are told by their first character; unknown members and broken JSON are reported")
    func json() throws {
        for text in [
            "[\n{\"beacon\":\"b\",\"name\":\"x\"},\n{\"beacon\":\"c\",\"metdata\":{}},\n{\"beacon\": tru}]",
            "\n{\"beacon\":\"b\",\"name\":\"x\"}\n{\"beacon\":\"c\",\"metdata\":{}}\n{\"beacon\": tru}",
        ] {
            let rows = read(text, pieces: 5)
            #expect(rows.map(\.line) == [2, 3, 4])
            #expect(rows[0].record == (try record(#"{"beacon":"b","name":"x"}"#)))
            #expect(rows[1].reasons.first?.contains("\"metdata\" is not known") == true)
            #expect(rows[2].reasons.first?.contains("not valid JSON") == true)
        }
    }

    @Test("An empty file gives no row; a file of another kind gives one complaint")
    func nothing() {
        #expect(read("").isEmpty)
        #expect(read("   \n").count == 1)
        #expect(read("\u{1}\u{2}\u{3}").count == 1)
        #expect(read("beacon\n").isEmpty)
    }

    @Test("R12: parts of an import hold at most 200 rows and what fits into a message")
    func packing() throws {
        var packer = ImportPacker()
        var parts: [[ImportPacker.Row]] = []
        for line in 0..<500 {
            let long = String(repeating: "x", count: line < 100 ? 1_000 : 10)
            let row = ImportPacker.Row(line: line, record: .object(["name": .string(long)]))
            if let part = packer.add(row) { parts.append(part) }
        }
        parts.append(packer.finish())
        #expect(parts.flatMap { $0.map(\.line) } == Array(0..<500))
        #expect(parts.allSatisfy { $0.count <= 200 && !$0.isEmpty })
        #expect(parts[0].count < 60)
        #expect(packer.finish().isEmpty)
    }

    @Test("The progress line shows share, rows and rate; problems beyond the shown ones are counted")
    func reports() {
        #expect(
            ProgressBar.text(fraction: 0.5, rows: 50_000, seconds: 2, width: 10)
                == "[#####.....] 50 %  50000 rows  25000 rows/s")
        #expect(ProgressBar.text(fraction: nil, rows: 3, seconds: 0) == "3 rows")
        var problems = ImportProblems(source: "f.csv")
        for line in 1...25 { problems.add(line: line, reasons: ["a", "b"]) }
        #expect(problems.count == 25)
        #expect(problems.summary.hasPrefix("f.csv:1: a; b\n"))
        #expect(problems.summary.contains("and 5 more"))
    }
}
