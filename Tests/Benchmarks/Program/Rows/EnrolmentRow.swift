import Bus
import Glibc
import Identity
import Schema
import Support

/// Enrolments through the authority as deployed, a mosquitto and an app's web service on loopback: signed by the
/// authority itself, and by a cfssl server. Each ends with its two synced transactions and the reply on the bus.
enum EnrolmentRow: Row {
    static let name = "enrolment"
    static let summary = "Enrolments a second and their latency, with a web validator, signed here and by cfssl."

    private static let sequential = 200
    private static let crowd = 400
    /// Requests without an answer at a time.
    private static let window = 32

    private struct Figures {
        var spans: [Double]
        var rate: Double
        /// Processor time of the authority, ms an enrolment.
        var processor: Double
    }

    static func measure() async throws -> [Measurement] {
        guard MosquittoBroker.isInstalled else { throw RowSkipped("mosquitto is not installed") }
        let own = try await figures(usesCFSSL: false)
        var list = measurements("signed here", own)
        if CFSSLServer.isInstalled {
            list += measurements("signed by cfssl", try await figures(usesCFSSL: true))
        }
        return list
    }

    private static func measurements(_ way: String, _ figures: Figures) -> [Measurement] {
        let sorted = figures.spans.sorted()
        let (middle, worst) = (percentile(sorted, 0.5), percentile(sorted, 0.99))
        return [
            Measurement("enrolment, \(way), p50", middle, "ms", goal: .atMost(15, middle, "< 15 ms")),
            Measurement("enrolment, \(way), p99", worst, "ms", goal: .atMost(60, worst, "< 60 ms")),
            Measurement(
                "enrolments, \(way)", figures.rate, "/s", goal: .atLeast(200, figures.rate, "≥ 200/s")),
            Measurement("processor time of the authority, \(way)", figures.processor, "ms"),
        ]
    }

    private static func percentile(_ sorted: [Double], _ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    private static func figures(usesCFSSL: Bool) async throws -> Figures {
        guard let name = SiteID("bench"), let app = AppID("visits"), let user = UserID("owner") else {
            throw RowSkipped("names of this program are not valid")
        }
        let site = try EnrolmentSite(site: name, program: try DeployedProgram("beacon-authority").path)
        let validator = try ScriptedWebServer { _ in [.answer(200, #"{"valid":true}"#)] }
        defer { validator.close() }
        let key = SecretBytes.random(16)
        let cfssl = usesCFSSL ? try site.certificateServer(key: key) : nil
        try site.start(cfssl?.environment ?? [:])
        let url = validator.url()
        let figures = try await site.desk { desk in
            let definition = ValidatorDefinition(kind: .http, url: url, addresses: ["127.0.0.1"])
            _ = try await desk.tell(.appPut, AppPutCommand(app: app, validator: definition), AppChangeReply.self)
            var machines: [CandidateNode] = []
            for index in 0..<(sequential + crowd) {
                machines.append(try await desk.announce("node-\(index)"))
            }
            var spans: [Double] = []
            for machine in machines.prefix(sequential) {
                let body = try machine.enrolment(token: "token of \(machine.node)", user: user, app: app)
                let start = Stopwatch.nanoseconds()
                _ = try await desk.ask(
                    .enrol(machine.node), body, as: machine.bootstrapClient, id: .random(), CertificateReply.self)
                spans.append(Double(Stopwatch.nanoseconds() - start) / 1_000_000)
            }
            let before = ProcessFigures(pid: site.pid ?? 0).seconds
            let rate = try await rate(desk, site.roots, Array(machines.dropFirst(sequential)), app: app, user: user)
            let after = ProcessFigures(pid: site.pid ?? 0).seconds
            return Figures(spans: spans, rate: rate, processor: (after - before) * 1_000 / Double(crowd))
        }
        await site.stop()
        return figures
    }

    /// Many nodes at once, over one connection.
    private static func rate(
        _ desk: EnrolmentDesk, _ roots: Roots, _ machines: [CandidateNode], app: AppID, user: UserID
    ) async throws -> Double {
        let requests = try machines.enumerated().map { index, machine in
            var head = Head()
            head.id = .random()
            head.replyTo = "\(roots.private)/replies/\(machine.bootstrapClient.requester)/crowd/\(index)"
            let body = try machine.enrolment(token: "token of \(machine.node)", user: user, app: app)
            return (topic: Topic.enrol(machine.node).path(in: roots), payload: try MessageCoder.encode(head, body))
        }
        return try await desk.session.subscribe([Subscription(raw: "\(roots.private)/replies/+/crowd/+")]) { replies in
            let start = Stopwatch.nanoseconds()
            var (sent, answered) = (0, 0)
            while answered < requests.count {
                while sent < requests.count, sent - answered < window {
                    try await desk.session.publish(rawTopic: requests[sent].topic, requests[sent].payload)
                    sent += 1
                }
                guard let reply = try await replies.next() else { throw RowSkipped("the session ended") }
                _ = try MessageCoder.decodeReply(CertificateReply.self, reply.payload)
                answered += 1
            }
            return Double(answered) / (Double(Stopwatch.nanoseconds() - start) / 1_000_000_000)
        }
    }
}
