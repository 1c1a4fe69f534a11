import Access
import Schema
import Support
import Testing

@Suite("Dynamic security")
struct DynamicSecurityTests {
    private typealias Contents = DynamicSecurity.Contents

    private static func contents(_ document: AccessDocument) -> Contents {
        Contents(document, in: Roots(site: document.site))
    }

    private static func apply(_ commands: [DynamicSecurity.Command], to contents: Contents) -> Contents {
        var contents = contents
        for command in commands { contents.apply(command) }
        return contents
    }

    /// Another site, an administrator and the gates, as they may share one broker.
    private static var foreign: Contents {
        var contents = contents(AccessFixture.document(site: "away", nodes: ["kitchen", "hall"]))
        contents.clients["admin"] = DynamicSecurity.Client(roles: ["admin"], epoch: 0)
        contents.roles["admin"] = [DynamicSecurity.Entry(kind: "publishClientSend", topic: "#")]
        for name in ["svc.home.gate", "svc.away.gate"] {
            contents.clients[name] = DynamicSecurity.Client(roles: [name], epoch: 0)
            contents.roles[name] = []
        }
        return contents
    }

    @Test("Whatever the plugin holds, the commands lead to what the document says, and touch nobody else")
    func converges() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let names = (0..<12).map { "node\($0)" }
        for _ in 0..<300 {
            let wanted = Self.contents(
                AccessFixture.document(nodes: names.filter { _ in Bool.random(using: &generator) }))
            var current = Self.contents(
                AccessFixture.document(nodes: names.filter { _ in Bool.random(using: &generator) }))
            current = Self.damage(current, &generator)
            let foreign = Self.foreign
            current.clients.merge(foreign.clients) { $1 }
            current.roles.merge(foreign.roles) { $1 }
            let commands = DynamicSecurity.commands(from: current, to: wanted, site: AccessFixture.site)
            let result = Self.apply(commands, to: current)
            #expect(result.clients == wanted.clients.merging(foreign.clients) { $1 }, "seed \(seed)")
            #expect(result.roles == wanted.roles.merging(foreign.roles) { $1 }, "seed \(seed)")
            #expect(result.defaults == wanted.defaults, "seed \(seed)")
            #expect(
                DynamicSecurity.commands(from: result, to: wanted, site: AccessFixture.site).isEmpty, "seed \(seed)")
        }
    }

    /// Somebody has been at it by hand.
    private static func damage(_ contents: Contents, _ generator: inout SeededGenerator) -> Contents {
        var contents = contents
        for name in contents.clients.keys.sorted() where Int.random(in: 0..<6, using: &generator) == 0 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: contents.clients[name]?.isEnabled = false
            case 1: contents.clients[name]?.roles = ["admin"]
            case 2: contents.clients[name]?.epoch = 9
            default: contents.clients[name] = nil
            }
        }
        for name in contents.roles.keys.sorted() where Int.random(in: 0..<6, using: &generator) == 0 {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: contents.roles[name]?.insert(DynamicSecurity.Entry(kind: "publishClientSend", topic: "#"))
            case 1: contents.roles[name] = nil
            default: contents.roles[name]?.removeAll()
            }
        }
        if Bool.random(using: &generator) { contents.defaults["publishClientReceive"] = true }
        return contents
    }

    @Test("R17: whoever has to go is cut off before anything else, and who comes in gets a role before a client")
    func order() throws {
        var wanted = AccessFixture.document(nodes: ["hall"])
        let epoch = try #require(wanted.identities.firstIndex { $0.client.description == "n.home.hall" })
        wanted.identities[epoch].epoch = 1
        wanted.identities.append(AccessIdentity(client: AccessFixture.client("op.home.bert")))
        let current = Self.contents(AccessFixture.document(nodes: ["kitchen", "hall"]))
        let commands = DynamicSecurity.commands(from: current, to: Self.contents(wanted), site: AccessFixture.site)
        #expect(
            commands.map(\.name) == [
                "deleteClient", "deleteClient", "deleteClient", "deleteClient", "createClient", "createRole",
                "createClient", "deleteRole", "deleteRole", "deleteRole",
            ])
        #expect(commands.contains(.deleteClient("n.home.hall")), "the epoch ends the session of one who may come back")
        #expect(!commands.contains(.deleteClient("s.home.hall")))
    }

    @Test("The plugin's file lets in the gate and the document's identities, and denies by default")
    func file() throws {
        let document = AccessFixture.document()
        let value = try JSONValue.parse(DynamicSecurity.file(document, in: AccessFixture.roots))
        #expect(
            value["defaultACLAccess"] == [
                "publishClientSend": false, "publishClientReceive": false, "subscribe": false, "unsubscribe": true,
            ])
        let names = try #require(value["clients"]?.arrayValue).compactMap { $0["username"]?.stringValue }
        #expect(names == (document.identities.map(\.client.description) + ["svc.home.gate"]).sorted())
        #expect(value["clients"]?.arrayValue?.allSatisfy { $0["password"] == nil } == true)
        let empty = try JSONValue.parse(DynamicSecurity.emptyFile(site: AccessFixture.site, in: AccessFixture.roots))
        #expect(empty["clients"]?.arrayValue?.compactMap { $0["username"] } == ["svc.home.gate"])
    }

    @Test("Answers are read with their pages, and anything else is refused")
    func responses() throws {
        let text = """
            {"responses":[{"command":"listClients","correlationData":"1","data":{"totalCount":3,"clients":[
            {"username":"n.home.hall","textname":"epoch 4","roles":[{"rolename":"n.home.hall"}],"groups":[]},
            {"username":"admin","disabled":true,"roles":[],"groups":[]}]}},{"command":"deleteClient",
            "error":"Client not found"}]}
            """
        let responses = try DynamicSecurity.Response.read(Array(text.utf8))
        var contents = Contents()
        let page = try contents.addClients(try #require(responses.first))
        #expect(page.total == 3 && page.count == 2)
        #expect(contents.clients["n.home.hall"] == DynamicSecurity.Client(roles: ["n.home.hall"], epoch: 4))
        #expect(contents.clients["admin"]?.isEnabled == false)
        #expect(responses[1].error == "Client not found")
        for broken in ["", "{}", #"{"responses":[{}]}"#, #"{"responses":1}"#] {
            #expect(throws: BeaconBusError.self) { try DynamicSecurity.Response.read(Array(broken.utf8)) }
        }
    }
}
