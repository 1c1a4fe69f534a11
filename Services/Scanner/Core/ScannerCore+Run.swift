import Bus
import Schema
import ServiceKit
import Store
import Tracking

extension ScannerCore {
    private static let runKey = "run"

    /// Does what the run machine asks for. `link` is nil only before the first connection, when nobody waits for an answer.
    func perform(_ actions: [RunMachine.Action], _ link: BusLink?) {
        guard !actions.isEmpty else { return }
        status.touch()
        for action in actions {
            switch action {
            case .open(let token): radio.send(.open(token: token))
            case .begin(let token): begin(token)
            case .close(let token): radio.send(.close(token: token))
            case .store(let run): store(run)
            case .freeze: alive.write(clock(), .stopped)
            case .answer(let addresses, let scanning, let run, let error):
                answer(addresses, scanning: scanning, run, error, link)
            }
        }
    }

    /// The released run of before the restart.
    func storedRun() throws -> RunMachine.Run? {
        guard let bytes = try journal.state(Self.runKey) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard parts.count == 2, let id = RunID(String(parts[0])), let attempt = UInt64(parts[1]) else { return nil }
        return RunMachine.Run(id: id, attempt: attempt)
    }

    private func store(_ run: RunMachine.Run?) {
        do {
            try journal.setState(Self.runKey, run.map { Array("\($0.id) \($0.attempt)".utf8) })
        } catch {
            // The worst that follows is that a restart waits for its release again, or is told to halt.
            logger.error("the run cannot be stored", .reason("\(error)"))
        }
    }

    private func begin(_ token: UInt64) {
        let present = clock()
        var saved: [SavedActivation] = []
        var cause = TrackerEvent.Cause.restarted
        do {
            (saved, cause) = try savedActivations(at: present)
        } catch {
            logger.error("activations of before cannot be read", .reason("\(error)"))
        }
        numbers.removeAll()
        totals.close(statistics)
        statistics = RadioStatistics()
        radio.send(.begin(token: token, saved: saved, cause: cause))
        logger.info("run released", .run(machine.run?.id.description ?? ""), .count("resumed", saved.count))
    }

    /// The activations that may go on, with their age at `present` (D12).
    private func savedActivations(at present: Stamp) throws -> ([SavedActivation], TrackerEvent.Cause) {
        let last = alive.read()
        let now = journal.clock.time(present.instant)
        let sinceAlive = last.flatMap { $0.stamp.elapsed(to: present) }
        let saved = try journal.goingActivations().compactMap { record -> SavedActivation? in
            guard let entry = EntryRecord(record.entry.body) else { return nil }
            let sinceDecision = now - record.at
            // Known to be going on when it was decided, and at the last word of the process before.
            let ages = [journal.clock.wentBack ? nil : sinceDecision, sinceAlive].compactMap { $0 }
            return SavedActivation(
                identity: entry.identity, activation: UInt64(clamping: record.entry.activation),
                sinceFirst: sinceDecision + .milliseconds(Int64(clamping: entry.sinceFirst)),
                age: ages.filter { $0 >= .zero }.min(), zone: entry.zone, name: entry.name)
        }
        return (saved, last?.ending == .stopped ? .stopped : .restarted)
    }

    private func answer(
        _ addresses: [ReplyAddress], scanning: Bool, _ run: RunMachine.Run?, _ error: BeaconBusError?, _ link: BusLink?
    ) {
        for address in addresses {
            let reply = ScanReply(
                scanning: scanning, run: run?.id, attempt: run?.attempt, sources: sources.isEmpty ? nil : sources,
                error: error)
            do {
                try link?.reply(to: address, reply)
            } catch {
                logger.warning("an answer cannot be sent", .topic(address.topic), .reason("\(error)"))
            }
        }
    }
}
