internal import Schema

/// Judges the counters of one device's encrypted frames: they must rise.
///
/// A lower counter is taken in three cases only:
/// - the 32-bit counter ran over: from its last hundred numbers to the first hundred, at once;
/// - the device began anew (battery changed, counter not kept): a counter below 100, after five minutes without a newer
///   frame, so that nothing recorded can be put between the frames of a device that lives;
/// - nothing newer came for a day: the device began anew where nobody heard it. Without this it would be locked out
///   until it had counted up again.
///
/// Counters of 8 bits go round: up to 127 ahead is newer, anything else older until five minutes have passed. That is
/// as weak as the format itself. The silence is measured on the monotonic clock, which no wall-clock step moves; where
/// nobody tells the time, lower counters are never taken.
struct ReplayGuard: Sendable {
    static let restartSilence = Duration.seconds(300)
    static let lostSilence = Duration.seconds(86_400)
    /// Counters below this are a beginning.
    static let beginning: UInt32 = 100

    /// What a counter says about its frame.
    enum Verdict {
        /// Newer than anything before.
        case fresh
        /// Lower, and taken as the device's new beginning.
        case restarted
        /// The newest once more: the same frame heard again.
        case repeated
        /// Older than the newest.
        case replayed
    }

    /// How a device counts.
    enum Width {
        /// 32 bits.
        case whole
        /// 8 bits, round and round.
        case byte
        /// 32 bits, of which some devices use only the low eight (MiBeacon).
        case wholeOrByte
    }

    private var last: UInt32 = 0
    private var taken = Instant.zero
    private var isSet = false

    /// The newest counter; nil before the first.
    var newest: UInt32? { isSet ? last : nil }

    /// Judges a counter.
    func judge(_ counter: UInt32, _ width: Width, at now: Instant) -> Verdict {
        guard isSet else { return .fresh }
        if counter == last { return .repeated }
        let silence = now - taken
        if width == .byte || (width == .wholeOrByte && (counter | last) < 0x100) {
            if (counter &- last) & 0xff < 0x80 { return .fresh }
            return silence >= Self.restartSilence ? .restarted : .replayed
        }
        if counter > last { return .fresh }
        let isBeginning = counter < Self.beginning
        if isBeginning && last > UInt32.max - Self.beginning { return .fresh }
        if isBeginning && silence >= Self.restartSilence { return .restarted }
        return silence >= Self.lostSilence ? .restarted : .replayed
    }

    /// Notes the counter of a frame whose tag fitted.
    mutating func take(_ counter: UInt32, at now: Instant) {
        last = counter
        taken = now
        isSet = true
    }
}
