/// Finds what somebody probably meant.
enum Suggestion {
    /// The candidate with the fewest differences to `text`, if few enough to be a slip.
    static func closest(to text: String, in candidates: [String]) -> String? {
        let typed = Array(text.utf8.prefix(64))
        let limit = max(1, typed.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates.sorted() {
            let distance = distance(typed, Array(candidate.utf8.prefix(64)))
            if distance <= limit, distance < (best?.distance ?? .max) {
                best = (candidate, distance)
            }
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, byte) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (byte == other ? 0 : 1))
                if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
