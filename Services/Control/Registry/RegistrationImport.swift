import Bus
import Schema
import ServiceKit

/// Imports a registration file: reads it, sends it in parts, and reports every bad row. New or nothing.
struct RegistrationImport {
    /// What became of an import.
    struct Report: Equatable, Sendable {
        /// Rows of the file, good and bad.
        var rows = 0
        /// Rows that were wrong; if there are any, nothing was changed.
        var problems = 0
        /// The first problems, one a line.
        var summary = ""
        /// The registry's revision and number of beacons; nil if nothing was changed.
        var revision: Int64?
        var total: Int64?
    }

    /// Sends one part and awaits its answer.
    typealias Send = (ImportCommand) async throws -> ImportReply

    /// The file's name, put before each line number.
    var source: String
    /// Removes registered beacons that are not in the file.
    var replace = false
    /// Checks everything and changes nothing.
    var dryRun = false
    var format: RegistrationReader.Format?
    /// Names the import; different for each.
    var importID: String

    /// Runs the import.
    /// - Parameters:
    ///   - next: gives the file piece by piece, empty at the end.
    ///   - listed: takes every problem as a line of text.
    ///   - progress: is told how many bytes and rows have been dealt with.
    func run(
        next: () async throws -> [UInt8], send: Send, listed: @escaping (String) -> Void = { _ in },
        progress: (_ bytes: Int, _ rows: Int) -> Void = { _, _ in }
    ) async throws -> Report {
        var reader = RegistrationReader(format: format)
        var sender = Sender(
            importID: importID, replace: replace, dryRun: dryRun,
            problems: ImportProblems(source: source, write: listed))
        var bytes = 0
        while true {
            let piece = try await next()
            var rows: [RegistrationReader.Row] = []
            if piece.isEmpty {
                reader.finish { rows.append($0) }
            } else {
                reader.push(piece[...]) { rows.append($0) }
            }
            for row in rows { try await sender.take(row, send) }
            bytes += piece.count
            progress(bytes, sender.report.rows)
            if piece.isEmpty { break }
        }
        return try await sender.finish(send)
    }

    /// Collects rows into parts and sends each when it is full.
    private struct Sender {
        let importID: String
        let replace: Bool
        let dryRun: Bool
        var problems: ImportProblems
        private(set) var report = Report()
        private var packer = ImportPacker()
        private var part: Int64 = 0

        init(importID: String, replace: Bool, dryRun: Bool, problems: ImportProblems) {
            self.importID = importID
            self.replace = replace
            self.dryRun = dryRun
            self.problems = problems
        }

        mutating func take(_ row: RegistrationReader.Row, _ send: Send) async throws {
            report.rows += 1
            guard let record = row.record else { return problems.add(line: row.line, reasons: row.reasons) }
            if let full = packer.add(ImportPacker.Row(line: row.line, record: record)) {
                try await transmit(full, isLast: false, send)
            }
        }

        mutating func finish(_ send: Send) async throws -> Report {
            if report.rows == 0 { throw RegistrationImport.empty(source: problems.source) }
            try await transmit(packer.finish(), isLast: true, send)
            report.problems = problems.count
            report.summary = problems.summary
            return report
        }

        private mutating func transmit(_ rows: [ImportPacker.Row], isLast: Bool, _ send: Send) async throws {
            // What is wrong here the service cannot know: it is told to throw its good rows away, too.
            let isGivenUp = isLast && (dryRun || problems.count > 0)
            let reply = try await send(
                ImportCommand(
                    import: importID, part: part, last: isLast, abort: isGivenUp ? true : nil,
                    replace: replace ? true : nil,
                    rows: rows.map { ImportRow(line: Int64($0.line), record: $0.record) }))
            part += 1
            for problem in reply.problems { problems.add(line: Int(problem.line), reasons: [problem.reason]) }
            if let error = reply.error, error.code != .recordInvalid || problems.count == 0 { throw error }
            report.revision = reply.revision
            report.total = reply.total
        }
    }

    private static func empty(source: String) -> BeaconBusError {
        BeaconBusError(
            .recordInvalid, "There is nothing to import", reason: "\(source) holds no registration",
            suggestion: "Write a header and a row for each beacon, or a JSON list of records.", retryable: false)
    }
}
