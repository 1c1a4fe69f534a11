/// One row of an import.
public struct ImportRow: SchemaObject, Equatable {
    /// Its line in the file.
    public var line: Int64
    /// A BeaconRecord; a bad one is refused alone.
    public var record: JSONValue

    /// Each argument is the field of its name.
    public init(
        line: Int64, record: JSONValue
    ) {
        self.line = line
        self.record = record
    }

    public static let schema = ObjectSchema(
        "ImportRow", "One row of an import.",
        [
            Field("line", .count, "Its line in the file."),
            Field("record", .any, "A BeaconRecord; a bad one is refused alone."),
        ])
}
