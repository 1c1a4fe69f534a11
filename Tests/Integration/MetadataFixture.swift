import Bus
import Schema
import Support

/// A real `beacon-metadata` on a real mosquitto.
final class MetadataFixture {
    let broker: MosquittoBroker
    let folder: String
    private var process: ChildProcess?

    /// Starts broker and program.
    init(folder: String, wait: String = "0s") throws {
        self.folder = folder
        broker = try MosquittoBroker(folder: folder)
        try launch(wait: wait)
    }

    deinit { kill() }

    /// Starts the program; a second one beside it where `data` is another folder.
    @discardableResult
    func launch(wait: String = "0s", data: String = "data", replacing: Bool = true) throws -> ChildProcess {
        let child = try ChildProcess(
            BuiltProgram.path("beacon-metadata"),
            ["--site", "home", "--broker", "127.0.0.1:\(broker.port)", "--data-dir", "\(folder)/\(data)"],
            environment: ["BEACONBUS_METADATA_TAKEOVER_WAIT": wait], output: "\(folder)/metadata.log")
        if replacing { process = child }
        return child
    }

    /// kill -9.
    func kill() {
        process?.kill()
        process = nil
    }

    /// Stops it as a service manager would; its wait status.
    func terminate() async -> Int32? {
        defer { process = nil }
        return await process?.terminate()
    }

    var isRunning: Bool { process?.isRunning ?? false }

    /// The process id; 0 while none runs.
    var pid: Int32 { process?.pid ?? 0 }

    /// Runs `beaconctl` to its end; its exit code.
    func control(_ arguments: [String], output: String) async throws -> Int32? {
        let child = try ChildProcess(
            BuiltProgram.path("beaconctl"), arguments + ["--broker", "127.0.0.1:\(broker.port)"], output: output)
        return await child.ended(within: .seconds(60)).flatMap(ChildProcess.exitCode)
    }

    /// Works as an operator.
    func asOperator<Value: Sendable>(_ body: @Sendable (MetadataOperator) async throws -> Value) async throws -> Value {
        let configuration = BusFixture.plain(broker.address, "anna")
        return try await BusSession.with(configuration, reconnects: true) { session in
            try await body(MetadataOperator(session: session, roots: configuration.roots))
        }
    }
}

/// What an operator asks of the metadata service.
struct MetadataOperator: Sendable {
    let session: BusSession
    let roots: Roots
    private let requester = Requester("op_anna")!

    static let uuid = BeaconUUID(high: 0xfda5_0693_a4e2_4fb1, low: 0xafcf_c6eb_0764_7825)

    static func beacon(_ minor: Int) -> BeaconID {
        BeaconIdentity(iBeacon: uuid, major: UInt16(minor / 60_000), minor: UInt16(minor % 60_000)).id
    }

    /// A record whose metadata says which generation it is of.
    static func record(_ minor: Int, _ generation: Int) -> JSONValue {
        BeaconRecord(beacon: beacon(minor), metadata: ["generation": .integer(Int64(generation))]).json
    }

    func put(_ minors: Range<Int>, generation: Int) async throws -> ChangeReply {
        try await session.request(
            .metadataCommand(.put, requester),
            PutCommand(records: minors.map { Self.record($0, generation) }), as: ChangeReply.self,
            timeout: .seconds(10))
    }

    func look(_ minors: [Int]) async throws -> [LookupAnswer] {
        try await session.request(
            .metadataLookup(requester), LookupRequest(beacons: minors.map { Self.beacon($0).description }),
            as: LookupReply.self, timeout: .seconds(1)
        ).answers
    }

    /// Sends one part of an import of `count` beacons in parts of 100.
    func part(_ number: Int, of count: Int, generation: Int, name: String) async throws -> ImportReply {
        let rows = (number * 100..<min(count, number * 100 + 100)).map {
            ImportRow(line: Int64($0), record: Self.record($0, generation))
        }
        return try await session.request(
            .metadataCommand(.import, requester),
            ImportCommand(
                import: name, part: Int64(number), last: (number + 1) * 100 >= count, replace: true, rows: rows),
            as: ImportReply.self, timeout: .seconds(10))
    }

    /// The generations of all registered beacons, each with its number.
    func generations() async throws -> [Int64: Int] {
        var result: [Int64: Int] = [:]
        var after: BeaconID?
        repeat {
            let page = try await session.request(
                .metadataCommand(.list, requester), ListCommand(after: after, limit: 200), as: ListReply.self,
                timeout: .seconds(10))
            for record in page.records { result[record.metadata["generation"]?.integerValue ?? -1, default: 0] += 1 }
            after = page.next
        } while after != nil
        return result
    }

    /// The retained message of a topic, as soon as it passes a test.
    func retained<Body: Message>(
        _ topic: Topic, as type: Body.Type, where passes: @escaping @Sendable (Body) -> Bool = { _ in true }
    ) async throws -> Body? {
        try await withThrowingTaskGroup(of: Body?.self) { group in
            group.addTask {
                try await session.subscribe([Subscription(raw: topic.path(in: roots))]) { stream in
                    for try await message in stream {
                        if let body = try? message.decode(type).body, passes(body) { return body }
                    }
                    return nil
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(15))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
