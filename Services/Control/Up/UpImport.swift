import Bus
import Glibc
import Schema
import ServiceKit

/// Sends a file of registrations to the metadata service in parts; all of it takes effect, or nothing.
struct UpImport {
    /// What came of it.
    struct Result: Equatable {
        var rows = 0
        var revision: Int64 = 0
        var total: Int64 = 0
    }

    /// Rows were wrong, so nothing was changed.
    struct Refused: ExitCodeError {
        let description: String
        let code = ExitCode.dataError
    }

    let session: BusSession
    let requester: Requester
    let replace: Bool
    private let id = RequestID.random().description

    init(session: BusSession, requester: Requester, replace: Bool) {
        self.session = session
        self.requester = requester
        self.replace = replace
    }

    /// Reads `path` (`-` = standard input) and imports it.
    /// - Parameters:
    ///   - problems: collects bad rows, with their lines.
    ///   - progress: called now and then with bytes read, size (nil = not known) and rows.
    func run(
        _ path: String, problems: inout ImportProblems, progress: (Int, Int?, Int) -> Void
    ) async throws -> Result {
        let file = try ImportFile(path)
        var reader = RegistrationReader()
        var packer = ImportPacker()
        var result = Result()
        var part: Int64 = 0
        var full: [[ImportPacker.Row]] = []
        while true {
            let bytes = try file.next()
            let take: (RegistrationReader.Row) -> Void = { row in
                guard let record = row.record else {
                    problems.add(line: row.line, reasons: row.reasons)
                    return
                }
                result.rows += 1
                if let rows = packer.add(ImportPacker.Row(line: row.line, record: record)) { full.append(rows) }
            }
            if bytes.isEmpty { reader.finish(take) } else { reader.push(bytes[...], take) }
            for rows in full {
                try await send(rows, part, last: false, &problems, &result)
                part += 1
            }
            full = []
            progress(file.read, file.size, result.rows)
            if bytes.isEmpty { break }
        }
        guard problems.count == 0 else {
            if part > 0 { try await giveUp(part) }
            throw refused(problems)
        }
        try await send(packer.finish(), part, last: true, &problems, &result)
        progress(file.read, file.size, result.rows)
        guard problems.count == 0 else { throw refused(problems) }
        return result
    }

    private func send(
        _ rows: [ImportPacker.Row], _ part: Int64, last: Bool, _ problems: inout ImportProblems, _ result: inout Result
    ) async throws {
        let command = ImportCommand(
            import: id, part: part, last: last, replace: replace ? true : nil,
            rows: rows.map { ImportRow(line: Int64($0.line), record: $0.record) })
        let reply = try await ask(command)
        for problem in reply.problems { problems.add(line: Int(problem.line), reasons: [problem.reason]) }
        if let error = reply.error, problems.count == 0 { throw error }
        if let revision = reply.revision { result.revision = revision }
        if let total = reply.total { result.total = total }
    }

    private func giveUp(_ part: Int64) async throws {
        _ = try await ask(ImportCommand(import: id, part: part, last: true, abort: true, rows: []))
    }

    /// A part may be sent again: the service answers a repetition with the same words.
    private func ask(_ command: ImportCommand) async throws -> ImportReply {
        var attempt = 0
        while true {
            do {
                return try await session.request(
                    .metadataCommand(.import, requester), command, as: ImportReply.self, timeout: .seconds(20))
            } catch let error as BeaconBusError where error.code == .requestTimeout && attempt < 2 {
                attempt += 1
            }
        }
    }

    private func refused(_ problems: ImportProblems) -> Refused {
        Refused(
            description: "Nothing was changed: \(problems.count) row\(problems.count == 1 ? " is" : "s are") wrong.\n"
                + problems.summary + "Correct them and import the whole file again.")
    }
}
