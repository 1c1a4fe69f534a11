import Bus
import Schema

/// The scanner's side of a run (design §5, "Run and order"), as a value: what happens goes in, what is to be done comes out.
///
/// `scan` opens the sources and is answered when they are open; the run is released when its `started` was heard, or a node
/// state that has announced it; `halt` closes. Of two requests the last wins, and each gets one answer.
struct RunMachine {
    /// May be followed by: idle → opening; opening → waiting, failed, closing; waiting → running, closing;
    /// running → ended, failed, closing; waiting → failed; ended and failed → opening, idle; closing → idle, opening.
    enum Phase: Sendable, Equatable {
        case idle, opening, waiting, running, ended, failed, closing
    }

    /// A run as it is kept.
    struct Run: Sendable, Equatable {
        var id: RunID
        var attempt: UInt64
    }

    /// What is to be done, in order.
    enum Action: Equatable {
        case open(token: UInt64)
        case begin(token: UInt64)
        case close(token: UInt64)
        /// Keep the released run over a restart, or forget it.
        case store(Run?)
        /// The run is over by request: its activations are to be kept as of now.
        case freeze
        case answer([ReplyAddress], scanning: Bool, Run?, BeaconBusError?)
    }

    private(set) var phase = Phase.idle
    private(set) var run: Run?
    /// Why the run ended or failed.
    private(set) var error: BeaconBusError?
    /// Names the present opening of the sources; rises.
    private(set) var token: UInt64 = 0

    private var announced: RunID?
    /// Whether it had been released before a restart.
    private var resumes = false
    /// Whether the run that is being closed had been released, so that there is something to freeze.
    private var freezes = false
    private var scanning: [ReplyAddress] = []
    private var halting: [ReplyAddress] = []
    private var next: (run: Run, answers: [ReplyAddress])?

    /// Whether the sources are open for the run.
    var isScanning: Bool { phase == .waiting || phase == .running }

    /// Goes on with a run that had been released before this process started.
    mutating func resume(_ run: Run) -> [Action] {
        let actions = start(run, [])
        resumes = true
        return actions
    }

    /// A `scan` command.
    mutating func scan(_ wanted: Run, _ answer: ReplyAddress?) -> [Action] {
        let answers = answer.map { [$0] } ?? []
        switch phase {
        case .idle:
            return start(wanted, answers)
        case .opening where run?.id == wanted.id:
            run = wanted
            scanning += answers
            return []
        case .waiting where run?.id == wanted.id, .running where run?.id == wanted.id:
            run = wanted
            return [.answer(answers, scanning: true, run, nil)]
        case .ended where run?.id == wanted.id, .failed where run?.id == wanted.id:
            return [.answer(answers, scanning: false, run, error)]
        case .ended, .failed:
            return start(wanted, answers)
        case .opening, .waiting, .running:
            next = (wanted, answers)
            return close(superseding: true)
        case .closing:
            let superseded = next
            next = (wanted, answers)
            return refuse(superseded?.answers ?? [], superseded?.run)
        }
    }

    /// A `halt` command for one run, or for any.
    mutating func halt(_ wanted: RunID?, _ answer: ReplyAddress?) -> [Action] {
        let answers = answer.map { [$0] } ?? []
        if let wanted, let run, wanted != run.id, phase != .closing {
            return [.answer(answers, scanning: isScanning, run, nil)]
        }
        switch phase {
        case .idle:
            return [.answer(answers, scanning: false, nil, nil)]
        case .opening, .waiting, .running:
            halting += answers
            return close(superseding: true)
        case .ended, .failed:
            let ended = run
            reset()
            return [.store(nil), .answer(answers, scanning: false, ended, nil)]
        case .closing:
            halting += answers
            let superseded = next
            next = nil
            return refuse(superseded?.answers ?? [], superseded?.run)
        }
    }

    /// `started` of a run was heard, or a node state that has announced it.
    mutating func announce(_ id: RunID) -> [Action] {
        announced = id
        return phase == .waiting && run?.id == id ? release() : []
    }

    /// A node state: idle, or with this run. A released run that is no longer the node's is halted.
    mutating func observe(isIdle: Bool, run current: RunID?) -> [Action] {
        guard let run, isIdle || (current != nil && current != run.id) else { return [] }
        switch phase {
        case .running: return close(superseding: false)
        case .opening where resumes: return close(superseding: false)
        case .ended, .failed:
            reset()
            return [.store(nil)]
        default: return []
        }
    }

    /// The sources are open.
    mutating func opened() -> [Action] {
        guard phase == .opening, let run else { return [] }
        phase = .waiting
        let answers = scanning
        scanning = []
        let answer = Action.answer(answers, scanning: true, run, nil)
        return resumes || announced == run.id ? [answer] + release() : [answer]
    }

    /// The sources cannot be opened.
    mutating func refused(_ cause: BeaconBusError) -> [Action] {
        guard phase == .opening else { return [] }
        phase = .failed
        error = cause
        let answers = scanning
        scanning = []
        return [.store(nil), .answer(answers, scanning: false, run, cause)]
    }

    /// The sources have ended (`cause` nil) or broke.
    mutating func ended(_ cause: BeaconBusError?) -> [Action] {
        guard phase == .running || phase == .waiting else { return [] }
        phase = cause == nil ? .ended : .failed
        error =
            cause
            ?? BeaconBusError(
                .sourceEnded, reason: "the recording is at its end, and every time-out has passed",
                suggestion: "Start again to replay it, or give another source.")
        return [.store(nil)]
    }

    /// The sources are closed.
    mutating func closed(_ closing: UInt64) -> [Action] {
        guard phase == .closing, closing == token else { return [] }
        let answers = halting
        let over = run
        let latched = next
        var actions: [Action] = freezes ? [.freeze] : []
        reset()
        actions += [.store(nil), .answer(answers, scanning: false, over, nil)]
        if let latched { actions += start(latched.run, latched.answers) }
        return actions
    }

    private mutating func start(_ wanted: Run, _ answers: [ReplyAddress]) -> [Action] {
        reset()
        run = wanted
        phase = .opening
        token += 1
        scanning = answers
        return [.open(token: token)]
    }

    private mutating func release() -> [Action] {
        phase = .running
        return [.store(run), .begin(token: token)]
    }

    private mutating func close(superseding: Bool) -> [Action] {
        freezes = phase == .running
        phase = .closing
        let answers = scanning
        scanning = []
        return refuse(superseding ? answers : [], run) + [.close(token: token)]
    }

    private func refuse(_ answers: [ReplyAddress], _ run: Run?) -> [Action] {
        guard !answers.isEmpty else { return [] }
        let error = BeaconBusError(
            .startSuperseded, reason: "a newer command for this scanner came",
            suggestion: "Send it again if still wanted.")
        return [.answer(answers, scanning: false, run, error)]
    }

    private mutating func reset() {
        phase = .idle
        run = nil
        error = nil
        resumes = false
        freezes = false
        scanning = []
        halting = []
        next = nil
    }
}
