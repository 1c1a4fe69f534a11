import Bus
import Schema
import ServiceKit

/// Registers the beacon that a key makes known.
enum KeyRegistration {
    static func isRegistered(
        _ beacon: BeaconID, _ session: BusSession, _ requester: Requester
    ) async throws -> Bool {
        let reply = try await session.request(
            .metadataLookup(requester), LookupRequest(beacons: [beacon.description]), as: LookupReply.self,
            timeout: KeyAdministration.timeout)
        return reply.answers.first?.answer == .found
    }

    static func register(_ beacon: BeaconID, _ session: BusSession, _ requester: Requester) async throws {
        let reply = try await session.request(
            .metadataCommand(.put, requester),
            PutCommand(records: [["beacon": .string(beacon.description), "metadata": [:]]]), as: ChangeReply.self,
            timeout: KeyAdministration.timeout)
        if let problem = reply.problems.first { throw CommandFailure(problem.reason, code: .dataError) }
    }
}
