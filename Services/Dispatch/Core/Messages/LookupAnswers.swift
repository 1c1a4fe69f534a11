import Schema

/// Reads a look-up's reply (`LookupReply`) without making records of it: their JSON is passed on as it came.
enum LookupAnswers {
    /// The answers by beacon id. An answer that cannot be read counts as failed, and is asked for again.
    ///
    /// - Throws: the error of a refused request, or what is wrong with the message.
    static func read(_ payload: [UInt8]) throws(BeaconBusError) -> [String: DispatchEngine.Answer] {
        let value = try JSONValue.parse(payload, maximumDepth: MessageCoder.maximumDepth)
        if let error = value["error"] { throw try error.decode(BeaconBusError.self) }
        guard value["v"]?.integerValue == Int64(Head.version), let list = value["answers"]?.arrayValue else {
            throw BeaconBusError(
                .messageInvalid,
                reason: "the answer to a look-up has no list of answers, or not version \(Head.version)",
                suggestion: "Use a metadata service of the same version.")
        }
        var answers: [String: DispatchEngine.Answer] = [:]
        answers.reserveCapacity(list.count)
        for answer in list {
            guard let beacon = answer["beacon"]?.stringValue else { continue }
            answers[beacon] = read(answer)
        }
        return answers
    }

    private static func read(_ answer: JSONValue) -> DispatchEngine.Answer {
        switch answer["answer"]?.stringValue.flatMap(LookupResult.init(rawValue:)) {
        case .found:
            guard let record = answer["record"], record.objectValue != nil else { return .failed(unreadable) }
            return .found(record)
        case .unknown: return .unknown
        case .deferred: return .deferred
        case .failed:
            let error = try? answer["error"]?.decode(BeaconBusError.self)
            return .failed(error ?? unreadable)
        case nil: return .failed(unreadable)
        }
    }

    private static var unreadable: BeaconBusError {
        BeaconBusError(
            .lookupFailed, reason: "metadata gave an answer that cannot be read",
            suggestion: "Use a metadata service of the same version.", retryable: true)
    }
}
