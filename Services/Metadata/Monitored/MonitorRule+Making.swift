import Schema

extension MonitorRule {
    /// The rule for one registered beacon.
    /// - Parameter overrides: its own timing and power as ``RegistryRecord`` keeps them.
    init(beacon identity: BeaconIdentity, overrides: [UInt8]) {
        let members =
            overrides.isEmpty ? nil : try? JSONValue.parse(Array("{".utf8) + overrides.dropFirst() + Array("}".utf8))
        let isById = identity.uuid == nil && identity.namespace == nil
        self.init(
            uuid: identity.uuid, major: identity.major.map(Int64.init), minor: identity.minor.map(Int64.init),
            namespace: identity.namespace, instance: identity.instance, beacon: isById ? identity.id : nil,
            registered: true, timing: members?["timing"].flatMap { try? $0.decode(RuleTiming.self) },
            power: members?["power"]?.integerValue)
    }

    /// The rule for a group of registered beacons; nil for a format, which is no rule.
    init?(group: RuleScope) {
        switch group {
        case .beacon(let identity): self.init(beacon: identity, overrides: [])
        case .major(let uuid, let major): self.init(uuid: uuid, major: Int64(major), registered: true)
        case .uuid(let uuid): self.init(uuid: uuid, registered: true)
        case .namespace(let namespace): self.init(namespace: namespace, registered: true)
        case .format: return nil
        }
    }
}
