public import Schema

/// Reads the messages of one kind of fleet. Pure: what is remembered between messages is bounded, time comes in.
public protocol FleetParser: Sendable {
    /// The topic filters to subscribe to.
    var filters: [String] { get }

    /// What a message says; never throws: what cannot be read is `ignored` with the reason.
    ///
    /// `levels` are the topic's levels, `isRetained` says that the broker kept it: a retained reading is old and no
    /// sighting, a retained availability is the present one.
    mutating func parse(
        _ levels: [Substring], _ payload: [UInt8], isRetained: Bool, now: FleetTime
    ) -> [FleetMessage]
}

/// The moment a message came.
public struct FleetTime: Sendable {
    /// On the boot-time clock.
    public var instant: Instant
    /// On the wall clock, for stamps in messages.
    public var wall: WallTime

    public init(instant: Instant, wall: WallTime) {
        self.instant = instant
        self.wall = wall
    }
}

/// What a message of a fleet says. `room` is the gateway's own name, any text.
public enum FleetMessage: Sendable, Equatable {
    /// What one room heard.
    case reports(room: String, [FleetReport])
    /// The fleet says that a beacon is no longer heard in a room.
    case away(room: String, BeaconIdentity)
    /// The gateway came or went.
    case availability(room: String, isOnline: Bool)
    /// Nothing of ours, or nothing that can be read.
    case ignored(Ignored)

    /// Why a message is not taken in; counted by reason.
    public enum Ignored: String, Sendable, Hashable, CaseIterable {
        /// Settings, commands, telemetry of the gateway itself.
        case otherTopic
        case retained
        case broken
        case fieldMissing
        /// The name in it does not stay with one device.
        case noIdentity
        /// Another gateway speaks for this beacon.
        case notAuthoritative
        /// It was said before.
        case repeated
        case old
        case tooLong
        /// More than can be remembered.
        case tooMany
        /// A format of the maker that is not known here.
        case unsupported
    }
}

/// One beacon heard by one room.
public struct FleetReport: Sendable {
    /// Which beacon; nil where `advertisement` says it.
    public var identity: BeaconIdentity?
    public var address: BluetoothAddress?
    /// Whether the address is random; nil where the gateway does not say.
    public var isRandom: Bool?
    /// dBm, −127…20.
    public var rssi: Int8?
    /// Expected RSSI at 1 m in dBm.
    public var power: Int8?
    public var name: String?
    public var values = TelemetryValues()
    /// The AD structures as they were heard.
    public var advertisement: [UInt8]?
    /// How long ago it was heard. Too old ones are refused; of the others the beacon is first and last seen so long ago.
    public var age: Duration = .zero

    public init(
        identity: BeaconIdentity? = nil, address: BluetoothAddress? = nil, isRandom: Bool? = nil, rssi: Int8? = nil,
        power: Int8? = nil, name: String? = nil, values: TelemetryValues = TelemetryValues(),
        advertisement: [UInt8]? = nil, age: Duration = .zero
    ) {
        self.identity = identity
        self.address = address
        self.isRandom = isRandom
        self.rssi = rssi
        self.power = power
        self.name = name
        self.values = values
        self.advertisement = advertisement
        self.age = age
    }

    /// Older ones are no sightings any more.
    public static let greatestAge: Duration = .seconds(30)
    /// Reports taken from one message at most.
    public static let most = 256
}

extension FleetReport: Equatable {
    public static func == (left: FleetReport, right: FleetReport) -> Bool {
        left.identity == right.identity && left.address == right.address && left.isRandom == right.isRandom
            && left.rssi == right.rssi && left.power == right.power && left.name == right.name
            && BeaconTelemetry(left.values) == BeaconTelemetry(right.values)
            && left.advertisement == right.advertisement && left.age == right.age
    }
}
