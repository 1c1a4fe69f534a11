import Bus
import Fleets
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import ScannerService

@Suite("Rooms of other fleets: which are nodes, by what name, and for how long")
struct BridgeRoomTests {
    @Test(
        "D9: a gateway that only says that it is there is no node; at its first beacon it is, with what was said before"
    )
    func availability() throws {
        let bridge = try BridgeFixture()
        bridge.say(.availability(room: "rf", isOnline: true), .availability(room: "gone", isOnline: false))
        #expect(bridge.state("rf") == nil && bridge.state("gone") == nil && bridge.client.handler.nodes.isEmpty)
        bridge.hear("rf")
        #expect(bridge.state("rf") == .running)
        #expect(bridge.client.handler.nodes[NodeID("rf")!]?.isAnnounced == true, "silence does not end it")
        bridge.say(.availability(room: "rf", isOnline: false))
        #expect(bridge.state("rf") == .idle)
        bridge.say(.away(room: "gone", BridgeFixture.beacon(7)))
        #expect(bridge.state("gone") == .idle, "an end is a word of a beacon, too")
        for number in 0..<2_000 { bridge.say(.availability(room: "x\(number)", isOnline: true)) }
        #expect(bridge.client.handler.held.count == 1_024 && bridge.counter("droppedAvailabilities") == 976, "R12")
    }

    @Test(
        "D9: a room that was said to be gone and speaks all the same ends by silence; one that is said to be there does not"
    )
    func silence() throws {
        let bridge = try BridgeFixture()
        bridge.say(.availability(room: "study", isOnline: false), .availability(room: "hall", isOnline: true))
        bridge.hear("study")
        bridge.hear("hall")
        bridge.bus.advance(.seconds(299))
        #expect(bridge.state("study") == .running)
        bridge.bus.advance(.seconds(2))
        #expect(bridge.state("study") == .idle && bridge.state("hall") == .running)
        // The fleets' broker was away: what it knew of the room counts no more.
        bridge.connect(false)
        bridge.connect()
        bridge.hear("hall")
        bridge.bus.advance(.seconds(301))
        #expect(bridge.state("hall") == .idle)
    }

    @Test("R14: rooms of fleets that are taken in no more are forgotten: nothing retained is left, nor their folder")
    func unconfigured() throws {
        let bridge = try BridgeFixture()
        bridge.hear("study")
        bridge.hear("hall", of: .minew)
        bridge.bus.advance(.seconds(2))
        #expect(
            bridge.retained("study").contains("state") && bridge.retained("study").contains { $0.contains("pages") })
        try bridge.startAgain { $0.fleets = [.minew] }
        bridge.bus.advance(.seconds(2))
        #expect(bridge.retained("study").isEmpty && !bridge.retained("hall").isEmpty)
        #expect(RoomFiles.exist(bridge.folder, "hall") && !RoomFiles.exist(bridge.folder, "study"))
        try bridge.startAgain()
        #expect(bridge.client.handler.book.rooms.values.map(\.name) == ["hall"], "kept nowhere")
    }

    @Test(
        "R14, R12: of more rooms than are allowed now the longest unheard are cleared, a few in each pass, names free again"
    )
    func lowered() throws {
        let bridge = try BridgeFixture()
        for number in 0..<40 {
            bridge.hear("room-\(number)")
            bridge.bus.advance(.milliseconds(100))
        }
        #expect(bridge.client.handler.nodes.count == 40)
        try bridge.startAgain { $0.mostRooms = 2 }
        // Before it was its turn.
        bridge.connect()
        bridge.hear("room-39")
        bridge.bus.advance(.seconds(10))
        let nodes = bridge.bus.broker.retained.keys.filter { $0.hasPrefix("\(BridgeFixture.root)/nodes/") }
        let left = Set(nodes.compactMap { $0.split(separator: "/").dropFirst(3).first })
        #expect(left == ["room-39", "room-38"])
        #expect(bridge.state("room-39") == .running)
        #expect((0..<38).allSatisfy { !RoomFiles.exist(bridge.folder, "room-\($0)") })
        try bridge.startAgain { $0.rooms = ["study": NodeID("room-38")!] }
        bridge.hear("study")
        bridge.bus.advance(.seconds(10))
        #expect(bridge.state("room-38") == .running && bridge.client.handler.book.dropped.isEmpty)
    }

    @Test("R14: a room whose retained state somebody clears is forgotten, and taken in anew when it hears a beacon")
    func forgotten() throws {
        let bridge = try BridgeFixture()
        for _ in 0..<3 {
            bridge.hear("study")
            bridge.bus.advance(.seconds(2))
            #expect(bridge.state("study") == .running)
            let journal = bridge.client.handler.nodes[NodeID("study")!]?.core.journal.id
            bridge.bus.inject("\(BridgeFixture.root)/nodes/study/state", "", retain: true)
            bridge.bus.advance(.seconds(2))
            #expect(bridge.retained("study").isEmpty && bridge.client.handler.nodes.isEmpty)
            #expect(!RoomFiles.exist(bridge.folder, "study"))
            bridge.hear("study")
            bridge.bus.advance(.seconds(1))
            #expect(bridge.state("study") == .running)
            #expect(bridge.client.handler.nodes[NodeID("study")!]?.core.journal.id != journal)
        }
        #expect(bridge.counter("forgottenRooms") == 3, "what the bridge clears itself is not taken for a wish")
    }

    @Test("R12: when there are too many rooms the longest unheard of before this start goes, never one that speaks")
    func fullOfOldRooms() throws {
        let bridge = try BridgeFixture { $0.mostRooms = 3 }
        for room in ["old", "older", "new"] { bridge.hear(room) }
        bridge.bus.advance(.seconds(5))
        bridge.hear("old")
        bridge.hear("new")
        bridge.hear("fourth")
        #expect(bridge.client.handler.nodes.count == 3 && bridge.state("fourth") == nil, "all have spoken")
        try bridge.startAgain { $0.mostRooms = 3 }
        bridge.connect()
        bridge.hear("new")
        bridge.hear("fourth")
        #expect(bridge.state("fourth") == nil, "the others may speak yet")
        bridge.bus.advance(.seconds(301))
        bridge.hear("fourth")
        #expect(bridge.state("fourth") == .running && bridge.counter("givenUpRooms") == 1)
        #expect(bridge.retained("older").isEmpty && !bridge.retained("old").isEmpty && !bridge.retained("new").isEmpty)
        bridge.hear("old")
        bridge.hear("fifth")
        #expect(bridge.state("fifth") == nil)
        // A week later.
        bridge.bus.advance(.seconds(7 * 86_400))
        bridge.hear("fourth")
        bridge.hear("old")
        bridge.hear("fifth")
        #expect(bridge.state("fifth") == .running && bridge.retained("new").isEmpty)
    }

    @Test("The operator's names win over those of before: the old node is cleared, another room gives way")
    func renamed() throws {
        let bridge = try BridgeFixture()
        bridge.hear("study")
        bridge.hear("hall")
        bridge.bus.advance(.seconds(2))
        try bridge.startAgain { $0.rooms = ["study": NodeID("hall")!] }
        #expect(bridge.retained("study").isEmpty && bridge.retained("hall").isEmpty)
        bridge.hear("hall")
        bridge.hear("study")
        let rooms = bridge.client.handler.book.rooms
        #expect(rooms[NodeID("hall")!]?.name == "study" && rooms.count == 2)
        #expect(bridge.state("hall") == .running)
        try bridge.startAgain { $0.rooms = ["study": NodeID("hall")!] }
        #expect(bridge.client.handler.book.rooms == rooms, "and stay so")
    }

    @Test("One node for two rooms is refused by the configuration's check, with both names")
    func equalNames() throws {
        let configuration = try Configuration.load(
            ServiceMain.table(BridgeMain.self),
            file: ("f", Array("bridge:\n  fleets: [minew]\n  rooms: {study: work, Studio: work, hall: hall}\n".utf8)))
        let problems = BridgeMain.problems(configuration)
        #expect(
            problems == [
                #"bridge.rooms makes "Studio" and "study" the same node work. Give each a node of its own."#
            ])
    }

    @Test("A room of OpenMQTTGateway or Theengs is the same room however the fleets are listed")
    func kin() throws {
        for fleets in [[Fleet.theengs, .openMQTTGateway], [.openMQTTGateway, .theengs], [.theengs]] {
            let inbox = FleetInbox()
            let handler = FleetHandler(
                fleets.map { .init(fleet: $0, parser: $0.parser()) }, inbox: inbox, logger: .silent, ring: {})
            let bridge = try BridgeFixture()
            let message = IncomingMessage(
                topicName: "home/TheengsGateway/BTtoMQTT/C0A1B2C3D4E5", topic: nil,
                payload: Array(#"{"id":"C0:A1:B2:C3:D4:E5","rssi":-60,"tempc":21}"#.utf8), receivedAt: bridge.bus.now)
            try handler.received([message], bridge.client.link)
            for arrival in inbox.take() {
                guard case .message(let fleet, let message) = arrival.word else { continue }
                bridge.say(message, of: fleet)
            }
            #expect(
                bridge.client.handler.book.rooms == [
                    NodeID("theengsgateway")!: RoomBook.Room(fleet: .openMQTTGateway, name: "TheengsGateway")
                ], "\(fleets)")
        }
    }
}

/// What is kept of rooms.
enum RoomFiles {
    static func exist(_ folder: TemporaryFolder, _ node: String) -> Bool {
        (try? Files.read("\(folder.path)/rooms/\(node)/journal.sqlite", limit: 1 << 24)) ?? nil != nil
    }
}
