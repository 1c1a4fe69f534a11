import Glibc
import ServiceKit
import Synchronization

/// Questions to the person at the terminal, on standard error; answers are lines of standard input.
final class Dialogue: Sendable {
    private let reader = Mutex(LineReader(descriptor: 0, longest: 256))

    /// Says something, on a line of its own.
    func say(_ text: String) { StandardStream.error.write(text + "\n") }

    /// Asks, and waits for a line; without spaces around, in lower case.
    ///
    /// - Throws: a failure at the end of the input.
    func ask(_ question: String) async throws -> String {
        StandardStream.error.write(question + " ")
        // Reading may take for ever; the pool has better to do.
        let line = await OwnThread.run(name: "dialogue") { [self] in
            reader.withLock { $0.next(flush: {}) }
        }
        guard let line else {
            throw CommandFailure("\nThe input ended before this was answered. Nothing is stored.", code: .noInput)
        }
        let text = String(decoding: line, as: UTF8.self).lowercased()
        return text.split(separator: " ").map { $0.filter { !$0.isWhitespace } }.joined(separator: " ")
    }

    /// Asks for a yes; anything else is a no.
    func confirms(_ question: String) async throws -> Bool {
        ["y", "yes"].contains(try await ask(question + " [y/N]"))
    }
}
