import Schema

extension RegistryRecord {
    /// The identity a record names: by `beacon`, by uuid, major and minor, or by namespace and instance. Several are
    /// welcome as long as they say the same.
    static func identity(in members: [String: JSONValue], _ reasons: inout [String]) -> BeaconIdentity? {
        let before = reasons.count
        var found: [BeaconIdentity] = []
        if let value = members["beacon"] {
            if let identity = value.stringValue.flatMap({ BeaconID(asciiLowercased($0)) })?.identity {
                found.append(identity)
            } else {
                reasons.append("beacon \(shown(value)) is not \(BeaconID.form)")
            }
        }
        if members["uuid"] != nil || members["major"] != nil || members["minor"] != nil {
            if let identity = iBeacon(members, &reasons) { found.append(identity) }
        }
        if members["namespace"] != nil || members["instance"] != nil {
            if let identity = eddystone(members, &reasons) { found.append(identity) }
        }
        guard reasons.count == before else { return nil }
        guard let first = found.first else {
            reasons.append("no identity: give uuid, major and minor, or namespace and instance, or beacon")
            return nil
        }
        if let other = found.first(where: { $0 != first }) {
            reasons.append("two identities: \(first.id) and \(other.id); give one, or make them agree")
            return nil
        }
        return first
    }

    /// Sets the members that make up the identity, in canonical form.
    static func setParts(of identity: BeaconIdentity, in members: inout [String: JSONValue]) {
        if let uuid = identity.uuid, let major = identity.major, let minor = identity.minor {
            members["uuid"] = .string(uuid.description)
            members["major"] = .integer(Int64(major))
            members["minor"] = .integer(Int64(minor))
        }
        if let namespace = identity.namespace, let instance = identity.instance {
            members["namespace"] = .string(namespace.description)
            members["instance"] = .string(instance.description)
        }
    }

    private static func iBeacon(_ members: [String: JSONValue], _ reasons: inout [String]) -> BeaconIdentity? {
        let uuid = members["uuid"]?.stringValue.flatMap(BeaconUUID.init(lenient:))
        if uuid == nil { reasons.append(complaint("uuid", members["uuid"], "must be a UUID of 32 hex digits")) }
        let major = number("major", members["major"], &reasons)
        let minor = number("minor", members["minor"], &reasons)
        guard let uuid, let major, let minor else { return nil }
        return BeaconIdentity(iBeacon: uuid, major: major, minor: minor)
    }

    private static func eddystone(_ members: [String: JSONValue], _ reasons: inout [String]) -> BeaconIdentity? {
        let namespace = members["namespace"]?.stringValue.flatMap { EddystoneNamespace(asciiLowercased($0)) }
        if namespace == nil {
            reasons.append(complaint("namespace", members["namespace"], "must be 20 hex digits"))
        }
        let instance = members["instance"]?.stringValue.flatMap { EddystoneInstance(asciiLowercased($0)) }
        if instance == nil {
            reasons.append(complaint("instance", members["instance"], "must be 12 hex digits"))
        }
        guard let namespace, let instance else { return nil }
        return BeaconID("eddystone-\(namespace)-\(instance)")?.identity
    }

    private static func number(_ name: String, _ value: JSONValue?, _ reasons: inout [String]) -> UInt16? {
        if let number = value?.integerValue.flatMap({ UInt16(exactly: $0) }) { return number }
        reasons.append(complaint(name, value, "must be a whole number from 0 to 65535"))
        return nil
    }

    private static func complaint(_ name: String, _ value: JSONValue?, _ rule: String) -> String {
        value.map { "\(name) \(rule), not \(shown($0))" } ?? "\(name) is missing; it \(rule)"
    }

    /// A value for a message: short, and safe whatever it holds.
    private static func shown(_ value: JSONValue) -> String {
        value.stringValue.map(quoted) ?? quoted(value.description)
    }

    private static func asciiLowercased(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}
