import Schema
import ServiceKit

/// `beaconctl calibrate beacon`: the measured power of one beacon.
enum CalibrateBeacon {
    private static let beacon = Argument("BEACON", CalibrateCommandLine.beacon, "The id of the beacon.")
    private static let node = Option("node", "NODE", .identifier as ValueType<NodeID>, "The node that listens.")
    private static let distance = Option(
        "distance", "METRES", .number(CalibrateCommandLine.distances), "How far from it the beacon lies. Default: 1.")

    static let command = Command(
        "beacon", "Measures how strong a beacon is heard at one metre, and stores it in the registry.",
        discussion: """
            What is stored takes the place of what the beacon says of itself, everywhere. A beacon that is not registered
            is registered by it. The offset stored of the node is taken into account.
            """,
        options: [
            node, distance, CalibrateCommandLine.time, CalibrateCommandLine.yes, IdentityOptions.json,
            OperatorSession.name,
        ], arguments: [beacon]
    ) { invocation in
        guard let node = invocation[Self.node] else {
            throw CommandFailure("Say which node listens: --node NODE.", code: .usage)
        }
        return try await CalibrationSession.with(invocation) { session in
            try await run(invocation, invocation[beacon], node, session)
        }
    }

    private static func run(
        _ invocation: Invocation, _ beacon: BeaconID, _ node: NodeID, _ session: CalibrationSession
    ) async throws -> ExitCode {
        let dialogue = Dialogue()
        let asks = !invocation[CalibrateCommandLine.yes]
        let receiver = try await session.receiver(of: node)
        let record = try await session.record(of: beacon)
        let measurement = StrengthMeasurement(
            session: session, dialogue: dialogue, node: node, beacon: beacon,
            time: invocation[CalibrateCommandLine.time] ?? .seconds(20), asks: asks)
        let distance = invocation[Self.distance] ?? 1
        guard let sample = try await measurement.measure(at: distance, title: "", mayBeSkipped: false) else {
            return .failure
        }
        let power = try power(sample, distance, receiver)
        dialogue.say(
            "\(beacon): \(power) dBm at 1 m; before: " + before(record, sample)
                + (distance == 1 ? "" : ", reckoned with the exponent \(NodeCalibration.text(receiver.exponent, 2))"))
        if asks, try await !dialogue.confirms(record == nil ? "Register it with that?" : "Store it?") {
            dialogue.say("Nothing is stored.")
            return .failure
        }
        let reply = try await session.store(power: power, of: beacon)
        StandardStream.output.write(
            invocation[IdentityOptions.json]
                ? Printable.json(["beacon": .string(beacon.description), "power": .integer(power)]) + "\n"
                : "\(beacon): measured power \(power) dBm (revision \(reply.revision))\n")
        return .success
    }

    /// The strength at 1 m that a receiver without offset would hear, whole dBm.
    static func power(
        _ sample: StrengthSample, _ distance: Double, _ receiver: ReceiverReport
    ) throws -> Int64 {
        let point = PathLossFit.Point(distance: distance, strength: sample.median - receiver.offset)
        guard let fit = PathLossFit([point], exponent: receiver.exponent) else { return 0 }
        guard (-120...20).contains(fit.level.rounded()) else {
            throw CommandFailure(
                "\(NodeCalibration.text(fit.level, 0)) dBm at 1 m cannot be. Are distance and the node's offset "
                    + "(\(NodeCalibration.text(receiver.offset, 1)) dB) right?", code: .dataError)
        }
        return Int64(fit.level.rounded())
    }

    private static func before(_ record: BeaconRecord?, _ sample: StrengthSample) -> String {
        if let power = record?.power { return "\(power) dBm" }
        return sample.power.map { "\(NodeCalibration.text($0, 0)) dBm, as it says itself" } ?? "not known"
    }
}
