/// The gateways of other makers, and our own topic for small devices, that can be taken in.
public enum Fleet: String, CaseIterable, Sendable, Hashable {
    case espresense
    case openMQTTGateway = "openmqttgateway"
    case theengs
    case roomAssistant = "room-assistant"
    case monitor
    case ble2mqtt
    case happyBubbles = "happy-bubbles"
    case minew
    case ruuvi
    /// `beaconbus-raw`, for devices that send advertising data as it is.
    case raw = "beaconbus-raw"

    /// The fleet whose rooms these are. OpenMQTTGateway and Theengs Gateway share topics and gateways' names, so nothing but
    /// the configuration could tell them apart: they are one, however they are configured.
    public var kin: Fleet { self == .theengs ? .openMQTTGateway : self }

    /// For people: the fleets that ``kin`` makes one are named together.
    public var title: String { kin == .openMQTTGateway ? "openmqttgateway or theengs" : rawValue }

    /// The first topic level where the maker's documentation says nothing else.
    public var usualRoot: String {
        switch self {
        case .espresense: "espresense"
        case .openMQTTGateway, .theengs: "home"
        case .roomAssistant: "room-assistant"
        case .monitor: "monitor"
        // Every device has a root of its own, BLE2MQTT-XXXX.
        case .ble2mqtt: "+"
        case .happyBubbles: "happy-bubbles"
        case .minew: "gw"
        case .ruuvi: "ruuvi"
        case .raw: "beaconbus-raw"
        }
    }

    /// A parser of its messages; `root` in place of the usual first levels.
    public func parser(root: String? = nil) -> any FleetParser {
        let root = root ?? usualRoot
        switch self {
        case .espresense: return ESPresenseParser(root: root)
        case .openMQTTGateway, .theengs: return OpenMQTTGatewayParser(root: root)
        case .roomAssistant: return RoomAssistantParser(root: root)
        case .monitor: return MonitorParser(root: root)
        case .ble2mqtt: return BLE2MQTTParser()
        case .happyBubbles: return HappyBubblesParser(root: root)
        case .minew: return MinewParser(root: root)
        case .ruuvi: return RuuviParser(root: root)
        case .raw: return RawBatchParser(root: root)
        }
    }
}
