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

    public private(set) var counters = Counters()
    /// The controller's own address, once it has said it.
    public private(set) var address: BluetoothAddress?
    /// Whether extended commands are used.
    public private(set) var isExtended = false

    var state = State.idle
    private let setup: Setup
    private var scan: ScanParameters
    private var hasTriedOther = false
    private var random: SplitMix64Seed
    private var failures = 0
    private var scanningSince: Instant?
    private var lastError: BeaconBusError?

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
        hasTriedOther = false
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
        case .answered(let opcode, let status, let values):
            if case .asking(let step, _) = state, command(for: step)?.opcode == opcode {
                return answered(step, status, values, at: now)
            }
            if state == .scanning, opcode == 0x200c || opcode == 0x2042 {
                // Somebody's command, and not known which: ours is made to hold again.
                return switchedOff(at: now)
            }
            if state != .idle, state != .failed { counters.unexpected &+= 1 }
            return []
        }
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
                BeaconBusError(
                    .adapterFailed, reason: "the controller did not answer \(name) within 2 s",
                    suggestion: "Unplug the adapter and plug it in again, or restart it."), at: now)
        case .waiting(let until) where now >= until:
            return restart(at: now)
        case .scanning:
            if let since = scanningSince, now - since >= Self.steady { failures = 0 }
            return []
        default: return []
        }
    }

    private mutating func restart(at now: Instant) -> [Action] {
        ask(setup == .full ? .reset : .commands, at: now)
    }

    private mutating func ask(_ first: Step, at now: Instant) -> [Action] {
        for step in Step.allCases where step.rawValue >= first.rawValue {
            guard let command = command(for: step) else { continue }
            state = .asking(step, until: now + Self.answerTime)
            return [.send(command)]
        }
        return []
    }

    /// The command of a step; nil where it does not apply.
    private func command(for step: Step) -> HCICommand? {
        switch step {
        case .reset: setup == .full ? .reset : nil
        case .commands: .readLocalSupportedCommands
        case .address: setup == .full ? .readAddress : nil
        case .eventMask: setup == .full ? .setEventMask : nil
        case .leEventMask: setup == .full ? .setLEEventMask : nil
        case .randomAddress: needsRandomAddress ? .setRandomAddress(randomAddress) : nil
        case .disable: enable(false)
        case .parameters:
            isExtended
                ? .setExtendedScanParameters(scan, ownAddressType: needsRandomAddress ? 1 : 0)
                : .setScanParameters(scan, ownAddressType: needsRandomAddress ? 1 : 0)
        case .enable: enable(true)
        }
    }

    private func enable(_ isOn: Bool) -> HCICommand {
        isExtended ? .setExtendedScanEnable(isOn) : .setScanEnable(isOn)
    }

    /// A controller without an address of its own cannot ask for scan responses under it.
    private var needsRandomAddress: Bool { setup == .full && scan.isActive && address?.value == 0 }
    /// Random static: the two top bits set.
    private var randomAddress: UInt64 { random.state & 0x3fff_ffff_ffff | 0xc000_0000_0000 }

    private mutating func answered(_ step: Step, _ status: UInt8, _ values: [UInt8], at now: Instant) -> [Action] {
        guard status == 0 || step == .disable else { return refused(step, status, at: now) }
        switch step {
        case .commands:
            // Octet 37: bit 5 LE Set Extended Scan Parameters, bit 6 LE Set Extended Scan Enable.
            isExtended = values.count > 37 && values[37] & 0x60 == 0x60 && !hasTriedOther
            if !isExtended { scan.listensToCodedPHY = false }
        case .address:
            if values.count >= 6 {
                address = BluetoothAddress(
                    truncating: (0..<6).reduce(0) { $0 | UInt64(values[$1]) << (8 * UInt64($1)) })
            }
        case .enable:
            state = .scanning
            scanningSince = now
            return [.scanning]
        case .reset, .eventMask, .leEventMask, .randomAddress, .disable, .parameters: break
        }
        guard let next = Step(rawValue: step.rawValue + 1) else { return [] }
        return ask(next, at: now)
    }

    private mutating func refused(_ step: Step, _ status: UInt8, at now: Instant) -> [Action] {
        counters.refused &+= 1
        // Core Vol 4 Part E 3.1.1: who has used one pair of scan commands may not use the other until a reset.
        if step == .parameters, status == 0x0c || status == 0x01, !hasTriedOther {
            hasTriedOther = true
            isExtended.toggle()
            return ask(.disable, at: now)
        }
        // Not every controller knows every mask; what it then sends is enough or it is not.
        if step == .eventMask || step == .leEventMask || step == .address || step == .commands {
            if let next = Step(rawValue: step.rawValue + 1) { return ask(next, at: now) }
        }
        let name = command(for: step)?.description ?? ""
        let isBusy = status == 0x0c || status == 0x0d || status == 0x3a
        return retry(
            BeaconBusError(
                isBusy ? .adapterBusy : .adapterFailed,
                reason: "the controller refused \(name): \(HCIReply.meaning(status))",
                suggestion: isBusy
                    ? "Stop the other program that uses the adapter, or read beside it with mode=monitor."
                    : "Use another adapter, or give it a newer firmware."), at: now)
    }

    private mutating func switchedOff(at now: Instant) -> [Action] {
        counters.switchedOff &+= 1
        return interrupt(
            .switchedOff,
            BeaconBusError(
                .adapterBusy, reason: "another program keeps switching the scan off",
                suggestion: "Stop that program, or read beside it with mode=monitor."), at: now)
    }

    private mutating func interrupt(
        _ interruption: Interruption, _ error: BeaconBusError, at now: Instant
    ) -> [Action] {
        switch state {
        case .idle, .failed: return []
        case .waiting, .asking: return retry(error, at: now)
        case .scanning:
            // One that has lasted is taken up again at once; one that did not backs off.
            if let since = scanningSince, now - since >= .seconds(5) {
                failures = now - since >= Self.steady ? 0 : failures
                if setup == .shared || interruption == .switchedOff {
                    state = .waiting(until: now + Self.pauses.lowerBound)
                    return [.interrupted(interruption)]
                }
            }
            return [.interrupted(interruption)] + retry(error, at: now)
        }
    }

    private mutating func retry(_ error: BeaconBusError, at now: Instant) -> [Action] {
        failures += 1
        lastError = error
        guard failures < Self.attempts else {
            state = .failed
            return [.failed(error)]
        }
        var pause = Self.pauses.lowerBound
        for _ in 1..<max(failures, 1) where pause < Self.pauses.upperBound { pause = pause * 2 }
        state = .waiting(until: now + random.jittered(min(pause, Self.pauses.upperBound)))
        return []
    }

    private func hardwareFailure(_ code: UInt8) -> BeaconBusError {
        BeaconBusError(
            .adapterFailed,
            reason: "the controller reported hardware error 0x\(HexDigits.text(UInt64(code), bytes: 1))",
            suggestion: "Unplug the adapter and plug it in again; look at its power supply.")
    }
}

/// A small generator for jitter.
struct SplitMix64Seed: Sendable {
    var state: UInt64

    /// So long, up to a quarter more.
    mutating func jittered(_ span: Duration) -> Duration {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return span + .nanoseconds(Int64(mixed >> 40) * (span.saturatedNanoseconds / 4) >> 24)
    }
}
