import Schema
import ServiceKit

/// `beaconctl calibrate …`: what distances are made with (R11), measured with a person's help.
enum CalibrateCommandLine {
    static let command = Command(
        "calibrate", "Measures what distances are calculated with: beacons' power, nodes' receivers, path loss.",
        discussion: """
            A distance comes from how much weaker a beacon is heard than at one metre. So begin with the beacon, at a node
            whose receiver is as good as any (its offset is 0), then go from node to node with it: each learns how much
            more or less its receiver hears, and how fast the signal falls there.
            """,
        subcommands: [CalibrateBeacon.command, CalibrateNode.command, show, set, clear])

    static let time = Option(
        "time", "TIME", .duration(.seconds(1)...(.seconds(600))), "How long to listen at each place. Default: 20s.")
    static let yes = Flag("yes", "Ask nothing: measure at once, and store what is found.")
    static let beacon = ValueType<BeaconID>.identifier

    /// Distances people can measure in a room, m.
    static let distances: ClosedRange<Double> = 0.1...100

    // MARK: show, set, clear

    private static let show = Command(
        "show", "Shows what is stored of the nodes.", discussion: "With --json one object a line.",
        options: [IdentityOptions.json, OperatorSession.name]
    ) { invocation in
        try await CalibrationSession.with(invocation) { session in
            var table = TextTable("NODE", "OFFSET", "EXPONENT", "REVISION")
            let stored = try await session.stored().filter { $0.offset != nil || $0.exponent != nil }
            for calibration in stored {
                if invocation[IdentityOptions.json] {
                    StandardStream.output.write(try Printable.line(calibration))
                } else {
                    table.add(
                        calibration.node.description,
                        calibration.offset.map { "\(NodeCalibration.text($0, 1)) dB" } ?? "as configured",
                        calibration.exponent.map { NodeCalibration.text($0, 2) } ?? "as configured",
                        "\(calibration.revision)")
                }
            }
            if stored.isEmpty {
                StandardStream.error.write("No node is calibrated yet.\n")
            } else if !invocation[IdentityOptions.json] {
                StandardStream.output.write(table.text)
            }
            return stored.isEmpty ? .failure : .success
        }
    }

    private static let offset = Option(
        "offset", "DB", .number(Calibration.offsets), "What its receiver hears too much, dB.")
    private static let exponent = Option(
        "exponent", "N", .number(Calibration.exponents), "The path-loss exponent; free space has 2.")

    private static let set = Command(
        "set", "Stores offset or exponent of a node without measuring.",
        options: [offset, exponent, OperatorSession.name], arguments: [IdentityOptions.node]
    ) { invocation in
        guard invocation[offset] != nil || invocation[exponent] != nil else {
            throw CommandFailure("Give --offset, --exponent or both.", code: .usage)
        }
        return try await store(
            CalibrateCommand(
                node: invocation[IdentityOptions.node], offset: invocation[offset], exponent: invocation[exponent]),
            invocation)
    }

    private static let clear = Command(
        "clear", "Forgets what was measured of a node; its configuration counts again.",
        options: [OperatorSession.name], arguments: [IdentityOptions.node]
    ) { invocation in
        try await store(CalibrateCommand(node: invocation[IdentityOptions.node], clear: true), invocation)
    }

    private static func store(_ command: CalibrateCommand, _ invocation: Invocation) async throws -> ExitCode {
        try await CalibrationSession.with(invocation) { session in
            let reply = try await session.store(command)
            if command.clear == true, reply.revision == 0 {
                StandardStream.error.write("\(command.node) is not calibrated.\n")
                return .failure
            }
            StandardStream.output.write(text(reply, of: command.node))
            if command.clear != true, (try? await session.receiver(of: command.node)) == nil {
                StandardStream.error.write(
                    "No scanner of \(command.node) has shown itself at this site yet. If the name is wrong: "
                        + "beaconctl calibrate clear \(command.node)\n")
            }
            return .success
        }
    }

    /// `hall: offset -3.2 dB, exponent 2.41 (revision 4)`.
    static func text(_ reply: CalibrateReply, of node: NodeID) -> String {
        let parts = [
            reply.offset.map { "offset \(NodeCalibration.text($0, 1)) dB" },
            reply.exponent.map { "exponent \(NodeCalibration.text($0, 2))" },
        ].compactMap { $0 }
        let what = parts.isEmpty ? "as configured" : parts.joined(separator: ", ")
        return "\(node): \(what) (revision \(reply.revision))\n"
    }
}
