import Bus
import Schema

/// Fills metadata's registry for a row.
enum RegistryFeed {
    /// Registers iBeacons with a check-in each, minors from 0; gives the registry's revision.
    static func put(
        uuid: String, major: Int64, count: Int, _ session: BusSession, _ requester: Requester
    ) async throws -> Int64 {
        var revision: Int64 = 0
        for part in stride(from: 0, to: count, by: 100) {
            let records = (part..<min(part + 100, count)).map { minor in
                JSONValue.object([
                    "uuid": .string(uuid), "major": .integer(major), "minor": .integer(Int64(minor)),
                    "metadata": .object(["checkin_action": .object(["place_id": .string("place-\(minor)")])]),
                ])
            }
            let answer = try await put(records, session, requester)
            guard answer.problems.isEmpty else { throw RowSkipped("a record was refused") }
            revision = answer.revision
        }
        return revision
    }

    /// Asked before the service has subscribed, nobody answers; putting the same again changes nothing.
    private static func put(
        _ records: [JSONValue], _ session: BusSession, _ requester: Requester
    ) async throws -> ChangeReply {
        for _ in 0..<20 {
            do {
                return try await session.request(
                    .metadataCommand(.put, requester), PutCommand(records: records), as: ChangeReply.self,
                    timeout: .seconds(2))
            } catch let error as BeaconBusError where error.code == .requestTimeout {}
        }
        throw RowSkipped("metadata does not answer")
    }
}
