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

    static let joiningBroker = Key(
        "lifecycle.joiningBroker", .optional(.address), default: nil,
        "Where a machine that nobody has announced asks to be let in; null = port 8884 of broker.address's host.")
    static let user = Key(
        "lifecycle.user", .identifier, default: UserID("owner")!, "The user this node runs for; goes with the token.")
    static let app = Key(
        "lifecycle.app", .identifier, default: AppID("site")!, "The app whose validator judges the access token.")
    static let tokenFile = Key(
        "lifecycle.token.file", .optional(.path), default: nil,
        "A file whose first line is an access token, closed to all but its owner.")
    static let tokenCommand = Key(
        "lifecycle.token.command", .list(of: .text(limit: 4_096), limit: 32), default: [],
        "A command, a list of its words, whose first line of output is an access token; run without a shell, 5 s.")
    static let observerOrder = Key(
        "lifecycle.observers.order", .list(of: .identifier, limit: 64), default: [ObserverID](),
        "Who is asked for a token first, in order; file and command stand for the two keys above. Who is not named "
            + "comes after them: file, command, then observers by their first registration.")
    static let observerTimeout = Key(
        "lifecycle.observers.timeout", .duration(.milliseconds(100)...(.seconds(30))), default: .seconds(5),
        "How long one of them may take to answer.")
    static let maxChainAge = Key(
        "lifecycle.maxChainAge", .duration(.seconds(60)...(.seconds(10 * 365 * 86_400))),
        default: .seconds(365 * 86_400),
        "How long certificates may be renewed without a new access token.")

    static let all: [any ConfigurationKey] =
        [CommonKeys.node] + NodeKeys.all + [
            policy, firstWait, greatestWait, joiningBroker, user, app, tokenFile, tokenCommand, observerOrder,
            observerTimeout, maxChainAge,
        ]
}
