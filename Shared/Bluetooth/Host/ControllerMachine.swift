public import Schema

/// Makes a controller scan and keeps it scanning; pure: packets and time come in, commands go out.
///
/// One command at a time. States: idle → asking (one command after the other) → scanning; from each of them → waiting
/// (a back-off, then again from the begin) → failed, which is final. `stop()` ends it in idle.
public struct ControllerMachine: Sendable {
    /// How the controller was found.
    public enum Setup: Sendable, Hashable {
        /// Nobody has initialised it: it is reset and set up (user channel, H4).
        case full
        /// The kernel has initialised it and uses it too (raw channel): no reset, and what is left on is switched off first.
        case shared
    }

    /// What is to be done, in order.
    public enum Action: Sendable, Equatable {
        case send(HCICommand)
        /// The controller has acknowledged that it scans.
        case scanning
        /// It does not any more; it is tried again.
        case interrupted(Interruption)
        /// Given up.
        case failed(BeaconBusError)
    }

    /// Why a scan that was on is not.
    public enum Interruption: Sendable, Hashable {
        /// Somebody else switched it off.
        case switchedOff
        /// The controller reported a hardware error.
        case hardwareError(UInt8)
        /// It was reset, and not by this machine.
        case reset
        /// It took the scan's begin back.
        case refused(UInt8)
        /// Asked for, to get a deaf controller to hear again.
        case requested
    }

    /// What was met.
    public struct Counters: Sendable, Hashable {
        /// Answers to nothing that was asked.
        public var unexpected: UInt64 = 0
        /// Commands without an answer in time.
        public var unanswered: UInt64 = 0
        /// Commands that were refused.
        public var refused: UInt64 = 0
        /// Scans switched off by somebody else.
        public var switchedOff: UInt64 = 0
        /// Scans whose parameters somebody else replaced.
        public var replaced: UInt64 = 0
        /// Hardware errors.
        public var hardwareErrors: UInt64 = 0
    }

    enum State: Sendable, Hashable {
        case idle
        case asking(Step, until: Instant)
        case scanning
        case waiting(until: Instant)
        case failed
    }

    /// What is asked, in this order; a step that does not apply is left out.
    enum Step: Int, Sendable, CaseIterable {
        case reset, commands, address, eventMask, leEventMask, randomAddress, disable, parameters, enable
    }

    /// How long an answer may take.
    public static let answerTime: Duration = .seconds(2)
    /// Failed attempts in a row after which it is given up.
    public static let attempts = 5
    /// Pauses between attempts, jittered: 0.25 s … 4 s.
    static let pauses: ClosedRange<Duration> = .milliseconds(250)...(.seconds(4))
    /// So long a scan must last for earlier failures to be forgotten.
    static let steady: Duration = .seconds(60)

    public internal(set) var counters = Counters()
    /// The controller's own address, once it has said it.
    public internal(set) var address: BluetoothAddress?
    /// Whether extended commands are used.
    public internal(set) var isExtended = false

    var state = State.idle
    let setup: Setup
    var scan: ScanParameters
    var hasTriedOther = false
    /// The pair of scan commands that has worked.
    var working: Bool?
    /// How many commands the controller takes now, where it is ours alone.
    var credits: UInt8 = 1
    /// Whether the present step's command waits for a credit.
    var isHeld = false
    var random: SplitMix64Seed
    var failures = 0
    var scanningSince: Instant?

    /// `seed` makes the jitter.
    public init(_ setup: Setup, scan: ScanParameters = ScanParameters(), seed: UInt64) {
        self.setup = setup
        self.scan = scan
        random = SplitMix64Seed(state: seed)
    }

    /// Whether the controller has acknowledged that it scans.
    public var isScanning: Bool { state == .scanning }

    /// When ``advance(to:)`` has something to do.
    public var deadline: Instant? {
        switch state {
        case .asking(_, let until), .waiting(let until): until
        case .idle, .scanning, .failed: nil
        }
    }

    /// Begins, from nothing.
    public mutating func begin(at now: Instant) -> [Action] {
        failures = 0
        working = nil
        return restart(at: now)
    }

    /// Begins anew because nothing is heard (R5); counts as a failed attempt.
    public mutating func recover(at now: Instant) -> [Action] {
        guard state == .scanning else { return [] }
        return [.interrupted(.requested)] + restart(at: now)
    }

    /// Ends it: what to send so that the scan is off. No answer is waited for.
    public mutating func stop() -> [HCICommand] {
        defer { state = .idle }
        switch state {
        case .idle, .failed: return []
        case .asking, .waiting, .scanning: return [enable(false)]
        }
    }

    /// Takes an answer or hardware error of the controller.
    public mutating func handle(_ reply: HCIReply, at now: Instant) -> [Action] {
        switch reply {
        case .hardwareError(let code):
            counters.hardwareErrors &+= 1
            return interrupt(.hardwareError(code), hardwareFailure(code), at: now)
        case .granted(let credits):
            return grant(credits)
        case .answered(let opcode, let status, let values, let credits):
            self.credits = credits
            if case .asking(let step, _) = state, !isHeld, command(for: step)?.opcode == opcode {
                return answered(step, status, values, at: now)
            }
            if state == .scanning, let actions = unasked(opcode, status, at: now) { return actions }
            if state != .idle, state != .failed { counters.unexpected &+= 1 }
            return grant(credits)
        }
    }

    /// An answer while it scans that means that it does not any more; nil for any other.
    private mutating func unasked(_ opcode: UInt16, _ status: UInt8, at now: Instant) -> [Action]? {
        let isEnable = opcode == 0x200c || opcode == 0x2042
        switch setup {
        case .shared:
            // Somebody's command, and not known which: ours is made to hold again.
            return isEnable ? switchedOff(at: now) : nil
        case .full where opcode == 0x0c03:
            return interrupt(.reset, Self.failure("the controller was reset"), at: now)
        case .full where isEnable && status != 0:
            // The answer before was one to an earlier command.
            counters.refused &+= 1
            return interrupt(.refused(status), refusal(.enable, status), at: now)
        case .full: return nil
        }
    }

    /// Sends what waits for a credit.
    private mutating func grant(_ credits: UInt8) -> [Action] {
        self.credits = credits
        guard isHeld, credits > 0, case .asking(let step, _) = state, let command = command(for: step) else {
            return []
        }
        isHeld = false
        return [.send(command)]
    }

    /// Takes a command that somebody else has sent to the same controller.
    public mutating func overheard(opcode: UInt16, parameters: UnsafeRawBufferPointer, at now: Instant) -> [Action] {
        guard state == .scanning else { return [] }
        switch opcode {
        case 0x0c03: return switchedOff(at: now)
        case 0x200c, 0x2042:
            guard parameters.first == 0 else {
                counters.replaced &+= 1
                return []
            }
            return switchedOff(at: now)
        default: return []
        }
    }

    /// Lets time pass.
    public mutating func advance(to now: Instant) -> [Action] {
        switch state {
        case .asking(let step, let until) where now >= until:
            counters.unanswered &+= 1
            let name = command(for: step)?.description ?? ""
            return retry(
                Self.failure(
                    isHeld
                        ? "the controller took no command for 2 s, the next is \(name)"
                        : "the controller did not answer \(name) within 2 s"), at: now)
        case .waiting(let until) where now >= until:
            return restart(at: now)
        case .scanning:
            if let since = scanningSince, now - since >= Self.steady { failures = 0 }
            return []
        default: return []
        }
    }
}
