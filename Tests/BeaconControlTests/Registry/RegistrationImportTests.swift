import Schema
import Testing

@testable import BeaconControl

@Suite("Import of a registration file")
struct RegistrationImportTests {
    /// A registry service as the importer sees it.
    private final class Service {
        var parts: [ImportCommand] = []
        var answer: (ImportCommand) -> ImportReply = { command in
            ImportReply(
                import: command.import, part: command.part, accepted: 0, problems: [],
                revision: command.last && command.abort != true ? 7 : nil,
                total: command.last && command.abort != true ? 99 : nil)
        }

        func take(_ command: ImportCommand) -> ImportReply {
            parts.append(command)
            return answer(command)
        }
    }

    /// Imports a text in pieces of 100 bytes and returns report, parts, and the list of errors.
    private func run(
        _ text: String, _ service: Service = Service(), dryRun: Bool = false, replace: Bool = false
    ) async throws -> (report: RegistrationImport.Report, listed: String) {
        var rest = Array(text.utf8)[...]
        var work = RegistrationImport(source: "f.csv", importID: "one")
        work.dryRun = dryRun
        work.replace = replace
        var listed = ""
        let report = try await work.run(
            next: {
                defer { rest = rest.dropFirst(100) }
                return Array(rest.prefix(100))
            }, send: { service.take($0) }, listed: { listed += $0 })
        return (report, listed)
    }

    private func rows(_ count: Int) -> String {
        "beacon,name\n"
            + (0..<count).map { "mac-\(String(1_000_000 + $0, radix: 16).leftPadded(12)),N\($0)\n" }.joined()
    }

    @Test("Parts are numbered from 0, at most 200 rows each, the last one is marked, and lines are those of the file")
    func parts() async throws {
        let service = Service()
        let report = try await run(rows(450), service, replace: true).report
        #expect(report == RegistrationImport.Report(rows: 450, problems: 0, summary: "", revision: 7, total: 99))
        #expect(service.parts.map(\.part) == [0, 1, 2])
        #expect(service.parts.map(\.last) == [false, false, true])
        #expect(service.parts.map(\.rows.count) == [200, 200, 50])
        #expect(service.parts.map(\.replace) == [true, true, true])
        #expect(service.parts.flatMap { $0.rows.map(\.line) } == (2...451).map { Int64($0) })
        #expect(Set(service.parts.map(\.import)) == ["one"])
    }

    @Test("A bad row of the file makes the service throw the good ones away; all bad rows of both are reported")
    func problems() async throws {
        let service = Service()
        service.answer = { command in
            ImportReply(
                import: command.import, part: command.part, accepted: 1,
                problems: [RecordProblem(line: 2, reason: "from the service")],
                error: BeaconBusError(.recordInvalid, reason: "", suggestion: ""))
        }
        let (report, listed) = try await run(rows(1) + "only-one-field\n", service)
        #expect(service.parts.map(\.abort) == [true])
        #expect(report.problems == 2)
        #expect(report.revision == nil)
        #expect(listed == "f.csv:3: 1 fields where the header has 2\nf.csv:2: from the service\n")
    }

    @Test("A dry run sends everything to be checked and has it thrown away")
    func dryRun() async throws {
        let service = Service()
        let report = try await run(rows(3), service, dryRun: true).report
        #expect(service.parts.map(\.abort) == [true])
        #expect(report.revision == nil)
        #expect(report.problems == 0)
    }

    @Test("An answer with another error ends the import with it; an empty file is an error of its own")
    func errors() async throws {
        let service = Service()
        service.answer = { command in
            ImportReply(
                import: command.import, part: command.part, accepted: 0, problems: [],
                error: BeaconBusError(.storeFull, reason: "", suggestion: ""))
        }
        await #expect(throws: BeaconBusError(.storeFull, reason: "", suggestion: "")) {
            try await run(rows(3), service)
        }
        await #expect(throws: BeaconBusError(.recordInvalid, reason: "", suggestion: "")) { try await run("") }
        await #expect(throws: BeaconBusError(.recordInvalid, reason: "", suggestion: "")) {
            try await run("beacon,name\n")
        }
    }

    @Test("L12, D24: a listed beacon shows the action that is decided, null counting as absent, whatever its text")
    func lines() throws {
        func line(_ metadata: String) throws -> String {
            BeaconLine.text(
                try BeaconRecord(JSONValue.parse(text: #"{"beacon":"mac-0123456789ab","metadata":\#(metadata)}"#)))
        }
        #expect(try line("{}") == "mac-0123456789ab  no action")
        #expect(
            try line(#"{"checkin_action":null,"show_asset_action":{"asset_id":"a"}}"#) == "mac-0123456789ab  show a")
        #expect(
            try line(#"{"inbox_save_assets_action":{"asset_ids":["a","b"]},"checkin_action":7}"#)
                == "mac-0123456789ab  check-in (of another shape)")
        #expect(
            try line(#"{"checkin_action":{"place_id":"\u001b[2J"}}"#).unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }
}
