import Schema
import ServiceKit

/// `beaconctl calibrate node`: receiver and surroundings of one node.
enum CalibrateNode {
    private static let beacon = Option(
        "beacon", "BEACON", CalibrateCommandLine.beacon, "The beacon to measure with; its power should be calibrated.")
    private static let places = Option(
        "at", "METRES,…", .list(of: .number(CalibrateCommandLine.distances), limit: 32),
        "At which distances; several tell the path loss too. Default: 1,2,4.")
    private static let power = Option(
        "power", "DBM", .integer(-120...20), "The beacon's strength at 1 m, if neither registry nor beacon says it.")

    static let command = Command(
        "node", "Measures how much more or less a node hears, and how fast the signal falls around it.",
        discussion: """
            One beacon is put to several distances, one after the other. With one distance, or all nearly alike, only the
            offset is measured. The places lie best where the beacons will be; one that is out of line is named.
            """,
        options: [
            beacon, places, power, CalibrateCommandLine.time, CalibrateCommandLine.yes, IdentityOptions.json,
            OperatorSession.name,
        ], arguments: [IdentityOptions.node]
    ) { invocation in
        guard let beacon = invocation[Self.beacon] else {
            throw CommandFailure("Say which beacon to measure with: --beacon BEACON.", code: .usage)
        }
        let places = invocation[Self.places] ?? [1, 2, 4]
        guard !places.isEmpty else { throw CommandFailure("Give at least one distance: --at 1,2,4.", code: .usage) }
        guard places.count == 1 || !invocation[CalibrateCommandLine.yes] else {
            throw CommandFailure(
                "With --yes nobody is asked to move the beacon: give one distance, such as --at 1.", code: .usage)
        }
        return try await CalibrationSession.with(invocation) { session in
            try await run(invocation, beacon, places, session)
        }
    }

    private static func run(
        _ invocation: Invocation, _ beacon: BeaconID, _ places: [Double], _ session: CalibrationSession
    ) async throws -> ExitCode {
        let node = invocation[IdentityOptions.node]
        let dialogue = Dialogue()
        let asks = !invocation[CalibrateCommandLine.yes]
        let receiver = try await session.receiver(of: node)
        let record = try await session.record(of: beacon)
        let measurement = StrengthMeasurement(
            session: session, dialogue: dialogue, node: node, beacon: beacon,
            time: invocation[CalibrateCommandLine.time] ?? .seconds(20), asks: asks)
        var points: [PathLossFit.Point] = []
        var said: Double?
        for (number, distance) in places.enumerated() {
            let title = places.count == 1 ? "" : "\(number + 1) of \(places.count). "
            guard
                let sample = try await measurement.measure(
                    at: distance, title: title, mayBeSkipped: places.count > 1)
            else { continue }
            points.append(PathLossFit.Point(distance: distance, strength: sample.median))
            said = said ?? sample.power
        }
        guard !points.isEmpty else { throw CommandFailure("No place was measured. Nothing is stored.", code: .failure) }
        let power = try power(invocation[Self.power], record, said, beacon, dialogue)
        let found: NodeCalibration
        do throws(NodeCalibration.Fault) {
            found = try NodeCalibration(points, power: power, exponent: receiver.exponent)
        } catch {
            throw CommandFailure(error.description, code: .dataError)
        }
        dialogue.say(
            "\(node): offset \(NodeCalibration.text(found.offset, 1)) dB (before: "
                + "\(NodeCalibration.text(receiver.offset, 1))), exponent "
                + (found.exponent.map { "\(NodeCalibration.text($0, 2)) (before: " } ?? "as before (")
                + "\(NodeCalibration.text(receiver.exponent, 2)))")
        for line in found.lines(points) { dialogue.say(line) }
        if asks, try await !dialogue.confirms("Store it?") {
            dialogue.say("Nothing is stored.")
            return .failure
        }
        let reply = try await session.store(
            CalibrateCommand(node: node, offset: found.offset, exponent: found.exponent))
        StandardStream.output.write(
            invocation[IdentityOptions.json]
                ? try Printable.line(reply) : CalibrateCommandLine.text(reply, of: node))
        return .success
    }

    /// What the beacon is heard with at 1 m: as given, as registered, as it says itself.
    private static func power(
        _ given: Int?, _ record: BeaconRecord?, _ said: Double?, _ beacon: BeaconID, _ dialogue: Dialogue
    ) throws -> Double {
        if let given { return Double(given) }
        if let power = record?.power { return Double(power) }
        guard let said else {
            throw CommandFailure(
                "How strong \(beacon) is at 1 m is not known: calibrate it first (beaconctl calibrate beacon \(beacon) "
                    + "--node …), or give --power.", code: .dataError)
        }
        dialogue.say(
            "  \(beacon) says \(NodeCalibration.text(said, 0)) dBm of itself, which is taken; it is not calibrated.")
        return said
    }
}
