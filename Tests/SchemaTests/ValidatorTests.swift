import Foundation
import Schema
import Testing

/// Real messages of every kind against the generated schemas, judged by an independent validator
/// (Debian's python3-jsonschema).
@Suite("The contract's documents")
struct ValidatorTests {
    static let script = #"""
        import json, sys
        from jsonschema import Draft202012Validator as Validator
        bundle = json.loads(sys.stdin.readline())
        Validator.check_schema(bundle)
        validators = {}
        for line in sys.stdin:
            case = json.loads(line)
            name = case["message"]
            if name not in validators:
                schema = dict(bundle)
                schema["anyOf"] = [{"$ref": "#/$defs/" + name}]
                validators[name] = Validator(schema)
            fault = next(iter(validators[name].iter_errors(case["sample"])), None)
            if fault is not None and fault.context:
                fault = fault.context[0]
            print("ok" if fault is None else "no " + fault.message.replace("\n", " ")[:300])
        """#

    /// Runs the validator over the lines; nil if it is not installed.
    static func judge(_ cases: [(message: String, sample: JSONValue)]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-W", "ignore", "-c", script]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = JSONSchemaDocument.bundle().description + "\n"
        for entry in cases {
            let line: JSONValue = ["message": .string(entry.message), "sample": entry.sample]
            text += line.description + "\n"
        }
        let bytes = Data(text.utf8)
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: bytes)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3-jsonschema is missing or the schema is wrong")
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("Every sample of every message is valid for an independent validator")
    func samples() throws {
        let samples = MessageSamples.all
        #expect(Set(samples.map(\.message)).count == MessageCatalogue.all.count)
        let verdicts = try Self.judge(samples)
        try #require(verdicts.count == samples.count)
        for (sample, verdict) in zip(samples, verdicts) where verdict != "ok" {
            Issue.record("\(sample.message): \(verdict)")
        }
    }

    @Test("Batches and readings written by hand are valid")
    func handWritten() throws {
        var source = BatchSource(generator: SystemRandomNumberGenerator())
        var cases: [(String, JSONValue)] = []
        for _ in 0..<200 {
            let bytes = try BatchWriter.encode(source.head(), source.batch())
            cases.append(("Batch", try JSONValue.parse(bytes, maximumDepth: MessageCoder.maximumDepth)))
        }
        for verdict in try Self.judge(cases) { #expect(verdict == "ok") }
    }

    @Test("What misses a required field or has a wrong type is refused by validator and coder alike")
    func wrongOnes() throws {
        var cases: [(message: String, sample: JSONValue)] = []
        for (name, sample) in MessageSamples.all {
            let schema = ContractTests.type(name).schema
            let members = try #require(sample.objectValue)
            for field in Head.schema.fields + schema.fields {
                guard members[field.name] != nil else { continue }
                if field.presence != .optional {
                    var changed = members
                    changed[field.name] = nil
                    cases.append((name, .object(changed)))
                }
                if case .any = field.type { continue }
                if case .array(.any, _) = field.type { continue }
                var changed = members
                // No field takes a list within a list.
                changed[field.name] = [[true]]
                cases.append((name, .object(changed)))
            }
        }
        let verdicts = try Self.judge(cases)
        try #require(verdicts.count == cases.count)
        for (entry, verdict) in zip(cases, verdicts) {
            #expect(verdict != "ok", "\(entry.message) \(entry.sample)")
            #expect(throws: BeaconBusError.self) { try Self.decode(ContractTests.type(entry.message), entry.sample) }
        }
    }

    private static func decode<Body>(_ type: Body.Type, _ value: JSONValue) throws where Body: Message {
        _ = try MessageCoder.decode(Body.self, value.bytes)
    }
}
