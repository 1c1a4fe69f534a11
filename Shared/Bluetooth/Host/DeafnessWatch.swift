public import Schema

/// Notices a receiver that has gone deaf, and says what to try (R5). Pure; time comes in.
///
/// A quiet place is no fault: nothing is suspected before something was heard since the source was opened. The rungs: the
/// scan switched off and on, then the controller set up anew, then given up; each with a back-off.
public struct DeafnessWatch: Sendable {
    /// What to do now.
    public enum Step: Sendable, Equatable {
        /// Switch the scan off and on.
        case restartScan
        /// Power the controller off and on, or reset it.
        case resetController
        /// Nothing helped.
        case giveUp(BeaconBusError)
    }

    private let silence: Duration
    private var lastHeard: Instant?
    private var rung = 0
    private var nextAt: Instant?
    private var random: SplitMix64Seed

    /// The rungs, and how often each is tried.
    static let ladder: [Step?] = [.restartScan, .restartScan, .resetController, .resetController, nil]

    /// `silence` is how long nothing may be heard where something was, 10 s … 24 h.
    public init(silence: Duration, seed: UInt64) {
        self.silence = min(max(silence, .seconds(10)), .seconds(86_400))
        random = SplitMix64Seed(state: seed)
    }

    /// Whether the receiver is suspected of deafness.
    public var isSilent: Bool { rung > 0 }

    /// When ``advance(to:)`` has something to do.
    public var deadline: Instant? { nextAt }

    /// Something was heard.
    public mutating func heard(at now: Instant) {
        lastHeard = now
        rung = 0
        nextAt = now + silence
    }

    /// The source was opened anew: nothing is suspected.
    public mutating func reset() {
        lastHeard = nil
        rung = 0
        nextAt = nil
    }

    /// Lets time pass.
    public mutating func advance(to now: Instant) -> Step? {
        guard let due = nextAt, now >= due, let lastHeard else { return nil }
        let step = Self.ladder[min(rung, Self.ladder.count - 1)]
        rung += 1
        // Each rung gets the same time again, doubled from the second on.
        nextAt = now + random.jittered(silence * (1 << min(rung - 1, 4)))
        if let step { return step }
        nextAt = nil
        return .giveUp(
            BeaconBusError(
                .scannerSilent,
                reason:
                    "nothing was heard for \((now - lastHeard).saturatedMilliseconds / 1_000) s although reports came before, and setting the controller up anew did not help",
                suggestion: "Unplug the adapter and plug it in again; look at its power supply and firmware."))
    }
}
