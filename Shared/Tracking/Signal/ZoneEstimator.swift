/// The zone of one beacon, slow to change its mind.
///
/// A zone is left only after three consistent samples that lie 3 dB beyond its boundary (D12), so the way back is 6 dB.
public struct ZoneEstimator: Sendable {
    /// The zone held at present.
    public private(set) var zone: Zone = .unknown
    private var candidate: Zone = .unknown
    private var agreeing: UInt8 = 0

    /// Knows nothing yet.
    public init() {}

    /// Takes the zone of `loss` (dB less than at one metre) at once: the first decision has nothing to hold on to.
    public mutating func begin(loss: Float, boundaries: ZoneBoundaries) {
        zone = boundaries.zone(loss: loss)
        agreeing = 0
    }

    /// Goes on with a zone known from before.
    public mutating func resume(_ zone: Zone) {
        self.zone = zone
        agreeing = 0
    }

    /// Judges the same estimate by other boundaries, at once: nothing was heard that could lie; says whether the zone
    /// changed. Within the margins of the new boundaries it does not.
    mutating func judgeAnew(loss: Float, boundaries: ZoneBoundaries) -> Bool {
        agreeing = 0
        let wanted = boundaries.zone(loss: loss, leaving: zone)
        guard wanted != zone else { return false }
        zone = wanted
        return true
    }

    /// Takes in an estimate of the path loss in dB behind which `weight` samples stand; says whether the zone changed.
    public mutating func update(loss: Float, weight: UInt8, boundaries: ZoneBoundaries) -> Bool {
        let wanted = boundaries.zone(loss: loss, leaving: zone)
        guard wanted != zone else {
            agreeing = 0
            return false
        }
        // Samples agree when they lie on one side: on the way from immediate to far a beacon passes near.
        if (candidate.rawValue > zone.rawValue) != (wanted.rawValue > zone.rawValue) { agreeing = 0 }
        agreeing = agreeing &+ weight
        candidate = wanted
        guard agreeing >= boundaries.samples else { return false }
        zone = candidate
        agreeing = 0
        return true
    }
}
