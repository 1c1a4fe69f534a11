import Bus
import Schema
import ServiceKit
import Support
import Testing

@testable import MetadataService

@Suite("Metadata service: imports")
struct MetadataImportTests {
    private typealias Bench = MetadataBench

    private func part(_ number: Int, _ rows: [String], last: Bool = false, extra: String = "") -> String {
        let list = rows.enumerated().map { #"{"line":\#(number * 100 + $0.offset + 2),"record":\#($0.element)}"# }
        return #"{"import":"one","part":\#(number),"last":\#(last)\#(extra),"rows":[\#(list.joined(separator: ","))]}"#
    }

    @Test("R15: an import takes effect with its last part, with one revision")
    func whole() throws {
        let bench = try Bench()
        let first = try bench.askOnce("commands/import", part(0, [Bench.record(1), Bench.record(2)]))
        #expect(first["accepted"] == 2)
        #expect(first["revision"] == nil)
        #expect(bench.client.handler.access.figures?.records == 0)
        let last = try bench.askOnce("commands/import", part(1, [Bench.record(3)], last: true))
        #expect(last["accepted"] == 3)
        #expect(last["revision"] == 1)
        #expect(last["total"] == 3)
        #expect(last["error"] == nil)
        _ = try MessageCoder.decode(ImportReply.self, last.bytes)
        #expect(bench.client.handler.access.figures?.records == 3)
    }

    @Test("Every bad row is reported with its line and reason, duplicates with both lines, and nothing is applied")
    func badRows() throws {
        let bench = try Bench()
        let first = try bench.askOnce("commands/import", part(0, [Bench.record(1), "7", #"{"uuid":"x"}"#]))
        #expect(first["problems"]?.arrayValue?.map { $0["line"] } == [3, 4])
        let last = try bench.askOnce("commands/import", part(1, [Bench.record(1), Bench.record(2)], last: true))
        #expect(last["problems"]?.arrayValue?.first?["reason"] == "the same beacon as on line 2")
        #expect(last["error"]?["code"] == "recordInvalid")
        #expect(last["revision"] == nil)
        #expect(bench.client.handler.access.figures?.records == 0)
        #expect(!bench.client.handler.session.isActive)
    }

    @Test("A part that comes again gets the same answer again, the last one too")
    func repeated() throws {
        let bench = try Bench()
        let zero = part(0, [Bench.record(1)])
        let once = try bench.askOnce("commands/import", zero)
        let again = try bench.askOnce("commands/import", zero)
        #expect(once["accepted"] == again["accepted"])
        let last = part(1, [Bench.record(2)], last: true)
        #expect(try bench.askOnce("commands/import", last)["revision"] == 1)
        #expect(try bench.askOnce("commands/import", last)["revision"] == 1)
        #expect(bench.client.handler.access.figures?.records == 2)
    }

    @Test("A replacing import removes what is not in it; an aborted one changes nothing")
    func replaceAndAbort() throws {
        let bench = try Bench()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1)),\#(Bench.record(2))]}"#)
        let aborted = try bench.askOnce(
            "commands/import", part(0, [Bench.record(9)], last: true, extra: #","abort":true"#))
        #expect(aborted["error"] == nil)
        #expect(aborted["revision"] == nil)
        #expect(bench.client.handler.access.figures?.records == 2)
        _ = try bench.askOnce(
            "commands/import",
            part(0, [Bench.record(2), Bench.record(3)], last: true, extra: #","replace":true"#).replacing(
                "\"one\"", "\"two\""))
        let answers = try bench.askOnce("lookup", #"{"beacons":["\#(Bench.id(1))","\#(Bench.id(3))"]}"#)["answers"]
        #expect(answers?.arrayValue?.map { $0["answer"] } == ["unknown", "found"])
    }

    @Test("R12: an import that falls silent is given up after a minute, counted, and its rows are gone")
    func silent() throws {
        let bench = try Bench()
        try bench.ask("commands/import", part(0, [Bench.record(1)]))
        bench.bus.advance(.seconds(61))
        #expect(!bench.client.handler.session.isActive)
        #expect(bench.client.handler.counters.importsGivenUp.value == 1)
        let late = try bench.askOnce("commands/import", part(1, [Bench.record(2)], last: true))
        #expect(late["error"]?["code"] == "commandInvalid")
        #expect(bench.client.handler.access.figures?.records == 0)
    }

    @Test("R12: 200 rows that are all wrong are all reported in one answer of at most 60 KiB")
    func allWrong() throws {
        let bench = try Bench()
        let long =
            #"{"uuid":"\#(String(repeating: "é", count: 60))","major":"\#(String(repeating: "x", count: 40))","name":5,"power":true}"#
        let reply = try bench.askOnce("commands/import", part(0, Array(repeating: long, count: 190)))
        #expect(reply["problems"]?.arrayValue?.count == 190)
        #expect(reply.bytes.count <= MessageCoder.maximumLength)
    }
}

extension String {
    fileprivate func replacing(_ part: String, _ other: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            result += rest[..<range.lowerBound] + other
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
