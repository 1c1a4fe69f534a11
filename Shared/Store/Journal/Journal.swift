public import Schema

/// A node's journal (design §5, "Nothing is lost"): what became active or inactive, kept until dispatch has it.
///
/// It has a random id made with its file and numbers its entries 1, 2, 3 …; `append` has put them on the disk when it
/// returns. Confined to one thread. Nothing is written while nothing happens.
public final class Journal {
    /// The journal's id.
    public let id: JournalID
    /// The clock of the entries' times.
    public let clock: SteadyClock
    /// The number the next entry gets.
    public internal(set) var next: Int64
    /// All entries up to this one are settled: acknowledged, or given up to keep the bounds.
    public internal(set) var settled: Int64
    /// Entries given up unacknowledged since this was opened.
    public internal(set) var dropped: UInt64 = 0
    /// Where the damaged file before this one was put; nil where there was none.
    public internal(set) var setAside: String?

    let database: Database
    let options: JournalOptions
    var places = JournalPlaces()
    /// The counters below it have been handed out or skipped.
    var counter: Int64
    /// What the file says about `settled`; less than that is known after a crash at the latest.
    var storedSettled: Int64

    /// Opens the journal, or makes it with a new id.
    ///
    /// A damaged file is set aside under another name and a new journal with a new id begins; `setAside` names it, and the
    /// caller must say so loudly: its unacknowledged entries are lost.
    public convenience init(path: String, options: JournalOptions = JournalOptions(), now: Stamp = .now()) throws {
        do {
            try self.init(opening: path, options: options, now: now)
        } catch let error as BeaconBusError where error.code == .storeCorrupt {
            let aside = try Files.setAside(path, beside: ["-wal", "-shm"])
            try self.init(opening: path, options: options, now: now)
            setAside = aside
        }
    }

    private init(opening path: String, options: JournalOptions, now: Stamp) throws {
        var settings = DatabaseOptions()
        settings.pageSize = options.pageSize
        settings.cacheKiB = 256
        settings.checkpointPages = 2000
        database = try Database(path: path, options: settings, migrations: Self.migrations)
        self.options = options
        let meta = try Self.meta(database)
        let last = try database.integer("SELECT max(at) FROM entries").map(WallTime.init(milliseconds:))
        clock = SteadyClock(after: meta?.clock, last: last, now: now)
        if let meta {
            id = meta.id
            counter = meta.counter
            storedSettled = meta.settled
            next = meta.next
        } else {
            var generator = SystemRandomNumberGenerator()
            id = .random(using: &generator)
            counter = 1
            storedSettled = 0
            next = 1
        }
        settled = storedSettled
        if meta?.clock != clock { try storeMeta() }
        try load()
    }

    /// The number of the oldest entry not settled; `next` where there is none.
    public var oldest: Int64 { settled + 1 }

    /// Entries not settled.
    public var count: Int { places.waiting.count }

    /// Bytes handed to write(2) since this was opened (R21).
    public var bytesWritten: UInt64 { database.bytesWritten }

    /// Writes what is settled to the file, so that it is not sent again after a restart. For an orderly stop.
    public func close() throws {
        if settled > storedSettled { try database.transaction { try storeMeta() } }
        database.close()
    }

    /// Throws while nothing can be written.
    public func probe() throws { try database.probe() }
}
