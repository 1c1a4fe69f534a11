internal import Schema

/// What is kept of a device with buttons, to tell a new press from the same one heard again.
struct EventMemory: Sendable {
    /// The same packet number after so long without it is a new event.
    static let packetLife = Duration.seconds(60)
    /// The same bytes without a packet number after so long are a new event.
    static let bytesLife = Duration.seconds(10)

    /// Presses and turns counted since the decoder was made.
    private(set) var presses: UInt32 = 0
    /// When the device was last heard.
    private(set) var heard = Instant.zero
    private var packet: Int16 = -1
    private var fingerprint: UInt32 = 0
    private var isSet = false

    /// Counts a report's events if they are new; gives the total.
    ///
    /// Where the frame was sealed, only one with a new counter comes here: then an equal packet number alone makes it
    /// the same event.
    mutating func take(_ events: SensorEvents, fingerprint bytes: UInt32, isSealed: Bool, at now: Instant) -> UInt32 {
        let silence = now - heard
        let isKnown: Bool
        if events.packet >= 0 && packet >= 0 {
            isKnown = events.packet == packet && silence < Self.packetLife
        } else {
            isKnown = !isSealed && fingerprint == bytes && silence < Self.bytesLife
        }
        if !(isSet && isKnown) { presses &+= UInt32(events.count) }
        isSet = true
        heard = now
        packet = events.packet
        fingerprint = bytes
        return presses
    }
}
