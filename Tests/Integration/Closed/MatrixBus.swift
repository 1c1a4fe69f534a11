import Schema
import Support
import Synchronization

/// Two sites with equal node ids on one broker with the closed profile, their rights brought there by real gates.
final class MatrixBus: @unchecked Sendable {
    let sites: [ClosedSite]
    let broker: ClosedBroker
    let clients: [MatrixClient]
    let topics: [String]
    /// And what may be asked for at large.
    let filters: [String]
    /// What each may do, by the table.
    let writable: [MatrixClient: Set<String>]
    let readable: [MatrixClient: Set<String>]
    private let pairs: [String: ClosedSite.Pair]
    private let authority: String
    private let serial = Mutex(0)

    /// Sees and says everything; of no site, so that no gate takes its rights away.
    static let watcher = "op.elsewhere.watcher"

    static func make(_ folder: String, _ profile: ClosedBroker.Profile) async throws -> MatrixBus {
        let sites = try ["home", "away"].map { try ClosedSite($0, folder: folder) }
        let place = sites[0].broker
        for name in ["authority.pem", "crl.pem"] {
            try writeFile("\(place)/\(name)", try sites.map { try readFile("\($0.broker)/\(name)") }.joined())
        }
        try writeFile("\(place)/acl", "user \(watcher)\ntopic readwrite #\n")
        try writeFile("\(place)/dynamic-security.json", try rights(sites))
        var pairs: [String: ClosedSite.Pair] = [:]
        var clients: [MatrixClient] = []
        for site in sites {
            for client in MatrixClient.all(at: site.site.description) {
                clients.append(client)
                pairs[client.id] = try site.pair(
                    client.id, admitted: client.isAdmitted, validates: client.kind == "obs" ? [AppID("visits")!] : nil)
            }
            try site.publish()
        }
        pairs[watcher] = try sites[0].pair(watcher, admitted: false)
        let broker = try ClosedBroker(place, profile)
        let variant = profile == .aclFile ? "aclFile" : "dynamicSecurity"
        let gates = try sites.map { try ClosedGate($0, broker, variant: variant) }
        for gate in gates {
            guard await gate.settled() else { throw ChildProcess.Failure(description: "not settled: \(gate.log)") }
        }
        let bus = MatrixBus(sites, broker, clients, pairs, profile)
        // A SIGHUP is taken when the broker wakes, or forgotten and repeated; what the gates say later would be in the way.
        for site in sites.map(\.site) {
            let state = "beaconbus/\(site)/nodes/kitchen/state"
            let isIn = await eventually {
                await onThread {
                    let codes = bus.connect("n.\(site).kitchen")?.publish([(state, "")], retain: true)
                    return codes == [0] || codes == [0x10]
                }
            }
            guard isIn else { throw ChildProcess.Failure(description: "the broker does not know the nodes of \(site)") }
        }
        for gate in gates { await gate.stop() }
        bus.clear()
        return bus
    }

    private init(
        _ sites: [ClosedSite], _ broker: ClosedBroker, _ clients: [MatrixClient], _ pairs: [String: ClosedSite.Pair],
        _ profile: ClosedBroker.Profile
    ) {
        self.sites = sites
        self.broker = broker
        self.clients = clients
        self.pairs = pairs
        authority = "\(broker.folder)/authority.pem"
        let names = sites.map(\.site.description)
        let topics = names.flatMap { MatrixTopics.all(at: $0) } + MatrixTopics.outside
        let filters = topics + names.flatMap { MatrixTopics.filters(at: $0) } + MatrixTopics.widest
        (self.topics, self.filters) = (topics, filters)
        // Without the plugin there is nothing to steer.
        func possible(_ set: Set<String>) -> Set<String> {
            profile == .aclFile ? set.filter { !$0.hasPrefix("$") } : set
        }
        var rights: [MatrixClient: (writes: Set<String>, reads: Set<String>)] = [:]
        for client in clients {
            let allowed = MatrixTable.filters(of: client)
            rights[client] = (
                possible(MatrixTable.covered(topics, by: allowed.writes)),
                possible(MatrixTable.covered(filters, by: allowed.reads))
            )
        }
        writable = rights.mapValues(\.writes)
        readable = rights.mapValues(\.reads)
    }

    /// Both gates and the watcher.
    private static func rights(_ sites: [ClosedSite]) throws -> String {
        var clients: [JSONValue] = [["username": .string(watcher), "roles": [["rolename": "all"]]]]
        var roles: [JSONValue] = [
            [
                "rolename": "all",
                "acls": .array(
                    ["publishClientSend", "publishClientReceive", "subscribePattern"].map {
                        ["acltype": .string($0), "topic": "#", "allow": true]
                    }),
            ]
        ]
        var defaults: JSONValue = nil
        for site in sites {
            let own = try JSONValue.parse(text: try readFile("\(site.broker)/dynamic-security.json"))
            clients += own["clients"]?.arrayValue ?? []
            roles += own["roles"]?.arrayValue ?? []
            defaults = own["defaultACLAccess"] ?? nil
        }
        return JSONValue.object(["clients": .array(clients), "roles": .array(roles), "defaultACLAccess": defaults])
            .prettyDescription
    }

    /// Takes away everything retained.
    func clear() {
        guard let witness = connect(Self.watcher), witness.subscribe(["#"]) == [1] else { return }
        witness.loop(0.5)
        _ = witness.publish(Set(witness.received.map(\.topic)).map { ($0, "") }, retain: true)
    }

    /// A connection; through the people's listener, so that one name may have several.
    func connect(_ id: String, will: (topic: String, payload: String, retain: Bool)? = nil) -> RawClient? {
        guard let pair = pairs[id] else { return nil }
        // A handshake may fail on a busy machine; what is asked here is who may do what.
        for _ in 0..<3 {
            let number = serial.withLock { serial in
                serial += 1
                return serial
            }
            let client = RawClient("\(id)-\(number)", tls: (authority, pair.certificate, pair.key), will: will)
            switch client.connect(broker.people) {
            case .accepted: return client
            case .refused: return nil
            case .ended: continue
            }
        }
        return nil
    }

    /// Works on all clients, several at a time, each on a thread of its own.
    func forEach<Value: Sendable>(
        _ clients: [MatrixClient], _ body: @escaping @Sendable (MatrixClient) -> Value
    ) async -> [MatrixClient: Value] {
        await withTaskGroup(of: (MatrixClient, Value).self) { group in
            var results: [MatrixClient: Value] = [:]
            var rest = clients[...]
            for client in rest.prefix(4) { group.addTask { (client, await onThread { body(client) }) } }
            rest = rest.dropFirst(4)
            for await (client, value) in group {
                results[client] = value
                if let next = rest.popFirst() { group.addTask { (next, await onThread { body(next) }) } }
            }
            return results
        }
    }
}
