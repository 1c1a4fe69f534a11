import Bus
import Schema
import Support

/// A metadata service that answers from a dictionary, or does as it is told.
final class FakeMetadata: BusHandler {
    /// Metadata by beacon id.
    var records: [String: [String: JSONValue]] = [:]
    /// Answers given instead, by beacon id.
    var answers: [String: LookupAnswer] = [:]
    /// Whether requests are left without an answer.
    var isSilent = false
    /// Most answers in a reply; the others are deferred.
    var capacity = Int.max
    /// The ids of each request.
    private(set) var requests: [[String]] = []

    func join(_ bus: VirtualBus) {
        let name = ServiceName("metadata")!
        bus.join(
            BusConfiguration(
                broker: BrokerAddress(host: "127.0.0.1", port: 1883),
                clientID: ClientID(kind: .service, site: SiteID("home")!, name), roots: Site.roots, session: 1,
                subscriptions: [Subscription(.metadataLookups, in: Site.roots)])
        ) { _ in self }
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            let (head, request) = try message.decode(LookupRequest.self)
            requests.append(request.beacons)
            if isSilent { continue }
            guard let address = try link.replyAddress(of: message, head) else { continue }
            let list = request.beacons.enumerated().map { index, beacon in
                index < capacity ? answer(beacon) : LookupAnswer(beacon: beacon, answer: .deferred)
            }
            try link.reply(to: address, LookupReply(revision: 1, answers: list))
        }
    }

    private func answer(_ beacon: String) -> LookupAnswer {
        if let answer = answers[beacon] { return answer }
        guard let metadata = records[beacon], let id = BeaconID(beacon) else {
            return LookupAnswer(beacon: beacon, answer: .unknown)
        }
        return LookupAnswer(
            beacon: beacon, answer: .found, record: BeaconRecord(beacon: id, name: "Test", metadata: metadata),
            revision: 1)
    }
}
