import Schema
import ServiceKit

/// The configuration of a node's life cycle.
enum LifecycleKeys {
    static let policy = Key(
        "lifecycle.policy", .choice(), default: RunPolicy.manual, flag: "policy",
        "Who starts the node: manual = a start command and nothing else; automatic = by itself at boot, on ready and "
            + "after a forced stop.")
    static let firstWait = Key(
        "lifecycle.backoff.first", .duration(.milliseconds(100)...(.seconds(3_600))), default: .seconds(1),
        "How long policy automatic waits before it starts again; doubled each time, half of it random.")
    static let greatestWait = Key(
        "lifecycle.backoff.greatest", .duration(.seconds(1)...(.seconds(86_400))), default: .seconds(120),
        "The longest wait before policy automatic starts again.")

    static let all: [any ConfigurationKey] =
        [CommonKeys.node] + NodeKeys.all + [policy, firstWait, greatestWait]
}
