import Schema
import ServiceKit

/// The configuration keys of the metadata service.
enum MetadataKeys {
    static let formats = Key(
        "metadata.monitored.formats", .list(of: format, limit: 7), default: [.iBeacon, .altBeacon, .eddystone],
        "Formats of which every beacon is monitored; an empty list leaves the rules and the registered beacons.")
    static let rules = Key(
        "metadata.monitored.rules", .list(of: rule, limit: 64), default: [],
        "Further beacons to monitor, each a uuid, uuid/major, uuid/major/minor, namespace, or beacon id.")
    static let takeoverWait = Key(
        "metadata.takeoverWait", .duration(.zero...(.seconds(600))), default: .seconds(10),
        "How long nothing is done after the first connection, to find out whether another instance is at work; "
            + "0s only where all instances share one data folder.")

    static let all: [any ConfigurationKey] = [formats, rules, takeoverWait]

    private static let format = ValueType<BeaconFormat>(
        scalar: "one of "
            + BeaconFormat.allCases.filter { $0 != .other }.map(\.description).joined(separator: ", "),
        read: { text in BeaconFormat(name: text).flatMap { $0 == .other ? nil : $0 } }, render: \.description)

    private static let rule = ValueType<MonitorRule>(
        scalar: "a uuid, uuid/major, uuid/major/minor, a namespace of 20 hex digits, or a beacon id",
        read: MonitorRule.init(configured:), render: \.configured)
}
