/// Where the zones end, as path loss, so that no power or logarithm is computed per report.
public struct ZoneBoundaries: Sendable, Hashable {
    /// Loss in dB up to which a beacon is immediate.
    public let immediate: Float
    /// Loss in dB up to which a beacon is near.
    public let near: Float
    /// How far beyond a boundary, in dB, a sample must lie to speak for leaving.
    public let margin: Float
    /// How many consistent samples a change takes.
    public let samples: UInt8

    /// Boundaries in metres under `model`; the defaults are the thresholds commonly measured for Apple's zones.
    public init(
        immediateMetres: Float = 0.5, nearMetres: Float = 3.5, margin: Float = 3, samples: UInt8 = 3,
        model: PathLoss = PathLoss()
    ) {
        immediate = model.loss(at: immediateMetres)
        near = max(model.loss(at: nearMetres), immediate)
        self.margin = min(max(margin, 0), 30)
        self.samples = max(samples, 1)
    }

    private init(immediate: Float, near: Float, margin: Float, samples: UInt8) {
        self.immediate = immediate
        self.near = near
        self.margin = margin
        self.samples = samples
    }

    /// The same distances where the path-loss exponent is `factor` times what it was.
    func scaled(by factor: Float) -> ZoneBoundaries {
        ZoneBoundaries(immediate: immediate * factor, near: near * factor, margin: margin, samples: samples)
    }

    /// The zone of `loss` dB, without memory.
    public func zone(loss: Float) -> Zone {
        loss <= immediate ? .immediate : loss <= near ? .near : .far
    }

    /// The zone of `loss` dB as seen from `zone`, whose boundaries are moved outwards by the margin.
    func zone(loss: Float, leaving zone: Zone) -> Zone {
        switch zone {
        case .unknown: self.zone(loss: loss)
        case .immediate: loss <= immediate + margin ? .immediate : loss <= near + margin ? .near : .far
        case .near: loss < immediate - margin ? .immediate : loss <= near + margin ? .near : .far
        case .far: loss < immediate - margin ? .immediate : loss < near - margin ? .near : .far
        }
    }
}
