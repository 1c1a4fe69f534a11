import Testing

@testable import ServiceKit

@Suite("Service main")
struct ServiceMainTests {
    enum Sample: ServiceProgram {
        static let name = "beacon-sample"
        static let section = "scanner"
        static let summary = "Does nothing, for tests."
        static let window = Key(
            "scanner.batch.window", .duration(.zero...(.seconds(1))), default: .zero, flag: "window",
            "How long a batch waits for more.")
        static let keys: [any ConfigurationKey] = [window, CommonKeys.node]

        static func services(_ context: ServiceContext) throws -> [any Service] {
            [ClosureService("nothing") {}]
        }
    }

    @Test("A service whose work is over ends its process with 0")
    func endsWithSuccess() async {
        let code = await ServiceMain.run(
            Sample.self, words: ["--node", "kitchen", "--log-level", "error"], environment: [:],
            output: .output, errors: .error)
        #expect(code == .success)
    }
}
