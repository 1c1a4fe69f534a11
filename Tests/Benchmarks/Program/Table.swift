/// The figures as a table for people, or as JSON.
enum Table {
    static func text(_ rows: [(row: String, result: Result<[Measurement], any Error>)]) -> String {
        var lines = [["row", "figure", "value", "goal", "", "yardstick", "ratio"]]
        for (row, result) in rows {
            switch result {
            case .failure(let error):
                lines.append([row, "not measured: \(error)", "", "", "", "", ""])
            case .success(let measurements):
                for measurement in measurements {
                    lines.append([
                        row, measurement.figure, "\(number(measurement.value)) \(measurement.unit)",
                        measurement.goal?.text ?? "", measurement.goal.map { $0.isMet ? "met" : "MISSED" } ?? "",
                        measurement.yardstick.map { "\($0.name): \(number($0.value))" } ?? "",
                        measurement.ratio.map { number($0) } ?? "",
                    ])
                }
            }
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| " + cells.joined(separator: " | ") + " |"
        }.enumerated().map { index, line in
            index == 0 ? line + "\n|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined() : line
        }.joined(separator: "\n") + "\n"
    }

    static func json(_ rows: [(row: String, result: Result<[Measurement], any Error>)]) -> String {
        rows.map { row, result in
            switch result {
            case .failure(let error):
                return "{\"row\":\(quoted(row)),\"skipped\":\(quoted("\(error)"))}\n"
            case .success(let measurements):
                return measurements.map { json(row, $0) }.joined()
            }
        }.joined()
    }

    private static func json(_ row: String, _ measurement: Measurement) -> String {
        var members = [
            "\"row\":\(quoted(row))", "\"figure\":\(quoted(measurement.figure))", "\"value\":\(measurement.value)",
            "\"unit\":\(quoted(measurement.unit))",
        ]
        if let goal = measurement.goal { members += ["\"goal\":\(quoted(goal.text))", "\"met\":\(goal.isMet)"] }
        if let yardstick = measurement.yardstick {
            members += ["\"yardstick\":\(quoted(yardstick.name))", "\"yardstickValue\":\(yardstick.value)"]
        }
        if let ratio = measurement.ratio { members.append("\"ratio\":\(ratio)") }
        return "{" + members.joined(separator: ",") + "}\n"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }

    /// Three significant digits.
    private static func number(_ value: Double) -> String {
        let magnitude = value.magnitude
        if magnitude >= 1_000 { return "\(Int(value.rounded()))" }
        let places = magnitude >= 100 ? 1.0 : magnitude >= 10 ? 10.0 : magnitude >= 1 ? 100.0 : 10_000.0
        return "\((value * places).rounded() / places)"
    }
}
