public import Schema

/// Judges messages by the generated JSON Schemas with an independent validator: Debian's python3-jsonschema.
public enum ContractValidator {
    /// A message under a name from the contract.
    public struct Case: Sendable {
        public let message: String
        public let value: JSONValue

        public init(_ message: String, _ value: JSONValue) {
            self.message = message
            self.value = value
        }
    }

    private static let script = #"""
        import json, sys
        from jsonschema import Draft202012Validator as Validator
        lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
        bundle = json.loads(lines[0])
        Validator.check_schema(bundle)
        validators = {}
        for line in filter(None, lines[1:]):
            name, value = json.loads(line)
            if name not in validators:
                schema = dict(bundle)
                schema["anyOf"] = [{"$ref": "#/$defs/" + name}]
                validators[name] = Validator(schema)
            fault = next(iter(validators[name].iter_errors(value)), None)
            if fault is not None and fault.context:
                fault = fault.context[0]
            where = "" if fault is None else "/".join(map(str, fault.absolute_path))
            print("ok" if fault is None else "no " + where + ": " + fault.message.replace("\n", " ")[:300])
        """#

    /// For each case nil, or what is wrong with it.
    public static func judge(_ cases: [Case]) async throws -> [String?] {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/cases"
        var text = JSONSchemaDocument.bundle().description + "\n"
        for entry in cases { text += JSONValue.array([.string(entry.message), entry.value]).description + "\n" }
        try writeFile(path, text)
        let output = try await runTool("/usr/bin/python3", ["-W", "ignore", "-c", script, path], in: folder.path)
        let verdicts = output.split(separator: "\n").map { $0 == "ok" ? nil : String($0.dropFirst(3)) }
        guard verdicts.count == cases.count else {
            throw ChildProcess.Failure(description: "the validator judged \(verdicts.count) of \(cases.count)")
        }
        return verdicts
    }
}
