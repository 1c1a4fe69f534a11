import Bus
import Glibc
import Schema
import Support

/// What an outsider needs to take part in a closed site: mosquitto's own clients and a certificate, nothing of ours.
struct OutsiderSite {
    let site: UpClosedSite
    private var folder: String { site.temporary.path }

    /// One of the site's certificates, by the name of its files.
    private func common(_ certificate: String) -> [String] {
        let tls = "\(site.folder)/tls"
        return [
            "-h", "127.0.0.1", "-p", "\(site.ports[1])", "-V", "5", "-q", "1", "--cafile", "\(tls)/authority.pem",
            "--cert", "\(tls)/\(certificate).crt", "--key", "\(tls)/\(certificate).key",
        ]
    }

    /// Listens from now on: returns when the broker has granted every filter. Each line is time, topic and payload.
    func listen(
        _ certificate: String, _ topics: [String], to name: String, _ more: [String] = []
    ) async throws -> (process: ChildProcess, file: String) {
        let file = "\(folder)/\(name).heard"
        let process = try ChildProcess(
            // Line by line: the word that it has subscribed is not to wait in a buffer.
            "/usr/bin/stdbuf",
            ["-oL", "/usr/bin/mosquitto_sub"] + common(certificate) + ["-d", "-F", "%U %t %p"] + more
                + topics.flatMap { ["-t", $0] }, output: file)
        let isGranted = await eventually { (try? readFile(file).contains("Subscribed")) ?? false }
        guard isGranted else {
            throw ChildProcess.Failure(description: "\(name) cannot listen: \((try? readFile(file)) ?? "")")
        }
        return (process, file)
    }

    /// Publishes a text, which is in a file and in no argument.
    func publish(_ certificate: String, _ topic: String, _ text: String, retain: Bool = false) async throws {
        let file = "\(folder)/message-\(UInt32.random(in: 0 ... .max))"
        try writeFile(file, text)
        try await runTool(
            "/usr/bin/mosquitto_pub",
            common(certificate) + ["-t", topic, "-f", file] + (retain ? ["-r"] : []), in: folder)
        unlink(file)
    }

    struct Line {
        let time: Double
        let topic: String
        let payload: String

        var json: JSONValue? { try? JSONValue.parse(Array(payload.utf8)) }
    }

    /// What was heard so far, in order.
    static func lines(_ file: String) -> [Line] {
        ((try? readFile(file)) ?? "").split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let time = Double(parts[0]), parts[1].hasPrefix("beaconbus") else { return nil }
            return Line(time: time, topic: String(parts[1]), payload: String(parts[2]))
        }
    }

    /// An observer: a listener with a will, and a registration (H1, H2).
    func observe(_ name: String, answers: Bool = true) async throws -> Observer {
        let root = "beaconbus/home/observers/\(name)"
        let (process, file) = try await listen(
            "obs_\(name)", ["beaconbus-private/home/tokens/\(name)/+"], to: name,
            [
                "--will-topic", "\(root)/lost", "--will-retain", "--will-payload", #"{"v":1,"connection":"one"}"#,
            ])
        try await publish(
            "obs_\(name)", root, #"{"v":1,"token":\#(answers),"nodes":"all","connection":"one"}"#, retain: true)
        return Observer(name: name, process: process, file: file, outside: self)
    }

    struct Observer {
        let name: String
        let process: ChildProcess
        let file: String
        let outside: OutsiderSite

        /// The questions it was asked so far.
        var questions: [Line] { OutsiderSite.lines(file) }

        func question(_ number: Int) async throws -> JSONValue {
            _ = await eventually(within: .seconds(20)) { questions.count >= number }
            guard questions.count >= number, let question = questions[number - 1].json else {
                throw ChildProcess.Failure(description: "\(name) was not asked")
            }
            return question
        }

        /// Answers with a token, or null.
        func answer(_ question: JSONValue, _ token: String?) async throws {
            guard let id = question["id"]?.stringValue, let replyTo = question["replyTo"]?.stringValue else {
                throw ChildProcess.Failure(description: "no id or reply topic")
            }
            let text = token.map { "\"\($0)\"" } ?? "null"
            try await outside.publish("obs_\(name)", replyTo, #"{"v":1,"id":"\#(id)","token":\#(text)}"#)
        }
    }
}
