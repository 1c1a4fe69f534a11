/// What a Bluetooth adapter is good for.
public enum AdapterState: String, Codable, Sendable, Hashable, CaseIterable {
    case ready
    case off
    case blocked
    case missing
    case busy
    case unsupported
    case failed
}
