import Bus
import Glibc
import Schema
import Support
import Testing

/// The documents' story on a real, closed broker with the real programs, told by mosquitto_sub and mosquitto_pub alone.
@Suite(
    "A node enrols through observers written by somebody else", .enabled(if: MosquittoBroker.isInstalled),
    .timeLimit(.minutes(5)), .serialized)
struct OutsiderTests {
    private static let kitchen = NodeID("kitchen")!
    private static let state = "beaconbus/home/nodes/kitchen/state"
    private static let events = "beaconbus/home/nodes/kitchen/events/"

    /// A site with a node that starts when told to and has no token of its own, and its scanner.
    private func site() async throws -> (site: UpClosedSite, token: String) {
        let site = try await UpClosedSite(observers: ["mute", "desk", "porch", "attic"])
        let app = AppID("site")!
        try await BusSession.with(site.person) { session in
            _ = try await session.request(
                .authorityCommand(.appPut, site.requester),
                AppPutCommand(app: app, validator: ValidatorDefinition(kind: .file)), as: AppChangeReply.self,
                timeout: .seconds(10))
        }
        let token = try await site.announce([Self.kitchen], app)[0]
        let home = site.home(Self.kitchen)
        unlink("\(home)/token")
        try writeFile(
            "\(home)/node.yaml",
            """
            site:
              id: home
              dataFolder: \(home)
            broker:
              address: 127.0.0.1:\(site.ports[0])
            node:
              id: kitchen
              identity: \(site.identity(Self.kitchen))
              bootstrapBroker: 127.0.0.1:\(site.ports[2])
            lifecycle:
              user: "7041"
              app: site
              observers:
                timeout: 20s

            """)
        return (site, token)
    }

    private func scanner(_ site: UpClosedSite) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("beacon-scanner"),
            ["--config", "\(site.home(Self.kitchen))/node.yaml", "--source", "sim", "--log-format", "json"],
            output: "\(site.temporary.path)/scanner.log")
    }

    private func command(_ outside: OutsiderSite, _ name: String, _ id: String) async throws {
        try await outside.publish(
            "op_test", "beaconbus/home/nodes/kitchen/commands/\(name)/op_test",
            #"{"v":1,"id":"\#(id)","replyTo":"beaconbus-private/home/replies/op_test/\#(id)"}"#)
    }

    private func states(_ heard: String) -> [String] {
        OutsiderSite.lines(heard).filter { $0.topic == Self.state }.compactMap { $0.json?["state"]?.stringValue }
    }

    private func count(_ heard: String, _ event: String) -> Int {
        OutsiderSite.lines(heard).count { $0.topic == Self.events + event }
    }

    @Test(
        "H2, H25–H28, H30, H33–H36, D13: asked one by one at a start only, the first token wins, certificates stay, nothing leaks"
    )
    func story() async throws {
        let (site, token) = try await site()
        let outside = OutsiderSite(site: site)
        let (listener, heard) = try await outside.listen(
            "op_test", ["beaconbus/home/#", "beaconbus-private/home/replies/op_test/#"], to: "public")
        // The authority's own certificate on the people's listener: who else may see what is sent to it?
        let (spy, asked) = try await outside.listen(
            "authority",
            ["beaconbus-private/home/enrol/+", "beaconbus-private/home/activate/+", "beaconbus-private/home/renew/+"],
            to: "spy", ["-i", "auto-spy"])
        let mute = try await outside.observe("mute", answers: false)
        let desk = try await outside.observe("desk")
        let porch = try await outside.observe("porch")
        let attic = try await outside.observe("attic")
        let observers = [mute, desk, porch, attic]

        let scanner = try scanner(site)
        var lifecycle = try site.startNode(Self.kitchen)
        #expect(await eventually { states(heard).last == "idle" }, "\(site.text(of: [Self.kitchen]))")
        #expect(observers.allSatisfy { $0.questions.isEmpty }, "H33: no start, no question")

        try await command(outside, "start", "11111111111111111111111111111111")
        let first = try await desk.question(1)
        #expect(first["user"]?.stringValue == "7041", "H26")
        #expect(first["app"]?.stringValue == "site")
        #expect(first["node"]?.stringValue == "kitchen")
        #expect(
            first["replyTo"]?.stringValue?.hasPrefix("beaconbus-private/home/replies/boot_kitchen/tokens/desk/") == true
        )
        #expect(states(heard).last == "starting", "H27: the start waits")
        #expect(porch.questions.isEmpty && OutsiderSite.lines(asked).isEmpty)
        try await desk.answer(first, nil)

        let second = try await porch.question(1)
        #expect(first["id"]?.stringValue != second["id"]?.stringValue)
        // A word from somebody who was not asked, and one of another question, change nothing.
        let replyTo = try #require(second["replyTo"]?.stringValue)
        try await outside.publish("obs_attic", replyTo, #"{"v":1,"id":"x","token":"stolen"}"#)
        try await porch.answer(first, "of-another-question")
        #expect(states(heard).last == "starting" && count(heard, "started") == 0)
        #expect(OutsiderSite.lines(asked).isEmpty, "H28: nothing goes to the authority before there is a token")
        try await porch.answer(second, token)

        let isStarted = await eventually(within: .seconds(40)) { count(heard, "started") == 1 }
        #expect(isStarted, "\(site.text(of: [Self.kitchen]))\n\(states(heard))")
        let enrolment = try #require(OutsiderSite.lines(asked).first { $0.topic.hasSuffix("enrol/kitchen") }?.json)
        #expect(enrolment["token"]?.stringValue == token, "H28: together: token,")
        #expect(enrolment["user"]?.stringValue == "7041", "user")
        #expect(enrolment["app"]?.stringValue == "site", "and app")
        #expect(await eventually { OutsiderSite.lines(asked).contains { $0.topic.hasSuffix("activate/kitchen") } })
        #expect(mute.questions.isEmpty, "H2: who does not answer is not asked")
        #expect(desk.questions.count == 1 && porch.questions.count == 1)
        #expect(attic.questions.isEmpty, "H36: no later observer receives the question at all")
        let tokenTime = try #require(porch.questions.first?.time)
        let startedTime = try #require(OutsiderSite.lines(heard).first { $0.topic == Self.events + "started" }?.time)
        #expect(startedTime > tokenTime)

        // H30: certificates on the node, for its owner only, and in use by both programs.
        for name in ["lifecycle", "scanner"] {
            var status = stat()
            #expect(stat("\(site.identity(Self.kitchen))/current/\(name).key", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        let before = report(heard)
        #expect(before?["certificate"]?["status"]?.stringValue == "valid")
        #expect(before?["from"]?.stringValue == "n.home.kitchen")
        let hears = await eventually {
            OutsiderSite.lines(heard).contains {
                $0.topic.hasSuffix("kitchen/scanner") && $0.json?["from"]?.stringValue == "s.home.kitchen"
            }
        }
        #expect(hears)
        let waits = try readFile("\(site.temporary.path)/scanner.log").split(separator: "\n").count {
            $0.contains("waiting for the node's certificate")
        }
        #expect((1...4).contains(waits), "said, and not every second: \(waits)")
        #expect(try !readFile("\(site.temporary.path)/scanner.log").contains("\"level\":\"warning\""))

        // H30, H33–H35: they survive a restart, and nobody is asked again.
        try await command(outside, "stop", "22222222222222222222222222222222")
        #expect(await eventually { count(heard, "stopped") == 1 })
        await lifecycle.terminate()
        lifecycle = try site.startNode(Self.kitchen)
        #expect(await eventually { report(heard)?["session"] != before?["session"] && states(heard).last == "idle" })
        try await command(outside, "start", "33333333333333333333333333333333")
        #expect(await eventually { count(heard, "started") == 2 }, "\(site.text(of: [Self.kitchen]))")
        #expect(observers.map { $0.questions.count } == [0, 1, 1, 0])
        #expect(OutsiderSite.lines(asked).count { $0.topic.hasSuffix("enrol/kitchen") } == 1)
        // Every start and stop got exactly one answer.
        let replies = { OutsiderSite.lines(heard).filter { $0.topic.contains("/replies/op_test/") }.map(\.payload) }
        #expect(await eventually { replies().count == 3 }, "\(replies())")

        await lifecycle.terminate()
        await scanner.terminate()
        for process in [listener, spy] + observers.map(\.process) { await process.terminate() }
        try await nothingLeaked(site, token, heard)
    }

    private func report(_ heard: String) -> JSONValue? {
        OutsiderSite.lines(heard).last { $0.topic == Self.state }?.json
    }

    /// D13: neither token nor key stands in what the operator heard, in a log, or in what the broker keeps.
    private func nothingLeaked(_ site: UpClosedSite, _ token: String, _ heard: String) async throws {
        var secrets = SecretSearch()
        secrets.add("token", Array(token.utf8))
        for name in ["lifecycle", "scanner"] {
            secrets.add(
                pem: "\(name) key", try readFile("\(site.identity(Self.kitchen))/current/\(name).key"))
        }
        secrets.add(pem: "bootstrap key", try readFile(site.bundle(Self.kitchen)))
        // On this signal the broker writes everything it keeps: retained messages and sessions.
        let store = "\(site.folder)/broker/mosquitto.db"
        unlink(store)
        let text = try readFile("\(site.folder)/broker/mosquitto.pid")
        let pid = try #require(Int32(text.split(separator: "\n").first ?? ""))
        #expect(kill(pid, SIGUSR1) == 0)
        let isWritten = await eventually { (try? readFile(store).contains("observers/porch")) ?? false }
        #expect(isWritten, "what is retained can be read there")
        #expect(try await secrets.proveItself(in: site.temporary.path))
        let found = try await secrets.found(
            in: try site.logs() + [heard, store, "\(site.temporary.path)/scanner.log"], folder: site.temporary.path)
        #expect(found == [])
    }
}
