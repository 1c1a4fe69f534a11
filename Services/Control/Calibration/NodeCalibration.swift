import Schema

/// What was found out of a node: what to store, and what to say of it. Pure.
struct NodeCalibration: Equatable {
    /// What its receiver hears too much, dB to a tenth.
    let offset: Double
    /// The path-loss exponent, to a hundredth; nil where the places say nothing of it.
    let exponent: Double?
    /// The model itself.
    let fit: PathLossFit

    /// Why the places cannot be believed.
    enum Fault: Error, Equatable {
        /// The strength does not fall with the distance as anywhere in the world; the exponent that would be.
        case exponent(Double)
        /// The receiver would be that much off.
        case offset(Double)

        var description: String {
            switch self {
            case .exponent(let value):
                """
                The strengths would make a path-loss exponent of \(NodeCalibration.text(value, 2)), where any place has \
                1 to 6 (free space has 2). Were the distances right, the beacon in sight, and nothing moved while it was \
                measured? Places farther apart tell more.
                """
            case .offset(let value):
                """
                The receiver would hear \(NodeCalibration.text(value, 1)) dB too much, where at most 40 are believed. Is \
                the beacon's measured power right? See "beaconctl calibrate beacon".
                """
            }
        }
    }

    /// Fits what was heard of a beacon of `power` (dBm at 1 m). With less than two distances that tell something, the
    /// `exponent` in force is kept.
    init(_ points: [PathLossFit.Point], power: Double, exponent known: Double) throws(Fault) {
        if let fit = PathLossFit(points) {
            let rounded = (fit.exponent * 100).rounded() / 100
            guard Calibration.exponents.contains(rounded) else { throw .exponent(rounded) }
            exponent = rounded
            self.fit = fit
        } else {
            exponent = nil
            guard let fit = PathLossFit(points, exponent: known) else { preconditionFailure("Without any place.") }
            self.fit = fit
        }
        let offset = ((fit.level - power) * 10).rounded() / 10
        guard Calibration.offsets.contains(offset) else { throw .offset(offset) }
        self.offset = offset
    }

    /// A place that lies this far off the others deserves a second look, dB.
    static let doubtful = 6.0

    /// What was heard at each place and what distance it is taken for now, one line each.
    func lines(_ points: [PathLossFit.Point]) -> [String] {
        points.map { point in
            let off = point.strength - fit.strength(at: point.distance)
            let line =
                "  \(Self.text(point.distance, 2)) m: \(Self.text(point.strength, 1)) dBm, taken for "
                + "\(Self.text(fit.distance(of: point.strength), 1)) m"
            guard abs(off) > Self.doubtful else { return line }
            return line + "; \(Self.text(abs(off), 1)) dB \(off > 0 ? "more" : "less") than the other places say"
        }
    }

    /// A number with at most so many decimals.
    static func text(_ value: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int64((value * scale).rounded())
        let sign = scaled < 0 ? "-" : ""
        var digits = String(scaled.magnitude)
        while digits.count <= decimals { digits = "0" + digits }
        guard decimals > 0 else { return sign + digits }
        var text = "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return sign + text
    }
}
