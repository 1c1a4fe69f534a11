import Schema
import ServiceKit

/// The configuration of dispatch.
enum DispatchKeys {
    static let takeoverWait = Key(
        "dispatch.takeoverWait", .duration(.zero ... .seconds(60)), default: .seconds(10),
        "How long nothing is done after the first connection, to yield to an instance that is at work; "
            + "0 where something else makes sure that there is only one.")
    static let onInitial = Key(
        "dispatch.actions.onInitial", .boolean, default: true,
        "Whether beacons that are there when the scanning begins lead to actions.")
    static let initialRate = Key(
        "dispatch.actions.initialRate", .integer(1...100_000), default: 500,
        "How many such beacons are looked up a second.")
    static let defaultInbox = Key(
        "dispatch.inboxes.default", .identifier, default: InboxID("main")!,
        "The inbox of actions that name none.")
    static let keep = Key(
        "dispatch.ledger.keep", .duration(.seconds(3600) ... .seconds(365 * 86_400)), default: .seconds(7 * 86_400),
        "How long outcomes and actions are kept, to be told and replayed.")
    static let maximumSize = Key(
        "dispatch.ledger.maximumMiB", .integer(16...1_048_576), default: 4096,
        "The greatest size of the ledger's file in MiB.")
    static let lookupPatience = Key(
        "dispatch.lookups.patience", .duration(.seconds(1) ... .seconds(86_400)), default: .seconds(15 * 60),
        "How long a look-up that fails is tried again.")
    static let nodePatience = Key(
        "dispatch.nodes.patience", .duration(.seconds(1) ... .seconds(86_400)), default: .seconds(15 * 60),
        "How long a node may be offline, stopped or lost before its beacons' stays count as over.")

    static let all: [any ConfigurationKey] = [
        takeoverWait, onInitial, initialRate, defaultInbox, keep, maximumSize, lookupPatience, nodePatience,
    ]
}

extension DispatchSettings {
    init(_ configuration: Configuration) {
        self.init()
        onInitial = configuration[DispatchKeys.onInitial]
        initialRate = configuration[DispatchKeys.initialRate]
        defaultInbox = configuration[DispatchKeys.defaultInbox]
        lookupPatience = configuration[DispatchKeys.lookupPatience]
        nodePatience = configuration[DispatchKeys.nodePatience]
    }
}
