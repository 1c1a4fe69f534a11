/// Everything that is wrong with a configuration, all of it at once, each with its place.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One sentence each: place, key, what was found, what was expected.
    public let problems: [String]

    public init(problems: [String]) {
        self.problems = problems
    }

    public var description: String {
        problems.joined(separator: "\n")
    }
}
