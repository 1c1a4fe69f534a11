/// One record of a CSV text, or the reason why there is none.
struct CSVRow: Equatable {
    /// The line on which the record begins, counted from 1.
    var line: Int
    /// The unquoted fields, in order. Empty when `problem` is set.
    var fields: [String]
    /// Why the record could not be read, with the remedy; nil when it could.
    var problem: String?

    init(line: Int, fields: [String]) {
        self.line = line
        self.fields = fields
        self.problem = nil
    }

    init(line: Int, problem: String) {
        self.line = line
        self.fields = []
        self.problem = problem
    }
}
