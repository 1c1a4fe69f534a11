import Schema

extension RegistryRecord {
    /// The greatest size of one record as JSON, in bytes (design §3).
    static let maximumBytes = 16 * 1024
    /// The greatest length of a display name, in bytes.
    static let maximumNameBytes = 256
    /// The measured powers a beacon may have, in dBm at 1 m.
    static let powers: ClosedRange<Int64> = -127...20

    /// Checks a record as it came from outside and gives it its canonical form.
    ///
    /// A missing or null `metadata` is an empty one; null members of the record count as absent (D24); members that are
    /// not known are kept (D19).
    init(validating value: JSONValue) throws(RecordProblems) {
        guard case .object(let given) = value else {
            throw RecordProblems(["a record must be an object, e.g. {\"uuid\": …, \"major\": 1, \"minor\": 2}"])
        }
        var members = given.filter { !$0.value.isNull }
        var reasons: [String] = []
        let identity = Self.identity(in: members, &reasons)
        Self.checkName(members["name"], &reasons)
        Self.checkPower(members["power"], &reasons)
        Self.checkMetadata(members["metadata"], &reasons)
        let timing = Self.timing(members["timing"], &reasons)
        guard let identity, reasons.isEmpty else { throw RecordProblems(reasons) }

        members["beacon"] = .string(identity.id.description)
        Self.setParts(of: identity, in: &members)
        members["metadata"] = members["metadata"] ?? .object([:])
        members["timing"] = timing
        let json = JSONValue.object(members).bytes
        guard json.count <= Self.maximumBytes else {
            throw RecordProblems(["the record is \(json.count) bytes long, the limit is \(Self.maximumBytes)"])
        }
        self.init(identity: identity, json: json, overrides: Self.overrides(timing, members["power"]))
    }

    /// The members of a monitored rule that a record's own timing and power become.
    private static func overrides(_ timing: JSONValue?, _ power: JSONValue?) -> [UInt8] {
        var bytes: [UInt8] = []
        if let timing { bytes += Array(#","timing":"#.utf8) + timing.bytes }
        if let power { bytes += Array(#","power":"#.utf8) + power.bytes }
        return bytes
    }

    private static func checkName(_ value: JSONValue?, _ reasons: inout [String]) {
        guard let value else { return }
        guard case .string(let name) = value else { return reasons.append("name must be a text") }
        if name.utf8.count > maximumNameBytes {
            reasons.append("name is \(name.utf8.count) bytes long, the limit is \(maximumNameBytes)")
        }
    }

    private static func checkPower(_ value: JSONValue?, _ reasons: inout [String]) {
        guard let value else { return }
        if let power = value.integerValue, powers.contains(power) { return }
        reasons.append("power must be a whole number of dBm from \(powers.lowerBound) to \(powers.upperBound)")
    }

    private static func checkMetadata(_ value: JSONValue?, _ reasons: inout [String]) {
        if let value, value.objectValue == nil { reasons.append("metadata must be an object {…}; it may be empty") }
    }
}
