import Schema
import ServiceKit

/// Measures at one place after the other, with the person's help.
struct StrengthMeasurement: Sendable {
    let session: CalibrationSession
    let dialogue: Dialogue
    let node: NodeID
    let beacon: BeaconID
    /// How long at each place.
    let time: Duration
    /// Whether somebody is asked at all.
    let asks: Bool

    /// Guides to a place and measures there, again as often as is wanted; nil if the place is skipped.
    func measure(at distance: Double, title: String, mayBeSkipped: Bool) async throws -> StrengthSample? {
        let metres = NodeCalibration.text(distance, 2)
        dialogue.say(
            "\(title)Put \(beacon) \(metres) m from \(node), in sight of it, and step aside: a body takes 5 to 10 dB.")
        while true {
            if asks {
                let keys = "Enter measures for \(Self.text(time))" + (mayBeSkipped ? ", s skips this place:" : ":")
                let answer = try await dialogue.ask(keys)
                if mayBeSkipped, answer == "s" || answer == "skip" { return nil }
            }
            let sample = try await heard()
            if let sample, sample.reports >= StrengthSample.fewest {
                dialogue.say(
                    "  \(metres) m: \(NodeCalibration.text(sample.median, 1)) dBm, the median of \(sample.reports) reports"
                        + ", ± \(NodeCalibration.text(sample.deviation, 1)) dB")
                return sample
            }
            let problem =
                sample.map { "\(node) heard only \($0.reports) reports of \(beacon) in \(Self.text(time))." }
                ?? "\(node) did not hear \(beacon) in \(Self.text(time))."
            let advice =
                "Is it switched on and near, and does \"beaconctl discover \(node)\" show it? A longer --time helps."
            guard asks else { throw CommandFailure("\(problem) \(advice)", code: .failure) }
            dialogue.say("  \(problem) \(advice)")
        }
    }

    /// Shows a person how long it still takes.
    private func heard() async throws -> StrengthSample? {
        try await withThrowingTaskGroup(of: [DiscoveredDevice]?.self) { group in
            group.addTask { try await session.devices(at: node, for: time) }
            group.addTask { try await Self.countDown(time) }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let devices = result { return StrengthSample(devices, of: beacon) }
            }
            return nil
        }
    }

    static func countDown(_ time: Duration) async throws -> [DiscoveredDevice]? {
        guard StandardStream.error.isTerminal else { return nil }
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            let left = (end - ContinuousClock.now).saturatedMilliseconds / 1_000
            StandardStream.error.write("\r  listening, \(left) s left ")
            try await Task.sleep(for: .seconds(1))
        }
        StandardStream.error.write("\r\u{1b}[K")
        return nil
    }

    static func text(_ time: Duration) -> String { "\(NodeCalibration.text(time / .seconds(1), 1)) s" }
}
