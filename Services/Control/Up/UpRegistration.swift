import Bus
import Schema
import ServiceKit

/// Registers a file of beacons with the metadata service.
enum UpRegistration {
    /// - Returns: how many records there were, and the registry's revision that holds them.
    static func run(_ file: String, _ session: BusSession) async throws -> (count: Int, revision: Int64) {
        var problems = ImportProblems(source: file)
        let importer = UpImport(
            session: session, requester: Requester(kind: .operator, UpSettings.operatorID), replace: false)
        let result = try await importer.run(file, problems: &problems) { _, _, _ in }
        return (result.rows, result.revision)
    }
}
