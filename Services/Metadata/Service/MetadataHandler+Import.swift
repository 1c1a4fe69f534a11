import Bus
import Schema
import ServiceKit

extension MetadataHandler {
    /// Takes one part of an import: checks and stages its rows, and with the last one makes all of them the registry's.
    func takePart(_ message: IncomingMessage, _ requester: Requester, _ link: BusLink) {
        guard let request = open(message, as: ImportCommand.self, link) else { return }
        let command = request.body
        let part = ImportSession<ImportReply>.Part(
            requester: requester, importID: command.import, number: command.part, rows: command.rows.count)
        switch session.receive(part, link.now) {
        case .refuse(let error): refuse(request.reply, error, message.topicName, link)
        case .repeated(let reply): answer(request.reply, reply, link)
        case .stage(let begins):
            let reply = take(command, part, begins: begins, link)
            answer(request.reply, reply, link)
        }
    }

    private func take(
        _ command: ImportCommand, _ part: ImportSession<ImportReply>.Part, begins: Bool, _ link: BusLink
    ) -> ImportReply {
        counters.importedRows.add(command.rows.count)
        var problems: [RecordProblem] = []
        var rows: [(line: Int64, record: RegistryRecord)] = []
        for row in command.rows {
            do throws(RecordProblems) {
                rows.append((row.line, try RegistryRecord(validating: row.record)))
            } catch {
                problems.append(RecordProblem(line: row.line, reason: error.bounded))
            }
        }
        let staged = access.result(link.now) { registry in
            if begins { registry.discardStaged() }
            return try registry.stage(rows)
        }
        switch staged {
        case .success(let duplicates):
            problems += duplicates.map {
                RecordProblem(line: $0.line, reason: "the same beacon as on line \($0.firstLine)")
            }
            session.staged(badRows: problems.count, of: part)
            let reply = ImportReply(
                import: command.import, part: command.part, accepted: Int64(session.rows - session.badRows),
                problems: problems)
            return command.last ? finish(command, part, reply, link) : remember(part, reply)
        case .failure(let error):
            return end(
                part,
                ImportReply(
                    import: command.import, part: command.part, accepted: 0, problems: problems, error: error), link)
        }
    }

    private func remember(_ part: ImportSession<ImportReply>.Part, _ reply: ImportReply) -> ImportReply {
        session.answered(part, reply)
        return reply
    }

    /// The last part: everything, or nothing if a row was bad or the import is aborted.
    private func finish(
        _ command: ImportCommand, _ part: ImportSession<ImportReply>.Part, _ reply: ImportReply, _ link: BusLink
    ) -> ImportReply {
        var reply = reply
        if command.abort == true { return end(part, reply, link) }
        if session.badRows > 0 {
            reply.error = BeaconBusError(
                .recordInvalid, "The import was not made",
                reason: "\(session.badRows) of \(session.rows) rows are wrong",
                suggestion: "Correct the rows that were reported, and import the whole again.", retryable: false)
            return end(part, reply, link)
        }
        switch access.result(link.now, { try $0.commitStaged(replacing: command.replace == true) }) {
        case .success(let change):
            reply.revision = change.revision
            reply.total = access.figures?.records
            registryChanged(change, link)
            logger.info(
                "imported", .count("rows", session.rows), .count("added", change.added),
                .count("updated", change.updated), .count("removed", change.removed),
                .count("revision", change.revision))
        case .failure(let error): reply.error = error
        }
        return end(part, reply, link)
    }

    private func end(
        _ part: ImportSession<ImportReply>.Part, _ reply: ImportReply, _ link: BusLink
    ) -> ImportReply {
        _ = access.result(link.now) { $0.discardStaged() }
        session.ended(part, reply: reply)
        return reply
    }
}
