import Bus
import Glibc
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import MetadataService

@Suite("Metadata service: status, monitored rules, quiet start, failing database")
struct MetadataStatusTests {
    private typealias Bench = MetadataBench

    @Test("Quiet start: nothing is published and nothing answered in the first ten seconds")
    func quiet() throws {
        let bench = try Bench(quiet: .seconds(10))
        bench.bus.advance(.seconds(9))
        #expect(bench.published.messages.isEmpty)
        #expect(try bench.ask("lookup", #"{"beacons":["\#(Bench.id(1))"]}"#).isEmpty)
        bench.bus.advance(.seconds(2))
        #expect(try bench.retained("services/metadata")?["ready"] == true)
        #expect(try bench.retained("monitored")?["revision"] == 0)
        #expect(try bench.ask("lookup", #"{"beacons":["\#(Bench.id(1))"]}"#).count == 1)
    }

    @Test("R9: taken over while quiet, the newcomer ends with clientIdInUse; the one at work comes back")
    func takenOver() throws {
        let bench = try Bench(quiet: .seconds(10))
        bench.bus.advance(.seconds(11))
        let setup = MetadataHandler.Setup(
            folder: TemporaryFolder().path, formats: [], rules: [], quiet: .seconds(10), version: "0", instance: "b/2")
        let newcomer = bench.bus.join(try Bench.configuration(session: 200)) { link in
            MetadataHandler(setup, link: link, metrics: .init(), logger: .silent)
        }
        bench.bus.advance(.seconds(15))
        guard case .failure(let error) = newcomer.outcome else {
            Issue.record("the newcomer is still there")
            return
        }
        #expect(error.code == .clientIdInUse)
        #expect(bench.client.outcome == nil)
        #expect(bench.client.link.isConnected)
        #expect(try bench.retained("services/metadata")?["instance"] == "test/1")
    }

    @Test("The status names version, instance, connection, revision, records and look-ups by answer")
    func status() throws {
        let bench = try Bench()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        try bench.ask("lookup", #"{"beacons":["\#(Bench.id(1))","\#(Bench.id(2))"]}"#)
        bench.bus.advance(.seconds(11))
        let status = try #require(try bench.retained("services/metadata"))
        #expect(status["counters"]?["revision"] == 1)
        #expect(status["counters"]?["records"] == 1)
        #expect(status["counters"]?["lookups.found"] == 1)
        #expect(status["counters"]?["lookups.unknown"] == 1)
        #expect(status["instance"] == "test/1")
        _ = try MessageCoder.decode(ServiceStatus.self, status.bytes)
        _ = bench.published.take()
        bench.bus.advance(.seconds(600))
        #expect(bench.published.messages.isEmpty, "an idle service publishes nothing")
    }

    @Test("A graceful stop says so in the status; its will follows")
    func stop() throws {
        let bench = try Bench()
        bench.client.stop()
        bench.bus.advance(.milliseconds(10))
        let status = try bench.retained("services/metadata")
        #expect(status?["online"] == false)
        #expect(status?["ready"] == false)
        #expect(try bench.retained("services/metadata/lost")?["session"] == status?["session"])
    }

    @Test(
        "L1: the monitored message holds configured formats and rules, and every registered beacon with what is its own"
    )
    func monitored() throws {
        let rule = try #require(MonitorRule(configured: "\(Bench.uuid)/7"))
        let bench = try Bench(formats: [.altBeacon], rules: [rule])
        try bench.ask(
            "commands/put",
            #"{"records":[{"uuid":"\#(Bench.uuid)","major":1,"minor":2,"timing":{"timeout":60000},"power":-61},{"beacon":"mac-0123456789ab"}]}"#
        )
        bench.bus.advance(.seconds(1))
        let message = try #require(try bench.retained("monitored"))
        #expect(message["formats"] == ["altbeacon"])
        #expect(message["revision"] == 1)
        #expect(
            message["rules"]?.arrayValue == [
                ["uuid": .string(Bench.uuid), "major": 7, "registered": false],
                [
                    "uuid": .string(Bench.uuid), "major": 1, "minor": 2, "registered": true,
                    "timing": ["timeout": 60000],
                    "power": -61,
                ],
                ["beacon": "mac-0123456789ab", "registered": true],
            ])
        #expect(message["folded"] == nil)
    }

    @Test("L1, R12: a registry too large for single rules is folded, says so, and fits")
    func folded() throws {
        let bench = try Bench(formats: [])
        for part in 0..<10 {
            let rows = (0..<200).map { #"{"line":\#($0),"record":\#(Bench.record(part * 200 + $0))}"# }
            try bench.ask(
                "commands/import",
                #"{"import":"a","part":\#(part),"last":\#(part == 9),"rows":[\#(rows.joined(separator: ","))]}"#)
        }
        bench.bus.advance(.seconds(1))
        let message = try #require(try bench.retained("monitored"))
        #expect(message.bytes.count <= MessageCoder.maximumLength)
        #expect(message["rules"] == [["uuid": .string(Bench.uuid), "major": 1, "registered": true]])
        #expect(message["folded"]?["from"] == 2000)
        #expect(message["folded"]?["to"] == 1)
    }

    @Test("Many changes in a short time make few monitored messages, and the last one is published")
    func interval() throws {
        let bench = try Bench()
        _ = bench.published.take()
        for minor in 0..<50 { try bench.ask("commands/put", #"{"records":[\#(Bench.record(minor))]}"#) }
        bench.bus.advance(.seconds(1))
        let count = try bench.taken("monitored").count
        #expect(count >= 1 && count <= 3)
        #expect(try bench.retained("monitored")?["revision"] == 50)
    }

    @Test("A change of metadata alone tells the nodes the new revision with the same rules")
    func sameRules() throws {
        let bench = try Bench()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        bench.bus.advance(.seconds(1))
        let before = try bench.retained("monitored")?["rules"]
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1, #"{"a":1}"#))]}"#)
        bench.bus.advance(.seconds(1))
        #expect(try bench.retained("monitored")?["revision"] == 2)
        #expect(try bench.retained("monitored")?["rules"] == before)
    }

    @Test("A command that this version does not know is counted and ends nothing")
    func unknownCommand() throws {
        let bench = try Bench()
        bench.bus.inject("beaconbus/home/metadata/commands/frobnicate/op_anna", #"{"v":1}"#)
        #expect(bench.client.handler.counters.refused.value == 1)
    }

    @Test("R16: the registry is there after a restart, monitored rules and all, without any command")
    func restart() throws {
        let first = try Bench()
        try first.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        first.client.kill()
        let registry = try Registry(folder: first.folder.path)
        let again = try Bench(prepare: { folder in
            for name in ["registry.sqlite", "registry.sqlite-wal"] {
                guard let bytes = try AtomicFile(path: "\(first.folder.path)/\(name)").read(limit: 1 << 24) else {
                    continue
                }
                try AtomicFile(path: "\(folder)/\(name)").write(bytes)
            }
        })
        #expect(try again.retained("monitored")?["revision"] == 1)
        #expect(try again.retained("monitored")?["registry"]?.stringValue == registry.id.description)
        #expect(try again.retained("services/metadata")?["counters"]?["records"] == 1)
    }

    @Test("R8: after a broker restart without persistence monitored rules and status come back")
    func brokerRestart() throws {
        let bench = try Bench()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        bench.bus.advance(.seconds(1))
        bench.bus.broker.restart(keepingRetained: false)
        bench.bus.advance(.seconds(60))
        #expect(try bench.retained("monitored")?["revision"] == 1)
        #expect(try bench.retained("services/metadata")?["ready"] == true)
        #expect(try bench.retained("services/metadata")?["connection"] == 2)
    }

    @Test(
        "A damaged database: look-ups fail with its error, commands are refused, the status says so; a repaired one is taken up"
    )
    func damaged() throws {
        let bench = try Bench(prepare: { folder in
            try AtomicFile(path: "\(folder)/registry.sqlite").write(
                Array(String(repeating: "rubbish ", count: 1000).utf8))
        })
        let status = try bench.retained("services/metadata")
        #expect(status?["ready"] == false)
        #expect(status?["error"]?["code"] == "storeCorrupt")
        let answers = try bench.askOnce("lookup", #"{"beacons":["\#(Bench.id(1))"]}"#)["answers"]?.arrayValue
        #expect(answers?.first?["answer"] == "failed")
        #expect(answers?.first?["error"]?["code"] == "storeCorrupt")
        let put = try bench.askOnce("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        #expect(put["error"]?["code"] == "storeCorrupt")
        let part = try bench.askOnce(
            "commands/import", #"{"import":"a","part":0,"last":true,"rows":[{"line":1,"record":\#(Bench.record(1))}]}"#)
        #expect(part["error"]?["code"] == "storeCorrupt")
        unlink("\(bench.folder.path)/registry.sqlite")
        bench.bus.advance(.seconds(11))
        #expect(try bench.retained("services/metadata")?["ready"] == true)
        #expect(try bench.retained("monitored")?["revision"] == 0)
        #expect(try bench.askOnce("commands/put", #"{"records":[\#(Bench.record(1))]}"#)["revision"] == 1)
    }

    @Test("A locked database: writing is refused as storeBusy, looking up goes on, the status says so and recovers")
    func locked() throws {
        let bench = try Bench()
        try bench.ask("commands/put", #"{"records":[\#(Bench.record(1))]}"#)
        do {
            let other = try Database(path: "\(bench.folder.path)/registry.sqlite")
            try other.execute("BEGIN IMMEDIATE")
            let put = try bench.askOnce("commands/put", #"{"records":[\#(Bench.record(2))]}"#)
            #expect(put["error"]?["code"] == "storeBusy")
            let answers = try bench.askOnce("lookup", #"{"beacons":["\#(Bench.id(1))"]}"#)["answers"]?.arrayValue
            #expect(answers?.first?["answer"] == "found")
            bench.bus.advance(.milliseconds(1))
            #expect(try bench.retained("services/metadata")?["error"]?["code"] == "storeBusy")
            try other.execute("ROLLBACK")
        }
        bench.bus.advance(.seconds(11))
        #expect(try bench.retained("services/metadata")?["ready"] == true)
        #expect(try bench.askOnce("commands/put", #"{"records":[\#(Bench.record(2))]}"#)["revision"] == 2)
    }
}
