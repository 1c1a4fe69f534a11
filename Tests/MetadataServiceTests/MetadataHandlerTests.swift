import Bus
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import MetadataService

@Suite("Metadata service: commands and look-ups")
struct MetadataHandlerTests {
    private typealias Bench = MetadataBench

    @Test("L9: a look-up is answered in the pass it came in, each beacon found or unknown, in the order asked")
    func lookUp() throws {
        let bench = try Bench()
        let put = try bench.askOnce(
            "commands/put",
            #"{"records":[\#(Bench.record(1, #"{"checkin_action":{"place_id":"p"}}"#)),\#(Bench.record(2))]}"#)
        #expect(put["revision"] == 1)
        #expect(put["changed"] == 2)
        let reply = try bench.askOnce(
            "lookup", #"{"beacons":["\#(Bench.id(2))","\#(Bench.id(9))","\#(Bench.id(1))"]}"#)
        let answers = reply["answers"]?.arrayValue ?? []
        #expect(answers.map { $0["beacon"]?.stringValue } == [Bench.id(2), Bench.id(9), Bench.id(1)])
        #expect(answers.map { $0["answer"]?.stringValue } == ["found", "unknown", "found"])
        #expect(answers[2]["record"]?["metadata"]?["checkin_action"] == ["place_id": "p"])
        #expect(answers[2]["revision"] == 1)
        #expect(answers[2]["record"]?["major"] == 1)
        // What was spliced by hand must agree with the declared schema.
        let (head, body) = try MessageCoder.decode(LookupReply.self, reply.bytes)
        #expect(head.from?.description == "svc.home.metadata")
        #expect(body.answers.count == 3)
    }

    @Test("L9: a malformed id fails alone")
    func malformed() throws {
        let bench = try Bench()
        let answers = try bench.askOnce("lookup", #"{"beacons":["no such id","\#(Bench.id(1))"]}"#)["answers"]?
            .arrayValue
        #expect(answers?.map { $0["answer"]?.stringValue } == ["failed", "unknown"])
        #expect(answers?.first?["error"]?["code"] == "identifierInvalid")
    }

    @Test("R12: answers that do not fit are deferred, at least one is given, and asking again gets the rest")
    func deferred() throws {
        let bench = try Bench()
        let text = String(repeating: "x", count: 15_000)
        for minor in 0..<20 {
            try bench.ask("commands/put", #"{"records":[\#(Bench.record(minor, #"{"a":"\#(text)"}"#))]}"#)
        }
        var open = (0..<20).map(Bench.id)
        var rounds = 0
        while !open.isEmpty, rounds < 20 {
            rounds += 1
            let asked = open.map { "\"\($0)\"" }.joined(separator: ",")
            let reply = try bench.askOnce("lookup", #"{"beacons":[\#(asked)]}"#)
            #expect(reply.bytes.count <= MessageCoder.maximumLength)
            let answers = reply["answers"]?.arrayValue ?? []
            #expect(answers.count == open.count)
            let found = answers.filter { $0["answer"] == "found" }.count
            #expect(found >= 1)
            open = answers.filter { $0["answer"] == "deferred" }.compactMap { $0["beacon"]?.stringValue }
        }
        #expect(open.isEmpty)
        #expect(rounds == 7)
    }

    @Test("R12: 256 ids of the greatest length still get an answer each, and ids that could not are refused")
    func manyIDs() throws {
        let bench = try Bench()
        let long = (0..<256).map { "\"eddystone-eid-name-\(String(repeating: "a", count: 28))\(1000 + $0)\"" }
        let reply = try bench.askOnce("lookup", #"{"beacons":[\#(long.joined(separator: ","))]}"#)
        #expect(reply["answers"]?.arrayValue?.count == 256)
        let nasty = Array(repeating: "\"\(String(repeating: "\\u0001", count: 30))\"", count: 256)
        let refused = try bench.askOnce("lookup", #"{"beacons":[\#(nasty.joined(separator: ","))]}"#)
        #expect(refused["error"]?["code"] == "commandInvalid")
        let tooMany = Array(repeating: "\"\(Bench.id(1))\"", count: 257)
        #expect(
            try bench.askOnce("lookup", #"{"beacons":[\#(tooMany.joined(separator: ","))]}"#)["error"]?["code"]
                == "messageInvalid")
    }

    @Test("A bad record of a put is refused alone, with its place and reason")
    func partialPut() throws {
        let bench = try Bench()
        let reply = try bench.askOnce(
            "commands/put", #"{"records":[\#(Bench.record(1)),{"uuid":"x"},\#(Bench.record(3))]}"#)
        #expect(reply["changed"] == 2)
        #expect(reply["problems"]?.arrayValue?.map { $0["line"] } == [1])
        #expect(reply["problems"]?.arrayValue?.first?["reason"]?.stringValue?.contains("major is missing") == true)
    }

    @Test("Deleting says how many were not there; the beacon is unknown from then on")
    func delete() throws {
        let bench = try Bench()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1)),\#(Bench.record(2))]}"#)
        let reply = try bench.askOnce("commands/delete", #"{"beacons":["\#(Bench.id(1))","\#(Bench.id(7))"]}"#)
        #expect(reply["changed"] == 1)
        #expect(reply["missing"] == 1)
        #expect(reply["revision"] == 2)
        let answers = try bench.askOnce("lookup", #"{"beacons":["\#(Bench.id(1))"]}"#)["answers"]?.arrayValue
        #expect(answers?.first?["answer"] == "unknown")
    }

    @Test("Listing by pages gives every record once, in order")
    func list() throws {
        let bench = try Bench()
        for minor in 0..<25 { try bench.ask("commands/put", #"{"records":[\#(Bench.record(minor))]}"#) }
        var ids: [String] = []
        var after: String?
        for _ in 0..<10 {
            let body = after.map { #"{"limit":7,"after":"\#($0)"}"# } ?? #"{"limit":7}"#
            let page = try bench.askOnce("commands/list", body)
            _ = try MessageCoder.decode(ListReply.self, page.bytes)
            #expect(page["total"] == 25)
            ids += page["records"]?.arrayValue?.compactMap { $0["beacon"]?.stringValue } ?? []
            after = page["next"]?.stringValue
            if after == nil { break }
        }
        #expect(ids == (0..<25).map(Bench.id).sorted())
    }

    @Test("D14: retained, outdated and malformed commands are refused with one answer each, and change nothing")
    func refused() throws {
        let bench = try Bench()
        let retained = try bench.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#, retain: true)
        #expect(retained.map { $0["error"]?["code"] } == ["commandRetained"])
        let malformed = try bench.askOnce("commands/put", #"{"records":7}"#)
        #expect(malformed["error"]?["code"] == "messageInvalid")
        #expect(malformed["error"]?["reason"]?.stringValue?.contains("records") == true)
        let outdated = try bench.askOnce("commands/delete", #"{"ttl":0,"beacons":["\#(Bench.id(1))"]}"#)
        #expect(outdated["error"]?["code"] == "commandExpired")
        #expect(try bench.retained("services/metadata")?["counters"]?["revision"] == 0)
    }

    @Test(
        "D14: a command whose answer would go to somebody else's topic is not carried out, gets no answer, is counted")
    func foreignReply() throws {
        let bench = try Bench()
        let spy = bench.bus.tap("beaconbus-private/home/replies/op_bert/#")
        bench.bus.inject(
            "beaconbus/home/metadata/commands/put/op_anna",
            #"{"v":1,"id":"00000000000000000000000000000001","replyTo":"beaconbus-private/home/replies/op_bert/1","records":[\#(Bench.record(1))]}"#
        )
        #expect(spy.messages.isEmpty)
        #expect(bench.client.handler.access.figures?.records == 0)
        #expect(bench.client.handler.counters.refused.value == 1)
    }

    @Test("A command without a reply topic is carried out silently, as mosquitto_pub sends it")
    func withoutReply() throws {
        let bench = try Bench()
        bench.bus.inject(
            "beaconbus/home/metadata/commands/put/op_anna", #"{"v":1,"records":[\#(Bench.record(1))]}"#)
        #expect(bench.client.handler.access.figures?.records == 1)
    }

    @Test("R18: no payload whatever ends the service or its connection")
    func hostile() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 0xbad)
        let seeds = [
            #"{"v":1,"records":[{"uuid":"x"}]}"#, #"{"v":1,"import":"a","part":0,"last":true,"rows":[]}"#,
            #"{"v":1,"beacons":["a"]}"#, #"{"v":1,"limit":5,"after":"x","prefix":"\u0000"}"#,
        ]
        for _ in 0..<500 {
            var bytes = Array(seeds[Int(random.next() % UInt64(seeds.count))].utf8)
            for _ in 0..<Int(random.next() % 4) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            for topic in [
                "lookup", "commands/put", "commands/delete", "commands/list", "commands/import", "commands/configure",
            ] {
                bench.bus.inject("beaconbus/home/metadata/\(topic)/op_anna", bytes)
            }
        }
        #expect(bench.client.outcome == nil)
        #expect(try bench.askOnce("commands/list", "{}") != .null)
    }

    @Test("R15: a change is told at once, with the ids, or as all where there are more than 256")
    func changed() throws {
        let bench = try Bench()
        _ = bench.published.take()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1)),\#(Bench.record(2))]}"#)
        let notice = try bench.taken("metadata/changed")
        #expect(notice.count == 1)
        #expect(notice.first?["beacons"] == [.string(Bench.id(1)), .string(Bench.id(2))])
        #expect(notice.first?["revision"] == 1)
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        #expect(try bench.taken("metadata/changed").isEmpty)
        for part in 0..<2 {
            let rows = (0..<200).map { #"{"line":\#($0),"record":\#(Bench.record(1000 + part * 200 + $0))}"# }
            try bench.ask(
                "commands/import",
                #"{"import":"a","part":\#(part),"last":\#(part == 1),"rows":[\#(rows.joined(separator: ","))]}"#)
        }
        let all = try bench.taken("metadata/changed")
        #expect(all.map { $0["all"] } == [true])
        #expect(all.first?["beacons"] == nil)
    }

    @Test(
        "D20: a desired configuration is kept, published retained with a rising revision, and comes back after a restart"
    )
    func configure() throws {
        let bench = try Bench()
        let body = #"{"node":"kitchen","configuration":{"tracking.timeout":"45s"}}"#
        #expect(try bench.askOnce("commands/configure", body)["revision"] == 1)
        #expect(try bench.askOnce("commands/configure", body)["revision"] == 1)
        #expect(
            try bench.askOnce("commands/configure", #"{"node":"kitchen","configuration":{}}"#)["revision"] == 2)
        #expect(try bench.retained("nodes/kitchen/desired")?["revision"] == 2)
        let registry = try Registry(folder: bench.folder.path)
        #expect(try registry.desired().map(\.configuration.revision) == [2])
    }
}
