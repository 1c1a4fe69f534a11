/// Messages as the gateways of each fleet send them, written from their makers' formats: an arrival in a room, and how the
/// fleet says that the beacon has gone or the room is offline.
public struct RecordedFleet: Sendable {
    /// A message: topic, payload, whether it is published as retained.
    public struct Message: Sendable {
        public var topic: String
        public var payload: String
        public var isRetained: Bool

        init(_ topic: String, _ payload: String, retained: Bool = false) {
            self.topic = topic
            self.payload = payload
            isRetained = retained
        }
    }

    /// The fleet's name in the configuration.
    public var fleet: String
    /// The room or gateway as the fleet writes it, and the node it becomes.
    public var room: String
    public var node: String
    /// The gateway says that it is there; nil where it never does.
    public var online: Message?
    /// Heard once.
    public var heard: [Message]
    /// The beacon that was heard.
    public var beacon: String
    /// The fleet says that the beacon has gone; nil where it leaves that to us.
    public var gone: Message?
    /// The gateway's last will; nil where it has none.
    public var offline: Message?

    private static let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
    private static let beacon = "ibeacon-\(uuid)-1-7"
    private static let bare = uuid.filter { $0 != "-" }
    private static let advertisement = "0201061aff4c000215\(bare)00010007c5"

    /// One of each kind. `stamp` is the time of day now, RFC 3339, for those that send one.
    public static func all(stamp: String) -> [RecordedFleet] {
        [
            RecordedFleet(
                fleet: "espresense", room: "Living Room", node: "living-room",
                online: Message("espresense/rooms/Living Room/status", "online", retained: true),
                heard: [
                    Message(
                        "espresense/devices/iBeacon:\(uuid)-1-7/Living Room",
                        #"{"mac":"c0a1b2c3d4e5","id":"iBeacon:\#(uuid)-1-7","name":"Keys","rssi@1m":-59,"rssi":-63.25,"rxAdj":0,"rssiVar":2.1,"distance":1.42,"var":0.2,"int":512}"#
                    )
                ], beacon: beacon,
                offline: Message("espresense/rooms/Living Room/status", "offline", retained: true)),
            RecordedFleet(
                fleet: "openmqttgateway", room: "OpenMQTTGateway", node: "openmqttgateway",
                online: Message("home/OpenMQTTGateway/LWT", "online", retained: true),
                heard: [
                    Message(
                        "home/OpenMQTTGateway/BTtoMQTT/C0A1B2C3D4E5",
                        #"{"id":"C0:A1:B2:C3:D4:E5","mac_type":1,"name":"ATC_C3D4E5","rssi":-71,"brand":"Xiaomi","model":"TH Sensor","model_id":"LYWSD03MMC/MJWSD05MMC_ATC","type":"THB","tempc":21.5,"tempf":70.7,"hum":46.2,"batt":87,"volt":2.94}"#
                    )
                ], beacon: "mac-c0a1b2c3d4e5",
                gone: Message(
                    "home/OpenMQTTGateway/BTtoMQTT/C0A1B2C3D4E5", #"{"id":"C0:A1:B2:C3:D4:E5","state":"offline"}"#),
                offline: Message("home/OpenMQTTGateway/LWT", "offline", retained: true)),
            RecordedFleet(
                fleet: "theengs", room: "TheengsGateway", node: "theengsgateway",
                online: Message("home/TheengsGateway/LWT", "online", retained: true),
                heard: [
                    Message(
                        "home/TheengsGateway/BTtoMQTT/C0A1B2C3D4E5",
                        #"{"name":"iBeacon","id":"C0:A1:B2:C3:D4:E5","rssi":-58,"brand":"GENERIC","model":"iBeacon","model_id":"IBEACON","type":"BCON","mfid":"4c00","uuid":"\#(bare)","major":1,"minor":7,"txpower":-59}"#
                    )
                ], beacon: beacon, offline: Message("home/TheengsGateway/LWT", "offline", retained: true)),
            RecordedFleet(
                fleet: "room-assistant", room: "kitchen", node: "kitchen",
                heard: [
                    Message(
                        "room-assistant/entity/kitchen/bluetooth-low-energy-presence-sensor/ble-\(bare)-1-7",
                        #"{"entity":{"attributes":{"distance":1.5,"lastUpdatedAt":"\#(stamp)"},"id":"ble-\#(bare)-1-7","name":"Keys Room Presence","state":"kitchen","distributed":true,"stateLocked":true,"distances":{"kitchen":{"lastUpdatedAt":"\#(stamp)","distance":1.5,"outOfRange":false}},"timeout":60,"measuredValues":{"kitchen":{"rssi":-63,"measuredPower":-59}}},"diff":[],"hasAuthority":true}"#
                    )
                ], beacon: beacon,
                gone: Message(
                    "room-assistant/entity/kitchen/bluetooth-low-energy-presence-sensor/ble-\(bare)-1-7",
                    #"{"entity":{"attributes":{},"id":"ble-\#(bare)-1-7","name":"Keys Room Presence","state":"not_home","distances":{"kitchen":{"distance":1.5,"outOfRange":true}},"timeout":60,"measuredValues":{}},"hasAuthority":true}"#
                ),
                offline: Message("room-assistant/status/kitchen", "offline")),
            RecordedFleet(
                fleet: "monitor", room: "first floor", node: "first-floor",
                online: Message("monitor/first floor/status", "online"),
                heard: [
                    Message(
                        "monitor/first floor/\(uuid.uppercased())-1-7",
                        #"{"id":"\#(uuid.uppercased())-1-7","confidence":"100","name":"Anna's "old" keys","type":"APPLE_IBEACON","rssi":"-64","mac":"C0:A1:B2:C3:D4:E5","report_delay":"0","observed_interval":"1","power":"-59","movement":"none","retained":"false","timestamp":"2026-11-30T12:00:00+0100","version":"0.2.200"}"#
                    )
                ], beacon: beacon,
                gone: Message(
                    "monitor/first floor/\(uuid.uppercased())-1-7",
                    #"{"id":"\#(uuid.uppercased())-1-7","confidence":"0","last_seen":"1764500000","retained":"false","timestamp":"2026-11-30T12:05:00+0100","version":"0.2.200"}"#
                ), offline: Message("monitor/first floor/status", "offline")),
            RecordedFleet(
                fleet: "ble2mqtt", room: "BLE2MQTT-470C", node: "ble2mqtt-470c",
                online: Message("BLE2MQTT-470C/Status", "Online", retained: true),
                heard: [
                    ("Type", "iBeacon"), ("RSSI", "-63"), ("UUID", uuid), ("Major", "1"), ("Minor", "7"),
                    ("Distance", "1.58"),
                ].map { Message("BLE2MQTT-470C/c0:a1:b2:c3:d4:e5/\($0.0)", $0.1) }, beacon: beacon,
                offline: Message("BLE2MQTT-470C/Status", "Offline", retained: true)),
            RecordedFleet(
                fleet: "happy-bubbles", room: "hall", node: "hall",
                heard: [
                    Message(
                        "happy-bubbles/ble/hall/ibeacon/\(bare)",
                        #"{"hostname":"hall","mac":"c0a1b2c3d4e5","rssi":-66,"is_scan_response":"0","type":"3","data":"\#(advertisement)","beacon_type":"ibeacon","uuid":"\#(bare)","major":"0001","minor":"0007","tx_power":"c5"}"#
                    )
                ], beacon: beacon),
            RecordedFleet(
                fleet: "minew", room: "AC233FC01234", node: "ac233fc01234",
                heard: [
                    Message(
                        "gw/ac233fc01234/status",
                        #"[{"timestamp":"\#(stamp)","type":"Gateway","mac":"AC233FC01234","bleName":"","gatewayFree":96,"gatewayLoad":0.2},{"timestamp":"\#(stamp)","type":"Unknown","mac":"C0A1B2C3D4E5","bleName":"","rssi":-64,"rawData":"\#(advertisement)"}]"#
                    )
                ], beacon: beacon),
            RecordedFleet(
                fleet: "ruuvi", room: "C8:25:2D:8E:9C:2C", node: "c8-25-2d-8e-9c-2c",
                heard: [
                    Message(
                        "ruuvi/C8:25:2D:8E:9C:2C",
                        #"{"data":{"coordinates":"","timestamp":1574082635,"nonce":"A","gw_mac":"C8:25:2D:8E:9C:2C","tags":{"CB:B8:33:4C:88:4F":{"rssi":-58,"timestamp":1574082635,"data":"0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f"}}}}"#
                    )
                ], beacon: "mac-cbb8334c884f"),
            RecordedFleet(
                fleet: "beaconbus-raw", room: "shelf-3", node: "shelf-3",
                online: Message("beaconbus-raw/shelf-3/status", "online", retained: true),
                heard: [
                    Message(
                        "beaconbus-raw/shelf-3/reports",
                        #"{"v":1,"reports":[{"address":"c0:a1:b2:c3:d4:e5","type":1,"rssi":-61,"data":"\#(advertisement)","age":12}]}"#
                    )
                ], beacon: beacon, offline: Message("beaconbus-raw/shelf-3/status", "offline", retained: true)),
        ]
    }
}
