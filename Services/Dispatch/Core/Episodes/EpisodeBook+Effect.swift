import Schema

extension EpisodeBook {
    /// The answer to an activation that wants to act.
    enum Claim: Hashable, Sendable {
        /// It acts; `settle` must follow.
        case granted
        /// The episode's effect has been done.
        case joined
        /// Another one's action is pending; it is told by that one's `settle`.
        case wait
    }

    /// An activation wants to act, once an episode (`site`) or once by itself (`node`).
    ///
    /// - Parameter rejoined: what `begin` returned for it: an `initial` one that came into an episode in which something
    ///   was done does not act again (D23).
    mutating func claim(_ key: ActivationKey, scope: EffectScope, rejoined: Bool) -> Claim {
        guard let place = places[key], let episode = episode(of: key) else { return .granted }
        if scope == .node {
            return rejoined && (episode.effect == .done || episode.hasNodeEffect) ? .joined : .granted
        }
        if rejoined, episode.hasNodeEffect { return .joined }
        switch episode.effect {
        case .done: return .joined
        case .pending(let other) where other != key:
            update(place) { if !$0.waiting.contains(key) { $0.waiting.append(key) } }
            return .wait
        case .none, .pending:
            update(place) { $0.effect = .pending(key) }
            return .granted
        }
    }

    /// A granted activation has acted, or its action failed or came too late.
    ///
    /// - Returns: the activations that waited and are to claim again, in order: after an effect all of them, which then
    ///   join; after none the first one tries.
    mutating func settle(_ key: ActivationKey, scope: EffectScope, acted: Bool) -> [ActivationKey] {
        guard let place = places[key] else { return [] }
        var awake: [ActivationKey] = []
        update(place) { episode in
            guard scope == .site else {
                if acted { episode.hasNodeEffect = true }
                return
            }
            guard episode.effect == .pending(key) else { return }
            episode.effect = acted ? .done : .none
            awake = acted ? episode.waiting : Array(episode.waiting.prefix(1))
            episode.waiting.removeFirst(awake.count)
        }
        return awake
    }
}
