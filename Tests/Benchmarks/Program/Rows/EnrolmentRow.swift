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
    private static let workers = 16
    private static let eachWorker = 25

    private struct Figures {
        var spans: [Double]
        var rate: Double
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
            for index in 0..<(sequential + workers * eachWorker) {
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
            return Figures(
                spans: spans, rate: try await rate(site, Array(machines.dropFirst(sequential)), app: app, user: user))
        }
        await site.stop()
        return figures
    }

    /// Several nodes at once, each worker on a connection of its own.
    private static func rate(
        _ site: EnrolmentSite, _ machines: [CandidateNode], app: AppID, user: UserID
    ) async throws -> Double {
        let bodies = try machines.map { try $0.enrolment(token: "token of \($0.node)", user: user, app: app) }
        let start = Stopwatch.nanoseconds()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                let range = worker * eachWorker..<(worker + 1) * eachWorker
                let mine = Array(zip(machines[range], bodies[range]))
                group.addTask {
                    try await site.desk("worker-\(worker)") { desk in
                        for (machine, body) in mine {
                            _ = try await desk.ask(
                                .enrol(machine.node), body, as: machine.bootstrapClient, id: .random(),
                                CertificateReply.self)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(machines.count) / (Double(Stopwatch.nanoseconds() - start) / 1_000_000_000)
    }
}
