import Bus
import Fleets
import Schema
import ServiceKit
import Store
import Tracking

/// Makes virtual nodes: a folder, a journal and a tracker each; and remembers which rooms there are.
struct VirtualNodeFactory {
    /// The bridge's data folder.
    let folder: String
    let settings: ScannerSettings
    let logger: Logger
    /// The bridge's own session file does for the cores, which never raise it themselves.
    let session: SessionFile
    let numbers: EventCounter
    var clock: () -> Instant = { .now() }
    var stamp: () -> Stamp = { .now() }

    private var file: AtomicFile { AtomicFile(path: "\(folder)/rooms.json") }

    /// The rooms of before.
    func knownRooms() -> [NodeID: RoomBook.Known] {
        guard let bytes = try? file.read(), let members = (try? JSONValue.parse(bytes))?.objectValue else { return [:] }
        var rooms: [NodeID: RoomBook.Known] = [:]
        for (key, value) in members {
            guard let id = NodeID(key), let name = value["room"]?.stringValue,
                let fleet = value["fleet"]?.stringValue.flatMap({ Fleet(rawValue: $0) })
            else { continue }
            rooms[id] = RoomBook.Known(
                room: RoomBook.Room(fleet: fleet, name: name),
                heard: value["heard"]?.stringValue.flatMap { WallTime($0) })
        }
        return rooms
    }

    /// Keeps which rooms there are.
    func store(_ rooms: [NodeID: RoomBook.Known]) throws {
        var members: [String: JSONValue] = [:]
        for (id, known) in rooms {
            var member: [String: JSONValue] = [
                "room": .string(known.room.name), "fleet": .string(known.room.fleet.rawValue),
            ]
            if let heard = known.heard { member["heard"] = .string(heard.description) }
            members[id.description] = .object(member)
        }
        try file.write(JSONValue.object(members).bytes)
    }

    private func folder(of id: NodeID) -> String { "\(folder)/rooms/\(id)" }

    /// Removes all that is kept of a room; its journal is closed.
    func remove(_ id: NodeID) { RoomFolder.remove(folder(of: id)) }

    /// A node for a room, idle. `firstHead` is the number of a head before all that it will publish.
    func make(_ id: NodeID, _ room: RoomBook.Room, firstHead: UInt64) throws -> VirtualNode {
        let timing = room.fleet.timing(settings.timing)
        var radioSettings = settings.radio
        radioSettings.tracker.timing = timing
        radioSettings.monitored = MonitoredSet(
            formats: settings.formats, base: timing, pathLoss: settings.pathLoss)
        let source = FleetSource(room: room.name)
        var options = ScannerOptions(node: id)
        options.version = ServiceMain.version
        // The fleet says again whether the room is there; until then its beacons are unknown (D9).
        options.resumesRun = false
        options.formats = settings.formats
        options.timing = timing
        options.pathLoss = settings.pathLoss
        options.asksForKeys = false
        let radio = PushedRadio(radioSettings, source: source, clock: clock)
        let data = folder(of: id)
        try Files.makeFolder(data)
        let core = try ScannerCore(
            options, journal: Journal(path: "\(data)/journal.sqlite", now: stamp()),
            alive: AliveFile(path: "\(data)/alive"), session: session, radio: radio, logger: logger, clock: stamp)
        return VirtualNode(id, room, core, radio, source, numbers: numbers, firstHead: firstHead)
    }
}

extension Fleet {
    /// Gateways that report seldom, and only what they have made sure of themselves, need one report and more patience.
    func timing(_ base: Timing) -> Timing {
        let (sightings, timeout): (UInt8?, Duration) =
            switch self {
            case .espresense: (1, .seconds(30))
            case .openMQTTGateway, .theengs: (1, .seconds(150))
            case .roomAssistant, .ble2mqtt: (1, .seconds(60))
            case .monitor: (1, .seconds(300))
            case .ruuvi: (1, .seconds(60))
            case .happyBubbles, .minew, .raw: (nil, .seconds(30))
            }
        return Timing(
            sightings: sightings ?? base.sightings, window: base.window, timeout: max(base.timeout, timeout),
            range: base.range)
    }
}
