import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite struct FileTokenTests {
    private let file = ValidatorDefinition(kind: .file)

    private func make(
        _ bench: JudgeBench, user: UserID? = nil, node: NodeID? = nil, validity: Duration = .seconds(3_600),
        count: Int64 = 1
    ) throws -> [String] {
        try TokenJudge.create(
            TokenCreateCommand(app: JudgeBench.app, user: user, node: node, count: count), in: bench.database,
            at: bench.now, until: bench.now + validity)
    }

    @Test("T2: a token enrols once, whatever the request that comes second")
    func enrolsOnce() async throws {
        let bench = try JudgeBench()
        let token = try make(bench)[0]
        let use = try await bench.judge(file, JudgeBench.question(token)).get()
        // Two requests with one token under way at the same time: both were judged, one issues.
        let other = try await bench.judge(file, JudgeBench.question(token)).get()
        try bench.spend(use)
        #expect(throws: BeaconBusError.tokenUsed) { try bench.spend(other, request: "r-2") }
        #expect(throws: BeaconBusError.tokenUsed) { try bench.spend(use) }
        #expect(await bench.judge(file, JudgeBench.question(token)).code == .tokenUsed)
    }

    @Test("a transaction that fails after the token was spent leaves it good")
    func rollsBack() async throws {
        let bench = try JudgeBench()
        let token = try make(bench)[0]
        let use = try await bench.judge(file, JudgeBench.question(token)).get()
        struct Late: Error {}
        #expect(throws: Late.self) {
            try bench.database.transaction {
                try use.spend(
                    in: bench.database, app: JudgeBench.app, node: JudgeBench.kitchen, request: RequestID("r-1")!,
                    at: bench.now)
                throw Late()
            }
        }
        try bench.spend(try await bench.judge(file, JudgeBench.question(token)).get())
    }

    @Test("a token is good for its app, its user, its node and its time only")
    func limits() async throws {
        let bench = try JudgeBench()
        let token = try make(bench, user: JudgeBench.user, node: JudgeBench.kitchen)[0]
        func code(_ question: ValidateRequest) async -> ErrorCode? { await bench.judge(file, question).code }
        #expect(await code(JudgeBench.question(token, node: NodeID("hall")!)) == .tokenInvalid)
        #expect(await code(JudgeBench.question(token, user: UserID("eve")!)) == .tokenInvalid)
        #expect(await code(JudgeBench.question(token, app: AppID("other")!)) == .tokenInvalid)
        #expect(await code(JudgeBench.question(token + "x")) == .tokenInvalid)
        #expect(await code(JudgeBench.question(String(token.dropLast()))) == .tokenInvalid)
        #expect(await code(JudgeBench.question("")) == .tokenMissing)
        #expect(await code(JudgeBench.question(nil)) == .tokenMissing)
        #expect(await code(JudgeBench.question(token)) == nil)
        bench.bus.advance(.seconds(3_600))
        #expect(await code(JudgeBench.question(token)) == .tokenExpired)
    }

    @Test("D13: neither tokens nor parts of them are in the database's files")
    func storesHashesOnly() async throws {
        let bench = try JudgeBench()
        let tokens = try make(bench, count: 20)
        try bench.spend(try await bench.judge(file, JudgeBench.question(tokens[0])).get())
        for name in ["authority.db", "authority.db-wal"] {
            let bytes = try Array(readFile(bench.folder.path + "/" + name).utf8)
            for token in tokens { #expect(!contains(bytes, Array(token.utf8.prefix(12)))) }
        }
        #expect(Set(tokens).count == 20)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 })
    }

    @Test("an app has a bounded number of unused tokens")
    func isBounded() throws {
        let bench = try JudgeBench()
        try bench.database.transaction { for _ in 0..<100 { _ = try make(bench, count: 100) } }
        #expect(throws: BeaconBusError(.busy, reason: "", suggestion: "")) { try make(bench) }
    }

    @Test("what was spent is remembered for long after the token's end, then let go")
    func purges() async throws {
        let bench = try JudgeBench()
        let token = try make(bench)[0]
        try bench.spend(try await bench.judge(file, JudgeBench.question(token)).get())
        _ = try make(bench)
        try TokenJudge.purge(in: bench.database, at: bench.now + .seconds(399 * 86_400))
        #expect(await bench.judge(file, JudgeBench.question(token)).code == .tokenUsed)
        try TokenJudge.purge(in: bench.database, at: bench.now + .seconds(402 * 86_400))
        #expect(
            try bench.database.integer(
                "SELECT (SELECT COUNT(*) FROM file_tokens) + (SELECT COUNT(*) FROM spent_tokens)") == 0)
    }

    @Test("D5: a renewal is not a question of tokens")
    func renewal() async throws {
        let bench = try JudgeBench()
        #expect(try await bench.judge(file, JudgeBench.question(nil, purpose: .renew)).get() == .nothing)
    }

    private func contains(_ bytes: [UInt8], _ piece: [UInt8]) -> Bool {
        guard bytes.count >= piece.count else { return false }
        return (0...(bytes.count - piece.count)).contains { bytes[$0..<($0 + piece.count)].elementsEqual(piece) }
    }
}
