/// An enumeration whose wire words are static, so that writing and reading one allocates nothing.
protocol Wording: Sendable, Hashable {
    /// All cases, in a table made once.
    static var table: [Self] { get }

    /// The wire form.
    var word: StaticString { get }
}

extension BeaconEvent: Wording {
    static let table = allCases

    var word: StaticString {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .changed: "changed"
        }
    }
}

extension BatchKind: Wording {
    static let table = allCases

    var word: StaticString {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .changed: "changed"
        case .journal: "journal"
        }
    }
}

extension BeaconZone: Wording {
    static let table = allCases

    var word: StaticString {
        switch self {
        case .immediate: "immediate"
        case .near: "near"
        case .far: "far"
        case .unknown: "unknown"
        }
    }
}

extension BeaconCause: Wording {
    static let table = allCases

    var word: StaticString {
        switch self {
        case .initial: "initial"
        case .arrived: "arrived"
        case .silent: "silent"
        case .removed: "removed"
        case .outOfRange: "outOfRange"
        case .evicted: "evicted"
        case .stopped: "stopped"
        case .restarted: "restarted"
        case .zone: "zone"
        case .data: "data"
        case .name: "name"
        }
    }
}

extension BeaconFormat: Wording {
    static let table = allCases

    var word: StaticString { name }
}
