package import Schema

extension ConnectionMachine {
    /// Another identity is to be used: what is connected drains first, what is not begins anew at once.
    ///
    /// The caller performs `changeIdentity` where it stands among the actions. A process that lives under the same
    /// name is not disturbed more often because of it (R9).
    package mutating func use(sameClient: Bool, _ now: Instant) -> [Action] {
        let isRivalled = sameClient && rivals.isConvinced
        if !sameClient {
            backoff.reset()
            rivals.undisturbed()
        }
        switch state {
        case .ready:
            enter(.switching(deadline: now + limits.switchDeadline))
            return []
        case .waiting where !isRivalled:
            return [.changeIdentity] + open(now)
        case .connecting:
            return [.abort, .changeIdentity] + open(now)
        case .checking, .subscribing:
            return [.close(publishingWill: false), .changeIdentity] + open(now)
        case .idle, .waiting, .probing:
            return [.changeIdentity]
        case .switching, .stopping, .stopped:
            return []
        }
    }

    /// The files of the certificate that was not accepted have been replaced: no need to wait longer.
    package mutating func filesReplaced(_ now: Instant) -> [Action] {
        guard case .waiting = state, !rivals.isConvinced else { return [] }
        return open(now)
    }
}
