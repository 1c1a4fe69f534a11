import Schema
import Store

extension DispatchEngine {
    /// What metadata said about one activation's beacon.
    enum Answer {
        /// Its record, as it came.
        case found(JSONValue)
        /// There is none.
        case unknown
        /// It cannot be told, now or ever.
        case failed(BeaconBusError)
        /// It did not fit into the answer.
        case deferred
    }

    /// Takes the answer to a look-up (L9, L10, L17).
    func answer(_ key: ActivationKey, _ answer: Answer, now: Instant) throws {
        guard let activation = live[key], !activation.isSettled else { return lookups.remove(key) }
        switch answer {
        case .found(let record):
            lookups.remove(key)
            counters.lookups += 1
            try decide(key, record, now)
        case .unknown:
            lookups.remove(key)
            counters.lookups += 1
            try settle(key, .none, reason: "the beacon is not registered", now: now)
        case .deferred:
            lookups.deferred(key, now: now)
        case .failed(let error):
            counters.lookupFailures += 1
            if error.retryable, lookups.failed(key, error, now: now) { return }
            lookups.remove(key)
            counters.lookups += 1
            let failure = BeaconBusError(
                .lookupFailed, reason: "\(activation.beacon): \(error.code): \(error.reason)",
                suggestion: error.suggestion, retryable: false, causes: [error])
            try settle(key, .failed, error: failure, now: now)
        }
    }

    private func decide(_ key: ActivationKey, _ record: JSONValue, _ now: Instant) throws {
        switch ActionDecision(record["metadata"]?.objectValue ?? [:]) {
        case .none: try settle(key, .none, reason: "the metadata has no action", now: now)
        case .invalid(let kind, let error): try settle(key, .failed, kind: kind, error: error, now: now)
        case .action(let action): try attempt(key, action, record, now)
        }
    }

    /// Lets an activation act, unless it is too old, its episode's effect is done or another one's pending, or a cooldown
    /// holds (D15, D16).
    private func attempt(_ key: ActivationKey, _ action: Action, _ record: JSONValue, _ now: Instant) throws {
        guard let activation = live[key], !activation.isSettled else { return }
        let time = time(now)
        if let limit = action.maximumAge, time - activation.first > limit {
            let age = (time - activation.first).saturatedMilliseconds / 1000
            return try settle(
                key, .expired, kind: action.kind,
                reason: "first seen \(age) s ago, its greatest age is \(limit.saturatedMilliseconds / 1000) s", now: now
            )
        }
        switch book.claim(key, scope: action.scope, rejoined: activation.isRejoined) {
        case .wait:
            waiting[key] = WaitingAction(action: action, record: record)
        case .joined:
            try settle(key, .joined, kind: action.kind, reason: "the episode has acted already", now: now)
        case .granted:
            let isCooling = try isCooling(activation, action, time)
            let obstacle = isCooling ? nil : try obstacle(action)
            // First the episode, because an activation that is ended and settled is forgotten.
            let awake = book.settle(key, scope: action.scope, acted: !isCooling && obstacle == nil)
            if isCooling {
                try settle(key, .joined, kind: action.kind, reason: "its cooldown lasts", now: now)
            } else if let obstacle {
                try settle(key, .failed, kind: action.kind, error: obstacle, now: now)
            } else {
                try act(key, activation, action, record, now)
            }
            for other in awake {
                guard let next = waiting.removeValue(forKey: other) else { continue }
                try attempt(other, next.action, next.record, now)
            }
        }
    }

    private func isCooling(_ activation: LiveActivation, _ action: Action, _ time: WallTime) throws -> Bool {
        guard let cooldown = action.cooldown,
            let last = try ledger.cooldown(activation.beacon, kind: action.kind.code)
        else { return false }
        return time - last < cooldown
    }

    private func obstacle(_ action: Action) throws -> BeaconBusError? {
        guard action.kind == .inboxAdd || action.kind == .inboxSave else { return nil }
        let inbox = action.inbox ?? settings.defaultInbox
        if try ledger.hasRoom(for: inbox) { return nil }
        return BeaconBusError(
            .actionFailed, reason: "there are too many inboxes for another one, \(inbox)",
            suggestion: "Use fewer inboxes.", retryable: false)
    }

    private func act(
        _ key: ActivationKey, _ activation: LiveActivation, _ action: Action, _ record: JSONValue, _ now: Instant
    ) throws {
        let time = time(now)
        try ledger.begin()
        switch action.kind {
        case .checkIn, .showAsset: break
        case .inboxAdd, .inboxSave:
            let inbox = action.inbox ?? settings.defaultInbox
            for asset in action.assets {
                if action.kind == .inboxAdd {
                    try ledger.addToInbox(
                        inbox, asset: asset, at: time, expires: action.expires,
                        activation: activation.id.description)
                } else {
                    try ledger.saveInInbox(
                        inbox, asset: asset, at: time, activation: activation.id.description)
                }
            }
            changedInboxes.insert(inbox)
            if let expires = action.expires { nextInboxExpiry = min(nextInboxExpiry ?? expires, expires) }
        }
        if let cooldown = action.cooldown {
            try ledger.setCooldown(activation.beacon, kind: action.kind.code, at: time, until: time + cooldown)
        }
        let message = ActionMessage(
            activation: activation.id, action: action, record: record, since: activation.first,
            age: time - activation.first, isLate: activation.ended != nil)
        try settle(key, .done, kind: action.kind, message: message, now: now)
    }

    /// Gives an activation its outcome: the only place where that happens (L19).
    func settle(
        _ key: ActivationKey, _ outcome: OutcomeKind, kind: ActionKind? = nil, reason: String? = nil,
        error: BeaconBusError? = nil, message: ActionMessage? = nil, now: Instant
    ) throws {
        guard var activation = live[key], !activation.isSettled else { return }
        lookups.remove(key)
        try ledger.begin()
        let text = OutcomeMessage(
            activation: activation.id, beacon: activation.beacon, outcome: outcome, action: kind, reason: reason,
            isLate: activation.ended != nil, error: error)
        let numbers = try ledger.settle(
            stream: key.stream, counter: key.counter, at: time(now), kind: outcome.code,
            action: message.map { message in (message.action.kind.code, { message.body(number: $0) }) },
            outcome: { _, action in text.body(action: action) })
        activation.isSettled = true
        openCount -= 1
        live[key] = activation
        forgetIfDone(key)
        guard numbers != nil else { return }
        counters.outcomes[outcome, default: 0] += 1
        if let message { counters.actions[message.action.kind, default: 0] += 1 }
    }
}
