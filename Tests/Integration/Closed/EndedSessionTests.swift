import Access
import Glibc
import Schema
import Support
import Testing

/// A node with all its services on a closed bus, and the gate ending its sessions as it does after each renewal.
@Suite("Sessions that end", .enabled(if: ClosedBroker.isInstalled), .serialized, .timeLimit(.minutes(3)))
struct EndedSessionTests {
    @Test("D9, T13: the sessions of a running node end; it is back at once, its run goes on, and it never looks lost")
    func running() async throws {
        let temporary = TemporaryFolder()
        chmod(temporary.path, 0o711)
        let folder = "\(temporary.path)/data"
        let output = "\(temporary.path)/out"
        let up = try UpTests.start(["--data-dir", folder], closed: true, output: output)
        let isActive = await eventually(within: .seconds(120)) {
            let steps = (try? UpClosedTests.steps(output)) ?? []
            return steps.contains("active") && steps.contains("started")
        }
        #expect(isActive, "\(UpTests.text(output))")
        let record = try JSONValue.parse(Array(readFile("\(folder)/site.json").utf8))
        let port = try #require(record["ports"]?.stringValue?.split(separator: ",").compactMap { UInt16($0) }[1])
        let person = ("\(folder)/tls/op_up.crt", "\(folder)/tls/op_up.key")
        let before = try await states(folder, port, person, seconds: 2)
        let old = try #require(before["state"]?.last)
        let oldScanner = try #require(before["scanner"]?.last)
        #expect(old["state"] == "running")

        async let heard = states(folder, port, person, seconds: 12)
        usleep(1_000_000)
        let path = "\(folder)/authority/access/access.json"
        var document = try AccessDocument(reading: Array(readFile(path).utf8))
        document.revision += 1
        for index in document.identities.indices
        where [.node, .scanner].contains(document.identities[index].client.kind) {
            document.identities[index].epoch = (document.identities[index].epoch ?? 0) + 1
        }
        try writeFile("\(path).new", String(decoding: document.bytes, as: UTF8.self))
        chmod("\(path).new", 0o644)
        #expect(rename("\(path).new", path) == 0)

        let after = try await heard
        let new = try #require(after["state"]?.last)
        #expect(
            try #require(new["connection"]?.integerValue) == (old["connection"]?.integerValue ?? 0) + 1,
            "the session was ended, once")
        let newScanner = try #require(after["scanner"]?.last)
        #expect(
            try #require(newScanner["connection"]?.integerValue) == (oldScanner["connection"]?.integerValue ?? 0) + 1)
        #expect(new["session"] == old["session"] && newScanner["session"] == oldScanner["session"])
        #expect((after["state"] ?? []).allSatisfy { $0["state"] == "running" && $0["online"] == true })
        #expect(new["run"] == old["run"] && newScanner["run"] == oldScanner["run"])
        #expect(after["lost"] == nil && after["scanner/lost"] == nil, "\(after)")
        #expect(after.keys.allSatisfy { !$0.hasPrefix("events/") }, "\(after.keys)")
        up.send(SIGINT)
        #expect(await up.ended(within: .seconds(60)) != nil)
    }

    /// What is heard of the node by the rest of its topics, in order.
    private func states(
        _ folder: String, _ port: UInt16, _ person: (String, String), seconds: Int
    ) async throws -> [String: [JSONValue]] {
        let start = "beaconbus/home/nodes/demo/"
        let topics = ["state", "lost", "scanner", "scanner/lost", "events/+"].map { start + $0 }
        let heard = try await UpClosedTests.hear(folder, port, person, topics, seconds: seconds)
        var found: [String: [JSONValue]] = [:]
        for line in heard.lines {
            guard let space = line.firstIndex(of: " ") else { continue }
            let name = String(line[..<space].dropFirst(start.count))
            guard let body = try? JSONValue.parse(Array(line[line.index(after: space)...].utf8)) else { continue }
            found[name, default: []].append(body)
        }
        return found
    }
}
