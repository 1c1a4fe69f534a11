import Bus
import Schema
import ServiceKit

/// What calibrating needs of a site: what a node hears, what is in force there, what is registered.
struct CalibrationSession: Sendable {
    private let session: BusSession
    private let roots: Roots
    private let requester: Requester

    /// Connects, runs `body`, and disconnects.
    static func with(
        _ invocation: Invocation, _ body: @Sendable (CalibrationSession) async throws -> ExitCode
    ) async throws -> ExitCode {
        try await OperatorSession.with(invocation) { session, settings in
            try await body(
                CalibrationSession(
                    session: session, roots: settings.roots, requester: try OperatorSession.requester(invocation)))
        }
    }

    /// What the scanner of a node calculates with.
    func receiver(of node: NodeID) async throws -> ReceiverReport {
        let documents = try await RetainedDocuments.read([.scanner(node)], session, roots)
        guard let body = documents.first?.body, let status = try? body.decode(ScannerStatus.self),
            let receiver = status.receiver
        else {
            throw CommandFailure(
                "Nothing is known of the scanner of \(node). Is the node's name right, and was it online? See "
                    + "\"beaconctl status\".")
        }
        return receiver
    }

    /// All devices a node hears within `time`.
    func devices(at node: NodeID, for time: Duration) async throws -> [DiscoveredDevice] {
        do {
            return try await session.request(
                .nodeCommand(node, .discover, requester),
                DiscoverCommand(duration: max(time.saturatedMilliseconds, 1_000)), as: DiscoverReply.self,
                timeout: time + .seconds(15)
            ).devices
        } catch let error as BeaconBusError where error.code == .requestTimeout {
            throw CommandFailure(
                "The node \(node) did not answer. Is it online? See \"beaconctl status\".", code: .temporaryFailure)
        }
    }

    /// The record of a beacon; nil where it is not registered.
    func record(of beacon: BeaconID) async throws -> BeaconRecord? {
        let reply = try await ask(
            .metadataLookup(requester), LookupRequest(beacons: [beacon.description]), as: LookupReply.self)
        guard let answer = reply.answers.first else { return nil }
        if let error = answer.error { throw error }
        return answer.answer == .found ? answer.record : nil
    }

    /// Stores the measured power of a beacon; everything else of its record stays.
    func store(power: Int64, of beacon: BeaconID) async throws -> ChangeReply {
        var record = try await record(of: beacon) ?? BeaconRecord(beacon: beacon)
        record.power = power
        let reply = try await ask(
            .metadataCommand(.put, requester), PutCommand(records: [record.json]), as: ChangeReply.self)
        if let problem = reply.problems.first { throw CommandFailure(problem.reason, code: .dataError) }
        return reply
    }

    /// Stores what was measured of a node.
    func store(_ command: CalibrateCommand) async throws -> CalibrateReply {
        try await ask(.metadataCommand(.calibrate, requester), command, as: CalibrateReply.self)
    }

    /// What is stored of each node.
    func stored() async throws -> [Calibration] {
        let documents = try await RetainedDocuments.read([.calibration()], session, roots)
        return documents.compactMap { try? $0.body.decode(Calibration.self) }.sorted { $0.node < $1.node }
    }

    private func ask<Answer: Message>(
        _ topic: Topic, _ body: some Message, as answer: Answer.Type
    ) async throws -> Answer {
        do {
            return try await session.request(topic, body, as: answer, timeout: .seconds(15))
        } catch let error as BeaconBusError where error.code == .requestTimeout {
            throw CommandFailure(
                "The metadata service did not answer. Is beacon-metadata running? See \"beaconctl status\".",
                code: .temporaryFailure)
        }
    }
}
