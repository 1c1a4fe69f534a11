/// Why (part of) an HCI event could not be read. Reports before the broken place are still delivered.
public enum HCIEventProblem: UInt8, Hashable, Sendable, CaseIterable {
    /// Fewer than the two bytes of code and length.
    case headerTruncated
    /// The parameter length says more than the packet holds.
    case parametersTruncated
    /// An LE meta event without a subevent or a report count.
    case subeventTruncated
    /// The count promises more reports than the event holds.
    case reportMissing
    /// A report's data length points past the end of the event.
    case dataTruncated

    /// A sentence for people.
    public var description: String {
        switch self {
        case .headerTruncated: "the event is shorter than its two-byte header"
        case .parametersTruncated: "the event's parameter length is larger than the packet"
        case .subeventTruncated: "the LE meta event ends before its subevent or report count"
        case .reportMissing: "the event announces more reports than it holds"
        case .dataTruncated: "a report's data length points past the end of the event"
        }
    }
}
