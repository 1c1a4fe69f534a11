/// One thing an identity may do on the bus. Everything that is not granted is denied.
public struct Grant: Hashable, Sendable {
    /// What may be done.
    public enum Verb: String, Sendable, Hashable, CaseIterable {
        /// Publish: retained messages and wills included.
        case publish
        /// Subscribe, and receive.
        case subscribe
    }

    /// Where: a topic filter with both roots' full paths (MQTT 5 §4.7), e.g. `beaconbus/home/nodes/kitchen/#`.
    public var filter: String
    public var verb: Verb

    /// Each argument is the field of its name.
    public init(_ verb: Verb, _ filter: String) {
        self.filter = filter
        self.verb = verb
    }
}
