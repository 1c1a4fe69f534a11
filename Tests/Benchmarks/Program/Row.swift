/// One row of the benchmark table: measures something against its yardsticks, side by side in one run.
/// A new row is a type in `Rows/` and a line in `Main.rows`.
protocol Row: Sendable {
    /// The word by which it is chosen on the command line.
    static var name: String { get }
    /// One sentence for `--help`.
    static var summary: String { get }
    /// Measures. Throws a `RowSkipped` where something needed is not there.
    static func measure() async throws -> [Measurement]
}

/// Why a row could not be measured here.
struct RowSkipped: Error, CustomStringConvertible {
    var description: String

    init(_ reason: String) {
        description = reason
    }
}
