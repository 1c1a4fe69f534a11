import Bus
import Schema
import ServiceKit

extension MetadataHandler {
    /// Answers a look-up (L9): every beacon found, unknown, failed or deferred.
    func lookUp(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: LookupRequest.self, link) else { return }
        guard let reply = request.reply else {
            // Looking up for nobody is no work.
            counters.refused.add()
            return
        }
        let revision = access.figures?.revision ?? 0
        guard var writer = LookupReplyWriter(revision: revision, beacons: request.body.beacons) else {
            return refuse(
                reply,
                BeaconBusError(
                    .commandInvalid, "The look-up cannot be answered",
                    reason: "the ids themselves fill the answer, so they are none of beacons",
                    suggestion: "Ask for beacon ids: \(BeaconID.form).", retryable: false), message.topicName, link)
        }
        for beacon in request.body.beacons { lookUp(beacon, &writer, link) }
        let members = writer.finish()
        let counts = writer.counts
        counters.found.add(counts.found)
        counters.unknown.add(counts.unknown)
        counters.failed.add(counts.failed)
        counters.deferred.add(counts.deferred)
        attempt("answers") {
            try link.reply(to: reply) { head throws(BeaconBusError) in
                try MessageCoder.encode(head, members: members)
            }
        }
    }

    private func lookUp(_ beacon: String, _ writer: inout LookupReplyWriter, _ link: BusLink) {
        do throws(BeaconBusError) {
            let beacon = try BeaconID(validating: beacon)
            let result = access.result(link.now) { registry in
                try registry.find(beacon.description) { revision, record in
                    writer.found(revision: revision, record: record)
                }
            }
            if try result.get() == nil { writer.unknown() }
        } catch {
            writer.failed(error: Self.json(error))
        }
    }

    private static func json(_ error: BeaconBusError) -> [UInt8] {
        (try? JSONValue(encoding: error).bytes) ?? Array("{}".utf8)
    }
}
