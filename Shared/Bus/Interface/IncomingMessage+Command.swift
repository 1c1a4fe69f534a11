public import Schema

extension IncomingMessage {
    /// A command without Message Expiry and `ttl` is good for this long at its receiver (D14).
    public static let commandLife: Duration = .seconds(30)

    /// Until when a command or request with this head may be carried out: its Message Expiry or `ttl`, whichever ends
    /// first, counted from its arrival on the monotonic clock; 30 s with neither.
    public func expires(_ head: Head) -> Instant {
        let ttl = head.ttl.map { Duration.milliseconds(min(max(0, $0), 86_400_000 * 365)) }
        let life = [expiry, ttl].compactMap(\.self).min() ?? Self.commandLife
        return receivedAt + life
    }

    /// Why a command must not be carried out now (D14): `commandRetained`, `commandExpired`; nil if it may.
    public func refusal(_ head: Head, now: Instant) -> BeaconBusError? {
        if retained {
            return BeaconBusError(
                .commandRetained, reason: "\(topicName) was published with the retain flag",
                suggestion: "Publish commands without retain, and clear this topic with an empty retained message.")
        }
        guard now < expires(head) else {
            return BeaconBusError(
                .commandExpired,
                reason:
                    "\(topicName) has waited \((now - receivedAt).saturatedMilliseconds) ms, longer than it is good for",
                suggestion: "Send it again.")
        }
        return nil
    }
}
