import Schema

/// The topics of the matrix: every channel of the contract, with names of the own and of others in its places.
enum MatrixTopics {
    /// What stands for a parameter; a new one in the contract has to be put here.
    private static let values: [String: [String]] = [
        "node": ["kitchen", "hall", "attic"], "observer": ["visits", "other"], "app": ["visits", "other"],
        "service": ["metadata", "dispatch", "bridge", "presence", "authority", "gate", "home"], "page": ["00"],
        "beacon": ["mac-0123456789ab"], "inbox": ["main"],
        "requester": ["n_kitchen", "s_kitchen", "op_anna", "svc_dispatch", "obs_visits"],
    ]

    private static let repliers = [
        "n_kitchen", "n_hall", "s_kitchen", "boot_kitchen", "boot_join", "svc_metadata", "obs_visits", "op_anna",
    ]

    /// Parameters without values; none, or the contract has grown.
    static var unknownParameters: Set<String> {
        Set(ChannelCatalogue.all.flatMap(\.parameters)).subtracting(values.keys)
    }

    /// All of a site.
    static func all(at site: String) -> [String] {
        var topics: [String] = []
        for channel in ChannelCatalogue.all {
            let root = channel.isPrivate ? "beaconbus-private/\(site)" : "beaconbus/\(site)"
            topics += expand(channel.address).map { "\(root)/\($0)" }
        }
        for client in repliers {
            for path in [
                "0a", "self/0b", "tokens/visits/0c", "tokens/other/0d", "validate/visits/0e", "validate/other/0f",
            ] {
                topics.append("beaconbus-private/\(site)/replies/\(client)/\(path)")
            }
        }
        return topics
    }

    /// Outside of all sites.
    static let outside = [
        "$CONTROL/dynamic-security/v1", "$CONTROL/other/v1", "$SYS/broker/version", "other/topic", "beaconbus",
    ]

    /// What may be asked for at large.
    static func filters(at site: String) -> [String] {
        let (open, closed) = ("beaconbus/\(site)", "beaconbus-private/\(site)")
        return [
            "\(open)/#", "\(open)/+/#", "\(open)/nodes/#", "\(open)/nodes/+/state", "\(open)/nodes/kitchen/#",
            "\(open)/nodes/kitchen/+", "\(open)/observers/#", "\(open)/services/#", "\(closed)/#", "\(closed)/+/#",
            "\(closed)/replies/#", "\(closed)/replies/+/#", "\(closed)/replies/n_kitchen/#",
            "\(closed)/replies/op_anna/#", "\(closed)/tokens/#", "\(closed)/tokens/visits/+",
            "\(closed)/tokens/+/kitchen",
            "\(closed)/enrol/+", "\(closed)/keys/+", "\(closed)/keys/commands/+/+", "\(closed)/apps/+/validate",
            "\(closed)/authority/commands/+/+",
            "$share/group/\(open)/#",
        ]
    }

    static let widest = ["#", "+/#", "+/+/#", "beaconbus/#", "beaconbus-private/#", "$SYS/#", "$CONTROL/#"]

    private static func expand(_ address: String) -> [String] {
        var results = [""]
        for level in address.split(separator: "/") {
            let name = String(level.dropFirst().dropLast())
            let choices = level.hasPrefix("{") ? values[name] ?? [] : [String(level)]
            results = results.flatMap { start in choices.map { start.isEmpty ? $0 : "\(start)/\($0)" } }
        }
        return results
    }
}
