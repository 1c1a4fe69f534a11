import Bus
import Schema
import ServiceKit

/// Registers a file of beacons with the metadata service.
enum Registration {
    /// - Returns: how many records there were, and the registry's revision that holds them.
    static func run(_ file: String, _ session: BusSession) async throws -> (count: Int, revision: Int64) {
        throw UpFailure("Registering is not there yet.")
    }
}
