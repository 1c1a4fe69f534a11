import Bus
import Schema
import ServiceKit

/// Registers a file of beacons with the metadata service.
enum UpRegistration {
    private static let requester = Requester(kind: .operator, UpSettings.operatorID)

    /// What the first registered beacons are called, so that the view can say so before their names are heard.
    static func names(_ session: BusSession) async throws -> [(beacon: String, name: String)] {
        let page = try await session.request(
            .metadataCommand(.list, requester), ListCommand(limit: 200), as: ListReply.self, timeout: .seconds(10))
        return page.records.compactMap { record in
            guard let beacon = record.json["beacon"]?.stringValue, let name = record.json["name"]?.stringValue else {
                return nil
            }
            return (beacon, name)
        }
    }

    /// - Returns: how many records there were, and the registry's revision that holds them.
    static func run(_ file: String, _ session: BusSession) async throws -> (count: Int, revision: Int64) {
        var problems = ImportProblems(source: file)
        let importer = UpImport(
            session: session, requester: requester, replace: false)
        let result = try await importer.run(file, problems: &problems) { _, _, _ in }
        return (result.rows, result.revision)
    }
}
