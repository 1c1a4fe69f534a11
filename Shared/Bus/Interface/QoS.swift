/// MQTT's quality of service, as far as it is used: level 2 is less safe with this library than level 1 with
/// idempotent effects, so it does not exist here.
public enum QoS: UInt8, Sendable, Hashable, Comparable {
    /// Sent once, never repeated: readings and the like.
    case atMostOnce = 0
    /// Repeated by its sender until acknowledged: everything else.
    case atLeastOnce = 1

    public static func < (left: QoS, right: QoS) -> Bool {
        left.rawValue < right.rawValue
    }
}
