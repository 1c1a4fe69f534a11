import Schema

/// What one monitored rule covers.
enum RuleScope: Hashable {
    /// One beacon.
    case beacon(BeaconIdentity)
    /// All iBeacons of one uuid and major.
    case major(BeaconUUID, UInt16)
    /// All iBeacons of one uuid.
    case uuid(BeaconUUID)
    /// All Eddystone UID beacons of one namespace.
    case namespace(EddystoneNamespace)
    /// Every beacon of the format. Not a rule on the wire but an entry in the list of formats.
    case format(BeaconFormat)

    /// How coarse a scope is.
    enum Level: Int, CaseIterable {
        case beacon, major, family, format
    }

    var level: Level {
        switch self {
        case .beacon: .beacon
        case .major: .major
        case .uuid, .namespace: .family
        case .format: .format
        }
    }

    /// The next coarser scope this one lies in; nil for a format.
    var parent: RuleScope? {
        switch self {
        case .beacon(let identity):
            if let uuid = identity.uuid, let major = identity.major {
                .major(uuid, major)
            } else if let namespace = identity.namespace {
                .namespace(namespace)
            } else {
                .format(identity.format)
            }
        case .major(let uuid, _): .uuid(uuid)
        case .uuid: .format(.iBeacon)
        case .namespace: .format(.eddystone)
        case .format: nil
        }
    }

    /// Whether one rule may stand for the whole scope.
    ///
    /// Addresses and resolving keys are never widened to their format: that would monitor every telephone that passes by.
    var mayStandForAll: Bool {
        switch self {
        case .format(.mac), .format(.irk): false
        default: true
        }
    }

    /// The bytes the scope's rule takes in the message, its comma included; never less than what the coder writes.
    var bytes: Int {
        // Ranges as written: uuid 36, namespace 20, instance 12 digits, major and minor up to 5.
        switch self {
        case .beacon(let identity):
            if identity.uuid != nil {
                #"{"uuid":"","major":,"minor":,"registered":true},"#.utf8.count + 36 + 5 + 5
            } else if identity.namespace != nil {
                #"{"namespace":"","instance":"","registered":true},"#.utf8.count + 20 + 12
            } else {
                #"{"beacon":"","registered":true},"#.utf8.count + identity.id.description.utf8.count
            }
        case .major: #"{"uuid":"","major":,"registered":true},"#.utf8.count + 36 + 5
        case .uuid: #"{"uuid":"","registered":true},"#.utf8.count + 36
        case .namespace: #"{"namespace":"","registered":true},"#.utf8.count + 20
        case .format(let format): #""","#.utf8.count + format.description.utf8.count
        }
    }
}

extension RuleScope: Comparable {
    /// A fixed order, coarse scopes first, so that equal registries give equal messages in every run.
    static func < (one: RuleScope, other: RuleScope) -> Bool {
        one.level != other.level ? one.level.rawValue > other.level.rawValue : one.text < other.text
    }

    private var text: String {
        switch self {
        case .beacon(let identity): identity.id.description
        case .major(let uuid, let major): "\(uuid) \(major)"
        case .uuid(let uuid): uuid.description
        case .namespace(let namespace): namespace.description
        case .format(let format): format.description
        }
    }
}
