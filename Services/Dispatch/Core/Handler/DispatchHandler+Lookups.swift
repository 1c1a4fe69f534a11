import Bus
import Schema

extension DispatchHandler {
    /// Look-ups under way at once, and how long each may take.
    static let openLookups = 8
    static let lookupTimeout: Duration = .seconds(5)
    static let lookupSize = 128

    /// Asks for the metadata of the activations that are due, in batches.
    func ask(_ now: Instant, _ link: BusLink) {
        while asked.count < Self.openLookups {
            let batch = engine.lookups.next(now, most: Self.lookupSize)
            guard !batch.isEmpty else { return }
            let keys = batch.map(\.key)
            do throws(BeaconBusError) {
                let request = try link.request(
                    .metadataLookup(link.clientID.requester),
                    LookupRequest(beacons: batch.map(\.beacon.description)), timeout: Self.lookupTimeout)
                asked[request] = keys
            } catch {
                for key in keys { engine.lookups.deferred(key, now: now) }
                return
            }
        }
    }

    /// When there will be something to ask for.
    func askDue(_ now: Instant) -> Instant? {
        asked.count < Self.openLookups ? engine.lookups.nextDue(now) : nil
    }

    func takeAnswers(
        _ keys: [ActivationKey], _ reply: Result<IncomingMessage, BeaconBusError>, _ now: Instant
    ) throws {
        let answers: [String: DispatchEngine.Answer]
        let missing: BeaconBusError
        switch reply {
        case .success(let message):
            do throws(BeaconBusError) {
                answers = try LookupAnswers.read(message.payload)
                missing = BeaconBusError(
                    .lookupFailed, reason: "metadata did not answer for this beacon",
                    suggestion: "It is asked again by itself.", retryable: true)
            } catch {
                // A refused request says nothing about its beacons.
                answers = [:]
                missing = error.askedAgain
            }
        case .failure(let error):
            answers = [:]
            missing = error.askedAgain
        }
        for key in keys {
            guard let beacon = engine.live[key]?.beacon else { continue }
            try engine.answer(key, answers[beacon.description] ?? .failed(missing), now: now)
        }
    }
}

extension BeaconBusError {
    /// The same error, to be tried again.
    fileprivate var askedAgain: BeaconBusError {
        BeaconBusError(
            code, description, reason: reason, suggestion: suggestion, retryable: true, causes: causes)
    }
}
