/// Rows of cells under a head, in columns as wide as they need to be.
struct TextTable {
    private var rows: [[String]]

    /// Begins with the head.
    init(_ head: String...) {
        rows = [head]
    }

    /// Adds a row with as many cells as the head has.
    mutating func add(_ cells: String...) {
        rows.append(cells.map { Printable.text($0, limit: 80) })
    }

    /// The lines, no spaces at their ends.
    var text: String {
        let widths = (0..<rows[0].count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { Printable.padded($0, $1) }
            var line = cells.joined(separator: "  ")[...]
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
