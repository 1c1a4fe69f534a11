/// When a child that ended unasked is started again. Time is seconds of any steady clock.
struct RestartPolicy {
    enum Decision: Equatable {
        /// Start it again after this many seconds.
        case restart(after: Double)
        /// It will not get better.
        case giveUp
    }

    /// Ends within this time of the start count as "at once".
    private static let quick: Double = 10
    private static let greatestWait: Double = 30
    /// So many quick ends in a row and it is given up.
    private static let limit = 6

    private var quickEnds = 0

    /// - Parameter lifetime: how long it ran, in seconds.
    mutating func ended(_ ending: ChildEnding, lifetime: Double) -> Decision {
        if ending.isHopeless { return .giveUp }
        quickEnds = lifetime < Self.quick ? quickEnds + 1 : 1
        guard quickEnds <= Self.limit else { return .giveUp }
        var wait = 0.5
        for _ in 1..<quickEnds { wait = min(wait * 2, Self.greatestWait) }
        return .restart(after: wait)
    }
}
