/// Why a value is not acceptable: what stands there and what was expected.
public struct ValueProblem: Error, Sendable, Equatable {
    /// What was found, ready for a message, such as `"abc"` or `a list`.
    public let found: String
    /// What would be right, such as `a whole number from 1 to 10`.
    public let expected: String
    /// The line of the offending part of the value; 0 = that of the value itself.
    public let line: Int

    public init(found: String, expected: String, line: Int = 0) {
        self.found = found
        self.expected = expected
        self.line = line
    }
}
