import Bus
import Schema

/// `discover`, which is the scanner's work: passed on, its answer passed back (D18).
extension LifecycleHandler {
    func discover(_ message: IncomingMessage, _ address: ReplyAddress?, _ link: BusLink) throws(BeaconBusError) {
        let command = try message.decode(DiscoverCommand.self).body
        guard watch.isPresent else { throw watch.absence }
        guard questions.count < Self.greatestQuestions else { throw .tooMany }
        let duration = command.duration ?? 600_000
        let request = try link.request(
            .scannerCommand(settings.node, .discover, link.clientID.requester), DiscoverCommand(duration: duration),
            timeout: .milliseconds(duration) + .seconds(10))
        questions[request] = .discover(address)
    }

    func forward(
        _ reply: Result<IncomingMessage, BeaconBusError>, to address: ReplyAddress?, _ link: BusLink
    ) {
        guard let address else { return }
        trying { () throws(BeaconBusError) in
            let answer: DiscoverReply
            do throws(BeaconBusError) {
                answer = try MessageCoder.decodeReply(DiscoverReply.self, reply.get().payload).body
            } catch {
                return try link.refuse(address, error)
            }
            try link.reply(to: address, answer)
        }
    }

    private static let greatestQuestions = 16
}
