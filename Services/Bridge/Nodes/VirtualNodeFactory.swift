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
    var clock: () -> Instant = { .now() }
    var stamp: () -> Stamp = { .now() }

    private var file: AtomicFile { AtomicFile(path: "\(folder)/rooms.json") }

    /// The rooms of before.
    func knownRooms() -> [NodeID: RoomBook.Room] {
        guard let bytes = try? file.read(), let members = (try? JSONValue.parse(bytes))?.objectValue else { return [:] }
        var rooms: [NodeID: RoomBook.Room] = [:]
        for (key, value) in members {
            guard let id = NodeID(key), let name = value["room"]?.stringValue,
                let fleet = value["fleet"]?.stringValue.flatMap({ Fleet(rawValue: $0) })
            else { continue }
            rooms[id] = RoomBook.Room(fleet: fleet, name: name)
        }
        return rooms
    }

    /// Keeps which rooms there are.
    func store(_ rooms: [NodeID: RoomBook.Room]) throws {
        let members = rooms.map { id, room in
            (
                id.description,
                JSONValue.object(["room": .string(room.name), "fleet": .string(room.fleet.rawValue)])
            )
        }
        try file.write(JSONValue.object(Dictionary(uniqueKeysWithValues: members)).bytes)
    }

    /// A node for a room, idle.
    func make(_ id: NodeID, _ room: RoomBook.Room) throws -> VirtualNode {
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
        let data = "\(folder)/rooms/\(id)"
        try Files.makeFolder(data)
        let core = try ScannerCore(
            options, journal: Journal(path: "\(data)/journal.sqlite", now: stamp()),
            alive: AliveFile(path: "\(data)/alive"), session: session, radio: radio, logger: logger, clock: stamp)
        return VirtualNode(id, room, core, radio, source)
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
