import Schema
import Support
import Testing

/// Messages of every kind against the generated schemas, judged by an independent validator.
@Suite("The contract's documents")
struct ValidatorTests {
    private func cases(_ samples: [(message: String, sample: JSONValue)]) -> [ContractValidator.Case] {
        samples.map { ContractValidator.Case($0.message, $0.sample) }
    }

    @Test("Every sample of every message is valid for an independent validator")
    func samples() async throws {
        let samples = MessageSamples.all
        #expect(Set(samples.map(\.message)).count == MessageCatalogue.all.count)
        for (sample, fault) in zip(samples, try await ContractValidator.judge(cases(samples))) {
            #expect(fault == nil, "\(sample.message)")
        }
    }

    @Test("Batches and readings written by hand are valid")
    func handWritten() async throws {
        var source = BatchSource(generator: SeededGenerator(seed: 16))
        let cases = try (0..<200).map { _ in
            let bytes = try BatchWriter.encode(source.head(), source.batch())
            return ContractValidator.Case(
                "Batch", try JSONValue.parse(bytes, maximumDepth: MessageCoder.maximumDepth))
        }
        for fault in try await ContractValidator.judge(cases) { #expect(fault == nil) }
    }

    @Test("What misses a required field or has a wrong type is refused by validator and coder alike")
    func wrongOnes() async throws {
        var wrong: [(message: String, sample: JSONValue)] = []
        for (name, sample) in MessageSamples.all {
            let members = try #require(sample.objectValue)
            for field in Head.schema.fields + ContractTests.type(name).schema.fields where members[field.name] != nil {
                if field.presence != .optional {
                    var changed = members
                    changed[field.name] = nil
                    wrong.append((name, .object(changed)))
                }
                if case .any = field.type { continue }
                if case .array(.any, _) = field.type { continue }
                var changed = members
                // No field takes a list within a list.
                changed[field.name] = [[true]]
                wrong.append((name, .object(changed)))
            }
        }
        for (entry, fault) in zip(wrong, try await ContractValidator.judge(cases(wrong))) {
            #expect(fault != nil, "\(entry.message) \(entry.sample)")
            #expect(throws: BeaconBusError.self) { try Self.decode(ContractTests.type(entry.message), entry.sample) }
        }
    }

    private static func decode<Body>(_ type: Body.Type, _ value: JSONValue) throws where Body: Message {
        _ = try MessageCoder.decode(Body.self, value.bytes)
    }
}
