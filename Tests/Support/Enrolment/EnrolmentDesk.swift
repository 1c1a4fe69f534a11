public import Bus
internal import Identity
public import Schema
internal import Synchronization

/// Asks an authority one thing after the other: as an operator, and as any node.
public final class EnrolmentDesk: Sendable {
    public let session: BusSession
    private let stream: MessageStream
    private let site: SiteID
    private let roots: Roots
    private let client: ClientID
    private let last = Mutex(0)

    init(_ session: BusSession, _ stream: MessageStream, site: SiteID, roots: Roots, client: ClientID) {
        self.session = session
        self.stream = stream
        self.site = site
        self.roots = roots
        self.client = client
    }

    /// Waits until the authority has subscribed and answers.
    public func ready() async throws {
        for _ in 0..<100 {
            do {
                _ = try await session.request(
                    .authorityCommand(.appList, client.requester), AppListCommand(), as: AppListReply.self,
                    timeout: .milliseconds(200))
                return
            } catch let error as BeaconBusError where error.code == .requestTimeout {}
        }
        throw ChildProcess.Failure(description: "the authority does not answer")
    }

    /// An operator's command and its answer.
    public func tell<Answer: Message>(
        _ command: AuthorityCommand, _ body: some Message, _ answer: Answer.Type
    ) async throws -> Answer {
        try await session.request(
            .authorityCommand(command, client.requester), body, as: answer, timeout: .seconds(10))
    }

    /// A machine with keys, whose node is announced.
    public func announce(_ name: String) async throws -> CandidateNode {
        guard let node = NodeID(name) else { throw ChildProcess.Failure(description: "\(name) is no name") }
        let machine = try CandidateNode(site: site, node: node)
        _ = try await tell(
            .nodeAdd, NodeAddCommand(node: node, request: try machine.bootstrapRequest()), NodeAddReply.self)
        return machine
    }

    /// Enrols a machine under its bootstrap name; a refusal is thrown.
    public func enrol(
        _ machine: CandidateNode, app: AppID, user: UserID, token: String, id: RequestID = .random()
    ) async throws -> CertificateReply {
        let body = try machine.enrolment(token: token, user: user, app: app)
        return try await ask(.enrol(machine.node), body, as: machine.bootstrapClient, id: id, CertificateReply.self)
    }

    /// Puts a pair into use.
    public func activate(_ machine: CandidateNode, _ set: CertificateSetID) async throws {
        let id = RequestID.random()
        _ = try await ask(
            .activate(machine.node), try machine.activation(set, id: id), as: machine.lifecycleClient, id: id,
            ActivateReply.self)
    }

    /// A request of any client and its answer.
    public func ask<Answer: Message>(
        _ topic: Topic, _ body: some Message, as asker: ClientID, id: RequestID, _ answer: Answer.Type
    ) async throws -> Answer {
        let number = last.withLock { last -> Int in
            last += 1
            return last
        }
        var head = Head()
        head.id = id
        head.replyTo = "\(roots.private)/replies/\(asker.requester)/\(client.name)/\(number)"
        try await session.publish(rawTopic: topic.path(in: roots), try MessageCoder.encode(head, body))
        while let message = try await stream.next() {
            // A repetition's answer may come for one that was given up.
            guard message.topicName == head.replyTo else { continue }
            return try MessageCoder.decodeReply(answer, message.payload).body
        }
        throw ChildProcess.Failure(description: "the session ended before the answer")
    }
}
