import Bus
import Schema
import ServiceKit
import Support
import Synchronization
import Testing

@testable import LifecycleService

@Suite("D13: secrets stay where they belong")
struct SecretTests {
    private let token = "TOKEN-9f3b1c-very-secret"

    @Test(
        "D13, H29: over enrolment, loss, refusal and renewal, the token travels only below the private root, not retained"
    )
    func everywhere() throws {
        let log = LogCatcher()
        let kit = try IdentityKit(observers: [("phone", .token(token))])
        let file = kit.folder.path + "/token"
        try writeFile(file, token + "-file\n")
        let node = VirtualNode(policy: .automatic, logger: log.logger, kit: kit)
        let tap = node.bus.tap("#")
        let authority = kit.authority.handler
        authority.life = .seconds(9_000)
        authority.enrolments = [
            .isLost, .refuses(BeaconBusError(.tokenInvalid, reason: "r", suggestion: "s")), .isLost, .issues,
        ]
        node.ask("start", "a")
        node.bus.advance(.seconds(120))
        node.ask("start", "b")
        node.bus.advance(.seconds(9_000))
        #expect(authority.tokens.count >= 2, "it did travel")
        let keys = try secrets(kit)
        #expect(keys.count >= 2)
        for message in tap.messages {
            let text = String(decoding: message.payload, as: UTF8.self)
            #expect(!keys.contains { text.contains($0) }, "a key on \(message.topic)")
            guard text.contains(token) else { continue }
            #expect(message.topic.hasPrefix("beaconbus-private/"), "\(message.topic)")
            #expect(!message.retain)
            #expect(message.expires != nil, "what holds a secret expires: \(message.topic)")
        }
        #expect(!log.text.isEmpty)
        #expect(!log.text.contains(token))
        #expect(!keys.contains { log.text.contains($0) })
        #expect(!((try? readFile(node.folder.path + "/state.json")) ?? "").contains(token))
        #expect(!((try? readFile(node.folder.path + "/identity.json")) ?? "").contains(token))
    }

    @Test("D13: when it was used the token is on the node's disk no more")
    func disk() throws {
        let kit = try IdentityKit(observers: [("phone", .token(token))])
        let node = VirtualNode(kit: kit)
        node.send("start")
        node.bus.advance(.seconds(5))
        #expect(node.state == .running)
        #expect((try? readFile(kit.options.folder + "/pending/request.json")) == nil)
    }

    /// The middle lines of all private keys in the folder.
    private func secrets(_ kit: IdentityKit) throws -> [String] {
        guard let set = kit.holdings.pair?.set else { return [] }
        return try ["lifecycle", "scanner"].compactMap { name in
            let lines = try readFile("\(kit.options.folder)/sets/\(set)/\(name).key").split(separator: "\n")
            return lines.count > 2 ? String(lines[1]) : nil
        }
    }
}

/// Keeps every line that is logged.
final class LogCatcher: Sendable {
    private let lines = Mutex("")

    var text: String { lines.withLock { $0 } }

    var logger: Logger {
        let sink = LogSink(format: .json, steadyNow: { 0 }, wallNow: { "" }) { line in
            self.lines.withLock { $0 += line }
        }
        return Logger("lifecycle", level: .debug, sink: sink)
    }
}
