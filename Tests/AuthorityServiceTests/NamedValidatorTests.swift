import Access
import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: who may judge an app's tokens")
struct NamedValidatorTests {
    private let judge = ClientID("obs.home.judge")!
    private let other = ClientID("obs.home.other")!

    /// The clients that may judge the app, as the gate is told.
    private func judges(_ bench: AuthorityBench, _ app: AppID = AuthorityBench.app) throws -> [String] {
        let text = try readFile("\(bench.folder.path)/access/access.json")
        return try AccessDocument(reading: Array(text.utf8)).identities
            .filter { $0.validates?.contains(app) ?? false }.map(\.client.description)
    }

    private func issue(_ bench: AuthorityBench, _ client: ClientID, _ apps: [AppID]?) throws {
        let request = try SigningRequest.make(for: client, key: PrivateKey.generate()).pem
        _ = try bench.tell(.issue, IssueCommand(client: client, request: request, validates: apps), IssueReply.self)
    }

    private func put(
        _ bench: AuthorityBench, _ client: ClientID, app: AppID = AuthorityBench.app
    ) throws -> AppChangeReply {
        try bench.tell(
            .appPut, AppPutCommand(app: app, validator: ValidatorDefinition(kind: .mqtt, client: client)),
            AppChangeReply.self)
    }

    @Test("H29: only the client that an app's validator names may judge its tokens, whoever else was issued for it")
    func named() throws {
        let bench = try AuthorityBench()
        try issue(bench, judge, [AuthorityBench.app])
        try issue(bench, other, [AuthorityBench.app])
        #expect(try judges(bench).isEmpty, "no validator names anybody")
        #expect(try put(bench, judge).advice == nil)
        #expect(try judges(bench) == ["obs.home.judge"])
    }

    @Test("H29, T24: another client named takes the right away from the one before at once, another kind from all")
    func renamed() throws {
        let bench = try AuthorityBench()
        for client in [judge, other] { try issue(bench, client, [AuthorityBench.app]) }
        _ = try put(bench, judge)
        let revision = try bench.store().revision()
        #expect(try put(bench, other).applied == false, "there is no gate that could have confirmed it")
        #expect(try bench.store().revision() > revision, "the gate is told")
        #expect(try judges(bench) == ["obs.home.other"])
        let unchanged = try bench.store().revision()
        #expect(try put(bench, other).applied == nil)
        #expect(try bench.store().revision() == unchanged, "nothing has changed, so nobody is disturbed")
        try bench.addApp()
        #expect(try judges(bench).isEmpty)
    }

    @Test("The answer says when the named client cannot judge yet, and how it can")
    func advice() throws {
        let bench = try AuthorityBench()
        let garden: AppID = AuthorityBench.name("garden")
        let first = try #require(try put(bench, judge).advice)
        #expect(first.contains("beaconctl cert issue obs.home.judge --validates site"), "\(first)")
        // One made for other purposes is none for this one.
        try issue(bench, judge, nil)
        #expect(try put(bench, judge).advice != nil)
        #expect(try judges(bench).isEmpty)
        try issue(bench, judge, [AuthorityBench.app])
        #expect(try put(bench, judge).advice == nil)
        #expect(try judges(bench) == ["obs.home.judge"])
        let second = try #require(try put(bench, judge, app: garden).advice)
        #expect(second.contains("--validates site --validates garden"), "the former one must not be lost: \(second)")
        _ = try bench.tell(.revoke, RevokeCommand(client: judge), RevokeReply.self)
        #expect(try put(bench, judge).advice != nil)
    }

    @Test("H29, T24: the records of a site from before are taken over, and its gate is told who may judge by now")
    func earlierSite() throws {
        let folder = TemporaryFolder()
        let key = try PrivateKey.generate().publicKey.pem
        do {
            let earlier = try Database(
                path: "\(folder.path)/authority.db", migrations: Array(AuthorityStore.migrations.prefix(2)))
            let insert = try earlier.statement("INSERT INTO apps (app, validator, enabled) VALUES ('site', ?, 1)")
            let validator = ValidatorDefinition(kind: .jwt, algorithm: .es256, key: key + "\n", audience: "beaconbus")
            try insert.bind(1, JSONValue(encoding: validator).bytes)
            try insert.run()
            try earlier.execute("INSERT INTO clients VALUES ('obs.home.judge', 'site')")
        }
        for _ in 0..<2 {
            let store = try AuthorityStore(folder: folder.path)
            #expect(try store.revision() == 2, "once")
            #expect(try store.app(AuthorityBench.app)?.validator.key == key)
            #expect(try store.database.integer("SELECT count(*) FROM key_spellings") == 1)
        }
    }

    @Test("A validator on the bus is named, an observer, and of this site")
    func checked() throws {
        let bench = try AuthorityBench()
        let definitions = [
            ValidatorDefinition(kind: .mqtt), ValidatorDefinition(kind: .mqtt, client: ClientID("obs.other.judge")),
            ValidatorDefinition(kind: .mqtt, client: ClientID("s.home.kitchen")),
        ]
        for definition in definitions {
            bench.refused(.configurationInvalid) {
                _ = try bench.tell(
                    .appPut, AppPutCommand(app: AuthorityBench.app, validator: definition), AppChangeReply.self)
            }
        }
    }
}
