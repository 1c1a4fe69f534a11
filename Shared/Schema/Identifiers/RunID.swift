/// One start of a node until its stop: `{lifecycle session}.{attempt}`. Compared for equality only.
public struct RunID: TextValue {
    /// The lifecycle's session, 1 … 2^53−1.
    public let session: UInt64
    /// The attempt within the session, 1 … 2^53−1.
    public let attempt: UInt64

    /// Nil if a number is outside 1 … 2^53−1.
    public init?(session: UInt64, attempt: UInt64) {
        guard session >= 1, session <= UInt64(Decimal.greatestExact), attempt >= 1,
            attempt <= UInt64(Decimal.greatestExact)
        else {
            return nil
        }
        self.session = session
        self.attempt = attempt
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let session = Decimal.number(parts[0].utf8),
            let attempt = Decimal.number(parts[1].utf8)
        else { return nil }
        self.init(session: UInt64(session), attempt: UInt64(attempt))
    }

    public var description: String { "\(session).\(attempt)" }

    public static let title = "run"
    public static let form = "{lifecycle session}.{attempt}"
    public static let pattern = "^[1-9][0-9]{0,15}\\.[1-9][0-9]{0,15}$"
    public static let maximumLength = 33
}
