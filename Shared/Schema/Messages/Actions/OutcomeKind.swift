/// How an activation was settled; each gets exactly one (L19).
public enum OutcomeKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// The action was carried out.
    case done
    /// There was nothing to do.
    case none
    /// The episode's effect was done already.
    case joined
    /// It came too late.
    case expired
    case failed
}
