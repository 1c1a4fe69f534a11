/// What is registered about one beacon (L11).
///
/// On the wire it carries its id and the id's parts; whoever writes one may give either.
public struct BeaconRecord: Equatable, Sendable {
    /// Which beacon.
    public var beacon: BeaconID
    /// What people call it.
    public var name: String?
    /// Anything, the four actions among it; may be empty.
    public var metadata: [String: JSONValue]
    /// Timing of its own.
    public var timing: RuleTiming?
    /// Calibrated RSSI at 1 m, dBm.
    public var power: Int64?
    /// Fields this version does not know; kept and passed on.
    public var others: [String: JSONValue] = [:]

    /// Each argument is the field of its name.
    public init(
        beacon: BeaconID, name: String? = nil, metadata: [String: JSONValue] = [:], timing: RuleTiming? = nil,
        power: Int64? = nil
    ) {
        self.beacon = beacon
        self.name = name
        self.metadata = metadata
        self.timing = timing
        self.power = power
    }

    /// Reads a record from JSON.
    ///
    /// - Throws: `recordInvalid`, naming the field and the reason; also for one of more than 16 KiB.
    public init(_ json: JSONValue) throws(BeaconBusError) {
        do {
            try Self.schema.check(json, code: .recordInvalid)
            self = try json.decode(BeaconRecord.self)
            let length = json.bytes.count
            guard length <= MessageCoder.maximumRecordLength else {
                throw BeaconBusError.tooLarge(length, limit: MessageCoder.maximumRecordLength)
            }
        } catch {
            let error = BeaconBusError.coding(error)
            throw BeaconBusError(
                .recordInvalid, reason: error.reason, suggestion: "See `beaconctl schema` for the fields of a record.")
        }
    }

    /// The record as JSON.
    public var json: JSONValue {
        // A record consists of values that can always be encoded.
        (try? JSONValue(encoding: self)) ?? .null
    }
}
