import Schema
import Testing

@Suite("Topics")
struct TopicTests {
    static let site = SiteID("home")!
    static let roots = Roots(site: site)
    static let node = NodeID("kitchen")!
    static let anna = Requester(kind: .operator, name: "anna")!

    static let table: [(Topic, String)] = {
        let beacon = BeaconID("mac-aabbccddeeff")!
        let observer = ObserverID("gate")!
        let id = RequestID("0123456789abcdef0123456789abcdef")!
        return [
            (.nodeState(node), "beaconbus/home/nodes/kitchen/state"),
            (.nodeLost(node), "beaconbus/home/nodes/kitchen/lost"),
            (.nodeEvent(node, .started), "beaconbus/home/nodes/kitchen/events/started"),
            (.nodeEvent(node, .startFailed), "beaconbus/home/nodes/kitchen/events/start-failed"),
            (.nodeEvent(node, .stateChanged), "beaconbus/home/nodes/kitchen/events/state-changed"),
            (.nodeCommand(node, .start, anna), "beaconbus/home/nodes/kitchen/commands/start/op_anna"),
            (.nodeDesired(node), "beaconbus/home/nodes/kitchen/desired"),
            (.calibration(node), "beaconbus/home/nodes/kitchen/calibration"),
            (.scanner(node), "beaconbus/home/nodes/kitchen/scanner"),
            (.scannerLost(node), "beaconbus/home/nodes/kitchen/scanner/lost"),
            (
                .scannerCommand(node, .halt, Requester(kind: .node, node)),
                "beaconbus/home/nodes/kitchen/scanner/commands/halt/n_kitchen"
            ),
            (.beacons(node), "beaconbus/home/nodes/kitchen/beacons"),
            (.beaconPage(node, BeaconPageNumber(63)!), "beaconbus/home/nodes/kitchen/beacons/pages/3f"),
            (.beaconEvent(node, .active), "beaconbus/home/nodes/kitchen/beacons/active"),
            (.beaconEvent(node, .changed), "beaconbus/home/nodes/kitchen/beacons/changed"),
            (.unacknowledged(node), "beaconbus/home/nodes/kitchen/beacons/unacknowledged"),
            (.acknowledged(node), "beaconbus/home/nodes/kitchen/beacons/acknowledged"),
            (.readings(node), "beaconbus/home/nodes/kitchen/beacons/readings"),
            (.monitored, "beaconbus/home/monitored"),
            (.metadataLookup(anna), "beaconbus/home/metadata/lookup/op_anna"),
            (.metadataCommand(.import, anna), "beaconbus/home/metadata/commands/import/op_anna"),
            (.metadataChanged, "beaconbus/home/metadata/changed"),
            (.action(.inboxSave), "beaconbus/home/actions/inbox-save"),
            (.actionCommand(.replay, anna), "beaconbus/home/actions/commands/replay/op_anna"),
            (.outcomes, "beaconbus/home/actions/outcomes"),
            (.inbox(InboxID("front-desk")!), "beaconbus/home/inboxes/front-desk"),
            (.observer(observer), "beaconbus/home/observers/gate"),
            (.observerLost(observer), "beaconbus/home/observers/gate/lost"),
            (.presence(beacon), "beaconbus/home/presence/mac-aabbccddeeff"),
            (.service(ServiceName("dispatch")!), "beaconbus/home/services/dispatch"),
            (.serviceLost(ServiceName("dispatch")!), "beaconbus/home/services/dispatch/lost"),
            (.tokens(observer, node), "beaconbus-private/home/tokens/gate/kitchen"),
            (.enrol(node), "beaconbus-private/home/enrol/kitchen"),
            (.renew(node), "beaconbus-private/home/renew/kitchen"),
            (.activate(NodeID("kitchen")!), "beaconbus-private/home/activate/kitchen"),
            (.join(NodeID("kitchen")!), "beaconbus-private/home/join/kitchen"),
            (
                .authorityCommand(.nodeAdd, Requester("op_anna")!),
                "beaconbus-private/home/authority/commands/node-add/op_anna"
            ),
            (.validate(AppID("visits")!), "beaconbus-private/home/apps/visits/validate"),
            (.keys(node), "beaconbus-private/home/keys/kitchen"),
            (.keyCommand(.put, anna), "beaconbus-private/home/keys/commands/put/op_anna"),
            (.reply(anna, ReplyPath(id)), "beaconbus-private/home/replies/op_anna/0123456789abcdef0123456789abcdef"),
            (
                .reply(Requester(kind: .node, node), .tokens(observer, id)),
                "beaconbus-private/home/replies/n_kitchen/tokens/gate/0123456789abcdef0123456789abcdef"
            ),
        ]
    }()

    @Test("Every topic of the design has its path and is read back from it", arguments: table)
    func paths(topic: Topic, path: String) {
        #expect(topic.path(in: Self.roots) == path)
        #expect(Topic(path, in: Self.roots) == topic)
        #expect(TopicFilter(topic).matches(topic))
        #expect(topic.isPrivate == path.hasPrefix("beaconbus-private/"))
    }

    @Test("The longest topic keeps to 8 slashes and 256 bytes")
    func longest() throws {
        let long = String(repeating: "x", count: 32)
        let site = try #require(SiteID(String(long.prefix(24))))
        let roots = try Roots(site: site, publicPrefix: "\(long)/\(long)", privatePrefix: "\(long)/\(long.dropLast())")
        let node = try #require(NodeID(long))
        let requester = try #require(Requester(kind: .bootstrap, name: long))
        let id = try #require(RequestID(String(repeating: "f", count: 32)))
        let observer = try #require(ObserverID(long))
        for topic: Topic in [
            .scannerCommand(node, .discover, requester), .reply(requester, .tokens(observer, id)),
            .metadataCommand(.configure, requester),
        ] {
            let path = topic.path(in: roots)
            #expect(path.utf8.count <= Topic.maximumLength)
            #expect(path.count(where: { $0 == "/" }) <= Topic.maximumSlashes)
            #expect(Topic(path, in: roots) == topic)
        }
    }

    @Test(
        "R10: a malformed topic is none of ours",
        arguments: [
            "", "/", "beaconbus", "beaconbus/home", "beaconbus/home/", "beaconbus/home//state",
            "beaconbus/away/monitored",
            "beaconbus/home/monitored/", "beaconbus/home/nodes/+/state", "beaconbus/home/nodes/#",
            "beaconbus/home/nodes/Kitchen/state", "beaconbus/home/nodes/kitchen/state/x",
            "beaconbus/home/nodes/kitchen/commands/start/anna", "beaconbus/home/nodes/kitchen/commands/start/op_",
            "beaconbus/home/nodes/kitchen/commands/stop/xx_anna",
            "beaconbus/home/nodes/kitchen/commands/reboot/op_anna",
            "beaconbus/home/nodes/kitchen/beacons/pages/40", "beaconbus/home/nodes/kitchen/beacons/pages/3F",
            "beaconbus/home/nodes/kitchen/beacons/pages/0", "beaconbus/home/presence/mac-AABBCCDDEEFF",
            "beaconbus/home/enrol/kitchen", "beaconbus-private/home/monitored",
            "beaconbus-private/home/replies/op_anna", "beaconbus-private/home/replies/op_anna/",
            "beaconbus-private/home/replies/op_anna/a/b/c/d/e", "beaconbus-private/home/replies/op_anna/a+b",
            "beaconbus/home/nodes/kitch\u{0}en/state", "beaconbus/home/nodes/küche/state", "$SYS/broker/uptime",
            "beaconbus-private/home/replies/op_anna/" + String(repeating: "a", count: 300),
            String(repeating: "/", count: 200), "beaconbusx/home/monitored",
        ])
    func malformed(path: String) {
        #expect(Topic(path, in: Self.roots) == nil)
    }

    @Test("Filters take in what they say and nothing else")
    func filters() {
        func matching(_ filter: TopicFilter) -> [String] {
            Self.table.filter { filter.matches($0.0) }.map(\.1)
        }
        #expect(matching(.nodeCommands(Self.node)) == ["beaconbus/home/nodes/kitchen/commands/start/op_anna"])
        #expect(matching(.nodeCommands(NodeID("cellar")!)).isEmpty)
        #expect(matching(.nodeEvents()).count == 3)
        #expect(matching(.nodeEvents(Self.node, .ready)).isEmpty)
        #expect(matching(.replies(to: Self.anna)).count == 1)
        #expect(matching(.beaconEvents(nil, .active)) == ["beaconbus/home/nodes/kitchen/beacons/active"])
        #expect(TopicFilter.replies(to: Self.anna).path(in: Self.roots) == "beaconbus-private/home/replies/op_anna/#")
        #expect(TopicFilter.nodeState().path(in: Self.roots) == "beaconbus/home/nodes/+/state")
        #expect(TopicFilter.keys.path(in: Self.roots) == "beaconbus-private/home/keys/+")
    }

    @Test("D14: an answer goes below the asker's own reply topic or nowhere")
    func replyTopics() throws {
        let command = Topic.nodeCommand(Self.node, .start, Self.anna)
        #expect(try command.replyTopic(nil, in: Self.roots) == nil)
        let own = "beaconbus-private/home/replies/op_anna/1"
        #expect(try command.replyTopic(own, in: Self.roots)?.path(in: Self.roots) == own)
        for foreign in [
            "beaconbus-private/home/replies/op_berta/1", "beaconbus/home/nodes/kitchen/state",
            "beaconbus-private/away/replies/op_anna/1", "x", "beaconbus-private/home/replies/op_anna/#",
        ] {
            let error = #expect(throws: BeaconBusError.self) { try command.replyTopic(foreign, in: Self.roots) }
            #expect(error?.code == .replyToInvalid)
        }
    }

    @Test("Roots take one or two levels and lie apart")
    func roots() throws {
        #expect(
            try Roots(site: Self.site, publicPrefix: "acme/bb", privatePrefix: "acme/bb-private").public
                == "acme/bb/home")
        for (first, second) in [
            ("a", "a"), ("a/b/c", "d"), ("", "d"), ("A", "d"), ("a+", "d"), ("a", "a/home"), ("a/", "d"),
        ] {
            let error = #expect(throws: BeaconBusError.self) {
                try Roots(site: Self.site, publicPrefix: first, privatePrefix: second)
            }
            #expect(error?.code == .configurationInvalid)
        }
    }
}
