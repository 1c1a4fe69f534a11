import Bus
import Schema
import Support
import Testing

@Suite("The bus client on a real mosquitto", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(2)))
struct BusBrokerTests {
    private let folder = TemporaryFolder()

    @Test("10,000 messages arrive in order, once each, and every one is acknowledged")
    func tenThousandInOrder() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let count = 10_000
        try await withClient(BusFixture.plain(broker.address, "receiver", ["t/#"])) { _, received in
            #expect(await eventually { received.read { $0.connected.count } == 1 })
            try await withClient(BusFixture.plain(broker.address, "sender")) { sender, sent in
                #expect(await eventually { sent.read { $0.connected.count } == 1 })
                sender.perform { _, link in
                    for number in 0..<count {
                        try? link.publish(
                            rawTopic: "t/1", Array(String(number).utf8), token: PublishToken(UInt64(number)))
                    }
                }
                #expect(await eventually(within: .seconds(30)) { received.read { $0.received.count } >= count })
                #expect(await eventually { sent.read { $0.outcomes.count } == count })
                let outcomes = sent.read { $0.outcomes.map(\.outcome) }
                #expect(outcomes.allSatisfy { $0 == .acknowledged(hadSubscribers: true) })
                #expect(sent.read { $0.outcomes.map(\.token.value) } == (0..<UInt64(count)).map { $0 })
            }
            let texts = received.read { $0.received.map { String(decoding: $0.payload, as: UTF8.self) } }
            #expect(texts == (0..<count).map(String.init))
        }
    }
}
