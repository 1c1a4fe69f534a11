import CSQLite
public import Schema

/// A prepared statement of one `Database`, used on the same thread as that.
///
/// Bind from index 1, `step` until it returns false, read columns from index 0; `run` does it for statements without rows.
public final class Statement {
    private unowned let database: Database
    private var handle: OpaquePointer?
    /// The text it was prepared from.
    public let sql: String

    init(database: Database, handle: OpaquePointer, sql: String) {
        self.database = database
        self.handle = handle
        self.sql = sql
    }

    deinit { finalize() }

    func finalize() {
        sqlite3_finalize(handle)
        handle = nil
    }

    /// Goes to the next row; false at the end, after which the statement is reset and can be used again.
    public func step() throws(BeaconBusError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        sqlite3_reset(handle)
        if code == SQLITE_DONE { return false }
        throw database.failure(handle == nil ? SQLITE_MISUSE : code)
    }

    /// Runs a statement that gives no rows.
    public func run() throws(BeaconBusError) {
        while try step() {}
    }

    /// Abandons the rows not yet read. Bindings stay.
    public func reset() {
        sqlite3_reset(handle)
    }

    /// Binds an integer.
    public func bind(_ index: Int32, _ value: Int64) throws(BeaconBusError) {
        try check(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds an integer or null.
    public func bind(_ index: Int32, _ value: Int64?) throws(BeaconBusError) {
        if let value { try bind(index, value) } else { try bindNull(index) }
    }

    /// Binds a number.
    public func bind(_ index: Int32, _ value: Double) throws(BeaconBusError) {
        try check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds text, which is copied.
    public func bind(_ index: Int32, _ value: String) throws(BeaconBusError) {
        var value = value
        let code = value.withUTF8 { bytes in
            // Text of no bytes may have no address, which SQLite would take for null.
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map {
                    sqlite3_bind_text(
                        handle, index, $0, Int32(clamping: characters.count), beaconbus_sqlite_transient())
                } ?? sqlite3_bind_text(handle, index, "", 0, beaconbus_sqlite_transient())
            }
        }
        try check(code)
    }

    /// Binds text or null.
    public func bind(_ index: Int32, _ value: String?) throws(BeaconBusError) {
        if let value { try bind(index, value) } else { try bindNull(index) }
    }

    /// Binds bytes, which are copied.
    public func bind(_ index: Int32, _ value: [UInt8]) throws(BeaconBusError) {
        let code = value.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                sqlite3_bind_blob(handle, index, $0, Int32(clamping: bytes.count), beaconbus_sqlite_transient())
            } ?? sqlite3_bind_zeroblob(handle, index, 0)
        }
        try check(code)
    }

    /// Binds bytes or null.
    public func bind(_ index: Int32, _ value: [UInt8]?) throws(BeaconBusError) {
        if let value { try bind(index, value) } else { try bindNull(index) }
    }

    /// Binds null.
    public func bindNull(_ index: Int32) throws(BeaconBusError) {
        try check(sqlite3_bind_null(handle, index))
    }

    private func check(_ code: Int32) throws(BeaconBusError) {
        if code != SQLITE_OK { throw database.failure(handle == nil ? SQLITE_MISUSE : code) }
    }

    // MARK: Columns of the current row

    /// Whether the column is null.
    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The column as an integer; 0 for null.
    public func int64(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// The column as an integer, nil for null.
    public func optionalInt64(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(handle, column)
    }

    /// The column as a number; 0 for null.
    public func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// The column as text; invalid UTF-8 is repaired, null is empty.
    public func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The column as text, nil for null.
    public func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The column as bytes; null is empty.
    public func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Lends the column's bytes without a copy; valid only inside `body`.
    public func withBytes<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
