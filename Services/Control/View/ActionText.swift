import Schema

/// What a view says about an action.
enum ActionText {
    static func detail(_ kind: ActionKind, _ body: JSONValue, _ names: BeaconNames) -> String {
        let action = body["action"]
        var words: [String] = []
        if let number = body["number"]?.integerValue { words.append("#\(number)") }
        switch kind {
        case .checkIn:
            if let beacon = body["beacon"]?["beacon"]?.stringValue { words.append(names.text(beacon)) }
            words.append("at \(text(action?["place_id"]))")
            if let note = action?["note"]?.stringValue { words.append("“\(Printable.text(note, limit: 60))”") }
        case .showAsset:
            words.append(text(action?["asset_id"]))
            if let title = action?["title"]?.stringValue { words.append("“\(Printable.text(title, limit: 60))”") }
            if let screen = action?["screen"]?.stringValue { words.append("on \(Printable.text(screen, limit: 32))") }
        case .inboxAdd, .inboxSave:
            let assets = action?["asset_ids"]?.arrayValue?.prefix(5).map { text($0) } ?? []
            words.append(assets.joined(separator: ", "))
            if let inbox = action?["inbox"]?.stringValue { words.append("→ \(Printable.text(inbox, limit: 32))") }
        }
        if body["late"]?.boolValue == true { words.append("(late)") }
        return words.joined(separator: " ")
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "?" }
        return Printable.text(value.stringValue ?? "\(value)", limit: 40)
    }
}

/// What a view says about an error document.
enum ErrorText {
    /// `code: description (reason)`.
    static func line(_ error: JSONValue) -> String {
        let code = error["code"]?.stringValue ?? "error"
        let description = error["description"]?.stringValue ?? ""
        let reason = error["reason"]?.stringValue.map { " (\($0))" } ?? ""
        return Printable.text("\(code): \(description)\(reason)", limit: 240)
    }
}
