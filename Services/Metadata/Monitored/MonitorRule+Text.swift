import Schema

/// The form a rule has in the configuration file.
extension MonitorRule {
    /// Reads `uuid`, `uuid/major`, `uuid/major/minor`, a namespace, or a beacon id; nil for anything else.
    init?(configured text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if let uuid = parts.first.flatMap(BeaconUUID.init(lenient:)), parts.count <= 3 {
            let numbers = parts.dropFirst().map { UInt16($0).map(Int64.init) }
            guard numbers.allSatisfy({ $0 != nil }) else { return nil }
            self.init(
                uuid: uuid, major: numbers.first ?? nil, minor: numbers.dropFirst().first ?? nil, registered: false)
        } else if let namespace = EddystoneNamespace(text) {
            self.init(namespace: namespace, registered: false)
        } else if let beacon = BeaconID(text) {
            self.init(beacon: beacon.identity, overrides: [])
            registered = false
        } else {
            return nil
        }
    }

    /// The rule as it stands in the configuration file.
    var configured: String {
        if let uuid {
            return [uuid.description, major?.description, minor?.description].compactMap(\.self).joined(separator: "/")
        }
        if let namespace {
            return instance.map { "eddystone-\(namespace)-\($0)" } ?? namespace.description
        }
        return beacon?.description ?? ""
    }
}
