import Schema
import ServiceKit

/// `beaconctl discover NODE`: what is in the air (D18).
enum DiscoverCommandLine {
    private static let time = Option(
        "time", "TIME", .duration(.seconds(1)...(.seconds(3_600))), "How long to listen. Default: 20s.")

    static let command = Command(
        "discover", "Shows all devices a running node hears, monitored or not; exit code 1 if it hears none.",
        discussion: """
            What is not monitored otherwise leaves a node as numbers only. STRENGTH is the median of the reports, dBm; a
            device that is several beacons by turns stands there once as each. With --json one device a line, with the
            bytes of its newest report.
            """,
        options: [time, IdentityOptions.json, OperatorSession.name], arguments: [NodeCommandLine.node]
    ) { invocation in
        let time = invocation[Self.time] ?? .seconds(20)
        return try await CalibrationSession.with(invocation) { session in
            let devices = try await withThrowingTaskGroup(of: [DiscoveredDevice]?.self) { group in
                group.addTask { try await session.devices(at: invocation[NodeCommandLine.node], for: time) }
                group.addTask { try await StrengthMeasurement.countDown(time) }
                defer { group.cancelAll() }
                while let result = try await group.next() { if let devices = result { return devices } }
                return []
            }
            if invocation[IdentityOptions.json] {
                for device in devices { StandardStream.output.write(try Printable.line(device)) }
            } else {
                StandardStream.output.write(text(devices))
            }
            return devices.isEmpty ? .failure : .success
        }
    }

    static func text(_ devices: [DiscoveredDevice]) -> String {
        var table = TextTable("ADDRESS", "STRENGTH", "REPORTS", "AGO", "KIND", "BEACON", "NAME")
        for device in devices {
            let strength = device.median ?? device.rssi.map { Double($0) }
            // Some gateways do not tell it.
            let address = device.address.value == 0 ? "-" : device.address.description
            table.add(
                address, strength.map { NodeCalibration.text($0, 1) } ?? "",
                device.reports.map { "\($0)" } ?? "", "\(NodeCalibration.text(Double(device.age) / 1_000, 1)) s",
                device.kind ?? "", device.beacon?.description ?? "", device.name ?? "")
        }
        return table.text
    }
}
