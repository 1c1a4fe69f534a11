import Bus
import Glibc
import Identity
import Schema
import Support
import Testing

@Suite("Secrets of a site", .timeLimit(.minutes(10)), .serialized)
struct UpSecretTests {
    @Test("D13: what is read under the public root and in all logs during 100 enrolments holds no token, key or secret")
    func enrolments() async throws {
        let count = 100
        let site = try await UpClosedSite(debug: true)
        let heard = "\(site.temporary.path)/heard"
        let listener = try site.listen(["beaconbus/home/#", "$SYS/#"], to: heard)
        // The listener hears: its own start is over when it has been given what is retained.
        let listens = await eventually { (try? readFile(heard).contains("services/authority")) ?? false }
        #expect(listens)

        var secrets = SecretSearch()
        let nodes = (0..<count).map { NodeID("n\($0)")! }
        let app = AppID("site")!
        try await BusSession.with(site.person) { session in
            _ = try await session.request(
                .authorityCommand(.appPut, site.requester),
                AppPutCommand(app: app, validator: ValidatorDefinition(kind: .file)),
                as: AppChangeReply.self, timeout: .seconds(10))
        }
        let more = try await site.otherSecrets()
        for (name, secret) in more { secrets.add(name, Array(secret.utf8)) }

        // Ten at a time, each with its real lifecycle program.
        for group in stride(from: 0, to: count, by: 10) {
            let batch = Array(nodes[group..<min(group + 10, count)])
            let tokens = try await site.announce(batch, app)
            for (index, token) in tokens.enumerated() {
                secrets.add("token of \(batch[index])", Array(token.utf8))
                secrets.add(pem: "bootstrap key of \(batch[index])", try readFile(site.bundle(batch[index])))
            }
            let processes = try batch.map { try site.startNode($0) }
            let isDone = try await site.areActive(batch)
            #expect(isDone, "\(batch[0])…: \(site.text(of: batch))")
            await withTaskGroup(of: Void.self) { group in
                for process in processes { group.addTask { await process.terminate() } }
            }
        }
        await listener.terminate()
        for node in nodes {
            for key in ["lifecycle", "scanner"] {
                secrets.add(pem: "\(key) key of \(node)", try readFile("\(site.identity(node))/current/\(key).key"))
            }
        }
        for name in ["authority/ca", "broker/server", "tls/authority", "tls/gate", "tls/op_test"] {
            secrets.add(pem: "key \(name)", try readFile("\(site.folder)/\(name).key"))
        }
        #expect(secrets.count >= 100 + 100 + 200 + 5 + 2)

        // The scan can find: the same search over a file with one of them finds it, in each of its shapes.
        let everything = try site.logs() + [heard]
        #expect(try await secrets.proveItself(in: site.temporary.path))
        let said = try everything.reduce(0) { try $0 + readFile($1).utf8.count }
        #expect(said > 500_000, "there was much to be read: \(said) bytes in \(everything.count) files")
        #expect(try readFile(heard).contains("n\(count - 1)/state"))
        let found = try await secrets.found(in: everything, folder: site.temporary.path)
        #expect(found == [])
    }
}
