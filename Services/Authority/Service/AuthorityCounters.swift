import Schema
import ServiceKit

/// What the service counts: shown at /metrics and in its status.
struct AuthorityCounters {
    let enrolled: Counter
    let renewed: Counter
    let activated: Counter
    let joined: Counter
    let joinsRefused: Counter
    let repeated: Counter
    let commands: Counter
    let refused: Counter
    let rateLimited: Counter
    let foreignReplies: Counter
    let unsent: Counter
    let revokedPairs: Counter
    let unconfirmed: Counter
    private let metrics: Metrics

    init(_ metrics: Metrics) {
        self.metrics = metrics
        func issued(_ kind: String) -> Counter {
            metrics.counter("authority_pairs_total", "Pairs of certificates issued.", labels: ["kind": kind])
        }
        enrolled = issued("enrol")
        renewed = issued("renew")
        activated = metrics.counter("authority_activations_total", "Pairs put into use.")
        joined = metrics.counter("authority_joined_total", "Bootstrap certificates for approved machines.")
        joinsRefused = metrics.counter(
            "authority_joins_refused_total", "Machines refused for waiting under another name already.")
        repeated = metrics.counter("authority_repeated_total", "Requests that were answered as before.")
        commands = metrics.counter("authority_commands_total", "Commands carried out.")
        refused = metrics.counter("authority_refused_total", "Requests and commands refused.")
        rateLimited = metrics.counter("authority_rate_limited_total", "Requests refused for their rate.")
        foreignReplies = metrics.counter(
            "authority_foreign_replies_total", "Requests whose answer would have gone to somebody else.")
        unsent = metrics.counter("authority_unsent_replies_total", "Answers that could not be handed to the bus.")
        revokedPairs = metrics.counter("authority_revoked_pairs_total", "Pairs revoked for their age or by command.")
        unconfirmed = metrics.counter(
            "authority_unconfirmed_total", "Changes the broker has not confirmed in time.")
    }

    /// Counts a refusal, by its code, too.
    func refuse(_ code: ErrorCode) {
        refused.add()
        if code == .rateLimited { rateLimited.add() }
    }

    /// The counters of the retained status.
    func status(_ figures: AuthorityFigures) -> [String: Int64] {
        [
            "enrolled": enrolled.value, "renewed": renewed.value, "activated": activated.value,
            "joined": joined.value, "joins.refused": joinsRefused.value, "repeated": repeated.value,
            "commands": commands.value, "refused": refused.value,
            "rateLimited": rateLimited.value, "replies.foreign": foreignReplies.value, "replies.unsent": unsent.value,
            "pairs.revoked": revokedPairs.value, "gate.unconfirmed": unconfirmed.value, "nodes": figures.nodes,
            "nodes.waiting": figures.waiting, "pairs.active": figures.active, "pairs.pending": figures.pending,
            "revision": figures.revision, "list.number": figures.listNumber, "list.entries": figures.listEntries,
            "list.age": figures.listAge,
        ]
    }
}
