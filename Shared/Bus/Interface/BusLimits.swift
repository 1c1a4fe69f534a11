/// Bounds and times of a bus client; everything is bounded (R12).
public struct BusLimits: Sendable, Hashable {
    /// QoS 1 messages sent and not yet acknowledged; the broker's Receive Maximum bounds it further.
    public var window = 100
    /// QoS 1 messages the broker may send before they are acknowledged (our Receive Maximum).
    public var receiveMaximum: UInt16 = 256
    /// Messages handed over and not yet sent.
    public var queuedMessages = 10_000
    /// Bytes of payload handed over and not yet sent.
    public var queuedBytes = 16 << 20
    /// Messages one pass takes at most.
    public var passMessages = 512
    /// Largest packet accepted from the broker (Maximum Packet Size).
    public var packetBytes: UInt32 = 256 << 10
    /// Largest payload published: 60 KiB (design §3).
    public var messageBytes = 60 << 10
    /// Own retained topics, those cleared lately included.
    public var retainedTopics = 20_000
    /// Open requests.
    public var requests = 4_096
    /// Retained messages sent again per second after a reconnect.
    public var restoreRate = 500
    /// Longest random wait before the first of them.
    public var restoreJitter: Duration = .seconds(1)
    /// From the first packet to a ready connection; each step must make progress within it.
    public var connectDeadline: Duration = .seconds(10)
    /// A silent peer is given up after two of these, and R22 asks for 90 s.
    public var keepAlive: Duration = .seconds(40)
    /// First and greatest wait before a reconnect; doubling between them, jittered.
    public var backoff: ClosedRange<Duration> = .milliseconds(200) ... .seconds(30)
    /// Wait after a refusal that only a person can change; jittered.
    public var unauthorisedWait: Duration = .seconds(60)
    /// Wait while somebody else uses our client id (R9).
    public var clientIDInUseWait: Duration = .seconds(600)
    /// Wait for files of the own certificate that are not there yet.
    public var filesWait: Duration = .seconds(1)
    /// What a change of identity may take to get the last messages out.
    public var switchDeadline: Duration = .seconds(1)
    /// What a graceful stop may take to get its last messages out.
    public var stopDeadline: Duration = .seconds(2)

    public init() {}
}
