/// A part of an import; everything takes effect with the last, or nothing.
public struct ImportCommand: Message, Equatable {
    /// Names the import; chosen by who imports.
    public var `import`: String
    /// 0, 1, 2 and so on.
    public var part: Int64
    /// Whether this is the last part.
    public var last: Bool
    /// True gives the import up.
    public var abort: Bool?
    /// True deletes every record that is not in the import.
    public var replace: Bool?
    /// The rows.
    public var rows: [ImportRow]

    /// Each argument is the field of its name.
    public init(
        `import`: String, part: Int64, last: Bool, abort: Bool? = nil, replace: Bool? = nil, rows: [ImportRow]
    ) {
        self.import = `import`
        self.part = part
        self.last = last
        self.abort = abort
        self.replace = replace
        self.rows = rows
    }

    public static let schema = ObjectSchema(
        "ImportCommand", "A part of an import; everything takes effect with the last, or nothing.",
        [
            Field("import", .string(maximumLength: 64), "Names the import; chosen by who imports."),
            Field("part", .count, "0, 1, 2 and so on."),
            Field("last", .boolean, "Whether this is the last part."),
            Field("abort", .boolean, .optional, "True gives the import up."),
            Field("replace", .boolean, .optional, "True deletes every record that is not in the import."),
            Field("rows", .list(ImportRow.self, 0...200), "The rows."),
        ])

    public static var samples: [ImportCommand] {
        [
            ImportCommand(
                import: "a1", part: 0, last: true, abort: false, replace: true,
                rows: [ImportRow(line: 2, record: BeaconRecord.sample.json)]),
            ImportCommand(import: "a1", part: 0, last: false, rows: []),
        ]
    }
}
