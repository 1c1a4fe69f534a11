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
        let content = try RegistrationFile(file)
        let work = RegistrationImport(source: content.name, importID: RequestID.random().description)
        let report = try await work.run(
            next: { try await content.next() },
            send: { try await RegistrationImport.send($0, session, Self.requester) })
        guard report.problems == 0, let revision = report.revision else {
            throw CommandFailure(
                "\(report.problems) of \(report.rows) rows of \(file) are wrong; nothing was registered.\n"
                    + report.summary,
                code: .dataError)
        }
        return (report.rows, revision)
    }
}
