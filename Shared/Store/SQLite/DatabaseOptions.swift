/// How a database is opened.
public struct DatabaseOptions: Sendable {
    /// Bytes a page, a power of two from 512 to 65,536. Small pages wear flash less, large ones hold more a read.
    /// It counts for new files only.
    public var pageSize = 4096
    /// Milliseconds a statement waits for another program's lock before it fails with `storeBusy`.
    public var busyTimeout: Int32 = 250
    /// Greatest size of the file in bytes, nil for no limit but the disk's; beyond it writes fail with `storeFull`.
    public var maximumBytes: Int64?
    /// Memory for pages in KiB.
    public var cacheKiB = 1024
    /// Pages in the write-ahead log after which it is copied into the database.
    public var checkpointPages = 1000
    /// Files up to this size in bytes are checked wholly at open; a larger one would delay the start too much, and its
    /// damage shows when it is read.
    public var checkedBytes: Int64 = 64 << 20
    /// Opens without the right to write, e.g. to look at a ledger.
    public var readOnly = false

    /// The defaults above.
    public init() {}
}
