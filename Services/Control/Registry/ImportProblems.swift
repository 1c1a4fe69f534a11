import ServiceKit

/// What was wrong with the rows of an import: kept for people up to a bound, counted without one, and written to a file
/// as it comes, if one was asked for.
struct ImportProblems {
    /// The most problems shown on the terminal.
    static let maximumShown = 20

    let source: String
    private let write: ((String) -> Void)?
    private(set) var count = 0
    private(set) var shown: [String] = []

    /// - Parameters:
    ///   - source: the file's name as people typed it, put before each line number.
    ///   - write: takes every problem as a line of the list of errors; nil = there is none.
    init(source: String, write: ((String) -> Void)? = nil) {
        self.source = source
        self.write = write
    }

    /// Notes why a row is none.
    mutating func add(line: Int, reasons: [String]) {
        let text = "\(source):\(line): \(reasons.joined(separator: "; "))"
        count += 1
        if shown.count < Self.maximumShown { shown.append(text) }
        write?(text + "\n")
    }

    /// What people see at the end.
    var summary: String {
        var text = shown.map { $0 + "\n" }.joined()
        if count > shown.count { text += "… and \(count - shown.count) more; --errors FILE writes all of them.\n" }
        return text
    }
}
