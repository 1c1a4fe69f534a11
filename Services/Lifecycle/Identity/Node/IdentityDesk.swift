import Bus
import Schema
import Store

/// All that the management of a node's certificates keeps while it runs. Confined to the bus thread.
final class IdentityDesk {
    let options: IdentityOptions
    let connections: IdentityConnections
    let store: IdentityStore
    let memory: IdentityMemory
    let worker: any Worker
    var flow: IdentityFlow
    var floor: ClockFloor

    /// As whom the node connects, or tries to.
    var role: ConnectionIdentity
    /// Events that wait for the one being carried out.
    var pending: [IdentityEvent] = []
    var isCarryingOut = false
    /// What the beginning decided; done once the bus is there.
    var first: [IdentityAction]
    /// Results of the worker that wait for the bus thread.
    var finished: [Finish] = []

    /// Answers of token questions, by question, until the flow uses or forgets them.
    var tokens: [UInt64: AccessToken] = [:]
    /// Commands that run for a question.
    var commands: [UInt64: TokenCommand] = [:]
    /// What open requests were made for.
    var questions: [RequestID: Question] = [:]
    /// Certificates that were answered, until they are installed or given up.
    var replies: [UInt64: (record: RequestRecord, reply: CertificateReply)] = [:]
    /// The request that is being made and may still be sent.
    var sending: UInt64?

    /// When the operator's files are looked at next.
    var nextLook: Instant
    var bundleSeen: FileMark?
    var tokenFileSeen: FileMark?
    /// The observers and the time as they are stored.
    var stored: IdentityMemory.Content

    /// What an open request was made for.
    enum Question {
        case token(UInt64)
        case certificates(UInt64, RequestRecord)
        case activation(CertificateSetID)
    }

    /// Begins: reads what is there and decides as whom to connect.
    init(
        _ options: IdentityOptions, flow settings: IdentitySettings, node: NodeID, connections: IdentityConnections,
        store: IdentityStore, memory: IdentityMemory, worker: any Worker, now: Instant, clock: WallTime,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.options = options
        self.connections = connections
        self.store = store
        self.memory = memory
        self.worker = worker
        stored = memory.load()
        floor = ClockFloor(build: BuildTime.floor, stored: stored.clock, now: now)
        let moment = Moment(now: now, time: floor.time(clock, now: now))
        let holdings = store.begin()
        if let pair = holdings.pair { floor.raise(to: pair.notBefore, now: now) }
        flow = IdentityFlow(settings, node: node, remembered: stored.observers)
        var random = random
        var actions = flow.handle(.began(holdings), moment, using: &random)
        role = .bootstrap
        if let index = actions.firstIndex(where: \.isConnect), case .connect(let first) = actions.remove(at: index) {
            role = first
        }
        first = actions
        nextLook = now
        bundleSeen = FileMark(store.bundle)
        tokenFileSeen = options.tokenFile.flatMap { FileMark($0) }
    }

    /// As whom the first connection is made.
    var connection: BusIdentity { connections[role] }
}

extension IdentityAction {
    fileprivate var isConnect: Bool {
        if case .connect = self { true } else { false }
    }
}
