import Schema
import ServiceKit
import Testing

@testable import BeaconControl

@Suite("Up")
struct UpTests {
    static let node = NodeID("demo")!

    /// A site as its services describe themselves.
    static func site(
        scanner: String = "ended", pending: Int = 0, open: Int = 0, outbox: Int = 0, node: String = "idle"
    ) -> SiteModel {
        var site = SiteModel()
        let documents: [(Topic, String)] = [
            (
                .scanner(Self.node),
                """
                {"state":"\(scanner)","sources":[{"state":"\(scanner == "ended" ? "ended" : "scanning")"}],
                "journal":{"pending":\(pending)},"counters":{"reports":412,"advertisers":36}}
                """
            ),
            (
                .service(ServiceName("dispatch")!),
                """
                {"ready":true,"counters":{"open":\(open),"outbox":\(outbox),"lookups":2,"outcomes.done":1,"outcomes.none":1}}
                """
            ),
            (
                .nodeState(Self.node),
                "{\"state\":\"\(node)\",\"attempt\":1,\"error\":{\"code\":\"sourceEnded\",\"description\":\"x\"}}"
            ),
        ]
        for (topic, json) in documents { _ = site.apply(topic, Array(json.utf8), retained: true) }
        return site
    }

    static func isDone(_ site: SiteModel) -> Bool {
        var progress = UpProgress()
        progress.update(site, node: "demo")
        return progress.isDone(site, node: "demo")
    }

    @Test("It is done when the source has ended, the node is idle, and nothing is open anywhere")
    func done() {
        #expect(Self.isDone(Self.site()))
        #expect(!Self.isDone(Self.site(pending: 1)))
        #expect(!Self.isDone(Self.site(open: 1)))
        #expect(!Self.isDone(Self.site(outbox: 1)))
        #expect(!Self.isDone(Self.site(node: "running")))
        #expect(!Self.isDone(SiteModel()))
    }

    @Test("A recording that cannot be read is no end but a failure")
    func hopeless() {
        var site = SiteModel()
        let state = "{\"state\":\"idle\",\"attempt\":1,\"error\":{\"code\":\"sourceUnreadable\",\"description\":\"x\"}}"
        _ = site.apply(.nodeState(Self.node), Array(state.utf8), retained: true)
        var progress = UpProgress()
        progress.update(site, node: "demo")
        #expect(progress.hopeless != nil && !progress.isDone(site, node: "demo"))
    }

    @Test("The summary names reports, advertisers, beacons, events, look-ups, outcomes and actions")
    func summary() {
        var site = Self.site()
        let action = "{\"number\":1,\"action\":{\"place_id\":\"p\"}}"
        _ = site.apply(.action(.checkIn), Array(action.utf8), retained: false)
        let summary = UpSummary(site, node: "demo", restarts: 0)
        #expect(
            summary.text == """
                Summary
                  reports     412 from 36 advertisers
                  beacons     0
                  events      0 active, 0 inactive, 0 changed
                  look-ups    2
                  outcomes    1 done, 1 none, 0 joined, 0 expired, 0 failed
                  actions     1 check-in, 0 show-asset, 0 inbox-add, 0 inbox-save

                """)
        #expect(summary.json["summary"]?["advertisers"] == 36)
        #expect(summary.json["summary"]?["outcomes"]?["none"] == 1)
    }

    @Test("Counters of a service that was started again are added to those of before")
    func totals() {
        var totals = CounterTotals()
        func status(_ session: Int64, _ reports: Int64) -> JSONValue {
            ["session": .integer(session), "counters": ["reports": .integer(reports)]]
        }
        #expect(totals["reports"] == nil)
        for (session, reports) in [(5, 10), (5, 12), (6, 1), (6, 3), (9, 4)] as [(Int64, Int64)] {
            totals.update(status(session, reports))
        }
        #expect(totals["reports"] == 19)
        totals.update(["session": 10])
        #expect(totals["reports"] == 19)
    }

    @Test("The status line says how things stand")
    func status() {
        #expect(
            UpStatus.line(Self.site(pending: 2, open: 1), node: "demo")
                == "demo idle · 412 reports · 0 active · journal 2 · open 1 · 0 actions · Ctrl-C ends")
    }

    @Test("The configuration file of a run is valid for whoever reads it")
    func configuration() throws {
        let settings = UpSettings(
            input: "sim", speed: "max", dataFolder: nil, registrations: nil, json: false, exitWhenDone: false,
            programs: "/p", profiles: "/b")
        let plan = UpPlan(
            settings: settings, folder: "/tmp/a b", ports: SitePorts(nodes: 4711, people: 4711, bootstrap: 4711))
        let table = ConfigurationTable(CommonKeys.all)
        let loaded = try Configuration.load(table, file: ("f", Array(plan.configuration.utf8)))
        #expect(loaded[CommonKeys.dataFolder] == "/tmp/a b")
        #expect(loaded[CommonKeys.broker] == NetworkAddress(host: "127.0.0.1", port: 4711))
        #expect(loaded[CommonKeys.authorityFile] == nil)
        #expect(plan.files.count == 1 && plan.nodeFile == plan.configurationFile)
        #expect(plan.services.map(\.name) == ["metadata", "dispatch"])
        #expect(plan.scanner.arguments.suffix(4) == ["--source", "sim", "--speed", "max"])
    }

    @Test(
        "R17: on a closed bus services, node and operator each have a file, with a certificate or the means to get one")
    func closed() throws {
        let settings = UpSettings(
            input: "sim", speed: nil, dataFolder: nil, registrations: nil, json: false, exitWhenDone: false,
            programs: "/p", profiles: "/b")
        let folder = "/tmp/a \"b\""
        let plan = UpPlan(
            settings: settings, folder: folder, ports: SitePorts(nodes: 1, people: 2, bootstrap: 3),
            layout: SiteLayout(folder: folder), brokerUser: "mosquitto")
        #expect(plan.files.map(\.path) == ["beaconbus", "node", "op_up"].map { "\(folder)/\($0).yaml" })
        let table = ConfigurationTable(CommonKeys.all)
        let services = try Configuration.load(table, file: ("f", Array(plan.configuration.utf8)))
        #expect(services[CommonKeys.broker].port == 1)
        let broker = try BrokerSettings(services, service: "gate")
        #expect(broker.certificateFile == "\(folder)/tls/gate.crt" && broker.keyFile == "\(folder)/tls/gate.key")
        let person = try BrokerSettings(
            Configuration.load(table, file: ("f", Array(plan.operatorConfiguration.utf8))))
        #expect(person.address.port == 2 && person.certificateFile == "\(folder)/tls/op_up.crt")
        #expect(plan.nodeConfiguration.contains("bootstrapBroker: 127.0.0.1:3"))
        #expect(plan.services.map(\.name) == ["authority", "metadata", "dispatch", "gate"])
        #expect(plan.services.map(\.user) == [nil, nil, nil, "mosquitto"])
        #expect(plan.lifecycle.arguments.contains("\(folder)/node.yaml"))
    }
}
