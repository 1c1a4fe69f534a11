import Bus
import Schema
import Support
import Synchronization

/// A real `beacon-bridge` on a real mosquitto, a fleet of ESPresense rooms played on another one, and what the bus says.
final class BridgeSite: Sendable {
    static let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
    static let beacon = "ibeacon-\(uuid)-1-7"

    let folder: String
    let bus: BrokerAddress
    let fleet: BrokerAddress
    private let process = Mutex<ChildProcess?>(nil)

    init(folder: String, bus: BrokerAddress, fleet: BrokerAddress) {
        self.folder = folder
        self.bus = bus
        self.fleet = fleet
    }

    deinit { kill() }

    func launch() throws {
        let child = try ChildProcess(
            BuiltProgram.path("beacon-bridge"),
            [
                "--site", "home", "--broker", "127.0.0.1:\(bus.port)", "--data-dir", "\(folder)/bridge", "--fleets",
                "espresense", "--fleet-broker", "127.0.0.1:\(fleet.port)",
            ], environment: ["SWIFT_BACKTRACE": "enable=no"], output: "\(folder)/bridge.log")
        process.withLock { $0 = child }
    }

    /// kill -9.
    func kill() {
        process.withLock {
            $0?.kill()
            $0 = nil
        }
    }

    /// What a room says of the beacon, twice at most 5 s apart in real life.
    static func hear(_ room: String, _ client: BusClient<RecordingHandler>, rssi: Int = -63) {
        client.perform { _, link in
            try? link.publish(
                rawTopic: "espresense/devices/iBeacon:\(uuid)-1-7/\(room)",
                Array(
                    #"{"mac":"c0a1b2c3d4e5","id":"iBeacon:\#(uuid)-1-7","rssi@1m":-59,"rssi":\#(rssi),"distance":1.4,"int":512}"#
                        .utf8))
        }
    }

    static func status(_ room: String, _ word: String, _ client: BusClient<RecordingHandler>) {
        client.perform { _, link in
            try? link.setRetained(rawTopic: "espresense/rooms/\(room)/status", Array(word.utf8))
        }
    }
}

/// What was heard on the bus so far.
struct BridgeEar: Sendable {
    let log: RecordingHandler.Log

    func bodies(_ topic: String) -> [JSONValue] {
        log.read { state in
            state.received.filter { $0.topicName == "beaconbus/home/\(topic)" }.compactMap {
                $0.payload.isEmpty ? .null : try? JSONValue.parse($0.payload)
            }
        }
    }

    /// The activations of the beacon in an event of a node, in order.
    func activations(_ node: String, _ event: String) -> [String] {
        bodies("nodes/\(node)/beacons/\(event)").flatMap { $0["beacons"]?.arrayValue ?? [] }
            .filter { $0["beacon"]?.stringValue == BridgeSite.beacon }
            .compactMap { $0["activation"]?.stringValue ?? $0["activation"]?.integerValue.map { "\($0)" } }
    }

    func state(_ node: String) -> JSONValue? { bodies("nodes/\(node)/state").last }

    func word(_ node: String) -> String? { state(node)?["state"]?.stringValue }

    func counter(_ key: String) -> Int64 { bodies("services/bridge").last?["counters"]?[key]?.integerValue ?? 0 }

    /// Readings of the beacon by a node.
    func readings(_ node: String) -> Int {
        bodies("nodes/\(node)/beacons/readings").reduce(0) { sum, body in
            sum + (body["beacons"]?.arrayValue ?? []).count { $0["beacon"]?.stringValue == BridgeSite.beacon }
        }
    }
}
