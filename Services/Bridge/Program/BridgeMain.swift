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
        var problems: [String] = []
        if context.configuration[BridgeKeys.fleets].isEmpty {
            problems.append(
                "bridge.fleets is empty. Name the fleets: \(Fleet.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        for name in context.configuration[BridgeKeys.roots].keys where Fleet(rawValue: name) == nil {
            problems.append("bridge.roots names \(quoted(name)), which is no fleet.")
        }
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    }

    package static func services(_ context: ServiceContext) throws -> [any Service] { [try Bridge(context)] }
}
