/// One beacon in a batch (design §4).
public struct BatchEntry: Equatable, Sendable {
    /// Which beacon.
    public var beacon: BeaconID
    /// What happened; only in batches of kind `journal`, whose entries are of different kinds.
    public var kind: BeaconEvent?
    /// The entry's number in the journal.
    public var entry: Int64?
    /// The activation it belongs to.
    public var activation: ActivationID
    /// How the beacon says who it is.
    public var format: BeaconFormat
    /// The URL of an Eddystone URL beacon.
    public var url: String? {
        didSet { url = url?.cut(toBytes: BatchLimits.text) }
    }
    /// The address of the newest sighting.
    public var address: BluetoothAddress?
    /// Smoothed signal strength, dBm; nil while none was heard.
    public var rssi: Double?
    /// Expected signal strength at 1 m, dBm.
    public var power: Int64?
    /// Metres; nil without signal strength or power.
    public var distance: Double?
    /// How near it is.
    public var zone: BeaconZone
    /// Since its newest sighting, ms.
    public var age: Int64
    /// Since the activation's first sighting, ms.
    public var sinceFirst: Int64
    /// Sightings in this activation.
    public var samples: Int64
    /// Why the event came.
    public var cause: BeaconCause
    /// The name it gives itself.
    public var name: String? {
        didSet { name = name?.cut(toBytes: BatchLimits.text) }
    }
    /// What it says about itself.
    public var telemetry: BeaconTelemetry
    /// What changed; of kind `changed` only. At most 12 are written.
    public var changes: [BatchChange]
    /// The silence after which it becomes inactive, ms.
    public var timeout: Int64?

    /// Each argument is the field of its name.
    public init(
        beacon: BeaconID, kind: BeaconEvent? = nil, entry: Int64? = nil, activation: ActivationID,
        format: BeaconFormat? = nil, url: String? = nil, address: BluetoothAddress? = nil, rssi: Double? = nil,
        power: Int64? = nil, distance: Double? = nil, zone: BeaconZone, age: Int64, sinceFirst: Int64, samples: Int64,
        cause: BeaconCause, name: String? = nil, telemetry: BeaconTelemetry = BeaconTelemetry(),
        changes: [BatchChange] = [], timeout: Int64? = nil
    ) {
        self.beacon = beacon
        self.kind = kind
        self.entry = entry
        self.activation = activation
        self.format = format ?? beacon.identity.format
        self.url = url?.cut(toBytes: BatchLimits.text)
        self.address = address
        self.rssi = rssi
        self.power = power
        self.distance = distance
        self.zone = zone
        self.age = age
        self.sinceFirst = sinceFirst
        self.samples = samples
        self.cause = cause
        self.name = name?.cut(toBytes: BatchLimits.text)
        self.telemetry = telemetry
        self.changes = changes
        self.timeout = timeout
    }
}
