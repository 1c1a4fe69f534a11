internal import Fleets
internal import Schema
package import ServiceKit

/// The bridge as a program.
package enum BridgeMain: ServiceProgram {
    package static let name = "beacon-bridge"
    package static let section = "bridge"
    package static let summary = "Makes the rooms and gateways of other fleets nodes of the site."
    package static let keys: [any ConfigurationKey] = BridgeKeys.all

    package static func check(_ context: ServiceContext) throws {
        let problems = problems(context.configuration)
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    }

    /// What does not fit together.
    static func problems(_ configuration: Configuration) -> [String] {
        var problems: [String] = []
        if configuration[BridgeKeys.fleets].isEmpty {
            problems.append(
                "bridge.fleets is empty. Name the fleets: \(Fleet.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        for name in configuration[BridgeKeys.roots].keys where Fleet(rawValue: name) == nil {
            problems.append("bridge.roots names \(quoted(name)), which is no fleet.")
        }
        let named = Dictionary(grouping: configuration[BridgeKeys.rooms], by: \.value)
        for (node, rooms) in named.sorted(by: { $0.key.description < $1.key.description }) where rooms.count > 1 {
            let names = rooms.map { quoted($0.key) }.sorted().joined(separator: " and ")
            problems.append("bridge.rooms makes \(names) the same node \(node). Give each a node of its own.")
        }
        return problems
    }

    package static func services(_ context: ServiceContext) throws -> [any Service] { [try Bridge(context)] }
}
