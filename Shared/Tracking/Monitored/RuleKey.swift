internal import Schema

/// What a rule is looked up by: an identity with the part cut off that the rule leaves open.
struct RuleKey: Hashable {
    /// How much of an identity a rule names; a more particular rule goes before a coarser one.
    enum Level: UInt8, CaseIterable {
        case group = 1
        case major = 2
        case exact = 3
    }

    let words: (UInt64, UInt64, UInt64)
    let level: Level

    init(_ target: MonitoredRule.Target) {
        switch target {
        case .uuid(let uuid):
            self.init(BeaconIdentity(iBeacon: uuid, major: 0, minor: 0), .group)
        case .major(let uuid, let major):
            self.init(BeaconIdentity(iBeacon: uuid, major: major, minor: 0), .major)
        case .namespace(let namespace):
            self.init(BeaconIdentity(eddystoneUID: namespace.high, UInt64(namespace.low) << 48), .group)
        case .beacon(let identity):
            self.init(identity, .exact)
        }
    }

    @inline(__always)
    init(_ identity: BeaconIdentity, _ level: Level) {
        var words = identity.words
        if level != .exact {
            // The lowest byte says what kind of identity it is.
            if identity.kind == .eddystoneUID {
                words.1 &= 0xffff_0000_0000_0000
                words.2 &= 0xff
            } else {
                words.2 &= level == .group ? 0xff : 0xffff_0000_0000_00ff
            }
        }
        self.words = words
        self.level = level
    }

    static func == (left: RuleKey, right: RuleKey) -> Bool {
        left.words == right.words && left.level == right.level
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(level)
    }
}
