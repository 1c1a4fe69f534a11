import Schema

/// The header of a CSV registration file: turns its rows into records.
struct RegistrationColumns {
    private let names: [String]
    private let columns: [CSVColumn]

    /// Every reason why a header cannot be used.
    struct HeaderProblems: Error, Equatable {
        var reasons: [String]
    }

    /// - Parameter header: the names in the file's first row.
    init(header: [String]) throws(HeaderProblems) {
        var reasons: [String] = []
        var names: [String] = []
        var columns: [CSVColumn] = []
        for (index, cell) in header.enumerated() {
            let name = Self.trimmed(cell)
            guard let column = CSVColumn(header: name) else {
                reasons.append(
                    name.isEmpty
                        ? "column \(index + 1) has no name"
                        : "column \(quoted(name)) is not known; known are "
                            + CSVColumn.known.map(\.name).joined(separator: ", ")
                            + ", and metadata.<key> for keys of your own")
                continue
            }
            if columns.contains(column) { reasons.append("column \(quoted(name)) stands there twice") }
            names.append(name)
            columns.append(column)
        }
        let hasIdentity = [["beacon"], ["uuid", "major", "minor"], ["namespace", "instance"]].contains { set in
            set.allSatisfy { name in names.contains { $0.lowercased() == name } }
        }
        if !hasIdentity {
            reasons.append("no columns for an identity: uuid, major and minor, or namespace and instance, or beacon")
        }
        guard reasons.isEmpty else { throw HeaderProblems(reasons: reasons) }
        self.names = names
        self.columns = columns
    }

    /// Every reason why a row is no record.
    struct RowProblems: Error, Equatable {
        var reasons: [String]
    }

    /// The record a row describes. An empty field is an absent one; what the values may be is the registry's to judge.
    func record(_ fields: [String]) throws(RowProblems) -> JSONValue {
        guard fields.count == columns.count else {
            throw RowProblems(reasons: ["\(fields.count) fields where the header has \(columns.count)"])
        }
        var builder = RecordBuilder()
        for (index, column) in columns.enumerated() {
            let text = Self.trimmed(fields[index])
            if !text.isEmpty { builder.set(names[index], column, text) }
        }
        guard builder.reasons.isEmpty else { throw RowProblems(reasons: builder.reasons) }
        return builder.record
    }

    /// The text without blanks at its ends.
    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}
