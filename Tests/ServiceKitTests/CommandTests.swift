import ServiceKit
import Testing

@Suite("Command line")
struct CommandTests {
    static let speed = Option("speed", "N", .number(0.1...1000), "How many times faster than recorded.")
    static let tag = Option("tag", "NAME", .text(limit: 4), "A name; may be repeated.")
    static let dry = Flag("dry-run", "Only say what would be done.")
    static let node = Argument("NODE", .text(limit: 8), "The node to start.")
    static let reason = Argument("REASON", .optional(.text(limit: 8)), "Why, in a word.")
    static let files = RepeatedArgument("FILE", .path, "What to read; standard input if none is given.")

    static let root = Command(
        "tool", "Does things for tests.", options: [Flag("quiet", "Say less.")],
        subcommands: [
            Command("start", "Starts a node.", options: [speed, tag, dry], arguments: [node, reason]) { _ in .success },
            Command(
                "beacons", "Keeps the register of beacons.",
                subcommands: [
                    Command("import", "Reads registrations from files.", arguments: [files]) { _ in .success }
                ]),
        ])

    static func invocation(_ words: String...) throws -> Invocation {
        guard case .run(let invocation) = try root.parse(words) else { throw CancellationError() }
        return invocation
    }

    @Test("Options and arguments come out typed, wherever they stand")
    func values() throws {
        let invocation = try Self.invocation(
            "--quiet", "start", "--speed=2.5", "--tag", "a", "kitchen", "--dry-run", "--tag", "b", "--", "-test")
        #expect(invocation.path == ["tool", "start"])
        #expect(invocation[Self.speed] == 2.5)
        #expect(invocation[Self.tag] == "b")
        #expect(invocation[all: Self.tag] == ["a", "b"])
        #expect(invocation[Self.dry])
        #expect(invocation[Self.node] == "kitchen")
        #expect(invocation[Self.reason] == "-test")
        #expect(try Self.invocation("start", "x")[Self.reason] == nil)
        #expect(try Self.invocation("beacons", "import", "a", "-", "b")[Self.files] == ["a", "-", "b"])
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let words: [String]
        let text: String
        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(
        "A wrong command line is answered with what is wrong, the usage and where to read on",
        arguments: [
            Mistake(
                words: ["strat", "x"],
                text: """
                    tool: there is no command "strat". Did you mean "start"?
                    Usage: tool [options] COMMAND
                    See "tool --help".
                    """),
            Mistake(
                words: ["beacons"],
                text: """
                    tool beacons: which command? Commands: import.
                    Usage: tool beacons [options] COMMAND
                    See "tool beacons --help".
                    """),
            Mistake(
                words: ["start"],
                text: """
                    tool start: NODE is missing.
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
            Mistake(
                words: ["start", "far-too-long"],
                text: """
                    tool start: NODE is "far-too-long"; expected text of at most 8 characters.
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
            Mistake(
                words: ["start", "a", "b", "c"],
                text: """
                    tool start: "c" is one argument too many.
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
            Mistake(
                words: ["start", "a", "--speed", "fast"],
                text: """
                    tool start: --speed is "fast"; expected a number from 0.1 to 1000.
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
            Mistake(
                words: ["start", "a", "--speed"],
                text: """
                    tool start: --speed needs a value: --speed N.
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
            Mistake(
                words: ["start", "a", "--dry-run=yes"],
                text: """
                    tool start: --dry-run takes no value.
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
            Mistake(
                words: ["start", "a", "--sped=2"],
                text: """
                    tool start: there is no option "--sped". Did you mean --speed?
                    Usage: tool start [options] NODE [REASON]
                    See "tool start --help".
                    """),
        ])
    func mistakes(_ mistake: Mistake) {
        let error = #expect(throws: UsageError.self) { try Self.root.parse(mistake.words) }
        #expect(error?.description == mistake.text)
    }

    @Test("The help of the whole tool")
    func help() throws {
        for words in [[], ["--help"], ["-h"]] {
            guard case .help(let text) = try Self.root.parse(words) else {
                Issue.record("no help")
                return
            }
            #expect(
                text == """
                    Does things for tests.

                    Usage: tool [options] COMMAND

                    Commands:
                      start    Starts a node.
                      beacons  Keeps the register of beacons.

                    Options:
                      --quiet    Say less.
                      --help     Show this help.
                      --version  Show the version.

                    """)
        }
    }

    @Test("The help of one command shows its arguments, its options and those of the tool")
    func commandHelp() throws {
        guard case .help(let text) = try Self.root.parse(["start", "--help"]) else {
            Issue.record("no help")
            return
        }
        #expect(
            text == """
                Starts a node.

                Usage: tool start [options] NODE [REASON]

                Arguments:
                  NODE    The node to start.
                  REASON  Why, in a word.

                Options:
                  --speed N   How many times faster than recorded.
                  --tag NAME  A name; may be repeated.
                  --dry-run   Only say what would be done.
                  --quiet     Say less.
                  --help      Show this help.
                  --version   Show the version.

                """)
    }
}
