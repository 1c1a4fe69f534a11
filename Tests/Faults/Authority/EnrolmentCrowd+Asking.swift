import Schema
import Support

extension EnrolmentCrowd {
    private static let anna = Requester("op_anna")!

    /// An operator's command; the answer must come.
    func tell<Answer: Message>(
        _ command: AuthorityCommand, _ body: some Message, _ type: Answer.Type, _ then: @escaping (Answer) -> Void
    ) {
        ask(
            Question(
                topic: .authorityCommand(command, Self.anna), client: Self.anna, id: .random(),
                body: { try MessageCoder.encode($0, body) },
                then: { result in
                    guard let answer = try? result.get(), let read = try? MessageCoder.decodeReply(type, answer.bytes)
                    else { return }
                    then(read.body)
                }))
    }

    /// A request of a node under its bootstrap name, asked under one id until it has an answer that is not to be tried
    /// again.
    func enrol(
        _ machine: CandidateNode, token: String, id: RequestID = .random(), requests: CertificateRequests,
        _ then: @escaping (Result<CertificateReply, BeaconBusError>) -> Void
    ) {
        let body = EnrolRequest(
            node: machine.node, user: AuthoritySite.user, app: AuthoritySite.app, token: token, requests: requests)
        ask(
            Question(
                topic: .enrol(machine.node), client: machine.bootstrapClient.requester, id: id,
                body: { try MessageCoder.encode($0, body) },
                then: { result in
                    then(
                        result.flatMap { value in
                            do throws(BeaconBusError) {
                                return .success(try MessageCoder.decodeReply(CertificateReply.self, value.bytes).body)
                            } catch {
                                return .failure(error)
                            }
                        })
                }))
    }

    func activate(
        _ machine: CandidateNode, _ set: CertificateSetID, _ then: @escaping (Result<Void, BeaconBusError>) -> Void
    ) {
        let id = RequestID.random()
        guard let body = try? machine.activation(set, id: id) else { return }
        ask(
            Question(
                topic: .activate(machine.node), client: machine.lifecycleClient.requester, id: id,
                body: { try MessageCoder.encode($0, body) }, then: { then($0.map { _ in }) }))
    }
}
