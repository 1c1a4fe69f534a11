import Schema

/// Packs registrations into the parts of an import, each as full as a message may be.
struct ImportPacker {
    /// One registration and where it stands in its file.
    struct Row {
        var line: Int
        var record: JSONValue
    }

    /// The most rows of a part (design §3).
    static let maximumRows = 200
    /// The most bytes the rows of a part may take; what is left of 60 KiB is for head and frame.
    static let maximumBytes = 58 * 1024
    /// What a row adds to its record: `{"line":…,"record":…},`.
    private static let rowBytes = 48

    private var rows: [Row] = []
    private var bytes = 0

    init() {}

    /// Takes a row; gives a part to be sent when the row would not fit into it any more.
    mutating func add(_ row: Row) -> [Row]? {
        let size = row.record.bytes.count + Self.rowBytes
        let full = rows.count == Self.maximumRows || bytes + size > Self.maximumBytes
        defer {
            rows.append(row)
            bytes += size
        }
        guard full, !rows.isEmpty else { return nil }
        let part = rows
        rows = []
        bytes = 0
        return part
    }

    /// Gives what is left; the last part of an import, which may be empty.
    mutating func finish() -> [Row] {
        defer { self = ImportPacker() }
        return rows
    }
}
