/// How near a beacon is; `unknown` while no signal strength was heard.
public enum Zone: UInt8, Sendable, Hashable {
    case unknown = 0, immediate, near, far
}
