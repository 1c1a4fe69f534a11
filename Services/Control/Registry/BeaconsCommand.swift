import Bus
import Schema
import ServiceKit

/// `beaconctl beacons …`: the registry of the site.
enum BeaconsCommand {
    static let command = Command(
        "beacons", "Registers, lists and removes the beacons of the site.",
        subcommands: [put, delete, show, list, export, ImportCommandLine.command])

    private static let timeout = Duration.seconds(15)

    // MARK: put

    private static let records = RepeatedArgument(
        "RECORD", ValueType<JSONValue>.json,
        "A record as JSON, e.g. '{\"uuid\": …, \"major\": 1, \"minor\": 2, \"metadata\": {}}'.")

    private static let put = Command(
        "put", "Adds records, or replaces those the beacons had.",
        discussion: "A record that is wrong is refused alone and reported; the command then ends with 65.",
        options: [OperatorSession.name], arguments: [records]
    ) { invocation in
        let records = invocation[Self.records]
        guard !records.isEmpty else { return nothing("RECORD") }
        return try await OperatorSession.with(invocation) { session, _ in
            var code = ExitCode.success
            for start in stride(from: 0, to: records.count, by: PutCommand.greatestCount) {
                let part = Array(records[start..<min(start + PutCommand.greatestCount, records.count)])
                let reply = try await session.request(
                    .metadataCommand(.put, OperatorSession.requester(invocation)), PutCommand(records: part),
                    as: ChangeReply.self,
                    timeout: timeout)
                for problem in reply.problems {
                    StandardStream.error.write("record \(Int64(start) + problem.line + 1): \(problem.reason)\n")
                    code = .dataError
                }
                StandardStream.output.write("\(reply.changed) beacons changed, revision \(reply.revision).\n")
            }
            return code
        }
    }

    // MARK: delete

    private static let beacons = RepeatedArgument("BEACON", ValueType<BeaconID>.identifier, "The id of a beacon.")

    private static let delete = Command(
        "delete", "Removes beacons from the registry, with everything that is kept about them.",
        discussion: "Ends with 1 if one of them was not there.",
        options: [OperatorSession.name], arguments: [beacons]
    ) { invocation in
        let beacons = invocation[Self.beacons].map(\.description)
        guard !beacons.isEmpty else { return nothing("BEACON") }
        return try await OperatorSession.with(invocation) { session, _ in
            var missing: Int64 = 0
            for start in stride(from: 0, to: beacons.count, by: DeleteCommand.greatestCount) {
                let part = Array(beacons[start..<min(start + DeleteCommand.greatestCount, beacons.count)])
                let reply = try await session.request(
                    .metadataCommand(.delete, OperatorSession.requester(invocation)), DeleteCommand(beacons: part),
                    as: ChangeReply.self,
                    timeout: timeout)
                missing += reply.missing ?? 0
                StandardStream.output.write("\(reply.changed) beacons removed, revision \(reply.revision).\n")
            }
            if missing > 0 { StandardStream.error.write("\(missing) beacons were not registered.\n") }
            return missing > 0 ? .failure : .success
        }
    }

    // MARK: show

    private static let show = Command(
        "show", "Shows what is registered about beacons, as the services look it up.",
        discussion: "Prints one JSON object a line. Ends with 1 if one of them is not registered or failed.",
        options: [OperatorSession.name], arguments: [beacons]
    ) { invocation in
        var open = invocation[Self.beacons].map(\.description)
        guard !open.isEmpty else { return nothing("BEACON") }
        return try await OperatorSession.with(invocation) { [open] session, _ in
            var open = open
            var code = ExitCode.success
            while !open.isEmpty {
                let asked = Array(open.prefix(LookupRequest.greatestCount))
                let reply = try await session.request(
                    .metadataLookup(OperatorSession.requester(invocation)), LookupRequest(beacons: asked),
                    as: LookupReply.self,
                    timeout: timeout)
                open.removeFirst(asked.count)
                for answer in reply.answers {
                    switch answer.answer {
                    case .found: StandardStream.output.write(Printable.json(answer.record?.json ?? [:]) + "\n")
                    case .deferred: open.append(answer.beacon)
                    case .unknown, .failed:
                        let reason = answer.error.map { "\($0.code): \($0.reason)" } ?? "not registered"
                        StandardStream.error.write("\(answer.beacon): \(reason)\n")
                        code = .failure
                    }
                }
            }
            return code
        }
    }

    // MARK: list and export

    private static let prefix = Option("prefix", "PREFIX", .text(limit: 96), "Only beacons whose id begins so.")
    private static let limit = Option("limit", "COUNT", .integer(1...1_000_000), "At most so many.")

    private static let list = Command(
        "list", "Lists the registered beacons: id, name, and what they do.",
        options: [prefix, limit, OperatorSession.name]
    ) { invocation in
        try await OperatorSession.with(invocation) { session, _ in
            var left = invocation[limit] ?? .max
            let total = try await RegistryPages.forEach(
                session, as: OperatorSession.requester(invocation), prefix: invocation[prefix]
            ) { page in
                let shown = page.prefix(left)
                left -= shown.count
                StandardStream.output.write(shown.map { BeaconLine.text($0) + "\n" }.joined())
                return left > 0
            }
            StandardStream.error.write("\(total.total) beacons registered, revision \(total.revision).\n")
            return .success
        }
    }

    private static let export = Command(
        "export", "Writes the registered beacons as JSON, one record a line, as import reads them.",
        discussion: "Ends with 75 if the registry changed meanwhile.",
        options: [prefix, OperatorSession.name]
    ) { invocation in
        try await OperatorSession.with(invocation) { session, _ in
            let total = try await RegistryPages.forEach(
                session, as: OperatorSession.requester(invocation), prefix: invocation[prefix]
            ) { page in
                StandardStream.output.write(page.map { Printable.json($0.json) + "\n" }.joined())
            }
            if total.isMixed {
                StandardStream.error.write("The registry changed while it was exported; export it again.\n")
            }
            return total.isMixed ? .temporaryFailure : .success
        }
    }

    private static func nothing(_ argument: String) -> ExitCode {
        StandardStream.error.write("Nothing to do: give at least one \(argument).\n")
        return .usage
    }
}
